//! What depends on where objects lie, for proofs.
//!
//! Addresses are the same in every run of the machine, and freed ones are not used again. The real
//! program has others. A run that looks at all paths (see
//! [`LowerOptions::watch_addresses`](crate::LowerOptions)) must not take them for what they are: an
//! address that becomes a number is memory that nobody wrote plus a known offset, so that
//! differences within an object are exact and all else is not, and a comparison of different
//! objects leads astray where its outcome is not fixed by C.

use crate::code::Slot;
use crate::machine::{Machine, Outcome};
use crate::memory::{Object, ObjectKind};
use crate::value::Value;
use assay_expr::Value as Number;

/// Places of terms that stand for the base of an object; those of its bytes are below.
const BASES: u64 = 1 << 62;
/// Nothing lies below this address.
const LOWEST: u64 = 4096;

impl Machine {
    /// A pointer becomes a number.
    pub(crate) fn expose(&mut self, d: Slot, a: Slot) -> Outcome<()> {
        let bits = self.pointer_width();
        let address = self.get(a, bits);
        let concrete = self.current(address) as u64;
        let Some(object) = self.object_around(concrete) else {
            self.set(d, bits, address);
            return Ok(());
        };
        let place = BASES | object.base;
        let somewhere = self.terms.uninitialised(bits, Number::from(object.base), place);
        let base = self.terms.constant(bits, Number::from(object.base));
        let address = address.term(&mut self.terms, bits);
        let offset = self.terms.sub(address, base);
        let number = self.terms.add(somewhere, offset);
        self.set(d, bits, Value::Symbolic(number));
        Ok(())
    }

    /// Two pointers are compared: for equality, or for which comes first.
    pub(crate) fn compare_addresses(&mut self, a: Slot, b: Slot, by_order: bool) -> Outcome<()> {
        let bits = self.pointer_width();
        let (a, b) = (self.get(a, bits), self.get(b, bits));
        let (a, b) = (self.current(a) as u64, self.current(b) as u64);
        if a < LOWEST || b < LOWEST {
            return Ok(());
        }
        let is_fixed = match (self.object_around(a), self.object_around(b)) {
            (Some(one), Some(other)) if one.base == other.base => true,
            (Some(one), Some(other)) => !by_order && is_inside(one, a) && is_inside(other, b),
            _ => !by_order,
        };
        if !is_fixed {
            self.go_astray();
        }
        Ok(())
    }

    /// The object that an address lies in, or just behind.
    fn object_around(&self, address: u64) -> Option<Object> {
        self.nearest_object(address).filter(|object| address <= object.base + object.size)
    }
}

/// Behind an object, or where one was, another one may lie.
fn is_inside(object: Object, address: u64) -> bool {
    object.kind != ObjectKind::Freed && object.contains(address, 1)
}

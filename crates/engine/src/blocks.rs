//! Instructions on blocks of memory: locals of variable size, copies, fills, atomics, and values
//! reinterpreted through memory.

use crate::access::bytes_of;
use crate::arithmetic::term_op;
use crate::code::{FloatOp, Format, Slot};
use crate::machine::{Machine, Outcome};
use crate::memory::{Byte, Cell};
use crate::value::Value;
use assay_expr::{BinaryOp as TermOp, Term, Value as Number};
use assay_program::{AtomicOp, BinaryOp};
use assay_verdict::FindingKind;
use std::sync::Arc;

/// Sizes of one block operation or allocation that are tried on one path.
pub(crate) const MAX_SIZES: u32 = 8;

impl Machine {
    pub(crate) fn alloca(&mut self, d: Slot, count: Slot, layout: u32) -> Outcome<()> {
        let layout = self.subject.code.allocas[layout as usize];
        let bits = u32::from(layout.count_width);
        let count = match self.get(count, bits) {
            Value::Concrete(number) => number,
            Value::Symbolic(term) => self.choose(term, MAX_SIZES, "the size of a local array")?,
        };
        let size = count.saturating_mul(Number::from(layout.element_size));
        if size > Number::from(self.limits.stack) {
            let message = format!("a local array of {size} bytes");
            return self.fail(FindingKind::StackOverflow, message);
        }
        let base = self.push_stack_object(size as u64, layout.align)?;
        self.set(d, u32::from(self.subject.code.pointer_bits), Value::Concrete(base.into()));
        Ok(())
    }

    /// A byte count in a slot that is as wide as a pointer.
    fn size_in(&mut self, slot: Slot) -> Outcome<u64> {
        let bits = u32::from(self.subject.code.pointer_bits);
        match self.get(slot, bits) {
            Value::Concrete(number) => Ok(number as u64),
            Value::Symbolic(term) => {
                Ok(self.choose(term, MAX_SIZES, "the size of a block of memory")? as u64)
            }
        }
    }

    pub(crate) fn copy(&mut self, fill: bool, to: Slot, from: Slot, size: Slot) -> Outcome<()> {
        let size = self.size_in(size)?;
        let (to, from) = (self.concrete_address(to)?, self.concrete_address(from)?);
        self.copy_bytes(to, from, size)?;
        if fill {
            self.state.memory.mark_uninitialised(to, size);
        }
        Ok(())
    }

    pub(crate) fn copy_bytes(&mut self, to: u64, from: u64, size: u64) -> Outcome<()> {
        if size == 0 {
            return Ok(());
        }
        self.check_access(from, size, false)?;
        self.check_access(to, size, true)?;
        self.state.memory.copy(to, from, size);
        Ok(())
    }

    pub(crate) fn fill(&mut self, fill: bool, to: Slot, byte: Slot, size: Slot) -> Outcome<()> {
        let size = self.size_in(size)?;
        let to = self.concrete_address(to)?;
        let byte = self.get(byte, 8);
        self.fill_bytes(to, byte, size)?;
        if fill {
            self.state.memory.mark_uninitialised(to, size);
        }
        Ok(())
    }

    pub(crate) fn fill_bytes(&mut self, to: u64, byte: Value, size: u64) -> Outcome<()> {
        if size == 0 {
            return Ok(());
        }
        self.check_access(to, size, true)?;
        match byte {
            Value::Concrete(byte) => self.state.memory.write_fill(to, size, byte as u8),
            Value::Symbolic(term) => {
                for i in 0..size {
                    let cell = Cell { term, index: 0 };
                    self.state.memory.write_byte(to + i, Byte::Symbolic(cell));
                }
            }
        }
        Ok(())
    }

    pub(crate) fn atomic(&mut self, op: AtomicOp, w: u8, d: Slot, a: Slot, v: Slot) -> Outcome<()> {
        let bits = u32::from(w);
        let pointer = u32::from(self.subject.code.pointer_bits);
        let address = self.get(a, pointer);
        let operand = self.get(v, bits);
        self.check_no_region(address)?;
        let old = self.load(address, bits)?;
        let new = match op {
            AtomicOp::Exchange => operand,
            AtomicOp::FloatAdd | AtomicOp::FloatSub | AtomicOp::FloatMax | AtomicOp::FloatMin => {
                self.atomic_float(op, bits, old, operand)?
            }
            _ => {
                let (x, y) = (old.term(&mut self.terms, bits), operand.term(&mut self.terms, bits));
                let term = self.atomic_term(op, x, y);
                Value::of(&self.terms, term)
            }
        };
        self.store(address, new, bits)?;
        self.set(d, bits, old);
        Ok(())
    }

    fn atomic_float(&mut self, op: AtomicOp, bits: u32, a: Value, b: Value) -> Outcome<Value> {
        let format = match bits {
            32 => Format::Single,
            64 => Format::Double,
            _ => return self.unsupported("an atomic operation on this float type"),
        };
        let op = match op {
            AtomicOp::FloatAdd => FloatOp::Add,
            AtomicOp::FloatSub => FloatOp::Sub,
            AtomicOp::FloatMax => FloatOp::Max,
            _ => FloatOp::Min,
        };
        Ok(self.float_op(op, format, a, b))
    }

    fn atomic_term(&mut self, op: AtomicOp, x: Term, y: Term) -> Term {
        let arithmetic = |op| term_op(op);
        let op = match op {
            AtomicOp::Add => arithmetic(BinaryOp::Add),
            AtomicOp::Sub => arithmetic(BinaryOp::Sub),
            AtomicOp::And | AtomicOp::Nand => {
                let both = self.terms.and(x, y);
                return if op == AtomicOp::Nand { self.terms.not(both) } else { both };
            }
            AtomicOp::Or => TermOp::Or,
            AtomicOp::Xor => TermOp::Xor,
            AtomicOp::Max => return self.extreme(TermOp::Slt, y, x, x, y),
            AtomicOp::Min => return self.extreme(TermOp::Slt, x, y, x, y),
            AtomicOp::UMax => return self.extreme(TermOp::Ult, y, x, x, y),
            AtomicOp::UMin => return self.extreme(TermOp::Ult, x, y, x, y),
            _ => return y,
        };
        self.terms.binary(op, x, y)
    }

    /// `less(a, b) ? x : y`.
    pub(crate) fn extreme(&mut self, less: TermOp, a: Term, b: Term, x: Term, y: Term) -> Term {
        let condition = self.terms.binary(less, a, b);
        self.terms.ite(condition, x, y)
    }

    /// The bits of some leaves, in memory order, as those of others.
    pub(crate) fn repack(&mut self, site: u32) -> Outcome<()> {
        let code = Arc::clone(&self.subject.code);
        let site = &code.repacks[site as usize];
        let total: u32 = site.from.iter().map(|arg| arg.leaf.bits).sum();
        if total > 128 {
            return self.repack_bytes(site);
        }
        let mut whole: Option<Term> = None;
        for arg in &site.from {
            let part = self.get_term(arg.slot, arg.leaf.bits);
            whole = Some(match whole {
                None => part,
                Some(low) => self.terms.concat(part, low),
            });
        }
        let Some(whole) = whole else { return Ok(()) };
        let mut low = 0;
        for arg in &site.to {
            let part = self.terms.extract(whole, low, arg.leaf.bits);
            self.set_term(arg.slot, arg.leaf.bits, part);
            low += arg.leaf.bits;
        }
        Ok(())
    }

    /// The same for more bits than a term can have: byte by byte.
    fn repack_bytes(&mut self, site: &crate::code::RepackSite) -> Outcome<()> {
        let leaves = site.from.iter().chain(&site.to);
        if leaves.clone().any(|arg| arg.leaf.bits % 8 != 0) {
            return self.unsupported("a large vector of parts that are no whole bytes");
        }
        let mut bytes = Vec::new();
        for arg in &site.from {
            let term = self.get_term(arg.slot, arg.leaf.bits);
            for i in 0..arg.leaf.bits / 8 {
                bytes.push(self.terms.extract(term, i * 8, 8));
            }
        }
        let mut rest = bytes.into_iter();
        for arg in &site.to {
            let mut whole: Option<Term> = None;
            for byte in rest.by_ref().take(bytes_of(arg.leaf.bits) as usize) {
                whole = Some(match whole {
                    None => byte,
                    Some(low) => self.terms.concat(byte, low),
                });
            }
            if let Some(term) = whole {
                self.set_term(arg.slot, arg.leaf.bits, term);
            }
        }
        Ok(())
    }
}

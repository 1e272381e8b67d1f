//! Functions that are defined nowhere but whose declaration is known: what they write through
//! their parameters, and what the pointers they return point to, are inputs too.
//!
//! The stand-ins of the native run (`Externals` in `testgen`) take the same values in the same
//! order.

use crate::code::CallSite;
use crate::machine::{Machine, Outcome};
use crate::value::Value;
use assay_expr::Value as Number;
use assay_program::CKind;
use assay_program::prototype::{Part, Prototype, Target};
use assay_verdict::{InputSource, Shown};

impl Machine {
    /// A parameter that is null, or not given, is no answer.
    pub(crate) fn write_outs(
        &mut self,
        function: &str,
        prototype: &Prototype,
        site: &CallSite,
    ) -> Outcome<()> {
        for out in &prototype.outs {
            if site.args.len() <= out.param {
                continue;
            }
            let address = self.address_argument(site, out.param)?;
            if address != 0 {
                self.check_access(address, out.target.size, true)?;
                self.fill_target(function, &out.target, address)?;
            }
        }
        Ok(())
    }

    /// A fresh object, or null.
    pub(crate) fn return_object(
        &mut self,
        function: &str,
        target: &Target,
        site: &CallSite,
    ) -> Outcome<()> {
        let source = InputSource::External { function: function.to_string() };
        let is_null =
            self.scalar_input(&format!("{function}: is null"), source, Shown::Unsigned, 8);
        let address = self.allocate(target.size, 16, true)?;
        self.fill_target(function, target, address)?;
        let bits = self.pointer_width();
        let one = self.terms.constant(8, 1);
        let is_null = self.terms.eq(is_null, one);
        let null = self.terms.constant(bits, 0);
        let address = self.terms.constant(bits, Number::from(address));
        let pointer = self.terms.ite(is_null, null, address);
        self.set_result_value(site, Value::of(&self.terms, pointer));
        Ok(())
    }

    /// At first everything stays as it is; what is no part stays so on all paths.
    fn fill_target(&mut self, function: &str, target: &Target, address: u64) -> Outcome<()> {
        self.log.is_narrowed |= !target.is_whole;
        for part in &target.parts {
            let bits = part_bits(part);
            let at = address + part.offset;
            let before = self.read(at, bits);
            let mut before = self.concrete(before);
            if part.kind == CKind::Bool {
                before &= 1;
            }
            let source = InputSource::External { function: function.to_string() };
            let name = format!("{function}{}", part.name);
            let term = self.scalar_input(&name, source, shown(&part.kind), bits);
            self.begin_with(before);
            if part.kind == CKind::Bool {
                let two = self.terms.constant(bits, 2);
                let is_truth = self.terms.ult(term, two);
                self.assume(is_truth)?;
            }
            self.write(at, Value::Symbolic(term), bits);
        }
        Ok(())
    }
}

/// A `long double` is padded.
fn part_bits(part: &Part) -> u32 {
    match (&part.kind, part.size) {
        (CKind::Float, 12 | 16) => 80,
        (_, size) => size as u32 * 8,
    }
}

fn shown(kind: &CKind) -> Shown {
    match kind {
        CKind::Bool => Shown::Bool,
        CKind::Unsigned => Shown::Unsigned,
        CKind::Float => Shown::Float,
        _ => Shown::Signed,
    }
}

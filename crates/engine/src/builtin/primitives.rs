//! The primitives that the library's model in `runtime/` is written with; `runtime/assay.h` says
//! what each promises.

use crate::code::CallSite;
use crate::machine::{Machine, Outcome};
use crate::memory::Byte;
use crate::path::{Decision, PathEnd};
use crate::value::Value;
use assay_verdict::FindingKind;

/// Bytes of output that are kept of one path.
const MAX_OUTPUT: usize = 1 << 28;

impl Machine {
    pub(crate) fn select_call(&mut self, site: &CallSite) -> Outcome<()> {
        let condition = self.argument(site, 0, 1)?;
        let (a, b) = (self.argument(site, 1, 64)?, self.argument(site, 2, 64)?);
        let result = match condition {
            Value::Concrete(0) => b,
            Value::Concrete(_) => a,
            Value::Symbolic(condition) => {
                let (a, b) = (a.term(&mut self.terms, 64), b.term(&mut self.terms, 64));
                let term = self.terms.ite(condition, a, b);
                Value::of(&self.terms, term)
            }
        };
        self.set_result_value(site, result);
        Ok(())
    }

    pub(crate) fn is_symbolic_call(&mut self, site: &CallSite) -> Outcome<()> {
        let is_symbolic = matches!(self.argument(site, 0, 64)?, Value::Symbolic(_));
        self.set_result(site, u64::from(is_symbolic));
        Ok(())
    }

    pub(crate) fn accessible_call(&mut self, site: &CallSite) -> Outcome<()> {
        let address = self.address_argument(site, 0)?;
        let rest = self.settled_rest(address)?;
        self.set_result(site, rest);
        Ok(())
    }

    pub(crate) fn known_text_call(&mut self, site: &CallSite) -> Outcome<()> {
        let address = self.address_argument(site, 0)?;
        let limit = self.argument(site, 1, 64)?;
        let limit = self.concrete(limit) as u64;
        let rest =
            self.live_object(address, 1).map_or(0, |object| object.base + object.size - address);
        let length = (0..rest.min(limit))
            .take_while(|i| {
                matches!(self.state.memory.byte(address + i), Byte::Concrete(byte) if byte != 0)
            })
            .count();
        self.set_result(site, length as u64);
        Ok(())
    }

    pub(crate) fn write_call(&mut self, site: &CallSite) -> Outcome<()> {
        let descriptor = self.argument(site, 0, 32)?;
        let descriptor = self.concrete(descriptor);
        let address = self.address_argument(site, 1)?;
        let size = self.argument(site, 2, 64)?;
        let size = self.concrete(size) as u64;
        if size > 0 {
            self.check_access(address, size, false)?;
        }
        if !self.keep_output || !matches!(descriptor, 1 | 2) {
            return Ok(());
        }
        for i in 0..size {
            if self.log.output.len() + self.log.errors.len() == MAX_OUTPUT {
                return self.unsupported("more output than 256 MiB");
            }
            let value = self.read(address + i, 8);
            let byte = self.current(value) as u8;
            let stream = if descriptor == 1 { &mut self.log.output } else { &mut self.log.errors };
            stream.push(byte);
        }
        Ok(())
    }

    pub(crate) fn unsupported_call(&mut self, site: &CallSite) -> Outcome<()> {
        let text = self.address_argument(site, 0)?;
        let what = self.concrete_text(text);
        Err(PathEnd::Unsupported { what, place: self.place() })
    }

    /// Fixes a value to what it is on this path; other values wait until nothing else leads on.
    pub(crate) fn concretise_call(&mut self, site: &CallSite) -> Outcome<()> {
        let bits = site.result_leaves.first().map_or(64, |leaf| leaf.bits);
        let mut value = self.argument(site, 0, bits)?;
        if let Value::Symbolic(term) = value {
            self.rely_on(term);
            value =
                Value::Concrete(self.choose(term, 1, "a value that a library function needs")?);
        }
        self.set_result_value(site, value);
        Ok(())
    }

    /// The value on this path, for what the program cannot observe.
    pub(crate) fn current_call(&mut self, site: &CallSite) -> Outcome<()> {
        let value = self.argument(site, 0, 64)?;
        let number = self.current(value);
        self.set_result_value(site, Value::Concrete(number));
        Ok(())
    }

    /// An amount that is not below the width; the program goes on.
    pub(crate) fn check_shift_call(&mut self, site: &CallSite) -> Outcome<()> {
        if let Some(bits) = self.failed_check(site, FindingKind::BadShift)? {
            let message = format!("a value of {bits} bits is shifted by more than {}", bits - 1);
            self.report(FindingKind::BadShift, message);
        }
        Ok(())
    }

    pub(crate) fn check_quotient_call(&mut self, site: &CallSite) -> Outcome<()> {
        match self.failed_check(site, FindingKind::SignedOverflow)? {
            Some(bits) => self.quotient_overflow(bits),
            None => Ok(()),
        }
    }

    /// The width in question, if the condition does not hold.
    fn failed_check(&mut self, site: &CallSite, kind: FindingKind) -> Outcome<Option<u32>> {
        let holds = self.argument(site, 0, 1)?.term(&mut self.terms, 1);
        let bits = self.argument(site, 1, 32)?;
        let holds = self.decide(holds, Decision::Check(kind))?;
        Ok((!holds).then(|| self.concrete(bits) as u32))
    }

    /// The value as if all of it had been written.
    pub(crate) fn initialised_call(&mut self, site: &CallSite) -> Outcome<()> {
        let mut value = self.argument(site, 0, 64)?;
        if let Value::Symbolic(term) = value
            && !self.keeps_unset
            && self.terms.variables(term).is_empty()
        {
            value = Value::Concrete(self.evaluate(term));
        }
        self.set_result_value(site, value);
        Ok(())
    }
}

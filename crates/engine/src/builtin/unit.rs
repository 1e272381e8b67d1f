//! Inputs of a unit, made by its driver; `runtime/unit.h` says what each primitive promises.
//!
//! The first run of a program, and only that, has no input of its own: there an input may start
//! with another value than zero.

use crate::code::CallSite;
use crate::input::Cut;
use crate::machine::{Machine, Outcome};
use crate::memory::{Byte, Extent, Made};
use crate::path::{Decision, PathEnd};
use crate::value::Value;
use assay_expr::{Term, Value as Number, VarId};
use assay_verdict::{InputSource, Shown, UnitInput};

/// Values of `enum unit_kind`.
const UNSIGNED: u32 = 2;
const BOOL: u32 = 3;
const FLOAT: u32 = 5;

fn shown(kind: u32) -> Shown {
    match kind {
        UNSIGNED => Shown::Unsigned,
        BOOL => Shown::Bool,
        FLOAT => Shown::Float,
        _ => Shown::Signed,
    }
}

/// Bits of a value that are its own; a `long double` is padded.
fn value_bits(size: u32, kind: u32) -> u32 {
    match (kind, size) {
        (FLOAT, 12 | 16) => 80,
        _ => size * 8,
    }
}

impl Machine {
    fn unit_scalar(
        &mut self,
        name: &str,
        input: UnitInput,
        shown: Shown,
        bits: u32,
        first: Option<Number>,
    ) -> Term {
        let term = self.scalar_input(name, InputSource::Unit(input), shown, bits);
        if let Some(first) = first {
            self.begin_with(first);
        }
        term
    }

    /// Gives the newest variable its value on the first run.
    pub(crate) fn begin_with(&mut self, value: Number) {
        let newest = self.state.inputs.last().and_then(|record| record.variables.last().copied());
        if self.is_first_run
            && newest != self.given.newest
            && let Some(variable) = newest
        {
            self.inputs.set(variable, value);
        }
    }

    fn number_argument(&mut self, site: &CallSite, n: usize, bits: u32) -> Outcome<u64> {
        let value = self.argument(site, n, bits)?;
        Ok(self.concrete(value) as u64)
    }

    /// `(at, size, kind, lvalue, keep)`.
    pub(crate) fn unit_value(&mut self, site: &CallSite) -> Outcome<()> {
        let at = self.address_argument(site, 0)?;
        let size = self.number_argument(site, 1, 32)? as u32;
        let kind = self.number_argument(site, 2, 32)? as u32;
        let name = self.name_argument(site, 3)?;
        let keep = self.number_argument(site, 4, 1)? != 0;
        let bits = value_bits(size, kind);
        if bits == 0 {
            return self.unsupported("an input of no bytes");
        }
        if bits > 128 {
            return self.byte_inputs(at, u64::from(size), shown(kind), &name, keep);
        }
        self.check_access(at, u64::from(size), true)?;
        let mut first = (kind == BOOL).then_some(0);
        let mut input = UnitInput::Value;
        if keep {
            let value = self.read(at, bits);
            let value = self.concrete(value);
            first = Some(value);
            let bytes = value.to_le_bytes();
            input = UnitInput::Global { initial: bytes[..bits.div_ceil(8) as usize].to_vec() };
        }
        let term = self.unit_scalar(&name, input, shown(kind), bits, first);
        if kind == BOOL {
            let two = self.terms.constant(bits, 2);
            let is_truth = self.terms.ult(term, two);
            self.assume(is_truth)?;
        }
        self.write(at, Value::Symbolic(term), bits);
        Ok(())
    }

    /// `(at, size, is_text, lvalue, keep)`.
    pub(crate) fn unit_bytes(&mut self, site: &CallSite) -> Outcome<()> {
        let at = self.address_argument(site, 0)?;
        let size = self.number_argument(site, 1, self.pointer_width())?;
        let is_text = self.number_argument(site, 2, 1)? != 0;
        let name = self.name_argument(site, 3)?;
        let keep = self.number_argument(site, 4, 1)? != 0;
        let shown = if is_text { Shown::Text } else { Shown::Bytes };
        if size == 0 { Ok(()) } else { self.byte_inputs(at, size, shown, &name, keep) }
    }

    /// One input of many bytes, each a variable of its own.
    fn byte_inputs(
        &mut self,
        at: u64,
        size: u64,
        shown: Shown,
        name: &str,
        keep: bool,
    ) -> Outcome<()> {
        self.check_access(at, size, true)?;
        let mut variables = Vec::with_capacity(size as usize);
        let mut initial = Vec::new();
        for i in 0..size {
            let first = match self.state.memory.byte(at + i) {
                Byte::Concrete(byte) if keep => byte,
                _ => 0,
            };
            let (variable, term) = self.fresh_variable(8);
            if !keep {
                self.draw_first_value(variable, 8);
            } else if self.is_first_run {
                self.inputs.set(variable, Number::from(first));
            }
            initial.push(first);
            variables.push(variable);
            self.write_input(at + i, term);
        }
        let input = if keep { UnitInput::Global { initial } } else { UnitInput::Value };
        self.log_input(name, InputSource::Unit(input), shown, variables, size);
        self.cut_newest(at);
        Ok(())
    }

    /// The newest input is about an object that may have fewer elements than there is room for.
    fn cut_newest(&mut self, at: u64) {
        let Some((_, made)) = self.state.objects.made_at(at) else { return };
        let Some(Extent { count, is_signed, element, .. }) = made.extent else { return };
        let variable = self.terms.variables(count).first().copied();
        if let (Some(variable), Some(record)) = (variable, self.state.inputs.back_mut()) {
            let bits = self.terms.variable_width(variable);
            record.cut = Some(Cut { variable, bits, is_signed, element });
        }
    }

    /// `(bits, kind, lvalue)`.
    pub(crate) fn unit_bits(&mut self, site: &CallSite) -> Outcome<()> {
        let bits = (self.number_argument(site, 0, 32)? as u32).clamp(1, 64);
        let kind = self.number_argument(site, 1, 32)? as u32;
        let name = self.name_argument(site, 2)?;
        let term = self.unit_scalar(&name, UnitInput::Value, shown(kind), bits, None);
        let whole = self.terms.zero_extend(term, 64);
        self.set_result_value(site, Value::Symbolic(whole));
        Ok(())
    }

    /// `(lvalue, options)`.
    pub(crate) fn unit_choice(&mut self, site: &CallSite) -> Outcome<()> {
        let name = self.name_argument(site, 0)?;
        let options = self.name_argument(site, 1)?;
        let place = self.newest_place().filter(|_| options.contains('#'));
        let options = options.split('|').map(str::to_string).collect();
        let term =
            self.unit_scalar(&name, UnitInput::Pointer { options }, Shown::Pointer, 8, Some(0));
        if let Some(record) = self.state.inputs.back_mut() {
            record.place = place;
        }
        let whole = self.terms.zero_extend(term, 32);
        self.set_result_value(site, Value::Symbolic(whole));
        Ok(())
    }

    /// Where the pointer that is made next may point to in a sequence.
    fn newest_place(&self) -> Option<(VarId, u64)> {
        let places = self.state.inputs.iter().rev().filter_map(|record| match *record.source {
            InputSource::Unit(UnitInput::Place { most }) => {
                Some((*record.variables.first()?, most))
            }
            _ => None,
        });
        places.into_iter().next()
    }

    /// `(name, most)`.
    pub(crate) fn unit_place(&mut self, site: &CallSite) -> Outcome<()> {
        let bits = self.pointer_width();
        let name = self.name_argument(site, 0)?;
        let most = self.number_argument(site, 1, bits)?;
        let term = self.unit_scalar(&name, UnitInput::Place { most }, Shown::Unsigned, bits, None);
        self.set_result_value(site, Value::Symbolic(term));
        Ok(())
    }

    /// `(name, least, most)`.
    pub(crate) fn unit_count(&mut self, site: &CallSite) -> Outcome<()> {
        let bits = self.pointer_width();
        let name = self.name_argument(site, 0)?;
        let least = self.number_argument(site, 1, bits)?;
        let most = self.number_argument(site, 2, bits)?;
        let first = Some(Number::from(most));
        let term = self.unit_scalar(&name, UnitInput::Count, Shown::Unsigned, bits, first);
        let least = self.terms.constant(bits, Number::from(least));
        let beyond = self.terms.constant(bits, Number::from(most) + 1);
        let is_enough = self.terms.ule(least, term);
        let is_within = self.terms.ult(term, beyond);
        self.assume(is_enough)?;
        self.assume(is_within)?;
        self.set_result_value(site, Value::Symbolic(term));
        Ok(())
    }

    /// `(name, at, type, count, is_single)`.
    pub(crate) fn unit_object(&mut self, site: &CallSite) -> Outcome<()> {
        let name = self.name_argument(site, 0)?;
        let address = self.address_argument(site, 1)?;
        let element = self.number_argument(site, 2, 32)? as u32;
        let count = self.number_argument(site, 3, self.pointer_width())?;
        let is_single = self.number_argument(site, 4, 1)? != 0;
        let object = UnitInput::Object { element, count, is_single, address };
        self.log_input(&name, InputSource::Unit(object), Shown::Bytes, Vec::new(), 0);
        self.cut_newest(address);
        Ok(())
    }

    /// `(number, size, first, front, back, is_lazy, is_enough)`.
    pub(crate) fn unit_reserve(&mut self, site: &CallSite) -> Outcome<()> {
        let bits = self.pointer_width();
        let number = self.number_argument(site, 0, 32)? as u32;
        let size = self.number_argument(site, 1, bits)?;
        let shown = self.number_argument(site, 2, bits)?;
        let front = self.number_argument(site, 3, bits)?;
        let back = self.number_argument(site, 4, bits)?;
        let is_lazy = self.number_argument(site, 5, 1)? != 0;
        let is_enough = self.number_argument(site, 6, 1)? != 0;
        let made = Made { number, origin: 0, shown, front, back, is_enough, extent: None };
        let objects = &mut self.state.objects;
        if objects.live_bytes + size > self.limits.heap {
            return Err(PathEnd::OutOfMemory);
        }
        let Some(base) = objects.allocate_made(size, made) else {
            return Err(PathEnd::OutOfMemory);
        };
        self.state.memory.map(base, size, 0, !is_lazy);
        self.set_result(site, base);
        Ok(())
    }

    /// `(at, size)`: less than it was.
    pub(crate) fn unit_resize(&mut self, site: &CallSite) -> Outcome<()> {
        let at = self.address_argument(site, 0)?;
        let size = self.number_argument(site, 1, self.pointer_width())?;
        // It may have got room in front by now.
        if let Some(before) = self.live_object(at, 0)
            && at + size < before.base + before.size
        {
            let end = before.base + before.size;
            self.state.objects.resize(before.base, at + size - before.base);
            self.state.memory.unmap(at + size, end - at - size);
        }
        Ok(())
    }

    /// `(at, length, length_size, is_signed, element)`.
    pub(crate) fn unit_extent(&mut self, site: &CallSite) -> Outcome<()> {
        let at = self.address_argument(site, 0)?;
        let length = self.address_argument(site, 1)?;
        let bits = self.number_argument(site, 2, 32)? as u32 * 8;
        let is_signed = self.number_argument(site, 3, 1)? != 0;
        let element = self.number_argument(site, 4, self.pointer_width())?;
        let count = self.read(length, bits).term(&mut self.terms, bits);
        if let Some(made) = self.state.objects.made_mut(at) {
            made.extent = Some(Extent { count, is_signed, element, known: 0 });
        }
        Ok(())
    }

    /// How far bounds are raised on this path.
    pub(crate) fn unit_level(&mut self, site: &CallSite) -> Outcome<()> {
        let level = if self.limits.grows { self.decide_level()? } else { 0 };
        self.set_result(site, level);
        Ok(())
    }

    fn decide_level(&mut self) -> Outcome<u64> {
        let term = self.unit_scalar("(bounds)", UnitInput::Level, Shown::Unsigned, 64, None);
        for level in 0..UnitInput::MAX_LEVEL {
            let first = self.terms.constant(64, Number::from(UnitInput::RAISED + level + 1));
            let above = self.terms.sub(term, first);
            let rest = self.terms.constant(64, Number::from(UnitInput::MAX_LEVEL - level));
            let is_raised = self.terms.ult(above, rest);
            if !self.decide(is_raised, Decision::Growth(level))? {
                return Ok(level);
            }
        }
        Ok(UnitInput::MAX_LEVEL)
    }

    /// `(function)`: who makes what the program looks at.
    pub(crate) fn unit_maker(&mut self, site: &CallSite) -> Outcome<()> {
        let address = self.address_argument(site, 0)?;
        self.state.maker = self.subject.image.addresses.function_at(address);
        Ok(())
    }

    /// `(function)`: who makes what is answered.
    pub(crate) fn unit_answerer(&mut self, site: &CallSite) -> Outcome<()> {
        let address = self.address_argument(site, 0)?;
        self.state.answerer = self.subject.image.addresses.function_at(address);
        Ok(())
    }

    /// `(at, number)`: the object that was asked for; null where there is no room for one.
    pub(crate) fn unit_answered(&mut self, site: &CallSite) -> Outcome<()> {
        let at = self.address_argument(site, 0)?;
        let number = self.number_argument(site, 1, 32)? as u32;
        self.state.answers.push((at, number));
        Ok(())
    }

    /// It is done.
    pub(crate) fn unit_made(&mut self) -> Outcome<()> {
        self.state.is_making = false;
        Ok(())
    }

    /// `(value)`: of the newest input, on the first run.
    pub(crate) fn unit_first(&mut self, site: &CallSite) -> Outcome<()> {
        let value = self.argument(site, 0, 64)?;
        let value = self.concrete(value);
        self.begin_with(value);
        Ok(())
    }
}

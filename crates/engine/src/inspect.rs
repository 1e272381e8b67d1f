//! What the machine's state holds when a run has ended, by the names of the program model.
//!
//! A run that was stopped in front of a decision (see [`Limits::events`](crate::Limits::events))
//! leaves the state in which the decision would be taken. Whoever knows the program in another form
//! can read there what its own variables stand for. An observer ([`Machine::observer`]) does so
//! while a run goes on.

use crate::machine::Machine;
use crate::value::Value;
use assay_base::Id;
use assay_expr::{Term, Value as Number};
use assay_program::{BlockId, FuncId, GlobalId, ValueId};

/// A call in progress.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Call {
    pub function: FuncId,
    /// It belongs to the library's model.
    pub is_model: bool,
    /// The instruction of the caller that made it; none for the first, and for what the machine
    /// itself calls.
    pub site: Option<(BlockId, usize)>,
}

impl Machine {
    /// Lets the observer look.
    pub(crate) fn show_state(&mut self, point: u32) {
        if let Some(mut observer) = self.observer.take() {
            observer(self, point);
            self.observer = Some(observer);
        }
    }

    /// Whether this run has done something undefined already.
    pub fn has_findings(&self) -> bool {
        !self.log.findings.is_empty()
    }

    /// The calls in progress, outermost first.
    pub fn calls(&self) -> Vec<Call> {
        let code = &self.subject.code;
        let mut caller: Option<FuncId> = None;
        let mut calls = Vec::with_capacity(self.state.frames.len());
        for frame in &self.state.frames {
            let of = |function: FuncId| code.functions[function.index()].as_ref();
            let site = caller.and_then(of).and_then(|code| code.call_at(frame.return_to));
            let is_model = of(frame.function).is_some_and(|code| code.is_model);
            calls.push(Call { function: frame.function, is_model, site });
            caller = Some(frame.function);
        }
        calls
    }

    /// What a value is in one of the [`calls`](Machine::calls), as a term of this width.
    pub fn value_in(&mut self, call: usize, value: ValueId, bits: u32) -> Option<Term> {
        let term = self.slot_in(call, value, bits)?.term(&mut self.terms, bits);
        (self.terms.width(term) == bits).then_some(term)
    }

    /// The same as a number: what it is on the input of this run.
    pub fn number_in(&mut self, call: usize, value: ValueId, bits: u32) -> Option<Number> {
        match self.slot_in(call, value, bits)? {
            Value::Concrete(number) => Some(number & (Number::MAX >> (128 - bits))),
            Value::Symbolic(term) => (self.terms.width(term) == bits).then(|| self.evaluate(term)),
        }
    }

    fn slot_in(&self, call: usize, value: ValueId, bits: u32) -> Option<Value> {
        let frame = self.state.frames.get(call)?;
        let code = self.subject.code.functions[frame.function.index()].as_ref()?;
        let at = frame.base as usize + *code.slots.get(value.index())? as usize;
        if let Some(term) = *self.state.shadows.get(at)? {
            return Some(Value::Symbolic(term));
        }
        let word = |at: usize| self.state.registers.get(at).map(|&word| Number::from(word));
        let high = if bits > 64 { word(at + 1)? << 64 } else { 0 };
        Some(Value::Concrete(word(at)? | high))
    }

    /// What memory holds at an address, on the input of this run. Where nobody has written, that is
    /// what the compiler fills variables with.
    pub fn number_at(&mut self, address: u64, bits: u32) -> Option<Number> {
        if !self.state.memory.is_accessible(address, u64::from(bits).div_ceil(8), false) {
            return None;
        }
        match self.read(address, bits) {
            Value::Concrete(number) => Some(number),
            Value::Symbolic(term) => Some(self.evaluate(term)),
        }
    }

    /// Where a variable of the program lies, as a number.
    pub fn place_of(&self, global: GlobalId) -> u64 {
        self.subject.image.addresses.global(global)
    }

    /// What memory holds at a fixed address; none where nobody has written.
    pub fn memory_at(&mut self, address: Term, offset: u64, bits: u32) -> Option<Term> {
        let address = self.terms.as_constant(address)? as u64;
        let (address, bytes) = (address.checked_add(offset)?, u64::from(bits).div_ceil(8));
        if !self.state.memory.is_accessible(address, bytes, false) {
            return None;
        }
        let value = self.read(address, bits);
        let term = value.term(&mut self.terms, bits);
        (!self.terms.reads_uninitialised(term)).then_some(term)
    }

    /// The n-th of the variables of this width that are no input of any path.
    pub fn anything(&mut self, number: u32, bits: u32) -> Term {
        // Behind the last input that a path can have.
        self.variables.get(&mut self.terms, u32::MAX - number, bits).1
    }

    /// Where a variable of the program lies.
    pub fn address_of(&mut self, global: GlobalId) -> Term {
        let address = self.subject.image.addresses.global(global);
        let bits = u32::from(self.subject.code.pointer_bits);
        self.terms.constant(bits, Number::from(address))
    }
}

//! Calls that ask the outside world: whether they fail is a choice, where the user wants such paths
//! (`--calls-may-fail`, or only those for memory). Natively the harness lets the same calls fail.
//!
//! A call that fails does nothing but say so: what it would have written stays as it was. Those
//! that read or write so many bytes or elements may also be given a smaller number of them. Only
//! calls whose result the program looks at are offered to fail.

use crate::code::CallSite;
use crate::machine::{Machine, Outcome};
use crate::path::Decision;
use crate::value::Value;
use assay_expr::{Term, Value as Number};
use assay_program::outside::{Answer, Failure, OutsideCall, Stream};
use assay_program::{FuncId, GlobalId, Primitive, Program};
use assay_verdict::{InputSource, PartDone, Shown, WorldPart};
use std::sync::Arc;

/// Bits of the input that says how a call fails.
const CHOICE_BITS: u32 = 8;

/// What streams say once they have failed (`STREAM_FAILED` in `runtime/assay.h`), in their first
/// word.
const STREAM_FAILED: Number = 0x20;

/// How a call of this function asks the outside world, if it does. One that changes the size of an
/// object decides itself whether it fails, when it knows whether memory is wanted.
pub(crate) fn asked(program: &Program, function: FuncId) -> Option<Arc<OutsideCall>> {
    let called = &program.functions[function];
    let decides = called.role.primitive() == Some(Primitive::Resize);
    called.outside.clone().filter(|_| !decides)
}

/// What becomes of a call.
pub(crate) enum Fate {
    Works,
    /// It has its result already.
    Fails,
    /// The argument of this number is to have this value.
    DoesPart(usize, Value),
}

impl Machine {
    /// What becomes of this call; one that fails is over.
    pub(crate) fn fate(&mut self, outside: Option<&OutsideCall>, site: &CallSite) -> Outcome<Fate> {
        let Some(call) = outside else { return Ok(Fate::Works) };
        let fate = self.decide_fate(call, site)?;
        self.state.pc += u32::from(matches!(fate, Fate::Fails));
        Ok(fate)
    }

    /// The same of a call that is asked for while it is carried out, unless the library itself
    /// makes it.
    pub(crate) fn is_refused(&mut self, function: FuncId, site: &CallSite) -> Outcome<bool> {
        let outside = self.subject.program.functions[function].outside.clone();
        match outside.filter(|_| !self.is_in_model()) {
            Some(call) => Ok(matches!(self.decide_fate(&call, site)?, Fate::Fails)),
            None => Ok(false),
        }
    }

    fn decide_fate(&mut self, call: &OutsideCall, site: &CallSite) -> Outcome<Fate> {
        let number = self.count_call(call);
        let offered = call.failure.as_ref().filter(|_| site.is_result_used && self.may_fail(call));
        self.note_assumption(call, site, offered.is_some());
        let Some(failure) = offered else { return Ok(Fate::Works) };
        let is_stream = failure.stream.is_some();
        let end = if is_stream { PartDone::Fails } else { PartDone::Works };
        let part = WorldPart::Call {
            function: call.name.to_string(),
            number,
            errors: failure.errors.clone(),
            part: failure.count.map(|_| end),
        };
        let name = format!("errno of {} {number}", call.name);
        let choice =
            self.scalar_input(&name, InputSource::World { part }, Shown::Unsigned, CHOICE_BITS);
        self.begin_with(0);
        let none = self.terms.constant(CHOICE_BITS, 0);
        let works = self.terms.eq(choice, none);
        if self.decide(works, Decision::Choice(0))? {
            return Ok(Fate::Works);
        }
        if let Some(argument) = failure.count
            && let Some(count) = self.part_of(argument, choice, site)?
        {
            if is_stream {
                self.note_error(failure, choice, site)?;
            }
            return Ok(Fate::DoesPart(argument, count));
        }
        self.fail_call(failure, choice, site)?;
        Ok(Fate::Fails)
    }

    /// The smaller number that the argument is to have, if the choice is one of those that stand
    /// for a part. See [`WorldPart::most`].
    fn part_of(
        &mut self,
        argument: usize,
        choice: Term,
        site: &CallSite,
    ) -> Outcome<Option<Value>> {
        let first = self.terms.constant(CHOICE_BITS, WorldPart::FIRST_PART.into());
        let fails = self.terms.ult(choice, first);
        if self.decide(fails, Decision::Choice(1))? {
            return Ok(None);
        }
        let bits = self.pointer_width();
        let count = self.argument(site, argument, bits)?;
        let count = count.term(&mut self.terms, bits);
        let choice = self.terms.resize(choice, bits);
        let before = self.terms.constant(bits, Number::from(WorldPart::FIRST_PART - 1));
        let most = self.terms.sub(choice, before);
        let is_less = self.terms.ult(most, count);
        let least = self.terms.ite(is_less, most, count);
        Ok(Some(Value::of(&self.terms, least)))
    }

    fn may_fail(&self, call: &OutsideCall) -> bool {
        let world = &self.subject.world;
        world.calls_may_fail || world.allocation_may_fail && call.allocates
    }

    /// The number of this call among those of the function, from 1 on.
    fn count_call(&mut self, call: &OutsideCall) -> u32 {
        if !self.may_fail(call) {
            return 0;
        }
        let count = self.state.outside_calls.entry(Arc::clone(&call.name)).or_default();
        *count += 1;
        *count
    }

    /// That the call answered as it did is an assumption, unless it could not have answered
    /// otherwise, or the program would not have noticed. One that fails may have other error
    /// numbers than those that are offered.
    fn note_assumption(&mut self, call: &OutsideCall, site: &CallSite, is_offered: bool) {
        let looks_at_errors = self.subject.code.mentions_error_number;
        let answer = call.failure.as_ref().map(|failure| failure.answer);
        let has_other_errors =
            !call.allocates && (looks_at_errors || answer == Some(Answer::ErrorNumber));
        let is_noticed = site.is_result_used || call.varies || looks_at_errors;
        if is_noticed && (call.varies || !is_offered || has_other_errors) {
            self.assumed.insert(Arc::clone(&call.name));
        }
    }

    fn fail_call(&mut self, failure: &Failure, choice: Term, site: &CallSite) -> Outcome<()> {
        let error = self.note_error(failure, choice, site)?;
        let bits = site.result_leaves.first().map_or(32, |leaf| leaf.bits);
        let answer = match failure.answer {
            Answer::MinusOne => self.terms.constant(bits, Number::MAX >> (128 - bits)),
            Answer::Zero => self.terms.constant(bits, 0),
            Answer::ErrorNumber => self.terms.resize(error, bits),
        };
        self.set_result_value(site, Value::of(&self.terms, answer));
        Ok(())
    }

    /// The error number, which the program and the stream know.
    fn note_error(&mut self, failure: &Failure, choice: Term, site: &CallSite) -> Outcome<Term> {
        let error = self.error_number(failure, choice);
        if failure.answer != Answer::ErrorNumber {
            self.set_error_number(Value::of(&self.terms, error));
        }
        if let Some(stream) = failure.stream {
            self.mark_stream(stream, site)?;
        }
        Ok(error)
    }

    /// Every choice but 0 means something: the error of that number, or the last one. See
    /// [`WorldPart::error`].
    fn error_number(&mut self, failure: &Failure, choice: Term) -> Term {
        let errors = &failure.errors;
        let number = |error: i32| Number::from(error as u32);
        let last = errors.last().map_or(0, |&error| number(error));
        let mut chosen = self.terms.constant(32, last);
        for (index, &error) in errors.iter().enumerate().rev().skip(1) {
            let this = self.terms.constant(CHOICE_BITS, index as Number + 1);
            let is_this = self.terms.eq(choice, this);
            let error = self.terms.constant(32, number(error));
            chosen = self.terms.ite(is_this, error, chosen);
        }
        if failure.count.is_some() {
            let part = self.terms.constant(CHOICE_BITS, WorldPart::FIRST_PART.into());
            let is_error = self.terms.ult(choice, part);
            let first = self.terms.constant(32, errors.first().map_or(0, |&error| number(error)));
            chosen = self.terms.ite(is_error, chosen, first);
        }
        chosen
    }

    fn mark_stream(&mut self, stream: Stream, site: &CallSite) -> Outcome<()> {
        let address = match stream {
            Stream::Argument(index) => self.address_argument(site, index)?,
            Stream::Input => self.standard_stream(self.subject.program.platform.input),
            Stream::Output => self.standard_stream(self.subject.program.platform.output),
        };
        // Null means all of them, and none in particular.
        if address == 0 {
            return Ok(());
        }
        self.check_access(address, 4, true)?;
        let flags = self.read(address, 32);
        let flags = flags.term(&mut self.terms, 32);
        let failed = self.terms.constant(32, STREAM_FAILED);
        let flags = self.terms.or(flags, failed);
        self.write(address, Value::of(&self.terms, flags), 32);
        Ok(())
    }

    /// Where a standard stream lies; 0 where the program has none.
    fn standard_stream(&mut self, stream: Option<GlobalId>) -> u64 {
        let Some(variable) = self.global_address(stream) else { return 0 };
        let stream = self.read(variable, self.pointer_width());
        self.concrete(stream) as u64
    }
}

//! Calls that ask the outside world: whether they fail is a choice, where the user wants such paths
//! (`--malloc-may-fail`, `--calls-may-fail`). Natively the harness lets the same calls fail.
//!
//! A call that fails does nothing but say so: what it would have written stays as it was. Only calls whose result the
//! program looks at are offered to fail.

use crate::code::CallSite;
use crate::machine::{Machine, Outcome};
use crate::path::Decision;
use crate::value::Value;
use assay_expr::{Term, Value as Number};
use assay_program::outside::{Answer, Failure, OutsideCall, Stream, call_named};
use assay_program::{FuncId, Program};
use assay_verdict::{InputSource, Shown, WorldPart};

/// Bits of the input that says how a call fails.
const CHOICE_BITS: u32 = 8;

/// See [`Machine::ends_in_failure`].
pub(crate) const REALLOC: &str = "realloc";

/// By what the program gets at the error number.
pub(crate) const ERRNO_FUNCTION: &str = "__errno_location";

/// What streams say once they have failed (`STREAM_FAILED` in `runtime/assay.h`), in their first word.
const STREAM_FAILED: Number = 0x20;

/// The library's function of this id, if it asks the outside world.
pub(crate) fn asked(program: &Program, function: FuncId) -> Option<&'static OutsideCall> {
    let called = &program.functions[function];
    call_named(&called.name).filter(|_| called.body.is_none() || called.is_model)
}

impl Machine {
    /// Whether a call is over because it has failed. `realloc` decides itself, when it knows whether memory is wanted.
    pub(crate) fn ends_in_failure(
        &mut self,
        outside: Option<&'static OutsideCall>,
        site: &CallSite,
    ) -> Outcome<bool> {
        let Some(call) = outside.filter(|call| call.name != REALLOC) else { return Ok(false) };
        let fails = self.fails(call, site)?;
        self.state.pc += u32::from(fails);
        Ok(fails)
    }

    /// The same of a call that is asked for while it is carried out, unless the library itself makes it.
    pub(crate) fn is_refused(&mut self, function: &str, site: &CallSite) -> Outcome<bool> {
        match call_named(function).filter(|_| !self.is_in_model()) {
            Some(call) => self.fails(call, site),
            None => Ok(false),
        }
    }

    /// Whether this call of the program fails; then it has its result.
    fn fails(&mut self, call: &'static OutsideCall, site: &CallSite) -> Outcome<bool> {
        let number = self.count_call(call);
        let offered = call.failure.as_ref().filter(|_| site.is_result_used && self.may_fail(call));
        self.note_assumption(call, site, offered.is_some());
        let Some(failure) = offered else { return Ok(false) };
        let part = WorldPart::Call {
            function: call.name.to_string(),
            number,
            errors: failure.errors.clone(),
        };
        let name = format!("errno of {} {number}", call.name);
        let choice =
            self.scalar_input(&name, InputSource::World { part }, Shown::Unsigned, CHOICE_BITS);
        self.begin_with(0);
        let none = self.terms.constant(CHOICE_BITS, 0);
        let works = self.terms.eq(choice, none);
        if self.decide(works, Decision::Choice(0))? {
            return Ok(false);
        }
        self.fail_call(failure, choice, site)?;
        Ok(true)
    }

    fn may_fail(&self, call: &OutsideCall) -> bool {
        let world = &self.subject.world;
        world.calls_may_fail || world.allocation_may_fail && call.allocates
    }

    /// The number of this call among those of the function, from 1 on.
    fn count_call(&mut self, call: &'static OutsideCall) -> u32 {
        if !self.may_fail(call) {
            return 0;
        }
        let count = self.state.outside_calls.entry(call.name).or_default();
        *count += 1;
        *count
    }

    /// That the call answered as it did is an assumption, unless it could not have answered otherwise, or the
    /// program would not have noticed.
    fn note_assumption(&mut self, call: &OutsideCall, site: &CallSite, is_offered: bool) {
        let is_noticed = site.is_result_used || call.varies || self.subject.code.mentions_errno;
        if is_noticed && (call.varies || !is_offered) {
            self.assumed.insert(call.name);
        }
    }

    fn fail_call(&mut self, failure: &Failure, choice: Term, site: &CallSite) -> Outcome<()> {
        let error = self.error_number(&failure.errors, choice);
        if failure.answer != Answer::ErrorNumber {
            self.set_errno(Value::of(&self.terms, error));
        }
        let bits = site.result_leaves.first().map_or(32, |leaf| leaf.bits);
        let answer = match failure.answer {
            Answer::MinusOne => self.terms.constant(bits, Number::MAX >> (128 - bits)),
            Answer::Zero => self.terms.constant(bits, 0),
            Answer::ErrorNumber => self.terms.resize(error, bits),
        };
        self.set_result_value(site, Value::of(&self.terms, answer));
        match failure.stream {
            Some(stream) => self.mark_stream(stream, site),
            None => Ok(()),
        }
    }

    /// Every choice but 0 means something: the error of that number, or the last one. See [`WorldPart::error`].
    fn error_number(&mut self, errors: &[i32], choice: Term) -> Term {
        let number = |error: i32| Number::from(error as u32);
        let last = errors.last().map_or(0, |&error| number(error));
        let mut chosen = self.terms.constant(32, last);
        for (index, &error) in errors.iter().enumerate().rev().skip(1) {
            let this = self.terms.constant(CHOICE_BITS, index as Number + 1);
            let is_this = self.terms.eq(choice, this);
            let error = self.terms.constant(32, number(error));
            chosen = self.terms.ite(is_this, error, chosen);
        }
        chosen
    }

    fn mark_stream(&mut self, stream: Stream, site: &CallSite) -> Outcome<()> {
        let address = match stream {
            Stream::Argument(index) => self.address_argument(site, index)?,
            Stream::Input => self.standard_stream("stdin"),
            Stream::Output => self.standard_stream("stdout"),
        };
        // `fflush(NULL)` means all of them, and none in particular.
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
    fn standard_stream(&mut self, name: &str) -> u64 {
        let globals = &self.subject.program.globals;
        let Some((id, _)) = globals.iter().find(|(_, global)| global.name == name) else {
            return 0;
        };
        let variable = self.subject.image.addresses.global(id);
        let stream = self.read(variable, self.pointer_width());
        self.concrete(stream) as u64
    }
}

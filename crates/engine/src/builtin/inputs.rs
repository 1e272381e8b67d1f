//! Inputs: of functions that make them, and results of functions that are defined nowhere.

use crate::code::{CallSite, Leaf, LeafKind};
use crate::input::InputRecord;
use crate::machine::{Machine, Outcome};
use crate::memory::{Byte, Cell};
use crate::path::{Decision, PathEnd};
use crate::value::Value;
use assay_expr::{Term, VarId};
use assay_program::FuncId;
use assay_program::prototype::NEVER_RETURNED;
use assay_program::role::{Meaning, Role};
use assay_verdict::{FindingKind, InputSource, Shown};
use std::rc::Rc;
use std::sync::Arc;

/// Bytes of one object that can be made symbolic.
const MAX_OBJECT: u64 = 1 << 16;

impl Machine {
    pub(crate) fn fresh_variable(&mut self, width: u32) -> (VarId, Term) {
        let ordinal = self.state.next_ordinal;
        self.state.next_ordinal += 1;
        let (variable, term) = self.variables.get(&mut self.terms, ordinal, width);
        match self.is_concrete {
            true => (variable, self.terms.constant(width, self.inputs.get(variable))),
            false => (variable, term),
        }
    }

    /// Lets a byte of memory be an input.
    pub(crate) fn write_input(&mut self, address: u64, term: Term) {
        let byte = match self.terms.as_constant(term) {
            Some(value) => Byte::Concrete(value as u8),
            None => Byte::Symbolic(Cell { term, index: 0 }),
        };
        self.state.memory.write_byte(address, byte);
    }

    pub(crate) fn log_input(
        &mut self,
        name: &str,
        source: InputSource,
        shown: Shown,
        variables: Vec<VarId>,
        size: u64,
    ) {
        self.state.inputs.push_back(InputRecord {
            name: name.into(),
            source: Rc::new(source),
            shown,
            variables: variables.into(),
            size: size as u32,
            has_length: false,
            cut: None,
            place: None,
        });
    }

    /// A new input of one scalar.
    pub(crate) fn scalar_input(
        &mut self,
        name: &str,
        source: InputSource,
        shown: Shown,
        bits: u32,
    ) -> Term {
        let (variable, term) = self.fresh_variable(bits);
        self.draw_first_value(variable, bits);
        if let Some(value) = self.given.next(name, bits) {
            self.given.newest = Some(variable);
            self.inputs.set(variable, value);
        }
        self.log_input(name, source, shown, vec![variable], u64::from(bits.div_ceil(8)));
        term
    }

    /// Gives a new variable a random value on a first run that is to have them.
    pub(crate) fn draw_first_value(&mut self, variable: VarId, width: u32) {
        if self.is_first_run
            && let Some(rng) = &mut self.first_values
        {
            let bits = u128::from(rng.word()) << 64 | u128::from(rng.word());
            self.inputs.set(variable, bits >> (128 - width));
        }
    }

    /// A new variable for each of these bytes, which must be accessible.
    pub(crate) fn byte_variables(&mut self, address: u64, size: u64) -> Vec<VarId> {
        let byte = |machine: &mut Machine, i: u64| {
            let (variable, term) = machine.fresh_variable(8);
            machine.draw_first_value(variable, 8);
            machine.write_input(address + i, term);
            variable
        };
        (0..size).map(|i| byte(self, i)).collect()
    }

    /// A new input for every byte of an object that may be written.
    pub(crate) fn object_input(
        &mut self,
        address: u64,
        size: u64,
        name: &str,
        shown: Shown,
    ) -> Outcome<()> {
        self.check_access(address, size, true)?;
        if size > MAX_OBJECT {
            return self.unsupported(format!("a symbolic object of {size} bytes"));
        }
        let variables = self.byte_variables(address, size);
        let source = InputSource::Object { name: name.to_string() };
        self.log_input(name, source, shown, variables, size);
        Ok(())
    }

    /// Any value of the result's type.
    pub(crate) fn input(
        &mut self,
        function: FuncId,
        meaning: Meaning,
        site: &CallSite,
    ) -> Outcome<()> {
        let (source, label) = self.asked_for(function);
        let Some(leaf) = site.result_leaves.first().copied() else { return Ok(()) };
        if site.result_leaves.len() > 1 {
            let name = &self.subject.program.functions[function].name;
            return self.unsupported(format!("'{name}' returning a struct"));
        }
        let term = self.scalar_input(&label, source, shown_as(meaning, leaf), leaf.bits);
        self.set_term(site.result, leaf.bits, term);
        Ok(())
    }

    /// The source of an input that this function makes, and what it is called.
    fn asked_for(&self, function: FuncId) -> (InputSource, String) {
        let called = &self.subject.program.functions[function];
        (InputSource::Nondet { function: called.name.clone() }, called.label().to_string())
    }

    /// A function without a body: what it answers is an input, and the user is told once.
    pub(crate) fn call_external(&mut self, function: FuncId, site: &CallSite) -> Outcome<()> {
        let program = Arc::clone(&self.subject.program);
        let called = &program.functions[function];
        let name = called.name.clone();
        if let Some(native) = self.native_functions(&name) {
            return self.call_native(&*native, function, site);
        }
        match &called.role {
            Role::Unmodelled(what) => return self.unsupported(format!("'{name}': {what}")),
            Role::Stub => return self.unsupported(format!("'{name}': it is not there yet")),
            _ => {}
        }
        self.external_functions.insert(name.clone());
        if called.never_returns {
            return Err(PathEnd::Exited(NEVER_RETURNED));
        }
        let prototype = called.prototype.clone().unwrap_or_default();
        let answers = self.answers(&prototype, site)?;
        let most = self.write_outs(&name, &prototype, &answers, site)?;
        self.state.answers.clear();
        if let Role::Answered { .. } = called.role {
            self.answer_error_number(&name)?;
        }
        if let Some(answer) = answers.result {
            return self.return_answer(&name, &prototype, answer, site);
        }
        if let Some(target) = &prototype.result
            && site.result_leaves.len() == 1
        {
            return self.return_object(&name, target, site);
        }
        let mut slot = site.result;
        for leaf in &site.result_leaves {
            let source = InputSource::External { function: name.clone() };
            let term =
                self.scalar_input(&name, source, shown_as(Meaning::Signed, *leaf), leaf.bits);
            if let Some(most) = most {
                self.keep_within(&called.role, term, most, leaf.bits)?;
            }
            self.set_term(slot, leaf.bits, term);
            slot += leaf.slots();
        }
        Ok(())
    }

    /// What a function of the model that looks outside finds there.
    pub(crate) fn outside_input(&mut self, site: &CallSite) -> Outcome<()> {
        let function = self.name_argument(site, 0)?;
        let bits = site.result_leaves.first().map_or(32, |leaf| leaf.bits);
        let source = InputSource::External { function: function.clone() };
        let term = self.scalar_input(&function, source, Shown::Unsigned, bits);
        self.set_result_value(site, Value::Symbolic(term));
        Ok(())
    }

    pub(crate) fn assume_call(&mut self, site: &CallSite) -> Outcome<()> {
        let Some(arg) = site.args.first().and_then(|arg| arg.leaves.first()).copied() else {
            return Ok(());
        };
        let bits = arg.leaf.bits;
        let value = self.get_term(arg.slot, bits);
        let zero = self.terms.constant(bits, 0);
        let holds = self.terms.ne(value, zero);
        self.assume(holds)
    }

    pub(crate) fn assert_call(&mut self, site: &CallSite) -> Outcome<()> {
        let condition = self.argument(site, 0, 32)?.term(&mut self.terms, 32);
        let zero = self.terms.constant(32, 0);
        let holds = self.terms.ne(condition, zero);
        if self.decide(holds, Decision::Check(FindingKind::Assertion))? {
            return Ok(());
        }
        self.fail(FindingKind::Assertion, "the asserted condition does not hold".into())
    }

    pub(crate) fn input_bytes(&mut self, function: FuncId, site: &CallSite) -> Outcome<()> {
        let address = self.address_argument(site, 0)?;
        let size = self.argument(site, 1, 64)?;
        let size = self.concrete(size) as u64;
        let (_, label) = self.asked_for(function);
        self.object_input(address, size, &label, Shown::Bytes)
    }

    /// A number below the bound.
    pub(crate) fn input_below(&mut self, function: FuncId, site: &CallSite) -> Outcome<()> {
        let bits = u32::from(self.subject.code.pointer_bits);
        let bound = self.argument(site, 0, bits)?.term(&mut self.terms, bits);
        let (source, label) = self.asked_for(function);
        let term = self.scalar_input(&label, source, Shown::Unsigned, bits);
        let inside = self.terms.ult(term, bound);
        self.assume(inside)?;
        self.set_result_value(site, Value::Symbolic(term));
        Ok(())
    }

    /// Only inputs for which the condition holds are of interest.
    pub(crate) fn assume(&mut self, condition: Term) -> Outcome<()> {
        if self.decide(condition, Decision::Assumption)? {
            Ok(())
        } else {
            Err(PathEnd::AssumptionFailed)
        }
    }

    pub(crate) fn input_object(&mut self, site: &CallSite) -> Outcome<()> {
        let address = self.address_argument(site, 0)?;
        let size = self.argument(site, 1, 64)?;
        let size = self.concrete(size) as u64;
        let name = if site.args.len() > 2 {
            let text = self.address_argument(site, 2)?;
            self.concrete_text(text)
        } else {
            String::new()
        };
        let name = if name.is_empty() { "unnamed".to_string() } else { name };
        let shown = if matches!(size, 1 | 2 | 4 | 8) { Shown::Signed } else { Shown::Bytes };
        self.object_input(address, size, &name, shown)
    }

    /// A number with `begin <= it < end`.
    pub(crate) fn input_between(&mut self, function: FuncId, site: &CallSite) -> Outcome<()> {
        let (begin, end) = (self.argument(site, 0, 32)?, self.argument(site, 1, 32)?);
        let (begin, end) = (begin.term(&mut self.terms, 32), end.term(&mut self.terms, 32));
        let name = self.name_argument(site, 2)?;
        let (source, _) = self.asked_for(function);
        let term = self.scalar_input(&name, source, Shown::Signed, 32);
        let above = self.terms.sle(begin, term);
        let below = self.terms.slt(term, end);
        let inside = self.terms.and(above, below);
        self.assume(inside)?;
        self.set_result_value(site, Value::Symbolic(term));
        Ok(())
    }

    pub(crate) fn input_named(&mut self, function: FuncId, site: &CallSite) -> Outcome<()> {
        let name = self.name_argument(site, 0)?;
        let (source, _) = self.asked_for(function);
        let term = self.scalar_input(&name, source, Shown::Signed, 32);
        self.set_result_value(site, Value::Symbolic(term));
        Ok(())
    }

    pub(crate) fn name_argument(&mut self, site: &CallSite, n: usize) -> Outcome<String> {
        let text = self.address_argument(site, n)?;
        Ok(self.concrete_text(text))
    }

    /// `(file, line, message, …)`.
    pub(crate) fn report_error(&mut self, site: &CallSite) -> Outcome<()> {
        let message = self.name_argument(site, 2)?;
        self.fail(FindingKind::ReachError, message)
    }

    /// A variable becomes an input.
    pub(crate) fn input_at(
        &mut self,
        function: FuncId,
        bits: u8,
        meaning: Meaning,
        site: &CallSite,
    ) -> Outcome<()> {
        let address = self.address_argument(site, 0)?;
        let bits = if bits == 0 { self.subject.code.pointer_bits } else { bits };
        let (_, label) = self.asked_for(function);
        self.object_input(address, u64::from(bits) / 8, &label, shown(meaning))
    }
}

fn shown(meaning: Meaning) -> Shown {
    match meaning {
        Meaning::Signed => Shown::Signed,
        Meaning::Unsigned => Shown::Unsigned,
        Meaning::Truth => Shown::Bool,
        Meaning::Float => Shown::Float,
    }
}

/// How a value of this type is shown.
fn shown_as(meaning: Meaning, leaf: Leaf) -> Shown {
    match (leaf.kind, meaning) {
        (LeafKind::Float(_), _) => Shown::Float,
        (LeafKind::Pointer, _) => Shown::Pointer,
        (LeafKind::Int, _) if leaf.bits == 1 => Shown::Bool,
        (LeafKind::Int, Meaning::Float) => Shown::Signed,
        (LeafKind::Int, meaning) => shown(meaning),
    }
}

//! The facts of proofs, evaluated on every state that the runs of the tests come by, as far as the time for it goes.
//!
//! The tests are run once more in the machine, with code that stops for a look where the blocks begin at which
//! facts hold. What a fact speaks of is read from the state, by the calls in progress; a fact of which something
//! cannot be read (an object that is one of several, a value that the system forgot) is not evaluated there, and
//! counted. After undefined behaviour nothing is promised any more.

use crate::memory::MemoryGuard;
use assay_engine::{LowerOptions, Machine, PathEnd, Start, Subject, lower_observed};
use assay_expr::{Value, VarId};
use assay_program::{BlockId, FuncId};
use assay_prove::{ContextId, Facts, Home, Origin};
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Instant;

/// The share of the memory that terms of a run may have.
const TERMS_SHARE: u64 = 16;

/// What came of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Observation {
    /// Facts, and those of them that were evaluated at least once.
    pub facts: usize,
    pub evaluated: usize,
    /// How many times that a fact was evaluated on a state.
    pub evaluations: u64,
    /// Tests that were run to their end.
    pub tests: usize,
    /// Facts that do not hold, by the number of the proof, in words.
    pub violated: Vec<(usize, String)>,
}

/// Runs tests, each given by its input, and evaluates the facts of these proofs. The process may have this much
/// memory: a run that would need too much of it ends early.
pub fn observe(
    subject: &Subject,
    proofs: &[Facts],
    tests: &[Vec<(u32, Value)>],
    memory: u64,
    deadline: Instant,
) -> Observation {
    let all = || proofs.iter().flat_map(|facts| &facts.list);
    let points: BTreeSet<(FuncId, BlockId)> =
        all().map(|fact| (fact.function, fact.block)).collect();
    let points: Vec<(FuncId, BlockId)> = points.into_iter().collect();
    let program = Arc::clone(&subject.program);
    let code = lower_observed(&program, &subject.image, LowerOptions::default(), &points);
    let mut machine = Machine::new(Subject { code: Arc::new(code), ..subject.clone() });
    machine.is_concrete = true;
    machine.limits.patience = u32::MAX;
    machine.limits.terms = (memory / TERMS_SHARE) as usize;
    machine.limits.heap = machine.limits.heap.min(memory / TERMS_SHARE);
    machine.snapshot_interval = u64::MAX;
    let guard = MemoryGuard::new(memory);
    let witness = Rc::new(RefCell::new(Witness::new(proofs.to_vec(), points)));
    let look = Rc::clone(&witness);
    machine.observer = Some(Box::new(move |machine, point| look.borrow_mut().look(machine, point)));
    let mut count = 0;
    for (number, test) in tests.iter().enumerate() {
        if guard.is_exhausted() {
            break;
        }
        let now = Instant::now();
        let share = deadline.saturating_duration_since(now) / (tests.len() - number) as u32;
        machine.deadline = Some(now + share);
        // The native run ends there too.
        machine.limits.inputs = test.len() as u32;
        let inputs = machine.assign(test);
        let run = machine.run(Start::fresh(inputs));
        count += usize::from(!matches!(run.end, PathEnd::Interrupted | PathEnd::OutOfMemory));
        machine.forget_terms();
    }
    let mut observation = witness.borrow_mut().conclude();
    observation.facts = all().count();
    observation.tests = count;
    observation
}

/// One of the facts, by the number of its proof and its own.
type Number = (usize, usize);

/// Who looks at the states.
struct Witness {
    proofs: Vec<Facts>,
    /// The facts of each point.
    at: Vec<Vec<Number>>,
    seen: BTreeSet<Number>,
    evaluations: u64,
    violated: BTreeSet<Number>,
}

impl Witness {
    fn new(proofs: Vec<Facts>, points: Vec<(FuncId, BlockId)>) -> Witness {
        let mut at = vec![Vec::new(); points.len()];
        for (proof, facts) in proofs.iter().enumerate() {
            for (number, fact) in facts.list.iter().enumerate() {
                if let Ok(point) = points.binary_search(&(fact.function, fact.block)) {
                    at[point].push((proof, number));
                }
            }
        }
        Witness { proofs, at, seen: BTreeSet::new(), evaluations: 0, violated: BTreeSet::new() }
    }

    fn look(&mut self, machine: &mut Machine, point: u32) {
        if machine.has_findings() {
            return;
        }
        let calls = machine.calls();
        let mut before = None;
        let mut contexts = Vec::new();
        let mut known: FxHashMap<VarId, Option<Value>> = FxHashMap::default();
        for &(proof, number) in &self.at[point as usize] {
            let facts = &mut self.proofs[proof];
            if before != Some(proof) {
                let calls = calls.iter().map(|call| (call.function, call.site, !call.is_model));
                contexts = facts.source.contexts(calls);
                known.clear();
                facts.begin_state();
                before = Some(proof);
            }
            if contexts.last().copied().flatten() != Some(facts.list[number].context) {
                continue;
            }
            let look = &mut |variable, width, origin: Option<Origin>| {
                *known.entry(variable).or_insert_with(|| value(machine, &contexts, origin?, width))
            };
            let Some(holds) = facts.holds(number, look) else { continue };
            self.evaluations += 1;
            self.seen.insert((proof, number));
            if !holds {
                self.violated.insert((proof, number));
            }
        }
    }

    fn conclude(&self) -> Observation {
        let said = |&(proof, number): &Number| {
            let text = &self.proofs[proof].list[number].text;
            (proof, text.clone())
        };
        Observation {
            evaluated: self.seen.len(),
            evaluations: self.evaluations,
            violated: self.violated.iter().map(said).collect(),
            ..Observation::default()
        }
    }
}

/// What a variable is while these calls, by their copies, are in progress; none where that cannot be seen.
pub(crate) fn value(
    machine: &mut Machine,
    contexts: &[Option<ContextId>],
    origin: Origin,
    width: u32,
) -> Option<Value> {
    match origin {
        Origin::Value(context, value) => {
            machine.number_in(call_in(contexts, context)?, value, width)
        }
        Origin::Address(home) => address(machine, contexts, home).map(Value::from),
        Origin::Cell(home, offset) => {
            let address = address(machine, contexts, home)?.checked_add(offset)?;
            machine.number_at(address, width)
        }
    }
}

fn address(machine: &mut Machine, contexts: &[Option<ContextId>], home: Home) -> Option<u64> {
    match home {
        Home::Global(global) => Some(machine.place_of(global)),
        Home::Local(context, value) => {
            let width = machine.subject.program.pointer_bits;
            let address = machine.number_in(call_in(contexts, context)?, value, width)?;
            Some(address as u64)
        }
    }
}

fn call_in(contexts: &[Option<ContextId>], context: ContextId) -> Option<usize> {
    contexts.iter().rposition(|&other| other == Some(context))
}

//! The facts of proofs, evaluated on every state that the runs of the tests come by.
//!
//! The tests are run once more in the machine, with code that stops for a look where the blocks
//! begin at which facts hold, and end where the native runs do. What a fact speaks of is read from
//! the state, by the calls in progress; a fact of which something cannot be read (an object that is
//! one of several, a value that the system forgot) is not evaluated there, and counted. After
//! undefined behaviour nothing is promised any more.

use crate::memory::MemoryGuard;
use assay_engine::{Call, LowerOptions, Machine, PathEnd, Start, Subject, lower_observed};
use assay_expr::{Assignment, Evaluator, Term, Terms, Value, VarId};
use assay_program::{BlockId, FuncId};
use assay_prove::{ContextId, Facts, Home, Origin, Source};
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
    /// Tests that were run to their end, and those for which the time or the memory did not
    /// suffice.
    pub tests: usize,
    pub unfinished: usize,
    /// Facts that do not hold, by the number of the proof, in words.
    pub violated: Vec<(usize, String)>,
}

/// Runs tests, each given by its input, and evaluates the facts of these proofs. The process may
/// have this much memory: a run that would need too much of it ends early.
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
    let subject = Subject { growing: None, ..subject.latest() };
    let program = Arc::clone(&subject.program);
    let code = lower_observed(&program, &subject.image, LowerOptions::default(), &points);
    let mut machine = Machine::new(Subject { code: Arc::new(code), ..subject.clone() });
    machine.is_concrete = true;
    machine.limits.patience = u32::MAX;
    machine.limits.endurance = u64::MAX;
    machine.limits.terms = (memory / TERMS_SHARE) as usize;
    machine.limits.heap = machine.limits.heap.min(memory / TERMS_SHARE);
    machine.snapshot_interval = u64::MAX;
    let guard = MemoryGuard::new(memory);
    let witness = Rc::new(RefCell::new(Witness::new(proofs, &points)));
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
    observation.unfinished = tests.len() - count;
    observation
}

/// One of the facts, by the number of its proof and its own.
type Number = (usize, usize);

/// Who looks at the states.
struct Witness {
    proofs: Vec<Facts>,
    systems: Vec<SystemFacts>,
    /// The calls in progress at the last look.
    calls: Vec<Call>,
    violated: BTreeSet<Number>,
}

/// All facts about one system. Many proofs have facts in common, and one state is read once for all
/// of them.
struct SystemFacts {
    source: Arc<Source>,
    terms: Terms,
    variables: FxHashMap<(Origin, u32), Term>,
    /// Those that hold in the same states.
    groups: FxHashMap<(u32, ContextId), Group>,
    /// The copies that the calls at the last look are in.
    contexts: Vec<Option<ContextId>>,
    values: Assignment,
    evaluator: Evaluator,
}

#[derive(Default)]
struct Group {
    /// What the facts speak of.
    variables: Vec<(VarId, Origin, u32)>,
    statements: Vec<Statement>,
}

/// What one or more facts say.
struct Statement {
    holds: Term,
    /// Which of the group's variables it takes.
    variables: Vec<usize>,
    facts: Vec<Number>,
    /// How many times that it was evaluated.
    evaluations: u64,
}

impl Witness {
    fn new(proofs: &[Facts], points: &[(FuncId, BlockId)]) -> Witness {
        let mut systems: Vec<SystemFacts> = Vec::new();
        for (proof, facts) in proofs.iter().enumerate() {
            let is_same = |system: &SystemFacts| Arc::ptr_eq(&system.source, &facts.source);
            let system = systems.iter().position(is_same).unwrap_or_else(|| {
                systems.push(SystemFacts::new(&facts.source));
                systems.len() - 1
            });
            for (number, fact) in facts.list.iter().enumerate() {
                if let Ok(point) = points.binary_search(&(fact.function, fact.block)) {
                    systems[system].add((point as u32, fact.context), facts, (proof, number));
                }
            }
        }
        Witness { proofs: proofs.to_vec(), systems, calls: Vec::new(), violated: BTreeSet::new() }
    }

    fn look(&mut self, machine: &mut Machine, point: u32) {
        if machine.has_findings() {
            return;
        }
        let calls = machine.calls();
        let has_moved = calls != self.calls;
        for system in &mut self.systems {
            if has_moved {
                let calls = calls.iter().map(|call| (call.function, call.site, !call.is_model));
                system.contexts = system.source.contexts(calls);
            }
            system.look(machine, point, &mut self.violated);
        }
        self.calls = calls;
    }

    fn conclude(&self) -> Observation {
        let groups = self.systems.iter().flat_map(|system| system.groups.values());
        let statements = groups.flat_map(|group| &group.statements);
        let seen = statements.filter(|statement| statement.evaluations > 0);
        let mut observation = Observation::default();
        for statement in seen {
            observation.evaluated += statement.facts.len();
            observation.evaluations += statement.evaluations * statement.facts.len() as u64;
        }
        let said =
            |&(proof, number): &Number| (proof, self.proofs[proof].list[number].text.clone());
        observation.violated = self.violated.iter().map(said).collect();
        observation
    }
}

impl SystemFacts {
    fn new(source: &Arc<Source>) -> SystemFacts {
        SystemFacts {
            source: Arc::clone(source),
            terms: Terms::new(),
            variables: FxHashMap::default(),
            groups: FxHashMap::default(),
            contexts: Vec::new(),
            values: Assignment::new(),
            evaluator: Evaluator::new(),
        }
    }

    /// Takes in a fact, unless it speaks of something that no state shows.
    fn add(&mut self, place: (u32, ContextId), facts: &Facts, number: Number) {
        let group = self.groups.entry(place).or_default();
        let mut needs = Vec::new();
        let holds = facts.translate(number.1, &mut self.terms, &mut |terms, origin, width| {
            let known = self.variables.entry((origin, width));
            let term = *known.or_insert_with(|| terms.new_variable(width).1);
            needs.push((terms.variables(term)[0], origin, width));
            term
        });
        let Some(holds) = holds else { return };
        if let Some(known) = group.statements.iter_mut().find(|known| known.holds == holds) {
            known.facts.push(number);
            return;
        }
        let variables = needs.iter().map(|of| index_of(&mut group.variables, of)).collect();
        group.statements.push(Statement { holds, variables, facts: vec![number], evaluations: 0 });
    }

    fn look(&mut self, machine: &mut Machine, point: u32, violated: &mut BTreeSet<Number>) {
        let Some(context) = self.contexts.last().copied().flatten() else { return };
        let Some(group) = self.groups.get_mut(&(point, context)) else { return };
        let mut is_known = Vec::with_capacity(group.variables.len());
        for &(variable, origin, width) in &group.variables {
            let value = value(machine, &self.contexts, origin, width);
            self.values.set(variable, value.unwrap_or(0));
            is_known.push(value.is_some());
        }
        self.evaluator.reset();
        for statement in &mut group.statements {
            if !statement.variables.iter().all(|&variable| is_known[variable]) {
                continue;
            }
            statement.evaluations += 1;
            if self.evaluator.value(&self.terms, &self.values, statement.holds) == 0 {
                violated.extend(&statement.facts);
            }
        }
    }
}

/// Where an item is in a list, at whose end it is put if it is new.
fn index_of<T: Copy + PartialEq>(list: &mut Vec<T>, item: &T) -> usize {
    list.iter().position(|other| other == item).unwrap_or_else(|| {
        list.push(*item);
        list.len() - 1
    })
}

/// What a variable is while these calls, by their copies, are in progress; none where that cannot
/// be seen.
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

//! A proof by looking at every path: of what no path takes, within the bounds that the inputs have
//! here.
//!
//! Each run leaves a path condition; what it did not take is solved and run in turn, or leads
//! nowhere near the edges in question, by the control flow. In the end every input there is meets
//! one of the conditions. That is certified step by step: an input that has come to a decision goes
//! on in one of the ways that were followed, for no other can be taken after what led there. That
//! the machine does on all inputs of a path what it did on one of them is what path conditions are;
//! where it cannot say so ([`Run::is_narrowed`](assay_engine::Run)), there is no proof. Nor is
//! there one of an edge that the control flow comes to from where a path goes astray
//! ([`Run::astray`](assay_engine::Run)): the real program goes on after most that is undefined.
//!
//! Nothing is kept but the conditions, so this is for units with few paths, after an exploration
//! has ended without leaving anything out.

use crate::graph::ProgramGraph;
use crate::memory::{MemoryGuard, Pressure};
use crate::plan::Plan;
use assay_base::{Id, Step};
use assay_engine::{Decision, Event, LowerOptions, Machine, PathEnd, Run, Start, Subject, lower};
use assay_expr::{Assignment, Term, smtlib_checks};
use assay_program::outside::variables_of;
use assay_program::{BlockId, Edge, EdgeId, EdgeSource, FuncId};
use assay_search::{Distances, UNREACHABLE};
use assay_solver::{Answer, Solver};
use rustc_hash::FxHashSet;
use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Instant;

/// Paths, and terms of all of them, beyond which a certificate would be too large.
const MANY_PATHS: usize = 4_000;
const MANY_TERMS: usize = 400_000;
/// The share of the memory that terms may have.
const TERMS_SHARE: u64 = 8;

/// All paths of a unit, and what none of them takes.
#[derive(Debug)]
pub struct Exhaustive {
    /// What is proved to be never taken.
    pub edges: BTreeSet<EdgeId>,
    /// What no path takes, but the real program might, after something undefined.
    pub beyond: BTreeSet<EdgeId>,
    pub paths: usize,
    /// The checks, as a part of a script in the logic of bit-vectors.
    pub script: String,
    /// What of the library was asked and might have answered otherwise than its model: the paths
    /// are those of one world.
    pub assumes: BTreeSet<Arc<str>>,
}

/// Looks at all paths that could take one of these edges. None if that is not possible.
pub fn exhaust(
    subject: Subject,
    edges: &BTreeSet<EdgeId>,
    plan: &Plan,
    deadline: Instant,
) -> Option<Exhaustive> {
    if edges.is_empty() || subject.native.is_some() {
        return None;
    }
    let subject = Subject { growing: None, ..subject.latest() };
    let program = Arc::clone(&subject.program);
    let graph = ProgramGraph::of(&subject);
    let is_wanted = |edge: u32| edges.contains(&EdgeId::new(edge as usize));
    let distances = graph.graph.distances(is_wanted);
    let options = LowerOptions { watch_addresses: true, ..LowerOptions::default() };
    let code = Arc::new(lower(&program, &subject.image, options));
    let mut machine = Machine::new(Subject { code, ..subject });
    machine.limits = plan.path_limits(1);
    machine.limits.patience = u32::MAX;
    machine.limits.endurance = u64::MAX;
    machine.limits.terms = (plan.budget.memory / TERMS_SHARE) as usize;
    machine.snapshot_interval = u64::MAX;
    machine.keeps_unset = true;
    machine.interrupt = Arc::clone(&plan.interrupt);
    machine.deadline = Some(deadline);
    let mut solver = Solver::new(plan.solver.clone());
    solver.set_interrupt(Arc::clone(&plan.interrupt));
    solver.set_deadline(Some(deadline));
    let mut search = Search {
        memory: MemoryGuard::new(plan.budget.memory),
        machine,
        solver,
        distances,
        is_wanted: &is_wanted,
        pending: Vec::new(),
        paths: 0,
        forks: Vec::new(),
        presumed: BTreeSet::new(),
        open_marks: BTreeSet::new(),
        astray: BTreeSet::new(),
    };
    search.all_paths()?;
    let behind = graph.behind(&search.astray);
    let is_open = |edge: EdgeId| {
        let Edge { source, outcome, .. } = program.edges[edge];
        let first = edge.index() as u32 - outcome;
        behind.contains(&edge)
            || matches!(source, EdgeSource::Mark(_)) && search.open_marks.contains(&first)
    };
    let (edges, mut beyond): (BTreeSet<EdgeId>, BTreeSet<EdgeId>) =
        edges.iter().copied().partition(|&edge| !is_open(edge));
    beyond.retain(|edge| behind.contains(edge) && !search.machine.hits[edge.index()]);
    Some(Exhaustive { beyond, ..search.certificate(edges)? })
}

/// Where inputs that have met the same conditions may part.
struct Fork {
    /// The first of them have been met before.
    constraints: Rc<[Term]>,
    length: usize,
    /// One more that has been met, where a decision was turned.
    turned: Option<Term>,
    /// The ways on that were followed, or that lead nowhere near; each is a conjunction.
    ways: Vec<Vec<Term>>,
}

/// A decision to be taken the other way.
struct Turn {
    /// Decisions up to it, with it.
    steps: Vec<Step>,
    fork: usize,
    goal: Term,
    /// Of a run that has come to it.
    inputs: Assignment,
}

struct Search<'a> {
    memory: MemoryGuard,
    machine: Machine,
    solver: Solver,
    distances: Distances,
    is_wanted: &'a dyn Fn(u32) -> bool,
    pending: Vec<Turn>,
    paths: usize,
    forks: Vec<Fork>,
    /// What holds for all inputs.
    presumed: BTreeSet<Term>,
    /// See [`Run::open_marks`] and [`Run::astray`].
    open_marks: BTreeSet<u32>,
    astray: BTreeSet<(FuncId, BlockId)>,
}

impl Search<'_> {
    fn all_paths(&mut self) -> Option<()> {
        let first = self.machine.run(Start::fresh(Assignment::default()));
        let start = (Rc::from([]), 0, None);
        self.add(first, Vec::new(), start)?;
        while let Some(turn) = self.pending.pop() {
            let fork = &self.forks[turn.fork];
            let known = &fork.constraints[..fork.length];
            let answer = self.solver.solve(&self.machine.terms, known, turn.goal, &turn.inputs);
            let inputs = match answer {
                Answer::Sat(inputs) => inputs,
                Answer::Unsat => continue,
                Answer::Unknown(_) => return None,
            };
            let run = self.machine.run(Start {
                inputs,
                snapshot: None,
                constraints: Vec::new(),
                expected: turn.steps.clone(),
            });
            if !run.followed {
                return None;
            }
            let fork = &mut self.forks[turn.fork];
            fork.ways.push(vec![turn.goal]);
            let start = (Rc::clone(&fork.constraints), fork.length, Some(turn.goal));
            self.add(run, turn.steps, start)?;
        }
        Some(())
    }

    /// Takes in a path that begins with these decisions, after so many of these constraints and one
    /// more that turned it; none if it says nothing about all its inputs.
    fn add(
        &mut self,
        run: Run,
        mut steps: Vec<Step>,
        (before, length, turned): (Rc<[Term]>, usize, Option<Term>),
    ) -> Option<()> {
        self.paths += 1;
        let is_too_much = self.paths > MANY_PATHS
            || self.machine.terms.len() > MANY_TERMS
            || self.memory.pressure() != Pressure::None
            || !self.machine.notes.is_empty()
            || !self.machine.external_functions.is_empty();
        if run.is_narrowed || is_too_much || !is_whole(&run.end) {
            return None;
        }
        self.presumed.extend(&run.presumed);
        self.open_marks.extend(&run.open_marks);
        self.astray.extend(&run.astray);
        let constraints: Rc<[Term]> = run.constraints.into();
        let start_of = |index: usize| match run.events.get(index) {
            Some(event) => event.constraints as usize,
            None => constraints.len(),
        };
        // The parts fit together only if what led here is word for word the same.
        if !constraints.starts_with(&before[..length]) || start_of(0) < length {
            return None;
        }
        let ways = vec![constraints[length..start_of(0)].to_vec()];
        self.forks.push(Fork { constraints: before, length, turned, ways });
        for (index, event) in run.events.iter().enumerate() {
            let fork = self.forks.len();
            let mut ways = vec![constraints[start_of(index)..start_of(index + 1)].to_vec()];
            for other in run.alternatives.iter().filter(|other| other.event as usize == index) {
                if !self.is_relevant(event, other.outcome) {
                    ways.push(vec![other.goal]);
                    continue;
                }
                let mut steps = steps.clone();
                steps.push(step(event, other.outcome));
                let inputs = run.inputs.clone();
                self.pending.push(Turn { steps, fork, goal: other.goal, inputs });
            }
            self.forks.push(Fork {
                constraints: Rc::clone(&constraints),
                length: start_of(index),
                turned: None,
                ways,
            });
            steps.push(step(event, event.outcome));
        }
        Some(())
    }

    /// Whether an edge in question can be taken by or behind an outcome.
    fn is_relevant(&self, event: &Event, outcome: u32) -> bool {
        let Decision::Branch { first } = event.decision else { return true };
        let edge = first + outcome;
        (self.is_wanted)(edge) || self.distances.behind(edge) != Some(UNREACHABLE)
    }

    /// What an input meets that goes none of the ways of a fork.
    fn elsewhere(&mut self, fork: usize) -> FxHashSet<Term> {
        let Fork { constraints, length, turned, ways } = &self.forks[fork];
        let mut met: FxHashSet<Term> = self.presumed.iter().copied().collect();
        met.extend(&constraints[..*length]);
        met.extend(turned);
        let terms = &mut self.machine.terms;
        for way in ways {
            let truth = terms.truth(true);
            let whole = way.iter().fold(truth, |all, &term| terms.and(all, term));
            met.insert(terms.not(whole));
        }
        met
    }

    /// Whether something and its opposite are among these.
    fn is_plain(&mut self, met: &FxHashSet<Term>) -> bool {
        let terms = &mut self.machine.terms;
        met.iter().any(|&term| term == terms.truth(false) || met.contains(&terms.not(term)))
    }

    /// The certificate of what no path took, if the ways that were followed leave no input out.
    fn certificate(mut self, mut edges: BTreeSet<EdgeId>) -> Option<Exhaustive> {
        edges.retain(|edge| !self.machine.hits[edge.index()]);
        let named: Vec<String> = edges.iter().map(ToString::to_string).collect();
        let claim = format!(
            "exclusion: every input takes one of {} paths or a way that leads to none of these; no path takes {}",
            self.paths,
            named.join(", ")
        );
        let mut checks: Vec<(String, Vec<Term>)> = Vec::new();
        for number in 0..self.forks.len() {
            let elsewhere = self.elsewhere(number);
            let is_in = |reason: &[Term]| reason.iter().all(|term| elsewhere.contains(term));
            let is_known = || checks.iter().any(|(_, reason)| is_in(reason));
            let about = match number {
                0 => claim.clone(),
                _ if self.is_plain(&elsewhere) || is_known() => continue,
                _ => format!("way: no input leaves the paths at their part {number}"),
            };
            let elsewhere: Vec<Term> = elsewhere.into_iter().collect();
            let reason = self.solver.contradiction(&self.machine.terms, &elsewhere)?;
            checks.push((about, reason));
        }
        let script = smtlib_checks(&self.machine.terms, &checks);
        let mut assumes = std::mem::take(&mut self.machine.assumed);
        assumes.extend(variables_of(&self.machine.subject.program));
        Some(Exhaustive { edges, beyond: BTreeSet::new(), paths: self.paths, script, assumes })
    }
}

fn step(event: &Event, outcome: u32) -> Step {
    Step { site: event.site, outcome, choice: event.decision.choice() }
}

/// Whether a path has come to an end that is that of all inputs that meet its condition.
fn is_whole(end: &PathEnd) -> bool {
    match end {
        PathEnd::Returned(_)
        | PathEnd::Exited(_)
        | PathEnd::Finding
        | PathEnd::AssumptionFailed
        | PathEnd::Silent => true,
        PathEnd::Unsupported { .. }
        | PathEnd::Suspended
        | PathEnd::OutOfInput
        | PathEnd::OutOfFuel
        | PathEnd::OutOfMemory
        | PathEnd::Interrupted
        | PathEnd::Missing(_)
        | PathEnd::Unmade(_)
        | PathEnd::Unanswered(_)
        | PathEnd::Diverged { .. } => false,
    }
}

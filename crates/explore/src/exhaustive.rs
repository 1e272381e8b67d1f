//! A proof by looking at every path: of what no path takes, within the bounds that the inputs have here.
//!
//! Each run leaves a path condition; what it did not take is solved and run in turn, or leads nowhere near
//! the edges in question, by the control flow. In the end every input there is meets one of the conditions:
//! their disjunction is valid, and that is the certificate. It is checked as a whole, so that it does not
//! depend on how the paths were found. That the machine does on all inputs of a path what it did on one of them
//! is what path conditions are; where it cannot say so ([`Run::is_narrowed`](assay_engine::Run)), there is no proof.
//!
//! Nothing is kept but the conditions, so this is for units with few paths, after an exploration has ended
//! without leaving anything out.

use crate::graph::ProgramGraph;
use crate::memory::{MemoryGuard, Pressure};
use crate::plan::Plan;
use assay_base::Id;
use assay_engine::{Decision, Event, Machine, PathEnd, Run, Start, Step, Subject};
use assay_expr::{Assignment, Term, smtlib_checks};
use assay_program::{EdgeId, EdgeSource};
use assay_search::{Distances, UNREACHABLE};
use assay_solver::{Answer, Decided, Decider, Solver};
use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Paths, and terms of all of them, beyond which a certificate would be too large.
const MANY_PATHS: usize = 4_000;
const MANY_TERMS: usize = 400_000;
/// The share of the memory that terms may have.
const TERMS_SHARE: u64 = 8;
/// The time for the check of the whole.
const CHECK_TIME: Duration = Duration::from_secs(20);

/// All paths of a unit, and what none of them takes.
#[derive(Debug)]
pub struct Exhaustive {
    pub edges: BTreeSet<EdgeId>,
    pub paths: usize,
    /// The check, as a part of a script in the logic of bit-vectors.
    pub script: String,
}

/// Looks at all paths that could take one of these edges. None if that is not possible, or all are taken.
pub fn exhaust(
    subject: Subject,
    edges: &BTreeSet<EdgeId>,
    plan: &Plan,
    deadline: Instant,
) -> Option<Exhaustive> {
    let program = Arc::clone(&subject.program);
    // What a mark takes need not be decided by the path.
    let is_branch = |edge: &EdgeId| !matches!(program.edges[*edge].source, EdgeSource::Mark(_));
    let edges: BTreeSet<EdgeId> = edges.iter().copied().filter(is_branch).collect();
    if edges.is_empty() || subject.native.is_some() {
        return None;
    }
    let graph = ProgramGraph::of(&subject);
    let is_wanted = |edge: u32| edges.contains(&EdgeId::new(edge as usize));
    let distances = graph.graph.distances(is_wanted);
    let mut machine = Machine::new(subject);
    machine.limits = plan.path_limits(1);
    machine.limits.patience = u32::MAX;
    machine.limits.terms = (plan.budget.memory / TERMS_SHARE) as usize;
    machine.snapshot_interval = u64::MAX;
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
        conditions: Vec::new(),
        presumed: BTreeSet::new(),
    };
    search.all_paths()?;
    search.certificate(edges.clone(), plan, deadline)
}

/// A decision to be taken the other way.
struct Turn {
    /// Decisions up to it, with it.
    steps: Vec<Step>,
    constraints: Rc<[Term]>,
    length: usize,
    goal: Term,
    inputs: Assignment,
}

struct Search<'a> {
    memory: MemoryGuard,
    machine: Machine,
    solver: Solver,
    distances: Distances,
    is_wanted: &'a dyn Fn(u32) -> bool,
    pending: Vec<Turn>,
    /// Of the paths; each is a conjunction.
    conditions: Vec<Vec<Term>>,
    /// What holds for all inputs.
    presumed: BTreeSet<Term>,
}

impl Search<'_> {
    fn all_paths(&mut self) -> Option<()> {
        let first = self.machine.run(Start::fresh(Assignment::default()));
        self.add(first, Vec::new())?;
        while let Some(turn) = self.pending.pop() {
            let known = &turn.constraints[..turn.length];
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
            self.add(run, turn.steps)?;
        }
        Some(())
    }

    /// Takes in a path that begins with these decisions; none if it says nothing about all its inputs.
    fn add(&mut self, run: Run, mut steps: Vec<Step>) -> Option<()> {
        let is_too_much = self.conditions.len() >= MANY_PATHS
            || self.machine.terms.len() > MANY_TERMS
            || self.memory.pressure() != Pressure::None
            || !self.machine.notes.is_empty()
            || !self.machine.external_functions.is_empty();
        if run.is_narrowed || is_too_much || !is_whole(&run.end) {
            return None;
        }
        self.presumed.extend(&run.presumed);
        let constraints: Rc<[Term]> = run.constraints.into();
        self.conditions.push(constraints.to_vec());
        for (index, event) in run.events.iter().enumerate() {
            for other in run.alternatives.iter().filter(|other| other.event as usize == index) {
                let length = event.constraints as usize;
                if !self.is_relevant(event, other.outcome) {
                    let mut condition = constraints[..length].to_vec();
                    condition.push(other.goal);
                    self.conditions.push(condition);
                    continue;
                }
                let mut steps = steps.clone();
                steps.push(step(event, other.outcome));
                self.pending.push(Turn {
                    steps,
                    constraints: Rc::clone(&constraints),
                    length,
                    goal: other.goal,
                    inputs: run.inputs.clone(),
                });
            }
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

    /// The certificate of what no path took, if the conditions leave no input out.
    fn certificate(
        mut self,
        mut edges: BTreeSet<EdgeId>,
        plan: &Plan,
        deadline: Instant,
    ) -> Option<Exhaustive> {
        edges.retain(|edge| !self.machine.hits[edge.index()]);
        if edges.is_empty() {
            return None;
        }
        let terms = &mut self.machine.terms;
        let mut check: Vec<Term> = self.presumed.into_iter().collect();
        for condition in &self.conditions {
            let truth = terms.truth(true);
            let all = condition.iter().fold(truth, |all, &term| terms.and(all, term));
            check.push(terms.not(all));
        }
        let interrupt = Arc::clone(&plan.interrupt);
        let mut decider = Decider::new(plan.seed, CHECK_TIME, Some(deadline), interrupt);
        if !matches!(decider.decide(terms, &check), Decided::Unsat(_)) {
            return None;
        }
        let paths = self.conditions.len();
        let named: Vec<String> = edges.iter().map(ToString::to_string).collect();
        let about = format!(
            "exclusion: every input meets the condition of one of {paths} paths, none of which takes {}",
            named.join(", ")
        );
        let script = smtlib_checks(terms, &[(about, check)]);
        Some(Exhaustive { edges, paths, script })
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
        | PathEnd::Diverged { .. } => false,
    }
}

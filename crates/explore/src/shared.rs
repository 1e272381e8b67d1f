//! What the workers of one exploration share: coverage, budget, findings, counts.

use crate::confirmation::Confirmation;
use crate::donation::Exchange;
use crate::graph::ProgramGraph;
use crate::obstacles::{Missing, Noted};
use crate::plan::Plan;
use assay_base::{Id, Place};
use assay_criteria::{Coverage, Gain, ObjectiveId, Objectives};
use assay_engine::{Finding, NamedValues, Subject};
use assay_expr::Value;
use assay_program::EdgeId;
use assay_prove::Certificate;
use assay_verdict::{Ending, FindingKind, Gcfg, InputValue};
use rustc_hash::FxHashSet;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// A path worth a test: it reaches something for the first time, or a part of it, or shows a
/// finding.
#[derive(Clone, Debug)]
pub struct Discovery {
    pub inputs: Vec<InputValue>,
    pub ends: Ending,
    /// Objectives that this path is the first to reach.
    pub objectives: Vec<ObjectiveId>,
    /// The edges with which it does so, or shows a part of one.
    pub edges: Vec<EdgeId>,
    /// Findings that this path is the first to show.
    pub findings: Vec<Finding>,
    /// Those that it shows too.
    pub known_findings: Vec<Finding>,
    /// It does something undefined.
    pub is_faulty: bool,
    /// Width and value of each variable of its input: a seed for another exploration.
    pub variables: Vec<(u32, Value)>,
    /// The seed of the plan, by its index, whose path this is.
    pub seed: Option<usize>,
    /// The number of the run, from 1, and the time since the start of the exploration.
    pub iteration: u64,
    pub elapsed: Duration,
}

/// How far the exploration is.
#[derive(Copy, Clone, Debug, Default)]
pub struct Progress {
    pub covered: usize,
    pub objectives: usize,
    pub iterations: u64,
    pub queries: u64,
    pub candidates: u64,
    /// Discoveries that nobody has dealt with yet.
    pub pending: u64,
}

/// Why the exploration ended.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub enum Completion {
    /// Every path was followed to its end, but for those that could reach nothing new.
    #[default]
    Exhausted,
    /// No candidate is left, but some were given up on the way (see the totals).
    Incomplete,
    AllCovered,
    OutOfTime,
    OutOfIterations,
    OutOfMemory,
    Interrupted,
}

/// Counts of the whole exploration.
#[derive(Clone, Debug, Default)]
pub struct Totals {
    /// From the start of the workers to the end of their last run.
    pub seconds: f64,
    pub iterations: u64,
    pub paths: u64,
    pub instructions: u64,
    pub solver_queries: u64,
    /// Of these, those that nothing satisfies, and those without an answer.
    pub solver_unsat: u64,
    pub solver_unanswered: u64,
    pub solver_seconds: f64,
    pub solver_layers: BTreeMap<String, u64>,
    /// Queries on which two solvers contradicted each other.
    pub solver_disagreements: u64,
    /// Candidates by what became of them.
    pub infeasible: u64,
    pub solver_unknown: u64,
    /// Those that could lead to nothing that was still wanted.
    pub filtered: u64,
    /// Runs that left the path they were solved for: bugs in Assay.
    pub divergences: u64,
    pub divergence_example: Option<String>,
    pub out_of_fuel: u64,
    pub unsupported: BTreeMap<(String, Option<Place>), u64>,
    pub external_functions: BTreeSet<String>,
    pub notes: BTreeSet<String>,
    pub candidates_left: u64,
    /// How far the bounds of a unit's inputs were raised, where a path came to one.
    pub level: Option<u32>,
    /// What stood in the way, and what that means for what was not reached.
    pub noted: Noted,
    pub missing: BTreeMap<ObjectiveId, Missing>,
    /// Workers that died: bugs in Assay.
    pub panics: u64,
    /// Workers that did not come back in time: their last query is not counted.
    pub left_behind: usize,
    pub completion: Completion,
}

pub(crate) struct Shared {
    pub plan: Plan,
    pub objectives: Arc<Objectives>,
    pub exchange: Exchange,
    pub totals: Mutex<Totals>,
    pub iterations: AtomicU64,
    pub queries: AtomicU64,
    pub candidates: AtomicU64,
    pub pending: AtomicU64,
    /// Places at which something may go wrong, and nobody has tried that yet; and runs that may
    /// come by more of them.
    pub unchecked: AtomicUsize,
    /// Whether any run was told of.
    pub has_told: AtomicBool,
    /// Workers that are done and have added to the totals.
    pub reported: AtomicUsize,
    coverage: Mutex<Coverage>,
    covered_count: AtomicU64,
    /// Objectives that no input reaches.
    excluded_count: AtomicU64,
    confirmation: Mutex<Confirmation>,
    /// There is something that native runs have refused and that is not open again.
    has_refused: AtomicBool,
    /// Edges that were wanted again, in order.
    reopened: Mutex<Vec<u32>>,
    reopened_count: AtomicUsize,
    /// Changes whenever an edge is not wanted any more, or again.
    pub version: AtomicU64,
    /// By edge: what the coverage says, to be read without waiting.
    wanted: Vec<AtomicBool>,
    /// Of edges that no input takes, not handed on yet.
    proofs: Mutex<Vec<Certificate>>,
    /// Of the bidirectional analysis, not handed on yet.
    pictures: Mutex<Vec<Gcfg>>,
    /// Inputs that somebody thinks are worth a run, and whether there are any.
    suggestions: Mutex<Vec<NamedValues>>,
    has_suggestions: AtomicBool,
    findings: Mutex<FxHashSet<(FindingKind, Option<Place>, bool)>>,
    stopped: Mutex<Option<Completion>>,
    pub is_stopped: Arc<AtomicBool>,
    /// The last worker rests, for somebody else makes more of its core.
    pub makes_way: AtomicBool,
    /// Some worker has nothing left but queries that had their full time and no answer.
    pub is_stuck: AtomicBool,
    /// All workers rest.
    pub is_held: AtomicBool,
    /// The cap of memory is near: paths under way must end.
    pub is_memory_short: Arc<AtomicBool>,
    pub started: Instant,
    /// Of the program as far as it is there.
    graph: Mutex<Arc<ProgramGraph>>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Shared {
    pub fn new(subject: &Subject, objectives: Arc<Objectives>, plan: Plan) -> Shared {
        let edges = subject.program.edges.ids();
        let coverage = Coverage::new(Arc::clone(&objectives));
        let wanted = edges.map(|edge| AtomicBool::new(coverage.is_wanted(edge))).collect();
        Shared {
            exchange: Exchange::new(plan.jobs.max(1)),
            totals: Mutex::default(),
            iterations: AtomicU64::new(0),
            queries: AtomicU64::new(0),
            candidates: AtomicU64::new(0),
            pending: AtomicU64::new(0),
            unchecked: AtomicUsize::new(0),
            has_told: AtomicBool::new(false),
            reported: AtomicUsize::new(0),
            coverage: Mutex::new(coverage),
            covered_count: AtomicU64::new(0),
            excluded_count: AtomicU64::new(0),
            confirmation: Mutex::new(Confirmation::new(Arc::clone(&objectives))),
            has_refused: AtomicBool::new(false),
            reopened: Mutex::default(),
            reopened_count: AtomicUsize::new(0),
            version: AtomicU64::new(0),
            wanted,
            proofs: Mutex::default(),
            pictures: Mutex::default(),
            suggestions: Mutex::default(),
            has_suggestions: AtomicBool::new(false),
            findings: Mutex::default(),
            stopped: Mutex::new(None),
            is_stopped: Arc::new(AtomicBool::new(false)),
            makes_way: AtomicBool::new(false),
            is_stuck: AtomicBool::new(false),
            is_held: AtomicBool::new(false),
            is_memory_short: Arc::default(),
            started: Instant::now(),
            graph: Mutex::new(Arc::new(ProgramGraph::of(subject))),
            objectives,
            plan,
        }
    }

    /// The graph of this program, which may have grown.
    pub fn graph_of(&self, subject: &Subject) -> Arc<ProgramGraph> {
        let mut graph = lock(&self.graph);
        if graph.version < subject.version() {
            *graph = Arc::new(ProgramGraph::of(subject));
        }
        Arc::clone(&graph)
    }

    pub fn is_wanted(&self, edge: u32) -> bool {
        self.wanted.get(edge as usize).is_some_and(|wanted| wanted.load(Ordering::Relaxed))
    }

    /// Takes in the edges of a path; what they add.
    pub fn cover(&self, edges: &[u32]) -> Gain {
        let gain = lock(&self.coverage).take(edges.iter().map(|&edge| Id::new(edge as usize)));
        for edge in &gain.settled {
            self.wanted[edge.index()].store(false, Ordering::Relaxed);
        }
        self.covered_count.fetch_add(gain.objectives.len() as u64, Ordering::Relaxed);
        if !gain.settled.is_empty() {
            self.version.fetch_add(1, Ordering::Relaxed);
        }
        gain
    }

    pub fn add_proof(&self, proof: Certificate) {
        lock(&self.proofs).push(proof);
    }

    pub fn add_picture(&self, picture: Gcfg) {
        lock(&self.pictures).push(picture);
    }

    pub fn take_pictures(&self) -> Vec<Gcfg> {
        std::mem::take(&mut lock(&self.pictures))
    }

    pub fn take_proofs(&self) -> Vec<Certificate> {
        std::mem::take(&mut lock(&self.proofs))
    }

    /// Nothing more is done for these objectives.
    pub fn exclude(&self, objectives: &[ObjectiveId]) {
        let settled = lock(&self.coverage).exclude(objectives);
        for edge in &settled {
            self.wanted[edge.index()].store(false, Ordering::Relaxed);
        }
        self.excluded_count.fetch_add(objectives.len() as u64, Ordering::Relaxed);
        self.version.fetch_add(1, Ordering::Relaxed);
    }

    /// A discovery was dealt with: it was the first to show the `claimed` edges, and took the
    /// others natively, if it was run.
    pub fn settle(&self, claimed: &[EdgeId], native: Option<&[EdgeId]>) {
        if let Some(native) = native {
            let mut confirmation = lock(&self.confirmation);
            confirmation.add(claimed, native);
            self.has_refused.store(confirmation.has_refused(), Ordering::Relaxed);
        }
        self.pending.fetch_sub(1, Ordering::Release);
    }

    /// Whether there are discoveries that nobody has dealt with yet.
    pub fn has_pending(&self) -> bool {
        self.pending.load(Ordering::Acquire) > 0
    }

    /// Whether native runs agree with all that was found so far, or there is nothing to be done.
    pub fn is_settled(&self) -> bool {
        !self.has_pending() && !self.has_refused.load(Ordering::Relaxed)
    }

    /// Opens again what native runs have refused; whether there was anything.
    pub fn reopen(&self) -> bool {
        if !self.has_refused.load(Ordering::Relaxed) {
            return false;
        }
        let mut confirmation = lock(&self.confirmation);
        let (edges, native) = confirmation.retry();
        let loss = lock(&self.coverage).take_back(&edges, native);
        for edge in &loss.reopened {
            self.wanted[edge.index()].store(true, Ordering::Relaxed);
        }
        self.covered_count.fetch_sub(loss.objectives.len() as u64, Ordering::Relaxed);
        self.version.fetch_add(1, Ordering::Relaxed);
        let mut reopened = lock(&self.reopened);
        reopened.extend(loss.reopened.iter().map(|edge| edge.index() as u32));
        self.reopened_count.store(reopened.len(), Ordering::Release);
        self.has_refused.store(false, Ordering::Relaxed);
        self.exchange.recall();
        !loss.reopened.is_empty()
    }

    /// What was wanted again beyond the first `known` ones.
    pub fn reopened_since(&self, known: usize) -> Vec<u32> {
        if self.reopened_count.load(Ordering::Acquire) == known {
            return Vec::new();
        }
        lock(&self.reopened)[known..].to_vec()
    }

    pub fn suggest(&self, inputs: NamedValues) {
        lock(&self.suggestions).push(inputs);
        self.has_suggestions.store(true, Ordering::Release);
        self.exchange.recall();
    }

    /// The next suggestion that nobody has tried yet.
    pub fn suggestion(&self) -> Option<NamedValues> {
        if !self.has_suggestions.load(Ordering::Acquire) {
            return None;
        }
        let mut suggestions = lock(&self.suggestions);
        let next = suggestions.pop();
        self.has_suggestions.store(!suggestions.is_empty(), Ordering::Release);
        next
    }

    /// Those findings that no path has shown before, and the others.
    pub fn new_findings(&self, findings: Vec<Finding>) -> (Vec<Finding>, Vec<Finding>) {
        let mut known = lock(&self.findings);
        let is_new = |finding: &Finding| {
            let needs_contract = finding.precondition.is_some();
            // Where in its loops a path runs out of instructions is chance.
            let is_anywhere = needs_contract && finding.kind == FindingKind::Timeout;
            let place = finding.place.filter(|_| !is_anywhere);
            known.insert((finding.kind, place, needs_contract))
        };
        findings.into_iter().partition(is_new)
    }

    /// Whether everything that was asked for is covered or cannot be reached.
    pub fn is_all_covered(&self) -> bool {
        let settled = self.covered_count.load(Ordering::Relaxed)
            + self.excluded_count.load(Ordering::Relaxed);
        let has_run = self.iterations.load(Ordering::Relaxed) > 0;
        self.plan.stop_when_covered && has_run && settled as usize >= self.objectives.len()
    }

    /// Whether also was tried, once at each place that a run has come by, what may go wrong there.
    pub fn is_complete(&self) -> bool {
        self.is_all_covered() && self.unchecked.load(Ordering::Relaxed) == 0
    }

    pub fn progress(&self) -> Progress {
        Progress {
            covered: self.covered_count.load(Ordering::Relaxed) as usize,
            objectives: self.objectives.len(),
            iterations: self.iterations.load(Ordering::Relaxed),
            queries: self.queries.load(Ordering::Relaxed),
            candidates: self.candidates.load(Ordering::Relaxed),
            pending: self.pending.load(Ordering::Relaxed),
        }
    }

    /// Ends the exploration for this reason, unless it has ended already.
    pub fn end(&self, why: Completion) {
        lock(&self.stopped).get_or_insert(why);
        self.is_stopped.store(true, Ordering::Relaxed);
        self.exchange.close();
    }

    /// Takes one iteration from the budget; false when there is none left.
    pub fn may_go_on(&self) -> bool {
        if self.is_stopped.load(Ordering::Relaxed) {
            return false;
        }
        let budget = &self.plan.budget;
        let why = if self.plan.interrupt.load(Ordering::Relaxed) {
            Some(Completion::Interrupted)
        } else if budget.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            Some(Completion::OutOfTime)
        } else if budget.iterations.is_some_and(|n| self.iterations.load(Ordering::Relaxed) >= n) {
            Some(Completion::OutOfIterations)
        } else if self.is_complete() && self.is_settled() {
            Some(Completion::AllCovered)
        } else {
            None
        };
        if let Some(why) = why {
            self.end(why);
        }
        why.is_none()
    }

    /// What no path has reached.
    pub fn open_objectives(&self) -> Vec<ObjectiveId> {
        let coverage = lock(&self.coverage);
        self.objectives.iter().map(|(id, _)| id).filter(|id| !coverage.is_covered(*id)).collect()
    }

    /// Why it ended, once all workers have stopped.
    pub fn completion(&self, has_lost_work: bool) -> Completion {
        if let Some(why) = *lock(&self.stopped) {
            return why;
        }
        let totals = lock(&self.totals);
        // What a bounded strategy refuses is still there.
        let is_complete = !has_lost_work
            && self.candidates.load(Ordering::Relaxed) == 0
            && totals.solver_unknown == 0
            && totals.divergences == 0
            && totals.out_of_fuel == 0
            && totals.unsupported.is_empty()
            && totals.external_functions.is_empty()
            && totals.notes.is_empty();
        if is_complete { Completion::Exhausted } else { Completion::Incomplete }
    }
}

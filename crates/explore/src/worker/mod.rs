//! One worker: its own machine, solver, tree and strategy.
//!
//! A loop over symbolic data can run for the whole budget and learn nothing. When a run has taken
//! `Limits::patience` decisions without a new edge, the next symbolic branch takes a snapshot and
//! ends the run as `PathEnd::Suspended`. Its alternatives are candidates like all others; the rest
//! of the path becomes one more candidate, with `Goal::Rest`. If the strategy picks it, the run
//! goes on from that snapshot with the same input, or, where the snapshot had to be dropped, from
//! the start along its known decisions. Nothing is lost: an exhaustive exploration comes back to
//! it.

mod absorbing;
mod aiming;
mod checks;
mod doubting;
mod ending;
mod first;
mod growing;
mod loosening;
mod meeting;
mod mutating;
mod obstacles;
mod picturing;
mod postponing;
mod settling;
mod sharing;

use crate::frontier::{Entry, Frontier};
use crate::graph::ProgramGraph;
use crate::memory::{MemoryGuard, Pressure};
use crate::seeded::Seeded;
use crate::shared::{Completion, Discovery, Shared};
use aiming::Behind;
use assay_base::Rng;
use assay_engine::{Machine, PathEnd, Run, Snapshot, Start, Subject};
use assay_expr::{Assignment, Term};
use assay_search::{
    Aim, Candidate, CandidateId, Distances, Goal, Meeting, Model, News, Pick, Relevance, Strategy,
    Tree, View, strategy_named,
};
use assay_solver::{Answer, Layer, Solver, Stats};
use checks::Checks;
use doubting::Doubtful;
use first::First;
use growing::Growth;
use loosening::Loosening;
use mutating::Mutation;
use postponing::Postponed;
use rustc_hash::FxHashMap;
use settling::Aside;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::sync::mpsc::SyncSender;
use std::time::{Duration, Instant};

const MEMORY_CHECK: Duration = Duration::from_millis(10);

/// Between two looks of a worker that makes way.
const REST: Duration = Duration::from_millis(5);

/// Failures at one site after which no other input for it is looked for. A finding that every
/// caller can cause counts as enough; one that only a driver causes may hide such a one.
const ENOUGH_FAILURES: u32 = 4;

pub(crate) struct Worker {
    number: usize,
    shared: Arc<Shared>,
    machine: Machine,
    solver: Solver,
    tree: Tree,
    strategy: Box<dyn Strategy>,
    frontier: Frontier,
    /// Candidates that come before all others: what their paths did counts only behind an
    /// assumption.
    urgent: Vec<CandidateId>,
    checks: Checks,
    postponed: Postponed,
    growth: Growth,
    loosening: Loosening,
    doubtful: Doubtful,
    first: First,
    mutation: Mutation,
    /// The last choice was an urgent one: they must not starve the others.
    was_urgent: bool,
    graph: Arc<ProgramGraph>,
    distances: Distances,
    distances_version: u64,
    rng: Rng,
    /// Runs whose decisions were taken into the tree.
    runs: u32,
    /// Edges of which the strategy wants to hear, and those of which it did.
    wishes: Vec<u32>,
    watched: Vec<u32>,
    sender: SyncSender<Discovery>,
    /// How often each site has failed; see [`ENOUGH_FAILURES`].
    failing_sites: FxHashMap<u32, u32>,
    /// Decisions that the paths of seeds took, and those that they left to be tried.
    seeded: Seeded,
    /// The model of the bidirectional analysis, and the part of it that goes back from objectives.
    gcfg: Model,
    behind: Behind,
    /// What is kept as long as native runs may take something back.
    aside: Aside,
    /// How many edges were wanted again so far.
    reopened: usize,
    /// When it last did something.
    last_step: Instant,
    /// What the totals know of the solver's work.
    told: Stats,
    memory: MemoryGuard,
    next_memory_check: Instant,
}

/// What strategies may look at, made of the worker's own parts.
macro_rules! view {
    ($worker:expr) => {
        view!($worker, None)
    };
    ($worker:expr, with a meeting) => {
        view!(
            $worker,
            Some(Meeting {
                share: $worker.behind.share(&$worker.shared),
                model: &mut $worker.gcfg,
                backward: &mut $worker.behind,
            })
        )
    };
    ($worker:expr, $meeting:expr) => {
        View {
            tree: &$worker.tree,
            graph: &$worker.graph.graph,
            is_wanted: &|edge| $worker.first.wants(edge) && $worker.shared.is_wanted(edge),
            distances: &$worker.distances,
            coverage_version: $worker.distances_version,
            reopened: $worker.reopened + $worker.first.widened() + $worker.graph.version,
            meeting: $meeting,
            may_mutate: $worker.mutation.is_due(&$worker.shared),
            watched: &mut $worker.wishes,
            counts_runs: $worker.shared.plan.budget.iterations.is_some(),
            rng: &mut $worker.rng,
        }
    };
}
use view;

/// What is tried next.
enum Choice {
    Candidate(Entry),
    Aim(Aim),
    Chance,
}

/// A candidate with everything that is needed to solve it.
struct Ready {
    constraints: Rc<[Term]>,
    length: usize,
    condition: Term,
    inputs: Assignment,
    snapshot: Option<Rc<Snapshot>>,
}

impl Worker {
    pub fn new(
        number: usize,
        subject: Subject,
        shared: Arc<Shared>,
        sender: SyncSender<Discovery>,
    ) -> Worker {
        let graph = shared.graph_of(&subject);
        let plan = &shared.plan;
        let mut machine = Machine::new(subject);
        machine.limits = plan.path_limits(plan.jobs);
        machine.interrupt = Arc::clone(&shared.is_stopped);
        machine.is_memory_short = Arc::clone(&shared.is_memory_short);
        machine.deadline = plan.budget.deadline;
        let mut solver = Solver::new(plan.solver.clone());
        solver.set_interrupt(Arc::clone(&shared.is_stopped));
        solver.set_deadline(plan.budget.deadline);
        let strategy = strategy_named(&plan.search);
        let first = First::of(&machine.subject.program, &shared);
        let behind = Behind::new(&machine.subject.program, &shared);
        Worker {
            number,
            machine,
            solver,
            tree: Tree::new(),
            strategy: strategy.expect("the name was checked with the plan"),
            frontier: Frontier::default(),
            urgent: Vec::new(),
            checks: Checks::default(),
            postponed: Postponed::default(),
            growth: Growth::default(),
            loosening: Loosening::default(),
            doubtful: Doubtful::default(),
            first,
            mutation: Mutation::default(),
            was_urgent: false,
            graph,
            distances: Distances::default(),
            distances_version: u64::MAX,
            runs: 0,
            wishes: Vec::new(),
            watched: Vec::new(),
            rng: Rng::new(plan.seed ^ (number as u64) << 32),
            sender,
            failing_sites: FxHashMap::default(),
            seeded: Seeded::default(),
            gcfg: Model::default(),
            behind,
            aside: Aside::default(),
            reopened: 0,
            last_step: shared.started,
            told: Stats::default(),
            memory: MemoryGuard::new(plan.budget.memory),
            next_memory_check: Instant::now(),
            shared,
        }
    }

    pub fn run(mut self) {
        if self.number == 0 {
            self.shared.unchecked.fetch_add(1, Ordering::Relaxed);
            self.start();
            self.shared.unchecked.fetch_sub(1, Ordering::Relaxed);
            self.last_step = Instant::now();
            self.tell_effort();
        }
        self.settle();
        while self.shared.may_go_on() {
            self.keep_memory();
            self.donate();
            if self.makes_way() {
                self.settle();
                std::thread::sleep(REST);
                continue;
            }
            self.try_suggestions();
            if !self.step() && !self.shared.is_complete() && !self.adopt() {
                break;
            }
            self.settle();
        }
        self.checks.give_up(&self.shared);
        self.note_left();
        self.report_totals();
    }

    /// Whether this worker rests.
    fn makes_way(&self) -> bool {
        let is_last = self.number + 1 == self.shared.plan.jobs;
        let rests = self.shared.is_held.load(Ordering::Relaxed)
            || is_last && self.shared.makes_way.load(Ordering::Relaxed);
        rests && !self.shared.is_complete()
    }

    /// The runs that no candidate asks for: those of the seeds, else one with all inputs zero or
    /// random.
    fn start(&mut self) {
        let shared = Arc::clone(&self.shared);
        for (number, seed) in shared.plan.seeds.iter().enumerate() {
            self.keep_memory();
            if !shared.may_go_on() {
                return;
            }
            let inputs = self.machine.assign(seed);
            self.seeded.number = Some(number);
            self.run_from_start(inputs);
        }
        self.seeded.number = None;
        if shared.plan.seeds.is_empty() && shared.may_go_on() {
            let is_random = shared.plan.random_start;
            self.machine.first_values = is_random.then(|| Rng::new(shared.plan.seed));
            self.run_from_start(Assignment::default());
            self.machine.first_values = None;
        }
    }

    fn run_from_start(&mut self, inputs: Assignment) {
        let root = self.tree.root();
        let run = self.execute(Start::fresh(inputs));
        self.absorb(run, root, None);
    }

    /// Runs what others think is worth it. Such a path shares decisions with known ones; it is
    /// worth that some of its alternatives are tried twice only if it reaches something new.
    fn try_suggestions(&mut self) {
        while let Some(inputs) = self.shared.suggestion() {
            self.shared.iterations.fetch_add(1, Ordering::Relaxed);
            // What is worth it may come late.
            let limits = self.machine.limits.clone();
            self.machine.limits.patience = u32::MAX;
            self.machine.limits.endurance = u64::MAX;
            let run = self.machine.run_given(inputs);
            self.machine.limits = limits;
            self.absorb_if_new(run);
        }
    }

    /// Takes in a run from the start if it reaches something that is wanted.
    fn absorb_if_new(&mut self, run: Run) {
        if run.end.is_behaviour() && run.new_edges.iter().any(|&e| self.shared.is_wanted(e)) {
            let root = self.tree.root();
            self.absorb(run, root, None);
        }
    }

    /// Tries one thing; false when there is none.
    fn step(&mut self) -> bool {
        let Some((choice, time)) = self.pick_timed() else { return false };
        match choice {
            Choice::Candidate(entry) => self.follow(entry, time),
            Choice::Aim(aim) => self.pursue(&aim),
            Choice::Chance => self.try_mutants(),
        }
        self.last_step = Instant::now();
        true
    }

    /// Deals with one candidate.
    fn follow(&mut self, entry: Entry, time: Duration) {
        let Candidate { goal, site, .. } = entry.candidate;
        // What this run comes by is still to be checked.
        self.shared.unchecked.fetch_add(1, Ordering::Relaxed);
        let is_known = goal == Goal::Finding && self.has_failed_enough(site);
        let mut later = None;
        if goal == Goal::Rest {
            self.run_rest(&entry);
        } else if !is_known && let Some(ready) = self.ready(&entry) {
            later = self.solve_and_run(&entry, ready, time);
        }
        match later {
            None => self.frontier.release(entry.path),
            Some(time) => self.postpone(entry, time),
        }
        self.checks.done(&self.shared);
        self.shared.unchecked.fetch_sub(1, Ordering::Relaxed);
        self.tell_effort();
    }

    /// The next candidate that may lead to something; or what else the strategy asks for, where
    /// that may be.
    fn pick(&mut self, may_meet: bool) -> Option<Choice> {
        self.look();
        loop {
            let id = match self.next(may_meet)? {
                Pick::Candidate(id) => id,
                Pick::Aim(aim) => return Some(Choice::Aim(aim)),
                Pick::Chance => return Some(Choice::Chance),
            };
            let Some(entry) = self.frontier.take(id) else { continue };
            self.shared.candidates.fetch_sub(1, Ordering::Relaxed);
            if self.is_for_later(&entry) {
                self.put_off(entry);
            } else if let Some(entry) = self.of_use(entry) {
                return Some(Choice::Candidate(entry));
            }
            // There may be very many that lead to nothing.
            if self.shared.is_complete() || self.shared.is_stopped.load(Ordering::Relaxed) {
                return None;
            }
        }
    }

    /// A candidate that was taken out, if it may lead to something.
    fn of_use(&mut self, entry: Entry) -> Option<Entry> {
        let candidate = &entry.candidate;
        let is_taken =
            candidate.goal != Goal::Rest && self.seeded.is_taken(candidate.parent, entry.flipped());
        let is_filtered = self.shared.plan.filter
            && !self.checks.are_tried()
            && view!(self).relevance(candidate) == Relevance::None;
        match (is_taken, is_filtered) {
            (true, _) => self.frontier.release(entry.path),
            (false, true) => self.put_candidate_aside(entry),
            (false, false) => return Some(entry),
        }
        None
    }

    fn next(&mut self, may_meet: bool) -> Option<Pick> {
        if self.shared.is_all_covered()
            && let Some(check) = self.checks.next(&self.shared)
        {
            return Some(Pick::Candidate(check));
        }
        self.was_urgent = !self.was_urgent && !self.urgent.is_empty();
        let urgent = if self.was_urgent { self.urgent.pop() } else { None };
        urgent
            .map(Pick::Candidate)
            .or_else(|| self.ask(may_meet))
            .or_else(|| self.urgent.pop().map(Pick::Candidate))
    }

    fn ask(&mut self, may_meet: bool) -> Option<Pick> {
        if !may_meet {
            return self.strategy.pick(&mut View { may_mutate: false, ..view!(self) });
        }
        let pick = self.strategy.pick(&mut view!(self, with a meeting));
        self.tell_excluded();
        self.take_picture();
        pick
    }

    fn learn(&mut self, news: &News<'_>) {
        self.strategy.learn(news, &mut view!(self, with a meeting));
    }

    /// The program may have grown in the last run.
    fn follow_growth(&mut self) {
        if self.graph.version < self.machine.subject.version() {
            self.graph = self.shared.graph_of(&self.machine.subject);
        }
    }

    /// Brings what strategies see up to date.
    fn look(&mut self) {
        let version = self.shared.version.load(Ordering::Relaxed)
            + self.first.version()
            + self.graph.version as u64;
        if version != self.distances_version {
            let is_wanted = |edge| self.first.wants(edge) && self.shared.is_wanted(edge);
            self.distances.renew(&self.graph.graph, is_wanted);
            self.distances_version = version;
        }
    }

    /// Brings a candidate into a form that can be solved, running its path again if need be.
    fn ready(&mut self, entry: &Entry) -> Option<Ready> {
        let path = self.frontier.path(entry.path);
        if let Some(condition) = entry.condition
            && path.generation == self.machine.generation()
        {
            let snapshot = entry.snapshot.and_then(|i| path.snapshots.get(i as usize)).cloned();
            return Some(Ready {
                constraints: Rc::clone(&path.constraints),
                length: entry.constraints as usize,
                condition,
                inputs: path.inputs.clone(),
                snapshot,
            });
        }
        let inputs = path.inputs.clone();
        self.rerun(entry, inputs)
    }

    /// Runs the path of a candidate again, just as far as its decision.
    fn rerun(&mut self, entry: &Entry, inputs: Assignment) -> Option<Ready> {
        let flipped = entry.flipped();
        let prefix = self.tree.steps(entry.candidate.parent, 0);
        let depth = prefix.len() as u32;
        let start = Start { inputs, snapshot: None, constraints: Vec::new(), expected: prefix };
        let run = self.rehearse(start, depth + 1);
        if matches!(run.end, PathEnd::Interrupted) {
            return None;
        }
        let event = run.events.first().filter(|event| event.site == flipped.site);
        let condition = event.and_then(|_| {
            let alternatives = run.alternatives.iter().filter(|a| a.event == 0);
            alternatives.clone().find(|a| a.outcome == flipped.outcome).map(|a| a.goal)
        });
        let (Some(event), Some(condition)) = (event, condition) else {
            self.count_divergence(&run.end);
            return None;
        };
        Some(Ready {
            length: event.constraints as usize,
            constraints: run.constraints.into(),
            condition,
            inputs: run.inputs,
            snapshot: None,
        })
    }

    /// Runs a path that is known as far as this decision, only to see what is there.
    fn rehearse(&mut self, start: Start, depth: u32) -> Run {
        let events = std::mem::replace(&mut self.machine.limits.events, depth);
        let interval = std::mem::replace(&mut self.machine.snapshot_interval, u64::MAX);
        let run = self.machine.run_through(start);
        self.machine.limits.events = events;
        self.machine.snapshot_interval = interval;
        self.leave_for_others(&run);
        run
    }

    /// Nobody is told of what the run has reached: the first run that counts must find it new.
    fn leave_for_others(&mut self, run: &Run) {
        if !run.new_edges.is_empty() {
            self.machine.forget_edges(&run.new_edges);
            self.watched.clear();
        }
    }

    /// The time that the candidate may have another day; `None` if it is done with.
    fn solve_and_run(&mut self, entry: &Entry, ready: Ready, time: Duration) -> Option<Duration> {
        match self.solve(entry.candidate.id, &ready, time) {
            Answer::Sat(inputs) => self.run_solved(entry, ready, inputs),
            Answer::Unsat => self.loosen(entry, &ready, time),
            Answer::Unknown(_) => {
                let later = self.more(time);
                if later.is_none() {
                    self.note_undecided(&entry.candidate);
                }
                return later;
            }
        }
        None
    }

    /// An input that takes the candidate, if one is found in this time.
    fn solve(&mut self, candidate: CandidateId, ready: &Ready, time: Duration) -> Answer {
        let constraints = &ready.constraints[..ready.length];
        self.solver.set_timeout(time);
        let answer =
            self.solver.solve(&self.machine.terms, constraints, ready.condition, &ready.inputs);
        self.shared.queries.fetch_add(1, Ordering::Relaxed);
        match answer {
            Answer::Sat(_) => {}
            Answer::Unsat => self.totals(|totals| totals.infeasible += 1),
            Answer::Unknown(_) => self.learn(&News::GaveUp(candidate)),
        }
        answer
    }

    fn run_solved(&mut self, entry: &Entry, ready: Ready, inputs: Assignment) {
        let skip = ready.snapshot.as_ref().map_or(0, |snapshot| snapshot.event);
        let kept = ready.snapshot.as_ref().map_or(0, |snapshot| snapshot.constraints as usize);
        let mut expected = self.tree.steps(entry.candidate.parent, skip);
        expected.push(entry.flipped());
        let run = self.execute(Start {
            inputs,
            constraints: ready.constraints[..kept].to_vec(),
            snapshot: ready.snapshot,
            expected,
        });
        if run.followed {
            let Candidate { parent, before, .. } = entry.candidate;
            let node = self.tree.add(parent, entry.flipped(), entry.edge(), before);
            self.absorb(run, node, Some(&entry.candidate));
        } else {
            self.count_divergence(&run.end);
        }
    }

    /// Goes on with a path that was suspended.
    fn run_rest(&mut self, entry: &Entry) {
        let path = self.frontier.path(entry.path);
        let snapshot = (path.generation == self.machine.generation())
            .then(|| path.snapshots.last().cloned())
            .flatten();
        let inputs = path.inputs.clone();
        let (skip, constraints) = match &snapshot {
            Some(snapshot) => (snapshot.event, path.constraints.to_vec()),
            None => (0, Vec::new()),
        };
        let parent = entry.candidate.parent;
        let expected = self.tree.steps(parent, skip);
        // From the start it would only come as far as before.
        let endurance = match &snapshot {
            Some(_) => self.machine.limits.endurance,
            None => u64::MAX,
        };
        let usual = std::mem::replace(&mut self.machine.limits.endurance, endurance);
        let run = self.execute(Start { inputs, snapshot, constraints, expected });
        self.machine.limits.endurance = usual;
        if run.followed {
            self.absorb(run, parent, Some(&entry.candidate));
        } else {
            self.count_divergence(&run.end);
        }
    }

    fn execute(&mut self, start: Start) -> Run {
        self.shared.iterations.fetch_add(1, Ordering::Relaxed);
        self.machine.run(start)
    }

    fn totals(&self, change: impl FnOnce(&mut crate::shared::Totals)) {
        let mut totals =
            self.shared.totals.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        change(&mut totals);
    }

    fn count_divergence(&self, end: &PathEnd) {
        // These have come to no decision at all.
        if matches!(end, PathEnd::Interrupted | PathEnd::OutOfMemory) {
            return;
        }
        self.totals(|totals| {
            totals.divergences += 1;
            totals.divergence_example.get_or_insert_with(|| format!("{end:?}"));
        });
    }

    fn has_failed_enough(&self, site: u32) -> bool {
        self.failing_sites.get(&site).is_some_and(|&failures| failures >= ENOUGH_FAILURES)
    }

    fn keep_memory(&mut self) {
        let is_short = self.shared.is_memory_short.load(Ordering::Relaxed);
        if !is_short && Instant::now() < self.next_memory_check {
            return;
        }
        self.next_memory_check = Instant::now() + MEMORY_CHECK;
        let has_many_terms = self.machine.terms.memory() > self.machine.limits.terms / 2;
        let pressure = if has_many_terms { Pressure::DropTerms } else { self.memory.pressure() };
        match pressure {
            Pressure::None => {}
            Pressure::DropSnapshots => {
                self.frontier.drop_snapshots();
                // Fewer from now on: running again is cheaper than dropping again.
                let interval = self.machine.snapshot_interval;
                self.machine.snapshot_interval = interval.saturating_mul(8);
            }
            Pressure::DropTerms => {
                self.frontier.drop_terms();
                self.machine.forget_terms();
                self.solver.forget();
                if self.memory.is_exhausted() {
                    self.shared.end(Completion::OutOfMemory);
                }
            }
        }
    }

    /// Adds what was done since the last time to the totals: a worker that does not come back from
    /// a query is missing no more than that.
    fn tell_effort(&mut self) {
        let now = self.solver.stats().clone();
        let before = std::mem::replace(&mut self.told, now.clone());
        let external = std::mem::take(&mut self.machine.external_functions);
        let notes = std::mem::take(&mut self.machine.notes);
        let seconds = (self.last_step - self.shared.started).as_secs_f64();
        self.totals(|totals| {
            totals.seconds = totals.seconds.max(seconds);
            totals.solver_queries += now.queries - before.queries;
            totals.solver_unsat += now.unsat - before.unsat;
            totals.solver_unanswered += now.unknown - before.unknown;
            totals.solver_seconds += (now.backend_time() - before.backend_time()).as_secs_f64();
            totals.solver_disagreements += now.disagreements - before.disagreements;
            for layer in Layer::ALL {
                let count = now.answered(layer) - before.answered(layer);
                *totals.solver_layers.entry(layer.name().to_string()).or_default() += count;
            }
            totals.external_functions.extend(external);
            totals.notes.extend(notes);
        });
    }

    fn report_totals(mut self) {
        self.tell_effort();
        self.shared.reported.fetch_add(1, Ordering::Release);
        // This may be gigabytes of snapshots. Nobody needs to wait until all are freed.
        drop(self.sender);
    }
}

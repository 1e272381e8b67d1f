//! Proofs that no input takes an edge of the program.
//!
//! ```text
//! program ── build ──▶ system ── blocks ──▶ cut points ── reachability ──▶ invariant ── certificate ──▶ SMT-LIB
//!               ▲
//!           points_to, effects
//! ```
//!
//! [`build`] makes a [`System`](system::System) that can do whatever the program can do, on all
//! inputs. [`blocks`] joins its steps between cut points into single formulas. [`bounded`] looks at
//! all runs, where they are short; [`reachability`] looks for facts that hold at the cut points in
//! every run and rule out that an edge is taken. [`certificate`] writes what was found so that any
//! solver can check it, [`contradiction`] says which conditions of the source are behind it.
//!
//! # How an objective becomes infeasible
//!
//! When the search has covered nothing new for a while, or is over, `campaign/src/prover.rs` asks
//! `prove` about the edges of all open objectives, in a thread beside the search. The program is
//! one *system* for all of them: functions are copied into their calls, values in SSA form are
//! terms over phis, loads and results of calls, objects are cells. What is not followed (the C
//! library, floats, memory behind unknown pointers) can have any value, so that the system can do
//! more than the program, never less. Cut points are the entry and one node of each cycle; all
//! that happens between two is one formula.
//!
//! First all runs are unrolled, where they are bounded (`bounded.rs`): if none can go on, what
//! none of them takes is never taken; with `--unwind` they may go on, and it is infeasible within
//! that bound, if nothing else is known of it in the end. Else facts at the cut points are looked
//! for that are inductive in bit-vectors, for all edges together. They are proposed in three ways
//! and believed only when the check has kept them: that a variable has one of few values while the
//! program is in a certain mode (`values.rs`: many programs go by a variable or two that say what
//! they are doing, and in each mode the others can be little), with bounds by what the program
//! itself compares (`bounds.rs`); that a state leads to an edge and has no way into it
//! (property-directed reachability, `reachability.rs`); and what Z3's Spacer says of the same
//! transitions over the integers (`integers.rs`, `solver/src/horn.rs`). A proposal costs no trust:
//! all of them are checked together, and a model drops those that it violates until the rest is
//! inductive. While the search still finds something the prover rests now and then. A certificate
//! (`proofs/UNIT/proof-N.smt2`) is for all objectives that were decided together: its checks are
//! unwinding and exclusion, or initiation, consecution and exclusion. They are made anew of the
//! program's own formulas, without the simplifier, and a solver answers all of them before the
//! proof counts. What is proved is taken from the search (`Exploration::exclude`). Where an
//! exploration has followed every path to its end, `explore/src/exhaustive.rs` does so once more
//! and keeps only the path conditions: if no input leaves the paths where they part, what none of
//! them takes is infeasible within the bounds of the run, and counted apart. A path goes *astray*
//! (`Run::astray`) where it does something undefined that need not end the real program, or
//! decides by memory that was never set, by where objects lie, or where others may send a signal
//! that has a handler: what the control flow comes to from there is not claimed. A mark is among
//! it if its index is the same for all inputs of each path. Where the prover finds a way to an
//! edge instead, the inputs on it are a suggestion for the search (`Exploration::suggest`), by
//! their names: the system can do more than the program, so only a run of the machine tells
//! whether they take the edge. A test is never outweighed by a proof: if the two contradict each
//! other, the objective is covered and the report says `BUG`.
//!
//! In the end all tests are run once more in the machine, with code that stops for a look wherever
//! a fact of a proof stands (`explore/src/observation.rs`). A fact that does not hold in one of
//! the states ends its proof, and the report says `BUG`. A run ends where the native one does,
//! with the inputs of its test; proofs have many facts in common, so each state is read once for
//! all of them.
//!
//! What stays open for seconds is begun anew with other seeds a few times
//! (`Reachability::restart`), before what takes long is tried: which states a solver comes up with
//! decides whether the facts found are those that are needed. While the search finds nothing new
//! and the prover does, one worker rests where there is no core to spare
//! (`Exploration::make_way`): the time goes to what pays. With `--iterations` the prover starts
//! after the search, so that the same seed gives the same tests.

mod backward;
mod blocks;
mod bounded;
mod bounds;
mod build;
mod certificate;
mod contradiction;
mod counterexample;
mod cubes;
mod effects;
mod facts;
mod followed;
mod induction;
mod integers;
mod points_to;
mod reachability;
mod source;
mod system;
#[cfg(test)]
mod tests;
mod things;
mod values;
mod words;

pub use backward::{Backward, Progress, Region, RegionId};
pub use certificate::Certificate;
pub use counterexample::{Counterexample, Input};
pub use facts::{Fact, Facts};
pub use points_to::Start;
pub use source::{ContextId, Home, Origin, Site, Source};

use assay_base::ProcessorTime;
use assay_expr::Term;
use assay_program::{EdgeId, FuncId, Program};
use assay_solver::Decider;
use blocks::{Blocks, CutId};
use bounded::{Extent, unroll};
use build::Unbuilt;
use induction::exclude;
use reachability::Reachability;
use std::cell::Cell;
use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use system::System;

/// What to look at.
pub struct Question<'a> {
    pub program: &'a Program,
    pub entry: FuncId,
    pub start: Start,
    /// The edges that nothing has taken yet.
    pub edges: BTreeSet<EdgeId>,
    /// Whether that is still so, now that time has passed.
    pub is_open: &'a dyn Fn(EdgeId) -> bool,
    /// Whether the search still finds ways to edges, so that it may be better to wait for it.
    pub is_search_fruitful: &'a dyn Fn() -> bool,
    /// What no run takes that passes at most so many heads of loops is asked for too.
    pub turns: Option<usize>,
}

/// When to stop.
#[derive(Clone)]
pub struct Limits {
    pub deadline: Option<Instant>,
    pub interrupt: Arc<AtomicBool>,
    pub seed: u64,
    /// The same question gets the same answer, as long as the deadline is not met: only what is
    /// quick is tried.
    pub is_repeatable: bool,
}

impl Limits {
    fn are_exceeded(&self) -> bool {
        self.interrupt.load(Ordering::Relaxed)
            || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }
}

/// What was found out.
pub enum News {
    Proved(Certificate),
    /// For runs that pass at most as many heads of loops as the question says.
    ProvedWithin(Certificate),
    /// These inputs may take an edge.
    Reached(Counterexample),
}

impl News {
    /// A certificate says where in the program it is about.
    fn within(self, program: &Program) -> News {
        match self {
            News::Proved(certificate) => News::Proved(certificate.within(program)),
            News::ProvedWithin(certificate) => News::ProvedWithin(certificate.within(program)),
            reached => reached,
        }
    }
}

/// Why nothing can be proved about a program.
pub type Refusal = String;

/// The time of one query.
const QUERY_TIME: Duration = Duration::from_secs(5);
/// The times for looking at all runs, first and later.
const UNROLLING_TIMES: [Duration; 2] = [Duration::from_millis(700), Duration::from_secs(20)];
/// Terms that looking at all runs may make; fewer where there is no limit of time.
const MANY_TERMS: usize = 400_000;
const FEW_TERMS: usize = 20_000;
/// The times for Spacer to think about one edge, first and later, and about all of them.
const SPACER_TIMES: [(Duration, Duration); 2] = [
    (Duration::from_millis(400), Duration::from_secs(3)),
    (Duration::from_secs(10), Duration::from_secs(60)),
];
/// Between two looks at whether the search finds anything.
const PAUSE: Duration = Duration::from_millis(5);
/// Obligations that one edge may cost, in the first and in later rounds.
const EFFORTS: [usize; 3] = [50, 500, 10_000];
/// How long the second round goes on without deciding anything, first and each time that it begins
/// anew: whether the facts that are found are those that are needed is a matter of luck.
const PATIENCE: [Duration; 4] = [
    Duration::from_secs(3),
    Duration::from_secs(3),
    Duration::from_secs(4),
    Duration::from_secs(6),
];

/// Looks for proofs, and for ways to the edges, and tells of them as they are found.
pub fn prove(
    question: &Question<'_>,
    limits: &Limits,
    tell: &mut dyn FnMut(News),
) -> Result<(), Refusal> {
    if !followed::is_followed(question.program, question.entry) {
        return Err("what runs first is not followed".to_string());
    }
    let must_stop = || limits.are_exceeded();
    let built = build::build(question.program, question.entry, question.start, &must_stop);
    let mut system = match built {
        Ok(system) => system,
        Err(Unbuilt::Refused(why)) => return Err(why),
        Err(Unbuilt::Stopped) => return Ok(()),
    };
    // What is not followed is no part of the system, which then says nothing of its edges.
    let program = question.program;
    let is_in_system = |edge: &&EdgeId| {
        let edge = program.edges.get(**edge);
        edge.is_none_or(|edge| followed::is_followed(program, edge.function))
    };
    let edges: BTreeSet<EdgeId> = question.edges.iter().filter(is_in_system).copied().collect();
    let wanted = |edge| edges.contains(&edge);
    let Some(blocks) = Blocks::of(&mut system, &wanted, &must_stop) else { return Ok(()) };
    let seeded =
        |seed| Decider::new(seed, QUERY_TIME, limits.deadline, Arc::clone(&limits.interrupt));
    let new_decider = || seeded(limits.seed);
    let (open, rested) = (edges.clone(), Cell::new(Instant::now()));
    let reached = BTreeSet::new();
    let mut search = Search { question, limits, open, reached, new_decider: &new_decider, rested };
    // Bounded runs are looked at one by one where that is quick, and where nothing else helps.
    let time = if limits.is_repeatable { Duration::MAX } else { UNROLLING_TIMES[0] };
    if search.all_runs(&mut system, &blocks, time, tell) {
        search.first_turns(&mut system, &blocks, tell);
        return Ok(());
    }
    let mut analysis = Reachability::new(&mut system, &blocks, &new_decider, &must_stop);
    search.facts(&mut analysis, &EFFORTS[..1], tell);
    if limits.is_repeatable {
        search.first_turns(analysis.system(), &blocks, tell);
        return Ok(());
    }
    search.last_turns(analysis.system(), &blocks, tell);
    analysis.patience = Some(PATIENCE[0]);
    search.facts(&mut analysis, &EFFORTS[1..2], tell);
    search.sums(&mut analysis, &blocks, SPACER_TIMES[0], tell);
    search.first_turns(analysis.system(), &blocks, tell);
    for (restart, &patience) in (1..).zip(&PATIENCE[1..]) {
        analysis.restart(&|| seeded(limits.seed.wrapping_add(restart)));
        analysis.patience = Some(patience);
        search.facts(&mut analysis, &EFFORTS[1..2], tell);
    }
    analysis.patience = None;
    if search.all_runs(analysis.system(), &blocks, UNROLLING_TIMES[1], tell) {
        return Ok(());
    }
    search.sums(&mut analysis, &blocks, SPACER_TIMES[1], tell);
    search.facts(&mut analysis, &EFFORTS[2..], tell);
    Ok(())
}

/// What is still to be decided, and how.
struct Search<'a> {
    question: &'a Question<'a>,
    limits: &'a Limits,
    open: BTreeSet<EdgeId>,
    /// What runs of the system take, if not those of the program.
    reached: BTreeSet<EdgeId>,
    new_decider: &'a dyn Fn() -> Decider,
    /// When it last left the time to others.
    rested: Cell<Instant>,
}

impl Search<'_> {
    /// Looks at all runs, for this long; whether everything is decided.
    fn all_runs(
        &mut self,
        system: &mut System,
        blocks: &Blocks,
        time: Duration,
        tell: &mut dyn FnMut(News),
    ) -> bool {
        self.open.retain(|&edge| (self.question.is_open)(edge));
        if self.open.is_empty() {
            return true;
        }
        let until = (time < Duration::MAX).then(|| ProcessorTime::now() + time);
        let is_late = || until.is_some_and(|until| ProcessorTime::now() >= until);
        let must_stop = || self.limits.are_exceeded() || is_late();
        let extent =
            Extent { turns: None, terms: if until.is_some() { MANY_TERMS } else { FEW_TERMS } };
        let mut decider = (self.new_decider)();
        let unrolled =
            unroll(system, blocks, &self.open, extent, &mut decider, &must_stop, &mut |found| {
                tell(News::Reached(found));
            });
        self.open.retain(|edge| !unrolled.reached.contains(edge));
        self.reached.extend(unrolled.reached);
        let Some(certificate) = unrolled.certificate else { return self.open.is_empty() };
        tell(News::Proved(certificate.within(self.question.program)));
        self.open.clear();
        true
    }

    /// Looks at all runs as far as the question asks for, for at most half of the time.
    fn first_turns(&self, system: &mut System, blocks: &Blocks, tell: &mut dyn FnMut(News)) {
        // Runs that are longer may reach it.
        let mut edges = &self.open | &self.reached;
        edges.retain(|&edge| (self.question.is_open)(edge));
        let Some(turns) = self.question.turns.filter(|_| !edges.is_empty()) else { return };
        let now = Instant::now();
        let until = self.limits.deadline.map(|end| now + end.saturating_duration_since(now) / 2);
        let is_late = || until.is_some_and(|until| Instant::now() >= until);
        let must_stop = || self.limits.are_exceeded() || is_late();
        let extent = Extent { turns: Some(turns), terms: usize::MAX / 2 };
        let mut decider = (self.new_decider)();
        let unrolled =
            unroll(system, blocks, &edges, extent, &mut decider, &must_stop, &mut |found| {
                tell(News::Reached(found));
            });
        if let Some(certificate) = unrolled.certificate {
            tell(News::ProvedWithin(certificate.within(self.question.program)));
        }
    }

    /// Looks for what the last few turns of loops exclude, for a short time.
    fn last_turns(&mut self, system: &mut System, blocks: &Blocks, tell: &mut dyn FnMut(News)) {
        self.open.retain(|&edge| (self.question.is_open)(edge));
        if self.open.is_empty() {
            return;
        }
        let until = ProcessorTime::now() + UNROLLING_TIMES[0];
        let must_stop = || self.limits.are_exceeded() || ProcessorTime::now() >= until;
        let mut decider = (self.new_decider)();
        let found = exclude(system, blocks, &self.open, MANY_TERMS, &mut decider, &must_stop);
        for certificate in found {
            self.open.retain(|edge| !certificate.edges.contains_key(edge));
            tell(News::Proved(certificate.within(self.question.program)));
        }
    }

    /// Looks for facts that exclude what is open.
    fn facts(
        &mut self,
        analysis: &mut Reachability<'_>,
        efforts: &[usize],
        tell: &mut dyn FnMut(News),
    ) {
        for &effort in efforts {
            if self.open.is_empty() || self.limits.are_exceeded() {
                return;
            }
            let program = self.question.program;
            let tell = &mut |news: News| tell(news.within(program));
            let rest = &|| self.rest();
            let found = analysis.run(&self.open, effort, self.question.is_open, rest, tell);
            self.open
                .retain(|edge| !found.excluded.contains(edge) && !found.reached.contains(edge));
            self.reached.extend(found.reached);
        }
    }

    /// Leaves the time to the search while that finds something, but not more than was worked.
    fn rest(&self) {
        let until = Instant::now() + self.rested.get().elapsed();
        let may_rest = || (self.question.is_search_fruitful)() && Instant::now() < until;
        while may_rest() && !self.limits.are_exceeded() {
            std::thread::sleep(PAUSE);
        }
        self.rested.set(Instant::now());
    }

    /// Looks for facts that relate variables by sums and multiples: for this long for each edge,
    /// and for all.
    fn sums(
        &mut self,
        analysis: &mut Reachability<'_>,
        blocks: &Blocks,
        (each, all): (Duration, Duration),
        tell: &mut dyn FnMut(News),
    ) {
        self.open.retain(|&edge| (self.question.is_open)(edge));
        if self.open.is_empty() {
            return;
        }
        let Some(horn) = integers::clauses(analysis.system(), blocks) else { return };
        let until = ProcessorTime::now() + all;
        for edge in self.open.clone() {
            if self.limits.are_exceeded() || ProcessorTime::now() >= until {
                return;
            }
            if !self.open.contains(&edge) || !(self.question.is_open)(edge) {
                continue;
            }
            let system = analysis.system();
            let facts = integers::proposals(system, blocks, &horn, edge, each, self.limits);
            self.consider(analysis, facts, tell);
        }
    }

    /// Looks at what follows from facts that may hold.
    fn consider(
        &mut self,
        analysis: &mut Reachability<'_>,
        facts: Vec<(CutId, Term)>,
        tell: &mut dyn FnMut(News),
    ) {
        if facts.is_empty() {
            return;
        }
        let program = self.question.program;
        let tell = &mut |news: News| tell(news.within(program));
        let settled = analysis.consider(facts, &self.open, tell);
        self.open.retain(|edge| !settled.contains(edge));
    }
}

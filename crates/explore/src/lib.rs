//! Exploration of one unit: picks candidates, solves them, runs the machine, and keeps what is
//! new. All settings come in one [`Plan`]; what is found goes out as [`Discovery`]s while the
//! exploration runs.

mod confirmation;
mod donation;
mod exhaustive;
mod frontier;
mod graph;
mod memory;
mod observation;
mod obstacles;
mod plan;
mod seeded;
mod shared;
mod worker;

pub use exhaustive::{Exhaustive, exhaust};
pub use memory::{MemoryGuard, Pressure};
pub use observation::{Observation, observe};
pub use obstacles::{Left, Met, Missing, Obstacle};
pub use plan::{Budget, Plan};
pub use shared::{Completion, Discovery, Progress, Totals};

use assay_criteria::{ObjectiveId, Objectives};
use assay_engine::{NamedValues, Subject};
use assay_program::EdgeId;
use assay_prove::Certificate;
use assay_verdict::Gcfg;
use shared::Shared;
use std::num::NonZero;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{Receiver, sync_channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use worker::Worker;

/// Discoveries that may wait to be received.
const BACKLOG: usize = 256;

/// Between two looks at workers that are about to end.
const PAUSE: Duration = Duration::from_millis(1);

/// An exploration under way.
pub struct Exploration {
    /// What the workers find, as they find it. Ends when the last worker has stopped.
    pub discoveries: Receiver<Discovery>,
    shared: Arc<Shared>,
    subject: Subject,
    threads: Vec<JoinHandle<()>>,
    /// There are several workers, and no core is left for anybody else.
    is_crowded: bool,
}

/// Starts the workers; fails where the system does not give them all a thread.
pub fn explore(
    subject: Subject,
    objectives: Arc<Objectives>,
    plan: Plan,
) -> std::io::Result<Exploration> {
    let (sender, discoveries) = sync_channel(BACKLOG);
    let subject = subject.latest();
    // What one worker has made grow, the graphs of others do not have yet: they would drop what
    // leads there.
    let jobs = if subject.growing.is_some() { 1 } else { plan.jobs };
    let plan = Plan { jobs, ..plan };
    let shared = Arc::new(Shared::new(&subject, objectives, plan));
    let guard = MemoryGuard::new(shared.plan.budget.memory);
    let is_short = Arc::downgrade(&shared.is_memory_short);
    let watch =
        std::thread::Builder::new().name("memory".into()).spawn(move || guard.watch(&is_short));
    // Without it, the workers still look between their runs.
    drop(watch);
    let jobs = shared.plan.jobs.max(1);
    let cores = std::thread::available_parallelism().map_or(1, NonZero::get);
    let is_crowded = jobs > 1 && jobs >= cores;
    let start = |number| {
        let (subject, shared) = (subject.clone(), Arc::clone(&shared));
        let sender = sender.clone();
        std::thread::Builder::new().name(format!("worker-{number}")).stack_size(64 << 20).spawn(
            move || {
                let _seat = shared.exchange.seat();
                Worker::new(number, subject, Arc::clone(&shared), sender).run();
            },
        )
    };
    let threads: std::io::Result<Vec<JoinHandle<()>>> = (0..jobs).map(start).collect();
    // Those that did start wait for the others.
    let threads = threads.inspect_err(|_| shared.end(Completion::Interrupted))?;
    Ok(Exploration { discoveries, shared, subject, threads, is_crowded })
}

impl Exploration {
    /// How far it is, without stopping it.
    pub fn progress(&self) -> Progress {
        self.shared.progress()
    }

    /// To be told of each discovery that was dealt with: [`Progress::pending`] counts the others.
    /// What it reached only in the machine, and not in its native run, is looked for again.
    pub fn settle(&self, discovery: &Discovery, native: Option<&[EdgeId]>) {
        self.shared.settle(&discovery.edges, native);
    }

    /// What the workers have proved since they were last asked.
    pub fn take_proofs(&self) -> Vec<Certificate> {
        self.shared.take_proofs()
    }

    /// How the bidirectional analysis has gone on since it was last asked for, if that is kept.
    pub fn take_pictures(&self) -> Vec<Gcfg> {
        self.shared.take_pictures()
    }

    /// No input reaches these objectives: nothing more is done for them.
    pub fn exclude(&self, objectives: &[ObjectiveId]) {
        self.shared.exclude(objectives);
    }

    /// Inputs that may reach something new: a run tells.
    pub fn suggest(&self, inputs: NamedValues) {
        self.shared.suggest(inputs);
    }

    /// Lets one worker rest as long as this is wanted, where others go on and all cores are taken.
    pub fn make_way(&self, is_wanted: bool) {
        self.shared.makes_way.store(is_wanted && self.is_crowded, Ordering::Relaxed);
    }

    /// Whether nothing is left but queries that had their full time and no answer.
    pub fn is_stuck(&self) -> bool {
        self.shared.is_stuck.load(Ordering::Relaxed)
    }

    /// Lets all workers rest as long as this is wanted.
    pub fn hold(&self, is_wanted: bool) {
        self.shared.is_held.store(is_wanted, Ordering::Relaxed);
    }

    /// Whether it has ended with every path followed to its end. Only known when no more
    /// discoveries come.
    pub fn is_exhausted(&self) -> bool {
        self.shared.completion(false) == Completion::Exhausted
    }

    /// Ends it early, for this reason; what was found stays.
    pub fn stop(&self, why: Completion) {
        self.shared.end(why);
    }

    /// Sums up. A worker that has been told to stop and has not come back until then (a solver may
    /// be slow to listen) is left alone: it ends by itself, and its last query is missing.
    pub fn finish(mut self, until: Instant) -> Totals {
        while self.is_running() && Instant::now() < until {
            std::thread::sleep(PAUSE);
        }
        let workers = self.threads.len();
        let mut panics = 0;
        for thread in self.threads.extract_if(.., |thread| thread.is_finished()) {
            panics += u64::from(thread.join().is_err());
        }
        let shared = self.shared;
        let mut totals =
            shared.totals.lock().unwrap_or_else(std::sync::PoisonError::into_inner).clone();
        totals.panics = panics;
        let back = shared.reported.load(Ordering::Acquire) + panics as usize;
        totals.left_behind = workers.saturating_sub(back);
        totals.completion = shared.completion(panics > 0);
        totals.iterations = shared.iterations.load(Ordering::Relaxed);
        totals.candidates_left = shared.candidates.load(Ordering::Relaxed);
        let mut open = shared.open_objectives();
        let (own, _) = shared.plan.analysed;
        // The first have a reason of their own for sure.
        open.sort_by_key(|id| shared.objectives.get(*id).function != own);
        let subject = self.subject.latest();
        let graph = shared.graph_of(&subject);
        let known = (&*subject.program, &*graph);
        totals.missing = obstacles::missing(&totals.noted, known, &shared.objectives, &open);
        if totals.left_behind > 0 {
            // What such a worker has left is not among it: that nothing is left is not known.
            totals.missing.retain(|_, missing| missing.left.all > 0 || missing.is_undecided);
        }
        totals
    }

    fn is_running(&self) -> bool {
        self.shared.reported.load(Ordering::Acquire) < self.threads.len()
            && self.threads.iter().any(|thread| !thread.is_finished())
    }
}

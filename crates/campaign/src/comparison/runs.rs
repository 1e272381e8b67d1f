//! Does the runs, several at a time.

use super::process::Copy;
use super::store::Key;
use super::subjects::Loadable;
use crate::event::{Event, Listener};
use crate::jobs;
use crate::orders::ComparisonOrders;
use crate::totals::bugs;
use assay_engine::Limits;
use assay_explore::{Budget, Completion, Plan, explore};
use assay_language::Rejected;
use assay_solver::Config;
use assay_verdict::{ComparedRun, CurvePoint, Measured, RunOutcome};
use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::RecvTimeoutError;
use std::time::{Duration, Instant};

/// After its time, a run may take so long to end by itself, and then to hand over what it has.
const LAST_QUERY: Duration = Duration::from_secs(2);
const HAND_OVER: Duration = Duration::from_secs(10);
/// Where a run has no limit of time.
const ENDLESS: Duration = Duration::from_secs(365 * 24 * 3600);
/// Between two looks at the runs.
const PAUSE: Duration = Duration::from_millis(3);

/// One run that is to be done.
#[derive(Clone, Debug)]
pub struct Task {
    /// By its number.
    pub subject: usize,
    pub strategy: String,
    pub seed: u64,
}

impl Task {
    pub fn key(&self, subjects: &[Loadable]) -> Key {
        (subjects[self.subject].facts.name.clone(), self.strategy.clone(), self.seed)
    }
}

pub struct Schedule<'a> {
    orders: &'a ComparisonOrders,
    subjects: &'a [Loadable],
    tasks: VecDeque<Task>,
    interrupt: &'a AtomicBool,
    running: Vec<Running>,
    all: usize,
}

struct Running {
    task: Task,
    copy: Copy,
    /// Whoever is not back by then has got lost.
    until: Instant,
}

impl<'a> Schedule<'a> {
    pub fn new(
        orders: &'a ComparisonOrders,
        subjects: &'a [Loadable],
        tasks: VecDeque<Task>,
        interrupt: &'a AtomicBool,
    ) -> Schedule<'a> {
        let all = tasks.len();
        Schedule { orders, subjects, tasks, interrupt, running: Vec::new(), all }
    }

    /// Hands each run to `done` when it has ended. When interrupted, what is under way is dropped.
    pub fn run(
        mut self,
        mut done: impl FnMut(ComparedRun) -> Result<(), Rejected>,
        tell: &mut Listener<'_>,
    ) -> Result<(), Rejected> {
        let (jobs, note) = jobs::jobs(self.orders.jobs);
        note.iter().for_each(|note| tell(Event::Note(note)));
        while self.has_work() && !self.interrupt.load(Ordering::Relaxed) {
            while self.running.len() < jobs
                && let Some(task) = self.tasks.pop_front()
            {
                self.start(task, &mut done)?;
            }
            self.tell_progress(tell);
            std::thread::sleep(PAUSE);
            self.collect(&mut done)?;
        }
        tell(Event::SearchEnded);
        Ok(())
    }

    fn has_work(&self) -> bool {
        !self.tasks.is_empty() || !self.running.is_empty()
    }

    fn start(
        &mut self,
        task: Task,
        done: &mut impl FnMut(ComparedRun) -> Result<(), Rejected>,
    ) -> Result<(), Rejected> {
        let time = self.orders.time.unwrap_or(ENDLESS);
        let until = Instant::now() + time + LAST_QUERY + HAND_OVER;
        let subject = &self.subjects[task.subject];
        let work = || answer(&measure(subject, plan(self.orders, &task, subject)));
        match Copy::start(work) {
            Ok(copy) => self.running.push(Running { task, copy, until }),
            Err(error) => done(self.result(task, failed(format!("no process: {error}"))))?,
        }
        Ok(())
    }

    fn collect(
        &mut self,
        done: &mut impl FnMut(ComparedRun) -> Result<(), Rejected>,
    ) -> Result<(), Rejected> {
        for mut running in std::mem::take(&mut self.running) {
            let outcome = match running.copy.poll() {
                Some(Ok(bytes)) => serde_json::from_slice(&bytes)
                    .unwrap_or_else(|error| failed(format!("its result cannot be read: {error}"))),
                Some(Err(why)) => failed(why),
                None if Instant::now() >= running.until => {
                    failed("BUG in Assay: the run did not end in time".to_string())
                }
                None => {
                    self.running.push(running);
                    continue;
                }
            };
            done(self.result(running.task, outcome))?;
        }
        Ok(())
    }

    fn result(&self, task: Task, outcome: RunOutcome) -> ComparedRun {
        let (subject, strategy, seed) = task.key(self.subjects);
        ComparedRun { subject, strategy, seed, outcome }
    }

    fn tell_progress(&self, tell: &mut Listener<'_>) {
        let done = self.all - self.tasks.len() - self.running.len();
        let now = self.running.iter().map(|running| {
            let (subject, strategy, seed) = running.task.key(self.subjects);
            format!("{subject} {strategy} #{seed}")
        });
        tell(Event::Runs { done, all: self.all, running: &now.collect::<Vec<_>>() });
    }
}

fn failed(why: String) -> RunOutcome {
    RunOutcome::Failed { failed: why }
}

fn answer(outcome: &RunOutcome) -> Vec<u8> {
    serde_json::to_vec(outcome).unwrap_or_default()
}

fn plan(orders: &ComparisonOrders, task: &Task, unit: &Loadable) -> Plan {
    Plan {
        search: task.strategy.clone(),
        budget: Budget {
            deadline: orders.time.map(|time| Instant::now() + time),
            iterations: orders.iterations,
            memory: orders.memory,
        },
        seed: task.seed,
        jobs: 1,
        solver: Config {
            timeout: orders.exploring.query_time,
            seed: task.seed,
            ..Config::default()
        },
        limits: Limits { instructions: orders.exploring.path_instructions, ..Limits::default() },
        filter: orders.exploring.filter,
        check_paths: false,
        stop_when_covered: true,
        seeds: Vec::new(),
        random_start: orders.exploring.random_start,
        analysed: unit.analysed,
        pictures: false,
        interrupt: Arc::new(AtomicBool::new(false)),
    }
}

/// Explores, and notes when something was covered first.
fn measure(unit: &Loadable, plan: Plan) -> RunOutcome {
    let started = Instant::now();
    let deadline = plan.budget.deadline.unwrap_or_else(|| started + ENDLESS);
    let started_workers = explore(unit.subject.clone(), Arc::clone(&unit.objectives), plan);
    let exploration = match started_workers {
        Ok(exploration) => exploration,
        Err(error) => return failed(format!("the system gives no thread: {error}")),
    };
    let mut curve: Vec<CurvePoint> = Vec::new();
    let mut until = deadline;
    loop {
        let wait = until.saturating_duration_since(Instant::now());
        match exploration.discoveries.recv_timeout(wait) {
            Ok(discovery) => {
                exploration.settle(&discovery, None);
                if discovery.objectives.is_empty() {
                    continue;
                }
                let before = curve.last().map_or(0, |point| point.covered);
                curve.push(CurvePoint {
                    iteration: discovery.iteration,
                    seconds: discovery.elapsed.as_secs_f64(),
                    covered: before + discovery.objectives.len() as u64,
                });
            }
            Err(RecvTimeoutError::Timeout) if until == deadline => {
                exploration.stop(Completion::OutOfTime);
                until += LAST_QUERY;
            }
            Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => break,
        }
    }
    let totals = exploration.finish(until);
    let bugs = bugs(&totals);
    if totals.panics > 0 {
        return failed(bugs.join("; "));
    }
    let is_left_behind = totals.left_behind > 0;
    RunOutcome::Finished(Measured {
        curve,
        iterations: totals.iterations,
        seconds: if is_left_behind { started.elapsed().as_secs_f64() } else { totals.seconds },
        solver_queries: totals.solver_queries,
        solver_seconds: totals.solver_seconds,
        instructions: totals.instructions,
        end: match is_left_behind {
            true => "time, inside a query that is not counted".to_string(),
            false => end(totals.completion).to_string(),
        },
        bugs,
    })
}

fn end(completion: Completion) -> &'static str {
    match completion {
        Completion::Exhausted => "nothing left to follow",
        Completion::Incomplete => "nothing left, some given up",
        Completion::AllCovered => "all covered",
        Completion::OutOfTime => "time",
        Completion::OutOfIterations => "iterations",
        Completion::OutOfMemory => "memory",
        Completion::Interrupted => "interrupted",
    }
}

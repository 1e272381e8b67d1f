//! Native confirmation of tests and findings while the exploration goes on.
//!
//! Both runners that it needs are built in the background: the plain one from the start, the one
//! that sees more from the first finding that asks for it. All costs are measured, so that the
//! exploration can be ended in time for what is left to confirm.

use crate::building::Building;
use crate::clock::Clock;
use assay_language::{Native, NativeEnd, NativeRun, RunError, Runner, Shown, TestCase};
use assay_verdict::{Finding, FindingKind};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Time one test may take natively: one that the machine saw end, and one that it did not (the
/// processor is far ahead of where the machine stopped by then).
const TEST_TIME: Duration = Duration::from_secs(2);
const CUT_TEST_TIME: Duration = Duration::from_millis(500);
/// The same when there is no time left. Nearly all tests end within a few milliseconds.
const LATE_TEST_TIME: Duration = Duration::from_millis(100);
const LATE_CUT_TEST_TIME: Duration = Duration::from_millis(20);

/// A test that takes so many times the mean is not just slow.
const USUAL_SPREAD: u32 = 8;

/// More is not looked for as long as what was found takes this share of the time that is left.
const OVERRUN_SHARE: f64 = 0.9;

/// What workers take to notice that they should stop.
const STOPPING: Duration = Duration::from_millis(20);

pub struct Confirmer {
    native: Arc<dyn Native>,
    plain: Building<Box<dyn Runner>>,
    /// What it took to build the plain one; the detector takes longer.
    build_millis: Arc<AtomicU64>,
    detector: Option<Building<Box<dyn Runner>>>,
    scratch: PathBuf,
    pub clock: Clock,
    /// Tests that wait for their native run, as far as is known.
    pub pending: usize,
    plain_cost: Cost,
    detector_cost: Cost,
    /// Those that turned out to be needed, and those that others made needless.
    needed: u32,
    spared: u32,
    /// When the first test could be run.
    ready: Option<Instant>,
    /// Why tests cannot be confirmed.
    pub problem: Option<String>,
}

impl Confirmer {
    pub fn new(native: Arc<dyn Native>, scratch: &Path, clock: Clock) -> Confirmer {
        let (of, folder) = (Arc::clone(&native), scratch.join("plain"));
        let build_millis = Arc::new(AtomicU64::new(0));
        let measured = Arc::clone(&build_millis);
        let plain = Building::start(move |stop| {
            let started = Instant::now();
            let runner = of.runner(&folder, stop);
            measured.store(started.elapsed().as_millis() as u64, Ordering::Relaxed);
            runner
        });
        Confirmer {
            native,
            plain,
            build_millis,
            detector: None,
            scratch: scratch.to_path_buf(),
            clock,
            pending: 0,
            plain_cost: Cost::guessed(Duration::from_millis(3)),
            detector_cost: Cost::guessed(Duration::from_millis(50)),
            needed: 1,
            spared: 0,
            ready: None,
            problem: None,
        }
    }

    /// Whether the program for native runs is built, or cannot be; waits so long for it.
    pub fn is_ready(&mut self, pause: Duration) -> bool {
        let is_ready = self.plain.get(Some(Instant::now() + pause)).is_some();
        if is_ready {
            self.ready.get_or_insert_with(Instant::now);
        }
        is_ready
    }

    /// Whether there is time for another test, if what comes after them takes so long.
    pub fn has_time(&self, afterwards: Duration) -> bool {
        let last = self.clock.last_test(self.ready);
        Instant::now() + afterwards.min(self.clock.reserve()) < last
    }

    /// A test need not be run.
    pub fn spare(&mut self) {
        self.spared += 1;
    }

    /// The native run of a test; `None` where there is none to be had.
    pub fn run(&mut self, test: &TestCase) -> Option<NativeRun> {
        let time = self.time_for(test);
        // Without this program nothing is covered: it is waited for.
        let runner = match self.plain.get(None)? {
            Ok(runner) => runner,
            Err(error) => {
                self.problem.get_or_insert(error.clone());
                return None;
            }
        };
        self.needed += 1;
        let started = Instant::now();
        let mut run = runner.run(test, time);
        if matches!(run, Err(RunError::NotBegun)) && time < TEST_TIME {
            // On a busy machine a late test may need all of the time that others have.
            run = runner.run(test, TEST_TIME);
        }
        if run.as_ref().is_ok_and(|run| run.ended != NativeEnd::Timeout) {
            self.plain_cost.add(started.elapsed());
        }
        run.map_err(|error| self.problem.get_or_insert(error.to_string())).ok()
    }

    /// A fair share of what is left.
    fn time_for(&self, test: &TestCase) -> Duration {
        let (most, least) = if test.is_cut() {
            (CUT_TEST_TIME, LATE_CUT_TEST_TIME)
        } else {
            (TEST_TIME, LATE_TEST_TIME)
        };
        // On a busy machine everything takes longer.
        let least = least.max(self.plain_cost.mean() * USUAL_SPREAD).min(most);
        let share = self.clock.left() / (self.pending as u32 + 1);
        share.clamp(least, most)
    }

    /// Whether the native run, which ended like this, misbehaves as the finding says.
    pub fn shows(&self, finding: &Finding, ended: Option<NativeEnd>) -> Shown {
        self.native.shows(finding.kind, ended.as_ref())
    }

    /// Starts to build the detector, if nobody did and there is time for it.
    pub fn want_detector(&mut self) {
        let least = Duration::from_millis(self.build_millis.load(Ordering::Relaxed));
        if self.clock.left() < least {
            return;
        }
        let (native, folder) = (Arc::clone(&self.native), self.scratch.join("detector"));
        let build = move |stop: &AtomicBool| native.detector(&folder, stop);
        self.detector.get_or_insert_with(|| Building::start(build));
    }

    /// Whether the detector reports this; `None` as long as it is not there.
    pub fn detector_reports(
        &mut self,
        kind: FindingKind,
        test: &TestCase,
        until: Instant,
    ) -> Option<bool> {
        let time = self.time_for(test).max(self.detector_cost.mean() * USUAL_SPREAD);
        let Ok(runner) = self.detector.as_mut()?.get(Some(until))? else { return Some(false) };
        let started = Instant::now();
        let run = runner.run(test, time);
        self.detector_cost.add(started.elapsed());
        Some(run.is_ok_and(|run| run.reported.contains(&kind)))
    }

    /// What is kept free at the end: for the tests that were found, `asked` questions to the
    /// detector and the report. Where there are too many of either, this has a limit: there may be
    /// less to do than it seems.
    pub fn rest(&self, asked: usize, report: Duration) -> Duration {
        let reserve = self.clock.reserve();
        let others = self.detector_cost.mean() * asked as u32 + report;
        let tests = self.cost_of_tests().min(reserve.max(2 * self.plain_cost.mean()));
        STOPPING + tests + others.min(reserve)
    }

    /// Whether tests are found faster than they can be run.
    pub fn is_behind(&self) -> bool {
        self.cost_of_tests() > self.clock.reserve()
    }

    /// Whether what was found takes nearly all the time that is left.
    pub fn is_overrun(&self) -> bool {
        self.is_behind() && self.cost_of_tests() > self.clock.left().mul_f64(OVERRUN_SHARE)
    }

    /// Of those that wait and will be needed.
    fn cost_of_tests(&self) -> Duration {
        let share = f64::from(self.needed) / f64::from(self.needed + self.spared);
        self.plain_cost.mean().mul_f64(self.pending as f64 * share)
    }
}

/// The mean of what something took so far.
struct Cost {
    total: Duration,
    count: u32,
}

impl Cost {
    fn guessed(guess: Duration) -> Cost {
        Cost { total: guess, count: 1 }
    }

    fn add(&mut self, duration: Duration) {
        self.total += duration;
        self.count += 1;
    }

    fn mean(&self) -> Duration {
        self.total / self.count
    }
}

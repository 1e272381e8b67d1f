//! Native confirmation of tests and findings while the exploration goes on.
//!
//! Both programs that it needs are built in the background: the plain one from the start, the one
//! with sanitizers from the first finding that asks for it. All costs are measured, so that the
//! exploration can be ended in time for what is left to confirm.

use crate::building::{Building, unless_stopped};
use crate::clock::Clock;
use assay_frontend_llvm::{ReplayModule, SanitizableUnit};
use assay_testgen::replay::{
    Limits, NativeEnd, NativeRun, ReplayError, ReplayFacts, Replayer, SanitizedReplayer,
};
use assay_testgen::{Subject as TestSubject, TestCase};
use assay_verdict::{Finding, FindingKind};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
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
    plain: Building<Replayer>,
    /// What it took to build the program; with sanitizers it takes longer.
    build_millis: Arc<AtomicU64>,
    sanitized: Option<Building<SanitizedReplayer>>,
    subject: Arc<TestSubject>,
    unit: Option<SanitizableUnit>,
    scratch: PathBuf,
    pub clock: Clock,
    /// Tests that wait for their native run, as far as is known.
    pub pending: usize,
    plain_cost: Cost,
    sanitized_cost: Cost,
    /// Those that turned out to be needed, and those that others made needless.
    needed: u32,
    spared: u32,
    /// When the first test could be run.
    ready: Option<Instant>,
    /// Why tests cannot be confirmed.
    pub problem: Option<String>,
}

/// What is known about a finding natively.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Shown {
    Yes,
    No,
    /// Only a sanitizer can tell: ask [`Confirmer::sanitizer_reports`].
    AskSanitizer,
}

impl Confirmer {
    pub fn new(
        module: ReplayModule,
        subject: Arc<TestSubject>,
        unit: Option<SanitizableUnit>,
        scratch: &Path,
        clock: Clock,
    ) -> Confirmer {
        let (owned, folder) = (Arc::clone(&subject), scratch.join("plain"));
        let build_millis = Arc::new(AtomicU64::new(0));
        let measured = Arc::clone(&build_millis);
        let plain = Building::start(move |stop| {
            let started = Instant::now();
            let facts = ReplayFacts {
                bitcode: &module.bitcode,
                edge_count: module.edge_count,
                is_32_bit: module.is_32_bit,
                externals: &owned.externals,
                is_unit: owned.interface.is_some(),
            };
            let replayer = Replayer::build(&facts, &folder, limits(), stop).map_err(message);
            measured.store(started.elapsed().as_millis() as u64, Ordering::Relaxed);
            replayer
        });
        Confirmer {
            plain,
            build_millis,
            sanitized: None,
            subject,
            unit,
            scratch: scratch.to_path_buf(),
            clock,
            pending: 0,
            plain_cost: Cost::guessed(Duration::from_millis(3)),
            sanitized_cost: Cost::guessed(Duration::from_millis(50)),
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
        let replayer = match self.plain.get(None)? {
            Ok(replayer) => replayer,
            Err(error) => {
                self.problem.get_or_insert(error.clone());
                return None;
            }
        };
        self.needed += 1;
        let started = Instant::now();
        let mut run = replayer.run_within(test, time);
        if matches!(run, Err(ReplayError::NotBegun)) && time < TEST_TIME {
            // On a busy machine a late test may need all of the time that others have.
            run = replayer.run_within(test, TEST_TIME);
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
        let is_signal = |numbers: &[i32]| {
            let is_one = matches!(ended, Some(NativeEnd::Signal(n)) if numbers.contains(&n));
            if is_one { Shown::Yes } else { Shown::No }
        };
        match finding.kind {
            FindingKind::Assertion
            | FindingKind::Abort
            | FindingKind::ReachError
            | FindingKind::UncaughtException => is_signal(&[ABORT, ILLEGAL]),
            FindingKind::Timeout if ended == Some(NativeEnd::Timeout) => Shown::Yes,
            FindingKind::Timeout => Shown::No,
            FindingKind::StackOverflow => is_signal(&[ACCESS]),
            // What a handler of the program catches, a sanitizer sees nevertheless.
            FindingKind::DivisionByZero if is_signal(&[ARITHMETIC]) == Shown::Yes => Shown::Yes,
            FindingKind::NullDereference if is_signal(&[ACCESS]) == Shown::Yes => Shown::Yes,
            // A trap of the processor confirms the division of the lowest number by -1.
            FindingKind::SignedOverflow if is_signal(&[ARITHMETIC]) == Shown::Yes => Shown::Yes,
            // No sanitizer that works without an instrumented C library sees these.
            FindingKind::UninitialisedRead => Shown::No,
            _ => Shown::AskSanitizer,
        }
    }

    /// Starts to build the program with sanitizers, if nobody did and there is time for it.
    pub fn want_sanitizers(&mut self) {
        let least = Duration::from_millis(self.build_millis.load(Ordering::Relaxed));
        if self.clock.left() < least {
            return;
        }
        let (subject, folder) = (Arc::clone(&self.subject), self.scratch.join("sanitized"));
        let unit = self.unit.clone();
        self.sanitized.get_or_insert_with(|| {
            Building::start(move |stop| match unit {
                Some(unit) => {
                    let bitcode = unless_stopped(stop, move || unit.bitcode());
                    let bitcode = bitcode.ok_or("not wanted any more")?;
                    let bitcode = bitcode.map_err(|error| error.to_string())?;
                    SanitizedReplayer::build_unit(&bitcode, &subject, &folder, limits(), stop)
                        .map_err(message)
                }
                None => {
                    SanitizedReplayer::build(&subject, &folder, limits(), stop).map_err(message)
                }
            })
        });
    }

    /// Whether a sanitizer reports this; `None` as long as the program with sanitizers is not there.
    pub fn sanitizer_reports(
        &mut self,
        kind: FindingKind,
        test: &TestCase,
        until: Instant,
    ) -> Option<bool> {
        let time = self.time_for(test).max(self.sanitized_cost.mean() * USUAL_SPREAD);
        let Ok(replayer) = self.sanitized.as_mut()?.get(Some(until))? else { return Some(false) };
        let started = Instant::now();
        let report = replayer.run_within(test, time);
        self.sanitized_cost.add(started.elapsed());
        Some(report.is_ok_and(|report| report.kinds.contains(&kind)))
    }

    /// What is kept free at the end: for the tests that were found, `asked` questions to the sanitizers and the
    /// report. Where there are too many of either, this has a limit: there may be less to do than it seems.
    pub fn rest(&self, asked: usize, report: Duration) -> Duration {
        let reserve = self.clock.reserve();
        let others = self.sanitized_cost.mean() * asked as u32 + report;
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

/// Numbers of signals, the same on all systems that we run on.
const ILLEGAL: i32 = 4;
const ABORT: i32 = 6;
const ARITHMETIC: i32 = 8;
const ACCESS: i32 = 11;

fn limits() -> Limits {
    Limits { time: TEST_TIME, ..Limits::default() }
}

fn message(error: ReplayError) -> String {
    error.to_string()
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

//! Native confirmation of tests and findings while the exploration goes on.

use assay_testgen::replay::{Limits, NativeRun, ReplayFacts, Replayer, SanitizedReplayer};
use assay_testgen::{Externals, Subject as TestSubject, TestCase};
use assay_verdict::{Finding, FindingKind};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Time one test may take natively: one that the machine saw end, one that it did not (the
/// processor is far ahead of where the machine stopped by then), and the latter when the budget
/// of the unit is used up.
const TEST_TIME: Duration = Duration::from_secs(2);
const CUT_TEST_TIME: Duration = Duration::from_millis(500);
const LATE_TEST_TIME: Duration = Duration::from_millis(50);

pub struct Confirmer {
    replayer: Option<Replayer>,
    sanitized: Option<Option<SanitizedReplayer>>,
    subject: TestSubject,
    scratch: PathBuf,
    deadline: Instant,
    /// Why tests cannot be confirmed.
    pub problem: Option<String>,
}

impl Confirmer {
    pub fn new(
        module: &assay_frontend_llvm::ReplayModule,
        externals: &Externals,
        subject: TestSubject,
        scratch: &Path,
        deadline: Instant,
    ) -> Confirmer {
        let facts = ReplayFacts {
            bitcode: &module.bitcode,
            edge_count: module.edge_count,
            is_32_bit: module.is_32_bit,
            externals,
        };
        let (replayer, problem) = match Replayer::build(&facts, &scratch.join("plain"), limits()) {
            Ok(replayer) => (Some(replayer), None),
            Err(error) => (None, Some(error.to_string())),
        };
        let scratch = scratch.to_path_buf();
        Confirmer { replayer, sanitized: None, subject, scratch, deadline, problem }
    }

    /// The native run of a test; `None` where there is none to be had.
    pub fn run(&mut self, test: &TestCase) -> Option<NativeRun> {
        let time = match (test.is_cut(), Instant::now() > self.deadline) {
            (false, _) => TEST_TIME,
            (true, false) => CUT_TEST_TIME,
            (true, true) => LATE_TEST_TIME,
        };
        match self.replayer.as_ref()?.run_within(test, time) {
            Ok(run) => Some(run),
            Err(error) => {
                self.problem.get_or_insert(error.to_string());
                None
            }
        }
    }

    /// Whether the native run misbehaves as the finding says.
    pub fn shows(&mut self, finding: &Finding, test: &TestCase, run: Option<&NativeRun>) -> bool {
        use assay_testgen::replay::NativeEnd;
        let signal = match run.map(|run| run.ended) {
            Some(NativeEnd::Signal(signal)) => Some(signal),
            _ => None,
        };
        match finding.kind {
            FindingKind::Assertion | FindingKind::Abort | FindingKind::ReachError => {
                signal == Some(6) || signal == Some(4)
            }
            FindingKind::Timeout => run.is_some_and(|run| run.ended == NativeEnd::Timeout),
            FindingKind::DivisionByZero => signal == Some(8),
            FindingKind::NullDereference | FindingKind::StackOverflow => signal == Some(11),
            // A trap of the processor confirms the division of the lowest number by -1.
            FindingKind::SignedOverflow if signal == Some(8) => true,
            // No sanitizer that works without an instrumented C library sees these.
            FindingKind::UninitialisedRead => false,
            kind => self.sanitizer_reports(kind, test),
        }
    }

    fn sanitizer_reports(&mut self, kind: FindingKind, test: &TestCase) -> bool {
        let (subject, scratch) = (&self.subject, self.scratch.join("sanitized"));
        let build = || SanitizedReplayer::build(subject, &scratch, limits()).ok();
        let Some(replayer) = self.sanitized.get_or_insert_with(build) else { return false };
        replayer.run(test).is_ok_and(|report| report.kinds.contains(&kind))
    }
}

fn limits() -> Limits {
    Limits { time: TEST_TIME, ..Limits::default() }
}

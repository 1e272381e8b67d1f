//! How the native run of a test should end, by how the machine's run ended.
//!
//! What C leaves undefined need not trap on the real processor: after an access out of bounds
//! anything may happen, and a test must not fail because of it. Where the machine and the
//! processor do agree (exit statuses, `abort`, a null dereference, integer division by zero) the
//! expectation is exact.

use assay_language::{NativeEnd, TestCase, signal_name};
use assay_verdict::{Ending, FindingKind};
use std::fmt;

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Expectation {
    Exit(u8),
    Signal(i32),
    Timeout,
    AssumptionFailed,
    /// The machine did not see the end, but all inputs.
    Any,
    /// What happens is not defined, up to which inputs are asked for.
    Anything,
}

impl Expectation {
    /// How the emitted test should end.
    pub fn of_test(test: &TestCase) -> Expectation {
        match test.depends_on_addresses {
            true => Expectation::Anything,
            false => Expectation::of(&test.ends),
        }
    }

    /// Whether a run that ended like this is what was expected.
    pub fn is_met_by(self, ended: NativeEnd) -> bool {
        match self {
            Expectation::Exit(status) => ended == NativeEnd::Exit(i32::from(status)),
            Expectation::Signal(number) => ended == NativeEnd::Signal(number),
            Expectation::Timeout => ended == NativeEnd::Timeout,
            Expectation::AssumptionFailed => ended == NativeEnd::AssumptionFailed,
            Expectation::Any | Expectation::Anything => true,
        }
    }

    pub fn of(ending: &Ending) -> Expectation {
        match ending {
            // The system keeps the low eight bits of an exit status.
            Ending::Return { exit_code } | Ending::Exit { exit_code } => {
                Expectation::Exit(*exit_code as u8)
            }
            Ending::Finding { finding } => Expectation::of_finding(*finding),
            Ending::AssumptionFailed => Expectation::AssumptionFailed,
            Ending::Cut { .. } => Expectation::Any,
        }
    }

    fn of_finding(kind: FindingKind) -> Expectation {
        match kind {
            FindingKind::Assertion
            | FindingKind::ReachError
            | FindingKind::Abort
            | FindingKind::UncaughtException => Expectation::Signal(libc::SIGABRT),
            FindingKind::NullDereference | FindingKind::StackOverflow => {
                Expectation::Signal(libc::SIGSEGV)
            }
            FindingKind::DivisionByZero => Expectation::Signal(libc::SIGFPE),
            FindingKind::Timeout => Expectation::Timeout,
            FindingKind::OutOfBounds
            | FindingKind::UseAfterFree
            | FindingKind::DoubleFree
            | FindingKind::InvalidFree
            | FindingKind::UninitialisedRead
            | FindingKind::SignedOverflow
            | FindingKind::BadShift
            | FindingKind::Unreachable => Expectation::Anything,
        }
    }
}

/// As in the line `Expect:` of a test, which `assay_run.c` compares with what it saw.
impl fmt::Display for Expectation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Expectation::Exit(status) => write!(f, "exit {status}"),
            Expectation::Signal(number) => f.write_str(&signal_name(*number)),
            Expectation::Timeout => f.write_str("timeout"),
            Expectation::AssumptionFailed => f.write_str("assumption failed"),
            Expectation::Any => f.write_str("any"),
            Expectation::Anything => f.write_str("anything"),
        }
    }
}

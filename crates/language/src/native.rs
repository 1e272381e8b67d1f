//! Tests outside of the machine.

use crate::{EdgeSet, Observation, Rejected, TestCase};
use assay_program::{NativeFunctions, Program};
use assay_verdict::FindingKind;
use std::fmt;
use std::path::Path;
use std::process::ExitStatus;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// How a unit runs where people run it.
pub trait Native: Send + Sync {
    /// Builds what runs the tests of the unit, below a folder that may not be there yet. Gives up
    /// soon when `stop` is set. An error is what to tell the user.
    fn runner(&self, scratch: &Path, stop: &AtomicBool) -> Result<Box<dyn Runner>, String>;

    /// The same with whatever sees misbehaviour that a plain run does not show.
    fn detector(&self, scratch: &Path, stop: &AtomicBool) -> Result<Box<dyn Runner>, String>;

    /// Whether a run that ended like this shows a finding.
    fn shows(&self, finding: FindingKind, ended: Option<&NativeEnd>) -> Shown;

    /// The functions of the host that the machine may call in this program, if there are any.
    fn functions(
        &self,
        program: &Program,
        scratch: &Path,
    ) -> Result<Option<Arc<dyn NativeFunctions>>, Rejected>;

    /// Has a command of the user's run the program as often as it likes, and sees what that takes.
    fn measure(&self, command: &[String], scratch: &Path) -> Result<Measurement, Rejected>;
}

/// Runs tests, one after the other.
pub trait Runner: Send {
    fn run(&mut self, test: &TestCase, time: Duration) -> Result<NativeRun, RunError>;
}

/// What a native run was seen to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NativeRun {
    pub edges: EdgeSet,
    pub ended: NativeEnd,
    /// Why this is not the run that was recorded.
    pub diverged: Option<String>,
    /// The first bytes of what it wrote.
    pub output: Vec<u8>,
    /// What a unit that returned made of its inputs.
    pub observed: Vec<Observation>,
    /// How it ends depends on what a test does not say: where its inputs lie in memory.
    pub depends_on_addresses: bool,
    /// The misbehaviour that was reported while it ran.
    pub reported: Vec<FindingKind>,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum NativeEnd {
    Exit(i32),
    Signal(i32),
    /// By an exception that nobody caught.
    Threw,
    Timeout,
    /// Stopped because the program assumes what is not so.
    AssumptionFailed,
}

impl fmt::Display for NativeEnd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NativeEnd::Exit(status) => write!(f, "exit {status}"),
            NativeEnd::Signal(number) => f.write_str(&signal_name(*number)),
            NativeEnd::Threw => f.write_str("exception"),
            NativeEnd::Timeout => f.write_str("timeout"),
            NativeEnd::AssumptionFailed => f.write_str("assumption failed"),
        }
    }
}

/// The usual name of the signals that end programs.
pub fn signal_name(number: i32) -> String {
    let name = match number {
        libc::SIGABRT => "SIGABRT",
        libc::SIGSEGV => "SIGSEGV",
        libc::SIGBUS => "SIGBUS",
        libc::SIGFPE => "SIGFPE",
        libc::SIGILL => "SIGILL",
        libc::SIGTRAP => "SIGTRAP",
        libc::SIGKILL => "SIGKILL",
        libc::SIGTERM => "SIGTERM",
        libc::SIGPIPE => "SIGPIPE",
        libc::SIGALRM => "SIGALRM",
        _ => return format!("signal {number}"),
    };
    name.to_string()
}

/// Why a test has no native run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RunError {
    /// The time was over before the program had begun: nothing is known of what it does.
    NotBegun,
    /// What to tell the user.
    Failed(String),
}

impl fmt::Display for RunError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RunError::NotBegun => {
                f.write_str("native replay: the time of a test was over before it had begun")
            }
            RunError::Failed(why) => f.write_str(why),
        }
    }
}

/// What a native run says of a finding.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Shown {
    Yes,
    No,
    /// Only a [detector](Native::detector) can tell.
    AskDetector,
}

/// What a command of the user's did.
pub struct Measurement {
    pub status: ExitStatus,
    /// What all runs of the program took together.
    pub edges: EdgeSet,
}

//! Native replay: what the machine claims about a test, seen on the real processor.
//!
//! The front end gives the user's program as LLVM bitcode in which every taken edge sets a byte
//! of `__assay_edges`. It is compiled once, together with a harness that reads inputs from a
//! file; then each test is one short process. Edges are exact, unlike the counts of a profile,
//! which are partly inferred and wrong after a crash. They are written to a mapped file, so that
//! they survive every kind of death.
//!
//! The program runs in a scratch folder, in its own session, with limits on time, memory, files
//! and processes; arguments, environment, standard input and files are those of the test. Where the
//! system lets us take them away, it has no network, cannot write outside of its folder and cannot signal other processes.

pub(crate) mod build;
mod edges;
mod inputs;
mod landlock;
mod leftovers;
mod observed;
mod outcome;
mod profile;
pub(crate) mod sandbox;
mod sanitize;
pub(crate) mod syntax;
mod world;

pub use edges::EdgeSet;
pub use leftovers::{adopt_leftovers, kill_leftovers};
pub use observed::{Observation, Observed};
pub use profile::profile;
pub use sanitize::{SanitizedReplayer, SanitizerReport};

use crate::expectation::signal_name;
use crate::{Expectation, Externals, TestCase};
use outcome::{Outcome, Stopped};
use sandbox::Order;
use std::fmt;
use std::fs;
use std::io;
use std::panic::resume_unwind;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

/// What the front end and the machine know about the program to replay.
#[derive(Copy, Clone, Debug)]
pub struct ReplayFacts<'a> {
    /// Bitcode in which each taken edge sets its byte of `__assay_edges`.
    pub bitcode: &'a [u8],
    /// Length of `__assay_edges`.
    pub edge_count: usize,
    pub is_32_bit: bool,
    pub externals: &'a Externals,
    /// It has a driver: a function is tested, not a whole program.
    pub is_unit: bool,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Wall-clock time of one test.
    pub time: Duration,
    /// Address space of one test, in bytes.
    pub memory: u64,
    /// Size of each file it writes, in bytes; its output is cut there too.
    pub file_size: u64,
    /// Processes and threads; counted by the system for the whole user.
    pub processes: u64,
    /// Tests that run at the same time.
    pub jobs: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            time: Duration::from_secs(10),
            memory: 2 << 30,
            file_size: 16 << 20,
            processes: 64,
            jobs: 1,
        }
    }
}

/// What a native run was seen to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NativeRun {
    pub edges: EdgeSet,
    pub ended: NativeEnd,
    /// Why this is not the run that was recorded.
    pub diverged: Option<String>,
    /// The first bytes of what it wrote to its standard output and error.
    pub output: Vec<u8>,
    /// What a unit that returned made of its inputs.
    pub observed: Vec<Observation>,
    /// How a unit ends depends on where its inputs lie.
    pub depends_on_addresses: bool,
}

impl NativeRun {
    /// Keeps what another run of the same test did too.
    fn keep_common(&mut self, other: &NativeRun) {
        self.edges.intersect(&other.edges);
        self.observed.retain(|observation| other.observed.contains(observation));
        self.depends_on_addresses = self.ended != other.ended || other.diverged.is_some();
    }
}

/// Where a unit's inputs lie in memory.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Layout {
    /// One behind the other, in the heap.
    Heap,
    /// Far apart and far from the heap, each in front of the one made before it.
    Scattered,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum NativeEnd {
    Exit(i32),
    Signal(i32),
    Timeout,
    /// Stopped by the harness because `__VERIFIER_assume` or the like was false.
    AssumptionFailed,
}

impl NativeEnd {
    pub fn is_as_expected(self, expectation: Expectation) -> bool {
        match expectation {
            Expectation::Exit(status) => self == NativeEnd::Exit(i32::from(status)),
            Expectation::Signal(number) => self == NativeEnd::Signal(number),
            Expectation::Timeout => self == NativeEnd::Timeout,
            Expectation::AssumptionFailed => self == NativeEnd::AssumptionFailed,
            Expectation::Any | Expectation::Anything => true,
        }
    }
}

impl fmt::Display for NativeEnd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NativeEnd::Exit(status) => write!(f, "exit {status}"),
            NativeEnd::Signal(number) => f.write_str(&signal_name(*number)),
            NativeEnd::Timeout => f.write_str("timeout"),
            NativeEnd::AssumptionFailed => f.write_str("assumption failed"),
        }
    }
}

#[derive(Debug)]
pub enum ReplayError {
    /// A file or process of the replay itself failed.
    System { doing: String, error: io::Error },
    /// The program could not be compiled or linked; the compiler's own words.
    Build { message: String },
    /// Nobody wants the program any more.
    Stopped,
    /// A 32-bit program, and no 32-bit C library to link it with.
    No32BitLibraries,
    /// The time for a test was over before the program had begun: nothing is known of what it does.
    NotBegun,
}

impl ReplayError {
    pub(crate) fn system(doing: impl Into<String>) -> impl FnOnce(io::Error) -> ReplayError {
        let doing = doing.into();
        move |error| ReplayError::System { doing, error }
    }
}

impl fmt::Display for ReplayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReplayError::System { doing, error } => write!(f, "native replay: {doing}: {error}"),
            ReplayError::Build { message } => {
                write!(f, "native replay: the program cannot be built:\n{}", message.trim_end())
            }
            ReplayError::Stopped => f.write_str("native replay: the build was stopped"),
            ReplayError::No32BitLibraries => f.write_str(
                "native replay: no 32-bit C library to link this 32-bit program with; \
                 install the package gcc-multilib",
            ),
            ReplayError::NotBegun => {
                f.write_str("native replay: the time of a test was over before it had begun")
            }
        }
    }
}

impl std::error::Error for ReplayError {}

/// A program built for replay.
pub struct Replayer {
    executable: PathBuf,
    edge_count: usize,
    is_unit: bool,
    scratch: PathBuf,
    limits: Limits,
}

impl Replayer {
    /// Compiles the program into the scratch folder, which is made if needed. Gives up when `stop`
    /// is set.
    pub fn build(
        facts: &ReplayFacts<'_>,
        scratch: &Path,
        limits: Limits,
        stop: &AtomicBool,
    ) -> Result<Replayer, ReplayError> {
        let scratch = make_scratch(scratch)?;
        let executable = build::executable(facts, &scratch.join("build"), stop)?;
        let ReplayFacts { edge_count, is_unit, .. } = *facts;
        Ok(Replayer { executable, edge_count, is_unit, scratch, limits })
    }

    /// Runs one test. Tests with different ids may run at the same time. The thread that runs tests
    /// loses its network where the system permits it.
    pub fn run(&self, test: &TestCase) -> Result<NativeRun, ReplayError> {
        self.run_within(test, self.limits.time)
    }

    /// Runs one test with a time limit of its own.
    ///
    /// The emitted test of a unit has its inputs elsewhere than the driver. A unit that compares
    /// addresses of different objects may do something else there, so it is run with two layouts
    /// and only what both have in common is told.
    pub fn run_within(&self, test: &TestCase, time: Duration) -> Result<NativeRun, ReplayError> {
        let mut run = self.run_once(test, time, Layout::Heap)?;
        if self.is_unit && run.diverged.is_none() && run.ended != NativeEnd::Timeout {
            run.keep_common(&self.run_once(test, time, Layout::Scattered)?);
        }
        Ok(run)
    }

    fn run_once(
        &self,
        test: &TestCase,
        time: Duration,
        layout: Layout,
    ) -> Result<NativeRun, ReplayError> {
        let folder = self.scratch.join(format!("run-{}", test.id));
        let result = self.run_in(&folder, test, layout, Limits { time, ..self.limits });
        // What a test leaves behind is of no use, and a folder that stays harms nobody.
        let _ = fs::remove_dir_all(&folder);
        result
    }

    fn run_in(
        &self,
        folder: &Path,
        test: &TestCase,
        layout: Layout,
        limits: Limits,
    ) -> Result<NativeRun, ReplayError> {
        let failed = |doing: &str| ReplayError::system(format!("{doing} of {}", test.id));
        let home = folder.join("home");
        let outcome_file = folder.join("outcome");
        fs::create_dir_all(&home).map_err(failed("making the folder"))?;
        fs::write(folder.join("inputs"), inputs::encode(test, layout))
            .map_err(failed("writing the inputs"))?;
        fs::write(folder.join("world"), world::encode(&test.surroundings))
            .map_err(failed("writing the surroundings"))?;
        outcome::create(&outcome_file, self.edge_count)
            .map_err(failed("making the outcome file"))?;
        let observed_file = folder.join("observed");
        fs::File::create(&observed_file).map_err(failed("making the file of observations"))?;
        let order = Order {
            program: &self.executable,
            name: "program",
            environment: &[],
            folder,
            home: &home,
            writable: &[&outcome_file, &observed_file],
            limits: &limits,
        };
        let finished = sandbox::run(&order).map_err(failed("starting the program"))?;
        let outcome =
            Outcome::read(&outcome_file, self.edge_count).map_err(failed("reading the outcome"))?;
        if !outcome.is_started && finished.ended == NativeEnd::Timeout {
            return Err(ReplayError::NotBegun);
        }
        let observed = observed::read(&observed_file);
        Ok(native_run(outcome, finished, observed))
    }

    /// Runs all tests, several at a time, and returns what they did in the same order.
    pub fn run_all(&self, tests: &[TestCase]) -> Result<Vec<NativeRun>, ReplayError> {
        let next = AtomicUsize::new(0);
        let worker = || {
            let mut runs = Vec::new();
            loop {
                let index = next.fetch_add(1, Ordering::Relaxed);
                let Some(test) = tests.get(index) else { return runs };
                runs.push((index, self.run(test)));
            }
        };
        let jobs = self.limits.jobs.clamp(1, tests.len().max(1));
        let mut runs: Vec<(usize, Result<NativeRun, ReplayError>)> = thread::scope(|scope| {
            let workers: Vec<_> = (0..jobs).map(|_| scope.spawn(worker)).collect();
            let joined = workers.into_iter().map(|worker| worker.join());
            joined.flat_map(|runs| runs.unwrap_or_else(|panic| resume_unwind(panic))).collect()
        });
        runs.sort_by_key(|(index, _)| *index);
        runs.into_iter().map(|(_, run)| run).collect()
    }
}

/// Builds the program and runs all tests on it.
pub fn confirm(
    facts: &ReplayFacts<'_>,
    tests: &[TestCase],
    scratch: &Path,
    limits: Limits,
) -> Result<Vec<NativeRun>, ReplayError> {
    Replayer::build(facts, scratch, limits, &AtomicBool::new(false))?.run_all(tests)
}

/// Makes the folder and returns its absolute path.
fn make_scratch(folder: &Path) -> Result<PathBuf, ReplayError> {
    fs::create_dir_all(folder)
        .and_then(|()| folder.canonicalize())
        .map_err(ReplayError::system("making the scratch folder"))
}

fn native_run(
    outcome: Outcome,
    finished: sandbox::Finished,
    observed: Vec<Observation>,
) -> NativeRun {
    let mut run = NativeRun {
        edges: outcome.edges,
        ended: finished.ended,
        diverged: None,
        output: finished.output,
        observed,
        depends_on_addresses: false,
    };
    match outcome.stopped {
        Stopped::No if outcome.is_started => {}
        Stopped::No => run.diverged = Some("the program did not start".to_string()),
        Stopped::AssumptionFailed => run.ended = NativeEnd::AssumptionFailed,
        Stopped::Diverged(message) => run.diverged = Some(message),
    }
    run
}

//! Native replay: what the machine claims about a test, seen on the real processor.
//!
//! The front end gives the user's program as LLVM bitcode in which every taken edge sets a byte
//! of `__assay_edges`. It is compiled once, together with a harness that reads inputs from a
//! file; then each test is one short process. Edges are exact, unlike the counts of a profile,
//! which are partly inferred and wrong after a crash. They are written to a mapped file, so that
//! they survive every kind of death.
//!
//! The program runs in the sandbox; arguments, environment, standard input and files are those of
//! the test.

pub(crate) mod build;
mod inputs;
mod observed;
mod outcome;
mod profile;
mod sanitize;
pub(crate) mod syntax;
mod tool;
mod world;

pub use profile::profile;
pub use sanitize::SanitizedReplayer;

use crate::subject::mentions_addresses;
use crate::{Expectation, Externals};
use assay_language::{NativeEnd, NativeRun, RunError, Runner, TestCase};
use assay_sandbox::{Ended, Order, Sandbox, memory_file};
use outcome::{Outcome, Stopped};
use std::fmt;
use std::fs::{self, File};
use std::io::{self, Read, Seek, Write};
use std::os::fd::AsFd;
use std::panic::resume_unwind;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

/// How much of a program's output is kept.
const OUTPUT_KEPT: u64 = 64 << 10;
const NULL: &str = "/dev/null";

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
    /// Processes and threads.
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

impl Limits {
    fn of_run(&self) -> assay_sandbox::Limits {
        let Limits { time, memory, file_size, processes, .. } = *self;
        assay_sandbox::Limits { time: Some(time), memory, file_size, processes }
    }
}

/// Keeps of a run what another run of the same test did too.
fn keep_common(run: &mut NativeRun, other: &NativeRun) {
    run.edges.intersect(&other.edges);
    run.observed.retain(|observation| other.observed.contains(observation));
    run.depends_on_addresses = run.ended != other.ended || other.diverged.is_some();
}

/// Where a unit's inputs lie in memory.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Layout {
    /// One behind the other, in the heap.
    Heap,
    /// Far apart and far from the heap, each in front of the one made before it.
    Scattered,
}

fn native_end(ended: Ended) -> NativeEnd {
    match ended {
        Ended::Exit(status) => NativeEnd::Exit(status),
        Ended::Signal(number) => NativeEnd::Signal(number),
        Ended::Timeout => NativeEnd::Timeout,
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
            ReplayError::NotBegun => RunError::NotBegun.fmt(f),
        }
    }
}

impl From<ReplayError> for RunError {
    fn from(error: ReplayError) -> RunError {
        match error {
            ReplayError::NotBegun => RunError::NotBegun,
            other => RunError::Failed(other.to_string()),
        }
    }
}

impl std::error::Error for ReplayError {}

/// A program built for replay.
pub struct Replayer {
    executable: PathBuf,
    edge_count: usize,
    is_unit: bool,
    limits: Limits,
    sandbox: Sandbox,
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
        let ReplayFacts { edge_count, is_unit, externals, .. } = *facts;
        let sandbox = Sandbox::new(externals.library_folders());
        Ok(Replayer { executable, edge_count, is_unit, limits, sandbox })
    }

    /// Runs one test. Several may run at the same time.
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
            keep_common(&mut run, &self.run_once(test, time, Layout::Scattered)?);
        }
        // A unit that computes with addresses may end otherwise than in the machine.
        let is_otherwise =
            run.diverged.is_some() || !Expectation::of(&test.ends).is_met_by(run.ended);
        run.depends_on_addresses |= self.is_unit && (is_otherwise || mentions_addresses(test));
        Ok(run)
    }

    fn run_once(
        &self,
        test: &TestCase,
        time: Duration,
        layout: Layout,
    ) -> Result<NativeRun, ReplayError> {
        let failed = |doing: &str| ReplayError::system(format!("{doing} of {}", test.id));
        let files =
            Files::new(test, layout, self.edge_count).map_err(failed("making the files"))?;
        let nothing = File::open(NULL).map_err(failed("opening the standard input"))?;
        let Files { inputs, world, outcome, observed, output } = &files;
        let order = Order {
            program: &self.executable,
            name: "program",
            arguments: &[],
            descriptors: &[&nothing, output, output, inputs, world, outcome, observed]
                .map(AsFd::as_fd),
            keeps: None,
            limits: Limits { time, ..self.limits }.of_run(),
        };
        let finished = self.sandbox.run(&order).map_err(failed("starting the program"))?;
        let run = files.native_run(finished.ended, self.edge_count);
        run.map_err(failed("reading the outcome"))?.ok_or(ReplayError::NotBegun)
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

impl Runner for Replayer {
    fn run(&mut self, test: &TestCase, time: Duration) -> Result<NativeRun, RunError> {
        Ok(self.run_within(test, time)?)
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

/// What a run takes and leaves, in memory. `harness/replay.c` knows the first four by their
/// numbers.
struct Files {
    inputs: File,
    world: File,
    outcome: File,
    observed: File,
    output: File,
}

impl Files {
    fn new(test: &TestCase, layout: Layout, edge_count: usize) -> io::Result<Files> {
        let filled = |name, bytes: Vec<u8>| {
            let mut file = memory_file(name)?;
            file.write_all(&bytes)?;
            Ok::<File, io::Error>(file)
        };
        let sized = |name, size| {
            let file = memory_file(name)?;
            file.set_len(size)?;
            Ok::<File, io::Error>(file)
        };
        Ok(Files {
            inputs: filled(c"inputs", inputs::encode(test, layout))?,
            world: filled(c"world", world::encode(&test.surroundings))?,
            outcome: sized(c"outcome", outcome::size(edge_count))?,
            observed: sized(c"observed", observed::ROOM)?,
            output: memory_file(c"output")?,
        })
    }

    /// `None` if the time was over before the program began.
    fn native_run(mut self, ended: Ended, edge_count: usize) -> io::Result<Option<NativeRun>> {
        let outcome = Outcome::read(&mut self.outcome, edge_count)?;
        if !outcome.is_started && ended == Ended::Timeout {
            return Ok(None);
        }
        let mut output = Vec::new();
        self.output.rewind()?;
        self.output.take(OUTPUT_KEPT).read_to_end(&mut output)?;
        let mut run = NativeRun {
            edges: outcome.edges,
            ended: native_end(ended),
            diverged: None,
            output,
            observed: observed::read(&mut self.observed),
            depends_on_addresses: false,
            reported: Vec::new(),
        };
        match outcome.stopped {
            Stopped::No if outcome.is_started => {}
            Stopped::No => run.diverged = Some("the program did not start".to_string()),
            Stopped::AssumptionFailed => run.ended = NativeEnd::AssumptionFailed,
            Stopped::Diverged(message) => run.diverged = Some(message),
        }
        Ok(Some(run))
    }
}

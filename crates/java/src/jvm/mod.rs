//! The user's JVM: runs tests of a driver, in the sandbox, on classes with probes.
//!
//! One JVM is kept alive for a unit. Each test has class loaders of its own, so that static
//! variables are as at the start. One that hangs ends with its JVM, and the next test has another
//! one.

mod instrument;

pub use instrument::{Probes, instrument};

use crate::classfile::{Error, compile};
use assay_base::Id;
use assay_language::{
    EdgeSet, NativeEnd, NativeRun, Observation, Observed, RunError, Runner, TestCase,
};
use assay_program::EdgeId;
use assay_sandbox::{Limits, Order, Running, Sandbox};
use std::fs::File;
use std::io::{self, BufReader, PipeReader, PipeWriter, Read, Write};
use std::os::fd::AsFd;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The classes that drivers are run with.
const SOURCES: [(&str, &str); 3] = [
    ("Input.java", include_str!("Input.java")),
    ("Probes.java", include_str!("Probes.java")),
    ("Replay.java", include_str!("Replay.java")),
];

const OPTIONS: [&str; 8] = [
    "-Xshare:auto",
    "-Xmx512m",
    "-Xss1m",
    "-XX:+UseSerialGC",
    "-XX:TieredStopAtLevel=1",
    "-XX:-UsePerfData",
    "-XX:+UnlockDiagnosticVMOptions",
    "-XX:-BytecodeVerificationRemote",
];

/// Threads of a JVM, and of what it tests.
const PROCESSES: u64 = 256;
const FILE_SIZE: u64 = 16 << 20;

/// The expression whose value is what the call under test has returned.
pub const RESULT: &str = "result";
/// The class of what it has thrown.
pub const THROWN: &str = "thrown";

/// The sources of what runs drivers, written below a folder and compiled there.
pub fn prepare(jdk: &Path, folder: &Path) -> Result<(), Error> {
    let problem = |error: io::Error| Error(format!("{}: {error}", folder.display()));
    let sources = folder.join("sources");
    std::fs::create_dir_all(&sources).map_err(problem)?;
    let mut files = Vec::new();
    for (name, text) in SOURCES {
        let file = sources.join(name);
        std::fs::write(&file, text).map_err(problem)?;
        files.push(file);
    }
    compile(jdk, &files, &[], &folder.join("classes"))
}

/// How a driver is run.
#[derive(Clone, Debug, Default)]
pub struct Setup {
    pub jdk: PathBuf,
    /// Of what [`prepare`] has compiled.
    pub classes: PathBuf,
    pub driver: String,
    pub probes: usize,
    /// Where its classes are found, the first first.
    pub places: Vec<PathBuf>,
}

pub struct Jvm {
    setup: Setup,
    sandbox: Sandbox,
    running: Option<Process>,
}

struct Process {
    _running: Running,
    orders: PipeWriter,
    answers: BufReader<PipeReader>,
}

impl Jvm {
    pub fn new(setup: Setup) -> Jvm {
        let Setup { jdk, classes, places, .. } = &setup;
        let readable = [jdk, classes].into_iter().chain(places);
        let readable = readable.filter_map(|place| place.canonicalize().ok());
        let readable = readable.chain(settings(jdk)).collect();
        Jvm { sandbox: Sandbox::new(readable), setup, running: None }
    }

    fn start(&self) -> io::Result<Process> {
        let Setup { jdk, classes, driver, probes, places } = &self.setup;
        let text = |path: &Path| path.display().to_string();
        let mut arguments: Vec<String> = OPTIONS.iter().map(|it| it.to_string()).collect();
        arguments.extend(["-cp".to_string(), text(classes), "assay.Replay".to_string()]);
        arguments.extend([driver.clone(), probes.to_string()]);
        arguments.extend(places.iter().map(|place| text(place)));
        let (their_orders, orders) = io::pipe()?;
        let (answers, their_answers) = io::pipe()?;
        let nothing = File::options().write(true).open("/dev/null")?;
        let running = self.sandbox.start(&Order {
            program: &jdk.join("bin/java").canonicalize()?,
            name: "java",
            arguments: &arguments,
            descriptors: &[their_orders.as_fd(), their_answers.as_fd(), nothing.as_fd()],
            keeps: None,
            // A JVM reserves far more than it uses, and has limits of its own.
            limits: Limits {
                time: None,
                memory: u64::MAX,
                file_size: FILE_SIZE,
                processes: PROCESSES,
            },
        })?;
        let mut process = Process { _running: running, orders, answers: BufReader::new(answers) };
        // The end of what it writes is not open here: one that dies is noticed.
        drop(their_answers);
        process.number()?;
        Ok(process)
    }

    fn ask(&mut self, answers: &[u64], time: Duration) -> io::Result<NativeRun> {
        if self.running.is_none() {
            self.running = Some(self.start()?);
        }
        let Some(process) = &mut self.running else { unreachable!("it was started") };
        let mut order = (answers.len() as u32).to_be_bytes().to_vec();
        answers.iter().for_each(|answer| order.extend(answer.to_be_bytes()));
        order.extend((time.as_millis() as u32).max(1).to_be_bytes());
        process.orders.write_all(&order)?;
        process.answer()
    }
}

/// The files of a JDK that its folders only link to, as Debian does it.
fn settings(jdk: &Path) -> Vec<PathBuf> {
    let folders = ["conf", "conf/security", "conf/management", "lib", "lib/security"];
    let entries = folders.iter().filter_map(|name| std::fs::read_dir(jdk.join(name)).ok());
    let links = entries.flatten().flatten().map(|entry| entry.path()).filter(|it| it.is_symlink());
    links.filter_map(|link| link.canonicalize().ok()).collect()
}

impl Process {
    fn bytes(&mut self, count: usize) -> io::Result<Vec<u8>> {
        let mut bytes = vec![0; count];
        self.answers.read_exact(&mut bytes)?;
        Ok(bytes)
    }

    fn number(&mut self) -> io::Result<usize> {
        let bytes = self.bytes(4)?;
        Ok(bytes.iter().fold(0, |number, byte| number << 8 | usize::from(*byte)))
    }

    /// In Java's modified UTF-8, which nobody looks at more closely here.
    fn text(&mut self) -> io::Result<Vec<u8>> {
        let length = self.bytes(2)?;
        self.bytes(usize::from(length[0]) << 8 | usize::from(length[1]))
    }

    fn answer(&mut self) -> io::Result<NativeRun> {
        let end = self.bytes(1)?[0];
        let (thrown, result) = (self.text()?, self.text()?);
        let count = self.number()?;
        let mut edges = EdgeSet::default();
        for _ in 0..count {
            edges.insert(EdgeId::new(self.number()?));
        }
        let observation = |lvalue: &str, bytes: Vec<u8>| Observation {
            lvalue: lvalue.to_string(),
            value: Observed::Chars(bytes),
        };
        let mut observed = Vec::new();
        observed.extend((!thrown.is_empty()).then(|| observation(THROWN, thrown)));
        observed.extend((!result.is_empty()).then(|| observation(RESULT, result)));
        let no_answer = (end == 3).then(|| "it asks for more than the test has".to_string());
        Ok(NativeRun {
            edges,
            ended: match end {
                1 => NativeEnd::Threw,
                2 => NativeEnd::Timeout,
                _ => NativeEnd::Exit(0),
            },
            diverged: no_answer,
            output: Vec::new(),
            observed,
            depends_on_addresses: false,
            reported: Vec::new(),
        })
    }
}

impl Runner for Jvm {
    fn run(&mut self, test: &TestCase, time: Duration) -> Result<NativeRun, RunError> {
        let answers: Vec<u64> = test.inputs.iter().map(answer).collect();
        let was_there = self.running.is_some();
        let mut run = self.ask(&answers, time);
        if run.is_err() && was_there {
            // An earlier test may have ended it.
            self.running = None;
            run = self.ask(&answers, time);
        }
        match &run {
            Ok(run) if run.ended != NativeEnd::Timeout => {}
            _ => self.running = None,
        }
        run.map_err(|error| RunError::Failed(format!("native replay: the JVM: {error}")))
    }
}

/// An input as a driver takes it.
pub fn answer(input: &assay_verdict::InputValue) -> u64 {
    match input.bytes.len() {
        // Characters are not signed.
        2 => input.unsigned(),
        _ => input.signed() as u64,
    }
}

//! Builds programs for replay with clang, each with the harness.

use super::sandbox::{bind_tool, kill_group};
use super::{ReplayError, ReplayFacts};
use crate::harness::{self, EXTERNALS_FILE, HarnessFile, wrap_flags};
use crate::{Externals, SourceUnit, Subject};
use std::fs::{self, File};
use std::io;
use std::os::unix::process::CommandExt;
use std::panic::resume_unwind;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

const COMPILER: &str = "clang-19";
const EXECUTABLE_FILE: &str = "program";
const TRAMPOLINES_FILE: &str = "trampolines.c";
const SANITIZERS: &str = "-fsanitize=address,undefined";

/// The harness of every replay.
const HARNESS: [HarnessFile; 6] = [
    harness::INPUTS,
    harness::HEAP,
    harness::WORLD,
    harness::CLOCK,
    harness::IDENTITY,
    harness::REPLAY,
];

/// The program as the front end instrumented it.
///
/// The bitcode still holds the profile instrumentation as intrinsics. `-fprofile-instr-generate`
/// makes the compiler lower them, but the profile's runtime is not linked: the edges say more.
/// There is no optimisation, so that what C leaves undefined is not used to change the program.
pub(super) fn executable(
    facts: &ReplayFacts<'_>,
    folder: &Path,
    stop: &AtomicBool,
) -> Result<PathBuf, ReplayError> {
    let build = Build {
        folder,
        stop,
        is_32_bit: facts.is_32_bit,
        edge_count: facts.edge_count,
        externals: facts.externals,
        commands: AtomicUsize::new(0),
    };
    build.prepare()?;
    let (harness, program) = thread::scope(|scope| {
        let harness = scope.spawn(|| build.harness(facts.is_unit));
        let program = build.program_object(facts.bitcode, "-fprofile-instr-generate");
        (harness.join().unwrap_or_else(|panic| resume_unwind(panic)), program)
    });
    let mut objects = harness?;
    objects.push(program?);
    build.link(&objects, &[])
}

/// The program from its sources, with the address and undefined-behaviour sanitizers.
pub(super) fn sanitized(
    subject: &Subject,
    folder: &Path,
    stop: &AtomicBool,
) -> Result<PathBuf, ReplayError> {
    let build = Build::sanitized(subject, folder, stop);
    let mut objects = build.sanitizer_harness()?;
    for (index, unit) in subject.sources.iter().enumerate() {
        objects.push(build.sanitized_object(index, unit)?);
    }
    build.link(&objects, &[SANITIZERS])
}

/// A function under test with its driver, as the front end made it.
pub(super) fn sanitized_unit(
    bitcode: &[u8],
    subject: &Subject,
    folder: &Path,
    stop: &AtomicBool,
) -> Result<PathBuf, ReplayError> {
    let build = Build::sanitized(subject, folder, stop);
    let mut objects = build.sanitizer_harness()?;
    objects.extend(build.unit_objects()?);
    objects.push(build.program_object(bitcode, SANITIZERS)?);
    build.link(&objects, &[SANITIZERS])
}

/// The process that calls functions for the machine. Here a function that no library has is an
/// error.
pub(crate) fn native_calls(
    trampolines: &str,
    externals: &Externals,
    is_32_bit: bool,
    folder: &Path,
) -> Result<PathBuf, ReplayError> {
    let stop = AtomicBool::new(false);
    let commands = AtomicUsize::new(0);
    let build = Build { folder, stop: &stop, is_32_bit, edge_count: 0, externals, commands };
    let written = [harness::NATIVE_CALLS_HEADER, harness::NATIVE_CALLS]
        .iter()
        .try_for_each(|file| file.write(folder))
        .and_then(|()| fs::write(folder.join(TRAMPOLINES_FILE), trampolines));
    written.map_err(ReplayError::system("writing the harness"))?;
    let objects = [
        build.harness_object(harness::NATIVE_CALLS.name)?,
        build.harness_object(TRAMPOLINES_FILE)?,
    ];
    let mut command = build.compiler();
    command.args(objects).args(&externals.libraries).args(["-lm", "-lpthread", "-ldl"]);
    build.run(command.args(["-o", EXECUTABLE_FILE]))?;
    Ok(folder.join(EXECUTABLE_FILE))
}

/// The program for a test command of the user's own: nothing stands between it and the system.
pub(crate) fn measured(
    bitcode: &[u8],
    edge_count: usize,
    is_32_bit: bool,
    externals: &Externals,
    folder: &Path,
) -> Result<PathBuf, ReplayError> {
    let stop = AtomicBool::new(false);
    let commands = AtomicUsize::new(0);
    let build = Build { folder, stop: &stop, is_32_bit, edge_count, externals, commands };
    let written = harness::MEASURE.write(folder);
    written.map_err(ReplayError::system("writing the harness"))?;
    let objects = [
        build.program_object(bitcode, "-fprofile-instr-generate")?,
        build.harness_object(harness::MEASURE.name)?,
    ];
    let mut command = build.compiler();
    command.arg("-no-pie").args(objects).args(&externals.libraries);
    command.args(["-lm", "-lpthread", "-ldl"]);
    build.run(command.args(["-o", EXECUTABLE_FILE]))?;
    Ok(folder.join(EXECUTABLE_FILE))
}

struct Build<'a> {
    /// Absolute; everything is made here.
    folder: &'a Path,
    /// Set when nobody wants the result any more.
    stop: &'a AtomicBool,
    is_32_bit: bool,
    edge_count: usize,
    externals: &'a Externals,
    /// Started so far.
    commands: AtomicUsize,
}

impl<'a> Build<'a> {
    /// Without edges.
    fn sanitized(subject: &'a Subject, folder: &'a Path, stop: &'a AtomicBool) -> Build<'a> {
        let externals = &subject.externals;
        let (is_32_bit, commands) = (subject.is_32_bit, AtomicUsize::new(0));
        Build { folder, stop, is_32_bit, edge_count: 0, externals, commands }
    }

    fn prepare(&self) -> Result<(), ReplayError> {
        self.write_harness().map_err(ReplayError::system("writing the harness"))?;
        if self.is_32_bit { self.check_32_bit_libraries() } else { Ok(()) }
    }

    /// The harness and the options of the sanitizers.
    fn sanitizer_harness(&self) -> Result<Vec<String>, ReplayError> {
        self.prepare()?;
        harness::SANITIZERS
            .write(self.folder)
            .map_err(ReplayError::system("writing the sanitizers' options"))?;
        let mut objects = self.harness_objects()?;
        objects.push(self.harness_object(harness::SANITIZERS.name)?);
        Ok(objects)
    }

    fn program_object(&self, bitcode: &[u8], flag: &str) -> Result<String, ReplayError> {
        fs::write(self.folder.join("program.bc"), bitcode)
            .map_err(ReplayError::system("writing the program to replay"))?;
        let arguments = ["-O0", flag, "-w", "-c", "program.bc", "-o", "program.o"];
        self.run(self.compiler().args(arguments))?;
        Ok("program.o".to_string())
    }

    fn write_harness(&self) -> io::Result<()> {
        fs::create_dir_all(self.folder)?;
        let headers = [harness::INPUTS_HEADER, harness::ACCOUNTS_HEADER];
        for file in headers.iter().chain(&HARNESS) {
            file.write(self.folder)?;
        }
        fs::write(self.folder.join(EXTERNALS_FILE), self.externals.c_source())
    }

    fn check_32_bit_libraries(&self) -> Result<(), ReplayError> {
        let probe = "#include <stdio.h>\nint main(void) { return puts(\"\") < 0; }\n";
        fs::write(self.folder.join("probe.c"), probe)
            .map_err(ReplayError::system("writing a probe for 32-bit libraries"))?;
        match self.run(self.compiler().args(["probe.c", "-o", "probe"])) {
            Err(ReplayError::Build { .. }) => Err(ReplayError::No32BitLibraries),
            other => other,
        }
    }

    fn harness_objects(&self) -> Result<Vec<String>, ReplayError> {
        let sources = HARNESS.iter().map(|file| file.name).chain([EXTERNALS_FILE]);
        sources.map(|source| self.harness_object(source)).collect()
    }

    fn harness(&self, is_unit: bool) -> Result<Vec<String>, ReplayError> {
        let mut objects = self.harness_objects()?;
        if is_unit {
            objects.extend(self.unit_objects()?);
        }
        Ok(objects)
    }

    /// The part of a unit's driver that is written in C.
    fn unit_objects(&self) -> Result<Vec<String>, ReplayError> {
        let files = [harness::UNIT_HEADER, harness::UNIT_INPUTS, harness::UNIT];
        let written = files.iter().try_for_each(|file| file.write(self.folder));
        written.map_err(ReplayError::system("writing the harness"))?;
        [harness::UNIT_INPUTS, harness::UNIT]
            .iter()
            .map(|file| self.harness_object(file.name))
            .collect()
    }

    fn harness_object(&self, source: &str) -> Result<String, ReplayError> {
        let object = format!("{source}.o");
        let mut command = self.compiler();
        command.args(["-std=gnu11", "-D_GNU_SOURCE", "-O1", "-fno-builtin", "-w"]);
        command.arg(format!("-DASSAY_EDGE_COUNT={}ul", self.edge_count));
        self.run(command.args(["-c", source, "-o", &object]))?;
        Ok(object)
    }

    fn sanitized_object(&self, index: usize, unit: &SourceUnit) -> Result<String, ReplayError> {
        let object = format!("subject{index}.o");
        let mut command = self.compiler();
        command.current_dir(&unit.folder).args(&unit.flags);
        command.args(["-w", "-g", SANITIZERS, "-ftrivial-auto-var-init=pattern", "-c"]);
        self.run(command.arg(&unit.file).arg("-o").arg(self.folder.join(&object)))?;
        Ok(object)
    }

    /// What is declared, never defined and not stood in for gets the address 0: using it ends
    /// the run, which the comparison with the machine's run will show.
    fn link(&self, objects: &[String], flags: &[&str]) -> Result<PathBuf, ReplayError> {
        let mut command = self.compiler();
        command.args(objects).args(flags).args(wrap_flags(self.externals.wrapped()));
        command.args(harness::LINK_FLAGS).args(&self.externals.libraries);
        command.args(["-lm", "-lpthread", "-ldl"]);
        self.run(command.args(["-o", EXECUTABLE_FILE]))?;
        Ok(self.folder.join(EXECUTABLE_FILE))
    }

    fn compiler(&self) -> Command {
        let mut command = Command::new(COMPILER);
        command.current_dir(self.folder);
        if self.is_32_bit {
            command.arg("-m32");
        }
        command
    }

    fn run(&self, command: &mut Command) -> Result<(), ReplayError> {
        let failed = || ReplayError::system(format!("running {COMPILER}"));
        let number = self.commands.fetch_add(1, Ordering::Relaxed);
        let messages = self.folder.join(format!("messages{number}"));
        let file = File::create(&messages).map_err(failed())?;
        // A group of its own, to be stopped together with the linker it starts.
        let child =
            command.process_group(0).stdin(Stdio::null()).stdout(Stdio::null()).stderr(file);
        bind_tool(child);
        let mut child = child.spawn().map_err(failed())?;
        loop {
            if let Some(status) = child.try_wait().map_err(failed())? {
                return if status.success() { Ok(()) } else { Err(refused(&messages)) };
            }
            if self.stop.load(Ordering::Relaxed) {
                kill_group(&child);
                // It is dead; how it died does not matter.
                let _ = child.wait();
                return Err(ReplayError::Stopped);
            }
            thread::sleep(Duration::from_millis(1));
        }
    }
}

/// The compiler's own words.
fn refused(messages: &Path) -> ReplayError {
    let words = fs::read(messages).unwrap_or_default();
    ReplayError::Build { message: String::from_utf8_lossy(&words).into_owned() }
}

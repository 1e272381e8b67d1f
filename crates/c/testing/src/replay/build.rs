//! Builds programs for replay with clang, each with the harness.

use super::tool::{bind_tool, kill_group};
use super::{ReplayError, ReplayFacts};
use crate::harness::{self, EXTERNALS_FILE, HarnessFile, wrap_flags};
use crate::{Externals, SourceUnit, Subject};
use std::fs::{self, File};
use std::os::unix::process::CommandExt;
use std::panic::resume_unwind;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

pub(super) const COMPILER: &str = "clang-19";
const EXECUTABLE_FILE: &str = "program";
const TRAMPOLINES_FILE: &str = "trampolines.c";
const SANITIZERS: &str = "-fsanitize=address,undefined";

/// What its sources include.
const HEADERS: [HarnessFile; 5] = [
    harness::INPUTS_HEADER,
    harness::FAILING_HEADER,
    harness::ACCOUNTS_HEADER,
    harness::UNIT_HEADER,
    harness::NATIVE_CALLS_HEADER,
];

/// The harness of every replay.
const HARNESS: [HarnessFile; 7] = [
    harness::INPUTS,
    harness::HEAP,
    harness::WORLD,
    harness::CLOCK,
    harness::REGIONS,
    harness::IDENTITY,
    harness::REPLAY,
];

/// The part of a unit's driver that is written in C.
const UNIT_HARNESS: [HarnessFile; 2] = [harness::UNIT_INPUTS, harness::UNIT];

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
    let build = Build::new(folder, stop, facts.is_32_bit, facts.externals);
    build.prepare()?;
    let (externals, program) = thread::scope(|scope| {
        let externals = scope.spawn(|| build.externals_object());
        let program = build.program_object(facts.bitcode, "-fprofile-instr-generate");
        (externals.join().unwrap_or_else(|panic| resume_unwind(panic)), program)
    });
    let mut objects = build.harness_objects(&HARNESS)?;
    if facts.is_unit {
        objects.extend(build.harness_objects(&UNIT_HARNESS)?);
    }
    objects.extend(externals?);
    objects.push(program?);
    build.link(&objects, &[])
}

/// The program from its sources, with the address and undefined-behaviour sanitizers.
pub(super) fn sanitized(
    subject: &Subject,
    folder: &Path,
    stop: &AtomicBool,
) -> Result<PathBuf, ReplayError> {
    let build = Build::new(folder, stop, subject.is_32_bit, &subject.externals);
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
    let build = Build::new(folder, stop, subject.is_32_bit, &subject.externals);
    let mut objects = build.sanitizer_harness()?;
    objects.extend(build.harness_objects(&UNIT_HARNESS)?);
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
    let build = Build::new(folder, &stop, is_32_bit, externals);
    build.prepare()?;
    let mut objects = build.harness_objects(&[harness::NATIVE_CALLS])?;
    objects.push(build.compiled(TRAMPOLINES_FILE, trampolines)?);
    let mut command = build.compiler();
    command.args(objects).args(&externals.libraries).args(["-lm", "-lpthread", "-ldl"]);
    build.run(command.args(["-o", EXECUTABLE_FILE]))?;
    Ok(folder.join(EXECUTABLE_FILE))
}

/// The program for a test command of the user's own: nothing stands between it and the system.
pub(crate) fn measured(
    bitcode: &[u8],
    is_32_bit: bool,
    externals: &Externals,
    folder: &Path,
) -> Result<PathBuf, ReplayError> {
    let stop = AtomicBool::new(false);
    let build = Build::new(folder, &stop, is_32_bit, externals);
    build.prepare()?;
    let mut objects = build.harness_objects(&[harness::MEASURE])?;
    objects.push(build.program_object(bitcode, "-fprofile-instr-generate")?);
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
    externals: &'a Externals,
    /// Started so far.
    commands: AtomicUsize,
}

impl<'a> Build<'a> {
    fn new(
        folder: &'a Path,
        stop: &'a AtomicBool,
        is_32_bit: bool,
        externals: &'a Externals,
    ) -> Build<'a> {
        Build { folder, stop, is_32_bit, externals, commands: AtomicUsize::new(0) }
    }

    /// The folder, and what sources of the harness include.
    fn prepare(&self) -> Result<(), ReplayError> {
        let written = fs::create_dir_all(self.folder)
            .and_then(|()| HEADERS.iter().try_for_each(|file| file.write(self.folder)));
        written.map_err(ReplayError::system("writing the harness"))
    }

    /// The harness and the options of the sanitizers.
    fn sanitizer_harness(&self) -> Result<Vec<String>, ReplayError> {
        self.prepare()?;
        let mut objects = self.harness_objects(&HARNESS)?;
        objects.extend(self.harness_objects(&[harness::SANITIZERS])?);
        objects.extend(self.externals_object()?);
        Ok(objects)
    }

    fn program_object(&self, bitcode: &[u8], flag: &str) -> Result<String, ReplayError> {
        fs::write(self.folder.join("program.bc"), bitcode)
            .map_err(ReplayError::system("writing the program to replay"))?;
        let arguments = ["-O0", flag, "-w", "-c", "program.bc", "-o", "program.o"];
        self.run(self.compiler().args(arguments).args(self.externals.watched_flags()))?;
        Ok("program.o".to_string())
    }

    fn harness_objects(&self, files: &[HarnessFile]) -> Result<Vec<String>, ReplayError> {
        files.iter().map(|file| self.harness_object(file)).collect()
    }

    /// Compiled when Assay was, if it could be.
    fn harness_object(&self, file: &HarnessFile) -> Result<String, ReplayError> {
        let Some(ready) = file.object(self.is_32_bit) else {
            return self.compiled(file.name, file.text);
        };
        let object = format!("{}.o", file.name);
        fs::write(self.folder.join(&object), ready)
            .map_err(ReplayError::system("writing the harness"))?;
        Ok(object)
    }

    /// The stand-ins of this program, if it needs any.
    fn externals_object(&self) -> Result<Option<String>, ReplayError> {
        if self.externals.is_empty() {
            return Ok(None);
        }
        self.compiled(EXTERNALS_FILE, &self.externals.c_source()).map(Some)
    }

    /// The object of a source that belongs to the harness.
    fn compiled(&self, name: &str, text: &str) -> Result<String, ReplayError> {
        fs::write(self.folder.join(name), text)
            .map_err(ReplayError::system("writing the harness"))?;
        let object = format!("{name}.o");
        let mut command = self.compiler();
        command.args(harness::FLAGS).args(["-c", name, "-o", &object]);
        self.run(&mut command).map_err(|error| self.explained(error))?;
        Ok(object)
    }

    fn sanitized_object(&self, index: usize, unit: &SourceUnit) -> Result<String, ReplayError> {
        let object = format!("subject{index}.o");
        let mut command = self.compiler();
        command.current_dir(&unit.folder).args(&unit.flags);
        command.args(["-w", "-g1", SANITIZERS, "-ftrivial-auto-var-init=pattern", "-c"]);
        command.args(self.externals.flags());
        command.arg("-ftrivial-auto-var-init-max-size=8388608");
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
        self.run(command.args(["-o", EXECUTABLE_FILE])).map_err(|error| self.explained(error))?;
        Ok(self.folder.join(EXECUTABLE_FILE))
    }

    /// What failed because there is nothing to build 32-bit programs with says so.
    fn explained(&self, error: ReplayError) -> ReplayError {
        let is_refused = matches!(error, ReplayError::Build { .. });
        if self.is_32_bit && is_refused && !self.has_32_bit_libraries() {
            return ReplayError::No32BitLibraries;
        }
        error
    }

    fn has_32_bit_libraries(&self) -> bool {
        let probe = "#include <stdio.h>\nint main(void) { return puts(\"\") < 0; }\n";
        let is_written = fs::write(self.folder.join("probe.c"), probe).is_ok();
        is_written && self.run(self.compiler().args(["probe.c", "-o", "probe"])).is_ok()
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

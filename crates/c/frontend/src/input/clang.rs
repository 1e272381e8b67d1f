//! Driving clang: which flags reach it, and what becomes of its diagnostics.
//!
//! The bitcode keeps clang's coverage instrumentation as intrinsics (no LLVM pass runs), and
//! every uninitialised local gets clang's fill pattern, so that what the machine sees and what
//! the native replay does are the same.

use super::Unit;
use super::process::{self, Finished, Room};
use crate::dropped::{self, Dropped};
use crate::{LoadError, Source};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

const CLANG: &str = "clang-19";

/// What every compilation gets, before the user's flags.
const FIXED_FLAGS: &[&str] = &[
    "-g",
    "-O0",
    "-Xclang",
    "-disable-O0-optnone",
    "-Xclang",
    "-disable-llvm-passes",
    "-emit-llvm",
    "-c",
    "-fprofile-instr-generate",
    "-fcoverage-mapping",
    // Comments in the coverage map are of no use here, and clang looks at all of a file's for each
    // of its functions: that is most of the time it takes for a large file.
    "-mllvm",
    "-emptyline-comment-coverage=false",
    "-ftrivial-auto-var-init=pattern",
    // No more than fits on the stack: clang spells the pattern out, in ten times its size.
    "-ftrivial-auto-var-init-max-size=8388608",
    // A crash leaves no files in the system's folder for them.
    "-fno-crash-diagnostics",
    // Old C is welcome; clang still warns.
    "-Wno-error=implicit-function-declaration",
    "-Wno-error=implicit-int",
    "-Wno-error=int-conversion",
    "-Wno-error=incompatible-function-pointer-types",
    "-Wno-error=return-mismatch",
];

const MCDC: &str = "-fcoverage-mcdc";

const NO_MAP: &str = "-fno-coverage-mapping";

/// With the coverage map. What is nested deeper has a map that grows with the square of its depth.
const USUAL_STACK: u64 = 8 << 20;

/// Without it: enough for a hundred thousand `else if`s.
const LARGE_STACK: u64 = 4 << 30;

/// Small programs take clang about a fifth of that.
const LEAST_MEMORY: u64 = 512 << 20;

/// No warnings.
const MUTE: &str = "-w";

const SANITIZERS: &str = "-fsanitize=address,undefined";

/// Flags of the user that would change the kind of output, by exact name.
const DROPPED: &[&str] = &[
    "-c",
    "-S",
    "-E",
    "-M",
    "-MM",
    "-MD",
    "-MMD",
    "-MP",
    "-MG",
    "-MV",
    "-emit-llvm",
    "-pipe",
    "-save-temps",
    "--coverage",
    "-fsyntax-only",
    "-shared",
    "-static",
    "-rdynamic",
    "-Werror",
];

/// The same, by prefix.
const DROPPED_PREFIXES: &[&str] = &[
    "-O",
    "-g",
    "-flto",
    "-fprofile",
    "-fcoverage",
    "-ftest-coverage",
    "-fno-profile",
    "-fno-coverage",
    "-save-temps",
    "-Wl,",
    "-l",
    "-L",
    "-ftrivial-auto-var-init",
    "-Werror=",
    "-fthinlto",
    "-fembed-bitcode",
];

/// Dropped together with the argument that follows.
const DROPPED_WITH_VALUE: &[&str] = &["-o", "-MF", "-MT", "-MQ", "-MJ", "-Xlinker"];

/// Kept together with the argument that follows, which is not to be looked at.
const KEPT_WITH_VALUE: &[&str] = &[
    "-D",
    "-I",
    "-U",
    "-include",
    "-imacros",
    "-isystem",
    "-iquote",
    "-idirafter",
    "-isysroot",
    "-x",
    "-target",
    "-Xclang",
    "-mllvm",
    "-Xpreprocessor",
    "-iprefix",
    "-iwithprefix",
    "-arch",
];

/// The flags of the user that the bitcode is compiled with.
fn keep_flags(flags: &[String]) -> Vec<String> {
    let mut kept = Vec::new();
    let mut flags = flags.iter();
    while let Some(flag) = flags.next() {
        let text = flag.as_str();
        if KEPT_WITH_VALUE.contains(&text) {
            kept.push(flag.clone());
            kept.extend(flags.next().cloned());
        } else if DROPPED_WITH_VALUE.contains(&text) {
            flags.next();
        } else if text.starts_with('-') && !is_dropped(text) {
            kept.push(flag.clone());
        }
    }
    kept
}

fn is_dropped(flag: &str) -> bool {
    let joined_value = ["-o", "-MF", "-MT", "-MQ"];
    DROPPED.contains(&flag)
        || DROPPED_PREFIXES.iter().any(|prefix| flag.starts_with(prefix))
        || joined_value.iter().any(|prefix| flag.starts_with(prefix))
}

/// The part of the memory that each of some compilers may take that run at once. The rest is for
/// what comes of it.
fn share(memory: u64, at_once: usize) -> u64 {
    (memory / 2 / at_once.max(1) as u64).max(LEAST_MEMORY)
}

/// For a tool of LLVM that runs alone and makes no coverage map.
pub(super) fn alone(memory: u64) -> Room {
    Room { memory: share(memory, 1), stack: LARGE_STACK }
}

/// One file to compile.
pub struct Job {
    pub source: PathBuf,
    /// Where clang is to run; the folder of a compilation database entry.
    pub folder: Option<PathBuf>,
    pub flags: Vec<String>,
    /// Flags of its entry in a compilation database that are for another compiler or machine.
    pub left_out: Vec<String>,
}

/// Compiles all files, as many at once as there are processors. Diagnostics go to standard error
/// as clang writes them, in the order of the files; the first file that fails is the error.
///
/// All of clang together keeps to half of `memory`.
pub fn compile_all(jobs: &[Job], mcdc: bool, memory: u64) -> Result<Vec<Unit>, LoadError> {
    // The names of blocks tell how conditions belong together that clang leaves out.
    let decisions: &[&str] = &[MCDC, "-fno-discard-value-names"];
    let extra = if mcdc { decisions } else { &[] };
    let next = AtomicUsize::new(0);
    let processors = std::thread::available_parallelism().map_or(1, |count| count.get());
    let at_once = processors.min(jobs.len());
    let memory = share(memory, at_once);
    let compiled: Vec<OnceLock<Compiled>> = jobs.iter().map(|_| OnceLock::new()).collect();
    let work = || {
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(job) = jobs.get(index) else { return };
            // Each slot is filled by the one worker that drew its index.
            let _ = compiled[index].set(compile(job, extra, memory));
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..at_once {
            scope.spawn(work);
        }
        work();
    });
    let mut units = Vec::new();
    for compiled in compiled.into_iter().filter_map(OnceLock::into_inner) {
        // A closed standard error is no reason to reject the input.
        let _ = std::io::stderr().write_all(&compiled.diagnostics);
        units.push(compiled.unit?);
    }
    Ok(units)
}

struct Compiled {
    unit: Result<Unit, LoadError>,
    diagnostics: Vec<u8>,
}

/// The bitcode of a file with these lines behind it, each of which may be wrong by itself.
///
/// clang drops nothing that has an error in it, so lines with errors are found first, by their
/// numbers in the diagnostics.
pub fn compile_with_lines(job: &Job, lines: &[String], memory: u64) -> Option<Vec<u8>> {
    let folder = job.folder.clone().or_else(|| std::env::current_dir().ok())?;
    let include = format!("#include \"{}\"\n", folder.join(&job.source).display());
    let mut lines = lines.to_vec();
    for _ in 0..2 {
        let text: String = [include.clone()].into_iter().chain(lines.iter().cloned()).collect();
        let mut command = Command::new(CLANG);
        command.args(FIXED_FLAGS).args(["-w", "-ferror-limit=0", NO_MAP]);
        command.args(["-fno-profile-instr-generate"]).args(keep_flags(&job.flags));
        command.args(["-x", "c", "-o", "-", "-"]).current_dir(&folder);
        let finished = process::run(&mut command, text.as_bytes(), alone(memory)).ok()?;
        if finished.succeeded() {
            return Some(finished.output);
        }
        for number in wrong_lines(&String::from_utf8_lossy(&finished.errors)) {
            // The first line is the inclusion.
            if let Some(line) = number.checked_sub(2).and_then(|index| lines.get_mut(index)) {
                *line = "\n".to_string();
            }
        }
    }
    None
}

/// The lines of standard input that have errors.
fn wrong_lines(diagnostics: &str) -> Vec<usize> {
    let number = |line: &str| {
        let rest = line.strip_prefix("<stdin>:")?;
        let (number, rest) = rest.split_once(':')?;
        rest.contains("error: ").then(|| number.parse().ok())?
    };
    diagnostics.lines().filter_map(number).collect()
}

/// Compiles a file with the address and undefined-behaviour sanitizers instead of coverage. Only
/// their front-end part takes effect; the rest is done when the bitcode is compiled.
pub fn compile_sanitized(job: &Job, memory: u64) -> Result<Unit, LoadError> {
    let extra = ["-w", "-fno-profile-instr-generate", SANITIZERS];
    compile_without_map(job, &extra, share(memory, 1)).unit
}

/// With clang's coverage map, if clang gets done with it.
fn compile(job: &Job, extra: &[&str], memory: u64) -> Compiled {
    let finished = run(job, extra, Room { memory, stack: USUAL_STACK });
    if !finished.as_ref().is_ok_and(is_beyond_clang) {
        return compiled(job, extra, finished);
    }
    // Decisions are found by the map.
    let extra: Vec<&str> = extra.iter().copied().filter(|&flag| flag != MCDC).collect();
    let mut compiled = compile_without_map(job, &extra, memory);
    if let Ok(unit) = &mut compiled.unit {
        unit.lacks_map = true;
    }
    compiled
}

fn compile_without_map(job: &Job, extra: &[&str], memory: u64) -> Compiled {
    let extra: Vec<&str> = extra.iter().copied().chain([NO_MAP]).collect();
    compiled(job, &extra, run(job, &extra, Room { memory, stack: LARGE_STACK }))
}

/// Whether clang has failed at what is no error in the source: it took too much memory, stack or
/// time.
fn is_beyond_clang(finished: &Finished) -> bool {
    let text = String::from_utf8_lossy(&finished.errors);
    !finished.succeeded() && first_error(&text).is_none_or(|error| error.place.is_none())
}

fn run(job: &Job, extra: &[&str], room: Room) -> std::io::Result<Finished> {
    let mut command = Command::new(CLANG);
    command.args(FIXED_FLAGS).args(extra);
    let flags = keep_flags(&job.flags);
    let is_muted = is_muted(&flags, extra);
    command.args(flags.iter().filter(|flag| !is_muted || *flag != MUTE));
    command.args(["-o", "-", "--"]).arg(&job.source);
    if let Some(folder) = &job.folder {
        command.current_dir(folder);
    }
    process::run(&mut command, &[], room)
}

/// Whether the user's wish for silence is heard by Assay instead of clang: which decisions clang
/// leaves out is told by warnings only.
fn is_muted(flags: &[String], extra: &[&str]) -> bool {
    extra.contains(&MCDC) && flags.iter().any(|flag| flag == MUTE)
}

fn compiled(job: &Job, extra: &[&str], finished: std::io::Result<Finished>) -> Compiled {
    let flags = keep_flags(&job.flags);
    let finished = match finished {
        Ok(finished) => finished,
        Err(error) => {
            return Compiled { unit: Err(not_started(job, &error)), diagnostics: Vec::new() };
        }
    };
    let diagnostics = match is_muted(&flags, extra) && finished.succeeded() {
        true => String::new(),
        false => dropped::without_warnings(&String::from_utf8_lossy(&finished.errors)),
    };
    let unit = match finished.succeeded() {
        false => Err(rejected(&job.source, &finished)),
        true => Ok(Unit {
            path: job.source.clone(),
            dropped: dropped_decisions(job, &finished),
            bitcode: finished.output,
            source: Source { file: job.source.clone(), folder: job.folder.clone(), flags },
            is_foreign: false,
            left_out: job.left_out.clone(),
            lacks_map: false,
        }),
    };
    Compiled { unit, diagnostics: diagnostics.into_bytes() }
}

/// The decisions that clang has left out, by absolute paths.
fn dropped_decisions(job: &Job, finished: &Finished) -> Vec<Dropped> {
    let folder = job.folder.clone().or_else(|| std::env::current_dir().ok()).unwrap_or_default();
    dropped::parse(&String::from_utf8_lossy(&finished.errors), &folder)
}

fn not_started(job: &Job, error: &std::io::Error) -> LoadError {
    let folder_exists = job.folder.as_ref().is_none_or(|folder| folder.is_dir());
    if error.kind() == std::io::ErrorKind::NotFound && folder_exists {
        return LoadError::ToolMissing { tool: CLANG, package: "clang-19" };
    }
    if folder_exists {
        return LoadError::Shortage { what: CLANG.to_string(), reason: error.to_string() };
    }
    LoadError::Compile {
        path: job.source.clone(),
        place: None,
        reason: format!("{CLANG} cannot be started: {error}"),
    }
}

fn rejected(source: &Path, finished: &Finished) -> LoadError {
    let text = String::from_utf8_lossy(&finished.errors);
    match (first_error(&text), finished.status) {
        (Some(error), _) => LoadError::Compile {
            path: error.file.unwrap_or_else(|| source.to_path_buf()),
            place: error.place,
            reason: error.reason,
        },
        (None, status) => LoadError::Compile {
            path: source.to_path_buf(),
            place: None,
            reason: match status {
                Some(status) => {
                    crash_reason(&text).unwrap_or_else(|| format!("{CLANG} ended with {status}"))
                }
                None => format!("{CLANG} took too long"),
            },
        },
    }
}

/// What LLVM says before it aborts.
fn crash_reason(diagnostics: &str) -> Option<String> {
    let reason = diagnostics.lines().find_map(|line| line.strip_prefix("LLVM ERROR: "))?;
    match reason == "out of memory" {
        true => Some(format!("{CLANG} needs more memory than its part of --memory")),
        false => Some(format!("{CLANG} failed: {reason}")),
    }
}

#[derive(Debug, PartialEq, Eq)]
pub(super) struct FirstError {
    /// With the place; it may be an included file.
    pub file: Option<PathBuf>,
    pub place: Option<(u32, u32)>,
    pub reason: String,
}

/// The first `file:line:column: error: text` in the output of clang or another tool of LLVM.
pub(super) fn first_error(diagnostics: &str) -> Option<FirstError> {
    let line = diagnostics.lines().find(|line| line.contains("error: "))?;
    let (before, reason) = line.split_once("error: ")?;
    let before = before.trim_end().trim_end_matches("fatal").trim_end().trim_end_matches(':');
    let mut parts = before.rsplitn(3, ':');
    let column = parts.next().and_then(|part| part.parse().ok());
    let row = parts.next().and_then(|part| part.parse().ok());
    let place = row.zip(column);
    let file = parts.next().filter(|_| place.is_some()).map(PathBuf::from);
    Some(FirstError { file, place, reason: reason.to_string() })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kept(flags: &[&str]) -> Vec<String> {
        keep_flags(&flags.iter().map(|flag| flag.to_string()).collect::<Vec<_>>())
    }

    #[test]
    fn flags_that_shape_the_program_stay() {
        let flags = ["-DN=4", "-I", "inc", "-std=c99", "-m32", "-include", "x.h", "-fwrapv"];
        assert_eq!(kept(&flags), flags);
    }

    #[test]
    fn flags_that_shape_the_output_go() {
        let flags = [
            "-O2",
            "-c",
            "-o",
            "x.o",
            "-ox.o",
            "-MD",
            "-MF",
            "x.d",
            "-MFx.d",
            "-g3",
            "-ggdb",
            "-flto=thin",
            "-lm",
            "-L/lib",
            "-fprofile-arcs",
            "x.o",
            "-Wl,-z,now",
        ];
        assert_eq!(kept(&flags), Vec::<String>::new());
    }

    #[test]
    fn a_value_is_never_taken_for_a_flag() {
        assert_eq!(kept(&["-D", "-c", "-o", "-DX", "-Wall"]), ["-D", "-c", "-Wall"]);
    }

    #[test]
    fn the_first_error_is_found_with_its_place() {
        let text = "a.c:1:2: warning: odd\na.c:3:9: error: expected ';'\na.c:5:1: error: x\n";
        let expected = FirstError {
            file: Some("a.c".into()),
            place: Some((3, 9)),
            reason: "expected ';'".to_string(),
        };
        assert_eq!(first_error(text), Some(expected));
        let text = "In file included from a.c:1:\nx.h:7:10: fatal error: 'y.h' file not found\n";
        let expected = FirstError {
            file: Some("x.h".into()),
            place: Some((7, 10)),
            reason: "'y.h' file not found".to_string(),
        };
        assert_eq!(first_error(text), Some(expected));
        let text = "clang: error: unknown argument: '-fx'\n";
        let reason = "unknown argument: '-fx'".to_string();
        assert_eq!(first_error(text), Some(FirstError { file: None, place: None, reason }));
    }
}

//! Runs every program in `tests/programs/java` on the machine and on the JVM, and compares what
//! they print and how they exit.
//!
//! In the head of a program `// stdin: TEXT` is what it reads, and `// alone` says that it needs a
//! virtual machine of its own, because it ends the process or changes what others see.
//!
//! `cargo test -p assay-java --test programs -- strings` runs those with `strings` in their names.

mod jvm;
mod machine;

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};

/// How a program ended: what it printed, and its exit status or why it has none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    pub output: String,
    pub status: Result<i64, String>,
}

fn main() -> ExitCode {
    let filters: Vec<String> =
        std::env::args().skip(1).filter(|argument| !argument.starts_with('-')).collect();
    let tests = Path::new(env!("CARGO_MANIFEST_DIR"));
    let programs = programs(&tests.join("../../tests/programs/java"), &filters);
    if programs.is_empty() {
        return ExitCode::SUCCESS;
    }
    let classes = scratch();
    let mut sources = programs.clone();
    sources.push(tests.join("tests/programs/Together.java"));
    if let Err(problem) = jvm::compile(&sources, &classes) {
        println!("{problem}");
        return ExitCode::FAILURE;
    }
    let expected = expected(&programs, &classes);
    let failed = compare(&programs, &expected, &classes);
    let _ = std::fs::remove_dir_all(&classes);
    println!("java programs: {} right, {failed} wrong", programs.len() - failed);
    if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// What the JVM says: one for all that neither read nor end the process.
fn expected(programs: &[PathBuf], classes: &Path) -> Vec<Outcome> {
    let alone: Vec<bool> = programs
        .iter()
        .map(|program| {
            let text = std::fs::read_to_string(program).expect("readable");
            text.contains("// stdin: ") || text.contains("// alone")
        })
        .collect();
    let together = programs.iter().zip(&alone).filter(|(_, alone)| !**alone);
    let names: Vec<&str> = together.map(|(program, _)| name(program)).collect();
    let mut outcomes = jvm::run_all(classes, &names).into_iter();
    let all = programs.iter().zip(&alone);
    all.map(|(program, alone)| match alone {
        true => jvm::run(classes, name(program), &stdin(program)),
        false => outcomes.next().expect("one for each"),
    })
    .collect()
}

/// How many of them do something else on the machine. Every processor runs some.
fn compare(programs: &[PathBuf], expected: &[Outcome], classes: &Path) -> usize {
    let (next, failed) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let workers = std::thread::available_parallelism().map_or(1, |it| it.get().min(4));
    let work = || {
        let pairs = || programs.iter().zip(expected).nth(next.fetch_add(1, Ordering::Relaxed));
        while let Some((program, expected)) = pairs() {
            failed.fetch_add(usize::from(!holds(program, expected, classes)), Ordering::Relaxed);
        }
    };
    std::thread::scope(|scope| (0..workers).for_each(|_| drop(scope.spawn(work))));
    failed.into_inner()
}

/// What a program reads: the line in its head, in which `\\n` ends a line.
fn stdin(program: &Path) -> Vec<u8> {
    let text = std::fs::read_to_string(program).expect("readable");
    let line = text.lines().find_map(|line| line.strip_prefix("// stdin: "));
    line.unwrap_or_default().replace("\\n", "\n").into_bytes()
}

fn programs(folder: &Path, filters: &[String]) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("the folder of programs");
    let mut programs: Vec<PathBuf> = entries
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|it| it == "java"))
        .filter(|path| filters.is_empty() || filters.iter().any(|it| name(path).contains(it)))
        .collect();
    programs.sort();
    programs
}

fn name(program: &Path) -> &str {
    program.file_stem().and_then(|stem| stem.to_str()).expect("a name")
}

fn scratch() -> PathBuf {
    let folder = std::env::temp_dir().join(format!("assay-java-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a scratch folder");
    folder
}

fn holds(program: &Path, expected: &Outcome, classes: &Path) -> bool {
    let name = name(program);
    let (found, seconds) = machine::run(classes, name, &stdin(program));
    let is_same = *expected == found;
    let said = match is_same {
        true => format!("ok   {name} ({seconds:.2} s)"),
        false => format!("FAIL {name} ({seconds:.2} s){}", difference(expected, &found)),
    };
    println!("{said}");
    is_same
}

fn difference(expected: &Outcome, found: &Outcome) -> String {
    let mut said = String::new();
    if expected.status != found.status {
        said += &format!("\n  status: expected {:?}, found {:?}", expected.status, found.status);
    }
    let lines = expected.output.lines().map(Some).chain(std::iter::repeat(None));
    let others = found.output.lines().map(Some).chain(std::iter::repeat(None));
    let mut pairs =
        (1..).zip(lines.zip(others)).take_while(|(_, (a, b))| a.is_some() || b.is_some());
    if let Some((line, (a, b))) = pairs.find(|(_, (a, b))| a != b) {
        said += &format!("\n  line {line}: expected {a:?}\n  line {line}: found    {b:?}");
    }
    said
}

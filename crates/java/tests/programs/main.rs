//! Runs every program in `tests/programs/java` on the machine and on the JVM, and compares what they
//! print and how they exit.
//!
//! `cargo test -p assay-java --test programs -- strings` runs those with `strings` in their names.

mod jvm;
mod machine;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// How a program ended: what it printed, and its exit status or why it has none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    pub output: String,
    pub status: Result<i64, String>,
}

fn main() -> ExitCode {
    let filters: Vec<String> =
        std::env::args().skip(1).filter(|argument| !argument.starts_with('-')).collect();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/programs/java");
    let programs = programs(&folder, &filters);
    if programs.is_empty() {
        return ExitCode::SUCCESS;
    }
    let classes = scratch();
    if let Err(problem) = jvm::compile(&programs, &classes) {
        println!("{problem}");
        return ExitCode::FAILURE;
    }
    let failed = programs.iter().filter(|program| !holds(program, &classes)).count();
    let _ = std::fs::remove_dir_all(&classes);
    println!("java programs: {} right, {failed} wrong", programs.len() - failed);
    if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
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

fn holds(program: &Path, classes: &Path) -> bool {
    let name = name(program);
    let expected = jvm::run(classes, name);
    let (found, seconds) = machine::run(classes, name);
    let is_same = expected == found;
    println!("{} {name} ({seconds:.2} s)", if is_same { "ok  " } else { "FAIL" });
    if !is_same {
        tell(&expected, &found);
    }
    is_same
}

fn tell(expected: &Outcome, found: &Outcome) {
    if expected.status != found.status {
        println!("  status: expected {:?}, found {:?}", expected.status, found.status);
    }
    let lines = expected.output.lines().map(Some).chain(std::iter::repeat(None));
    let others = found.output.lines().map(Some).chain(std::iter::repeat(None));
    let mut pairs =
        (1..).zip(lines.zip(others)).take_while(|(_, (a, b))| a.is_some() || b.is_some());
    if let Some((line, (a, b))) = pairs.find(|(_, (a, b))| a != b) {
        println!("  line {line}: expected {a:?}");
        println!("  line {line}: found    {b:?}");
    }
}

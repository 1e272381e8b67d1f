//! Runs every program of the corpus (`tests/programs`, see its README) and compares with what the
//! comments at its head promise. Whatever a program promises, its tests must pass natively and
//! nothing may contradict itself.

mod check;
mod directives;
mod emitted;
#[path = "../workplace/mod.rs"]
mod workplace;

use directives::Expectation;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

/// Programs that are looked at at the same time.
const WORKERS: usize = 2;

fn corpus() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/programs")
}

fn programs() -> Vec<PathBuf> {
    let entries = std::fs::read_dir(corpus()).expect("the corpus is part of the project");
    let paths = entries.map(|entry| entry.expect("the folder can be read").path());
    let mut programs: Vec<PathBuf> =
        paths.filter(|path| path.extension().is_some_and(|extension| extension == "c")).collect();
    programs.sort();
    programs
}

/// What is wrong with a program, one line each.
fn problems(program: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(program).expect("the corpus can be read");
    match Expectation::parse(&text) {
        Ok(expectation) => check::program(program, &expectation),
        Err(problem) => vec![problem],
    }
}

#[test]
fn every_program_does_what_its_head_says() {
    let programs = programs();
    assert!(programs.len() > 100, "only {} programs were found", programs.len());
    let (queue, failures) = (Mutex::new(programs.iter()), Mutex::new(Vec::new()));
    let next = || queue.lock().expect("workers do not panic").next();
    let work = || {
        while let Some(program) = next() {
            let name = program.file_name().unwrap_or_default().display();
            let found = problems(program);
            let mut failures = failures.lock().expect("workers do not panic");
            failures.extend(found.into_iter().map(|problem| format!("{name}: {problem}")));
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..WORKERS {
            scope.spawn(work);
        }
    });
    let mut failures = failures.into_inner().expect("workers do not panic");
    failures.sort();
    assert!(failures.is_empty(), "{} expectations fail:\n{}", failures.len(), failures.join("\n"));
}

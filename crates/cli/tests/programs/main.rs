//! Runs every program of the corpus (`tests/programs`, see its README) and compares with what the
//! comments at its head promise. Whatever a program promises, its tests must pass natively and
//! nothing may contradict itself.

mod check;
mod coverage;
mod directives;
mod emitted;
mod left_out;
mod truth;
#[path = "../workers/mod.rs"]
mod workers;
#[path = "../workplace/mod.rs"]
mod workplace;

use directives::Expectation;
use std::path::{Path, PathBuf};

fn corpus() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/programs")
}

/// All of them, or those whose name has the text of `ASSAY_PROGRAMS` in it.
fn programs() -> Vec<PathBuf> {
    let part = std::env::var("ASSAY_PROGRAMS").unwrap_or_default();
    let entries = std::fs::read_dir(corpus()).expect("the corpus is part of the project");
    let paths = entries.map(|entry| entry.expect("the folder can be read").path());
    let is_meant = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        name.ends_with(".c") && name.contains(&part)
    };
    let mut programs: Vec<PathBuf> = paths.filter(is_meant).collect();
    programs.sort();
    programs
}

/// What is wrong with a program, one line each.
fn problems(program: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(program).expect("the corpus can be read");
    match Expectation::parse(&text) {
        Ok(expectation) => {
            expectation.runs().iter().flat_map(|run| check::program(program, run)).collect()
        }
        Err(problem) => vec![problem],
    }
}

#[test]
fn every_program_does_what_its_head_says() {
    let programs = programs();
    assert!(!programs.is_empty(), "no program was found");
    workers::check_all(&programs, |program| {
        let name = program.file_name().unwrap_or_default().display();
        problems(program).into_iter().map(|problem| format!("{name}: {problem}")).collect()
    });
}

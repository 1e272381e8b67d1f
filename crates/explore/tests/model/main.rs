//! Runs `tests/programs/model/*.model`: programs in the text form of the model, with what they must
//! do in comments. Parser, verifier, machine, exploration and prover run in this process, without a
//! compiler: each file is a test of its own, and its time is shown.
//!
//! `cargo test -p assay-explore --test model -- WORD…` runs those with one of the words in their
//! name; `docs/model.md` says what a file may promise.

mod check;
mod expectation;

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

/// As much as the workers of an exploration have.
const STACK: usize = 64 << 20;

/// One file, and what came of it.
struct Test {
    name: String,
    file: PathBuf,
    result: Mutex<Option<Result<(), String>>>,
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&String> = arguments.iter().filter(|word| !word.starts_with("--")).collect();
    let all = tests();
    if all.is_empty() {
        eprintln!("no model files");
        return ExitCode::FAILURE;
    }
    let is_meant = |test: &Test| words.is_empty() || words.iter().any(|w| test.name.contains(*w));
    let count = all.len();
    let tests: Vec<Test> = all.into_iter().filter(is_meant).collect();
    if arguments.iter().any(|argument| argument == "--list") {
        tests.iter().for_each(|test| println!("{}: test", test.name));
        return ExitCode::SUCCESS;
    }
    println!("\nrunning {} tests", tests.len());
    run_all(&tests);
    report(&tests, count)
}

fn tests() -> Vec<Test> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/programs/model");
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let files = entries.map(|entry| entry.path());
    let files = files.filter(|file| file.extension().is_some_and(|kind| kind == "model"));
    let mut tests: Vec<Test> = files
        .map(|file| {
            let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            Test { name, file, result: Mutex::default() }
        })
        .collect();
    tests.sort_by(|a, b| a.name.cmp(&b.name));
    tests
}

/// A thread for each core; a test that panics has failed.
fn run_all(tests: &[Test]) {
    let next = AtomicUsize::new(0);
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            let work = || {
                while let Some(test) = tests.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let start = Instant::now();
                    let result = std::panic::catch_unwind(|| check::check(&test.file))
                        .unwrap_or_else(|_| Err("it panicked, see above".to_string()));
                    let word = if result.is_ok() { "ok" } else { "FAILED" };
                    println!("test {} ... {word} ({} ms)", test.name, start.elapsed().as_millis());
                    if let Ok(mut slot) = test.result.lock() {
                        *slot = Some(result);
                    }
                }
            };
            let thread = std::thread::Builder::new().stack_size(STACK);
            thread.spawn_scoped(scope, work).expect("the system gives a thread");
        }
    });
}

fn report(tests: &[Test], count: usize) -> ExitCode {
    let mut failures = Vec::new();
    for test in tests {
        let result = test.result.lock().ok().and_then(|mut slot| slot.take());
        if let Err(problem) = result.unwrap_or(Err("it did not end".to_string())) {
            failures.push((&test.name, problem));
        }
    }
    for (name, problem) in &failures {
        println!("\n---- {name} ----\n{problem}");
    }
    let (passed, failed) = (tests.len() - failures.len(), failures.len());
    let word = if failed == 0 { "ok" } else { "FAILED" };
    let filtered = count - tests.len();
    println!("\ntest result: {word}. {passed} passed; {failed} failed; {filtered} filtered out\n");
    if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

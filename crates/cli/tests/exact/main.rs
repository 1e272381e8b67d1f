//! Every verdict against the truth, on random functions all of whose inputs can be tried.
//!
//! A function has at most 17 bits of inputs and no undefined behaviour. All inputs are run
//! natively, and `llvm-cov` says what any of them reaches: nothing else may be covered, and none of
//! it infeasible. What is unknown is counted. Seven of eight files are whole programs whose first
//! input chooses the function; of the others each function is a unit of its own. Criteria take
//! turns.
//!
//! `ASSAY_EXACT=1000` asks for as many functions, with other seeds; the first of them can be given
//! by `ASSAY_EXACT_FIRST=5000`. `ASSAY_EXACT_SEED=7` looks at one file and prints it. The counts of
//! verdicts are printed in any case, which `--nocapture` shows.

mod generator;
mod truth;
mod verdicts;
#[path = "../workers/mod.rs"]
mod workers;
#[path = "../workplace/mod.rs"]
mod workplace;

use assay_verdict::Report;
use generator::{Generated, generate};
use std::fs;
use std::sync::Mutex;
use truth::{SOURCE, Truth};
use verdicts::{Tally, compare, compare_tests};
use workplace::{LIMIT, Workplace};

/// The seeds of the files that are looked at every time.
const FILES: std::ops::Range<u64> = 0..6;

/// The functions of a file: of a whole program, and with a unit for each.
const IN_PROGRAM: usize = 12;
const IN_UNITS: usize = 4;

/// Runs end by themselves, or when they have had their iterations; the time is a safety net.
const OPTIONS: [&str; 4] = ["--iterations", "600", "--time", "30s"];

/// As a user would, where many are asked for: by time, for all functions of a program and for one.
const LONG: [&str; 2] = ["--time", "60s"];
const SHORT: [&str; 2] = ["--time", "15s"];

const CRITERIA: [&str; 4] = ["branch", "branch,statement", "branch", "branch,condition,mcdc"];

/// What is wrong with the verdicts on the file of a seed.
fn check(seed: u64, total: &Mutex<Tally>) -> Vec<String> {
    let place = Workplace::new();
    let is_whole = is_whole(seed);
    let generated = file(seed);
    let truth = Truth::of(&place, &generated);
    let criteria = CRITERIA[((seed + seed / 8) % 4) as usize];
    let mut arguments = vec!["cover", SOURCE, "--criterion", criteria];
    arguments.extend(["--jobs", "1"]);
    match asked() {
        None => arguments.extend(OPTIONS),
        Some(_) => arguments.extend(if is_whole { LONG } else { SHORT }),
    }
    if !is_whole {
        let names = generated.functions.iter().map(|function| function.name.as_str());
        arguments.extend(names.flat_map(|name| ["--entry", name]));
    }
    arguments.extend(["--", "-w"]);
    let Some(finished) = place.finish(place.assay(&arguments), LIMIT) else {
        return vec![format!("seed {seed}: the run does not end")];
    };
    if finished.code() != 0 {
        return vec![format!("seed {seed} ends with {}: {}", finished.code(), finished.stderr)];
    }
    let text =
        fs::read_to_string(place.path("assay-out/report.json")).expect("the report is there");
    let report: Report = serde_json::from_str(&text).expect("the report can be read");
    let mut tally = Tally::default();
    let mut wrong = compare(&report, &truth, &mut tally);
    if seed.is_multiple_of(8) {
        wrong.extend(compare_tests(&report, &measured(&place)));
    }
    println!("seed {seed}: {} wrong, {tally:?}", wrong.len());
    total.lock().expect("nothing fails under the lock").add(&tally);
    wrong.iter().map(|wrong| format!("seed {seed}: {wrong}")).collect()
}

/// What `llvm-cov` sees the emitted tests reach.
fn measured(place: &Workplace) -> Truth {
    let made = place.finish(place.tool("make", &["-C", "assay-out/tests", "coverage"]), LIMIT);
    assert!(made.is_some_and(|made| made.code() == 0), "the tests do not run");
    let text =
        fs::read_to_string(place.path("assay-out/tests/coverage.json")).expect("it is there");
    Truth::read(&serde_json::from_str(&text).expect("llvm-cov writes JSON"))
}

fn number(variable: &str) -> Option<u64> {
    std::env::var(variable).ok()?.parse().ok()
}

/// How many functions are asked for.
fn asked() -> Option<u64> {
    number("ASSAY_EXACT")
}

fn seeds() -> Vec<u64> {
    if let Some(seed) = number("ASSAY_EXACT_SEED") {
        println!("{}", file(seed).source);
        return vec![seed];
    }
    let Some(asked) = asked() else { return FILES.collect() };
    let mut functions = 0;
    let is_short = |seed: &u64| {
        let is_short = functions < asked;
        functions += count(*seed) as u64;
        is_short
    };
    (number("ASSAY_EXACT_FIRST").unwrap_or(FILES.end)..).take_while(is_short).collect()
}

/// Whether the file of a seed has a `main`.
fn is_whole(seed: u64) -> bool {
    seed % 8 != 5
}

/// How many functions the file of a seed has.
fn count(seed: u64) -> usize {
    if is_whole(seed) { IN_PROGRAM } else { IN_UNITS }
}

fn file(seed: u64) -> Generated {
    generate(seed, count(seed), is_whole(seed))
}

#[test]
fn every_verdict_is_what_all_inputs_say() {
    let total = Mutex::new(Tally::default());
    let seeds = seeds();
    workers::check_all(&seeds, |&seed| check(seed, &total));
    let total = total.into_inner().expect("nothing fails under the lock");
    let functions: usize = seeds.iter().map(|&seed| count(seed)).sum();
    println!("{functions} functions: {total:?}");
    assert!(total.covered > 3 * functions, "hardly anything is covered: {total:?}");
    assert!(total.unjudged < total.judged() / 4, "too little is compared: {total:?}");
}

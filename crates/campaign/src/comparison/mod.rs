//! Strategies × subjects × seeds.
//!
//! It compares like with like. A subject is loaded and lowered once; each run is a copy of this
//! process, made by `fork`, so all runs start from the same program, and neither the memory nor a
//! crash of one of them touches another. Each run is single-threaded and starts from the same
//! inputs as those of the other strategies with its seed.
//!
//! `assay compare` loads and lowers each subject once, then forks a copy of the process for each
//! run (`campaign/src/comparison/process.rs`), several at a time. So all runs have the same
//! program, and their memory, their time and their crashes are their own; a fork is cheap because
//! nothing but the thread for Ctrl-C runs beside it. A copy explores with one thread, and hands
//! back the points at which its coverage grew: `Discovery` says in which run of the machine and
//! when. Every run that ends is a line of `runs.jsonl` at once, and everything that is shown is
//! computed from those lines (`report/src/comparison`).
//!
//! With `random_start`, the first run of the machine draws the values of its inputs from the seed
//! alone, so that it is the same for every strategy. Choices of the driver (which object, how many
//! elements, how many bytes of a file) stay as they are.

mod process;
mod runs;
mod store;
mod subjects;

use crate::alone;
use crate::event::{Event, Listener};
use crate::orders::ComparisonOrders;
use crate::results;
use crate::session::output_error;
use assay_language::Rejected;
use assay_output::Output;
use assay_report::comparison::{self, Comparison};
use assay_verdict::{ComparedRun, ComparisonSettings};
use runs::{Schedule, Task};
use std::sync::atomic::AtomicBool;
use store::Store;
use subjects::Loadable;

/// What is made from the runs, besides the list of them.
const PAGES: [&str; 4] = ["comparison.html", "curves.csv", "marks.csv", "strategies.csv"];

/// Does all runs that are missing, and writes what they show. The process is copied for each run:
/// no other thread of it may hold anything that a copy needs.
pub fn compare(
    orders: &ComparisonOrders,
    interrupt: &AtomicBool,
    tell: &mut Listener<'_>,
) -> Result<Comparison, Rejected> {
    let _alone = alone::alone();
    let subjects = subjects::load(orders, tell)?;
    let settings = settings(orders, &subjects);
    let output = Output::open(&orders.out, &[&PAGES[..], &[store::FILE_NAME]].concat())?;
    output.list_journal(store::FILE_NAME).map_err(output_error(output.path()))?;
    let mut store = Store::open(output.path(), &settings, orders.resume)?;
    let tasks = tasks(orders, &subjects);
    let missing = tasks.iter().filter(|task| !store.has(&task.key(&subjects))).cloned();
    let schedule = Schedule::new(orders, &subjects, missing.collect(), interrupt);
    schedule.run(|run| store.add(run), tell)?;

    let comparison = Comparison {
        runs: in_order(&tasks, &subjects, &store),
        settings,
        strategies: orders.strategies.clone(),
        marks: orders.marks.clone(),
        target: orders.target,
        asked: tasks.len(),
    };
    write(&output, &comparison, tell)?;
    results::tell_notes(&output, tell);
    Ok(comparison)
}

fn settings(orders: &ComparisonOrders, subjects: &[Loadable]) -> ComparisonSettings {
    ComparisonSettings {
        assay: env!("CARGO_PKG_VERSION").to_string(),
        criteria: orders.goals.criteria.clone(),
        iterations: orders.iterations,
        seconds: orders.time.map(|time| time.as_secs_f64()),
        memory: orders.memory,
        random_start: orders.exploring.random_start,
        filter: orders.exploring.filter,
        query_seconds: orders.exploring.query_time.as_secs_f64(),
        path_instructions: orders.exploring.path_instructions,
        subjects: subjects.iter().map(|subject| subject.facts.clone()).collect(),
    }
}

/// All runs that are asked for. A comparison that is interrupted has as many seeds of each
/// strategy as possible.
fn tasks(orders: &ComparisonOrders, subjects: &[Loadable]) -> Vec<Task> {
    let mut tasks = Vec::new();
    for subject in 0..subjects.len() {
        for seed in 0..orders.seeds {
            for strategy in &orders.strategies {
                tasks.push(Task { subject, strategy: strategy.clone(), seed });
            }
        }
    }
    tasks
}

/// Those of the runs that were asked for, finished or failed.
fn in_order(tasks: &[Task], subjects: &[Loadable], store: &Store) -> Vec<ComparedRun> {
    tasks.iter().filter_map(|task| store.get(&task.key(subjects))).cloned().collect()
}

fn write(
    output: &Output,
    comparison: &Comparison,
    tell: &mut Listener<'_>,
) -> Result<(), Rejected> {
    let contents = [
        comparison::page(comparison),
        comparison::curves(comparison),
        comparison::marks(comparison),
        comparison::strategies(comparison),
    ];
    for (name, content) in PAGES.iter().zip(contents) {
        output.replace(name, content.as_bytes()).map_err(output_error(output.path()))?;
        tell(Event::Written(name));
    }
    Ok(())
}

//! `assay compare`: strategies × subjects × seeds.
//!
//! It compares like with like. A subject is loaded and lowered once; each run is a copy of this
//! process, made by `fork`, so all runs start from the same program, and neither the memory nor a crash
//! of one of them touches another. Each run is single-threaded and starts from the same inputs as
//! those of the other strategies with its seed.

mod arguments;
mod process;
mod runs;
mod store;
mod subjects;

pub use arguments::Compare;

use crate::exit::Exit;
use crate::interrupt;
use crate::results;
use crate::session::output_error;
use assay_output::Output;
use assay_report::comparison::{self, Comparison, Target};
use assay_report::terminal::Colour;
use assay_verdict::{ComparedRun, ComparisonSettings};
use runs::{Schedule, Task};
use std::sync::atomic::Ordering;
use store::Store;
use subjects::Loadable;

/// What is made from the runs, besides the list of them.
const PAGES: [&str; 4] = ["comparison.html", "curves.csv", "marks.csv", "strategies.csv"];

pub fn compare(arguments: &Compare) -> Result<Exit, Exit> {
    let interrupt = interrupt::flag();
    let subjects = subjects::load(arguments)?;
    let settings = settings(arguments, &subjects);
    let output = Output::open(&arguments.out, &[&PAGES[..], &[store::FILE_NAME]].concat())?;
    output.list_journal(store::FILE_NAME).map_err(output_error(output.path()))?;
    let mut store = Store::open(output.path(), &settings, arguments.resume)?;
    let tasks = tasks(arguments, &subjects);
    let missing = tasks.iter().filter(|task| !store.has(&task.key(&subjects))).cloned();
    let schedule = Schedule::new(arguments, &subjects, missing.collect(), &interrupt);
    schedule.run(|run| store.add(run))?;

    let comparison = Comparison {
        runs: in_order(&tasks, &subjects, &store),
        settings,
        strategies: arguments.search.0.clone(),
        marks: arguments.marks(),
        target: arguments.target.unwrap_or(Target::Weakest),
        asked: tasks.len(),
    };
    write(&output, &comparison)?;
    results::print_notes(&output);
    if !arguments.quiet {
        let colour = Colour::for_stream(&std::io::stdout());
        let out = arguments.out.display().to_string();
        print!("{}", comparison::tables(&comparison, &out, colour));
    }
    let is_interrupted = interrupt.load(Ordering::Relaxed);
    Ok(if is_interrupted { Exit::Interrupted } else { Exit::Done })
}

fn settings(arguments: &Compare, subjects: &[Loadable]) -> ComparisonSettings {
    ComparisonSettings {
        assay: env!("CARGO_PKG_VERSION").to_string(),
        criteria: arguments.unit.criterion.clone(),
        iterations: arguments.budget(),
        seconds: arguments.time.map(|time| time.as_secs_f64()),
        memory: arguments.memory,
        random_start: arguments.exploring.random_start,
        filter: !arguments.exploring.no_filter,
        query_seconds: arguments.exploring.query_time.as_secs_f64(),
        path_instructions: arguments.exploring.path_instructions,
        subjects: subjects.iter().map(|subject| subject.facts.clone()).collect(),
    }
}

/// All runs that are asked for. A comparison that is interrupted has as many seeds of each
/// strategy as possible.
fn tasks(arguments: &Compare, subjects: &[Loadable]) -> Vec<Task> {
    let mut tasks = Vec::new();
    for subject in 0..subjects.len() {
        for seed in 0..arguments.seeds {
            for strategy in &arguments.search.0 {
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

fn write(output: &Output, comparison: &Comparison) -> Result<(), Exit> {
    let contents = [
        comparison::page(comparison),
        comparison::curves(comparison),
        comparison::marks(comparison),
        comparison::strategies(comparison),
    ];
    for (name, content) in PAGES.iter().zip(contents) {
        output.replace(name, content.as_bytes()).map_err(output_error(output.path()))?;
    }
    Ok(())
}

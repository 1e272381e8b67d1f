//! What scripts depend on: exit codes, messages, the folder of results and the budgets.

mod budgets;
mod compare;
mod confirmation;
mod criteria;
mod dataflow;
mod disk;
mod frameworks;
mod hostile;
mod inputs;
mod interrupted;
mod native_calls;
mod programs;
mod proofs;
mod rejected;
mod replay;
mod reports;
mod search;
mod suite;
mod usage;
mod views;
#[path = "../workplace/mod.rs"]
mod workplace;

use std::path::PathBuf;
use std::time::Duration;
use workplace::{Finished, Workplace};

/// For one command; far more than any of them needs.
const LIMIT: Duration = Duration::from_secs(100);

/// Runs the binary to its end.
fn assay(place: &Workplace, arguments: &[&str]) -> Finished {
    let finished = place.finish(place.assay(arguments), LIMIT);
    finished.unwrap_or_else(|| panic!("assay {arguments:?} does not end"))
}

fn write(place: &Workplace, name: &str, content: impl AsRef<[u8]>) -> PathBuf {
    let path = place.path(name);
    std::fs::write(&path, content).expect("the temporary folder can be written to");
    path
}

/// The report of a run with `--out out`.
fn report(place: &Workplace) -> assay_verdict::Report {
    let text = std::fs::read_to_string(place.path("out/report.json")).expect("there is a report");
    serde_json::from_str(&text).expect("the report is as the project writes it")
}

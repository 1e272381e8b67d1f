//! What scripts depend on: exit codes, messages, the folder of results and the budgets.

mod budgets;
mod compare;
mod confirmation;
mod criteria;
mod dataflow;
mod disk;
mod emitted;
mod folders;
mod frameworks;
mod hostile;
mod inputs;
mod interrupted;
mod limits;
mod native_calls;
mod own;
mod programs;
mod promises;
mod proofs;
mod reasons;
mod rejected;
mod replay;
mod reports;
mod search;
mod show;
mod suite;
mod undefined;
mod usage;
mod views;
#[path = "../workplace/mod.rs"]
mod workplace;
mod world;

use std::path::PathBuf;
use std::process::{Child, ExitStatus};
use std::time::{Duration, Instant};
use workplace::{Finished, LIMIT, Workplace};

/// Runs the binary to its end. Where nothing else is said it has more time than it can use, so that
/// no result depends on how fast the machine is.
fn assay(place: &Workplace, arguments: &[&str]) -> Finished {
    let mut arguments = arguments.to_vec();
    if arguments.first() == Some(&"cover") && !arguments.contains(&"--time") {
        arguments.splice(1..1, ["--time", "1h"]);
    }
    let finished = place.finish(place.assay(&arguments), LIMIT);
    finished.unwrap_or_else(|| panic!("assay {arguments:?} does not end"))
}

/// Waits for a process that was told to end.
fn wait(mut child: Child) -> ExitStatus {
    let deadline = Instant::now() + LIMIT;
    loop {
        if let Some(status) = child.try_wait().expect("the child is ours") {
            return status;
        }
        assert!(Instant::now() < deadline, "it does not end");
        std::thread::sleep(Duration::from_millis(2));
    }
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

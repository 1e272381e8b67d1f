//! However a run ends, what was found until then is there; after Ctrl-C the exit code is 130.

use crate::programs::ENDLESS_PATHS;
use crate::workplace::Workplace;
use crate::{LIMIT, report, wait, write};
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

fn has_tests(place: &Workplace) -> bool {
    place.path("out/report.json").exists() && !report(place).units[0].tests.is_empty()
}

/// Waits until the first results are on disk.
fn first_results(place: &Workplace) {
    let deadline = Instant::now() + LIMIT;
    while !has_tests(place) {
        assert!(Instant::now() < deadline, "no test is written");
        std::thread::sleep(Duration::from_millis(20));
    }
}

pub fn interrupt(child: &Child) {
    // SAFETY: the child is ours and not waited for yet.
    assert_eq!(unsafe { libc::kill(child.id() as libc::pid_t, libc::SIGINT) }, 0);
}

fn start(place: &Workplace) -> Child {
    write(place, "endless.c", ENDLESS_PATHS);
    // Without proofs something stays open however late the signal comes.
    let arguments = ["cover", "endless.c", "--no-prove", "--time", "1h", "--out", "out"];
    let mut command = place.assay(&arguments);
    command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("the binary can be started")
}

#[test]
fn the_report_can_be_read_at_any_time_and_after_a_kill() {
    let place = Workplace::new();
    let mut child = start(&place);
    first_results(&place);
    for _ in 0..1000 {
        assert!(!report(&place).units[0].objectives.is_empty());
        std::thread::sleep(Duration::from_millis(1));
    }
    child.kill().expect("it still runs");
    child.wait().expect("the child is ours");
    assert!(!report(&place).units[0].tests.is_empty());
}

#[test]
fn an_interrupted_run_exits_with_130_and_a_complete_report() {
    let place = Workplace::new();
    let child = start(&place);
    first_results(&place);
    interrupt(&child);
    assert_eq!(wait(child).code(), Some(130));

    let unit = report(&place).units.remove(0);
    let branch = &unit.criteria["branch"];
    assert!(
        branch.covered > 0 && branch.unknown > 0 && branch.confirmed == branch.covered,
        "{branch:?}"
    );
    assert_eq!(branch.total as usize, unit.objectives.len());
    assert!(!unit.tests.is_empty());
    let mut files = unit.tests.iter().flat_map(|test| &test.files);
    assert!(files.all(|file| place.path("out").join(file).exists()));
    assert!(!place.path("out/.assay/scratch").exists(), "the scratch folder is left");
}

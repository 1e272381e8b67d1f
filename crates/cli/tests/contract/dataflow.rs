//! Def-use pairs: what a run says of them, measuring them again, and measuring a command of the
//! user's own.

use crate::workplace::{Finished, Workplace};
use crate::{assay, report, write};
use assay_verdict::Verdict;
use std::os::unix::fs::PermissionsExt;

/// `level` is 1 or 2 at its use; that it is 1 there while `a` is large is impossible.
const LEVELS: &str = "int __VERIFIER_nondet_int(void);
int main(void) {
    int a = __VERIFIER_nondet_int();
    int level = 1;
    if (a > 10)
        level = 2;
    if (a > 20)
        return level;
    return 0;
}
";

const OPTIONS: [&str; 7] = ["cover", "--time", "1h", "--jobs", "1", "--out", "out"];

fn cover(place: &Workplace, arguments: &[&str]) {
    let finished = assay(place, &[&OPTIONS[..], arguments].concat());
    assert_eq!(finished.code(), 0, "{arguments:?}: {}", finished.stderr);
}

#[test]
fn every_pair_has_a_verdict_and_both_its_ends() {
    let place = Workplace::new();
    write(&place, "levels.c", LEVELS);
    cover(&place, &["levels.c", "--criterion", "dataflow"]);
    let unit = report(&place).units.remove(0);
    let summary = &unit.criteria["dataflow"];
    // a decides twice with two outcomes; level has two definitions and a use.
    let counts = (summary.total, summary.covered, summary.infeasible, summary.confirmed);
    assert_eq!(counts, (6, 5, 1, 5));
    let id = "dataflow:main#level:4.9->8.16";
    let impossible = unit.objectives.iter().find(|objective| objective.id == id).unwrap();
    assert!(matches!(impossible.verdict, Verdict::Infeasible { .. }), "{impossible:?}");
    let flow = impossible.dataflow.as_ref().unwrap();
    assert_eq!((flow.variable.as_str(), flow.line, flow.column), ("level", 4, 9));
    assert_eq!((impossible.line, impossible.column), (8, 16));
    let explained = assay(&place, &["explain", "out", id]).stdout;
    for part in ["`level` is assigned at levels.c:4:9", "infeasible: no input", "proofs/main/"] {
        assert!(explained.contains(part), "{part}: {explained}");
    }
    let checked = assay(&place, &["check-proof", "out"]);
    assert_eq!(checked.code(), 0, "{}{}", checked.stdout, checked.stderr);
    let replayed = assay(&place, &["replay", "out"]);
    assert_eq!(replayed.code(), 0, "{}{}", replayed.stdout, replayed.stderr);
    assert!(replayed.stdout.contains("main dataflow: 5 of 5"), "{}", replayed.stdout);
}

#[test]
fn tests_for_branches_are_measured_by_pairs() {
    let place = Workplace::new();
    write(&place, "levels.c", LEVELS);
    cover(&place, &["levels.c"]);
    let before = report(&place).units.remove(0);
    assert!(before.objectives.iter().all(|objective| objective.dataflow.is_none()));
    let replayed = assay(&place, &["replay", "out", "--criterion", "dataflow"]);
    assert_eq!(replayed.code(), 0, "{}{}", replayed.stdout, replayed.stderr);
    assert!(replayed.stdout.contains("main dataflow: 5 of 6 reached"), "{}", replayed.stdout);
}

#[test]
fn other_criteria_do_not_change_the_pairs() {
    let place = Workplace::new();
    let decided = LEVELS.replace("a > 20", "a > 20 && level > 0");
    write(&place, "levels.c", decided);
    let pairs = |criteria: &str| {
        cover(&place, &["levels.c", "--criterion", criteria]);
        let objectives = report(&place).units.remove(0).objectives;
        let ids = objectives.into_iter().filter(|of| of.criterion == "dataflow").map(|of| of.id);
        ids.collect::<Vec<_>>()
    };
    let alone = pairs("dataflow");
    assert_eq!(alone.len(), 10);
    assert_eq!(pairs("statement,branch,condition,mcdc,dataflow"), alone);
}

#[test]
fn the_page_and_the_summary_show_variables() {
    let place = Workplace::new();
    write(&place, "levels.c", LEVELS);
    let arguments = [&OPTIONS[..], &["levels.c", "--criterion", "dataflow"]].concat();
    let finished = assay(&place, &arguments);
    assert!(finished.stdout.contains("main      level         1/2"), "{}", finished.stdout);
    let page = std::fs::read_to_string(place.path("out/report.html")).unwrap();
    for part in ["\"variable\":\"level\"", "function drawArrow", "Def-use pairs by variable"] {
        assert!(page.contains(part), "the page lacks {part}");
    }
}

#[test]
fn every_strategy_for_pairs_covers_them() {
    let place = Workplace::new();
    write(&place, "levels.c", LEVELS);
    for strategy in ["cpgs", "sdgs", "rss", "rss-md2u"] {
        cover(&place, &["levels.c", "--criterion", "dataflow", "--search", strategy]);
        let unit = report(&place).units.remove(0);
        assert_eq!(unit.criteria["dataflow"].covered, 5, "{strategy}");
    }
}

/// Crashes after its second branch, so that only what it shares with us at once is seen.
const CRASHING: &str = "#include <stdlib.h>
int main(int argc, char **argv) {
    int way = 1;
    if (argc > 1)
        way = 2;
    if (way == 2)
        abort();
    return way - 1;
}
";

fn measure(place: &Workplace, options: &[&str], command: &[&str]) -> Finished {
    let start = ["measure", "crashing.c", "--criterion", "branch,dataflow", "-o", "out"];
    assay(place, &[&start[..], options, &["--"], command].concat())
}

#[test]
fn a_command_of_the_user_is_measured() {
    let place = Workplace::new();
    write(&place, "crashing.c", CRASHING);
    let script = write(&place, "check.sh", "#!/bin/sh\n\"$ASSAY_PROGRAM\"; true\n");
    std::fs::set_permissions(&script, PermissionsExt::from_mode(0o755)).unwrap();
    let finished = measure(&place, &["--fail-under", "60"], &["./check.sh"]);
    assert_eq!(finished.code(), 1, "{}{}", finished.stdout, finished.stderr);
    let unit = report(&place).units.remove(0);
    // argc false, way (from 3) false, way (from 3) at the end.
    assert_eq!((unit.criteria["branch"].covered, unit.criteria["branch"].total), (2, 4));
    assert_eq!((unit.criteria["dataflow"].covered, unit.criteria["dataflow"].total), (3, 8));
    write(&place, "check.sh", "#!/bin/sh\n\"$ASSAY_PROGRAM\"; \"$ASSAY_PROGRAM\" x; true\n");
    let finished = measure(&place, &["--fail-under", "60"], &["./check.sh"]);
    assert_eq!(finished.code(), 0, "{}{}", finished.stdout, finished.stderr);
    let unit = report(&place).units.remove(0);
    assert_eq!(unit.criteria["branch"].covered, 4);
    // Not: way from 3 and true, way from 5 and false, way from 5 at the end.
    assert_eq!(unit.criteria["dataflow"].covered, 5);
}

#[test]
fn a_command_that_runs_nothing_is_told_so() {
    let place = Workplace::new();
    write(&place, "crashing.c", CRASHING);
    let finished = measure(&place, &[], &["true"]);
    assert_eq!(finished.code(), 0, "{}", finished.stderr);
    assert!(finished.stdout.contains("never ran the program"), "{}", finished.stdout);
    let finished = measure(&place, &[], &["./missing"]);
    assert_eq!(finished.code(), 3, "{}", finished.stdout);
    assert!(finished.stderr.contains("./missing"), "{}", finished.stderr);
}

//! The tests that `assay cover` writes are of use without Assay: they build, pass, and give the
//! coverage that the report claims, as `llvm-cov` counts it.

use crate::corpus;
use crate::workplace::{Finished, Workplace};
use assay_verdict::Report;
use serde_json::Value;
use std::time::Duration;

/// They end normally on all paths: after a crash `llvm-cov` infers counts that are not true.
const PROGRAMS: [(&str, &[&str]); 3] =
    [("explore_state_machine.c", &[]), ("explore_ctype.c", &[]), ("explore_32_bit.c", &["-m32"])];

const LIMIT: Duration = Duration::from_secs(100);

fn make(place: &Workplace, target: &str) -> Finished {
    let command = place.tool("make", &["-C", "out/tests", target]);
    let made = place.finish(command, LIMIT).expect("make comes to an end");
    assert_eq!(made.code(), 0, "make {target}: {}{}", made.stdout, made.stderr);
    made
}

/// Covered and all branches.
fn claimed(place: &Workplace) -> (u64, u64) {
    let text = std::fs::read_to_string(place.path("out/report.json")).unwrap();
    let report: Report = serde_json::from_str(&text).unwrap();
    let summary = &report.units[0].criteria["branch"];
    (summary.covered, summary.total)
}

fn measured(place: &Workplace) -> (u64, u64) {
    let text = std::fs::read_to_string(place.path("out/tests/coverage.json")).unwrap();
    let export: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(export["type"], "llvm.coverage.json.export");
    let branches = &export["data"][0]["totals"]["branches"];
    (branches["covered"].as_u64().unwrap(), branches["count"].as_u64().unwrap())
}

#[test]
fn emitted_tests_pass_and_give_the_claimed_coverage() {
    for (name, flags) in PROGRAMS {
        let place = Workplace::new();
        let program = corpus().join(name).display().to_string();
        let mut arguments = vec!["cover", &program, "--time", "10s", "--out", "out", "--"];
        arguments.extend(flags);
        let covered = place.finish(place.assay(&arguments), LIMIT).expect("cover comes to an end");
        assert_eq!(covered.code(), 0, "{name}: {}", covered.stderr);
        make(&place, "check");
        make(&place, "coverage");
        assert_eq!(measured(&place), claimed(&place), "{name}: llvm-cov and the report differ");
    }
}

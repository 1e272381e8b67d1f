//! The tests that `assay cover` writes are of use without Assay: they build, pass, and give the
//! coverage that the report claims, as `llvm-cov` counts it.

use crate::corpus;
use crate::workplace::{Finished, LIMIT, Workplace};
use assay_verdict::Report;
use serde_json::Value;

/// They end normally on all paths: after a crash `llvm-cov` infers counts that are not true.
const PROGRAMS: [(&str, &[&str]); 3] =
    [("explore_state_machine.c", &[]), ("explore_ctype.c", &[]), ("explore_32_bit.c", &["-m32"])];

pub fn make(place: &Workplace, target: &str) -> Finished {
    let command = place.tool("make", &["-C", "out/tests", target]);
    let made = place.finish(command, LIMIT).expect("make comes to an end");
    assert_eq!(made.code(), 0, "make {target}: {}{}", made.stdout, made.stderr);
    made
}

pub fn cover(place: &Workplace, arguments: &[&str]) -> Report {
    let command = place.assay(&[&["cover", "--out", "out"], arguments].concat());
    let covered = place.finish(command, LIMIT).expect("cover comes to an end");
    assert_eq!(covered.code(), 0, "{arguments:?}: {}", covered.stderr);
    let text = std::fs::read_to_string(place.path("out/report.json")).unwrap();
    serde_json::from_str(&text).unwrap()
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
        let report = cover(&place, &[&[program.as_str(), "--time", "1h", "--"], flags].concat());
        make(&place, "check");
        make(&place, "coverage");
        let summary = &report.units[0].criteria["branch"];
        let claimed = (summary.covered, summary.total);
        assert_eq!(measured(&place), claimed, "{name}: llvm-cov and the report differ");
    }
}

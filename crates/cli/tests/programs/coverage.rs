//! The report and `llvm-cov` agree on every single branch outcome.
//!
//! `llvm-cov` infers counts by subtraction: after a crash, or an `exit` in a callee, it counts
//! outcomes that nothing took. So where a test ends like that, it may count more than the report,
//! and never less.

use crate::corpus;
use crate::emitted::{cover, make};
use crate::workplace::Workplace;
use assay_verdict::{Ending, Report, Verdict};
use serde_json::Value;
use std::collections::BTreeMap;

/// With loops, switches, macros, short circuits, recursion, several functions, crashes and exits.
const PROGRAMS: [&str; 10] = [
    "explore_and_or_value.c",
    "explore_ctype.c",
    "explore_exit_in_callee.c",
    "explore_function_pointer.c",
    "explore_recursion.c",
    "explore_state_machine.c",
    "explore_switch_fall_through.c",
    "finding_assertion.c",
    "finding_division_by_zero.c",
    "finding_null_dereference.c",
];

/// By function, line, column and outcome, for a macro may repeat a place.
type Covered = BTreeMap<(String, u64, u64, bool), bool>;

fn claimed(report: &Report) -> Covered {
    let mut covered = Covered::new();
    for objective in report.units.iter().flat_map(|unit| &unit.objectives) {
        let place = (u64::from(objective.line), u64::from(objective.column));
        let key = (objective.function.clone(), place.0, place.1, objective.outcome == "true");
        let is_covered = matches!(objective.verdict, Verdict::Covered { .. });
        *covered.entry(key).or_default() |= is_covered;
    }
    covered
}

fn counted(place: &Workplace) -> Covered {
    let text = std::fs::read_to_string(place.path("out/tests/coverage.json")).unwrap();
    let export: Value = serde_json::from_str(&text).unwrap();
    let mut covered = Covered::new();
    for function in export["data"][0]["functions"].as_array().unwrap() {
        let name = function["name"].as_str().unwrap().rsplit(':').next().unwrap();
        for branch in function["branches"].as_array().unwrap() {
            let number = |index: usize| branch[index].as_u64().unwrap();
            for (is_true, count) in [(true, number(4)), (false, number(5))] {
                let key = (name.to_string(), number(0), number(1), is_true);
                *covered.entry(key).or_default() |= count > 0;
            }
        }
    }
    covered
}

fn check(name: &str) {
    let place = Workplace::new();
    let program = corpus().join(name).display().to_string();
    let report = cover(&place, &[&program, "--exhaust", "--time", "10s"]);
    make(&place, "coverage");
    let (claimed, counted) = (claimed(&report), counted(&place));
    assert!(!claimed.is_empty(), "{name} has no branches");
    let returns = |ends: &Ending| matches!(ends, Ending::Return { .. });
    let is_exact = report.units.iter().flat_map(|unit| &unit.tests).all(|test| returns(&test.ends));
    for (outcome, is_covered) in &claimed {
        let is_counted = counted[outcome];
        assert!(is_counted || !is_covered, "{name}: llvm-cov has not seen {outcome:?}");
        assert!(*is_covered || !is_counted || !is_exact, "{name}: the report lacks {outcome:?}");
    }
}

#[test]
fn the_report_and_llvm_cov_agree_on_every_branch() {
    PROGRAMS.iter().for_each(|name| check(name));
}

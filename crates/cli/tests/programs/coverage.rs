//! The report and `llvm-cov` agree on every single objective of every criterion.
//!
//! `llvm-cov` infers counts by subtraction: after a crash, or an `exit` in a callee, it counts
//! branches and code that nothing executed. So where a test ends like that, it may count more than
//! the report, and never less. Test vectors are not inferred, so of MC/DC it counts the same
//! always.

use crate::corpus;
use crate::emitted::{cover, make};
use crate::workers;
use crate::workplace::Workplace;
use assay_verdict::{Decision, Ending, Objective, Report, Verdict};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// With loops, switches, macros, short circuits, recursion, several functions, crashes and exits.
/// All `criterion_*.c` besides.
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

/// Function, line and column; a macro may repeat a place.
type Place = (String, u64, u64);

/// What is covered, in the report or by `llvm-cov`.
#[derive(Default)]
struct Covered {
    /// How many of the regions at a place, and how many there are.
    code: BTreeMap<Place, (u64, u64)>,
    branches: BTreeMap<(Place, bool), bool>,
    /// The conditions of each decision at a place, if one is covered.
    decisions: BTreeMap<Place, Vec<Vec<bool>>>,
}

impl Covered {
    fn add_code(&mut self, at: Place, is_covered: bool) {
        let (covered, total) = self.code.entry(at).or_default();
        *covered += u64::from(is_covered);
        *total += 1;
    }

    fn add_branch(&mut self, at: Place, outcome: bool, is_covered: bool) {
        *self.branches.entry((at, outcome)).or_default() |= is_covered;
    }

    fn add_decision(&mut self, at: Place, conditions: Vec<bool>) {
        // Dead code is in the map of clang only.
        if conditions.contains(&true) {
            let all = self.decisions.entry(at).or_default();
            all.push(conditions);
            all.sort();
        }
    }
}

fn is_covered(objective: &Objective) -> bool {
    matches!(objective.verdict, Verdict::Covered { .. })
}

fn claimed(report: &Report) -> Covered {
    let mut covered = Covered::default();
    for unit in &report.units {
        for objective in &unit.objectives {
            let (line, column) = (u64::from(objective.line), u64::from(objective.column));
            let at = (objective.function.clone(), line, column);
            match objective.criterion.as_str() {
                "statement" => covered.add_code(at, is_covered(objective)),
                "branch" => {
                    covered.add_branch(at, objective.outcome == "true", is_covered(objective));
                }
                _ => {}
            }
        }
        let by_id: BTreeMap<&str, bool> =
            unit.objectives.iter().map(|of| (of.id.as_str(), is_covered(of))).collect();
        for decision in unit.decisions.iter().filter(|of| of.judged_by.is_peer()) {
            let Decision { function, line, column, conditions, .. } = decision;
            // A constant condition is no objective, and never covered.
            let is_covered = |id: &Option<String>| id.as_ref().is_some_and(|id| by_id[id.as_str()]);
            let conditions = conditions.iter().map(|of| is_covered(&of.objective)).collect();
            let at = (function.clone(), u64::from(*line), u64::from(*column));
            covered.add_decision(at, conditions);
        }
    }
    covered
}

fn counted(place: &Workplace, functions: &BTreeSet<&str>) -> Covered {
    let text = std::fs::read_to_string(place.path("out/tests/coverage.json")).unwrap();
    let export: Value = serde_json::from_str(&text).unwrap();
    let mut covered = Covered::default();
    for function in export["data"][0]["functions"].as_array().unwrap() {
        let name = function["name"].as_str().unwrap().rsplit(':').next().unwrap();
        if !functions.contains(name) {
            continue;
        }
        let list = |key: &str| function[key].as_array().unwrap().iter();
        let number = |of: &Value, index: usize| of[index].as_u64().unwrap();
        let at = |of: &Value| (name.to_string(), number(of, 0), number(of, 1));
        // Code is of kind 0; expansions, gaps and what was skipped are not.
        for region in list("regions").filter(|region| region[7] == 0) {
            covered.add_code(at(region), number(region, 4) > 0);
        }
        for branch in list("branches") {
            covered.add_branch(at(branch), true, number(branch, 4) > 0);
            covered.add_branch(at(branch), false, number(branch, 5) > 0);
        }
        for record in list("mcdc_records") {
            let conditions = record[6].as_array().unwrap().iter();
            covered.add_decision(at(record), conditions.map(|is| *is == true).collect());
        }
    }
    covered
}

/// What differs, one line each.
fn differences(claimed: &Covered, counted: &Covered, is_exact: bool) -> Vec<String> {
    let mut found = Vec::new();
    for (at, &(all_theirs, total)) in &counted.code {
        let (ours, known) = claimed.code.get(at).copied().unwrap_or_default();
        if ours > all_theirs || (is_exact && ours < all_theirs) || known > total {
            found.push(format!("code {at:?}: {ours}/{known}, llvm-cov {all_theirs}/{total}"));
        }
    }
    for at in claimed.code.keys().filter(|at| !counted.code.contains_key(at)) {
        found.push(format!("code {at:?} is not known to llvm-cov"));
    }
    for (outcome, &ours) in &claimed.branches {
        let theirs = counted.branches.get(outcome).copied();
        if theirs != Some(ours) && (is_exact || ours || theirs.is_none()) {
            found.push(format!("branch {outcome:?}: {ours}, llvm-cov {theirs:?}"));
        }
    }
    for (outcome, _) in counted.branches.iter().filter(|(_, is_covered)| **is_covered) {
        if !claimed.branches.contains_key(outcome) {
            found.push(format!("branch {outcome:?} is not known to the report"));
        }
    }
    if claimed.decisions != counted.decisions {
        let (ours, theirs) = (&claimed.decisions, &counted.decisions);
        found.push(format!("decisions {ours:?}, llvm-cov {theirs:?}"));
    }
    found
}

/// An outcome of a decision is covered when a test vector with it was seen.
fn decisions_without_vectors(report: &Report) -> Vec<String> {
    let mut found = Vec::new();
    for unit in &report.units {
        for decision in &unit.decisions {
            for outcome in [true, false] {
                let id = format!("condition:{}:decision-{outcome}", decision.id);
                let objective = unit.objectives.iter().find(|objective| objective.id == id);
                let is_seen = decision.vectors.iter().any(|vector| vector.outcome == outcome);
                if objective.is_some_and(|objective| is_covered(objective) != is_seen) {
                    found.push(format!("{id}: vector seen: {is_seen}"));
                }
            }
        }
    }
    found
}

fn check(name: &str) -> Vec<String> {
    let place = Workplace::new();
    let program = corpus().join(name).display().to_string();
    let all = "statement,branch,condition,mcdc";
    let report = cover(&place, &[&program, "--exhaust", "--time", "1h", "--criterion", all]);
    make(&place, "coverage");
    let objectives = report.units.iter().flat_map(|unit| &unit.objectives);
    let functions = objectives.map(|objective| objective.function.as_str()).collect();
    let (claimed, counted) = (claimed(&report), counted(&place, &functions));
    let returns = |ends: &Ending| matches!(ends, Ending::Return { .. });
    let is_exact = report.units.iter().flat_map(|unit| &unit.tests).all(|test| returns(&test.ends));
    let mut problems = differences(&claimed, &counted, is_exact);
    problems.extend(decisions_without_vectors(&report));
    if claimed.branches.is_empty() || claimed.code.is_empty() {
        problems.push("it has no branches, or no code".into());
    }
    problems.into_iter().map(|problem| format!("{name}: {problem}")).collect()
}

#[test]
fn the_report_and_llvm_cov_agree_on_every_objective() {
    let names = crate::programs().into_iter();
    let names = names.map(|path| path.file_name().unwrap_or_default().display().to_string());
    let about_criteria = names.filter(|name| name.starts_with("criterion_"));
    let names: Vec<String> =
        PROGRAMS.iter().map(|name| name.to_string()).chain(about_criteria).collect();
    workers::check_all(&names, |name| check(name));
}

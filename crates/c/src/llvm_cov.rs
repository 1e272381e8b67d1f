//! What an export of `llvm-cov` says about branches, code and decisions.
//!
//! A place in a function need not be unique: macros repeat their arguments. What shares a place and
//! an outcome is taken together, there and in the report.

use assay_c_testing::Externals;
use assay_c_testing::replay::{Limits, profile};
use assay_language::{Counted, TESTS};
use assay_verdict::{Report, SharedDecision, Unit, Verdict};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

/// What it can do for a test.
const TEST_TIME: Duration = Duration::from_secs(10);

/// Has `llvm-cov` count what the emitted tests below this output folder cover; `None` if none of
/// them is in C.
pub fn counted(
    out: &Path,
    report: &Report,
    externals: &Externals,
) -> Option<Result<Counted, String>> {
    let is_c = |file: &String| file.ends_with(".c");
    let tests = report.units.iter().flat_map(|unit| &unit.tests);
    let in_c = tests.filter(|test| test.files.iter().any(is_c));
    let ids: Vec<String> = in_c.map(|test| test.id.clone()).collect();
    let counts = || measured(out, &ids, externals);
    let failed = |problem: String| format!("no measurement by llvm-cov: {}", problem.trim());
    (!ids.is_empty()).then(|| Ok(counts().map_err(failed)?.compare(report)))
}

fn measured(out: &Path, ids: &[String], externals: &Externals) -> Result<Counts, String> {
    let limits = Limits { time: TEST_TIME, ..Limits::default() };
    let file = profile(&out.join(TESTS), ids, externals, &limits).map_err(|e| e.to_string())?;
    let text = std::fs::read_to_string(&file);
    let text = text.map_err(|error| format!("{}: {error}", file.display()))?;
    Counts::read(&text).ok_or_else(|| "its export cannot be read".to_string())
}

/// Function, line, column, outcome: `true`, `false`, `executed`, or the number of a condition in
/// the decision at this place.
type Outcome = (String, u64, u64, String);

/// Which outcomes were taken.
pub struct Counts(BTreeMap<Outcome, bool>);

impl Counts {
    /// `None` if the text is no export.
    pub fn read(text: &str) -> Option<Counts> {
        let export: Value = serde_json::from_str(text).ok()?;
        let mut counts = BTreeMap::new();
        for function in export["data"][0]["functions"].as_array()? {
            let name = function["name"].as_str()?;
            // A static function's name comes after that of its file.
            let name = name.rsplit([':', ';']).next().unwrap_or(name);
            let mut add = |at: &Value, outcome: &str, is_covered: bool| {
                let key = (name.to_string(), number(at, 0), number(at, 1), outcome.to_string());
                *counts.entry(key).or_default() |= is_covered;
            };
            let list = |key: &str| function[key].as_array().map_or(&[][..], Vec::as_slice);
            for branch in list("branches") {
                add(branch, "true", number(branch, 4) > 0);
                add(branch, "false", number(branch, 5) > 0);
            }
            // Kind 0 is code.
            for region in list("regions").iter().filter(|region| number(region, 7) == 0) {
                add(region, "executed", number(region, 4) > 0);
            }
            for record in list("mcdc_records") {
                let conditions = record[6].as_array().map_or(&[][..], Vec::as_slice);
                for (position, is_covered) in conditions.iter().enumerate() {
                    add(record, &position.to_string(), *is_covered == true);
                }
            }
        }
        Some(Counts(counts))
    }

    /// Compares with the verdicts of a report: how many outcomes both have, which ones only the
    /// report counts as covered, and how many only `llvm-cov` does.
    pub fn compare(&self, report: &Report) -> Counted {
        let mut claimed: BTreeMap<Outcome, bool> = BTreeMap::new();
        let of_units = report.units.iter().flat_map(outcomes);
        for (outcome, is_covered) in of_units.chain(conditions(report)) {
            *claimed.entry(outcome).or_default() |= is_covered;
        }
        let mut counted = Counted {
            by: "llvm-cov",
            why_inferred: "it infers them after crashes and exits",
            ..Counted::default()
        };
        for (key, is_claimed) in claimed {
            let Some(is_counted) = self.0.get(&key) else { continue };
            counted.compared += 1;
            match (is_claimed, is_counted) {
                (true, false) => {
                    let (function, line, column, outcome) = key;
                    counted.missing.push(format!("{function} {line}:{column} {outcome}"));
                }
                (false, true) => counted.inferred += 1,
                _ => {}
            }
        }
        counted
    }
}

fn number(list: &Value, index: usize) -> u64 {
    list[index].as_u64().unwrap_or(0)
}

/// What a unit says of branches and code.
fn outcomes(unit: &Unit) -> Vec<(Outcome, bool)> {
    let mut claims = Vec::new();
    for objective in &unit.objectives {
        if ["branch", "statement"].contains(&objective.criterion.as_str()) {
            let (line, column) = (u64::from(objective.line), u64::from(objective.column));
            let outcome = objective.outcome.clone();
            let is_covered = matches!(objective.verdict, Verdict::Covered { .. });
            claims.push(((objective.function.clone(), line, column, outcome), is_covered));
        }
    }
    claims
}

/// What the tests of all units together have shown of the conditions of decisions.
fn conditions(report: &Report) -> Vec<(Outcome, bool)> {
    let paired = report.paired();
    let mut claims = Vec::new();
    for SharedDecision { decision, .. } in report.decisions().into_values() {
        if !decision.judged_by.is_peer() {
            continue;
        }
        let (line, column) = (u64::from(decision.line), u64::from(decision.column));
        for (position, condition) in decision.conditions.iter().enumerate() {
            if let Some(objective) = condition.objective.as_deref() {
                let at = (decision.function.clone(), line, column, position.to_string());
                claims.push((at, paired.contains_key(objective)));
            }
        }
    }
    claims
}

#[cfg(test)]
mod tests {
    use super::*;
    use assay_verdict::{Judge, Objective};

    fn objective(line: u32, outcome: &str, is_covered: bool) -> Objective {
        Objective {
            id: format!("branch:f#{line}:{outcome}"),
            criterion: "branch".into(),
            function: "f".into(),
            file: "f.c".into(),
            line,
            column: 9,
            outcome: outcome.into(),
            verdict: match is_covered {
                true => Verdict::by("t0001"),
                false => Verdict::Unknown { reason: "not reached".into() },
            },
            judged_by: Judge::Peer,
            is_own: true,
            dataflow: None,
        }
    }

    #[test]
    fn both_ways_to_differ_are_told_apart() {
        let export = r#"{"data": [{"functions": [{"name": "f.c:f", "branches":
            [[3, 9, 3, 14, 2, 0, 0, 0, 4], [4, 9, 4, 14, 0, 1, 0, 0, 4]]}]}]}"#;
        let counts = Counts::read(export).unwrap();
        let objectives = [
            objective(3, "true", true),
            objective(3, "false", true),
            objective(4, "true", false),
            objective(4, "false", false),
            objective(5, "true", true),
        ];
        let unit = Unit { objectives: objectives.to_vec(), ..Unit::default() };
        let counted = counts.compare(&Report { units: vec![unit], ..Report::default() });
        assert_eq!(counted.compared, 4);
        assert_eq!(counted.missing, ["f 3:9 false"]);
        assert_eq!(counted.inferred, 1);
        assert!(Counts::read("[]").is_none());
    }
}

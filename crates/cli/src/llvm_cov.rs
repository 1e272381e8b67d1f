//! Branch counts in an export of `llvm-cov`.
//!
//! A place in a function need not be unique: macros repeat their arguments. What shares a place and
//! an outcome is taken together, there and in the report.

use assay_verdict::{Objective, Verdict};
use serde_json::Value;
use std::collections::BTreeMap;

/// Function, line, column, outcome.
type Outcome = (String, u64, u64, &'static str);

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
            for branch in function["branches"].as_array()? {
                let number = |index: usize| branch[index].as_u64().unwrap_or(0);
                for (outcome, count) in [("true", number(4)), ("false", number(5))] {
                    let key = (name.to_string(), number(0), number(1), outcome);
                    *counts.entry(key).or_default() |= count > 0;
                }
            }
        }
        Some(Counts(counts))
    }

    /// Compares with the verdicts of a report: how many outcomes both have, which ones only the
    /// report counts as covered, and how many only `llvm-cov` does.
    pub fn compare<'a>(&self, objectives: impl Iterator<Item = &'a Objective>) -> Comparison {
        let mut claimed: BTreeMap<Outcome, bool> = BTreeMap::new();
        for objective in objectives.filter(|objective| objective.criterion == "branch") {
            let outcome = if objective.outcome == "true" { "true" } else { "false" };
            let (line, column) = (u64::from(objective.line), u64::from(objective.column));
            let name = objective.function.clone();
            *claimed.entry((name, line, column, outcome)).or_default() |=
                matches!(objective.verdict, Verdict::Covered { .. });
        }
        let mut comparison = Comparison::default();
        for (key, is_claimed) in claimed {
            let Some(is_counted) = self.0.get(&key) else { continue };
            comparison.compared += 1;
            match (is_claimed, is_counted) {
                (true, false) => {
                    let (function, line, column, outcome) = key;
                    comparison.missing.push(format!("{function} {line}:{column} {outcome}"));
                }
                (false, true) => comparison.inferred += 1,
                _ => {}
            }
        }
        comparison
    }
}

#[derive(Debug, Default, PartialEq, Eq)]
pub struct Comparison {
    pub compared: usize,
    /// Covered in the report only.
    pub missing: Vec<String>,
    /// Covered in the export only: `llvm-cov` infers some counts, and after a crash or an exit in
    /// a callee they are wrong.
    pub inferred: usize,
}

#[cfg(test)]
mod tests {
    use super::*;

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
                true => Verdict::Covered { test: "t0001".into() },
                false => Verdict::Unknown { reason: "not reached".into() },
            },
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
        let comparison = counts.compare(objectives.iter());
        assert_eq!(comparison.compared, 4);
        assert_eq!(comparison.missing, ["f 3:9 false"]);
        assert_eq!(comparison.inferred, 1);
        assert!(Counts::read("[]").is_none());
    }
}

//! Programs that say of every objective whether an input reaches it.
//!
//! The truth stands in a comment on the line of the objective: `// infeasible: true` means that no input makes
//! this branch true, and all that is not marked is reached by some input. `// infeasible, unproved: true` is as
//! impossible, but nobody has to prove it. So a verdict can be wrong in two ways only, and both are errors.
//!
//! The search hides wrong proofs: what it covers is not asked any more. So the prover is asked alone, too.

use assay_verdict::{Objective, Unit, Verdict};
use std::collections::BTreeMap;

/// Line and outcome: `true`, `false`, `c2`, `decision true` or `executed`.
type Mark = (u32, String);

/// What no input reaches, and whether it must be proved.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Truth {
    must_be_proved: BTreeMap<Mark, bool>,
}

impl Truth {
    pub fn parse(text: &str) -> Result<Truth, String> {
        let mut truth = Truth::default();
        for (index, line) in text.lines().enumerate() {
            let Some((_, comment)) = line.split_once("// infeasible") else { continue };
            let (how, outcomes) =
                comment.split_once(':').ok_or_else(|| format!("no colon in `{line}`"))?;
            let must_be_proved = match how {
                "" => true,
                ", unproved" => false,
                _ => return Err(format!("neither infeasible nor unproved: `{line}`")),
            };
            for outcome in outcomes.split(',') {
                let mark = (index as u32 + 1, outcome.trim().to_string());
                truth.must_be_proved.insert(mark, must_be_proved);
            }
        }
        Ok(truth)
    }

    pub fn is_told(&self) -> bool {
        !self.must_be_proved.is_empty()
    }

    /// What is wrong with the verdicts of search and proof together.
    pub fn verdicts(&self, unit: &Unit) -> Vec<String> {
        let mut problems = self.wrong_proofs(unit);
        for objective in &unit.objectives {
            let at = place(objective);
            let problem = match (&objective.verdict, self.must_be_proved.get(&mark(objective))) {
                (Verdict::Covered { .. }, Some(_)) => "is covered, and marked as infeasible",
                (Verdict::Unknown { .. }, Some(true)) => "is not proved to be infeasible",
                (Verdict::Unknown { .. }, None) => "is not covered",
                _ => continue,
            };
            problems.push(format!("{at} {problem}"));
        }
        for known in self.must_be_proved.keys() {
            if unit.objectives.iter().all(|objective| mark(objective) != *known) {
                problems.push(format!("{}:{} is no objective", known.0, known.1));
            }
        }
        problems
    }

    /// What was proved and is not true.
    pub fn wrong_proofs(&self, unit: &Unit) -> Vec<String> {
        let proved =
            unit.objectives.iter().filter(|of| matches!(of.verdict, Verdict::Infeasible { .. }));
        let wrong = proved.filter(|objective| !self.must_be_proved.contains_key(&mark(objective)));
        wrong.map(|objective| format!("{} is called infeasible", place(objective))).collect()
    }
}

fn mark(objective: &Objective) -> Mark {
    // The outcome of a condition says of how many it is one.
    let outcome = objective.outcome.split(" of ").next().unwrap_or_default();
    (objective.line, outcome.to_string())
}

fn place(objective: &Objective) -> String {
    let Objective { criterion, line, column, outcome, .. } = objective;
    format!("{criterion} {line}:{column} {outcome}")
}

#[test]
fn marks_are_read_where_they_stand() {
    let truth = Truth::parse(
        "//! what: x\nif (a) // infeasible: true\n\nif (b // infeasible, unproved: false, c1\n",
    );
    let mark = |line, outcome: &str| (line, outcome.to_string());
    let expected = [(mark(2, "true"), true), (mark(4, "false"), false), (mark(4, "c1"), false)];
    assert_eq!(truth, Ok(Truth { must_be_proved: expected.into() }));
    assert!(Truth::parse("if (a) // infeasible perhaps: true\n").is_err());
    assert!(Truth::parse("if (a) // infeasible\n").is_err());
    assert!(!Truth::parse("if (a) // feasible: true\n").unwrap().is_told());
}

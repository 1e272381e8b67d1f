//! Programs that say of every objective whether an input reaches it.
//!
//! The truth stands in a comment on the line of the objective: `// infeasible: true` means that no
//! input makes this branch true, and all that is not marked is reached by some input. `//
//! infeasible, unproved: true` is as impossible, but nobody has to prove it. `// open: true` is
//! what no test reaches and no proof may exclude: it depends on what C leaves open. So a verdict
//! can be wrong in two ways only, and both are errors.
//!
//! The search hides wrong proofs: what it covers is not asked any more. So the prover is asked
//! alone, too.

use assay_verdict::{Objective, Unit, Verdict};
use std::collections::BTreeMap;

/// Line and outcome: `true`, `false`, `c2`, `decision true` or `executed`.
type Mark = (u32, String);

/// What is true of an objective that no input reaches.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Unreached {
    MustBeProved,
    MayBeProved,
    /// Nothing may be said of it.
    Open,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Truth {
    unreached: BTreeMap<Mark, Unreached>,
}

impl Truth {
    pub fn parse(text: &str) -> Result<Truth, String> {
        let mut truth = Truth::default();
        for (index, line) in text.lines().enumerate() {
            let Some((how, outcomes)) = marked(line)? else { continue };
            for outcome in outcomes.split(',') {
                let mark = (index as u32 + 1, outcome.trim().to_string());
                truth.unreached.insert(mark, how);
            }
        }
        Ok(truth)
    }

    pub fn is_told(&self) -> bool {
        !self.unreached.is_empty()
    }

    /// What is wrong with the verdicts of search and proof together.
    pub fn verdicts(&self, unit: &Unit) -> Vec<String> {
        let mut problems = self.wrong_proofs(unit);
        for objective in &unit.objectives {
            let at = place(objective);
            let problem = match (&objective.verdict, self.unreached.get(&mark(objective))) {
                (Verdict::Covered { .. }, Some(_)) => {
                    "is covered, and marked as what no test reaches"
                }
                (Verdict::Unknown { .. }, Some(Unreached::MustBeProved)) => {
                    "is not proved to be infeasible"
                }
                (Verdict::Unknown { .. }, None) => "is not covered",
                _ => continue,
            };
            problems.push(format!("{at} {problem}"));
        }
        for known in self.unreached.keys() {
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
        let may_be = |objective: &&Objective| {
            let known = self.unreached.get(&mark(objective));
            known.is_some_and(|known| *known != Unreached::Open)
        };
        let wrong = proved.filter(|objective| !may_be(objective));
        wrong.map(|objective| format!("{} is called infeasible", place(objective))).collect()
    }
}

/// What a comment says, and of which outcomes.
fn marked(line: &str) -> Result<Option<(Unreached, &str)>, String> {
    if let Some((_, outcomes)) = line.split_once("// open:") {
        return Ok(Some((Unreached::Open, outcomes)));
    }
    let Some((_, comment)) = line.split_once("// infeasible") else { return Ok(None) };
    let (how, outcomes) = comment.split_once(':').ok_or_else(|| format!("no colon in `{line}`"))?;
    match how {
        "" => Ok(Some((Unreached::MustBeProved, outcomes))),
        ", unproved" => Ok(Some((Unreached::MayBeProved, outcomes))),
        _ => Err(format!("neither infeasible nor unproved: `{line}`")),
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
        "//! what: x\nif (a) // infeasible: true\n\nif (b // infeasible, unproved: false, c1\n\
         if (c) // open: true\n",
    );
    let mark = |line, outcome: &str| (line, outcome.to_string());
    let expected = [
        (mark(2, "true"), Unreached::MustBeProved),
        (mark(4, "false"), Unreached::MayBeProved),
        (mark(4, "c1"), Unreached::MayBeProved),
        (mark(5, "true"), Unreached::Open),
    ];
    assert_eq!(truth, Ok(Truth { unreached: expected.into() }));
    assert!(Truth::parse("if (a) // infeasible perhaps: true\n").is_err());
    assert!(Truth::parse("if (a) // infeasible\n").is_err());
    assert!(!Truth::parse("if (a) // feasible: true\n").unwrap().is_told());
}

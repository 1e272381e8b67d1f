//! The verdicts of a run, held against the truth.

use crate::truth::Truth;
use assay_verdict::{Judge, Objective, Report, Verdict};

/// How many verdicts of each kind there were.
#[derive(Clone, Default, Debug)]
pub struct Tally {
    pub covered: usize,
    pub infeasible: usize,
    /// Unknown, and some input reaches it.
    pub missed: usize,
    /// Unknown, and no input reaches it.
    pub unproved: usize,
    /// Not told apart by its place, or nothing that `llvm-cov` knows.
    pub unjudged: usize,
}

impl Tally {
    pub fn add(&mut self, other: &Tally) {
        self.covered += other.covered;
        self.infeasible += other.infeasible;
        self.missed += other.missed;
        self.unproved += other.unproved;
        self.unjudged += other.unjudged;
    }

    pub fn judged(&self) -> usize {
        self.covered + self.infeasible + self.missed + self.unproved
    }
}

/// Counts the verdicts; what is wrong, one line each.
pub fn compare(report: &Report, truth: &Truth, tally: &mut Tally) -> Vec<String> {
    let mut wrong = Vec::new();
    // All inputs of `main` are those of the functions that it calls.
    let objectives = report.units.iter().flat_map(|unit| &unit.objectives);
    for objective in objectives.filter(|objective| objective.function != "main") {
        let Some(is_reached) = is_reached(objective, truth) else {
            tally.unjudged += 1;
            continue;
        };
        match (&objective.verdict, is_reached) {
            (Verdict::Covered { .. }, true) => tally.covered += 1,
            (Verdict::Infeasible { .. }, false) => tally.infeasible += 1,
            (Verdict::Unknown { .. }, true) => tally.missed += 1,
            (Verdict::Unknown { .. }, false) => tally.unproved += 1,
            (verdict, _) => wrong.push(described(objective, verdict)),
        }
    }
    wrong
}

/// Whether the tests that a run has left reach what it calls covered, and nothing that it calls
/// infeasible.
pub fn compare_tests(report: &Report, tests: &Truth) -> Vec<String> {
    let mut wrong = Vec::new();
    let objectives = report.units.iter().flat_map(|unit| &unit.objectives);
    for objective in objectives.filter(|objective| objective.function != "main") {
        let Some(is_reached) = is_reached(objective, tests) else { continue };
        let is_covered = matches!(objective.verdict, Verdict::Covered { .. });
        if is_covered != is_reached {
            let verdict = &objective.verdict;
            wrong.push(format!("by its tests, {}", described(objective, verdict)));
        }
    }
    wrong
}

fn described(objective: &Objective, verdict: &Verdict) -> String {
    let Objective { id, line, column, outcome, .. } = objective;
    format!("{id} at {line}:{column}, {outcome}: {verdict:?}")
}

/// `None` where nothing is known.
fn is_reached(objective: &Objective, truth: &Truth) -> Option<bool> {
    let Objective { function, outcome, .. } = objective;
    let place = (objective.line.into(), objective.column.into());
    match (objective.criterion.as_str(), outcome.as_str()) {
        _ if objective.judged_by != Judge::Peer => None,
        ("branch" | "condition", "true" | "false") => {
            truth.branch(function, place, outcome == "true")
        }
        ("statement", _) => truth.code(function, place),
        ("mcdc", _) => {
            let (at, all) = outcome.strip_prefix('c')?.split_once(" of ")?;
            truth.pair(
                function,
                place,
                at.parse::<usize>().ok()?.checked_sub(1)?,
                all.parse().ok()?,
            )
        }
        _ => None,
    }
}

//! `report.json`: the report, its units, their summaries and tests.

use crate::{
    Decision, Effort, Ending, Finding, Gcfg, Objective, Progress, Scope, ShownInputs, SourceFile,
    Verdict,
};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Report {
    /// The version of Assay that wrote it.
    pub assay: String,
    /// The command line.
    pub command: Vec<String>,
    pub seconds: f64,
    /// Of these, what it took to compile and load the program.
    #[serde(default)]
    pub load_seconds: f64,
    pub seed: u64,
    pub units: Vec<Unit>,
    /// What the front end wants the user to know, one line each.
    #[serde(default)]
    pub notes: Vec<String>,
    /// When the run began, in seconds since 1970.
    #[serde(default)]
    pub started: u64,
    /// The folder in which the command was given; names of files are relative to it.
    #[serde(default)]
    pub folder: String,
    /// The files that have objectives, as they were read.
    #[serde(default)]
    pub sources: Vec<SourceFile>,
    /// All units were tested for as long as they were to be.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub finished: bool,
}

/// A command that helps.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct NextStep {
    /// `{out}` stands for the output folder.
    pub command: String,
    /// What it is good for.
    pub what: String,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Unit {
    /// The entry function.
    pub name: String,
    pub file: String,
    /// `c`, `java`.
    #[serde(default)]
    pub language: String,
    /// What a person would do next with its tests.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub next_steps: Vec<NextStep>,
    /// Of all code that the entry reaches, by the criterion's name.
    pub criteria: BTreeMap<String, CriterionSummary>,
    /// The same of the code that the unit is about: the function itself, without what it calls. Of
    /// a whole program, all of it.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub own: BTreeMap<String, CriterionSummary>,
    pub objectives: Vec<Objective>,
    /// Those that MC/DC looks at.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub decisions: Vec<Decision>,
    pub tests: Vec<Test>,
    pub findings: Vec<Finding>,
    pub effort: Effort,
    /// Coverage over time.
    #[serde(default)]
    pub progress: Progress,
    /// The model of the bidirectional analysis, as it changed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub gcfg: Vec<Gcfg>,
    /// How the facts of proofs did in the runs of the tests.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub invariants: Option<Invariants>,
    /// It was tested for as long as it was to be.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub finished: bool,
}

/// Facts that proofs rest on, evaluated on the states that the runs of all tests came by.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Invariants {
    pub facts: u64,
    /// Those of which everything could be seen in at least one state.
    pub evaluated: u64,
    /// Facts times states.
    pub evaluations: u64,
    /// Tests that were run for it, to their end.
    pub tests: u64,
    /// Tests for whose runs the time or the memory did not suffice.
    #[serde(default)]
    pub unfinished: u64,
    /// Facts that did not hold: bugs in Assay.
    pub violated: u64,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct CriterionSummary {
    pub total: u64,
    pub covered: u64,
    /// For all inputs.
    pub infeasible: u64,
    /// Only within the bounds of the run, and not counted in `infeasible`.
    #[serde(default)]
    pub infeasible_bounded: u64,
    pub unknown: u64,
    /// `covered / total` in percent.
    pub cov: f64,
    /// `covered / (total - infeasible)` in percent.
    pub cov_f: f64,
    /// `covered / (total - infeasible - infeasible_bounded)` in percent.
    #[serde(default)]
    pub cov_bounded: f64,
    /// Covered objectives that the native run of a test was seen to reach.
    pub confirmed: u64,
    /// Covered objectives that only runs reach which do something undefined.
    #[serde(default)]
    pub covered_by_faulty_runs_only: u64,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Test {
    pub id: String,
    /// Below the output folder.
    pub files: Vec<String>,
    pub inputs: ShownInputs,
    /// Ids of the objectives it reaches.
    pub covers: Vec<String>,
    #[serde(flatten)]
    pub ends: Ending,
    /// How the native run ended; `None` while it has not run.
    #[serde(default)]
    pub native: Option<String>,
    /// Why the native run is not the run of the machine.
    #[serde(default)]
    pub diverged: Option<String>,
}

impl Unit {
    /// The figures that come first; of reports that do not have them, those of all code.
    pub fn first_figures(&self) -> &BTreeMap<String, CriterionSummary> {
        if self.own.is_empty() { &self.criteria } else { &self.own }
    }
}

impl Report {
    /// What a person would do next with the tests in this output folder: commands, and what they
    /// are good for, each once.
    pub fn next_steps(&self, out: &str) -> Vec<(String, &str)> {
        let tested = self.units.iter().filter(|unit| !unit.tests.is_empty());
        let mut steps = Vec::new();
        for NextStep { command, what } in tested.flat_map(|unit| &unit.next_steps) {
            let step = (command.replace("{out}", out), what.as_str());
            if !steps.contains(&step) {
                steps.push(step);
            }
        }
        steps
    }

    /// All units together: an objective is covered if one unit covers it or vectors of several are
    /// a pair, and infeasible only if it is infeasible from all of them.
    pub fn overall(&self, criterion: &str) -> CriterionSummary {
        self.together(criterion, |_| true)
    }

    /// The same of the code that units are about. What one unit only calls counts if it is another
    /// one's own.
    pub fn overall_own(&self, criterion: &str) -> CriterionSummary {
        let objectives = self.units.iter().flat_map(|unit| &unit.objectives);
        let own = objectives.filter(|objective| objective.is_own);
        let own: BTreeSet<&str> = own.map(|objective| objective.id.as_str()).collect();
        self.together(criterion, |id| own.contains(id))
    }

    fn together(&self, criterion: &str, counts: impl Fn(&str) -> bool) -> CriterionSummary {
        let mut merged: BTreeMap<&str, &Verdict> = BTreeMap::new();
        let paired = Verdict::by("");
        let open = Verdict::Unknown { reason: String::new() };
        let objectives = self.units.iter().flat_map(|unit| &unit.objectives);
        let objectives = objectives.filter(|objective| counts(&objective.id));
        for objective in objectives.filter(|objective| objective.criterion == criterion) {
            let is_shared = merged.contains_key(objective.id.as_str());
            let known = merged.entry(&objective.id).or_insert(&objective.verdict);
            if rank(&objective.verdict) > rank(known) {
                *known = &objective.verdict;
            }
            if is_shared && objective.takes_a_pair() && rank(known) < rank(&open) {
                *known = &open;
            }
        }
        for id in self.paired().into_keys() {
            merged.entry(id).and_modify(|known| *known = &paired);
        }
        let is_covered = |verdict: &&&Verdict| matches!(verdict, Verdict::Covered { .. });
        let confirmed = merged.values().filter(is_covered).count() as u64;
        CriterionSummary::count(merged.into_values(), confirmed)
    }
}

/// Which of two verdicts on the same objective counts.
fn rank(verdict: &Verdict) -> u32 {
    match verdict {
        Verdict::Infeasible { scope: Scope::AllInputs, .. } => 0,
        Verdict::Infeasible { scope: Scope::Bounded, .. } => 1,
        Verdict::Unknown { .. } => 2,
        Verdict::Covered { is_faulty: true, .. } => 3,
        Verdict::Covered { is_faulty: false, .. } => 4,
    }
}

impl CriterionSummary {
    /// Counts verdicts; `confirmed` is how many of the covered ones a native run was seen to reach.
    pub fn count<'a>(
        verdicts: impl IntoIterator<Item = &'a Verdict>,
        confirmed: u64,
    ) -> CriterionSummary {
        let mut summary = CriterionSummary { confirmed, ..CriterionSummary::default() };
        for verdict in verdicts {
            summary.total += 1;
            match verdict {
                Verdict::Covered { is_faulty, .. } => {
                    summary.covered += 1;
                    summary.covered_by_faulty_runs_only += u64::from(*is_faulty);
                }
                Verdict::Infeasible { scope: Scope::AllInputs, .. } => summary.infeasible += 1,
                Verdict::Infeasible { scope: Scope::Bounded, .. } => {
                    summary.infeasible_bounded += 1;
                }
                Verdict::Unknown { .. } => summary.unknown += 1,
            }
        }
        summary.cov = percent(summary.covered, summary.total);
        let feasible = summary.total - summary.infeasible;
        summary.cov_f = percent(summary.covered, feasible);
        summary.cov_bounded = percent(summary.covered, feasible - summary.infeasible_bounded);
        summary
    }
}

/// One decimal, rounded down: 100 means all. Nothing to reach counts as all reached.
fn percent(part: u64, whole: u64) -> f64 {
    if whole == 0 {
        return 100.0;
    }
    (u128::from(part) * 1000 / u128::from(whole)) as f64 / 10.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentages_are_rounded_down_so_that_100_means_all() {
        assert_eq!(percent(12, 14), 85.7);
        assert_eq!(percent(9_999, 10_000), 99.9);
        assert_eq!(percent(3, 3), 100.0);
        assert_eq!(percent(0, 0), 100.0);
    }

    #[test]
    fn infeasible_objectives_count_against_cov_but_not_against_cov_f() {
        let verdicts = [
            Verdict::by("t0001"),
            Verdict::infeasible(Scope::AllInputs, "p"),
            Verdict::Unknown { reason: "out of time".into() },
        ];
        let summary = CriterionSummary::count(&verdicts, 1);
        assert_eq!((summary.total, summary.covered), (3, 1));
        assert_eq!((summary.infeasible, summary.unknown), (1, 1));
        assert_eq!((summary.cov, summary.cov_f), (33.3, 50.0));
    }

    #[test]
    fn what_only_faulty_runs_reach_is_covered_and_counted_apart() {
        let faulty = Verdict::Covered { test: "t0002".into(), partner: None, is_faulty: true };
        let verdicts = [Verdict::by("t0001"), faulty];
        let summary = CriterionSummary::count(&verdicts, 2);
        assert_eq!((summary.covered, summary.covered_by_faulty_runs_only), (2, 1));
        assert_eq!(summary.cov_f, 100.0);
    }

    #[test]
    fn what_is_infeasible_only_within_bounds_is_counted_apart() {
        let infeasible = |scope| Verdict::infeasible(scope, "p");
        let verdicts =
            [Verdict::by("t0001"), infeasible(Scope::AllInputs), infeasible(Scope::Bounded)];
        let summary = CriterionSummary::count(&verdicts, 1);
        assert_eq!((summary.infeasible, summary.infeasible_bounded), (1, 1));
        assert_eq!((summary.cov, summary.cov_f, summary.cov_bounded), (33.3, 50.0, 100.0));
    }
}

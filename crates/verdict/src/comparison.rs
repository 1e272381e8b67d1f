//! `runs.jsonl`: a comparison of strategies. The first line holds the settings, every other line
//! one run. A run is what one strategy did with one subject and one seed.
//!
//! *Covered* means here: reached in the machine. No test of a comparison is run natively.

use crate::World;
use serde::{Deserialize, Serialize};

/// What all runs have in common. Runs with other settings cannot be compared with them.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ComparisonSettings {
    /// The version of Assay.
    pub assay: String,
    pub criteria: Vec<String>,
    /// The budget of one run.
    pub iterations: Option<u64>,
    pub seconds: Option<f64>,
    /// Bytes of memory of one run.
    pub memory: u64,
    /// Whether the first input is random, by the seed, or all zeros.
    pub random_start: bool,
    /// Whether candidates that can reach nothing new were dropped.
    pub filter: bool,
    pub query_seconds: f64,
    pub path_instructions: u64,
    pub subjects: Vec<ComparedSubject>,
}

/// A unit that all strategies explore.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ComparedSubject {
    pub name: String,
    pub objectives: u64,
    /// Digest of the compiled program and its contracts.
    pub program: String,
    pub world: World,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ComparedRun {
    pub subject: String,
    pub strategy: String,
    pub seed: u64,
    #[serde(flatten)]
    pub outcome: RunOutcome,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum RunOutcome {
    /// It could not be finished: why.
    Failed {
        failed: String,
    },
    Finished(Measured),
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Measured {
    /// Each time that objectives were reached first.
    pub curve: Vec<CurvePoint>,
    pub iterations: u64,
    pub seconds: f64,
    pub solver_queries: u64,
    pub solver_seconds: f64,
    pub instructions: u64,
    /// Why it ended.
    pub end: String,
    /// What must not happen and did.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub bugs: Vec<String>,
}

/// Objectives that are covered after so many iterations, and seconds.
#[derive(Copy, Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(into = "(u64, f64, u64)", from = "(u64, f64, u64)")]
pub struct CurvePoint {
    pub iteration: u64,
    pub seconds: f64,
    pub covered: u64,
}

impl From<(u64, f64, u64)> for CurvePoint {
    fn from((iteration, seconds, covered): (u64, f64, u64)) -> CurvePoint {
        CurvePoint { iteration, seconds, covered }
    }
}

impl From<CurvePoint> for (u64, f64, u64) {
    fn from(point: CurvePoint) -> (u64, f64, u64) {
        (point.iteration, point.seconds, point.covered)
    }
}

impl Measured {
    /// At the end.
    pub fn covered(&self) -> u64 {
        self.curve.last().map_or(0, |point| point.covered)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_is_one_line_whether_it_finished_or_not() {
        let finished = RunOutcome::Finished(Measured {
            curve: vec![CurvePoint { iteration: 1, seconds: 0.5, covered: 3 }],
            iterations: 7,
            end: "all objectives covered".into(),
            ..Measured::default()
        });
        for outcome in [finished, RunOutcome::Failed { failed: "signal 11".into() }] {
            let run = ComparedRun { subject: "a".into(), strategy: "dfs".into(), seed: 3, outcome };
            let line = serde_json::to_string(&run).expect("plain data");
            assert!(!line.contains('\n'));
            assert_eq!(serde_json::from_str::<ComparedRun>(&line).expect("the same"), run);
        }
    }
}

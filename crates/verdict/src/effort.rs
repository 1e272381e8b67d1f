//! What the verdicts of a unit cost, and what could not be handled on the way.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Effort {
    /// Inputs that were run.
    pub iterations: u64,
    /// Questions asked; `solver_layers` says which layer answered how many.
    pub solver_queries: u64,
    /// Those that nothing satisfies.
    #[serde(default)]
    pub solver_unsat: u64,
    /// Those that no solver has answered in its time.
    #[serde(default)]
    pub solver_unknown: u64,
    pub solver_seconds: f64,
    /// Instructions the machine executed.
    pub instructions: u64,
    /// Time of the exploration itself, without loading and confirming.
    #[serde(default)]
    pub explore_seconds: f64,
    /// Paths that were followed to their end.
    #[serde(default)]
    pub paths: u64,
    /// Candidates that were left unsolved at the end.
    #[serde(default)]
    pub candidates_left: u64,
    /// Candidates that could lead to nothing that was still wanted.
    #[serde(default)]
    pub filtered: u64,
    /// Runs that left the path they were solved for, in the machine or natively.
    #[serde(default)]
    pub divergences: u64,
    /// Questions answered by each layer of the solver chain, by its name.
    #[serde(default)]
    pub solver_layers: BTreeMap<String, u64>,
    /// What ended paths because this build cannot execute it.
    #[serde(default)]
    pub unsupported: Vec<Unsupported>,
    /// Functions defined nowhere whose results were taken as inputs.
    #[serde(default)]
    pub external_inputs: Vec<String>,
    /// The bounds of the inputs as they were at the end, in words.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub bounds: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unsupported {
    /// Named for the user: `inline assembly "rdtsc"`.
    pub what: String,
    pub file: String,
    pub line: u32,
    /// Paths that ended there.
    pub count: u64,
}

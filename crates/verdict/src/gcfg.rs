//! The model of the bidirectional analysis at a moment: its generalised control flow graph.

use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Gcfg {
    /// Since the start of the exploration.
    pub seconds: f64,
    /// Where runs have passed and something is left to be tried.
    pub s_states: Vec<SState>,
    /// From where targets can still be reached.
    pub r_states: Vec<RState>,
}

/// What runs can still be led to: an outcome of a decision.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct SState {
    /// The number of its edge.
    pub edge: u32,
    /// File and line.
    pub place: String,
    pub outcome: String,
    /// On how many paths.
    pub count: u64,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct RState {
    pub id: u32,
    pub place: String,
    /// The condition on the state there.
    pub condition: String,
    /// What it leads to.
    pub target: String,
    /// The turn of loops, counted from the target.
    pub turn: u64,
    /// The edges that it begins with: the S-states of these are at its frontier.
    pub edges: Vec<u32>,
    /// Other R-states that lie behind it.
    pub leads_to: Vec<u32>,
}

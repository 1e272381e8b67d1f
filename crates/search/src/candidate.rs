//! Candidates: path prefixes with their last decision flipped, not yet solved.

use crate::{GraphNode, NodeId};
use assay_base::id;

id!(CandidateId, "cand");

/// What is known of a candidate without solving it.
#[derive(Copy, Clone, Debug)]
pub struct Candidate {
    pub id: CandidateId,
    /// The last decision it shares with the path it comes from.
    pub parent: NodeId,
    /// Decisions before the flipped one.
    pub depth: u32,
    /// The instruction of the flipped decision.
    pub site: u32,
    /// The outcome it is flipped to.
    pub outcome: u32,
    pub goal: Goal,
    /// The number of the run it comes from.
    pub run: u32,
    /// Decisions between the last one of its path that reached something new and the flipped one.
    pub stale: u32,
    /// Where the function of the site starts.
    pub function: GraphNode,
}

/// What taking the other outcome leads to.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Goal {
    /// This edge of the program, or of the libc model.
    Edge(u32),
    /// A finding at the site.
    Finding,
    /// Another object or value at the site.
    Choice,
    /// The rest of a path that was suspended.
    Rest,
    /// Inputs that satisfy an assumption which the path's own violates.
    Assumption,
}

/// What may be gained from a candidate (CAUT's path filtering).
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Relevance {
    /// Its flipped decision reaches something that is still wanted.
    Must,
    /// Something wanted lies behind it.
    May,
    /// Nothing that is wanted can be reached by it.
    None,
}

//! Candidates: path prefixes with their last decision flipped, not yet solved.

use crate::{GraphNode, NodeId, Stretch};
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
    /// How its path came to the flipped decision from the one before.
    pub before: Stretch,
}

#[cfg(test)]
impl Candidate {
    /// One of which only its place in the tree matters.
    pub(crate) fn at(parent: NodeId, depth: u32) -> Candidate {
        Candidate {
            id: assay_base::Id::new(0),
            parent,
            depth,
            site: 0,
            outcome: 0,
            goal: Goal::Edge(0),
            run: 1,
            stale: 0,
            function: 0,
            before: Stretch::default(),
        }
    }
}

/// What taking the other outcome leads to.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Goal {
    /// This edge of the program, or of the library's model.
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

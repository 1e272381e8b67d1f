//! What a strategy may look at: plain facts, never states, terms or inputs.

use crate::{Candidate, Distances, Goal, Graph, Meeting, NodeId, Relevance, Tree};
use assay_base::Rng;

pub struct View<'a> {
    pub tree: &'a Tree,
    pub graph: &'a Graph,
    /// Edges that may still contribute to what the criteria of the run want.
    pub is_wanted: &'a dyn Fn(u32) -> bool,
    pub distances: &'a Distances,
    /// Changes whenever an edge stops being wanted, or is wanted again.
    pub coverage_version: u64,
    /// How many times an edge was wanted again.
    pub reopened: usize,
    /// For those that aim, where that is possible.
    pub meeting: Option<Meeting<'a>>,
    /// Chance may be picked now.
    pub may_mutate: bool,
    /// Edges of which somebody wants to hear how near runs come to them; given anew with each run
    /// that is told of.
    pub watched: &'a mut Vec<u32>,
    /// The budget is a number of runs, so that each costs the same.
    pub counts_runs: bool,
    pub rng: &'a mut Rng,
}

impl View<'_> {
    /// Blocks from behind the candidate's decision to the nearest wanted edge. Where the graph
    /// does not know the decision, no more than the distance from the start of its function.
    pub fn distance(&self, candidate: &Candidate) -> u32 {
        let known = match candidate.goal {
            Goal::Edge(edge) => self.distances.behind(edge),
            _ => None,
        };
        known.unwrap_or_else(|| self.distances.from_block(candidate.function))
    }

    pub fn is_goal_wanted(&self, goal: Goal) -> bool {
        matches!(goal, Goal::Edge(edge) if (self.is_wanted)(edge))
    }

    /// Algorithm 2 of CAUT: the decisions before the flipped one were taken by a path that is
    /// done, so what they reach is not new; what counts is the flipped one and what is behind it.
    /// A finding is always worth a look.
    pub fn relevance(&self, candidate: &Candidate) -> Relevance {
        if self.is_goal_wanted(candidate.goal) {
            return Relevance::Must;
        }
        let is_finding = candidate.goal == Goal::Finding;
        match is_finding || self.distance(candidate) != crate::UNREACHABLE {
            true => Relevance::May,
            false => Relevance::None,
        }
    }
}

#[cfg(test)]
impl<'a> View<'a> {
    /// At the start of a run, with every edge wanted.
    pub fn at_start(
        tree: &'a Tree,
        graph: &'a Graph,
        rng: &'a mut Rng,
        watched: &'a mut Vec<u32>,
    ) -> View<'a> {
        static NO_DISTANCES: std::sync::LazyLock<Distances> =
            std::sync::LazyLock::new(Distances::default);
        View {
            tree,
            graph,
            is_wanted: &|_| true,
            distances: &NO_DISTANCES,
            coverage_version: 0,
            reopened: 0,
            meeting: None,
            may_mutate: false,
            watched,
            counts_runs: true,
            rng,
        }
    }
}

/// A run that has been made, as strategies hear of it.
#[derive(Copy, Clone, Debug)]
pub struct Explored<'a> {
    /// Its number; its candidates carry it too.
    pub run: u32,
    /// The candidate it was made for; `None` for a first run.
    pub candidate: Option<&'a Candidate>,
    /// The decision before the first that is its own, and its last one.
    pub from: NodeId,
    pub leaf: NodeId,
    /// Objectives that it was the first to reach.
    pub gain: usize,
    pub instructions: u64,
    /// How near the run came to each watched edge: the least difference of the values compared.
    pub nearness: &'a [(u32, u64)],
}

//! The strategies, one file each.

mod coverage;
mod order;
mod random_path;

use crate::{Candidate, CandidateId, NodeId, Tree};
use assay_base::Rng;
use coverage::CoverageGuided;
use order::{BreadthFirst, DepthFirst};
use random_path::RandomPath;

/// What a strategy may look at when it chooses.
pub struct View<'a> {
    pub tree: &'a Tree,
    /// Edges that still count for the criteria of the run, by edge number.
    pub is_wanted: &'a dyn Fn(u32) -> bool,
    /// Blocks from behind each edge to the nearest wanted one.
    pub distances: &'a [u32],
    /// Changes whenever an edge stops being wanted.
    pub coverage_version: u64,
    pub rng: &'a mut Rng,
}

/// Chooses which candidate is solved next.
pub trait Strategy {
    fn add(&mut self, candidate: Candidate);

    /// Takes a candidate out; `None` when there are none.
    fn next(&mut self, view: &mut View<'_>) -> Option<CandidateId>;

    /// A path was added below this decision of the tree.
    fn grown(&mut self, _leaf: NodeId) {}

    /// Candidates that are left.
    fn len(&self) -> usize;

    fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// A strategy that can be chosen by name.
pub struct Entry {
    pub name: &'static str,
    /// One line for `--help`.
    pub summary: &'static str,
    pub make: fn() -> Box<dyn Strategy>,
}

pub const STRATEGIES: &[Entry] = &[
    Entry {
        name: "auto",
        summary: "the best known choice, at present `coverage`",
        make: || Box::new(CoverageGuided::default()),
    },
    Entry {
        name: "coverage",
        summary: "uncovered edges first, then what is near to them and was tried least",
        make: || Box::new(CoverageGuided::default()),
    },
    Entry {
        name: "dfs",
        summary: "the deepest candidate of the latest path first",
        make: || Box::new(DepthFirst::default()),
    },
    Entry {
        name: "bfs",
        summary: "candidates in the order in which they were found",
        make: || Box::new(BreadthFirst::default()),
    },
    Entry {
        name: "random-path",
        summary: "a random walk from the root of the execution tree",
        make: || Box::new(RandomPath::default()),
    },
];

pub fn strategy_named(name: &str) -> Option<&'static Entry> {
    STRATEGIES.iter().find(|entry| entry.name == name)
}

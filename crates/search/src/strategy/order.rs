//! Depth first and breadth first.

use super::{Parameters, Pick, Strategy};
use crate::{Candidate, CandidateId, View};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Flips the last decision of the latest path that is left: explores a bounded program
/// completely, and stays in the first unbounded loop. With a bound, decisions behind the first
/// so many are never flipped.
#[derive(Default)]
pub struct DepthFirst {
    stack: Vec<CandidateId>,
    bound: Option<u32>,
}

impl DepthFirst {
    pub fn make(parameters: &mut Parameters) -> Result<Box<dyn Strategy>, String> {
        Ok(Box::new(DepthFirst { stack: Vec::new(), bound: parameters.number("depth")? }))
    }
}

impl Strategy for DepthFirst {
    fn add(&mut self, candidate: Candidate) {
        if self.bound.is_none_or(|bound| candidate.depth < bound) {
            self.stack.push(candidate.id);
        }
    }

    fn pick(&mut self, _view: &mut View<'_>) -> Option<Pick> {
        self.stack.pop().map(Pick::Candidate)
    }

    fn len(&self) -> usize {
        self.stack.len()
    }
}

/// Flips the decision nearest to the root, the one found first among equals.
#[derive(Default)]
pub struct BreadthFirst {
    queue: BinaryHeap<Reverse<(u32, CandidateId)>>,
}

impl BreadthFirst {
    pub fn next(&mut self) -> Option<CandidateId> {
        self.queue.pop().map(|Reverse((_, id))| id)
    }
}

impl Strategy for BreadthFirst {
    fn add(&mut self, candidate: Candidate) {
        self.queue.push(Reverse((candidate.depth, candidate.id)));
    }

    fn pick(&mut self, _view: &mut View<'_>) -> Option<Pick> {
        self.next().map(Pick::Candidate)
    }

    fn len(&self) -> usize {
        self.queue.len()
    }
}

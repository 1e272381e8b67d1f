//! Depth first and breadth first: a stack and a queue.

use super::{Strategy, View};
use crate::{Candidate, CandidateId};
use std::collections::VecDeque;

/// Flips the last decision of the latest path that is left: explores a bounded program
/// completely, and stays in the first unbounded loop.
#[derive(Default)]
pub struct DepthFirst(Vec<CandidateId>);

impl Strategy for DepthFirst {
    fn add(&mut self, candidate: Candidate) {
        self.0.push(candidate.id);
    }

    fn next(&mut self, _view: &mut View<'_>) -> Option<CandidateId> {
        self.0.pop()
    }

    fn len(&self) -> usize {
        self.0.len()
    }
}

/// Flips the earliest decision that is left.
#[derive(Default)]
pub struct BreadthFirst(VecDeque<CandidateId>);

impl Strategy for BreadthFirst {
    fn add(&mut self, candidate: Candidate) {
        self.0.push_back(candidate.id);
    }

    fn next(&mut self, _view: &mut View<'_>) -> Option<CandidateId> {
        self.0.pop_front()
    }

    fn len(&self) -> usize {
        self.0.len()
    }
}

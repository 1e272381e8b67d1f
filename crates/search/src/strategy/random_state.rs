//! Any candidate, each as likely as every other (KLEE's `random-state`).

use super::Strategy;
use crate::{Candidate, CandidateId, Pool, View};

#[derive(Default)]
pub struct RandomState {
    pool: Pool,
}

impl Strategy for RandomState {
    fn add(&mut self, candidate: Candidate) {
        self.pool.add(candidate);
    }

    fn next(&mut self, view: &mut View<'_>) -> Option<CandidateId> {
        let chosen = self.pool.random(|count| view.rng.below(count))?;
        self.pool.take(chosen.parent, chosen.id);
        Some(chosen.id)
    }

    fn len(&self) -> usize {
        self.pool.len()
    }
}

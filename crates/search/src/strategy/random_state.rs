//! Any candidate, each as likely as every other (KLEE's `random-state`).

use super::{Pick, Strategy};
use crate::{Candidate, Pool, View};

#[derive(Default)]
pub struct RandomState {
    pool: Pool,
}

impl Strategy for RandomState {
    fn add(&mut self, candidate: Candidate) {
        self.pool.add(candidate);
    }

    fn pick(&mut self, view: &mut View<'_>) -> Option<Pick> {
        let chosen = self.pool.random(|count| view.rng.below(count))?;
        self.pool.take(chosen.parent, chosen.id);
        Some(Pick::Candidate(chosen.id))
    }

    fn len(&self) -> usize {
        self.pool.len()
    }
}

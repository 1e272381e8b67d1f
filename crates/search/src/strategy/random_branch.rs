//! The two random strategies of CREST. Both look at the decisions of the latest path only; where
//! it has none left, a random candidate starts another path.

use super::{News, Pick, Strategy};
use crate::{Candidate, Pool, View};

/// Flips a random decision of the latest path.
#[derive(Default)]
pub struct RandomBranch {
    pool: Pool,
    path: Vec<Candidate>,
}

impl Strategy for RandomBranch {
    fn add(&mut self, candidate: Candidate) {
        self.pool.add(candidate);
    }

    fn pick(&mut self, view: &mut View<'_>) -> Option<Pick> {
        while !self.path.is_empty() {
            let chosen = self.path.swap_remove(view.rng.below(self.path.len()));
            if self.pool.take(chosen.parent, chosen.id) {
                return Some(Pick::Candidate(chosen.id));
            }
        }
        restart(&mut self.pool, view)
    }

    fn learn(&mut self, news: &News<'_>, view: &mut View<'_>) {
        let News::Ran(explored) = news else { return };
        self.path = self.pool.on_path(view.tree, explored.leaf);
    }

    fn len(&self) -> usize {
        self.pool.len()
    }
}

/// Walks along the latest path from its start and flips each decision with probability one half;
/// the walk goes on behind the flipped decision on the new path.
#[derive(Default)]
pub struct UniformRandom {
    pool: Pool,
    path: Vec<Candidate>,
    /// The next decision to flip or not.
    at: usize,
    /// Decisions before this depth have been dealt with by the walk.
    depth: u32,
}

impl Strategy for UniformRandom {
    fn add(&mut self, candidate: Candidate) {
        self.pool.add(candidate);
    }

    fn pick(&mut self, view: &mut View<'_>) -> Option<Pick> {
        let mut has_turned = false;
        loop {
            let Some(&candidate) = self.path.get(self.at) else {
                // From the start again; where there is nothing, somewhere else.
                let is_over = self.path.is_empty() || std::mem::replace(&mut has_turned, true);
                if is_over {
                    return restart(&mut self.pool, view);
                }
                self.at = 0;
                continue;
            };
            let is_flipped = view.rng.coin();
            if !is_flipped {
                self.at += 1;
                has_turned = false;
                continue;
            }
            self.path.remove(self.at);
            if self.pool.take(candidate.parent, candidate.id) {
                self.depth = candidate.depth + 1;
                return Some(Pick::Candidate(candidate.id));
            }
        }
    }

    fn learn(&mut self, news: &News<'_>, view: &mut View<'_>) {
        let News::Ran(explored) = news else { return };
        self.path = self.pool.on_path(view.tree, explored.leaf);
        self.at = self.path.partition_point(|candidate| candidate.depth < self.depth);
    }

    fn len(&self) -> usize {
        self.pool.len()
    }
}

fn restart(pool: &mut Pool, view: &mut View<'_>) -> Option<Pick> {
    let chosen = pool.random(|bound| view.rng.below(bound))?;
    pool.take(chosen.parent, chosen.id);
    Some(Pick::Candidate(chosen.id))
}

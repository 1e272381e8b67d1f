//! Less travelled paths (Li et al., OOPSLA 2013): the candidate whose last `n` decisions, the
//! flipped one among them, have been taken together least often; a random one among equals.

use super::{News, Parameters, Pick, Strategy};
use crate::{Candidate, CandidateId, NodeId, Tree, View};
use rustc_hash::{FxHashMap, FxHasher};
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::hash::{Hash, Hasher};

pub struct Subpath {
    length: u32,
    /// How often each subpath has been taken.
    travelled: FxHashMap<u64, u32>,
    fresh: Vec<Candidate>,
    /// The least travelled first. A count may have grown since it was put here.
    queue: BinaryHeap<Reverse<(u32, u64, u64, CandidateId)>>,
}

impl Subpath {
    pub fn make(parameters: &mut Parameters) -> Result<Box<dyn Strategy>, String> {
        Ok(Box::new(Subpath {
            length: parameters.number("n")?.unwrap_or(2).max(1),
            travelled: FxHashMap::default(),
            fresh: Vec::new(),
            queue: BinaryHeap::new(),
        }))
    }

    fn key(&self, tree: &Tree, last: (u32, u32), before: NodeId) -> u64 {
        let mut hasher = FxHasher::default();
        last.hash(&mut hasher);
        let mut at = before;
        for _ in 1..self.length {
            if at == tree.root() {
                break;
            }
            element(tree, at).hash(&mut hasher);
            at = tree.parent(at);
        }
        hasher.finish()
    }

    fn count(&self, key: u64) -> u32 {
        self.travelled.get(&key).copied().unwrap_or(0)
    }
}

/// What a decision is in a subpath.
fn element(tree: &Tree, node: NodeId) -> (u32, u32) {
    let step = tree.step(node);
    (step.site, step.outcome)
}

impl Strategy for Subpath {
    fn add(&mut self, candidate: Candidate) {
        self.fresh.push(candidate);
    }

    fn pick(&mut self, view: &mut View<'_>) -> Option<Pick> {
        for candidate in std::mem::take(&mut self.fresh) {
            let key = self.key(view.tree, (candidate.site, candidate.outcome), candidate.parent);
            let entry = (self.count(key), view.rng.word(), key, candidate.id);
            self.queue.push(Reverse(entry));
        }
        loop {
            let Reverse((count, tie, key, id)) = self.queue.pop()?;
            let now = self.count(key);
            if now == count {
                return Some(Pick::Candidate(id));
            }
            self.queue.push(Reverse((now, tie, key, id)));
        }
    }

    fn learn(&mut self, news: &News<'_>, view: &mut View<'_>) {
        let News::Ran(explored) = news else { return };
        let mut at = explored.leaf;
        while at != view.tree.root() {
            let before = view.tree.parent(at);
            let key = self.key(view.tree, element(view.tree, at), before);
            *self.travelled.entry(key).or_default() += 1;
            // Decisions before are those of an earlier run.
            if before == explored.from && at != explored.leaf {
                break;
            }
            at = before;
        }
    }

    fn len(&self) -> usize {
        self.queue.len() + self.fresh.len()
    }
}

//! Random path selection, as KLEE introduced it: walk down the execution tree from the root,
//! taking each branch that still leads to a candidate with equal probability.
//!
//! Candidates near the root are preferred, and a loop that spawns thousands of them cannot starve
//! the rest. The walk only sees nodes with live candidates below; they are kept in a skeleton of
//! the tree that is pruned as candidates are taken.

use super::Strategy;
use crate::{Candidate, CandidateId, NodeId, Tree, View};
use assay_base::Id;
use rustc_hash::FxHashMap;

#[derive(Default)]
struct Skeleton {
    /// Children with live candidates below.
    children: Vec<NodeId>,
    /// Candidates that branch off here.
    candidates: Vec<CandidateId>,
}

#[derive(Default)]
pub struct RandomPath {
    skeleton: FxHashMap<NodeId, Skeleton>,
    /// Not yet linked to the root: the tree is only known when choosing.
    fresh: Vec<Candidate>,
    count: usize,
}

impl RandomPath {
    fn link(&mut self, tree: &Tree) {
        for candidate in std::mem::take(&mut self.fresh) {
            let mut at = candidate.parent;
            let is_known = self.skeleton.contains_key(&at);
            self.skeleton.entry(at).or_default().candidates.push(candidate.id);
            if is_known {
                continue;
            }
            while at != tree.root() {
                let parent = tree.parent(at);
                let is_known = self.skeleton.contains_key(&parent);
                self.skeleton.entry(parent).or_default().children.push(at);
                if is_known {
                    break;
                }
                at = parent;
            }
        }
    }

    /// Removes nodes that lead nowhere any more, from `node` up.
    fn prune(&mut self, tree: &Tree, node: NodeId) {
        let mut at = node;
        while let Some(entry) = self.skeleton.get(&at) {
            if !entry.children.is_empty() || !entry.candidates.is_empty() {
                return;
            }
            self.skeleton.remove(&at);
            if at == tree.root() {
                return;
            }
            let parent = tree.parent(at);
            if let Some(above) = self.skeleton.get_mut(&parent) {
                above.children.retain(|child| *child != at);
            }
            at = parent;
        }
    }
}

impl Strategy for RandomPath {
    fn add(&mut self, candidate: Candidate) {
        self.count += 1;
        self.fresh.push(candidate);
    }

    fn next(&mut self, view: &mut View<'_>) -> Option<CandidateId> {
        self.link(view.tree);
        let mut at = view.tree.root();
        loop {
            let entry = self.skeleton.get_mut(&at)?;
            let ways = entry.children.len() + usize::from(!entry.candidates.is_empty());
            let way = view.rng.below(ways);
            if let Some(&child) = entry.children.get(way) {
                at = child;
                continue;
            }
            let index = view.rng.below(entry.candidates.len());
            let candidate = entry.candidates.swap_remove(index);
            self.count -= 1;
            self.prune(view.tree, at);
            debug_assert!(candidate.index() < u32::MAX as usize);
            return Some(candidate);
        }
    }

    fn len(&self) -> usize {
        self.count
    }
}

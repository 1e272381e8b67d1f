//! Random path selection, as KLEE introduced it: walk down the execution tree from the root,
//! taking each branch that still leads to a candidate with equal probability.
//!
//! Candidates near the root are preferred, and a loop that spawns thousands of them cannot starve
//! the rest. The walk only sees nodes with live candidates below; they are kept in a skeleton of
//! the tree that is pruned as candidates are taken.

use super::{Pick, Strategy};
use crate::at_nodes::AtNodes;
use crate::{Candidate, CandidateId, NodeId, Tree, View};

#[derive(Default)]
pub struct RandomPath {
    /// Of each node, the children with live candidates below.
    children: AtNodes<NodeId>,
    /// Candidates that branch off there.
    candidates: AtNodes<CandidateId>,
    /// Not yet linked to the root: the tree is only known when choosing.
    fresh: Vec<Candidate>,
    count: usize,
}

impl RandomPath {
    /// Whether there are live candidates at a node or below.
    fn is_linked(&self, node: NodeId) -> bool {
        !self.children.is_empty(node) || !self.candidates.is_empty(node)
    }

    fn link(&mut self, tree: &Tree) {
        for candidate in std::mem::take(&mut self.fresh) {
            let mut at = candidate.parent;
            let mut is_linked = self.is_linked(at);
            self.candidates.push(at, candidate.id);
            while !is_linked && at != tree.root() {
                let parent = tree.parent(at);
                is_linked = self.is_linked(parent);
                self.children.push(parent, at);
                at = parent;
            }
        }
    }

    /// Removes nodes that lead nowhere any more, from `node` up.
    fn prune(&mut self, tree: &Tree, node: NodeId) {
        let mut at = node;
        while at != tree.root() && !self.is_linked(at) {
            let parent = tree.parent(at);
            self.children.remove(parent, |child| child == at);
            at = parent;
        }
    }
}

impl Strategy for RandomPath {
    fn add(&mut self, candidate: Candidate) {
        self.count += 1;
        self.fresh.push(candidate);
    }

    fn pick(&mut self, view: &mut View<'_>) -> Option<Pick> {
        self.link(view.tree);
        let mut at = view.tree.root();
        loop {
            let children = self.children.at(at).count();
            let candidates = self.candidates.at(at).count();
            let ways = children + usize::from(candidates > 0);
            if ways == 0 {
                return None;
            }
            if let Some(child) = self.children.at(at).nth(view.rng.below(ways)) {
                at = child;
                continue;
            }
            let chosen = self.candidates.at(at).nth(view.rng.below(candidates))?;
            self.candidates.remove(at, |candidate| candidate == chosen);
            self.count -= 1;
            self.prune(view.tree, at);
            return Some(Pick::Candidate(chosen));
        }
    }

    fn len(&self) -> usize {
        self.count
    }
}

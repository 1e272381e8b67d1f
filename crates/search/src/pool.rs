//! Candidates by where they branch off from the execution tree, for strategies that look at the
//! decisions of one path.

use crate::at_nodes::AtNodes;
use crate::{Candidate, CandidateId, NodeId, Tree};

#[derive(Default)]
pub struct Pool {
    at: AtNodes<Candidate>,
    /// All, in the order in which they came; those that were taken are dropped when they turn up.
    order: Vec<(NodeId, CandidateId)>,
    count: usize,
}

impl Pool {
    pub fn add(&mut self, candidate: Candidate) {
        self.at.push(candidate.parent, candidate);
        self.order.push((candidate.parent, candidate.id));
        self.count += 1;
    }

    pub fn len(&self) -> usize {
        self.count
    }

    /// Takes a candidate out; false if it is not there any more.
    pub fn take(&mut self, node: NodeId, id: CandidateId) -> bool {
        let is_there = self.at.remove(node, |candidate| candidate.id == id).is_some();
        self.count -= usize::from(is_there);
        is_there
    }

    /// Those that branch off from the path to `leaf`, the earliest decision first.
    pub fn on_path(&self, tree: &Tree, leaf: NodeId) -> Vec<Candidate> {
        let mut found = Vec::new();
        let mut at = leaf;
        loop {
            found.extend(self.at.at(at));
            if at == tree.root() {
                break;
            }
            at = tree.parent(at);
        }
        found.reverse();
        found
    }

    /// Any of them, each equally likely.
    pub fn random(&mut self, below: impl FnMut(usize) -> usize) -> Option<Candidate> {
        let mut below = below;
        while !self.order.is_empty() {
            let index = below(self.order.len());
            let (node, id) = self.order[index];
            match self.at.at(node).find(|candidate| candidate.id == id) {
                Some(candidate) => return Some(candidate),
                None => {
                    self.order.swap_remove(index);
                }
            }
        }
        None
    }
}

//! Candidates by where they branch off from the execution tree, for strategies that look at the
//! decisions of one path.

use crate::{Candidate, CandidateId, NodeId, Tree};
use rustc_hash::FxHashMap;

#[derive(Default)]
pub struct Pool {
    at: FxHashMap<NodeId, Vec<Candidate>>,
    /// All, in the order in which they came; those that were taken are dropped when they turn up.
    order: Vec<(NodeId, CandidateId)>,
    count: usize,
}

impl Pool {
    pub fn add(&mut self, candidate: Candidate) {
        self.at.entry(candidate.parent).or_default().push(candidate);
        self.order.push((candidate.parent, candidate.id));
        self.count += 1;
    }

    pub fn len(&self) -> usize {
        self.count
    }

    /// Takes a candidate out; false if it is not there any more.
    pub fn take(&mut self, node: NodeId, id: CandidateId) -> bool {
        let Some(here) = self.at.get_mut(&node) else { return false };
        let Some(index) = here.iter().position(|candidate| candidate.id == id) else {
            return false;
        };
        here.remove(index);
        if here.is_empty() {
            self.at.remove(&node);
        }
        self.count -= 1;
        true
    }

    /// Those that branch off from the path to `leaf`, the earliest decision first.
    pub fn on_path(&self, tree: &Tree, leaf: NodeId) -> Vec<Candidate> {
        let mut found = Vec::new();
        let mut at = leaf;
        loop {
            if let Some(here) = self.at.get(&at) {
                found.extend(here.iter().rev().copied());
            }
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
            let here = self.at.get(&node).and_then(|here| here.iter().find(|c| c.id == id));
            match here {
                Some(candidate) => return Some(*candidate),
                None => {
                    self.order.swap_remove(index);
                }
            }
        }
        None
    }
}

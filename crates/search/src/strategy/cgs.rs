//! Context-guided search (Seo and Kim, FSE 2014).
//!
//! The execution tree is walked level by level, breadth first. A decision is flipped only if its
//! *k-context* is new: itself and the k-1 decisions before it, leaving out those that dominate
//! it, for every path to it has them. What was skipped is examined again with a larger k, which
//! grows by one after each walk. So decisions that were reached in a new way come first.

use super::{Parameters, Strategy};
use crate::{Candidate, CandidateId, Goal, NodeId, Tree, View};
use rustc_hash::{FxHashSet, FxHasher};
use std::hash::{Hash, Hasher};

pub struct ContextGuided {
    k: u32,
    /// `k` stays as it is as long as there are new contexts of that size.
    is_fixed: bool,
    leaves_out_dominators: bool,
    /// To be examined with this k, by depth.
    waiting: Vec<Vec<Candidate>>,
    /// To be examined with the next one.
    skipped: Vec<Vec<Candidate>>,
    depth: usize,
    /// This walk has selected something.
    is_fruitful: bool,
    contexts: FxHashSet<u64>,
    count: usize,
}

impl Default for ContextGuided {
    fn default() -> Self {
        ContextGuided {
            k: 1,
            is_fixed: false,
            leaves_out_dominators: true,
            waiting: Vec::new(),
            skipped: Vec::new(),
            depth: 0,
            is_fruitful: false,
            contexts: FxHashSet::default(),
            count: 0,
        }
    }
}

impl ContextGuided {
    pub fn make(parameters: &mut Parameters) -> Result<Box<dyn Strategy>, String> {
        let k = parameters.number("k")?;
        Ok(Box::new(ContextGuided {
            k: k.unwrap_or(1).max(1),
            is_fixed: k.is_some(),
            leaves_out_dominators: !parameters.flag("nodom"),
            ..ContextGuided::default()
        }))
    }

    /// Remembers the context; whether it is new. One that reaches back to the root is the
    /// candidate's own.
    fn is_new_context(&mut self, candidate: &Candidate, view: &View<'_>) -> bool {
        // It is no decision but what its path would have gone on with.
        if candidate.goal == Goal::Rest {
            return true;
        }
        let mut hasher = FxHasher::default();
        (candidate.goal, candidate.site).hash(&mut hasher);
        let mut at = candidate.parent;
        let mut missing = self.k - 1;
        while missing > 0 && at != view.tree.root() {
            if !self.is_left_out(at, candidate.goal, view) {
                element(view.tree, at).hash(&mut hasher);
                missing -= 1;
            }
            at = view.tree.parent(at);
        }
        let is_new = self.contexts.insert(hasher.finish());
        is_new || missing > 0
    }

    fn is_left_out(&self, node: NodeId, goal: Goal, view: &View<'_>) -> bool {
        match (view.tree.edge(node), goal) {
            (Some(before), Goal::Edge(edge)) if self.leaves_out_dominators => {
                before != edge && view.graph.dominates(before, edge)
            }
            _ => false,
        }
    }

    /// Starts the next walk; false when there is nothing left.
    fn walk_again(&mut self) -> bool {
        if !self.is_fixed || !self.is_fruitful {
            self.k += 1;
        }
        self.is_fruitful = false;
        self.depth = 0;
        let depths = self.waiting.len().max(self.skipped.len());
        self.waiting.resize_with(depths, Vec::new);
        for (waiting, skipped) in self.waiting.iter_mut().zip(&mut self.skipped) {
            waiting.append(skipped);
        }
        self.count > 0
    }
}

/// What a decision is in a context.
pub(super) fn element(tree: &Tree, node: NodeId) -> (u32, u32) {
    let step = tree.step(node);
    (step.site, step.outcome)
}

fn at_depth(lists: &mut Vec<Vec<Candidate>>, depth: usize) -> &mut Vec<Candidate> {
    if lists.len() <= depth {
        lists.resize_with(depth + 1, Vec::new);
    }
    &mut lists[depth]
}

impl Strategy for ContextGuided {
    fn add(&mut self, candidate: Candidate) {
        self.count += 1;
        at_depth(&mut self.waiting, candidate.depth as usize).push(candidate);
    }

    fn next(&mut self, view: &mut View<'_>) -> Option<CandidateId> {
        loop {
            while let Some(list) = self.waiting.get_mut(self.depth) {
                if list.is_empty() {
                    self.depth += 1;
                    continue;
                }
                let candidate = list.swap_remove(view.rng.below(list.len()));
                if self.is_new_context(&candidate, view) {
                    self.count -= 1;
                    self.is_fruitful = true;
                    return Some(candidate.id);
                }
                at_depth(&mut self.skipped, candidate.depth as usize).push(candidate);
            }
            if !self.walk_again() {
                return None;
            }
        }
    }

    fn len(&self) -> usize {
        self.count
    }
}

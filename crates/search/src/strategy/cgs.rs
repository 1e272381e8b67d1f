//! Context-guided search (Seo and Kim, FSE 2014).
//!
//! The execution tree is walked level by level, breadth first. A decision is flipped only if its
//! *k-context* is new: itself and the k-1 branches before it, leaving out those that dominate
//! it, for every path to it has them. What was skipped is examined again with a larger k, which
//! grows by one (or more) after each walk. So decisions that were reached in a new way come first.
//!
//! The branches of a context are all that the path took, also those that do not depend on the
//! input, as in the authors' own implementation: how often a loop was gone through, or what was set
//! up before, is seen in those. With decisions alone, most contexts of two are equal.

use super::{Parameters, Pick, Strategy};
use crate::{Candidate, Goal, View};
use rustc_hash::{FxHashSet, FxHasher};
use std::hash::{Hash, Hasher};

pub struct ContextGuided {
    k: u32,
    /// What `k` grows by. With 0 it stays as it is as long as there are new contexts of that size.
    step: u32,
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
            step: 1,
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
        let step = parameters.number("step")?;
        Ok(Box::new(ContextGuided {
            k: k.unwrap_or(1).max(1),
            step: step.unwrap_or(if k.is_some() { 0 } else { 1 }),
            leaves_out_dominators: !parameters.flag("nodom"),
            ..ContextGuided::default()
        }))
    }

    pub fn by_steps_of(step: u32) -> ContextGuided {
        ContextGuided { step, ..ContextGuided::default() }
    }

    /// Remembers the context; whether it is new. One that reaches back to the root and has room for
    /// every decision is the candidate's own.
    fn is_new_context(&mut self, candidate: &Candidate, view: &View<'_>) -> bool {
        // It is no decision but what its path would have gone on with.
        if candidate.goal == Goal::Rest {
            return true;
        }
        let mut hasher = FxHasher::default();
        (candidate.goal, candidate.site).hash(&mut hasher);
        let before = view.tree.branches_before(candidate);
        let mut context = before.filter(|&edge| !self.is_left_out(edge, candidate.goal, view));
        let mut missing = self.k - 1;
        while missing > 0
            && let Some(edge) = context.next()
        {
            edge.hash(&mut hasher);
            missing -= 1;
        }
        drop(context);
        let is_new = self.contexts.insert(hasher.finish());
        is_new || missing > 0 && self.k > candidate.depth
    }

    fn is_left_out(&self, before: u32, goal: Goal, view: &View<'_>) -> bool {
        match goal {
            Goal::Edge(edge) if self.leaves_out_dominators => {
                before != edge && view.graph.dominates(before, edge)
            }
            _ => false,
        }
    }

    /// Starts the next walk; false when there is nothing left.
    fn walk_again(&mut self) -> bool {
        if self.count == 0 {
            return false;
        }
        self.k = if self.is_fruitful {
            self.k.saturating_add(self.step)
        } else {
            // Else a deep tree would be walked once for each of its levels.
            self.k.saturating_mul(2)
        };
        self.is_fruitful = false;
        self.depth = 0;
        let depths = self.waiting.len().max(self.skipped.len());
        self.waiting.resize_with(depths, Vec::new);
        for (waiting, skipped) in self.waiting.iter_mut().zip(&mut self.skipped) {
            waiting.append(skipped);
        }
        true
    }
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

    fn pick(&mut self, view: &mut View<'_>) -> Option<Pick> {
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
                    return Some(Pick::Candidate(candidate.id));
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::strategy::tests::taken;
    use crate::{CandidateId, Graph, Stretch, Tree};
    use assay_base::{Id, Rng, Step};

    /// The same decision behind the same decision, but the program has taken another branch between
    /// them that does not depend on the input.
    #[test]
    fn a_context_has_the_branches_that_do_not_depend_on_the_input() {
        let mut tree = Tree::new();
        let step = Step { site: 1, outcome: 0, choice: 0 };
        let parent = tree.add(tree.root(), step, Some(1), Stretch::default());
        let parent = tree.add(parent, step, Some(1), Stretch::default());
        let parent = tree.add(parent, step, Some(1), Stretch::default());
        let (one, other) = (tree.stretch(&[5, 7]), tree.stretch(&[5, 8]));
        let mut strategy = ContextGuided::default();
        for (id, before) in [one, one, one, other].into_iter().enumerate() {
            let at = Candidate::at(parent, 3);
            strategy.add(Candidate { id: CandidateId::new(id), before, ..at });
        }
        let mut rng = Rng::new(0);
        let graph = Graph::default();
        let mut watched = Vec::new();
        let mut view = View::at_start(&tree, &graph, &mut rng, &mut watched);
        // One of them for the decision alone, then one for each of the two branches before it.
        let all = taken(&mut strategy, &mut view);
        assert_eq!(all.len(), 4, "in the end all are taken");
        let is_other = |id: &CandidateId| id.index() == 3;
        assert!(all[..3].iter().any(is_other), "it came last, behind a context that is not new");
    }

    #[test]
    fn contexts_do_not_grow_while_there_is_nothing_to_take() {
        let (tree, graph, mut rng) = (Tree::new(), Graph::default(), Rng::new(0));
        let mut watched = Vec::new();
        let mut view = View::at_start(&tree, &graph, &mut rng, &mut watched);
        let mut strategy = ContextGuided::default();
        for _ in 0..100 {
            assert!(strategy.pick(&mut view).is_none());
        }
        assert_eq!(strategy.k, 1);
    }
}

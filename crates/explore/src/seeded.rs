//! The paths of seeds in the tree.
//!
//! Paths that come from candidates part from known ones by construction. Those of seeds do not:
//! they share decisions, and one takes the alternative that another left. So while seeds are run,
//! each decision is looked up: what was taken already is not added again, what was offered already
//! is not offered again, and a candidate that turns out to be the way of another seed is dropped.

use assay_base::Step;
use assay_search::{NodeId, Stretch, Tree};
use rustc_hash::{FxHashMap, FxHashSet};

#[derive(Default)]
pub struct Seeded {
    /// The seed that is run just now.
    pub number: Option<usize>,
    taken: FxHashMap<(NodeId, Step), NodeId>,
    offered: FxHashSet<(NodeId, Step)>,
}

impl Seeded {
    /// Goes one decision further in the tree, along the path of an earlier seed if it took it too.
    pub fn follow(
        &mut self,
        tree: &mut Tree,
        node: NodeId,
        step: Step,
        edge: Option<u32>,
        before: Stretch,
    ) -> NodeId {
        if self.number.is_none() {
            return tree.add(node, step, edge, before);
        }
        *self.taken.entry((node, step)).or_insert_with(|| tree.add(node, step, edge, before))
    }

    /// Whether an alternative has not been offered yet.
    pub fn is_new(&mut self, node: NodeId, flipped: Step) -> bool {
        self.number.is_none() || self.offered.insert((node, flipped))
    }

    /// Whether a seed went this way.
    pub fn is_taken(&self, node: NodeId, flipped: Step) -> bool {
        self.taken.contains_key(&(node, flipped))
    }
}

//! The execution tree: the decisions of all paths, sharing their prefixes.

use crate::Candidate;
use assay_base::{Arena, Id, Step, id};
use rustc_hash::FxHashMap;

id!(
    /// A decision that some path took, with all decisions before it.
    NodeId,
    "n"
);

#[derive(Copy, Clone, Debug)]
struct Node {
    parent: NodeId,
    depth: u32,
    step: Step,
    /// The edge that was taken; `NO_EDGE` where the decision was about something else.
    edge: u32,
    before: Stretch,
}

/// The branches that a path took between two decisions, the latest of them: a part of the tree's
/// list.
#[derive(Copy, Clone, Debug, Default)]
pub struct Stretch {
    first: u32,
    count: u32,
}

const NO_EDGE: u32 = u32::MAX;

#[derive(Clone, Debug)]
pub struct Tree {
    nodes: Arena<NodeId, Node>,
    /// What paths have passed without a decision, by the decision before it.
    passed: FxHashMap<NodeId, Vec<u32>>,
    /// The branches of all stretches, and which there are: most paths come the same way to the same
    /// decisions.
    branches: Vec<u32>,
    stretches: FxHashMap<Box<[u32]>, Stretch>,
}

impl Tree {
    pub fn new() -> Tree {
        let mut nodes = Arena::new();
        let root = NodeId::new(0);
        nodes.push(Node {
            parent: root,
            depth: 0,
            step: Step { site: u32::MAX, outcome: 0, choice: 0 },
            edge: NO_EDGE,
            before: Stretch::default(),
        });
        Tree {
            nodes,
            passed: FxHashMap::default(),
            branches: Vec::new(),
            stretches: FxHashMap::default(),
        }
    }

    /// The start of the program: no decision taken.
    pub fn root(&self) -> NodeId {
        NodeId::new(0)
    }

    /// A decision, and how its path came to it from the one before.
    pub fn add(
        &mut self,
        parent: NodeId,
        step: Step,
        edge: Option<u32>,
        before: Stretch,
    ) -> NodeId {
        let depth = self.nodes[parent].depth + 1;
        self.nodes.push(Node { parent, depth, step, edge: edge.unwrap_or(NO_EDGE), before })
    }

    /// Keeps the edges of branches between two decisions, the earliest first.
    pub fn stretch(&mut self, edges: &[u32]) -> Stretch {
        if let Some(&known) = self.stretches.get(edges) {
            return known;
        }
        let stretch = Stretch { first: self.branches.len() as u32, count: edges.len() as u32 };
        self.branches.extend_from_slice(edges);
        self.stretches.insert(edges.into(), stretch);
        stretch
    }

    /// The branches before the flipped decision of a candidate, the latest first, as far as they
    /// were kept.
    pub fn branches_before(&self, candidate: &Candidate) -> impl Iterator<Item = u32> + '_ {
        let start = (candidate.before, candidate.parent);
        let stretches = std::iter::successors(Some(start), |&(_, at)| {
            (at != self.root()).then(|| (self.nodes[at].before, self.nodes[at].parent))
        });
        stretches.flat_map(|(Stretch { first, count }, _)| {
            self.branches[first as usize..][..count as usize].iter().rev().copied()
        })
    }

    /// Notes that a path takes an edge behind this decision, before the next one and without
    /// deciding it.
    pub fn pass(&mut self, node: NodeId, edge: u32) {
        let passed = self.passed.entry(node).or_default();
        if !passed.contains(&edge) {
            passed.push(edge);
        }
    }

    /// The edges that were noted for this decision, in their order.
    pub fn passed(&self, node: NodeId) -> &[u32] {
        self.passed.get(&node).map_or(&[], Vec::as_slice)
    }

    /// Number of decisions from the root to this node.
    pub fn depth(&self, node: NodeId) -> u32 {
        self.nodes[node].depth
    }

    pub fn parent(&self, node: NodeId) -> NodeId {
        self.nodes[node].parent
    }

    /// The edge that the decision took, where it was about one.
    pub fn edge(&self, node: NodeId) -> Option<u32> {
        Some(self.nodes[node].edge).filter(|&edge| edge != NO_EDGE)
    }

    pub fn step(&self, node: NodeId) -> Step {
        self.nodes[node].step
    }

    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    pub fn is_empty(&self) -> bool {
        self.nodes.len() == 1
    }

    /// The decisions on the way to `node`, leaving out the first `skip`.
    pub fn steps(&self, node: NodeId, skip: u32) -> Vec<Step> {
        let mut steps = Vec::with_capacity(self.depth(node).saturating_sub(skip) as usize);
        let mut at = node;
        while self.depth(at) > skip {
            steps.push(self.nodes[at].step);
            at = self.nodes[at].parent;
        }
        steps.reverse();
        steps
    }
}

impl Default for Tree {
    fn default() -> Self {
        Tree::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_lead_from_the_root() {
        let mut tree = Tree::new();
        let step = |site| Step { site, outcome: 0, choice: 0 };
        let a = tree.add(tree.root(), step(1), Some(5), Stretch::default());
        let b = tree.add(a, step(2), None, Stretch::default());
        let c = tree.add(b, step(3), None, Stretch::default());
        assert_eq!(tree.depth(c), 3);
        assert_eq!((tree.edge(a), tree.edge(b)), (Some(5), None));
        assert_eq!(tree.steps(c, 1), vec![step(2), step(3)]);
        assert_eq!(tree.steps(tree.root(), 0), vec![]);
    }

    #[test]
    fn branches_before_a_decision_go_back_to_the_root() {
        let mut tree = Tree::new();
        let step = Step { site: 1, outcome: 0, choice: 0 };
        let first = tree.stretch(&[1, 2]);
        let a = tree.add(tree.root(), step, None, first);
        let b = tree.add(a, step, None, Stretch::default());
        let before = tree.stretch(&[3, 4]);
        let candidate = Candidate { before, ..Candidate::at(b, 2) };
        assert_eq!(tree.branches_before(&candidate).collect::<Vec<_>>(), [4, 3, 2, 1]);
    }
}

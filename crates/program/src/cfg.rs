//! The control-flow graph of a body: neighbours, reverse post-order, dominators and
//! post-dominators.
//!
//! Post-dominators are dominators of the reversed graph with one virtual exit behind all
//! blocks without successors; a block from which no exit can be reached has none.

use crate::{BlockId, FunctionBody};
use assay_base::Id;
use assay_base::dominators::{Dominators, reverse_post_order};

#[derive(Clone, Debug)]
pub struct Cfg {
    successors: Vec<Vec<BlockId>>,
    predecessors: Vec<Vec<BlockId>>,
    reverse_post_order: Vec<BlockId>,
    is_reachable: Vec<bool>,
}

impl Cfg {
    pub fn new(body: &FunctionBody) -> Cfg {
        let terminators = body.blocks.values().map(|block| &block.terminator);
        Cfg::of_successors(terminators.map(|terminator| terminator.successors()).collect())
    }

    /// The first block is the entry. Edges that share both ends count once.
    fn of_successors(mut successors: Vec<Vec<BlockId>>) -> Cfg {
        let mut predecessors = vec![Vec::new(); successors.len()];
        for (index, targets) in successors.iter_mut().enumerate() {
            let mut seen = Vec::new();
            targets.retain(|target| {
                let is_new = !seen.contains(target);
                seen.push(*target);
                is_new
            });
            for target in targets {
                predecessors[target.index()].push(BlockId::new(index));
            }
        }
        let order = match successors.is_empty() {
            true => Vec::new(),
            false => reverse_post_order(successors.len(), 0, |node| {
                successors[node].iter().map(|block| block.index()).collect()
            }),
        };
        let mut is_reachable = vec![false; successors.len()];
        for &node in &order {
            is_reachable[node] = true;
        }
        let reverse_post_order = order.into_iter().map(BlockId::new).collect();
        Cfg { successors, predecessors, reverse_post_order, is_reachable }
    }

    pub fn len(&self) -> usize {
        self.successors.len()
    }

    pub fn is_empty(&self) -> bool {
        self.successors.is_empty()
    }

    /// Each once, in the order of the edges.
    pub fn successors(&self, block: BlockId) -> &[BlockId] {
        &self.successors[block.index()]
    }

    /// Each once, in the order of the blocks.
    pub fn predecessors(&self, block: BlockId) -> &[BlockId] {
        &self.predecessors[block.index()]
    }

    /// The blocks that can be reached from the entry, the entry first; without loops, every
    /// block comes after its predecessors.
    pub fn reverse_post_order(&self) -> &[BlockId] {
        &self.reverse_post_order
    }

    pub fn is_reachable(&self, block: BlockId) -> bool {
        self.is_reachable[block.index()]
    }

    pub fn dominators(&self) -> DominatorTree {
        let blocks = |list: &[BlockId]| list.iter().map(|block| block.index()).collect();
        let nodes = Dominators::new(
            self.len(),
            0,
            |node| blocks(&self.successors[node]),
            |node| blocks(&self.predecessors[node]),
        );
        DominatorTree { nodes, virtual_node: None }
    }

    pub fn post_dominators(&self) -> DominatorTree {
        let exit = self.len();
        let exits: Vec<usize> =
            (0..self.len()).filter(|&node| self.successors[node].is_empty()).collect();
        let blocks = |list: &[BlockId]| -> Vec<usize> { list.iter().map(|b| b.index()).collect() };
        let nodes = Dominators::new(
            self.len() + 1,
            exit,
            |node| if node == exit { exits.clone() } else { blocks(&self.predecessors[node]) },
            |node| match node {
                _ if node == exit => Vec::new(),
                _ if self.successors[node].is_empty() => vec![exit],
                _ => blocks(&self.successors[node]),
            },
        );
        DominatorTree { nodes, virtual_node: Some(exit) }
    }
}

/// Who dominates (or post-dominates) whom.
#[derive(Clone, Debug)]
pub struct DominatorTree {
    nodes: Dominators,
    /// Stands for no block.
    virtual_node: Option<usize>,
}

impl DominatorTree {
    /// The nearest other block that dominates `block`. `None` for the root, for blocks that
    /// cannot be reached from it, and where only the virtual exit does.
    pub fn immediate(&self, block: BlockId) -> Option<BlockId> {
        let node = self.nodes.immediate(block.index())?;
        (Some(node) != self.virtual_node).then(|| BlockId::new(node))
    }

    /// Whether every way from the root to `b` goes through `a`; a block dominates itself. False
    /// where one of them cannot be reached from the root.
    pub fn dominates(&self, a: BlockId, b: BlockId) -> bool {
        self.nodes.dominates(a.index(), b.index())
    }

    /// From `block` itself up to the root.
    pub fn ancestors(&self, block: BlockId) -> impl Iterator<Item = BlockId> {
        std::iter::successors(Some(block), |block| self.immediate(*block))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn block(index: usize) -> BlockId {
        BlockId::new(index)
    }

    fn graph(successors: &[&[usize]]) -> Cfg {
        let lists = successors.iter().map(|list| list.iter().map(|&b| block(b)).collect());
        Cfg::of_successors(lists.collect())
    }

    #[test]
    fn a_diamond() {
        let cfg = graph(&[&[1, 2], &[3], &[3], &[]]);
        let dominators = cfg.dominators();
        assert_eq!(dominators.immediate(block(3)), Some(block(0)));
        assert!(dominators.dominates(block(0), block(3)));
        assert!(!dominators.dominates(block(1), block(3)));
        let post = cfg.post_dominators();
        assert_eq!(post.immediate(block(0)), Some(block(3)));
        assert_eq!(post.immediate(block(3)), None);
        assert!(post.dominates(block(3), block(1)));
        assert!(!post.dominates(block(1), block(0)));
    }

    #[test]
    fn a_loop_with_an_unreachable_block() {
        let cfg = graph(&[&[1], &[2, 3], &[1], &[], &[3]]);
        assert!(!cfg.is_reachable(block(4)));
        assert_eq!(cfg.reverse_post_order().len(), 4);
        let dominators = cfg.dominators();
        assert_eq!(dominators.immediate(block(2)), Some(block(1)));
        assert_eq!(dominators.immediate(block(3)), Some(block(1)));
        assert_eq!(dominators.immediate(block(4)), None);
        assert!(!dominators.dominates(block(0), block(4)));
        let up: Vec<BlockId> = dominators.ancestors(block(2)).collect();
        assert_eq!(up, [block(2), block(1), block(0)]);
    }

    #[test]
    fn an_endless_loop_has_no_post_dominator() {
        let cfg = graph(&[&[1, 2], &[1], &[]]);
        let post = cfg.post_dominators();
        assert_eq!(post.immediate(block(1)), None);
        assert!(!post.dominates(block(2), block(1)));
        assert_eq!(post.immediate(block(0)), Some(block(2)));
    }

    #[test]
    fn two_exits_meet_only_in_the_virtual_one() {
        let cfg = graph(&[&[1, 2], &[], &[]]);
        assert_eq!(cfg.post_dominators().immediate(block(0)), None);
    }

    #[test]
    fn dominance_agrees_with_its_definition_on_random_graphs() {
        let mut rng = assay_base::Rng::new(7);
        for _ in 0..200 {
            let len = 2 + rng.below(9);
            let lists: Vec<Vec<BlockId>> = (0..len)
                .map(|_| (0..rng.below(3)).map(|_| block(1 + rng.below(len - 1))).collect())
                .collect();
            let cfg = Cfg::of_successors(lists);
            let tree = cfg.dominators();
            for a in 0..len {
                for b in 0..len {
                    let expected = cfg.is_reachable(block(a))
                        && cfg.is_reachable(block(b))
                        && !reaches_without(&cfg, a, b);
                    assert_eq!(tree.dominates(block(a), block(b)), expected, "{cfg:?} {a} {b}");
                }
            }
        }
    }

    /// Whether the entry reaches `to` when `removed` is taken out.
    fn reaches_without(cfg: &Cfg, removed: usize, to: usize) -> bool {
        let mut seen = vec![false; cfg.len()];
        let mut stack = vec![0];
        while let Some(node) = stack.pop() {
            if node != removed && !std::mem::replace(&mut seen[node], true) {
                stack.extend(cfg.successors(block(node)).iter().map(|next| next.index()));
            }
        }
        seen[to]
    }
}

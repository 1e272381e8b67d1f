//! The control-flow graph of a body: neighbours, reverse post-order, dominators and
//! post-dominators.
//!
//! Dominators by the iterative algorithm of Cooper, Harvey and Kennedy ("A Simple, Fast
//! Dominance Algorithm"): immediate dominators are refined in reverse post-order until nothing
//! changes. Post-dominators are the same on the reversed graph with one virtual exit behind all
//! blocks without successors; a block from which no exit can be reached has none.

use crate::{BlockId, FunctionBody};
use assay_base::Id;

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
        DominatorTree::new(
            self.len(),
            0,
            |node| blocks(&self.successors[node]),
            |node| blocks(&self.predecessors[node]),
        )
    }

    pub fn post_dominators(&self) -> DominatorTree {
        let exit = self.len();
        let exits: Vec<usize> =
            (0..self.len()).filter(|&node| self.successors[node].is_empty()).collect();
        let blocks = |list: &[BlockId]| -> Vec<usize> { list.iter().map(|b| b.index()).collect() };
        DominatorTree::new(
            self.len() + 1,
            exit,
            |node| if node == exit { exits.clone() } else { blocks(&self.predecessors[node]) },
            |node| match node {
                _ if node == exit => Vec::new(),
                _ if self.successors[node].is_empty() => vec![exit],
                _ => blocks(&self.successors[node]),
            },
        )
    }
}

/// Depth-first from `root` without recursion: bodies may have very many blocks.
fn reverse_post_order(
    len: usize,
    root: usize,
    successors: impl Fn(usize) -> Vec<usize>,
) -> Vec<usize> {
    let mut seen = vec![false; len];
    let mut order = Vec::with_capacity(len);
    seen[root] = true;
    let mut stack = vec![(root, successors(root).into_iter())];
    while let Some((node, rest)) = stack.last_mut() {
        match rest.next() {
            Some(next) if !seen[next] => {
                seen[next] = true;
                stack.push((next, successors(next).into_iter()));
            }
            Some(_) => {}
            None => {
                order.push(*node);
                stack.pop();
            }
        }
    }
    order.reverse();
    order
}

/// Who dominates (or post-dominates) whom.
#[derive(Clone, Debug)]
pub struct DominatorTree {
    /// `None` for the root and for what cannot be reached from it.
    immediate: Vec<Option<usize>>,
    /// Entry and exit times of a walk over the tree: an ancestor's span encloses.
    spans: Vec<Option<(u32, u32)>>,
    /// Nodes from this one on stand for no block.
    virtual_node: Option<usize>,
}

impl DominatorTree {
    fn new(
        len: usize,
        root: usize,
        successors: impl Fn(usize) -> Vec<usize>,
        predecessors: impl Fn(usize) -> Vec<usize>,
    ) -> DominatorTree {
        let virtual_node = (root != 0).then_some(root);
        if len == 0 {
            return DominatorTree { immediate: Vec::new(), spans: Vec::new(), virtual_node };
        }
        let order = reverse_post_order(len, root, successors);
        let mut position = vec![usize::MAX; len];
        for (index, &node) in order.iter().enumerate() {
            position[node] = index;
        }
        let immediate = immediate_dominators(&order, &position, predecessors);
        let spans = tree_spans(root, &immediate);
        DominatorTree { immediate, spans, virtual_node }
    }

    /// The nearest other block that dominates `block`. `None` for the root, for blocks that
    /// cannot be reached from it, and where only the virtual exit does.
    pub fn immediate(&self, block: BlockId) -> Option<BlockId> {
        let node = self.immediate[block.index()]?;
        (Some(node) != self.virtual_node).then(|| BlockId::new(node))
    }

    /// Whether every way from the root to `b` goes through `a`; a block dominates itself. False
    /// where one of them cannot be reached from the root.
    pub fn dominates(&self, a: BlockId, b: BlockId) -> bool {
        match (self.spans[a.index()], self.spans[b.index()]) {
            (Some((a_in, a_out)), Some((b_in, b_out))) => a_in <= b_in && b_out <= a_out,
            _ => false,
        }
    }

    /// From `block` itself up to the root.
    pub fn ancestors(&self, block: BlockId) -> impl Iterator<Item = BlockId> {
        std::iter::successors(Some(block), |block| self.immediate(*block))
    }
}

fn immediate_dominators(
    order: &[usize],
    position: &[usize],
    predecessors: impl Fn(usize) -> Vec<usize>,
) -> Vec<Option<usize>> {
    let mut immediate: Vec<Option<usize>> = vec![None; position.len()];
    let Some((&root, rest)) = order.split_first() else { return immediate };
    immediate[root] = Some(root);
    let mut is_changed = true;
    while is_changed {
        is_changed = false;
        for &node in rest {
            let known = predecessors(node).into_iter().filter(|&p| immediate[p].is_some());
            let meet = known.reduce(|a, b| common_dominator(&immediate, position, a, b));
            if immediate[node] != meet {
                immediate[node] = meet;
                is_changed = true;
            }
        }
    }
    immediate[root] = None;
    immediate
}

/// Climbs from both nodes to where their ways meet; the later one in the order climbs.
fn common_dominator(
    immediate: &[Option<usize>],
    position: &[usize],
    mut a: usize,
    mut b: usize,
) -> usize {
    while a != b {
        let climber = if position[a] > position[b] { &mut a } else { &mut b };
        match immediate[*climber] {
            Some(up) => *climber = up,
            None => unreachable!("only nodes with a known dominator are compared"),
        }
    }
    a
}

fn tree_spans(root: usize, immediate: &[Option<usize>]) -> Vec<Option<(u32, u32)>> {
    let mut children = vec![Vec::new(); immediate.len()];
    for (node, up) in immediate.iter().enumerate() {
        if let Some(up) = up {
            children[*up].push(node);
        }
    }
    let mut spans = vec![None; immediate.len()];
    let mut time = 0;
    let mut stack = vec![(root, 0, children[root].iter())];
    while let Some((node, entered, rest)) = stack.last_mut() {
        time += 1;
        match rest.next() {
            Some(&child) => stack.push((child, time, children[child].iter())),
            None => {
                spans[*node] = Some((*entered, time));
                stack.pop();
            }
        }
    }
    spans
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

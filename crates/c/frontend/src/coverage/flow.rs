//! Execution counts that obey the control flow of a function, to recognise other counts by.
//!
//! What enters a block leaves it. So the counts of all blocks and edges follow from those of a few
//! edges (the chords of a spanning tree of the graph, closed by an edge from the exit to the
//! entry), each as a sum of some of them. Two counts are the same in every run if they are the same
//! sum. Here each chord gets a random number of 128 bits: equal sums have equal numbers, and
//! different ones have different numbers but for a chance of nothing. That makes comparing, adding
//! and subtracting counts as cheap as doing it with numbers, however large the function is.
//!
//! clang's coverage map does not know of every call that never returns, and counts on as if it did.
//! So there are two flows of a function: that of all runs, and that of runs that return, in which
//! whatever leads to such a call only is never executed.

use crate::llvm::{Block, Opcode, Value};
use assay_base::Rng;
use rustc_hash::{FxHashMap, FxHashSet};

pub struct Flow<'m> {
    /// Those that can be reached, each after those that dominate it.
    pub blocks: Vec<Block<'m>>,
    numbers: FxHashMap<Block<'m>, usize>,
    counts: Vec<u128>,
    /// How often each block is followed by another.
    left: Vec<u128>,
    /// Of the successors of each block, in their order.
    edges: Vec<Vec<u128>>,
    rng: Rng,
}

/// An edge of the closed graph, by the numbers of blocks. The exit comes after all blocks.
#[derive(Copy, Clone)]
struct Arc {
    from: usize,
    to: usize,
    count: Option<u128>,
}

impl<'m> Flow<'m> {
    /// Of all runs of a function with a body.
    pub fn of_all(function: Value<'m>) -> Flow<'m> {
        Flow::of(reverse_post_order(function))
    }

    /// Of those that return.
    pub fn of_returning(function: Value<'m>) -> Flow<'m> {
        let mut blocks = reverse_post_order(function);
        let returns = returning(&blocks);
        blocks.retain(|block| returns.contains(block));
        Flow::of(blocks)
    }

    /// Of the runs that stay in these blocks, the entry first.
    fn of(blocks: Vec<Block<'m>>) -> Flow<'m> {
        let numbers: FxHashMap<_, _> =
            blocks.iter().enumerate().map(|(number, &block)| (block, number)).collect();
        let mut arcs = Vec::new();
        for (from, block) in blocks.iter().enumerate() {
            let to = successors(*block).into_iter().filter_map(|to| numbers.get(&to).copied());
            arcs.extend(to.map(|to| Arc { from, to, count: None }));
        }
        let inner = arcs.len();
        close(&mut arcs, blocks.len());
        // Always the same numbers: nothing that is seen depends on them.
        let mut rng = Rng::new(0);
        circulate(&mut arcs, blocks.len() + 1, &mut rng);
        let mut counts = vec![0u128; blocks.len() + 1];
        let mut left = vec![0u128; blocks.len()];
        let mut edges = vec![Vec::new(); blocks.len()];
        for (index, arc) in arcs.iter().enumerate() {
            let count = arc.count.unwrap_or(0);
            counts[arc.to] = counts[arc.to].wrapping_add(count);
            if index < inner {
                edges[arc.from].push(count);
                left[arc.from] = left[arc.from].wrapping_add(count);
            }
        }
        Flow { blocks, numbers, counts, left, edges, rng }
    }

    /// How often a block is executed; never, if it cannot be reached.
    pub fn count(&self, block: Block<'m>) -> u128 {
        self.numbers.get(&block).map_or(0, |&number| self.counts[number])
    }

    /// How often some successor of a block follows it.
    pub fn leaving(&self, block: Block<'m>) -> u128 {
        self.numbers.get(&block).map_or(0, |&number| self.left[number])
    }

    /// How often each successor of a block follows it. Empty if some never do.
    pub fn edges(&self, block: Block<'m>) -> &[u128] {
        let edges = self.numbers.get(&block).map_or(&[][..], |&number| &self.edges[number]);
        let all = block.terminator().map_or(0, Value::successor_count);
        if edges.len() == all { edges } else { &[] }
    }

    /// How often this successor of a block follows it.
    pub fn edge(&self, block: Block<'m>, position: usize) -> Option<u128> {
        match constant_branch(block.terminator()?) {
            Some(taken) if taken == position => Some(self.count(block)),
            Some(_) => Some(0),
            None => self.edges(block).get(position).copied(),
        }
    }

    /// A count that nothing follows from.
    pub fn unrelated(&mut self) -> u128 {
        random(&mut self.rng)
    }
}

fn random(rng: &mut Rng) -> u128 {
    u128::from(rng.word()) << 64 | u128::from(rng.word())
}

/// Those that can follow: a constant condition has one.
fn successors(block: Block<'_>) -> Vec<Block<'_>> {
    let Some(last) = block.terminator() else { return Vec::new() };
    let successors = last.successors();
    match constant_branch(last) {
        Some(taken) => vec![successors[taken]],
        None => successors,
    }
}

/// The successor that a branch on a constant goes to.
fn constant_branch(terminator: Value<'_>) -> Option<usize> {
    let truth = terminator.is_conditional_branch().then(|| terminator.operand(0).as_int())??;
    Some(usize::from(truth == 0))
}

/// The blocks from which a run can come to a return.
fn returning<'m>(blocks: &[Block<'m>]) -> FxHashSet<Block<'m>> {
    let mut predecessors: FxHashMap<Block<'m>, Vec<Block<'m>>> = FxHashMap::default();
    let mut pending = Vec::new();
    for &block in blocks {
        if block.terminator().is_some_and(|last| last.opcode() == Opcode::LLVMRet) {
            pending.push(block);
        }
        for next in successors(block) {
            predecessors.entry(next).or_default().push(block);
        }
    }
    let mut found = FxHashSet::default();
    while let Some(block) = pending.pop() {
        if found.insert(block) {
            pending.extend(predecessors.get(&block).into_iter().flatten());
        }
    }
    found
}

fn reverse_post_order(function: Value<'_>) -> Vec<Block<'_>> {
    let mut order = Vec::new();
    let mut visited = FxHashSet::default();
    let mut stack = Vec::new();
    if let Some(entry) = function.blocks().next() {
        visited.insert(entry);
        stack.push((entry, successors(entry)));
    }
    while let Some((block, rest)) = stack.last_mut() {
        match rest.pop() {
            Some(next) => {
                if visited.insert(next) {
                    stack.push((next, successors(next)));
                }
            }
            None => {
                order.push(*block);
                stack.pop();
            }
        }
    }
    order.reverse();
    order
}

/// Adds the edges from where a run can end to the exit, and from there to the entry. A loop without
/// a way out ends after any of its rounds.
fn close(arcs: &mut Vec<Arc>, exit: usize) {
    let mut has_successor = vec![false; exit];
    arcs.iter().for_each(|arc| has_successor[arc.from] = true);
    let mut ends: Vec<usize> = (0..exit).filter(|&block| !has_successor[block]).collect();
    let is_leaving = can_reach(arcs, &ends, exit);
    ends.extend(
        arcs.iter().filter(|arc| arc.to <= arc.from && !is_leaving[arc.from]).map(|arc| arc.from),
    );
    arcs.extend(ends.into_iter().map(|from| Arc { from, to: exit, count: None }));
    arcs.push(Arc { from: exit, to: 0, count: None });
}

fn can_reach(arcs: &[Arc], ends: &[usize], blocks: usize) -> Vec<bool> {
    let mut predecessors = vec![Vec::new(); blocks];
    arcs.iter().for_each(|arc| predecessors[arc.to].push(arc.from));
    let mut reaches = vec![false; blocks];
    let mut pending = ends.to_vec();
    while let Some(block) = pending.pop() {
        if !std::mem::replace(&mut reaches[block], true) {
            pending.extend(&predecessors[block]);
        }
    }
    reaches
}

/// Gives every arc a count such that what enters a node leaves it: random ones to those outside of
/// a spanning tree, and then leaf by leaf what follows.
fn circulate(arcs: &mut [Arc], nodes: usize, rng: &mut Rng) {
    let mut groups: Vec<usize> = (0..nodes).collect();
    let mut in_tree = vec![Vec::new(); nodes];
    // What enters a node and does not leave it yet.
    let mut surplus = vec![0u128; nodes];
    for (index, arc) in arcs.iter_mut().enumerate() {
        let Arc { from, to, .. } = *arc;
        let (one, other) = (group(&mut groups, from), group(&mut groups, to));
        if one != other {
            groups[one] = other;
            in_tree[from].push(index);
            in_tree[to].push(index);
        } else {
            let count = random(rng);
            arc.count = Some(count);
            surplus[to] = surplus[to].wrapping_add(count);
            surplus[from] = surplus[from].wrapping_sub(count);
        }
    }
    let mut open: Vec<usize> = in_tree.iter().map(Vec::len).collect();
    let mut leaves: Vec<usize> = (0..nodes).filter(|&node| open[node] == 1).collect();
    while let Some(leaf) = leaves.pop() {
        let last = in_tree[leaf].iter().copied().find(|&index| arcs[index].count.is_none());
        let Some(index) = last else { continue };
        let Arc { from, to, .. } = arcs[index];
        let (count, other) = match from == leaf {
            true => (surplus[leaf], to),
            false => (surplus[leaf].wrapping_neg(), from),
        };
        arcs[index].count = Some(count);
        surplus[to] = surplus[to].wrapping_add(count);
        surplus[from] = surplus[from].wrapping_sub(count);
        open[other] -= 1;
        if open[other] == 1 {
            leaves.push(other);
        }
    }
}

/// The representative of a node's group.
fn group(groups: &mut [usize], mut node: usize) -> usize {
    while groups[node] != node {
        groups[node] = groups[groups[node]];
        node = groups[node];
    }
    node
}

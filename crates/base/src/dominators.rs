//! Dominators of any graph.
//!
//! By the iterative algorithm of Cooper, Harvey and Kennedy ("A Simple, Fast Dominance
//! Algorithm"): immediate dominators are refined in reverse post-order until nothing changes.

/// Who dominates whom. Nodes are numbers from 0 up.
#[derive(Clone, Debug)]
pub struct Dominators {
    /// `None` for the root and for what cannot be reached from it.
    immediate: Vec<Option<usize>>,
    /// Entry and exit times of a walk over the tree: an ancestor's span encloses.
    spans: Vec<Option<(u32, u32)>>,
}

impl Dominators {
    pub fn new(
        len: usize,
        root: usize,
        successors: impl Fn(usize) -> Vec<usize>,
        predecessors: impl Fn(usize) -> Vec<usize>,
    ) -> Dominators {
        if len == 0 {
            return Dominators { immediate: Vec::new(), spans: Vec::new() };
        }
        let order = reverse_post_order(len, root, successors);
        let mut position = vec![usize::MAX; len];
        for (index, &node) in order.iter().enumerate() {
            position[node] = index;
        }
        let immediate = immediate_dominators(&order, &position, predecessors);
        let spans = tree_spans(root, &immediate);
        Dominators { immediate, spans }
    }

    /// The nearest other node that dominates this one. `None` for the root and for nodes that
    /// cannot be reached from it.
    pub fn immediate(&self, node: usize) -> Option<usize> {
        self.immediate[node]
    }

    /// Whether every way from the root to `b` goes through `a`; a node dominates itself. False
    /// where one of them cannot be reached from the root.
    pub fn dominates(&self, a: usize, b: usize) -> bool {
        match (self.spans[a], self.spans[b]) {
            (Some((a_in, a_out)), Some((b_in, b_out))) => a_in <= b_in && b_out <= a_out,
            _ => false,
        }
    }
}

/// Depth-first from `root` without recursion: bodies may have very many blocks.
pub fn reverse_post_order(
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

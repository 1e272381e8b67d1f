//! The order in which the conditions of a decision are evaluated, and the numbers of its test
//! vectors.
//!
//! `&&` and `||` leave some conditions unevaluated. The conditions with what is evaluated after
//! each outcome form a graph without cycles, and the test vectors are its paths from the first
//! condition to an end.
//!
//! clang numbers the vectors of a decision, and what Assay records itself is numbered in the same
//! way. Each edge of the graph adds an offset, and the sum along a path is its number: an inner
//! edge adds the number of paths that reach its target by edges before it, an end adds where its
//! block of vectors begins. Ends are laid out by how many paths they end, most first.

use std::cmp::Reverse;
use std::collections::VecDeque;

/// MC/DC: the condition's id within its decision and what is evaluated after it.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Condition {
    pub id: u32,
    /// `None` ends the decision.
    pub true_next: Option<u32>,
    pub false_next: Option<u32>,
    /// It stands under an odd number of `!` that are not its own: where it ends the decision, that
    /// has the opposite outcome.
    pub is_negated: bool,
}

/// What follows an outcome of a condition.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Next {
    Condition(usize),
    /// The decision has this outcome.
    End {
        outcome: bool,
    },
}

impl Next {
    fn condition(self) -> Option<usize> {
        match self {
            Next::Condition(at) => Some(at),
            Next::End { .. } => None,
        }
    }
}

/// The conditions of a decision, by their positions.
pub struct Graph {
    first: usize,
    /// After false, after true.
    next: Vec<[Next; 2]>,
    /// In an order in which every condition comes after those that lead to it.
    order: Vec<usize>,
}

impl Graph {
    /// `None` if the conditions are not those of a decision.
    pub fn new(conditions: &[Condition]) -> Option<Graph> {
        let position = |id: u32| conditions.iter().position(|condition| condition.id == id);
        let follow = |next: Option<u32>, outcome: bool| match next {
            Some(id) => position(id).map(Next::Condition),
            None => Some(Next::End { outcome }),
        };
        let mut next = Vec::new();
        for condition in conditions {
            let on_false = follow(condition.false_next, condition.is_negated)?;
            let on_true = follow(condition.true_next, !condition.is_negated)?;
            next.push([on_false, on_true]);
        }
        let mut graph = Graph { first: position(1)?, next, order: Vec::new() };
        graph.order = graph.topological_order()?;
        Some(graph)
    }

    /// How many conditions there are.
    pub fn len(&self) -> usize {
        self.next.len()
    }

    /// Never: a decision has a first condition.
    pub fn is_empty(&self) -> bool {
        self.next.is_empty()
    }

    pub fn first(&self) -> usize {
        self.first
    }

    /// What comes after the condition `at` was evaluated to `value`.
    pub fn next(&self, at: usize, value: bool) -> Next {
        self.next[at][usize::from(value)]
    }

    /// `None` if there is a cycle, or a condition that nothing leads to.
    fn topological_order(&self) -> Option<Vec<usize>> {
        let mut incoming = vec![0; self.next.len()];
        let targets = |at: usize| self.next[at].into_iter().filter_map(Next::condition);
        for to in (0..self.next.len()).flat_map(targets) {
            incoming[to] += 1;
        }
        if incoming[self.first] != 0 {
            return None;
        }
        let mut order = Vec::new();
        let mut ready = VecDeque::from([self.first]);
        while let Some(at) = ready.pop_front() {
            order.push(at);
            for to in targets(at) {
                incoming[to] -= 1;
                if incoming[to] == 0 {
                    ready.push_back(to);
                }
            }
        }
        (order.len() == self.next.len()).then_some(order)
    }

    /// How many paths lead to each condition.
    fn widths(&self) -> Option<Vec<u64>> {
        let mut widths = vec![0u64; self.next.len()];
        widths[self.first] = 1;
        for &at in &self.order {
            for to in self.next[at].into_iter().filter_map(Next::condition) {
                widths[to] = widths[to].checked_add(widths[at])?;
            }
        }
        Some(widths)
    }

    /// How many vectors there are.
    pub fn path_count(&self) -> Option<u64> {
        let widths = self.widths()?;
        let ends = |at: usize| self.next[at].iter().filter(|next| next.condition().is_none());
        (0..self.next.len()).try_fold(0u64, |sum, at| {
            sum.checked_add(widths[at].checked_mul(ends(at).count() as u64)?)
        })
    }

    /// What each outcome of each condition adds to the number of a vector: false, true.
    pub fn offsets(&self) -> Option<Vec<[u64; 2]>> {
        let widths = self.widths()?;
        let mut offsets = vec![[0; 2]; self.next.len()];
        let mut reached = vec![0u64; self.next.len()];
        let mut ends = Vec::new();
        for &at in &self.order {
            for (value, next) in self.next[at].into_iter().enumerate() {
                match next {
                    Next::Condition(to) => {
                        offsets[at][value] = reached[to];
                        reached[to] = reached[to].checked_add(widths[at])?;
                    }
                    Next::End { .. } => ends.push((Reverse(widths[at]), ends.len(), at, value)),
                }
            }
        }
        ends.sort_unstable();
        let mut begin = 0u64;
        for (Reverse(width), _, at, value) in ends {
            offsets[at][value] = begin;
            begin = begin.checked_add(width)?;
        }
        Some(offsets)
    }
}

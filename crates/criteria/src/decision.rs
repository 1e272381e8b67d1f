//! Decisions of several conditions, their test vectors, and when two of them show that a condition
//! counts (MC/DC).
//!
//! A test vector says what each condition was when the decision was evaluated once; `&&` and `||`
//! leave some conditions unevaluated. The conditions with what is evaluated after each outcome form
//! a graph without cycles, and the vectors are its paths from the first condition to an end.
//!
//! *Unique cause with masking by short circuits*, as `llvm-cov` judges it: two vectors are an
//! independence pair of a condition if their outcomes differ, both have evaluated the condition with
//! different values, and every other condition that both have evaluated had the same value.
//!
//! clang numbers the vectors of a decision. Each edge of the graph adds an offset, and the sum along
//! a path is its number: an inner edge adds the number of paths that reach its target by edges
//! before it, an end adds where its block of vectors begins. Ends are laid out by how many paths
//! they end, most first.

use assay_base::{Id, id};
use assay_program::coverage::Condition;
use assay_program::{EdgeId, FuncId};
use std::cmp::Reverse;
use std::collections::VecDeque;

id!(
    /// A decision of a unit.
    DecisionId,
    "d"
);

/// Vectors are words of this many bits; what has more conditions is left alone.
const MOST_CONDITIONS: usize = 128;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decision {
    /// Function and number of its first condition: `f#5`.
    pub name: String,
    pub function: FuncId,
    pub file: String,
    pub line: u32,
    pub column: u32,
    pub conditions: Vec<DecisionCondition>,
    /// Wherever vectors are recorded, the edge of the one with number 0; the others follow.
    pub firsts: Vec<EdgeId>,
    pub vectors: Vectors,
}

impl Decision {
    /// The edges of the vector with this number.
    pub fn edges(&self, number: u32) -> impl Iterator<Item = EdgeId> {
        self.firsts.iter().map(move |first| EdgeId::new(first.index() + number as usize))
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DecisionCondition {
    pub line: u32,
    pub column: u32,
    /// A constant, which has no pair and is no objective.
    pub is_folded: bool,
    pub true_edges: Vec<EdgeId>,
    pub false_edges: Vec<EdgeId>,
}

/// A test vector of a unit, by its number in its decision.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct VectorId {
    pub decision: DecisionId,
    pub number: u32,
}

/// One way to evaluate a decision. Bit i of a word is about the i-th condition.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Vector {
    pub evaluated: u128,
    /// Zero where not evaluated.
    pub values: u128,
    pub outcome: bool,
    /// The conditions of whose independence pairs it can be one half.
    pub pivotal: u128,
}

impl Vector {
    /// The condition that the two are an independence pair of.
    pub fn pair(self, other: Vector) -> Option<usize> {
        let differing = (self.values ^ other.values) & self.evaluated & other.evaluated;
        let is_pair = self.outcome != other.outcome && differing.count_ones() == 1;
        is_pair.then(|| differing.trailing_zeros() as usize)
    }

    /// `TF-`: a letter for each condition.
    pub fn shown(self, conditions: usize) -> String {
        let letter = |at: usize| match (self.evaluated >> at & 1, self.values >> at & 1) {
            (0, _) => '-',
            (_, 0) => 'F',
            _ => 'T',
        };
        (0..conditions).map(letter).collect()
    }
}

/// All vectors of a decision, by their numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Vectors(Vec<Vector>);

impl std::ops::Deref for Vectors {
    type Target = [Vector];

    fn deref(&self) -> &[Vector] {
        &self.0
    }
}

impl Vectors {
    /// `None` if the conditions are not those of a decision with this many vectors.
    pub fn of(conditions: &[Condition], count: u32) -> Option<Vectors> {
        let graph = Graph::new(conditions)?;
        let offsets = graph.offsets()?;
        if graph.path_count()? != u64::from(count) {
            return None;
        }
        let mut vectors = vec![None; count as usize];
        graph.walk(&offsets, &mut vectors)?;
        let mut vectors: Vec<Vector> = vectors.into_iter().collect::<Option<_>>()?;
        for vector in &mut vectors {
            vector.pivotal = graph.pivotal(*vector);
        }
        Some(Vectors(vectors))
    }

    /// A small set of the `seen` vectors in which every one of `conditions` that has a pair among
    /// them still has one: again and again the pair that needs the fewest more, and of those the one
    /// that stands first.
    pub fn witnesses(&self, seen: &[u32], mut conditions: u128) -> Vec<u32> {
        let mut chosen: Vec<u32> = Vec::new();
        loop {
            let mut best: Option<(usize, u32, u32)> = None;
            for (at, &one) in seen.iter().enumerate() {
                for &other in &seen[..at] {
                    let pair = self[one as usize].pair(self[other as usize]);
                    if pair.is_none_or(|condition| conditions >> condition & 1 == 0) {
                        continue;
                    }
                    let missing =
                        [one, other].iter().filter(|number| !chosen.contains(number)).count();
                    if best.is_none_or(|(least, ..)| missing < least) {
                        best = Some((missing, one, other));
                    }
                }
            }
            let Some((_, one, other)) = best else { return chosen };
            for number in [other, one] {
                if !chosen.contains(&number) {
                    chosen.push(number);
                }
            }
            for (at, &one) in chosen.iter().enumerate() {
                for &other in &chosen[..at] {
                    if let Some(condition) = self[one as usize].pair(self[other as usize]) {
                        conditions &= !(1 << condition);
                    }
                }
            }
        }
    }
}

/// What follows an outcome of a condition.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Next {
    Condition(usize),
    End,
}

/// The conditions of a decision, by their positions.
struct Graph {
    first: usize,
    /// After false, after true.
    next: Vec<[Next; 2]>,
    /// In an order in which every condition comes after those that lead to it.
    order: Vec<usize>,
}

impl Graph {
    fn new(conditions: &[Condition]) -> Option<Graph> {
        if conditions.len() > MOST_CONDITIONS {
            return None;
        }
        let position = |id: u32| conditions.iter().position(|condition| condition.id == id);
        let follow = |next: Option<u32>| match next {
            Some(id) => position(id).map(Next::Condition),
            None => Some(Next::End),
        };
        let mut next = Vec::new();
        for condition in conditions {
            next.push([follow(condition.false_next)?, follow(condition.true_next)?]);
        }
        let mut graph = Graph { first: position(1)?, next, order: Vec::new() };
        graph.order = graph.topological_order()?;
        Some(graph)
    }

    /// `None` if there is a cycle, or a condition that nothing leads to.
    fn topological_order(&self) -> Option<Vec<usize>> {
        let mut incoming = vec![0; self.next.len()];
        let targets = |at: usize| {
            self.next[at].into_iter().filter_map(|next| match next {
                Next::Condition(to) => Some(to),
                Next::End => None,
            })
        };
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
            for next in self.next[at] {
                if let Next::Condition(to) = next {
                    widths[to] = widths[to].checked_add(widths[at])?;
                }
            }
        }
        Some(widths)
    }

    fn path_count(&self) -> Option<u64> {
        let widths = self.widths()?;
        let ends = |at: usize| self.next[at].iter().filter(|&&next| next == Next::End).count();
        (0..self.next.len())
            .try_fold(0u64, |sum, at| sum.checked_add(widths[at].checked_mul(ends(at) as u64)?))
    }

    /// What each outcome of each condition adds to the number of a vector.
    fn offsets(&self) -> Option<Vec<[u64; 2]>> {
        let widths = self.widths()?;
        let mut offsets = vec![[0; 2]; self.next.len()];
        let mut reached = vec![0u64; self.next.len()];
        let mut ends = Vec::new();
        for &at in &self.order {
            for (outcome, next) in self.next[at].into_iter().enumerate() {
                match next {
                    Next::Condition(to) => {
                        offsets[at][outcome] = reached[to];
                        reached[to] = reached[to].checked_add(widths[at])?;
                    }
                    Next::End => ends.push((Reverse(widths[at]), ends.len(), at, outcome)),
                }
            }
        }
        ends.sort_unstable();
        let mut begin = 0u64;
        for (Reverse(width), _, at, outcome) in ends {
            offsets[at][outcome] = begin;
            begin = begin.checked_add(width)?;
        }
        Some(offsets)
    }

    /// Enters every path at its number. `None` if two have the same.
    fn walk(&self, offsets: &[[u64; 2]], vectors: &mut [Option<Vector>]) -> Option<()> {
        let mut pending = vec![(self.first, 0u64, Vector::default())];
        while let Some((at, sum, vector)) = pending.pop() {
            for (outcome, next) in self.next[at].into_iter().enumerate() {
                let number = sum.checked_add(offsets[at][outcome])?;
                let vector = Vector {
                    evaluated: vector.evaluated | 1 << at,
                    values: vector.values | (outcome as u128) << at,
                    outcome: outcome == 1,
                    ..vector
                };
                match next {
                    Next::Condition(to) => pending.push((to, number, vector)),
                    Next::End => {
                        let place = vectors.get_mut(usize::try_from(number).ok()?)?;
                        if place.replace(vector).is_some() {
                            return None;
                        }
                    }
                }
            }
        }
        Some(())
    }

    fn pivotal(&self, vector: Vector) -> u128 {
        let conditions = (0..self.next.len()).filter(|at| vector.evaluated >> at & 1 == 1);
        conditions.filter(|&at| self.has_pair(vector, at)).fold(0, |word, at| word | 1 << at)
    }

    /// Whether a vector with the other outcome differs from this one in the condition `at` only,
    /// as far as both evaluate: the way goes as here, apart from `at`, and is free where this one
    /// has not been.
    fn has_pair(&self, vector: Vector, at: usize) -> bool {
        let value = |at: usize| (vector.values >> at & 1) as usize;
        let mut visited = 0u128;
        let mut pending = vec![(at, 1 - value(at))];
        while let Some((at, outcome)) = pending.pop() {
            match self.next[at][outcome] {
                Next::End if (outcome == 1) != vector.outcome => return true,
                Next::Condition(to) if visited >> to & 1 == 0 => {
                    visited |= 1 << to;
                    match vector.evaluated >> to & 1 {
                        0 => pending.extend([(to, 0), (to, 1)]),
                        _ => pending.push((to, value(to))),
                    }
                }
                Next::End | Next::Condition(_) => {}
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn condition(id: u32, true_next: u32, false_next: u32) -> Condition {
        let next = |id: u32| (id != 0).then_some(id);
        Condition { id, true_next: next(true_next), false_next: next(false_next) }
    }

    /// `a && (b || c)`
    fn mixed() -> Vec<Condition> {
        vec![condition(1, 2, 0), condition(2, 0, 3), condition(3, 0, 0)]
    }

    #[test]
    fn vectors_are_the_paths_in_the_order_of_clang() {
        let vectors = Vectors::of(&mixed(), 4).unwrap();
        let shown: Vec<(String, bool)> =
            vectors.iter().map(|vector| (vector.shown(3), vector.outcome)).collect();
        let expected = [("F--", false), ("TT-", true), ("TFF", false), ("TFT", true)];
        assert_eq!(shown, expected.map(|(text, outcome)| (text.to_string(), outcome)));
    }

    #[test]
    fn a_pair_differs_in_one_condition_that_both_evaluate() {
        let vectors = Vectors::of(&mixed(), 4).unwrap();
        assert_eq!(vectors[0].pair(vectors[1]), Some(0));
        assert_eq!(vectors[1].pair(vectors[2]), Some(1));
        assert_eq!(vectors[2].pair(vectors[3]), Some(2));
        assert_eq!(vectors[1].pair(vectors[3]), None);
        assert_eq!(vectors[0].pair(vectors[2]), None);
    }

    #[test]
    fn pivotal_conditions_are_those_with_a_pair() {
        // (a || b) && (c || d) && e
        let conditions = [
            condition(1, 3, 2),
            condition(2, 3, 0),
            condition(3, 5, 4),
            condition(4, 5, 0),
            condition(5, 0, 0),
        ];
        let vectors = Vectors::of(&conditions, 11).unwrap();
        for one in vectors.iter() {
            let mut paired = 0u128;
            for other in vectors.iter() {
                paired |= one.pair(*other).map_or(0, |condition| 1 << condition);
            }
            assert_eq!(one.pivotal, paired, "{}", one.shown(5));
        }
    }

    #[test]
    fn witnesses_are_few_and_enough() {
        // a && b && … && h
        let last = 8;
        let chain: Vec<Condition> =
            (1..=last).map(|id| condition(id, if id < last { id + 1 } else { 0 }, 0)).collect();
        let vectors = Vectors::of(&chain, last + 1).unwrap();
        let all: Vec<u32> = (0..=last).collect();
        assert_eq!(vectors.witnesses(&all, u128::MAX).len(), 9);
        assert_eq!(vectors.witnesses(&all, 0b11).len(), 3);
        assert!(vectors.witnesses(&all[..1], u128::MAX).is_empty());
    }

    #[test]
    fn a_map_that_makes_no_sense_has_no_vectors() {
        assert_eq!(Vectors::of(&mixed(), 5), None);
        assert_eq!(Vectors::of(&[], 0), None);
        let cycle = [condition(1, 2, 0), condition(2, 1, 0)];
        assert_eq!(Vectors::of(&cycle, 3), None);
        let nowhere = [condition(1, 7, 0), condition(2, 0, 0)];
        assert_eq!(Vectors::of(&nowhere, 3), None);
        let unreachable = [condition(1, 0, 0), condition(2, 0, 0)];
        assert_eq!(Vectors::of(&unreachable, 2), None);
    }
}

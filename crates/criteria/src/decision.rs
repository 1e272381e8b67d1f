//! Decisions of several conditions, their test vectors, and when two of them show that a condition
//! counts (MC/DC).
//!
//! A test vector says what each condition was when the decision was evaluated once; `&&` and `||`
//! leave some conditions unevaluated. The vectors are the paths of the decision's
//! [graph](assay_program::decision).
//!
//! *Unique cause with masking by short circuits*, as `llvm-cov` judges it: two vectors are an
//! independence pair of a condition if their outcomes differ, both have evaluated the condition
//! with different values, and every other condition that both have evaluated had the same value.

use assay_base::{Id, id};
use assay_program::decision::{Condition, Graph, Next};
use assay_program::{EdgeId, EdgeRuns, FuncId};

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
    /// clang leaves it out, and `llvm-cov` says nothing about it.
    pub is_left_out: bool,
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

    /// The edges of every outcome of its conditions.
    pub(crate) fn outcomes(&self) -> impl Iterator<Item = &EdgeRuns> {
        self.conditions.iter().flat_map(|of| [&of.true_edges, &of.false_edges])
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DecisionCondition {
    pub line: u32,
    pub column: u32,
    /// A constant, which has no pair and is no objective.
    pub is_folded: bool,
    pub true_edges: EdgeRuns,
    pub false_edges: EdgeRuns,
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
        if conditions.len() > MOST_CONDITIONS {
            return None;
        }
        let graph = Graph::new(conditions)?;
        let offsets = graph.offsets()?;
        if graph.path_count()? != u64::from(count) {
            return None;
        }
        let mut vectors = vec![None; count as usize];
        walk(&graph, &offsets, &mut vectors)?;
        let mut vectors: Vec<Vector> = vectors.into_iter().collect::<Option<_>>()?;
        for vector in &mut vectors {
            vector.pivotal = pivotal(&graph, *vector);
        }
        Some(Vectors(vectors))
    }

    /// A small set of the `seen` vectors in which every one of `conditions` that has a pair among
    /// them still has one: again and again the pair that needs the fewest more, and of those the
    /// one that stands first.
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

/// Enters every path at its number. `None` if two have the same.
fn walk(graph: &Graph, offsets: &[[u64; 2]], vectors: &mut [Option<Vector>]) -> Option<()> {
    let mut pending = vec![(graph.first(), 0u64, Vector::default())];
    while let Some((at, sum, vector)) = pending.pop() {
        for value in [false, true] {
            let number = sum.checked_add(offsets[at][usize::from(value)])?;
            let vector = Vector {
                evaluated: vector.evaluated | 1 << at,
                values: vector.values | u128::from(value) << at,
                ..vector
            };
            match graph.next(at, value) {
                Next::Condition(to) => pending.push((to, number, vector)),
                Next::End { outcome } => {
                    let place = vectors.get_mut(usize::try_from(number).ok()?)?;
                    if place.replace(Vector { outcome, ..vector }).is_some() {
                        return None;
                    }
                }
            }
        }
    }
    Some(())
}

/// The conditions of whose independence pairs the vector can be one half.
fn pivotal(graph: &Graph, vector: Vector) -> u128 {
    let conditions = (0..graph.len()).filter(|at| vector.evaluated >> at & 1 == 1);
    conditions.filter(|&at| has_pair(graph, vector, at)).fold(0, |word, at| word | 1 << at)
}

/// Whether a vector with the other outcome differs from this one in the condition `at` only, as far
/// as both evaluate: the way goes as here, apart from `at`, and is free where this one has not
/// been.
fn has_pair(graph: &Graph, vector: Vector, at: usize) -> bool {
    let value = |at: usize| vector.values >> at & 1 == 1;
    let mut visited = 0u128;
    let mut pending = vec![(at, !value(at))];
    while let Some((at, taken)) = pending.pop() {
        match graph.next(at, taken) {
            Next::End { outcome } if outcome != vector.outcome => return true,
            Next::Condition(to) if visited >> to & 1 == 0 => {
                visited |= 1 << to;
                match vector.evaluated >> to & 1 {
                    0 => pending.extend([(to, false), (to, true)]),
                    _ => pending.push((to, value(to))),
                }
            }
            Next::End { .. } | Next::Condition(_) => {}
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    fn condition(id: u32, true_next: u32, false_next: u32) -> Condition {
        let next = |id: u32| (id != 0).then_some(id);
        let (true_next, false_next) = (next(true_next), next(false_next));
        Condition { id, true_next, false_next, is_negated: false }
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
    fn a_negated_condition_ends_its_decision_with_the_opposite() {
        // a && !(b && c)
        let negated = |id, true_next, false_next| Condition {
            is_negated: true,
            ..condition(id, true_next, false_next)
        };
        let conditions = [condition(1, 2, 0), negated(2, 3, 0), negated(3, 0, 0)];
        let vectors = Vectors::of(&conditions, 4).unwrap();
        let outcome = |shown: &str| {
            vectors.iter().find(|vector| vector.shown(3) == shown).map(|vector| vector.outcome)
        };
        assert_eq!(outcome("F--"), Some(false));
        assert_eq!(outcome("TF-"), Some(true));
        assert_eq!(outcome("TTF"), Some(true));
        assert_eq!(outcome("TTT"), Some(false));
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

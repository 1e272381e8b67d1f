//! Decisions over all units: two vectors that show that a condition counts may come from the tests
//! of two units, and `llvm-cov`, which sums over all tests, counts them.

use crate::{Decision, Report, SeenVector};
use std::collections::BTreeMap;

/// A decision as the tests of all units together have shown it.
pub struct SharedDecision<'a> {
    /// That of the first unit which has it.
    pub decision: &'a Decision,
    /// Each once.
    pub vectors: Vec<SharedVector<'a>>,
}

/// A vector and the unit whose test showed it first.
#[derive(Copy, Clone, PartialEq, Eq)]
pub struct SharedVector<'a> {
    pub unit: usize,
    pub vector: &'a SeenVector,
}

impl<'a> SharedDecision<'a> {
    /// Two vectors that show that the condition at this position counts, of one unit if possible.
    pub fn pair(&self, position: usize) -> Option<[SharedVector<'a>; 2]> {
        let all = self.vectors.iter().enumerate();
        let pairs = all.flat_map(|(at, one)| self.vectors[..at].iter().map(|other| [*other, *one]));
        pairs
            .filter(|[one, other]| one.vector.pair(other.vector) == Some(position))
            .min_by_key(|[one, other]| one.unit != other.unit)
    }
}

impl Report {
    /// The decisions of all units, by their ids.
    pub fn decisions(&self) -> BTreeMap<&str, SharedDecision<'_>> {
        let mut found: BTreeMap<&str, SharedDecision<'_>> = BTreeMap::new();
        for (unit, of) in self.units.iter().enumerate() {
            for decision in &of.decisions {
                let shared = found
                    .entry(&decision.id)
                    .or_insert_with(|| SharedDecision { decision, vectors: Vec::new() });
                for vector in &decision.vectors {
                    let mut known = shared.vectors.iter().map(|known| &known.vector.values);
                    // The same letters of one unit are one vector already.
                    if !known.any(|values| *values == vector.values) {
                        shared.vectors.push(SharedVector { unit, vector });
                    }
                }
            }
        }
        found
    }

    /// The objectives that are covered by a pair of vectors from whichever units.
    pub fn paired(&self) -> BTreeMap<&str, [SharedVector<'_>; 2]> {
        let mut paired = BTreeMap::new();
        for shared in self.decisions().into_values() {
            for (position, condition) in shared.decision.conditions.iter().enumerate() {
                if let (Some(id), Some(pair)) = (&condition.objective, shared.pair(position)) {
                    paired.insert(id.as_str(), pair);
                }
            }
        }
        paired
    }
}

//! The test vectors behind an MC/DC objective.

use assay_verdict::{Decision, Report, SeenVector};
use std::collections::HashMap;

/// A condition of a decision, in the unit whose tests have shown most about it.
pub(crate) struct ConditionFacts<'a> {
    pub(crate) unit: usize,
    pub(crate) decision: &'a Decision,
    /// Its place among the conditions.
    pub(crate) position: usize,
}

/// All conditions that are objectives, by their ids.
pub(crate) fn conditions(report: &Report) -> HashMap<&str, ConditionFacts<'_>> {
    let mut found: HashMap<&str, ConditionFacts<'_>> = HashMap::new();
    for (unit, of) in report.units.iter().enumerate() {
        for decision in &of.decisions {
            for (position, condition) in decision.conditions.iter().enumerate() {
                let Some(id) = condition.objective.as_deref() else { continue };
                let facts = ConditionFacts { unit, decision, position };
                let is_better = |known: &ConditionFacts<'_>| facts.worth() > known.worth();
                if found.get(id).is_none_or(is_better) {
                    found.insert(id, facts);
                }
            }
        }
    }
    found
}

impl<'a> ConditionFacts<'a> {
    fn worth(&self) -> (bool, usize) {
        (self.pair().is_some(), self.decision.vectors.len())
    }

    /// Two vectors that show that the condition counts: the outcome differs, and of what both have
    /// evaluated only this condition.
    pub(crate) fn pair(&self) -> Option<[&'a SeenVector; 2]> {
        let vectors = &self.decision.vectors;
        let pairs = vectors
            .iter()
            .enumerate()
            .flat_map(|(at, one)| vectors[..at].iter().map(move |other| [other, one]));
        pairs.into_iter().find(|[one, other]| {
            one.outcome != other.outcome && differing(one, other) == [self.position]
        })
    }
}

fn differing(one: &SeenVector, other: &SeenVector) -> Vec<usize> {
    let both = one.values.bytes().zip(other.values.bytes()).enumerate();
    both.filter(|(_, (a, b))| a != b && *a != b'-' && *b != b'-').map(|(at, _)| at).collect()
}

//! The test vectors behind an MC/DC objective.

use assay_verdict::{Decision, Report, SeenVector};

/// A condition of a decision, in the unit whose tests have shown most about it.
pub(crate) struct ConditionFacts<'a> {
    pub(crate) unit: usize,
    pub(crate) decision: &'a Decision,
    /// Its place among the conditions.
    pub(crate) position: usize,
}

/// The condition that this objective is about; `None` for other criteria.
pub(crate) fn condition<'a>(report: &'a Report, objective: &str) -> Option<ConditionFacts<'a>> {
    let mut found: Option<ConditionFacts<'a>> = None;
    for (unit, of) in report.units.iter().enumerate() {
        for decision in &of.decisions {
            let is_named =
                |id: &Option<String>| id.as_ref().is_some_and(|id| id.as_str() == objective);
            let mut conditions = decision.conditions.iter();
            let Some(position) = conditions.position(|condition| is_named(&condition.objective))
            else {
                continue;
            };
            let facts = ConditionFacts { unit, decision, position };
            if found.as_ref().is_none_or(|known| facts.worth() > known.worth()) {
                found = Some(facts);
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

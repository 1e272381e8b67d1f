//! The test vectors behind an MC/DC objective.

use assay_verdict::{Decision, Report, SharedVector};
use std::collections::HashMap;
use std::rc::Rc;

/// A condition of a decision, with what the tests of all units have shown of it.
pub(crate) struct ConditionFacts<'a> {
    pub(crate) decision: &'a Decision,
    pub(crate) vectors: Rc<[SharedVector<'a>]>,
    /// Its place among the conditions.
    pub(crate) position: usize,
    /// Two vectors that show that the condition counts.
    pub(crate) pair: Option<[SharedVector<'a>; 2]>,
}

/// All conditions that are objectives, by their ids.
pub(crate) fn conditions(report: &Report) -> HashMap<&str, ConditionFacts<'_>> {
    let mut found = HashMap::new();
    for shared in report.decisions().into_values() {
        let decision = shared.decision;
        let vectors: Rc<[SharedVector<'_>]> = shared.vectors.as_slice().into();
        for (position, condition) in decision.conditions.iter().enumerate() {
            let Some(id) = condition.objective.as_deref() else { continue };
            let (vectors, pair) = (Rc::clone(&vectors), shared.pair(position));
            found.insert(id, ConditionFacts { decision, vectors, position, pair });
        }
    }
    found
}

//! Condition coverage with decisions: both outcomes of every condition, and of every decision that
//! has several.
//!
//! Conditions are those of [branch coverage](crate::branch), as `llvm-cov` counts them. A decision
//! has come out true when the outcome of a condition has ended it so; nothing is evaluated between
//! that and the decision itself. In `a && b` that is `b` for true, and either for false.

use crate::branch::outcomes_of_conditions;
use crate::mcdc::{DecisionSource, decisions};
use crate::{Criterion, Needs, Objective, Objectives, Rule, Source};
use assay_program::EdgeRuns;

pub const CRITERION: Criterion = Criterion {
    name: "condition",
    describe,
    needs: Needs { decisions: true, code: false, flow: false, is_wide: false },
};

fn describe(source: &Source<'_>, objectives: &mut Objectives) {
    outcomes_of_conditions(source, CRITERION.name, objectives);
    for found in decisions(source) {
        for value in [true, false] {
            let edges = ends(&found, value);
            if edges.is_empty() {
                continue;
            }
            let decision = &found.decision;
            objectives.add(Objective {
                id: format!("{}:{}:decision-{value}", CRITERION.name, decision.name),
                criterion: CRITERION.name,
                function: decision.function,
                file: decision.file.clone(),
                line: decision.line,
                column: decision.column,
                lines: found.lines,
                outcome: format!("decision {value}"),
                rule: Rule::Any(edges),
                flow: None,
            });
        }
    }
}

/// The edges that end the decision with this value.
fn ends(found: &DecisionSource, value: bool) -> EdgeRuns {
    let conditions = found.decision.conditions.iter().zip(&found.conditions);
    let ends = conditions.filter_map(|(of, condition)| match value != condition.is_negated {
        true => condition.true_next.is_none().then_some(&of.true_edges),
        false => condition.false_next.is_none().then_some(&of.false_edges),
    });
    EdgeRuns::union(ends)
}

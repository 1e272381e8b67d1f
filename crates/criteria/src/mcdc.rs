//! Modified condition/decision coverage: for every condition of a decision, two tests that show
//! that it alone changes the outcome, as `llvm-cov` judges it.
//!
//! The pair may come from any two runs of any two tests. What a pair is, and which ones a decision
//! has, is in [`decision`](crate::decision). A decision of one condition has no objectives here:
//! its branches say as much. Decisions that clang leaves out have objectives too, judged in the
//! same way.

use crate::decision::{Decision, DecisionCondition, Vectors};
use crate::{Criterion, Needs, Objective, Objectives, Rule, Source};
use assay_program::FuncId;
use assay_program::decision::Condition;
use assay_program::observable::{Branch, DecisionPlace, Extent, Observable, Observables, Outcome};

pub const CRITERION: Criterion = Criterion {
    name: "mcdc",
    describe,
    needs: Needs { decisions: true, code: false, flow: false, is_wide: false },
};

fn describe(source: &Source<'_>, objectives: &mut Objectives) {
    for DecisionSource { decision, numbers, lines, .. } in decisions(source) {
        let Decision { function, file, conditions, .. } = decision.clone();
        let id = objectives.add_decision(decision);
        for (condition, (of, number)) in conditions.iter().zip(numbers).enumerate() {
            if of.is_folded {
                continue;
            }
            let position = condition + 1;
            objectives.add(Objective {
                id: format!("mcdc:{}#{number}:c{position}", source.label(function)),
                criterion: CRITERION.name,
                function,
                file: file.clone(),
                line: of.line,
                column: of.column,
                lines,
                outcome: format!("c{position} of {}", conditions.len()),
                rule: Rule::Independence { decision: id, condition },
                flow: None,
            });
        }
    }
}

/// A decision, and what the map says about it.
pub(crate) struct DecisionSource {
    pub decision: Decision,
    pub lines: (u32, u32),
    /// By position, as in the decision: the numbers of the regions, and their order of evaluation.
    pub numbers: Vec<u32>,
    pub conditions: Vec<Condition>,
}

/// All decisions of which vectors can be observed.
pub(crate) fn decisions(source: &Source<'_>) -> Vec<DecisionSource> {
    let mut found = Vec::new();
    for &function in source.functions {
        let body = source.program.functions[function].body.as_ref();
        let Some(of) = body.and_then(|body| body.observables.as_ref()) else { continue };
        let own = of.decisions.iter().filter(|decision| source.is_own(decision.extent));
        found.extend(own.filter_map(|decision| of_place(source, function, of, decision)));
    }
    found
}

fn of_place(
    source: &Source<'_>,
    function: FuncId,
    observables: &Observables,
    place: &DecisionPlace,
) -> Option<DecisionSource> {
    if place.firsts.is_empty() {
        return None;
    }
    let conditions = place.conditions.iter().map(|&number| observables.branch(number));
    let conditions = conditions.collect::<Option<Vec<(&Observable, &Branch)>>>()?;
    let order = conditions.iter().map(|(_, branch)| branch.condition);
    let order = order.collect::<Option<Vec<Condition>>>()?;
    let vectors = Vectors::of(&order, place.vectors)?;
    let edges = |branch: &Branch, of| branch.edges(of).cloned().unwrap_or_default();
    let of_condition = |(condition, branch): &(&Observable, &Branch)| DecisionCondition {
        line: condition.extent.start.0,
        column: condition.extent.start.1,
        is_folded: branch.is_folded,
        true_edges: edges(branch, Outcome::True),
        false_edges: edges(branch, Outcome::False),
    };
    let Extent { start, end, .. } = place.extent;
    let decision = Decision {
        name: format!("{}#{}", source.label(function), place.conditions.first()?),
        function,
        file: source.file(place.extent),
        line: start.0,
        column: start.1,
        is_left_out: !place.is_counted,
        conditions: conditions.iter().map(of_condition).collect(),
        firsts: place.firsts.clone(),
        vectors,
    };
    let (lines, numbers) = ((start.0, end.0), place.conditions.clone());
    Some(DecisionSource { decision, lines, numbers, conditions: order })
}

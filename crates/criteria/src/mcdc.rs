//! Modified condition/decision coverage: for every condition of a decision, two tests that show
//! that it alone changes the outcome, as `llvm-cov` judges it.
//!
//! The pair may come from any two runs of any two tests. What a pair is, and which ones a decision
//! has, is in [`decision`](crate::decision). A decision of one condition has no objectives here:
//! its branches say as much. Decisions that clang leaves out have objectives too, judged in the same
//! way.

use crate::decision::{Decision, DecisionCondition, Vectors};
use crate::{Criterion, Needs, Objective, Objectives, Rule, Source};
use assay_program::FuncId;
use assay_program::coverage::{
    BranchRegion, Condition, DecisionRegion, FunctionCoverage, Region, RegionKind,
};

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
    pub numbers: Vec<usize>,
    pub conditions: Vec<Condition>,
}

/// All decisions of which vectors can be observed.
pub(crate) fn decisions(source: &Source<'_>) -> Vec<DecisionSource> {
    let mut found = Vec::new();
    for &function in source.functions {
        let body = source.program.functions[function].body.as_ref();
        let Some(coverage) = body.and_then(|body| body.coverage.as_ref()) else { continue };
        let numbers = coverage.numbers();
        for region in coverage.regions.iter().filter(|region| source.is_own(region)) {
            let RegionKind::Decision(decision) = &region.kind else { continue };
            found.extend(of_region(source, function, coverage, &numbers, region, decision));
        }
    }
    found
}

fn of_region(
    source: &Source<'_>,
    function: FuncId,
    coverage: &FunctionCoverage,
    numbers: &[usize],
    region: &Region,
    decision: &DecisionRegion,
) -> Option<DecisionSource> {
    if decision.firsts.is_empty() {
        return None;
    }
    let conditions: Option<Vec<(&Region, &BranchRegion)>> =
        decision.conditions.iter().map(|&index| condition(&coverage.regions[index])).collect();
    let conditions = conditions?;
    let order: Option<Vec<Condition>> =
        conditions.iter().map(|(_, branch)| branch.condition).collect();
    let order = order?;
    let vectors = Vectors::of(&order, decision.vectors)?;
    let numbers: Vec<usize> = decision.conditions.iter().map(|&index| numbers[index]).collect();
    let of_condition = |(region, branch): &(&Region, &BranchRegion)| DecisionCondition {
        line: region.start.0,
        column: region.start.1,
        is_folded: branch.is_folded,
        true_edges: branch.true_edges.clone(),
        false_edges: branch.false_edges.clone(),
    };
    let decision = Decision {
        name: format!("{}#{}", source.label(function), numbers.first()?),
        function,
        file: source.file(region),
        line: region.start.0,
        column: region.start.1,
        is_left_out: decision.is_left_out,
        conditions: conditions.iter().map(of_condition).collect(),
        firsts: decision.firsts.clone(),
        vectors,
    };
    let lines = (region.start.0, region.end.0);
    Some(DecisionSource { decision, lines, numbers, conditions: order })
}

fn condition(region: &Region) -> Option<(&Region, &BranchRegion)> {
    match &region.kind {
        RegionKind::Branch(branch) => Some((region, branch)),
        _ => None,
    }
}

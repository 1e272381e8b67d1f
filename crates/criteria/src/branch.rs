//! Branch coverage: both outcomes of every condition, as `llvm-cov` counts them.
//!
//! clang's coverage map has a branch region for each condition of `if`, loops and `?:`, each
//! operand of `&&` and `||`, and each label of a `switch`. A region's outcome is an objective
//! where the front end found edges for it: folded conditions (`while (1)`), labels that a `switch` on
//! a constant does not go to, and the duplicates that `assert` makes have none. `llvm-cov` infers false counts by subtraction and so may count
//! outcomes after a crash that nothing took; the edges here are exact.
//!
//! Code that was compiled without the map (`.bc` and `.ll` inputs) has no regions; there every
//! outcome of every conditional branch and switch is an objective, named by its block.

use crate::{Criterion, Needs, Objective, Objectives, Rule, Source};
use assay_base::Id;
use assay_program::coverage::{BranchRegion, FunctionCoverage, Region, RegionKind};
use assay_program::{Block, BlockId, EdgeId, EdgeKind, FuncId, FunctionBody, Terminator};

pub const CRITERION: Criterion = Criterion {
    name: "branch",
    describe: |source, objectives| outcomes_of_conditions(source, "branch", objectives),
    needs: Needs { decisions: false, code: false, flow: false, is_wide: false },
};

/// Both outcomes of every condition, as objectives of this criterion.
pub(crate) fn outcomes_of_conditions(
    source: &Source<'_>,
    criterion: &'static str,
    objectives: &mut Objectives,
) {
    for &function in source.functions {
        let Some(body) = &source.program.functions[function].body else { continue };
        let outcomes = Outcomes { source, criterion, function };
        match &body.coverage {
            Some(coverage) => outcomes.of_regions(coverage, objectives),
            None => outcomes.of_blocks(body, objectives),
        }
    }
}

struct Outcomes<'s, 'a> {
    source: &'s Source<'a>,
    criterion: &'static str,
    function: FuncId,
}

impl Outcomes<'_, '_> {
    fn of_regions(&self, coverage: &FunctionCoverage, objectives: &mut Objectives) {
        for (number, region) in coverage.numbers().into_iter().zip(&coverage.regions) {
            let RegionKind::Branch(branch) = &region.kind else { continue };
            if !branch.is_folded && self.source.is_own(region) {
                self.of_region(number, region, branch, objectives);
            }
        }
    }

    fn of_region(
        &self,
        number: usize,
        region: &Region,
        branch: &BranchRegion,
        objectives: &mut Objectives,
    ) {
        for (outcome, edges) in [("true", &branch.true_edges), ("false", &branch.false_edges)] {
            if edges.is_empty() {
                continue;
            }
            let label = self.source.label(self.function);
            objectives.add(Objective {
                id: format!("{}:{label}#{number}:{outcome}", self.criterion),
                criterion: self.criterion,
                function: self.function,
                file: self.source.file(region),
                line: region.start.0,
                column: region.start.1,
                lines: (region.start.0, region.end.0),
                outcome: outcome.to_string(),
                rule: Rule::Any(edges.clone()),
                flow: None,
            });
        }
    }

    fn of_blocks(&self, body: &FunctionBody, objectives: &mut Objectives) {
        for (id, block) in body.blocks.iter() {
            let is_shown = |edge: EdgeId| {
                let edge = self.source.program.edges.get(edge);
                edge.is_none_or(|edge| edge.kind != EdgeKind::Check)
            };
            let outcomes = outcomes(&block.terminator).into_iter();
            for (outcome, edge) in outcomes.filter(|(_, edge)| is_shown(*edge)) {
                objectives.add(self.of_edge(id, block, outcome, edge));
            }
        }
    }

    fn of_edge(&self, id: BlockId, block: &Block, outcome: String, edge: EdgeId) -> Objective {
        let program = self.source.program;
        let place = block.terminator_place.or(program.functions[self.function].place);
        let line = place.map_or(0, |place| place.line);
        let label = self.source.label(self.function);
        Objective {
            id: format!("{}:{label}#{id}:{outcome}", self.criterion),
            criterion: self.criterion,
            function: self.function,
            file: place.map_or_else(String::new, |place| program.files[place.file].name.clone()),
            line,
            column: place.map_or(0, |place| place.column),
            lines: (line, line),
            outcome,
            rule: Rule::Any([edge].into_iter().collect()),
            flow: None,
        }
    }
}

fn outcomes(terminator: &Terminator) -> Vec<(String, EdgeId)> {
    let edge = |first: EdgeId, offset: usize| EdgeId::new(first.index() + offset);
    match terminator {
        Terminator::Branch { edges, .. } => {
            vec![("true".to_string(), edge(*edges, 0)), ("false".to_string(), edge(*edges, 1))]
        }
        Terminator::Switch { cases, edges, .. } => cases
            .iter()
            .map(|(value, _)| format!("case {value}"))
            .chain(["default".to_string()])
            .enumerate()
            .map(|(offset, outcome)| (outcome, edge(*edges, offset)))
            .collect(),
        _ => Vec::new(),
    }
}

//! Branch coverage: every outcome of every place that goes on in several ways, as the tool counts
//! them with which people measure programs of the language.
//!
//! For C, these are `llvm-cov`'s: both outcomes of each condition of `if`, loops and `?:`, of each
//! operand of `&&` and `||`, and of each label of a `switch`. An outcome is an objective where the
//! front end found edges for it: constant conditions (`while (1)`), labels that a `switch` on a
//! constant does not go to, and the duplicates that `assert` makes have none. Such a tool may infer
//! counts, and so count outcomes after a crash that nothing took; the edges here are exact.
//!
//! Code of which no tool says what can be observed (`.bc` and `.ll` inputs) has an objective for
//! every outcome of every conditional branch and switch, named by its block.

use crate::{Criterion, Needs, Objective, Objectives, Rule, Source};
use assay_base::Id;
use assay_program::observable::{Branch, Extent, Observable, Observables, Observed};
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
        match &body.observables {
            Some(observables) => outcomes.of_places(observables, objectives),
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
    fn of_places(&self, observables: &Observables, objectives: &mut Objectives) {
        for place in &observables.places {
            let Observed::Branch(branch) = &place.kind else { continue };
            if !branch.is_folded && self.source.is_own(place.extent) {
                self.of_place(place, branch, objectives);
            }
        }
    }

    fn of_place(&self, place: &Observable, branch: &Branch, objectives: &mut Objectives) {
        let Extent { start, end, .. } = place.extent;
        for (outcome, edges) in branch.outcomes.iter().filter(|(_, edges)| !edges.is_empty()) {
            let label = self.source.label(self.function);
            objectives.add(Objective {
                id: format!("{}:{label}#{}:{outcome}", self.criterion, place.number),
                criterion: self.criterion,
                function: self.function,
                file: self.source.file(place.extent),
                line: start.0,
                column: start.1,
                lines: (start.0, end.0),
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

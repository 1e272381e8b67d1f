//! Data-flow coverage: for every use of a variable, each definition that reaches it (all def-use
//! pairs, "all uses").
//!
//! A pair is reached when a run comes from the definition to the use without another definition of
//! the variable between. A use in a predicate has an objective for each outcome. What definitions
//! and uses there are, and which reach which, is found by the front end, see
//! [`assay_program::dataflow`]; the edge that a use takes says which definition it has seen last.
//!
//! `llvm-cov` knows nothing of this; the native run judges.

use crate::{Criterion, Flow, Needs, Objective, Objectives, Rule, Source};
use assay_base::Place;
use assay_program::EdgeRuns;
use assay_program::dataflow::{DefinitionKind, ObservedVariable, VariableUse};
use std::collections::{HashMap, HashSet};

pub const CRITERION: Criterion = Criterion {
    name: "dataflow",
    describe,
    needs: Needs { decisions: false, code: false, flow: true, is_wide: false },
};

fn describe(source: &Source<'_>, objectives: &mut Objectives) {
    let dataflow = &source.program.dataflow;
    let in_scope: HashSet<_> = source.functions.iter().collect();
    // Uses that a macro repeats share their place.
    let mut known: HashMap<String, usize> = HashMap::new();
    for of_use in dataflow.uses.iter().filter(|of_use| in_scope.contains(&of_use.function)) {
        if source.program.files[of_use.place.file].is_system {
            continue;
        }
        let variable = &dataflow.variables[of_use.variable];
        for &number in &of_use.reaching {
            let definition = &variable.definitions[number as usize - 1];
            if definition.function.is_none_or(|function| in_scope.contains(&function)) {
                let mut objective = objective(source, variable, number, of_use);
                objective.rule = Rule::Any([of_use.edge(number)].into_iter().collect());
                let count = known.entry(objective.id.clone()).or_default();
                *count += 1;
                if *count > 1 {
                    objective.id += &format!("~{count}");
                }
                objectives.add(objective);
            }
        }
    }
}

fn objective(
    source: &Source<'_>,
    variable: &ObservedVariable,
    number: u32,
    of_use: &VariableUse,
) -> Objective {
    let definition = &variable.definitions[number as usize - 1];
    let (from, to) = (definition.place, of_use.place);
    let file = |place: Place| source.program.files[place.file].name.clone();
    let is_one_file = from.file == to.file;
    let outcome = of_use.outcome.as_deref();
    let place = match is_one_file {
        true => format!("{}.{}", from.line, from.column),
        false => format!("{}:{}.{}", file(from), from.line, from.column),
    };
    let name = &variable.name;
    let label = source.label(of_use.function);
    let suffix = outcome.map(|outcome| format!(":{outcome}")).unwrap_or_default();
    Objective {
        id: format!("dataflow:{label}#{name}:{place}->{}.{}{suffix}", to.line, to.column),
        criterion: CRITERION.name,
        function: of_use.function,
        file: file(to),
        line: to.line,
        column: to.column,
        // What lies between may redefine the variable.
        lines: if is_one_file {
            (from.line.min(to.line), from.line.max(to.line))
        } else {
            (to.line, to.line)
        },
        outcome: match outcome {
            Some(outcome) => format!("{name} from {} then {outcome}", place.replace('.', ":")),
            None => format!("{name} from {}", place.replace('.', ":")),
        },
        rule: Rule::Any(EdgeRuns::default()),
        flow: Some(Flow {
            variable: name.clone(),
            number,
            kind: kind(definition.kind),
            function: definition.function,
            file: file(from),
            line: from.line,
            column: from.column,
            is_predicate: outcome.is_some(),
            is_in_one_block: definition.function == Some(of_use.function)
                && definition.block == Some(of_use.block),
        }),
    }
}

fn kind(kind: DefinitionKind) -> &'static str {
    match kind {
        DefinitionKind::Assignment => "assignment",
        DefinitionKind::Parameter => "parameter",
        DefinitionKind::Initial => "initial",
        DefinitionKind::Library => "library",
    }
}

//! Statement coverage: every piece of code, as `llvm-cov` counts regions.
//!
//! clang's coverage map has a code region for each run of code that is executed as a whole: the
//! body of a function, the arms of `if`, `?:` and loops, the right operands of `&&` and `||`, what
//! follows a label or something that may have left. A region is an objective where the front end
//! found where it begins. `llvm-cov` infers some counts by subtraction and so may count regions
//! after a crash or an exit that nothing executed; here what counts is being there.
//!
//! Code that clang knows to be dead has a constant count of zero and is no objective.

use crate::{Criterion, Needs, Objective, Objectives, Rule, Source};
use assay_program::observable::{Extent, Observed};

pub const CRITERION: Criterion = Criterion {
    name: "statement",
    describe,
    needs: Needs { decisions: false, code: true, flow: false, is_wide: false },
};

fn describe(source: &Source<'_>, objectives: &mut Objectives) {
    for &function in source.functions {
        let body = source.program.functions[function].body.as_ref();
        let observables = body.and_then(|body| body.observables.as_ref());
        for place in observables.into_iter().flat_map(|of| &of.places) {
            let Observed::Code(edges) = &place.kind else { continue };
            if edges.is_empty() || !source.is_own(place.extent) {
                continue;
            }
            let Extent { start, end, .. } = place.extent;
            objectives.add(Objective {
                id: format!("statement:{}#{}:executed", source.label(function), place.number),
                criterion: CRITERION.name,
                function,
                file: source.file(place.extent),
                line: start.0,
                column: start.1,
                lines: (start.0, end.0),
                outcome: "executed".to_string(),
                rule: Rule::Any(edges.clone()),
                flow: None,
            });
        }
    }
}

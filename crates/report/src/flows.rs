//! Def-use pairs as reports show them: by function and variable, and what a pair says in words.

use crate::merge::{Merged, MergedObjective, MergedVerdict};
use assay_verdict::{Flow, Objective};
use std::collections::BTreeMap;

/// What is known of the pairs of one variable in one function.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct VariableCounts {
    pub(crate) total: usize,
    pub(crate) covered: usize,
    pub(crate) infeasible: usize,
    pub(crate) unknown: usize,
}

/// By function and variable.
pub(crate) fn by_variable<'a>(merged: &Merged<'a>) -> BTreeMap<(&'a str, &'a str), VariableCounts> {
    let mut variables: BTreeMap<(&str, &str), VariableCounts> = BTreeMap::new();
    for MergedObjective { objective, verdict, .. } in &merged.objectives {
        let Some(flow) = &objective.dataflow else { continue };
        let counts = variables.entry((&objective.function, &flow.variable)).or_default();
        counts.total += 1;
        match verdict {
            MergedVerdict::Covered { .. } => counts.covered += 1,
            MergedVerdict::Infeasible { .. } => counts.infeasible += 1,
            MergedVerdict::Unknown { .. } => counts.unknown += 1,
        }
    }
    variables
}

/// Where the value comes from that the use sees.
pub(crate) fn origin(flow: &Flow) -> &'static str {
    match flow.kind.as_str() {
        "parameter" => "is the parameter",
        "initial" => "starts with its first value",
        _ => "is assigned",
    }
}

/// Whether two objectives are the same use: of the same variable, at the same place.
pub(crate) fn is_same_use(one: &Objective, other: &Objective) -> bool {
    let use_of = |of: &Objective| {
        let flow = of.dataflow.as_ref()?;
        let outcome = of.outcome.split(" then ").nth(1).map(str::to_string);
        Some((flow.variable.clone(), of.file.clone(), of.line, of.column, outcome))
    };
    one.function == other.function && use_of(one).is_some() && use_of(one) == use_of(other)
}

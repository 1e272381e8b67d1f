//! Def-use pairs by function and variable.

use super::table::Table;
use super::{Colour, Tone};
use crate::flows::by_variable;
use crate::merge::Merged;

/// Variables that are listed: those with most unknown pairs, then those with most pairs.
const VARIABLES_SHOWN: usize = 12;

const HEADING: [&str; 5] = ["function", "variable", "covered", "infeasible", "unknown"];

/// Nothing where the run has no such pairs.
pub(super) fn variables(merged: &Merged<'_>, colour: Colour) -> String {
    let mut rows: Vec<_> = by_variable(merged).into_iter().collect();
    rows.sort_by_key(|(_, counts)| std::cmp::Reverse((counts.unknown, counts.total)));
    let mut table = Table::new(2, &HEADING);
    for ((function, variable), counts) in rows.iter().take(VARIABLES_SHOWN) {
        table.row(vec![
            (*function).to_string(),
            (*variable).to_string(),
            format!("{}/{}", counts.covered, counts.total),
            counts.infeasible.to_string(),
            counts.unknown.to_string(),
        ]);
    }
    let text = table.render(|heading| colour.paint(Tone::Heading, heading));
    text + &super::rest("", rows.len(), VARIABLES_SHOWN)
}

//! Places, numbers and endings as people read them.

use assay_verdict::{Ending, Report, Unit};

/// `file:line:column`, without what is unknown.
pub(crate) fn place(file: &str, line: u32, column: u32) -> String {
    match (line, column) {
        (0, _) => file.to_string(),
        (line, 0) => format!("{file}:{line}"),
        (line, column) => format!("{file}:{line}:{column}"),
    }
}

/// `1 test`, `2 tests`.
pub(crate) fn plural(count: usize, word: &str) -> String {
    format!("{count} {word}{}", if count == 1 { "" } else { "s" })
}

/// The bounds of the inputs of the units that have the objective, as they were in the end, and of
/// the turns of loops.
pub(crate) fn bounds(report: &Report, id: &str) -> Vec<String> {
    let has_it = |unit: &&Unit| unit.objectives.iter().any(|objective| objective.id == id);
    let units = report.units.iter().filter(has_it);
    let mut bounds: Vec<String> = units.flat_map(|unit| unit.effort.bounds.clone()).collect();
    let turns = report.command.iter().skip_while(|word| *word != "--unwind").nth(1);
    bounds.extend(turns.map(|turns| format!("{turns} turns of loops")));
    bounds.dedup();
    if bounds.is_empty() {
        bounds.push(
            "what the run was given: sizes of inputs, instructions and memory of a path"
                .to_string(),
        );
    }
    bounds
}

/// How a test of this unit ends. `main` of a function's test is its driver, and no news.
pub(crate) fn ending(unit: &Unit, ends: &Ending) -> String {
    match ends {
        Ending::Return { .. } if unit.name != "main" => "the function returns".to_string(),
        ends => ends.to_string(),
    }
}

/// For text and attributes of XML and HTML. What they cannot hold at all is replaced.
pub(crate) fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped += "&amp;",
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            '"' => escaped += "&quot;",
            '\'' => escaped += "&apos;",
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => escaped.push('\u{fffd}'),
            c => escaped.push(c),
        }
    }
    escaped
}

//! The tables of a comparison, for a terminal and for the page alike.

use super::curve::Axis;
use super::summary::{Comparison, MarkCell, Row, SubjectSummary};
use crate::terminal::table::Cell;
use std::collections::BTreeMap;

/// The first column has names, the others figures.
pub(super) struct Grid {
    pub heading: Vec<String>,
    pub rows: Vec<Vec<Cell>>,
}

/// Mean coverage at each mark, what it takes to reach the target, and how sure the last difference
/// is.
pub(super) fn coverage(comparison: &Comparison, subject: &SubjectSummary<'_>) -> Grid {
    let axis = comparison.marks.axis;
    let mut heading = vec!["strategy".to_string()];
    heading.extend(comparison.marks.at.iter().map(|&at| mark(axis, at)));
    heading.extend(subject.target.map(|target| format!("to {target}")));
    heading.push("p".to_string());
    let row = |row: &Row<'_>| {
        let mut cells = vec![row.strategy.to_string().into()];
        cells.extend(row.marks.iter().map(mark_cell));
        if subject.target.is_some() {
            cells.push(reached(axis, row).into());
        }
        let difference = row.marks.last().and_then(|cell| cell.difference);
        cells.push(difference.map_or(String::new(), |found| p_value(found.p)).into());
        cells
    };
    Grid { heading, rows: subject.rows.iter().map(row).collect() }
}

fn mark(axis: Axis, at: f64) -> String {
    match axis {
        // Above the figures, of which the last place is for a sign.
        Axis::Iterations => format!("{at} "),
        Axis::Seconds => format!("{at} s "),
    }
}

fn mark_cell(cell: &MarkCell) -> Cell {
    if cell.values.is_empty() {
        return "-".to_string().into();
    }
    let sign = if cell.is_best { "*" } else { " " };
    Cell { text: format!("{:.1}{sign}", cell.mean()), is_strong: cell.is_best }
}

/// The mean of the runs that reach the target, with their number unless that is all of them.
fn reached(axis: Axis, row: &Row<'_>) -> String {
    let (count, all) = (row.reached.len(), row.runs.len());
    let mean = super::curve::mean(&row.reached);
    let mean = match axis {
        Axis::Iterations => format!("{mean:.1}"),
        Axis::Seconds => format!("{mean:.2}"),
    };
    match count {
        0 => "never".to_string(),
        _ if count == all => mean,
        _ => format!("{mean} ({count}/{all})"),
    }
}

pub(super) fn p_value(p: f64) -> String {
    if p < 0.001 { "<0.001".to_string() } else { format!("{p:.3}") }
}

/// What the runs cost, on average, and how they ended.
pub(super) fn effort(subject: &SubjectSummary<'_>) -> Grid {
    let heading = [
        "strategy",
        "runs",
        "iterations",
        "seconds",
        "queries",
        "solver s",
        "instructions",
        "ended",
    ];
    let row = |row: &Row<'_>| {
        let figures = [
            row.strategy.to_string(),
            row.runs.len().to_string(),
            format!("{:.1}", row.mean(|run| run.iterations as f64)),
            format!("{:.2}", row.mean(|run| run.seconds)),
            format!("{:.1}", row.mean(|run| run.solver_queries as f64)),
            format!("{:.2}", row.mean(|run| run.solver_seconds)),
            short(row.mean(|run| run.instructions as f64)),
            ends(row),
        ];
        figures.into_iter().map(Cell::from).collect()
    };
    Grid {
        heading: heading.map(str::to_string).to_vec(),
        rows: subject.rows.iter().map(row).collect(),
    }
}

/// Why the runs ended, with the number of each if there are several reasons.
fn ends(row: &Row<'_>) -> String {
    let mut ends: BTreeMap<&str, usize> = BTreeMap::new();
    for run in &row.runs {
        *ends.entry(&run.end).or_default() += 1;
    }
    if !row.failed.is_empty() {
        ends.insert("failed", row.failed.len());
    }
    let is_one = ends.len() == 1;
    let words = ends.into_iter().map(|(end, count)| match is_one {
        true => end.to_string(),
        false => format!("{end} ({count})"),
    });
    words.collect::<Vec<_>>().join(", ")
}

/// `1234567` as `1.2M`.
fn short(number: f64) -> String {
    match number {
        n if n >= 1e9 => format!("{:.1}G", n / 1e9),
        n if n >= 1e6 => format!("{:.1}M", n / 1e6),
        n if n >= 1e4 => format!("{:.1}k", n / 1e3),
        n => format!("{n:.0}"),
    }
}

/// Every strategy against every other one, at the last mark: the p-value, and the probability
/// that a run of the strategy of the row covers more.
pub(super) fn differences(subject: &SubjectSummary<'_>) -> Grid {
    let names = subject.rows.iter().map(|row| row.strategy.to_string());
    let cell = |one: &Row<'_>, other: &Row<'_>| match subject.difference(one, other) {
        Some(_) if one.strategy == other.strategy => String::new(),
        Some(found) => format!("{} ({:.2})", p_value(found.p), found.superiority),
        None => "-".to_string(),
    };
    let row = |one: &Row<'_>| {
        let cells = subject.rows.iter().map(|other| cell(one, other));
        std::iter::once(one.strategy.to_string()).chain(cells).map(Cell::from).collect()
    };
    Grid {
        heading: std::iter::once("strategy".to_string()).chain(names).collect(),
        rows: subject.rows.iter().map(row).collect(),
    }
}

/// What went wrong, a line each.
pub(super) fn problems(subject: &SubjectSummary<'_>) -> Vec<String> {
    let mut lines = Vec::new();
    for row in &subject.rows {
        let failed = row.failed.iter();
        lines.extend(
            failed.map(|(seed, why)| format!("{} with seed {seed} failed: {why}", row.strategy)),
        );
        let mut bugs: Vec<&String> = row.runs.iter().flat_map(|run| &run.bugs).collect();
        bugs.sort();
        bugs.dedup();
        lines.extend(bugs.into_iter().map(|bug| format!("{}: {bug}", row.strategy)));
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::super::example::comparison;
    use super::*;

    fn texts(row: &[Cell]) -> Vec<&str> {
        row.iter().map(|cell| cell.text.as_str()).collect()
    }

    #[test]
    fn the_best_at_each_mark_is_marked() {
        let mut comparison = comparison();
        comparison.target = super::super::Target::Percent(55.0);
        let summary = comparison.summary();
        let grid = coverage(&comparison, &summary.subjects[0]);
        assert_eq!(grid.heading, ["strategy", "50 ", "100 ", "to 6", "p"]);
        assert_eq!(texts(&grid.rows[0]), ["dfs", "2.0 ", "5.0*", "80.0 (1/2)", ""]);
        let others = texts(&grid.rows[1]);
        assert_eq!(others[..4], ["interleave(a,b)", "3.0*", "4.0 ", "never"]);
    }

    #[test]
    fn failures_are_told() {
        let comparison = comparison();
        let summary = comparison.summary();
        let lines = problems(&summary.subjects[1]);
        assert_eq!(lines, ["interleave(a,b) with seed 1 failed: signal 11"]);
        assert!(problems(&summary.subjects[0]).is_empty());
    }

    #[test]
    fn numbers_are_short() {
        assert_eq!([9999.0, 12_345.0, 1_234_567.0].map(short), ["9999", "12.3k", "1.2M"]);
        assert_eq!([0.0004, 0.0123].map(p_value), ["<0.001", "0.012"]);
    }
}

//! The figures: a line for each unit and criterion, and one for all units together.

use super::table::Table;
use super::{Colour, Tone};
use crate::merge::{Merged, own_summaries, summaries};
use assay_verdict::{CriterionSummary, Report, Unit};

/// Units that are listed; with more, those with the least coverage.
const UNITS_SHOWN: usize = 30;

const HEADING: [&str; 10] = [
    "unit",
    "criterion",
    "covered",
    "infeasible",
    "unknown",
    "cov %",
    "cov_f %",
    "tests",
    "findings",
    "time",
];

pub(super) fn tables(report: &Report, merged: &Merged<'_>, colour: Colour) -> String {
    let mut table = Table::new(2, &HEADING);
    for unit in worst_units(report) {
        let figures = Figures {
            tests: unit.tests.len(),
            findings: unit.findings.len(),
            seconds: unit.effort.explore_seconds,
        };
        for (criterion, own) in unit.first_figures() {
            let all = unit.criteria.get(criterion).unwrap_or(own);
            rows(&mut table, &unit.name, criterion, [own, all], &figures);
        }
    }
    if report.units.len() > 1 {
        let figures = Figures {
            tests: merged.tests.len(),
            findings: merged.findings.len(),
            seconds: report.seconds,
        };
        let all = summaries(report);
        for (criterion, own) in own_summaries(report) {
            rows(&mut table, "all together", criterion, [&own, &all[criterion]], &figures);
        }
    }
    let mut text = table.render(|heading| colour.paint(Tone::Heading, heading));
    if report.units.len() > UNITS_SHOWN {
        let all = report.units.len();
        text += &format!("these are the {UNITS_SHOWN} of {all} units with the least coverage\n");
    }
    text + &faulty(report)
}

/// What is covered only by runs that are no example to follow.
fn faulty(report: &Report) -> String {
    let mut text = String::new();
    for (criterion, summary) in summaries(report) {
        let CriterionSummary { covered, covered_by_faulty_runs_only: faulty, .. } = summary;
        if faulty > 0 {
            text += &format!(
                "{faulty} of {covered} covered {criterion} objectives are reached only by runs with undefined behaviour\n"
            );
        }
    }
    text
}

/// In their own order if all are shown.
fn worst_units(report: &Report) -> Vec<&Unit> {
    let mut units: Vec<&Unit> = report.units.iter().collect();
    if units.len() > UNITS_SHOWN {
        let least =
            |unit: &Unit| unit.first_figures().values().map(|s| s.cov_f).fold(100.0, f64::min);
        units.sort_by(|one, other| least(one).total_cmp(&least(other)));
        units.truncate(UNITS_SHOWN);
    }
    units
}

struct Figures {
    tests: usize,
    findings: usize,
    seconds: f64,
}

/// First the code that it is about, then with all that it calls, where there is more of that.
fn rows(
    table: &mut Table,
    name: &str,
    criterion: &str,
    [own, all]: [&CriterionSummary; 2],
    figures: &Figures,
) {
    table.row(row(name, criterion, own, figures));
    if all.total > own.total {
        let mut cells = row(CALLED, criterion, all, figures);
        // These are of the unit, and stand above.
        cells[HEADING.len() - 3..].fill(String::new());
        table.row(cells);
    }
}

const CALLED: &str = "  with callees";

fn row(name: &str, criterion: &str, summary: &CriterionSummary, figures: &Figures) -> Vec<String> {
    vec![
        name.to_string(),
        criterion.to_string(),
        format!("{}/{}", summary.covered, summary.total),
        match summary.infeasible_bounded {
            0 => summary.infeasible.to_string(),
            bounded => format!("{} + {bounded} bounded", summary.infeasible),
        },
        summary.unknown.to_string(),
        format!("{:.1}", summary.cov),
        match summary.infeasible_bounded {
            0 => format!("{:.1}", summary.cov_f),
            _ => format!("{:.1} ({:.1} bounded)", summary.cov_f, summary.cov_bounded),
        },
        figures.tests.to_string(),
        figures.findings.to_string(),
        format!("{:.1} s", figures.seconds),
    ]
}

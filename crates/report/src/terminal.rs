//! What the user sees at the end of a run: coverage by unit, findings, and what stayed open.

mod table;

use assay_verdict::{CriterionSummary, Finding, Objective, Report, Unit, Verdict};
use std::collections::BTreeMap;
use std::fmt::Write;
use table::Table;

/// How many places are listed under one reason before the rest is only counted.
const PLACES_SHOWN: usize = 8;

/// Whether to use the escape sequences of a terminal.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Colour {
    Never,
    Ansi,
}

#[derive(Copy, Clone)]
enum Tone {
    Good,
    Bad,
    Doubtful,
    Heading,
}

impl Colour {
    /// Colours for a person at a terminal, none for a file or a pipe.
    pub fn for_stream(stream: &impl std::io::IsTerminal) -> Colour {
        if stream.is_terminal() { Colour::Ansi } else { Colour::Never }
    }

    fn paint(self, tone: Tone, text: &str) -> String {
        let code = match tone {
            Tone::Good => "32",
            Tone::Bad => "31",
            Tone::Doubtful => "33",
            Tone::Heading => "1",
        };
        match self {
            Colour::Never => text.to_string(),
            Colour::Ansi => format!("\x1b[{code}m{text}\x1b[0m"),
        }
    }
}

/// The summary; `out` is the output folder as the user wrote it.
pub fn summary(report: &Report, out: &str, colour: Colour) -> String {
    let sections = [
        notes(report),
        coverage(report, colour),
        unconfirmed(report, colour),
        findings(report, colour),
        open_objectives(report, colour),
        unsupported(report, colour),
        results(report, out),
    ];
    let texts: Vec<String> = sections.into_iter().filter(|text| !text.is_empty()).collect();
    texts.join("\n")
}

fn notes(report: &Report) -> String {
    report.notes.iter().fold(String::new(), |text, note| text + "note: " + note + "\n")
}

fn coverage(report: &Report, colour: Colour) -> String {
    let mut table = Table::new(&[
        "unit",
        "criterion",
        "covered",
        "infeasible",
        "unknown",
        "total",
        "cov %",
        "cov_f %",
        "tests",
    ]);
    for unit in &report.units {
        for (criterion, summary) in &unit.criteria {
            table.row(coverage_row(unit, criterion, summary));
        }
    }
    table.render(|heading| colour.paint(Tone::Heading, heading))
}

fn coverage_row(unit: &Unit, criterion: &str, summary: &CriterionSummary) -> Vec<String> {
    vec![
        unit.name.clone(),
        criterion.to_string(),
        summary.covered.to_string(),
        summary.infeasible.to_string(),
        summary.unknown.to_string(),
        summary.total.to_string(),
        format!("{:.1}", summary.cov),
        format!("{:.1}", summary.cov_f),
        unit.tests.len().to_string(),
    ]
}

/// The loud part: a covered objective that the native run did not reach is a fault of Assay.
fn unconfirmed(report: &Report, colour: Colour) -> String {
    let mut text = String::new();
    for unit in &report.units {
        for (criterion, summary) in &unit.criteria {
            if summary.confirmed < summary.covered {
                let warning = format!(
                    "WARNING: {}: only {} of {} covered {criterion} objectives were reached \
                     by the native run of the tests",
                    unit.name, summary.confirmed, summary.covered
                );
                text += &colour.paint(Tone::Bad, &warning);
                text.push('\n');
            }
        }
        for test in &unit.tests {
            if let Some(why) = &test.diverged {
                let warning = format!("WARNING: {}: {} diverged: {why}", unit.name, test.id);
                text += &colour.paint(Tone::Bad, &warning);
                text.push('\n');
            }
        }
    }
    text
}

fn findings(report: &Report, colour: Colour) -> String {
    let all: Vec<&Finding> = report.units.iter().flat_map(|unit| &unit.findings).collect();
    if all.is_empty() {
        return String::new();
    }
    let mut text = colour.paint(Tone::Heading, &format!("findings: {}", all.len())) + "\n";
    for finding in all {
        text += &finding_lines(finding, colour);
    }
    text
}

fn finding_lines(finding: &Finding, colour: Colour) -> String {
    let place = place(&finding.file, finding.line, finding.column);
    let kind = colour.paint(Tone::Bad, finding.kind.name());
    let seen = if finding.confirmed { "seen natively" } else { "not seen natively" };
    let mut text = format!("  {place}: {kind}  ({}, {seen})\n", finding.test);
    if !finding.message.is_empty() {
        text += &format!("      {}\n", finding.message);
    }
    if let Some(condition) = &finding.needs_contract {
        text += &format!("      needs-contract: cannot happen if {condition}\n");
    }
    for frame in finding.stack.iter().skip(1) {
        let place = self::place(&frame.file, frame.line, frame.column);
        text += &format!("      called from {} at {place}\n", frame.function);
    }
    text
}

fn open_objectives(report: &Report, colour: Colour) -> String {
    let mut by_reason: BTreeMap<&str, Vec<&Objective>> = BTreeMap::new();
    for objective in report.units.iter().flat_map(|unit| &unit.objectives) {
        if let Verdict::Unknown { reason } = &objective.verdict {
            by_reason.entry(reason).or_default().push(objective);
        }
    }
    if by_reason.is_empty() {
        return colour.paint(Tone::Good, "every objective has a verdict") + "\n";
    }
    let count: usize = by_reason.values().map(Vec::len).sum();
    let mut text = colour.paint(Tone::Heading, &format!("unknown: {count}")) + "\n";
    for (reason, objectives) in by_reason {
        let reason = colour.paint(Tone::Doubtful, reason);
        text += &format!("  {reason}: {}\n", objectives.len());
        text += &places(&objectives);
    }
    text
}

fn places(objectives: &[&Objective]) -> String {
    let mut text = String::new();
    for objective in objectives.iter().take(PLACES_SHOWN) {
        let place = place(&objective.file, objective.line, objective.column);
        text += &format!("      {place} {}\n", objective.outcome);
    }
    if objectives.len() > PLACES_SHOWN {
        text += &format!("      and {} more\n", objectives.len() - PLACES_SHOWN);
    }
    text
}

fn unsupported(report: &Report, colour: Colour) -> String {
    let mut text = String::new();
    for entry in report.units.iter().flat_map(|unit| &unit.effort.unsupported) {
        let place = place(&entry.file, entry.line, 0);
        let paths = if entry.count == 1 { "path" } else { "paths" };
        let _ = writeln!(text, "  {place}: {} ended {} {paths}", entry.what, entry.count);
    }
    if text.is_empty() {
        return text;
    }
    colour.paint(Tone::Heading, "not supported") + "\n" + &text
}

fn results(report: &Report, out: &str) -> String {
    let iterations: u64 = report.units.iter().map(|unit| unit.effort.iterations).sum();
    let tests: usize = report.units.iter().map(|unit| unit.tests.len()).sum();
    let mut text = format!("{iterations} runs in {:.1} s\n", report.seconds);
    text += &format!("results: {out}/{}\n", crate::json::FILE_NAME);
    if tests > 0 {
        text += &format!("tests:   make -C {out}/tests check\n");
    }
    text
}

/// `file:line:column`, without what is unknown.
fn place(file: &str, line: u32, column: u32) -> String {
    match (line, column) {
        (0, _) => file.to_string(),
        (line, 0) => format!("{file}:{line}"),
        (line, column) => format!("{file}:{line}:{column}"),
    }
}

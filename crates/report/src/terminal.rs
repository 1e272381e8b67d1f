//! What the user sees at the end of a run: coverage by unit, findings, what stayed open and why,
//! and what to do next. A screen of it, whatever the size of the program: lists are cut and
//! counted.

mod coverage;
mod dataflow;
pub(crate) mod table;

use crate::merge::{Merged, MergedFinding, MergedObjective, MergedVerdict};
use crate::words::{place, plural};
use assay_verdict::Report;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// How many places are listed under one reason before the rest is only counted.
const PLACES_SHOWN: usize = 8;
/// How many reasons and findings are listed.
const REASONS_SHOWN: usize = 8;
const FINDINGS_SHOWN: usize = 20;
/// How many functions that are assumed to answer as in the model.
const FUNCTIONS_SHOWN: usize = 6;

/// Whether to use the escape sequences of a terminal.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Colour {
    Never,
    Ansi,
}

#[derive(Copy, Clone)]
pub(crate) enum Tone {
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

    pub(crate) fn paint(self, tone: Tone, text: &str) -> String {
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
    let merged = Merged::of(report);
    let sections = [
        notes(report),
        coverage::tables(report, &merged, colour),
        assumptions(&merged),
        dataflow::variables(&merged, colour),
        unconfirmed(report, colour),
        findings(report, &merged, colour),
        open_objectives(&merged, colour),
        unsupported(report, colour),
        next_steps(report, &merged, out),
    ];
    let texts: Vec<String> = sections.into_iter().filter(|text| !text.is_empty()).collect();
    texts.join("\n")
}

fn notes(report: &Report) -> String {
    report.notes.iter().fold(String::new(), |text, note| text + "note: " + note + "\n")
}

/// What verdicts within bounds take for granted.
fn assumptions(merged: &Merged<'_>) -> String {
    let assumed = merged.objectives.iter().filter_map(|merged| match &merged.verdict {
        MergedVerdict::Infeasible { assumes, .. } if !assumes.is_empty() => Some(assumes),
        _ => None,
    });
    let count = assumed.clone().count();
    let functions: BTreeSet<&str> = assumed.flatten().copied().collect();
    if functions.is_empty() {
        return String::new();
    }
    let named: Vec<&str> = functions.iter().copied().take(FUNCTIONS_SHOWN).collect();
    let rest = match functions.len().saturating_sub(FUNCTIONS_SHOWN) {
        0 => String::new(),
        rest => format!(" and {rest} more"),
    };
    let answer = if functions.len() == 1 { "answers" } else { "answer" };
    format!(
        "{} within bounds: assumed that {}{rest} {answer} as in Assay's model (--calls-may-fail lets calls fail, \
         --malloc-may-fail those that ask for memory)\n",
        plural(count, "verdict"),
        named.join(", ")
    )
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

fn findings(report: &Report, merged: &Merged<'_>, colour: Colour) -> String {
    let all = &merged.findings;
    if all.is_empty() {
        return String::new();
    }
    let mut text = colour.paint(Tone::Heading, &format!("findings: {}", all.len())) + "\n";
    for finding in all.iter().take(FINDINGS_SHOWN) {
        text += &finding_lines(report, merged, finding, colour);
    }
    text + &rest("  ", all.len(), FINDINGS_SHOWN)
}

fn finding_lines(
    report: &Report,
    merged: &Merged<'_>,
    of: &MergedFinding<'_>,
    colour: Colour,
) -> String {
    let finding = of.finding;
    let at = place(&finding.file, finding.line, finding.column);
    let kind = colour.paint(Tone::Bad, finding.kind.name());
    let seen = if finding.confirmed { "seen natively" } else { "not seen natively" };
    let unit = match (report.units.as_slice(), of.tests.first()) {
        ([_], _) | (_, None) => String::new(),
        (units, Some(&position)) => format!(" of {}", units[merged.tests[position].unit].name),
    };
    let mut text = format!("  {at}: {kind}  ({}{unit}, {seen})\n", finding.test);
    if !finding.message.is_empty() {
        text += &format!("      {}\n", finding.message);
    }
    if let Some(condition) = &finding.needs_contract {
        text += &format!("      needs-contract: cannot happen if {condition}\n");
    }
    for frame in finding.stack.iter().skip(1) {
        let at = place(&frame.file, frame.line, frame.column);
        text += &format!("      called from {} at {at}\n", frame.function);
    }
    text
}

fn open_objectives(merged: &Merged<'_>, colour: Colour) -> String {
    let mut by_reason: BTreeMap<String, Vec<&MergedObjective<'_>>> = BTreeMap::new();
    for objective in &merged.objectives {
        if let MergedVerdict::Unknown { reasons } = &objective.verdict {
            by_reason.entry(reasons.join("; ")).or_default().push(objective);
        }
    }
    if by_reason.is_empty() {
        return colour.paint(Tone::Good, "every objective has a verdict") + "\n";
    }
    let count: usize = by_reason.values().map(Vec::len).sum();
    let own = |of: &Vec<&MergedObjective<'_>>| of.iter().filter(|of| of.is_own).count();
    let in_callees = match count - by_reason.values().map(own).sum::<usize>() {
        0 => String::new(),
        called => format!(", of which {called} in callees"),
    };
    let mut groups: Vec<(String, Vec<_>)> = by_reason.into_iter().collect();
    groups.iter_mut().for_each(|(_, of)| of.sort_by_key(|of| !of.is_own));
    groups.sort_by_key(|(_, of)| std::cmp::Reverse((own(of), of.len())));
    let heading = format!("unknown: {count}{in_callees}");
    let mut text = colour.paint(Tone::Heading, &heading) + "\n";
    for (reason, objectives) in groups.iter().take(REASONS_SHOWN) {
        let reason = colour.paint(Tone::Doubtful, reason);
        text += &format!("  {reason}: {}\n", objectives.len());
        text += &places(objectives);
    }
    text + &rest("  ", groups.len(), REASONS_SHOWN)
}

fn places(objectives: &[&MergedObjective<'_>]) -> String {
    let mut text = String::new();
    for merged in objectives.iter().take(PLACES_SHOWN) {
        let objective = merged.objective;
        let at = place(&objective.file, objective.line, objective.column);
        text += &format!("      {at} {}\n", objective.named_outcome());
    }
    text + &rest("      ", objectives.len(), PLACES_SHOWN)
}

/// What a list that was cut leaves out.
fn rest(indent: &str, all: usize, shown: usize) -> String {
    match all.saturating_sub(shown) {
        0 => String::new(),
        left => format!("{indent}and {left} more\n"),
    }
}

fn unsupported(report: &Report, colour: Colour) -> String {
    let mut text = String::new();
    for entry in report.units.iter().flat_map(|unit| &unit.effort.unsupported) {
        let at = place(&entry.file, entry.line, 0);
        let paths = plural(entry.count as usize, "path");
        let _ = writeln!(text, "  {at}: {} ended {paths}", entry.what);
    }
    if text.is_empty() {
        return text;
    }
    colour.paint(Tone::Heading, "not supported") + "\n" + &text
}

fn next_steps(report: &Report, merged: &Merged<'_>, out: &str) -> String {
    let mut steps = report.next_steps(out);
    let page = format!("{out}/{}", crate::html::FILE_NAME);
    steps.push((page, "see the source with its verdicts, in a browser"));
    let is_open = |of: &&MergedObjective<'_>| matches!(of.verdict, MergedVerdict::Unknown { .. });
    // Stable: the first of the own ones.
    let open = merged.objectives.iter().filter(is_open).min_by_key(|of| !of.is_own);
    if let Some(open) = open {
        let command = format!("assay explain {out} {}", open.objective.id);
        steps.push((command, "see what is missing"));
    }
    let iterations: u64 = report.units.iter().map(|unit| unit.effort.iterations).sum();
    let runs = plural(iterations as usize, "run");
    let mut text = format!("{runs} in {:.1} s; next:\n", report.seconds);
    let width = steps.iter().map(|(command, _)| command.chars().count()).max().unwrap_or(0);
    for (command, what) in steps {
        let _ = writeln!(text, "  {command:<width$}  {what}");
    }
    text
}

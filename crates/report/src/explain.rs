//! Why an objective has its verdict: the test and its path, the proof, or what is missing.

use crate::conditions::condition_of;
use crate::decisions::{self, ConditionFacts};
use crate::flows;
use crate::merge::{Merged, MergedObjective, MergedTest, MergedVerdict};
use crate::sources::{self, SourceText};
use crate::words::{self, ending, place, plural};
use assay_verdict::{Flow, Invariants, Objective, Report, Scope, SharedVector, ShownValue, Unit};
use std::collections::{BTreeMap, HashMap};
use std::fmt::Write;

/// How many objectives one question may name.
const MOST_EXPLAINED: usize = 20;
/// Lines of a list before the rest is only counted.
const LIST_SHOWN: usize = 30;

/// Explains the objectives that `wanted` names: an id, the end of one (`main#3:true`), a condition
/// (`main#3`), or a place (`FILE:LINE`, `FILE:LINE:COLUMN`). The error says what there is instead.
pub fn explain(report: &Report, out: &str, wanted: &str) -> Result<String, String> {
    let merged = Merged::of(report);
    let found = find(&merged, wanted);
    if found.is_empty() {
        return Err(nothing_found(&merged, wanted));
    }
    let conditions = decisions::conditions(report);
    let explanation = Explanation { report, merged: &merged, conditions, out };
    let mut texts: Vec<String> =
        found.iter().take(MOST_EXPLAINED).map(|objective| explanation.of(objective)).collect();
    if found.len() > MOST_EXPLAINED {
        texts.push(format!("and {} more\n", found.len() - MOST_EXPLAINED));
    }
    Ok(texts.join("\n"))
}

fn find<'m, 'a>(merged: &'m Merged<'a>, wanted: &str) -> Vec<&'m MergedObjective<'a>> {
    let exact = |objective: &Objective| objective.id == wanted;
    let named = |objective: &Objective| {
        let without_criterion = objective.id.split_once(':').map_or("", |(_, rest)| rest);
        let condition = condition_of(&objective.id);
        [without_criterion, condition, condition_of(without_criterion)].contains(&wanted)
    };
    let there = |objective: &Objective| is_at(objective, wanted);
    let tries: [&dyn Fn(&Objective) -> bool; 3] = [&exact, &named, &there];
    let all = || merged.objectives.iter();
    let found = tries.iter().map(|test| all().filter(|of| test(of.objective)).collect());
    found.into_iter().find(|list: &Vec<_>| !list.is_empty()).unwrap_or_default()
}

/// Whether a place names it; of the file, the last parts of the path are enough.
fn is_at(objective: &Objective, wanted: &str) -> bool {
    let Objective { file, line, column, .. } = objective;
    [format!("{file}:{line}"), format!("{file}:{line}:{column}")].iter().any(|full| {
        let rest = full.strip_suffix(wanted);
        rest.is_some_and(|rest| rest.is_empty() || rest.ends_with('/') && !wanted.is_empty())
    })
}

fn nothing_found(merged: &Merged<'_>, wanted: &str) -> String {
    let head = format!("no objective is called '{wanted}', and none is there");
    let is_near = |id: &str| {
        let function = id.split([':', '#']).nth(1).unwrap_or_default();
        !function.is_empty() && wanted.contains(function)
    };
    let ids = || merged.objectives.iter().map(|merged| merged.objective.id.as_str());
    let near: Vec<&str> = ids().filter(|id| is_near(id)).take(6).collect();
    let examples: Vec<&str> = if near.is_empty() { ids().take(3).collect() } else { near };
    if examples.is_empty() {
        return format!("{head}: the report has no objectives");
    }
    format!("{head}; there are, for example: {}", examples.join(", "))
}

struct Explanation<'r, 'a> {
    report: &'a Report,
    merged: &'r Merged<'a>,
    conditions: HashMap<&'a str, ConditionFacts<'a>>,
    out: &'r str,
}

impl Explanation<'_, '_> {
    fn of(&self, merged: &MergedObjective<'_>) -> String {
        let objective = merged.objective;
        let at = place(&objective.file, objective.line, objective.column);
        let mut text = format!(
            "{}\n{at} {}, in {}\n",
            objective.id,
            objective.named_outcome(),
            objective.function
        );
        text += &self.source_line(objective);
        if let Some(flow) = &objective.dataflow {
            text += &self.definition(flow, objective);
        } else if !objective.judged_by.is_peer() {
            text += "judged by Assay alone: clang leaves this decision out of its map\n";
        }
        text + &match &merged.verdict {
            MergedVerdict::Covered { test, is_faulty } => self.covered(merged, *test, *is_faulty),
            MergedVerdict::Infeasible { scope, certificates, assumes } => {
                self.infeasible(objective, *scope, certificates) + &assumed(assumes)
            }
            MergedVerdict::Unknown { reasons } => self.unknown(merged, reasons),
        }
    }

    /// Where the value comes from that a use sees.
    fn definition(&self, flow: &Flow, objective: &Objective) -> String {
        let at = place(&flow.file, flow.line, flow.column);
        let mut text = format!("`{}` {} at {at}", flow.variable, flows::origin(flow));
        if !flow.function.is_empty() && flow.function != objective.function {
            text += &format!(" in {}", flow.function);
        }
        text += ", and no other definition comes between\n";
        text + &self.line(&flow.file, flow.line, flow.column)
    }

    fn source_line(&self, objective: &Objective) -> String {
        self.line(&objective.file, objective.line, objective.column)
    }

    /// The line with a mark under the column; nothing where the source is not to be had.
    fn line(&self, file: &str, number: u32, column: u32) -> String {
        let SourceText::Found(source) = sources::text(self.report, file) else {
            return String::new();
        };
        let index = (number as usize).checked_sub(1);
        let Some(line) = index.and_then(|index| source.lines().nth(index)) else {
            return String::new();
        };
        let shown: String = line.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        let before = line.bytes().take((column as usize).saturating_sub(1));
        let indent = before.filter(|byte| byte & 0xc0 != 0x80).count();
        format!("{number:>6} | {shown}\n       | {}^\n", " ".repeat(indent))
    }

    fn covered(
        &self,
        merged: &MergedObjective<'_>,
        test: Option<usize>,
        is_faulty: bool,
    ) -> String {
        let Some(position) = test else {
            return "covered by a test that the report does not have\n".to_string();
        };
        let mut text = format!("covered by {}", self.test_name(position));
        let others = merged.tests.iter().filter(|&&other| other != position).count();
        if others > 0 {
            text += &format!(" and {}", plural(others, "other test"));
        }
        text.push('\n');
        if is_faulty {
            text += "  only runs with undefined behaviour reach it (see the findings)\n";
        }
        if let Some(facts) = self.conditions.get(merged.objective.id.as_str()) {
            return text + &self.pair(facts);
        }
        text + &self.test(position) + &self.path(position, merged.objective)
    }

    /// The two test vectors that show that a condition counts, and their tests.
    fn pair(&self, facts: &ConditionFacts<'_>) -> String {
        let Some(pair) = facts.pair else { return String::new() };
        let mut text = list(
            &format!("two vectors of {}, that differ in it and in the outcome", conditions(facts)),
            pair.iter().map(vector_line).collect(),
        );
        let is_of_pair = |of: &&MergedTest<'_>| {
            pair.iter().any(|half| of.unit == half.unit && of.test.id == half.vector.test)
        };
        for (position, _) in
            self.merged.tests.iter().enumerate().filter(|(_, test)| is_of_pair(test))
        {
            text += &format!("{}\n{}", self.test_name(position), self.test(position));
        }
        text
    }

    fn test(&self, position: usize) -> String {
        let MergedTest { test, unit } = self.merged.tests[position];
        let mut text = format!("  it ends: {}", ending(&self.report.units[unit], &test.ends));
        if let Some(native) = &test.native {
            text += &format!("; natively: {native}");
        }
        text.push('\n');
        for file in &test.files {
            let _ = writeln!(text, "  it is in {}/{file}", self.out);
        }
        let inputs = test.inputs.0.iter().map(|(name, value)| format!("{name} = {}", shown(value)));
        text + &list("its inputs, in order", inputs.collect())
    }

    /// What it takes on its way, of the same criterion; the function of the objective comes first.
    fn path(&self, position: usize, objective: &Objective) -> String {
        let reached = |of: &&MergedObjective<'_>| of.tests.contains(&position);
        let of_criterion =
            |of: &&MergedObjective<'_>| of.objective.criterion == objective.criterion;
        let taken = self.merged.objectives.iter().filter(reached).filter(of_criterion);
        let mut taken: Vec<&Objective> = taken.map(|merged| merged.objective).collect();
        taken.sort_by_key(|taken| taken.function != objective.function);
        let line = |taken: &Objective| {
            let at = place(&taken.file, taken.line, taken.column);
            format!("{at} {}  ({})", taken.named_outcome(), taken.function)
        };
        list("its path takes, in the order of the source", taken.into_iter().map(line).collect())
    }

    fn infeasible(&self, objective: &Objective, scope: Scope, certificates: &[&str]) -> String {
        let files: Vec<String> =
            certificates.iter().map(|certificate| format!("{}/{certificate}", self.out)).collect();
        let mut facts: Vec<String> =
            files.iter().flat_map(|file| proof_facts(file, &objective.id)).collect();
        facts.dedup();
        let mut text = match scope {
            Scope::AllInputs => "infeasible: no input reaches it\n".to_string(),
            Scope::Bounded => {
                let text =
                    "infeasible within the bounds of this run: no input within them reaches it\n";
                text.to_string() + &list("the bounds", words::bounds(self.report, &objective.id))
            }
        };
        if !facts.is_empty() {
            text += &list("because", facts);
            text += &self.numbers(objective);
        }
        text + &list("the proof", files) + &self.observed(&objective.id)
    }

    /// How the facts of the proofs did in the runs of the tests of the units that have the
    /// objective.
    fn observed(&self, id: &str) -> String {
        let has_it = |unit: &&Unit| unit.objectives.iter().any(|objective| objective.id == id);
        let units = self.report.units.iter().filter(has_it);
        let invariants = units.filter_map(|unit| unit.invariants.as_ref());
        let line = |of: &Invariants| {
            let mut tests = plural(of.tests as usize, "test");
            if of.unfinished > 0 {
                tests += &format!(" (not of {} more, for want of time or memory)", of.unfinished);
            }
            let (some, all, times) = (of.evaluated, of.facts, of.evaluations);
            format!(
                "  {some} of all {all} facts of proofs were evaluated in the runs of {tests}, {times} times\n"
            )
        };
        invariants.map(line).collect()
    }

    /// Which definition of the variable each number in the facts means.
    fn numbers(&self, objective: &Objective) -> String {
        let Some(flow) = &objective.dataflow else { return String::new() };
        let of_variable = |other: &&Flow| other.variable == flow.variable;
        let in_function = self.merged.objectives.iter().map(|of| of.objective);
        let in_function = in_function.filter(|other| other.function == objective.function);
        let flows = in_function.filter_map(|other| other.dataflow.as_ref()).filter(of_variable);
        let line = |of: &Flow| (of.number, place(&of.file, of.line, of.column));
        let numbers: BTreeMap<u32, String> = flows.map(line).collect();
        let lines = numbers.into_iter().map(|(number, at)| format!("{number} is that at {at}"));
        list(&format!("where a definition of {} has a number", flow.variable), lines.collect())
    }

    fn unknown(&self, merged: &MergedObjective<'_>, reasons: &[&str]) -> String {
        let mut text = format!("unknown: {}\n", reasons.join("; "));
        text += &self.how_near(merged.objective);
        let has_it = |unit: &&Unit| unit.objectives.iter().any(|o| o.id == merged.objective.id);
        for unit in self.report.units.iter().filter(has_it) {
            text += &effort(unit);
        }
        text
    }

    /// How far the tests came.
    fn how_near(&self, objective: &Objective) -> String {
        if let Some(facts) = self.conditions.get(objective.id.as_str()) {
            return vectors(facts);
        }
        let covered = || self.merged.objectives.iter().filter(|other| other.is_covered());
        if objective.dataflow.is_some() {
            let seen = covered().filter(|of| flows::is_same_use(of.objective, objective));
            let seen: Vec<String> = seen.map(|of| of.objective.outcome.clone()).collect();
            return match seen.is_empty() {
                true => "  no test comes to this use\n".to_string(),
                false => list("tests come to this use with other definitions", seen),
            };
        }
        let other_way = covered().find(|other| is_other_way(other.objective, objective));
        if let Some(other) = other_way {
            let mut text = format!(
                "  the condition is evaluated and goes the other way: {} is covered",
                other.objective.outcome
            );
            match other.verdict {
                MergedVerdict::Covered { test: Some(position), .. } => {
                    text += &format!(" by {}\n", self.test_name(position));
                    text += &self.test(position);
                }
                _ => text.push('\n'),
            }
            return text;
        }
        let in_function = covered().filter(|of| of.objective.function == objective.function);
        match in_function.count() {
            0 => format!("  no test is known to enter {}\n", objective.function),
            count => format!(
                "  no test comes there; {} in {} covered\n",
                plural(count, "objective"),
                objective.function
            ),
        }
    }

    /// With its unit, where there are several.
    fn test_name(&self, position: usize) -> String {
        let merged = &self.merged.tests[position];
        match self.report.units.as_slice() {
            [_] => merged.test.id.clone(),
            units => format!("{} of {}", merged.test.id, units[merged.unit].name),
        }
    }
}

/// What a proof takes for granted.
fn assumed(functions: &[&str]) -> String {
    if functions.is_empty() {
        return String::new();
    }
    format!(
        "  it assumes that these answer as in Assay's model of the library, though the system may let them \
         fail or answer otherwise (--calls-may-fail): {}\n",
        functions.join(", ")
    )
}

/// Whether two objectives are outcomes of one condition, or of one decision.
fn is_other_way(one: &Objective, other: &Objective) -> bool {
    let is_of_decision = |objective: &Objective| objective.outcome.starts_with("decision ");
    condition_of(&one.id) == condition_of(&other.id) && is_of_decision(one) == is_of_decision(other)
}

/// The decision, and which condition of it this is.
fn conditions(facts: &ConditionFacts<'_>) -> String {
    let ConditionFacts { decision, position, .. } = facts;
    let at = place(&decision.file, decision.line, decision.column);
    let count = decision.conditions.len();
    format!("the decision at {at}, of whose {count} conditions it is number {}", position + 1)
}

fn vector_line(SharedVector { vector, .. }: &SharedVector<'_>) -> String {
    format!("{} is {}  ({})", vector.values, vector.outcome, vector.test)
}

/// What was seen of a decision of which a pair is missing.
fn vectors(facts: &ConditionFacts<'_>) -> String {
    if facts.vectors.is_empty() {
        return "  no test evaluates the decision\n".to_string();
    }
    let seen = facts.vectors.iter().map(vector_line).collect();
    let text = "  two tests are needed in which this condition and the outcome differ, and no other \
                condition that both evaluate\n";
    text.to_string() + &list(&format!("seen vectors of {}", conditions(facts)), seen)
}

/// What the unit did, and what stood in its way.
fn effort(unit: &Unit) -> String {
    let effort = &unit.effort;
    let mut text = format!(
        "  {}: {} in {:.1} s; {} left unsolved\n",
        unit.name,
        plural(effort.iterations as usize, "run"),
        effort.explore_seconds,
        plural(effort.candidates_left as usize, "candidate")
    );
    let unsupported = effort.unsupported.iter().map(|entry| {
        let at = place(&entry.file, entry.line, 0);
        format!("{at}: {} ended {}", entry.what, plural(entry.count as usize, "path"))
    });
    text += &list("not supported", unsupported.collect());
    text
}

fn list(heading: &str, lines: Vec<String>) -> String {
    if lines.is_empty() {
        return String::new();
    }
    let mut text = format!("  {heading}:\n");
    for line in lines.iter().take(LIST_SHOWN) {
        let _ = writeln!(text, "      {line}");
    }
    if lines.len() > LIST_SHOWN {
        let _ = writeln!(text, "      and {} more", lines.len() - LIST_SHOWN);
    }
    text
}

fn shown(value: &ShownValue) -> String {
    match value {
        ShownValue::Bool(value) => value.to_string(),
        ShownValue::Signed(value) => value.to_string(),
        ShownValue::Unsigned(value) => value.to_string(),
        ShownValue::Float(value) => format!("{value:?}"),
        ShownValue::Text(value) if value.is_empty() => "\"\"".to_string(),
        ShownValue::Text(value) => value.clone(),
    }
}

/// The facts that a certificate names for an objective, in its head.
fn proof_facts(file: &str, id: &str) -> Vec<String> {
    let text = std::fs::read_to_string(file).unwrap_or_default();
    let head = text.lines().take_while(|line| line.starts_with(';'));
    let start = format!("; {id} because: ");
    head.filter_map(|line| line.strip_prefix(&start)).map(str::to_string).collect()
}

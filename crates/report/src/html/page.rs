//! What the page knows. Parts refer to each other by their positions in the lists.
//!
//! The page grows with the program, not with the square of it: of the tests that reach an
//! objective it names a few and counts the rest, and long texts are cut.

use super::growth::{Curves, curves};
use crate::decisions::{self, ConditionFacts};
use crate::merge::{
    Merged, MergedFinding, MergedObjective, MergedTest, MergedVerdict, own_summaries, summaries,
};
use crate::sources::{self, SourceText};
use crate::words::ending;
use assay_verdict::{
    CriterionSummary, Flow, Frame, Gcfg, Judge, Report, Scope, SeenVector, ShownValue, Unit,
    Unsupported,
};
use serde::Serialize;
use std::collections::{BTreeMap, HashMap};
use std::path::{Component, Path};

/// Tests that are named for one objective.
const TESTS_NAMED: usize = 12;
/// Inputs of one test that are shown.
const INPUTS_SHOWN: usize = 300;
/// Bytes of one test's source, and of all of them, that are quoted.
const TEST_TEXT: usize = 16 * 1024;
const ALL_TEST_TEXTS: usize = 16 * 1024 * 1024;

/// By the ids of their objectives.
type Conditions<'a> = HashMap<&'a str, ConditionFacts<'a>>;

#[derive(Serialize)]
pub(super) struct Page<'a> {
    assay: &'a str,
    command: &'a [String],
    out: String,
    started: u64,
    seconds: f64,
    notes: &'a [String],
    criteria: BTreeMap<&'a str, CriterionSummary>,
    own: BTreeMap<&'a str, CriterionSummary>,
    units: Vec<PageUnit<'a>>,
    files: Vec<PageFile<'a>>,
    tests: Vec<PageTest<'a>>,
    /// Commands, and what they are good for.
    next_steps: Vec<(String, &'a str)>,
    findings: Vec<PageFinding<'a>>,
    curves: Curves<'a>,
}

#[derive(Serialize)]
struct PageUnit<'a> {
    name: &'a str,
    file: &'a str,
    criteria: &'a BTreeMap<String, CriterionSummary>,
    own: &'a BTreeMap<String, CriterionSummary>,
    tests: usize,
    findings: usize,
    seconds: f64,
    iterations: u64,
    unsupported: &'a [Unsupported],
    external_inputs: &'a [String],
    bounds: &'a [String],
    gcfg: &'a [Gcfg],
}

#[derive(Serialize)]
struct PageFile<'a> {
    name: &'a str,
    text: Option<String>,
    /// Why there is no text.
    problem: Option<String>,
    objectives: Vec<PageObjective<'a>>,
}

#[derive(Serialize)]
struct PageObjective<'a> {
    id: &'a str,
    criterion: &'a str,
    function: &'a str,
    line: u32,
    column: u32,
    outcome: &'a str,
    #[serde(flatten)]
    verdict: PageVerdict<'a>,
    #[serde(skip_serializing_if = "Judge::is_peer")]
    judged_by: Judge,
    /// What a use sees, for data flow.
    #[serde(skip_serializing_if = "Option::is_none")]
    flow: Option<&'a Flow>,
    /// Of the decision, for MC/DC.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    vectors: Vec<PageVector<'a>>,
}

#[derive(Serialize)]
struct PageVector<'a> {
    #[serde(flatten)]
    vector: &'a SeenVector,
    /// It is one of the two that show that the condition counts.
    is_witness: bool,
}

#[derive(Serialize)]
#[serde(tag = "verdict", rename_all = "lowercase")]
enum PageVerdict<'a> {
    /// The first is the one that the verdict names; `count` of all.
    Covered {
        tests: Vec<usize>,
        count: usize,
        /// Only runs with undefined behaviour reach it.
        is_faulty: bool,
    },
    Infeasible {
        scope: Scope,
        certificates: Vec<&'a str>,
        assumes: Vec<&'a str>,
    },
    Unknown {
        reasons: Vec<&'a str>,
    },
}

#[derive(Serialize)]
struct PageTest<'a> {
    unit: usize,
    id: &'a str,
    files: &'a [String],
    inputs: &'a [(String, ShownValue)],
    inputs_left: usize,
    ends: String,
    native: Option<&'a str>,
    diverged: Option<&'a str>,
    /// Objectives that it reaches.
    covers: usize,
    /// Its source, as far as it is quoted.
    text: Option<String>,
}

#[derive(Serialize)]
struct PageFinding<'a> {
    kind: &'static str,
    message: &'a str,
    file: &'a str,
    line: u32,
    column: u32,
    confirmed: bool,
    needs_contract: Option<&'a str>,
    stack: &'a [Frame],
    tests: Vec<usize>,
}

impl<'a> Page<'a> {
    pub(super) fn of(report: &'a Report, out: &Path) -> Page<'a> {
        let merged = Merged::of(report);
        let mut quotes = Quotes { out, left: ALL_TEST_TEXTS };
        Page {
            assay: &report.assay,
            command: &report.command,
            out: out.display().to_string(),
            started: report.started,
            seconds: to_milliseconds(report.seconds),
            notes: &report.notes,
            criteria: summaries(report),
            own: own_summaries(report),
            units: report.units.iter().map(unit).collect(),
            files: files(report, &merged),
            tests: merged.tests.iter().map(|of| test(report, of, &mut quotes)).collect(),
            next_steps: report.next_steps(&out.display().to_string()),
            findings: merged.findings.iter().map(finding).collect(),
            curves: curves(report),
        }
    }
}

/// More digits say nothing, and would not be the same after `report.json` is read back.
pub(super) fn to_milliseconds(seconds: f64) -> f64 {
    (seconds * 1000.0).round() / 1000.0
}

fn unit(unit: &Unit) -> PageUnit<'_> {
    PageUnit {
        name: &unit.name,
        file: &unit.file,
        criteria: &unit.criteria,
        own: unit.first_figures(),
        tests: unit.tests.len(),
        findings: unit.findings.len(),
        seconds: to_milliseconds(unit.effort.explore_seconds),
        iterations: unit.effort.iterations,
        unsupported: &unit.effort.unsupported,
        external_inputs: &unit.effort.external_inputs,
        bounds: &unit.effort.bounds,
        gcfg: &unit.gcfg,
    }
}

fn files<'a>(report: &'a Report, merged: &Merged<'a>) -> Vec<PageFile<'a>> {
    let same_file = |one: &MergedObjective<'_>, other: &MergedObjective<'_>| {
        one.objective.file == other.objective.file
    };
    let conditions = decisions::conditions(report);
    let of_file = |objectives: &[MergedObjective<'a>]| {
        let name = objectives[0].objective.file.as_str();
        let (text, problem) = match sources::text(report, name) {
            SourceText::Found(text) => (Some(text), None),
            SourceText::Absent(why) => (None, Some(why)),
        };
        let objectives = objectives.iter().map(|of| objective(&conditions, of)).collect();
        PageFile { name, text, problem, objectives }
    };
    merged.objectives.chunk_by(same_file).map(of_file).collect()
}

fn vectors<'a>(conditions: &Conditions<'a>, objective: &str) -> Vec<PageVector<'a>> {
    let Some(facts) = conditions.get(objective) else { return Vec::new() };
    let is_witness = |vector| facts.pair.is_some_and(|pair| pair.contains(vector));
    let seen = facts.vectors.iter();
    seen.map(|seen| PageVector { is_witness: is_witness(seen), vector: seen.vector }).collect()
}

fn objective<'a>(conditions: &Conditions<'a>, merged: &MergedObjective<'a>) -> PageObjective<'a> {
    let facts = merged.objective;
    PageObjective {
        id: &facts.id,
        criterion: &facts.criterion,
        function: &facts.function,
        line: facts.line,
        column: facts.column,
        vectors: vectors(conditions, &facts.id),
        outcome: &facts.outcome,
        verdict: verdict(merged),
        judged_by: facts.judged_by,
        flow: facts.dataflow.as_ref(),
    }
}

fn verdict<'a>(merged: &MergedObjective<'a>) -> PageVerdict<'a> {
    match &merged.verdict {
        MergedVerdict::Covered { test, is_faulty } => {
            let others = merged.tests.iter().copied().filter(|other| Some(*other) != *test);
            let tests = test.iter().copied().chain(others).take(TESTS_NAMED).collect();
            PageVerdict::Covered { tests, count: merged.tests.len(), is_faulty: *is_faulty }
        }
        MergedVerdict::Infeasible { scope, certificates, assumes } => PageVerdict::Infeasible {
            scope: *scope,
            certificates: certificates.clone(),
            assumes: assumes.clone(),
        },
        MergedVerdict::Unknown { reasons } => PageVerdict::Unknown { reasons: reasons.clone() },
    }
}

fn test<'a>(report: &Report, merged: &MergedTest<'a>, quotes: &mut Quotes<'_>) -> PageTest<'a> {
    let test = merged.test;
    let shown = test.inputs.0.len().min(INPUTS_SHOWN);
    PageTest {
        unit: merged.unit,
        id: &test.id,
        files: &test.files,
        inputs: &test.inputs.0[..shown],
        inputs_left: test.inputs.0.len() - shown,
        ends: ending(&report.units[merged.unit], &test.ends),
        native: test.native.as_deref(),
        diverged: test.diverged.as_deref(),
        covers: test.covers.len(),
        text: test.files.iter().find_map(|file| quotes.quote(file)),
    }
}

fn finding<'a>(merged: &MergedFinding<'a>) -> PageFinding<'a> {
    let finding = merged.finding;
    PageFinding {
        kind: finding.kind.name(),
        message: &finding.message,
        file: &finding.file,
        line: finding.line,
        column: finding.column,
        confirmed: finding.confirmed,
        needs_contract: finding.needs_contract.as_deref(),
        stack: &finding.stack,
        tests: merged.tests.clone(),
    }
}

/// Reads tests for quoting, as long as there is room in the page.
struct Quotes<'a> {
    out: &'a Path,
    left: usize,
}

impl Quotes<'_> {
    /// A file's text; `None` for what is no text.
    fn quote(&mut self, file: &str) -> Option<String> {
        // Tests are below the folder; a report that names other files is not believed.
        let is_below =
            Path::new(file).components().all(|part| matches!(part, Component::Normal(_)));
        if self.left == 0 || !is_below {
            return None;
        }
        let content = std::fs::read(self.out.join(file)).ok()?;
        if content.contains(&0) {
            return None;
        }
        let end = content.len().min(TEST_TEXT);
        let mut text = String::from_utf8_lossy(&content[..end]).into_owned();
        if end < content.len() {
            text += "\n… (the rest is in the file)";
        }
        self.left = self.left.saturating_sub(text.len());
        Some(text)
    }
}

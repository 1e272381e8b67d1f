//! The units of a report seen as one: what is known of each objective of a file, whichever unit it
//! was reached from, and each finding once.
//!
//! Units share code. An objective is covered if one unit covers it, or if the tests of several have
//! shown an independence pair together. It is infeasible only if all units that have it say so, for
//! each proof speaks of the paths from its own entry. Else it is unknown, for the reasons of the
//! units that do not know.

use assay_verdict::{CriterionSummary, Finding, Objective, Report, Scope, Test, Verdict};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// All units together. Positions in the lists are what the parts refer to each other by.
pub struct Merged<'a> {
    /// Of all units, in their order: ids need not be unique between units.
    pub tests: Vec<MergedTest<'a>>,
    /// By file and place.
    pub objectives: Vec<MergedObjective<'a>>,
    /// By file and place.
    pub findings: Vec<MergedFinding<'a>>,
}

#[derive(Copy, Clone)]
pub struct MergedTest<'a> {
    pub unit: usize,
    pub test: &'a Test,
}

pub struct MergedObjective<'a> {
    pub objective: &'a Objective,
    pub verdict: MergedVerdict<'a>,
    /// It is in the code that one of the units is about.
    pub is_own: bool,
    /// The tests that reach it, as positions in [`Merged::tests`].
    pub tests: Vec<usize>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MergedVerdict<'a> {
    /// The position of the test that was the first to reach it, if the report has it.
    Covered {
        test: Option<usize>,
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

/// The same kind at the same place, whichever unit met it.
pub struct MergedFinding<'a> {
    /// The first of those that weigh most.
    pub finding: &'a Finding,
    /// The tests that show it, as positions in [`Merged::tests`].
    pub tests: Vec<usize>,
}

impl<'a> Merged<'a> {
    pub fn of(report: &'a Report) -> Merged<'a> {
        let tests: Vec<MergedTest<'a>> = report
            .units
            .iter()
            .enumerate()
            .flat_map(|(unit, of)| of.tests.iter().map(move |test| MergedTest { unit, test }))
            .collect();
        let positions = positions(&tests);
        let objectives = objectives(report, &tests, &positions);
        let findings = findings(report, &positions);
        Merged { tests, objectives, findings }
    }
}

/// The figures of all units together, by the criterion's name.
pub fn summaries(report: &Report) -> BTreeMap<&str, CriterionSummary> {
    let names = report.units.iter().flat_map(|unit| unit.criteria.keys());
    let names: BTreeSet<&str> = names.map(String::as_str).collect();
    names.into_iter().map(|name| (name, report.overall(name))).collect()
}

/// The same of the code that units are about, without what they only call.
pub fn own_summaries(report: &Report) -> BTreeMap<&str, CriterionSummary> {
    let names = summaries(report).into_keys();
    names.map(|name| (name, report.overall_own(name))).collect()
}

impl<'a> MergedObjective<'a> {
    /// Takes in what another unit says. Why nothing is known says the unit that the objective is
    /// the own of.
    fn join(&mut self, objective: &Objective, verdict: MergedVerdict<'a>) {
        let is_unknown =
            |verdict: &MergedVerdict<'_>| matches!(verdict, MergedVerdict::Unknown { .. });
        let is_of_one = self.is_own != objective.is_own;
        let joined = match is_of_one && is_unknown(&self.verdict) && is_unknown(&verdict) {
            true if objective.is_own => verdict,
            true => self.verdict.clone(),
            false => join(self.verdict.clone(), verdict),
        };
        let is_proved = matches!(joined, MergedVerdict::Infeasible { .. });
        self.verdict = match is_proved && objective.takes_a_pair() {
            true => MergedVerdict::Unknown { reasons: vec![APART] },
            false => joined,
        };
        self.is_own |= objective.is_own;
    }

    /// Covers it by the tests of a pair, if no unit does so alone.
    fn pair(&mut self, tests: [Option<usize>; 2]) {
        if self.is_covered() {
            return;
        }
        let test = tests.into_iter().flatten().max();
        self.verdict = MergedVerdict::Covered { test, is_faulty: false };
        self.tests.extend(tests.into_iter().flatten());
        self.tests.sort_unstable();
        self.tests.dedup();
    }

    pub fn is_covered(&self) -> bool {
        matches!(self.verdict, MergedVerdict::Covered { .. })
    }
}

/// Of what takes two tests.
const APART: &str = "no unit can cover it alone; whether tests of several can is not known";

/// Where the test with this id of this unit stands.
type Positions<'a> = HashMap<(usize, &'a str), usize>;

fn positions<'a>(tests: &[MergedTest<'a>]) -> Positions<'a> {
    let keys = tests.iter().map(|merged| (merged.unit, merged.test.id.as_str()));
    keys.enumerate().map(|(position, key)| (key, position)).collect()
}

fn objectives<'a>(
    report: &'a Report,
    tests: &[MergedTest<'a>],
    positions: &Positions<'a>,
) -> Vec<MergedObjective<'a>> {
    let mut merged: Vec<MergedObjective<'a>> = Vec::new();
    let mut by_id: HashMap<&str, usize> = HashMap::new();
    for (unit, of) in report.units.iter().enumerate() {
        for objective in &of.objectives {
            let verdict = own_verdict(unit, objective, positions);
            match by_id.get(objective.id.as_str()) {
                Some(&at) => merged[at].join(objective, verdict),
                None => {
                    by_id.insert(&objective.id, merged.len());
                    let is_own = objective.is_own;
                    merged.push(MergedObjective { objective, verdict, is_own, tests: Vec::new() });
                }
            }
        }
    }
    for (position, test) in tests.iter().enumerate() {
        for id in &test.test.covers {
            if let Some(&at) = by_id.get(id.as_str()) {
                merged[at].tests.push(position);
            }
        }
    }
    for (id, pair) in report.paired() {
        let Some(&at) = by_id.get(id) else { continue };
        merged[at]
            .pair(pair.map(|half| positions.get(&(half.unit, half.vector.test.as_str())).copied()));
    }
    // Stable: what stands at one place stays in the order of the coverage map.
    merged.sort_by_key(|merged| {
        let Objective { file, line, column, .. } = merged.objective;
        (file, *line, *column)
    });
    merged
}

fn own_verdict<'a>(
    unit: usize,
    objective: &'a Objective,
    positions: &Positions<'a>,
) -> MergedVerdict<'a> {
    match &objective.verdict {
        Verdict::Covered { test, is_faulty, .. } => {
            let test = positions.get(&(unit, test.as_str())).copied();
            MergedVerdict::Covered { test, is_faulty: *is_faulty }
        }
        Verdict::Infeasible { scope, certificate, assumes } => MergedVerdict::Infeasible {
            scope: *scope,
            certificates: vec![certificate],
            assumes: assumes.iter().map(String::as_str).collect(),
        },
        Verdict::Unknown { reason } => MergedVerdict::Unknown { reasons: vec![reason] },
    }
}

fn join<'a>(one: MergedVerdict<'a>, other: MergedVerdict<'a>) -> MergedVerdict<'a> {
    use MergedVerdict::{Covered, Infeasible, Unknown};
    match (one, other) {
        (Covered { is_faulty: true, .. }, clean @ Covered { is_faulty: false, .. }) => clean,
        (covered @ Covered { .. }, _) | (_, covered @ Covered { .. }) => covered,
        (Unknown { mut reasons }, Unknown { reasons: others }) => {
            unite(&mut reasons, others);
            Unknown { reasons }
        }
        (Unknown { reasons }, Infeasible { .. }) | (Infeasible { .. }, Unknown { reasons }) => {
            Unknown { reasons }
        }
        (
            Infeasible { scope, mut certificates, mut assumes },
            Infeasible { scope: other, certificates: others, assumes: more },
        ) => {
            unite(&mut certificates, others);
            unite(&mut assumes, more);
            Infeasible { scope: scope.and(other), certificates, assumes }
        }
    }
}

/// Sorted: the same texts are the same list, in whichever order the units are.
fn unite<'a>(texts: &mut Vec<&'a str>, others: Vec<&'a str>) {
    texts.extend(others);
    texts.sort_unstable();
    texts.dedup();
}

fn findings<'a>(report: &'a Report, positions: &Positions<'a>) -> Vec<MergedFinding<'a>> {
    let mut merged: BTreeMap<_, MergedFinding<'a>> = BTreeMap::new();
    for (unit, of) in report.units.iter().enumerate() {
        for finding in &of.findings {
            let key = (&finding.file, finding.line, finding.column, finding.kind);
            let position = positions.get(&(unit, finding.test.as_str())).copied();
            let known =
                merged.entry(key).or_insert_with(|| MergedFinding { finding, tests: Vec::new() });
            if weight(finding) > weight(known.finding) {
                known.finding = finding;
                known.tests.splice(0..0, position);
            } else {
                known.tests.extend(position);
            }
        }
    }
    merged.into_values().collect()
}

/// What any caller can cause weighs more than what needs a careless one; then what was seen
/// natively.
fn weight(finding: &Finding) -> (bool, bool) {
    (finding.needs_contract.is_none(), finding.confirmed)
}

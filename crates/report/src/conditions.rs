//! Objectives arranged as line-oriented formats want them: by file, by line, by condition.

use crate::merge::{Merged, MergedObjective};
use std::collections::{BTreeMap, BTreeSet};

/// What is known of one file.
#[derive(Default)]
pub(crate) struct FileCoverage<'a> {
    pub(crate) lines: BTreeMap<u32, LineCoverage<'a>>,
}

#[derive(Default)]
pub(crate) struct LineCoverage<'a> {
    /// The function of its first objective.
    pub(crate) function: Option<&'a str>,
    /// In the order in which they stand in the line; the outcomes of each.
    pub(crate) conditions: Vec<Condition<'a>>,
    /// The statements that begin here.
    statements: Vec<&'a MergedObjective<'a>>,
}

/// The outcomes of one condition, or the labels of a `switch` that stand at one place.
pub(crate) struct Condition<'a> {
    key: &'a str,
    pub(crate) outcomes: Vec<&'a MergedObjective<'a>>,
}

impl Condition<'_> {
    /// Some test evaluates it.
    pub(crate) fn is_reached(&self) -> bool {
        self.outcomes.iter().any(|outcome| outcome.is_covered())
    }
}

impl LineCoverage<'_> {
    /// Outcomes that are covered, and all.
    pub(crate) fn outcomes(&self) -> (usize, usize) {
        let all = || self.conditions.iter().flat_map(|condition| &condition.outcomes);
        (all().filter(|outcome| outcome.is_covered()).count(), all().count())
    }

    /// Tests that are known to execute the line.
    pub(crate) fn hits(&self) -> usize {
        let outcomes = self.conditions.iter().flat_map(|condition| &condition.outcomes);
        let covered = outcomes.chain(&self.statements).filter(|objective| objective.is_covered());
        let tests: Vec<&[usize]> = covered.map(|objective| objective.tests.as_slice()).collect();
        let distinct: BTreeSet<usize> = tests.concat().into_iter().collect();
        // What is covered is covered by a test, even if the report does not list it.
        distinct.len().max(usize::from(!tests.is_empty()))
    }
}

/// Tests that reach an objective. One is covered only by a test, so 0 means not covered.
pub(crate) fn hits(objective: &MergedObjective<'_>) -> usize {
    if objective.is_covered() { objective.tests.len().max(1) } else { 0 }
}

/// By file name. These formats have a place for branches and statements whose line is known.
pub(crate) fn by_file<'a>(merged: &'a Merged<'a>) -> BTreeMap<&'a str, FileCoverage<'a>> {
    let mut files: BTreeMap<&str, FileCoverage<'a>> = BTreeMap::new();
    for objective in &merged.objectives {
        let facts = objective.objective;
        let is_branch = facts.criterion == "branch";
        if facts.line == 0 || !is_branch && facts.criterion != "statement" {
            continue;
        }
        let file = files.entry(&facts.file).or_default();
        let line = file.lines.entry(facts.line).or_default();
        line.function.get_or_insert(&facts.function);
        if is_branch {
            add_outcome(&mut line.conditions, objective);
        } else {
            line.statements.push(objective);
        }
    }
    files
}

fn add_outcome<'a>(conditions: &mut Vec<Condition<'a>>, objective: &'a MergedObjective<'a>) {
    let key = condition_of(&objective.objective.id);
    match conditions.iter_mut().find(|condition| condition.key == key) {
        Some(condition) => condition.outcomes.push(objective),
        None => conditions.push(Condition { key, outcomes: vec![objective] }),
    }
}

/// The id without its outcome: all outcomes of a condition have this in common.
pub(crate) fn condition_of(id: &str) -> &str {
    id.rsplit_once(':').map_or(id, |(condition, _)| condition)
}

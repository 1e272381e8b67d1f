//! Which tests cover what: natively, which counts, and in the machine, which is a claim.
//!
//! Most objectives are reached by one test. An independence pair takes two, and each half is a test
//! vector that some test has shown first; so tests that only show a vector count too, and what must
//! be kept of a pair are its two vectors.

use assay_base::Id;
use assay_criteria::{Coverage, ObjectiveId, Objectives, VectorId};
use assay_program::{EdgeId, Program};
use assay_verdict::{ConditionPlace, Decision, Judge, SeenVector};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;
use std::sync::Arc;

const POSTPONED: &str = "reached in the machine; no time was left to run its test natively";

/// What one test reaches, natively.
#[derive(Clone, Debug, Default)]
pub struct Reach {
    /// All that it takes, in order.
    pub edges: Vec<EdgeId>,
    /// By itself.
    pub objectives: Vec<ObjectiveId>,
    /// Edges of the test vectors that it shows.
    pub vectors: Vec<EdgeId>,
}

impl Reach {
    pub fn of(objectives: &Objectives, edges: impl Iterator<Item = EdgeId>) -> Reach {
        let mut reach = Reach::default();
        for edge in edges {
            reach.edges.push(edge);
            reach.objectives.extend(objectives.on_edge(edge));
            reach.vectors.extend(objectives.vector(edge).map(|_| edge));
        }
        reach.objectives.sort_unstable();
        reach.objectives.dedup();
        reach
    }
}

/// Tests are named by their indices in the unit.
pub struct Tally {
    objectives: Arc<Objectives>,
    /// Of independence pairs, by the vectors of all tests.
    pairs: Coverage,
    /// The test that reached each objective natively, or completed its pair.
    covered_by: Vec<Option<usize>>,
    /// The test that reached it in the machine.
    claimed_by: Vec<Option<usize>>,
    /// Whether a path reached it in the machine whose test there was no time for.
    is_postponed: Vec<bool>,
    /// What any test took.
    seen: FxHashSet<EdgeId>,
    /// The first test that showed each vector.
    shown_by: FxHashMap<VectorId, usize>,
    /// Covered objectives by the criterion's name.
    pub covered: BTreeMap<String, u64>,
}

impl Tally {
    pub fn new(objectives: Arc<Objectives>, criteria: &[String]) -> Tally {
        Tally {
            pairs: Coverage::new(Arc::clone(&objectives)),
            covered_by: vec![None; objectives.len()],
            claimed_by: vec![None; objectives.len()],
            is_postponed: vec![false; objectives.len()],
            seen: FxHashSet::default(),
            shown_by: FxHashMap::default(),
            covered: criteria.iter().map(|name| (name.clone(), 0)).collect(),
            objectives,
        }
    }

    /// Counts a test; what it is the first to reach, or completes.
    pub fn add(&mut self, test: usize, reach: &Reach) -> Vec<ObjectiveId> {
        for vector in reach.vectors.iter().filter_map(|&edge| self.objectives.vector(edge)) {
            self.shown_by.entry(vector).or_insert(test);
        }
        self.seen.extend(&reach.edges);
        let paired = self.pairs.take(reach.vectors.iter().copied()).objectives;
        let reached = reach.objectives.iter().copied().chain(paired);
        let mut new = Vec::new();
        for objective in reached {
            let covered_by = &mut self.covered_by[objective.index()];
            if covered_by.is_none() {
                *covered_by = Some(test);
                new.push(objective);
                let criterion = self.objectives.get(objective).criterion;
                *self.covered.entry(criterion.to_string()).or_default() += 1;
            }
        }
        new
    }

    /// Notes that a test reaches it in the machine.
    pub fn claim(&mut self, objective: ObjectiveId, test: usize) {
        self.claimed_by[objective.index()].get_or_insert(test);
    }

    /// Notes that a path reaches it in the machine and has no test.
    pub fn postpone(&mut self, objective: ObjectiveId) {
        self.is_postponed[objective.index()] = true;
    }

    /// Forgets what was counted; claims stay, by the new names of the tests.
    pub fn renumber(&mut self, place_of: impl Fn(usize) -> Option<usize>) {
        for claimed in &mut self.claimed_by {
            *claimed = claimed.and_then(&place_of);
        }
        self.covered_by.fill(None);
        self.seen.clear();
        self.shown_by.clear();
        self.covered.values_mut().for_each(|count| *count = 0);
        self.pairs = Coverage::new(Arc::clone(&self.objectives));
    }

    /// The tests of an independence pair, the one that completed it last.
    fn pair(&self, objective: ObjectiveId) -> Option<[usize; 2]> {
        let mut tests = self.pairs.pair(objective)?.map(|vector| self.shown_by.get(&vector));
        tests.sort_unstable();
        let [Some(&one), Some(&other)] = tests else { return None };
        Some([one, other])
    }

    /// The objectives that are covered by a pair, with its tests.
    pub fn pairs(&self) -> impl Iterator<Item = (ObjectiveId, [usize; 2])> {
        let decisions = self.objectives.decision_ids();
        let all = decisions.flat_map(|decision| self.pairs.objectives_of(decision));
        all.flatten().filter_map(|&id| Some((id, self.pair(id)?)))
    }

    /// The test that covers an objective, and the other one of its pair.
    pub fn covering(&self, objective: ObjectiveId) -> Option<(usize, Option<usize>)> {
        let test = self.covered_by[objective.index()]?;
        Some((test, self.partner(objective, test)))
    }

    /// The other test of a pair, if it takes two.
    fn partner(&self, objective: ObjectiveId, test: usize) -> Option<usize> {
        let [one, other] = self.pair(objective)?;
        (one != other).then_some(if one == test { other } else { one })
    }

    /// Why an objective that nothing covers is open, if that is for want of a native run.
    pub fn open_reason(
        &self,
        objective: ObjectiveId,
        name: impl Fn(usize) -> String,
    ) -> Option<String> {
        let at = objective.index();
        match self.claimed_by[at] {
            Some(test) => {
                Some(format!("{} reaches it in the machine but not natively", name(test)))
            }
            None => self.is_postponed[at].then(|| POSTPONED.to_string()),
        }
    }

    pub fn is_covered(&self, objective: ObjectiveId) -> bool {
        self.covered_by[objective.index()].is_some()
    }

    /// Whether a test takes it.
    pub fn is_seen(&self, edge: EdgeId) -> bool {
        self.seen.contains(&edge)
    }

    /// Whether a test reaches it in the machine.
    pub fn is_claimed(&self, objective: ObjectiveId) -> bool {
        self.claimed_by[objective.index()].is_some()
    }

    /// How many objectives were reached in the machine only.
    pub fn unconfirmed(&self) -> usize {
        self.claims().filter(|(_, covered)| covered.is_none()).count()
    }

    /// Whether the test reached something in the machine that none did natively.
    pub fn is_unconfirmed(&self, test: usize) -> bool {
        self.claims().any(|(claimed, covered)| claimed == test && covered.is_none())
    }

    fn claims(&self) -> impl Iterator<Item = (usize, Option<usize>)> {
        let both = self.claimed_by.iter().zip(&self.covered_by);
        both.filter_map(|(claimed, covered)| Some(((*claimed)?, *covered)))
    }

    /// What is to be kept of each test's reach, numbered: objectives, then the vectors that are
    /// enough for all pairs, and halves of those that another unit may complete, if there are
    /// others.
    pub fn assets<'r>(
        &self,
        tests: impl Iterator<Item = &'r Reach>,
        has_others: bool,
    ) -> Vec<Vec<usize>> {
        let first = self.objectives.len();
        let halves = if has_others { self.pairs.halves() } else { Vec::new() };
        let vectors = self.pairs.witnesses().into_iter().chain(halves);
        let needed: FxHashMap<VectorId, usize> = vectors.zip(first..).collect();
        tests
            .map(|reach| {
                let shown = reach.vectors.iter().filter_map(|&edge| self.objectives.vector(edge));
                let vectors = shown.filter_map(|vector| needed.get(&vector).copied());
                reach.objectives.iter().map(|id| id.index()).chain(vectors).collect()
            })
            .collect()
    }

    /// The decisions with the vectors that were seen.
    pub fn decisions(&self, program: &Program, name: impl Fn(usize) -> String) -> Vec<Decision> {
        let of = |id| {
            let decision = self.objectives.decision(id);
            let conditions = decision.conditions.iter().zip(self.pairs.objectives_of(id));
            let vectors = self.pairs.seen(id).iter().map(|&number| {
                let vector = decision.vectors[number as usize];
                let test = self.shown_by.get(&VectorId { decision: id, number });
                SeenVector {
                    values: vector.shown(decision.conditions.len()),
                    outcome: vector.outcome,
                    test: test.map_or_else(String::new, |&test| name(test)),
                }
            });
            Decision {
                id: decision.name.clone(),
                function: program.functions[decision.function].name.clone(),
                file: decision.file.clone(),
                line: decision.line,
                column: decision.column,
                judged_by: if decision.is_left_out { Judge::Assay } else { Judge::Peer },
                conditions: conditions
                    .map(|(condition, objective)| ConditionPlace {
                        objective: objective.map(|id| self.objectives.get(id).id.clone()),
                        line: condition.line,
                        column: condition.column,
                    })
                    .collect(),
                vectors: vectors.collect(),
            }
        };
        self.objectives.decision_ids().map(of).collect()
    }
}

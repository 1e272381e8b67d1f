//! The coverage structure: what was taken so far, what that covers, and what may still be gained.
//!
//! "Automated Coverage-Driven Test Data Generation Using Dynamic Symbolic Execution" (CAUT),
//! section III, calls it `S = (G, C, Eval, Cov)`: the control flow graph, the criteria, what was
//! evaluated, and what that covers. Here `G` are the edges of the program, `C` the [`Objectives`],
//! and this is `Eval` and `Cov`. Exploration and native runs each have one, so that covered means
//! the same to both. Who searches asks what an edge can still give and never knows a criterion.
//!
//! An edge is *wanted* if taking it could still help to cover something: it reaches an open
//! objective; or it is a test vector that nothing has shown and that can be half of a pair of an
//! open condition; or it is an outcome of a condition on such a vector. That is never false where
//! it could matter, and once false it stays so, until something is taken back: what the machine has
//! seen and a native run has not.

use crate::decision::{Decision, DecisionId, VectorId};
use crate::{ObjectiveId, Objectives, Role, Rule};
use assay_base::Id;
use assay_program::{EdgeId, EdgeRuns};
use std::sync::Arc;

pub struct Coverage {
    objectives: Arc<Objectives>,
    covered: Vec<bool>,
    /// By objective: it cannot be reached, so nothing is wanted for it.
    excluded: Vec<bool>,
    /// By objective: the two vectors that show it, where that is how it is covered.
    pairs: Vec<Option<[VectorId; 2]>>,
    decisions: Vec<Evaluated>,
}

/// What is known of a decision.
#[derive(Clone, Debug, Default)]
struct Evaluated {
    /// Vectors that were seen, by their numbers.
    seen: Vec<u32>,
    is_seen: Vec<bool>,
    /// Conditions without a pair that are objectives.
    open: u128,
    /// By condition.
    objectives: Vec<Option<ObjectiveId>>,
    /// Conditions whose outcome is on a vector that is wanted: false, true.
    wanted: [u128; 2],
}

/// What a path has added.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Gain {
    /// Covered for the first time.
    pub objectives: Vec<ObjectiveId>,
    /// It has shown a test vector that an open objective may need.
    pub is_partial: bool,
    /// The edges that made the difference.
    pub edges: Vec<EdgeId>,
    /// Edges that were wanted and are not any more.
    pub settled: Vec<EdgeId>,
}

/// What was taken back.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Loss {
    /// Not covered any more.
    pub objectives: Vec<ObjectiveId>,
    /// Edges that are wanted again.
    pub reopened: Vec<EdgeId>,
}

impl Gain {
    /// Whether the path is worth a test.
    pub fn is_something(&self) -> bool {
        self.is_partial || !self.objectives.is_empty()
    }
}

impl Coverage {
    pub fn new(objectives: Arc<Objectives>) -> Coverage {
        let mut decisions: Vec<Evaluated> = objectives.decisions().map(evaluated).collect();
        for (id, objective) in objectives.iter() {
            if let Rule::Independence { decision, condition } = objective.rule {
                let of = &mut decisions[decision.index()];
                of.open |= 1 << condition;
                of.objectives[condition] = Some(id);
            }
        }
        for (of, decision) in decisions.iter_mut().zip(objectives.decisions()) {
            of.update(decision);
        }
        let count = objectives.len();
        Coverage {
            covered: vec![false; count],
            excluded: vec![false; count],
            pairs: vec![None; count],
            decisions,
            objectives,
        }
    }

    pub fn is_covered(&self, objective: ObjectiveId) -> bool {
        self.covered[objective.index()]
    }

    /// The two test vectors that show that a condition counts.
    pub fn pair(&self, objective: ObjectiveId) -> Option<[VectorId; 2]> {
        self.pairs[objective.index()]
    }

    /// The vectors of a decision that were seen, by their numbers, first seen first.
    pub fn seen(&self, decision: DecisionId) -> &[u32] {
        &self.decisions[decision.index()].seen
    }

    /// The objectives of a decision, by condition.
    pub fn objectives_of(&self, decision: DecisionId) -> &[Option<ObjectiveId>] {
        &self.decisions[decision.index()].objectives
    }

    /// A few of the vectors seen so far that are enough for every pair that is covered.
    pub fn witnesses(&self) -> Vec<VectorId> {
        let mut witnesses = Vec::new();
        for (of, id) in self.decisions.iter().zip(self.objectives.decision_ids()) {
            let covered = of.objectives.iter().enumerate().filter_map(|(condition, objective)| {
                objective.filter(|&id| self.is_covered(id)).map(|_| 1u128 << condition)
            });
            let vectors = &self.objectives.decision(id).vectors;
            let numbers = vectors.witnesses(&of.seen, covered.fold(0, |a, b| a | b));
            witnesses.extend(numbers.into_iter().map(|number| VectorId { decision: id, number }));
        }
        witnesses
    }

    /// The vectors seen so far that can be half of a pair which is still missing.
    pub fn halves(&self) -> Vec<VectorId> {
        let mut halves = Vec::new();
        for (of, decision) in self.decisions.iter().zip(self.objectives.decision_ids()) {
            let vectors = &self.objectives.decision(decision).vectors;
            let is_half = |number: &&u32| vectors[**number as usize].pivotal & of.open != 0;
            let seen = of.seen.iter().filter(is_half);
            halves.extend(seen.map(|&number| VectorId { decision, number }));
        }
        halves
    }

    /// Whether taking the edge could still help to cover something.
    pub fn is_wanted(&self, edge: EdgeId) -> bool {
        self.objectives.roles(edge).any(|role| match *role {
            Role::Reaches(objective) => {
                !self.covered[objective.index()] && !self.excluded[objective.index()]
            }
            Role::Vector(vector) => self.wants(vector),
            Role::Condition { decision, condition, value } => {
                let wanted = self.decisions[decision.index()].wanted[usize::from(value)];
                wanted >> condition & 1 == 1
            }
        })
    }

    fn wants(&self, VectorId { decision, number }: VectorId) -> bool {
        let of = &self.decisions[decision.index()];
        let vector = self.objectives.decision(decision).vectors[number as usize];
        !of.is_seen[number as usize] && vector.pivotal & of.open != 0
    }

    fn is_seen(&self, VectorId { decision, number }: VectorId) -> bool {
        self.decisions[decision.index()].is_seen[number as usize]
    }

    /// Takes in the edges of a path.
    pub fn take(&mut self, edges: impl IntoIterator<Item = EdgeId>) -> Gain {
        let objectives = Arc::clone(&self.objectives);
        let mut gain = Gain::default();
        let mut changed = Vec::new();
        for edge in edges {
            for role in objectives.roles(edge) {
                let is_new = match *role {
                    Role::Reaches(objective) => self.cover(objective, &mut gain),
                    Role::Vector(vector) if !self.is_seen(vector) => {
                        gain.is_partial |= self.wants(vector);
                        self.see(vector, &mut gain);
                        changed.push(vector.decision);
                        true
                    }
                    Role::Vector(_) | Role::Condition { .. } => false,
                };
                if is_new && gain.edges.last() != Some(&edge) {
                    gain.edges.push(edge);
                }
            }
        }
        self.settle(changed, &mut gain);
        gain
    }

    /// Nothing is wanted for these objectives any more. They still count as covered if a path
    /// reaches them after all. The edges that are not wanted any more.
    pub fn exclude(&mut self, excluded: &[ObjectiveId]) -> Vec<EdgeId> {
        let objectives = Arc::clone(&self.objectives);
        let mut affected = Vec::new();
        for &objective in excluded {
            self.excluded[objective.index()] = true;
            if let Rule::Independence { decision: id, condition } = objectives.get(objective).rule {
                let decision = objectives.decision(id);
                let of = &mut self.decisions[id.index()];
                of.open &= !(1 << condition);
                of.update(decision);
                affected.extend(decision.outcomes().cloned());
            }
            affected.push(objectives.edges_of(objective));
        }
        EdgeRuns::union(&affected).iter().filter(|&edge| !self.is_wanted(edge)).collect()
    }

    /// Takes back what these edges have shown, as far as `native` lacks it.
    pub fn take_back(&mut self, edges: &[EdgeId], native: &Coverage) -> Loss {
        let objectives = Arc::clone(&self.objectives);
        let mut loss = Loss::default();
        let mut changed = Vec::new();
        for role in edges.iter().flat_map(|&edge| objectives.roles(edge)) {
            match *role {
                Role::Reaches(objective)
                    if self.is_covered(objective) && !native.is_covered(objective) =>
                {
                    self.covered[objective.index()] = false;
                    loss.objectives.push(objective);
                }
                Role::Vector(vector) if self.is_seen(vector) && !native.is_seen(vector) => {
                    self.unsee(vector, &mut loss);
                    changed.push(vector.decision);
                }
                _ => {}
            }
        }
        let affected = self.affected(&loss.objectives, changed);
        loss.reopened = affected.iter().filter(|&edge| self.is_wanted(edge)).collect();
        loss
    }

    /// Whether that is new.
    fn cover(&mut self, objective: ObjectiveId, gain: &mut Gain) -> bool {
        let is_new = !std::mem::replace(&mut self.covered[objective.index()], true);
        if is_new {
            gain.objectives.push(objective);
        }
        is_new
    }

    /// A new test vector, and the pairs that it makes with those seen before.
    fn see(&mut self, new: VectorId, gain: &mut Gain) {
        let VectorId { decision: id, number } = new;
        let objectives = Arc::clone(&self.objectives);
        let decision = objectives.decision(id);
        let vector = decision.vectors[number as usize];
        let seen = self.decisions[id.index()].seen.clone();
        for other in seen {
            let Some(condition) = vector.pair(decision.vectors[other as usize]) else { continue };
            let of = &mut self.decisions[id.index()];
            let is_open = of.open >> condition & 1 == 1;
            of.open &= !(1 << condition);
            if let Some(objective) = of.objectives[condition].filter(|_| is_open) {
                self.pairs[objective.index()] =
                    Some([VectorId { decision: id, number: other }, new]);
                self.cover(objective, gain);
            }
        }
        let of = &mut self.decisions[id.index()];
        of.is_seen[number as usize] = true;
        of.seen.push(number);
    }

    /// Forgets a test vector, and finds anew what pairs the others make.
    fn unsee(&mut self, VectorId { decision, number }: VectorId, loss: &mut Loss) {
        let of = &mut self.decisions[decision.index()];
        let seen = std::mem::take(&mut of.seen);
        of.is_seen.fill(false);
        let mut before = Vec::new();
        for (condition, objective) in of.objectives.iter().enumerate() {
            let Some(objective) = *objective else { continue };
            if !self.excluded[objective.index()] {
                of.open |= 1 << condition;
            }
            self.pairs[objective.index()] = None;
            if std::mem::take(&mut self.covered[objective.index()]) {
                before.push(objective);
            }
        }
        for number in seen.into_iter().filter(|&other| other != number) {
            self.see(VectorId { decision, number }, &mut Gain::default());
        }
        before.retain(|&objective| !self.is_covered(objective));
        loss.objectives.extend(before);
    }

    /// Finds the edges that are not wanted any more.
    fn settle(&mut self, changed: Vec<DecisionId>, gain: &mut Gain) {
        let affected = self.affected(&gain.objectives, changed);
        gain.settled = affected.iter().filter(|&edge| !self.is_wanted(edge)).collect();
    }

    /// The edges that may be wanted or not, now that this has changed.
    fn affected(
        &mut self,
        changed_objectives: &[ObjectiveId],
        mut changed: Vec<DecisionId>,
    ) -> EdgeRuns {
        let objectives = Arc::clone(&self.objectives);
        let mut affected = Vec::new();
        for &objective in changed_objectives {
            if let Rule::Any(edges) = &objectives.get(objective).rule {
                affected.push(edges.clone());
            }
        }
        changed.sort_unstable();
        changed.dedup();
        for id in changed {
            let decision = objectives.decision(id);
            self.decisions[id.index()].update(decision);
            let vectors = 0..decision.vectors.len() as u32;
            affected.push(vectors.flat_map(|number| decision.edges(number)).collect());
            affected.extend(decision.outcomes().cloned());
        }
        EdgeRuns::union(&affected)
    }
}

fn evaluated(decision: &Decision) -> Evaluated {
    Evaluated {
        is_seen: vec![false; decision.vectors.len()],
        objectives: vec![None; decision.conditions.len()],
        ..Evaluated::default()
    }
}

impl Evaluated {
    /// Finds anew which outcomes are on a vector that is wanted.
    fn update(&mut self, decision: &Decision) {
        self.wanted = [0; 2];
        for (vector, is_seen) in decision.vectors.iter().zip(&self.is_seen) {
            if !is_seen && vector.pivotal & self.open != 0 {
                self.wanted[0] |= vector.evaluated & !vector.values;
                self.wanted[1] |= vector.evaluated & vector.values;
            }
        }
    }
}

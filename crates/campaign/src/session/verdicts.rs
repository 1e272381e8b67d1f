//! What is known of the objectives of a unit: covered, proved, or open, and why.

use super::{Admitted, Session, by_name};
use crate::event::Event;
use assay_base::Id;
use assay_criteria::{ObjectiveId, Objectives};
use assay_explore::Observation;
use assay_program::{FuncId, Program};
use assay_verdict::{
    CriterionSummary, Finding, Flow, Invariants, Judge, Objective, Scope, Verdict,
};
use std::sync::Arc;

/// That no input of a scope reaches an objective.
#[derive(Clone)]
pub struct Proved {
    pub scope: Scope,
    pub certificate: String,
    /// See [`Verdict::Infeasible`].
    pub assumes: Vec<String>,
}

impl Proved {
    fn verdict(&self) -> Verdict {
        Verdict::Infeasible {
            scope: self.scope,
            certificate: self.certificate.clone(),
            assumes: self.assumes.clone(),
        }
    }
}

/// An objective with its verdict, as reports know it. `own` are the functions that the unit is
/// about, none of a whole program.
pub fn described(
    program: &Program,
    objectives: &Objectives,
    own: &[FuncId],
    id: ObjectiveId,
    verdict: Verdict,
) -> Objective {
    let objective = objectives.get(id);
    Objective {
        id: objective.id.clone(),
        criterion: objective.criterion.to_string(),
        function: program.functions[objective.function].name.clone(),
        file: objective.file.clone(),
        line: objective.line,
        column: objective.column,
        outcome: objective.outcome.clone(),
        verdict,
        judged_by: match objectives.is_counted(id) {
            true => Judge::Peer,
            false => Judge::Assay,
        },
        is_own: own.is_empty() || own.contains(&objective.function),
        dataflow: objective.flow.as_ref().map(|of| flow(program, of)),
    }
}

fn flow(program: &Program, flow: &assay_criteria::Flow) -> Flow {
    let name = |function| program.functions[function].name.clone();
    Flow {
        variable: flow.variable.clone(),
        number: flow.number,
        kind: flow.kind.to_string(),
        function: flow.function.map(name).unwrap_or_default(),
        file: flow.file.clone(),
        line: flow.line,
        column: flow.column,
        is_predicate: flow.is_predicate,
        is_in_one_block: flow.is_in_one_block,
    }
}

impl Session<'_> {
    /// Enters what is known of objectives, decisions and what each test covers. `reason` says why
    /// an objective is open of which nothing else is known.
    pub(super) fn describe(&mut self, reason: impl Fn(ObjectiveId) -> String) {
        self.unit.objectives = self.verdicts(&reason);
        self.unit.decisions = self.tally.decisions(&self.program, |test| self.test_id(test));
        // What a test covers alone stays; with whom it covers the rest may change.
        for (test, admitted) in self.unit.tests.iter_mut().zip(&self.admitted) {
            test.covers.truncate(admitted.reach.objectives.len());
        }
        for (objective, [one, other]) in self.tally.pairs() {
            let id = &self.objectives.get(objective).id;
            self.unit.tests[one].covers.push(id.clone());
            if one != other {
                self.unit.tests[other].covers.push(id.clone());
            }
        }
    }

    fn verdicts(&self, reason: &dyn Fn(ObjectiveId) -> String) -> Vec<Objective> {
        let clean = self.clean_tests();
        let verdict = |id: ObjectiveId| match self.tally.covering(id) {
            Some(tests) => self.covered(tests, clean[id.index()]),
            None => self.open_verdict(id, reason),
        };
        let ids = self.objectives.iter().map(|(id, _)| id);
        let described = |id| described(&self.program, &self.objectives, &self.own, id, verdict(id));
        ids.map(described).collect()
    }

    /// By objective, the first test that reaches it alone and does nothing undefined.
    fn clean_tests(&self) -> Vec<Option<usize>> {
        let mut clean = vec![None; self.objectives.len()];
        for (test, admitted) in self.admitted.iter().enumerate().filter(|(_, a)| !a.is_faulty) {
            for objective in &admitted.reach.objectives {
                clean[objective.index()].get_or_insert(test);
            }
        }
        clean
    }

    /// Covered by these tests, or by a clean one if there is one.
    pub(super) fn covered(
        &self,
        (test, partner): (usize, Option<usize>),
        clean: Option<usize>,
    ) -> Verdict {
        if let Some(clean) = clean.filter(|_| partner.is_none()) {
            return Verdict::by(self.test_id(clean));
        }
        let is_faulty = |test: usize| self.admitted[test].is_faulty;
        Verdict::Covered {
            test: self.test_id(test),
            partner: partner.map(|partner| self.test_id(partner)),
            is_faulty: is_faulty(test) || partner.is_some_and(is_faulty),
        }
    }

    /// Of what no native run has decided: a proof, or why there is none.
    fn open_verdict(&self, id: ObjectiveId, reason: &dyn Fn(ObjectiveId) -> String) -> Verdict {
        if let Some(proved) = self.proved.get(&id) {
            return proved.verdict();
        }
        let beyond = self.beyond.contains(&id).then(|| self.beyond_reason());
        let otherwise = || beyond.unwrap_or_else(|| reason(id));
        let claimed = self.tally.open_reason(id, |test| self.test_id(test));
        Verdict::Unknown { reason: claimed.unwrap_or_else(otherwise) }
    }

    /// Why nothing is known of where the real program may get to: the first finding that it may
    /// survive, if there is one.
    fn beyond_reason(&self) -> String {
        match self.unit.findings.iter().find(|of| !of.kind.stops_the_program()) {
            Some(Finding { kind, file, line, column, message, .. }) => format!(
                "no path reaches it without undefined behaviour before, after which the real program may go on: \
                 {kind} at {file}:{line}:{column} ({message})"
            ),
            None => "no path reaches it, but the real program may go another way before, by where objects lie in memory \
                     or by a signal from outside"
                .to_string(),
        }
    }

    /// No path reaches these, but the control flow comes to them from where one does something
    /// undefined.
    pub fn note_beyond(&mut self, ids: impl IntoIterator<Item = ObjectiveId>) {
        self.beyond.extend(ids);
        self.has_news = true;
    }

    pub fn proved_objectives(&self) -> Vec<ObjectiveId> {
        self.proved.keys().copied().collect()
    }

    /// What is neither covered nor proved for all inputs.
    pub fn open_objectives(&self) -> Vec<ObjectiveId> {
        let is_open = |id: &ObjectiveId| {
            !self.tally.is_covered(*id) && self.scope_of(*id) != Some(Scope::AllInputs)
        };
        self.objectives.iter().map(|(id, _)| id).filter(is_open).collect()
    }

    /// Whether the unit is a program that has asked for nothing up to its end: then it has one run,
    /// and that says nothing of what it does with arguments and input.
    pub fn has_no_inputs(&self) -> bool {
        let has_none =
            |admitted: &Admitted| admitted.test.variables.is_empty() && !admitted.is_faulty;
        !self.is_function && self.admitted.iter().all(has_none)
    }

    pub fn is_decided(&self) -> bool {
        self.open_objectives().is_empty()
    }

    /// Whether every objective has a verdict, be it only within bounds.
    pub fn is_decided_within_bounds(&self) -> bool {
        self.open_objectives().into_iter().all(|id| self.scope_of(id).is_some())
    }

    /// For which inputs it is proved that they do not reach this objective.
    pub fn scope_of(&self, id: ObjectiveId) -> Option<Scope> {
        self.proved.get(&id).map(|proved| proved.scope)
    }

    /// Takes over proofs of an earlier run; what they exclude for all inputs.
    pub fn keep_proofs(&mut self, proofs: &[(String, Proved)]) -> Vec<ObjectiveId> {
        let objectives = Arc::clone(&self.objectives);
        let ids = by_name(&objectives);
        let mut excluded = Vec::new();
        for (name, proved) in proofs {
            let Some(&id) = ids.get(name.as_str()) else { continue };
            self.prove(id, proved.clone());
            excluded.extend((proved.scope == Scope::AllInputs).then_some(id));
        }
        excluded
    }

    /// No input in this scope reaches this objective.
    pub fn prove(&mut self, id: ObjectiveId, proved: Proved) {
        let (unit, objective) = (self.unit.name.as_str(), &self.objectives.get(id).id);
        let verdict = &proved.verdict();
        (self.tell)(Event::Verdict { unit, objective, verdict });
        self.proved.insert(id, proved);
        self.has_news = true;
    }

    /// The inputs of all tests.
    pub fn inputs(&self) -> Vec<Vec<(u32, u128)>> {
        self.admitted.iter().map(|admitted| admitted.test.variables.clone()).collect()
    }

    /// What the runs of the tests say about the facts of proofs.
    pub fn note_observation(&mut self, observation: &Observation) {
        self.unit.invariants = Some(Invariants {
            facts: observation.facts as u64,
            evaluated: observation.evaluated as u64,
            evaluations: observation.evaluations,
            tests: observation.tests as u64,
            unfinished: observation.unfinished as u64,
            violated: observation.violated.len() as u64,
        });
        self.has_news = true;
    }

    /// The proofs of these objectives rest on what does not hold: nothing is known about them.
    pub fn refute(&mut self, ids: &[ObjectiveId], fact: &str) {
        let names: Vec<&str> = ids.iter().map(|id| self.objectives.get(*id).id.as_str()).collect();
        let names = names.join(", ");
        self.refuted.push(format!(
            "BUG: a run of a test refutes the proof against {names}: it does not hold that {fact}"
        ));
        ids.iter().for_each(|id| drop(self.proved.remove(id)));
        self.has_news = true;
    }

    /// Proofs that tests refute, told loudly.
    pub(super) fn contradictions(&self) -> Option<String> {
        let wrong: Vec<&str> = self
            .proved
            .keys()
            .filter(|id| self.tally.is_covered(**id) || self.tally.is_claimed(**id))
            .map(|id| self.objectives.get(*id).id.as_str())
            .collect();
        (!wrong.is_empty()).then(|| {
            format!("BUG: there is a proof against what a test reaches: {}", wrong.join(", "))
        })
    }

    pub(super) fn summarise(&mut self) {
        for criterion in &self.orders.goals.criteria {
            let of_criterion = |objective: &&Objective| objective.criterion == *criterion;
            let all = self.unit.objectives.iter().filter(of_criterion);
            let own = counted(all.clone().filter(|objective| objective.is_own));
            let all = counted(all);
            self.unit.criteria.insert(criterion.clone(), all);
            self.unit.own.insert(criterion.clone(), own);
        }
    }
}

/// Covered is only what native runs were seen to reach.
fn counted<'a>(objectives: impl Iterator<Item = &'a Objective>) -> CriterionSummary {
    let verdicts: Vec<&Verdict> = objectives.map(|objective| &objective.verdict).collect();
    let is_covered = |verdict: &&&Verdict| matches!(verdict, Verdict::Covered { .. });
    let confirmed = verdicts.iter().filter(is_covered).count() as u64;
    CriterionSummary::count(verdicts, confirmed)
}

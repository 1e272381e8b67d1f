//! The certificate of what going back excludes: regions that are closed under going back, with the
//! entry in none of them.

use super::{Backward, RegionId, Target, Way};
use crate::certificate::{Certificate, Checks, assemble, no_way, place_mark};
use crate::words;
use assay_base::Id;
use assay_expr::{BinaryOp, Node as TermNode, Term, Terms};
use assay_program::{EdgeId, Program};
use assay_solver::Decided;
use std::collections::BTreeMap;

impl Backward {
    /// The certificate of a target that is excluded.
    pub fn certificate(&mut self, program: &Program, edge: EdgeId) -> Option<Certificate> {
        self.certify_alone(edge).map(|certificate| certificate.within(program))
    }

    /// The same, with marks for places.
    pub(crate) fn certify_alone(&mut self, edge: EdgeId) -> Option<Certificate> {
        let target = self.targets.remove(&edge)?;
        let certificate = self.certify(&target, edge);
        self.targets.insert(edge, target);
        certificate
    }

    fn certify(&mut self, target: &Target, edge: EdgeId) -> Option<Certificate> {
        if target.is_open || !target.waiting.is_empty() || target.latest.is_some() {
            return None;
        }
        let accepted = target.accepted.values().flatten().copied();
        let contradictory = target.contradictions.iter().map(|(id, _)| *id);
        let contained = target.contained.iter().map(|(id, _)| *id);
        let mut all: Vec<RegionId> = accepted.chain(contradictory).chain(contained).collect();
        all.sort_unstable();
        let mut checks = Checks::new();
        for &id in &all {
            checks.extend(self.closure(id));
        }
        for way in &target.dead_ends {
            let about = match way.to {
                Some(to) => format!("dead end: a way to {} that nothing can take", mark(to)),
                None => format!("exclusion: a way to {edge} that nothing can take"),
            };
            let condition = self.condition_of(way);
            checks.push((about, self.with_axioms(&[condition])));
        }
        for (id, _) in &target.contradictions {
            let about = format!("contradiction: at {}, none of these states exists", mark(*id));
            let check = self.with_axioms(&[self.regions[*id].predicate]);
            checks.push((about, check));
        }
        for (id, known) in &target.contained {
            let about = format!("containment: at {}, no state is new", mark(*id));
            let check = self.outside_of(self.regions[*id].predicate, known);
            checks.push((about, check));
        }
        if checks.is_empty() {
            checks.push(no_way(&self.system, edge));
        }
        let facts = self.facts(target);
        let places = self.regions.values().map(|region| self.system.nodes[region.node]).collect();
        let edges = BTreeMap::from([(edge, facts)]);
        assemble(&self.system, places, checks, edges, &mut self.decider)
    }

    /// That each way from the stop of a region to what lies behind it starts in the region.
    fn closure(&mut self, id: RegionId) -> Checks {
        let ways = std::mem::take(&mut self.regions[id].ways);
        let edge = self.regions[id].target;
        let mut checks = Checks::new();
        for way in &ways {
            let condition = self.condition_of(way);
            let from = mark(id);
            let about = match way.to {
                Some(to) => {
                    format!("closure: only these states of {from} lead to those of {}", mark(to))
                }
                None => format!("exclusion: {edge} is taken from no other states of {from}"),
            };
            checks.push((about, self.outside_of(condition, &[id])));
        }
        self.regions[id].ways = ways;
        checks
    }

    /// When a way is taken to where it leads, as the program says it.
    fn condition_of(&mut self, way: &Way) -> Term {
        let mut condition = match way.to {
            Some(to) => self.regions[to].predicate,
            None => self.system.terms.truth(true),
        };
        for (step, opened) in &way.steps {
            condition = self.precondition(*step, condition, opened, true);
        }
        condition
    }

    /// What contradicts what, in words.
    fn facts(&mut self, target: &Target) -> Vec<String> {
        let mut facts = Vec::new();
        for (id, core) in &target.contradictions {
            facts.push(self.contradiction(*id, core));
        }
        for way in &target.dead_ends {
            let condition = self.condition_of(way);
            let parts = self.with_axioms(&conjuncts(&self.system.terms, condition));
            let Decided::Unsat(core) = self.decider.decide(&self.system.terms, &parts) else {
                continue;
            };
            facts.extend(way.to.map(|to| self.contradiction(to, &core)));
        }
        if !target.contained.is_empty() {
            facts.push("going back further brings no other states".to_string());
        }
        facts.sort_unstable();
        facts.dedup();
        facts
    }

    /// That these cannot hold together on the way to a region.
    fn contradiction(&self, id: RegionId, core: &[Term]) -> String {
        let mut parts: Vec<String> = core
            .iter()
            .filter(|term| !self.system.axioms.contains(term))
            .flat_map(|&term| conjuncts(&self.system.terms, term))
            .filter(|term| self.system.terms.as_constant(*term).is_none())
            .map(|term| words::say(&self.system, term))
            .collect();
        parts.dedup();
        format!("what leads to it at {} cannot hold together: {}", mark(id), parts.join(" and "))
    }
}

/// The place of a region, until the names of files are known.
fn mark(id: RegionId) -> String {
    place_mark(id.index())
}

/// The parts of a conjunction.
fn conjuncts(terms: &Terms, term: Term) -> Vec<Term> {
    match terms.node(term) {
        TermNode::Binary(BinaryOp::And, a, b) if terms.width(term) == 1 => {
            let mut all = conjuncts(terms, a);
            all.extend(conjuncts(terms, b));
            all
        }
        _ => vec![term],
    }
}

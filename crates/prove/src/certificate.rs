//! What was proved, written down so that others can check it.
//!
//! A certificate is about edges that no run takes. Its checks are conjunctions without a model;
//! together they are an induction over the cut points of the system:
//!
//! - *initiation* and *consecution*: whatever leads from one cut point to another, from a state in
//!   which all facts of the first hold, leads to a state in which all facts of the second hold. The
//!   entry has no facts, so what starts there is the base of the induction;
//! - *exclusion*: from a state in which the facts of a cut point hold, the edge is not taken before
//!   the next cut point. It names only the facts that it takes.
//!
//! The formulas are made anew for it, step by step as the program says it: what our simplifier
//! found out does not have to be believed.

use crate::blocks::{Blocks, Cut, CutId};
use crate::contradiction::reasons;
use crate::facts::Facts;
use crate::system::System;
use crate::words;
use assay_base::{Arena, Id, Place};
use assay_expr::{Substitution, Term, VarId, smtlib_checks};
use assay_program::{EdgeId, Program};
use assay_solver::{Decided, Decider};
use rustc_hash::FxHashSet;
use std::collections::{BTreeMap, BTreeSet};

/// For edges that were found out about together.
#[derive(Clone, Debug, Default)]
pub struct Certificate {
    /// All checks, as a part of a script in the logic of bit-vectors.
    pub script: String,
    /// The edges, and the facts that exclude each, in words.
    pub edges: BTreeMap<EdgeId, Vec<String>>,
    /// What it says of states that runs come by.
    pub facts: Option<Facts>,
    /// Places that the texts name, by their numbers there.
    places: Vec<Option<Place>>,
}

/// What stands for a place until the names of files are known.
pub(crate) fn place_mark(number: usize) -> String {
    format!("\u{1}{number}\u{2}")
}

/// What stands for the place of the condition that an edge belongs to.
pub(crate) fn edge_mark(edge: EdgeId) -> String {
    format!("{EDGE_MARK}{edge}\u{2}")
}

const EDGE_MARK: &str = "\u{3}";

/// The text with places instead of the marks of edges.
fn with_edges_placed(text: &str, program: &Program) -> String {
    let mut parts = text.split(EDGE_MARK);
    let mut placed = parts.next().unwrap_or_default().to_string();
    for part in parts {
        let (edge, rest) = part.split_once('\u{2}').unwrap_or((part, ""));
        let known = program.edges.ids().find(|id| id.to_string() == edge);
        placed += &match known.and_then(|edge| program.edge_place(edge)) {
            Some(place) => program.shown(place),
            None => "an unknown place".to_string(),
        };
        placed += rest;
    }
    placed
}

impl Certificate {
    /// Of edges that none of the paths takes of which the script says that there are no others.
    pub fn of_paths(
        script: String,
        paths: usize,
        edges: impl IntoIterator<Item = EdgeId>,
    ) -> Certificate {
        let because = format!("{paths} paths could lead to it, and none of them takes it");
        let edges = edges.into_iter().map(|edge| (edge, vec![because.clone()])).collect();
        Certificate { script, edges, facts: None, places: Vec::new() }
    }

    /// With the names of files instead of marks.
    pub(crate) fn within(mut self, program: &Program) -> Certificate {
        let shown = |number: usize| match self.places.get(number).copied().flatten() {
            Some(place) => program.shown(place),
            None => "the start".to_string(),
        };
        self.script = without_marks(&self.script, &shown);
        for facts in self.edges.values_mut() {
            facts.iter_mut().for_each(|fact| *fact = without_marks(fact, &shown));
        }
        for fact in self.edges.values_mut().flatten() {
            *fact = with_edges_placed(fact, program);
        }
        self
    }
}

/// A text with what is shown for a number in the place of its mark.
fn without_marks(text: &str, shown: &dyn Fn(usize) -> String) -> String {
    let mut pieces = text.split('\u{1}');
    let mut whole = pieces.next().unwrap_or_default().to_string();
    for piece in pieces {
        let (number, rest) = piece.split_once('\u{2}').unwrap_or(("", piece));
        whole += &number.parse().map(shown).unwrap_or_default();
        whole += rest;
    }
    whole
}

/// Facts by cut point.
pub(crate) type Invariant = Vec<(CutId, Vec<Term>)>;

/// The certificate of these edges, if a solver confirms every check of it. Each comes with the
/// facts that it takes.
pub(crate) fn certificate(
    system: &mut System,
    blocks: &Blocks,
    invariant: &Invariant,
    edges: &BTreeMap<EdgeId, Vec<(CutId, Term)>>,
    decider: &mut Decider,
    must_stop: &dyn Fn() -> bool,
) -> Option<Certificate> {
    let cuts = blocks.raw(system, &|edge| edges.contains_key(&edge), must_stop)?;
    // Nothing leads to the entry, so nothing would check a fact there; the state in it is anything.
    let mut facts = invariant.clone();
    facts.iter_mut().filter(|(cut, _)| *cut == blocks.entry()).for_each(|(_, facts)| facts.clear());
    let invariant = &facts;
    let mut checks = Vec::new();
    if invariant.iter().any(|(_, facts)| !facts.is_empty()) {
        checks = induction(system, &cuts, invariant);
    }
    let proved: FxHashSet<(CutId, Term)> =
        invariant.iter().flat_map(|(cut, facts)| facts.iter().map(|fact| (*cut, *fact))).collect();
    for (&edge, facts) in edges {
        let facts: Vec<_> = facts.iter().copied().filter(|fact| proved.contains(fact)).collect();
        checks.extend(exclusions(system, &cuts, &facts, edge));
    }
    let mut reasons = reasons(system, blocks, edges, decider, must_stop);
    let say = |(cut, fact): &(CutId, Term)| {
        format!("at {} always: {}", place_mark(cut.index()), words::say(system, *fact))
    };
    let said = edges.iter().map(|(&edge, facts)| {
        let reasons = reasons.remove(&edge).unwrap_or_default();
        (edge, facts.iter().map(say).chain(reasons).collect())
    });
    let said = said.collect();
    let made = assemble(system, places(system, &cuts), checks, said, decider)?;
    Some(made.with_facts(system, blocks, invariant))
}

/// Where the cut points are.
pub(crate) fn places(system: &System, cuts: &Cuts) -> Vec<Option<Place>> {
    cuts.values().map(|cut| system.nodes[cut.node]).collect()
}

/// The certificate of these checks, if a solver confirms all of them.
pub(crate) fn assemble(
    system: &System,
    places: Vec<Option<Place>>,
    checks: Checks,
    edges: BTreeMap<EdgeId, Vec<String>>,
    decider: &mut Decider,
) -> Option<Certificate> {
    for (_, check) in &checks {
        if !matches!(decider.decide(&system.terms, check), Decided::Unsat(_)) {
            return None;
        }
    }
    let script = script(system, &checks);
    Some(Certificate { edges, script, facts: None, places })
}

pub(crate) type Checks = Vec<(String, Vec<Term>)>;
pub(crate) type Cuts = Arena<CutId, Cut>;

fn facts_of(invariant: &Invariant, cut: CutId) -> Vec<Term> {
    invariant[cut.index()].1.clone()
}

/// One check for each transition: can it lead from where all facts hold to where one does not?
fn induction(system: &mut System, cuts: &Cuts, invariant: &Invariant) -> Checks {
    let mut checks = Checks::new();
    for (from, cut) in cuts.iter() {
        for transition in &cut.transitions {
            let mut state = Substitution::raw(transition.assigns.iter().copied());
            let mut all = system.terms.truth(true);
            for fact in facts_of(invariant, transition.to) {
                let after = state.apply(&mut system.terms, fact);
                all = system.terms.and(all, after);
            }
            // An object may have been placed anew.
            for axiom in system.axioms.clone() {
                let after = state.apply(&mut system.terms, axiom);
                if after != axiom {
                    all = system.terms.and(all, after);
                }
            }
            let mut check = system.axioms.clone();
            check.extend(facts_of(invariant, from));
            check.push(transition.guard);
            check.push(system.terms.not(all));
            let kind = if from.index() == Blocks::ENTRY { "initiation" } else { "consecution" };
            let (from, to) = (place_mark(from.index()), place_mark(transition.to.index()));
            checks.push((format!("{kind}: from {from} to {to}, the facts hold again"), check));
        }
    }
    checks
}

fn exclusions(system: &System, cuts: &Cuts, facts: &[(CutId, Term)], edge: EdgeId) -> Checks {
    let mut checks = Checks::new();
    for (id, cut) in cuts.iter() {
        let Some(&exit) = cut.exits.get(&edge) else { continue };
        let mut check = system.axioms.clone();
        check.extend(facts.iter().filter(|(cut, _)| *cut == id).map(|(_, fact)| *fact));
        check.push(exit);
        let place = place_mark(id.index());
        checks.push((format!("exclusion: from {place}, {edge} is not taken"), check));
    }
    if checks.is_empty() {
        checks.push(no_way(system, edge));
    }
    checks
}

/// Of an edge that is not even in a formula.
pub(crate) fn no_way(system: &System, edge: EdgeId) -> (String, Vec<Term>) {
    let about = format!("exclusion: no way of the control flow leads to {edge}");
    (about, vec![system.terms.truth(false)])
}

/// The checks, with what their variables mean. Axioms about variables that nothing else mentions
/// are left out.
fn script(system: &System, checks: &Checks) -> String {
    let mut relevant = Checks::new();
    let mut variables: BTreeSet<VarId> = BTreeSet::new();
    for (about, check) in checks {
        let (axioms, rest): (Vec<Term>, Vec<Term>) =
            check.iter().copied().partition(|term| system.axioms.contains(term));
        let used: BTreeSet<VarId> =
            rest.iter().flat_map(|&term| system.terms.variables(term)).copied().collect();
        let is_used = |axiom: &Term| {
            system.terms.variables(*axiom).iter().any(|variable| used.contains(variable))
        };
        let mut kept: Vec<Term> = axioms.into_iter().filter(is_used).collect();
        kept.extend(rest);
        variables.extend(used);
        relevant.push((about.clone(), kept));
    }
    let mut text = String::new();
    for variable in variables {
        if let Some(name) = system.names.get(&variable) {
            let name: String = name.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
            text += &format!("; {variable} is {name}\n");
        }
    }
    text + &smtlib_checks(&system.terms, &relevant)
}

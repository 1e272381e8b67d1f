//! k-induction: an edge that is not taken in the first k turns of any run, and never in one turn if
//! not in the k turns before it, is never taken. A turn is what happens between two cut points.
//!
//! No facts are looked for: what holds k turns long is strong enough by itself, or it is not. So it
//! is quick, and decides what depends on the last few turns only, whatever the values are.

use crate::blocks::{Blocks, CutId, Form};
use crate::bounded::{Layer, Step, decide, first, with_axioms};
use crate::certificate::{Certificate, Checks, Cuts, assemble, no_way, places};
use crate::system::System;
use assay_expr::Term;
use assay_program::EdgeId;
use assay_solver::{Decided, Decider};
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};

/// The most turns that are looked back.
const LONGEST: usize = 6;

/// The edges that are excluded in this way, with their certificates.
pub(crate) fn exclude(
    system: &mut System,
    blocks: &Blocks,
    edges: &BTreeSet<EdgeId>,
    many_terms: usize,
    decider: &mut Decider,
    must_stop: &dyn Fn() -> bool,
) -> Vec<Certificate> {
    let most = system.terms.len() + many_terms;
    let mut open = edges.clone();
    let mut found = Vec::new();
    let mut base = Turns::from_entry(system, blocks);
    let mut step = Turns::from_anywhere(system, &blocks.cuts);
    for k in 1..=LONGEST {
        base.go_on(system, &blocks.cuts, Form::Simple, &open);
        if k == 1 {
            step.go_on(system, &blocks.cuts, Form::Simple, &open);
        }
        step.go_on(system, &blocks.cuts, Form::Simple, &open);
        if system.terms.len() > most || must_stop() {
            break;
        }
        let is_excluded = |edge: &EdgeId, system: &mut System, decider: &mut Decider| {
            let mut is_never =
                |term: Term| matches!(decide(system, decider, term), Decided::Unsat(_));
            base.taken(*edge).into_iter().all(&mut is_never) && {
                let claim = step.claim(system, *edge, Form::Simple);
                matches!(decide(system, decider, claim), Decided::Unsat(_))
            }
        };
        let mut excluded = BTreeSet::new();
        for edge in &open {
            if must_stop() {
                break;
            }
            if is_excluded(edge, system, decider) {
                excluded.insert(*edge);
            }
        }
        if let Some(certificate) = certify(system, blocks, &excluded, k, decider, must_stop) {
            open.retain(|edge| !excluded.contains(edge));
            found.push(certificate);
        }
    }
    found
}

/// Turns from some start on, and when edges are taken in each.
struct Turns {
    layer: Layer,
    taken: Vec<BTreeMap<EdgeId, Term>>,
}

impl Turns {
    fn from_entry(system: &System, blocks: &Blocks) -> Turns {
        Turns { layer: Layer::from([first(system, blocks.entry())]), taken: Vec::new() }
    }

    /// From any cut point in any state.
    fn from_anywhere(system: &mut System, cuts: &Cuts) -> Turns {
        let (_, start) = system.terms.new_variable(32);
        let mut layer = Layer::new();
        for (number, cut) in cuts.ids().enumerate() {
            let number = system.terms.constant(32, number as u128);
            layer.insert(cut, (system.terms.eq(start, number), FxHashMap::default()));
        }
        Turns { layer, taken: Vec::new() }
    }

    /// Looks at one more turn.
    fn go_on(&mut self, system: &mut System, cuts: &Cuts, form: Form, edges: &BTreeSet<EdgeId>) {
        let mut step = Step::new(cuts, form, self.taken.len());
        let mut taken: BTreeMap<EdgeId, Term> = BTreeMap::new();
        for (edge, way) in step.exits(system, &self.layer, &|edge| edges.contains(&edge)) {
            let before = taken.get(&edge).copied().unwrap_or(system.terms.truth(false));
            taken.insert(edge, form.either(&mut system.terms, before, way));
        }
        self.taken.push(taken);
        self.layer = step.next(system, &self.layer, &mut |_, _: (usize, CutId, CutId), _| true);
    }

    /// When the edge is taken, turn by turn.
    fn taken(&self, edge: EdgeId) -> Vec<Term> {
        self.taken.iter().filter_map(|turn| turn.get(&edge).copied()).collect()
    }

    /// That it is taken in the last turn and in none before.
    fn claim(&self, system: &mut System, edge: EdgeId, form: Form) -> Term {
        let never = system.terms.truth(false);
        let mut turns = self.taken.iter().map(|turn| turn.get(&edge).copied().unwrap_or(never));
        let last = turns.next_back().unwrap_or(never);
        let turns: Vec<Term> = turns.collect();
        turns.into_iter().fold(last, |claim, taken| {
            let is_not = system.terms.not(taken);
            form.both(&mut system.terms, claim, is_not)
        })
    }
}

/// The same turns, with the formulas that the program says.
fn certify(
    system: &mut System,
    blocks: &Blocks,
    edges: &BTreeSet<EdgeId>,
    k: usize,
    decider: &mut Decider,
    must_stop: &dyn Fn() -> bool,
) -> Option<Certificate> {
    if edges.is_empty() {
        return None;
    }
    let cuts = blocks.raw(system, &|edge| edges.contains(&edge), must_stop)?;
    let mut base = Turns::from_entry(system, blocks);
    (0..k).for_each(|_| base.go_on(system, &cuts, Form::Raw, edges));
    let mut step = Turns::from_anywhere(system, &cuts);
    (0..=k).for_each(|_| step.go_on(system, &cuts, Form::Raw, edges));
    let mut checks = Checks::new();
    for &edge in edges {
        if cuts.values().all(|cut| !cut.exits.contains_key(&edge)) {
            checks.push(no_way(system, edge));
            continue;
        }
        for (turn, taken) in base.taken(edge).into_iter().enumerate() {
            let about = format!("exclusion: after {turn} heads of loops, {edge} is not taken");
            checks.push((about, with_axioms(system, taken)));
        }
        let claim = step.claim(system, edge, Form::Raw);
        let about = format!("consecution: {k} turns without {edge} are followed by another one");
        checks.push((about, with_axioms(system, claim)));
    }
    let said = edges.iter().map(|&edge| {
        let fact = format!("what takes it would have to take it in the {k} turns of loops before");
        (edge, vec![fact])
    });
    let said = said.collect();
    assemble(system, places(system, &cuts), checks, said, decider)
}

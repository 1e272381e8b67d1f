//! Bounded model checking: all runs from the entry, transition by transition.
//!
//! After i transitions a run is at one of the cut points, in a state that is a term over free
//! variables; where several ways lead to a cut point, the state is chosen by their conditions. If
//! no run can make one more transition, all runs have been looked at: an edge that none of them
//! takes is never taken. That no run goes further (the *unwinding assertion*) is part of the
//! certificate. Where only runs of so many transitions are asked about, it says nothing of what
//! comes after them.

use crate::blocks::{Blocks, CutId, Form};
use crate::certificate::{Certificate, Checks, Cuts, assemble, no_way, place_mark, places};
use crate::contradiction::{Switched, no_way as no_way_to};
use crate::counterexample::{Counterexample, walk};
use crate::system::System;
use assay_base::Id;
use assay_expr::{Assignment, Substitution, Term, VarId};
use assay_program::EdgeId;
use assay_solver::{Decided, Decider};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BTreeMap, BTreeSet};

/// Transitions beyond which a loop counts as unbounded.
const DEEPEST: usize = 300;
/// Terms that finding the reasons may make.
const EXPLAINED_TERMS: usize = 50_000;

pub(crate) type Store = FxHashMap<VarId, Term>;
/// Where a run can be, when, and in which state.
pub(crate) type Layer = BTreeMap<CutId, (Term, Store)>;
/// After how many transitions, from where, to where.
pub(crate) type Way = (usize, CutId, CutId);

#[derive(Default)]
pub(crate) struct Unrolled {
    /// Edges that some run takes.
    pub(crate) reached: BTreeSet<EdgeId>,
    /// All others are never taken, if all runs were looked at.
    pub(crate) certificate: Option<Certificate>,
}

/// How much is looked at.
#[derive(Copy, Clone)]
pub(crate) struct Extent {
    /// All runs, or the first transitions of them, so many.
    pub(crate) turns: Option<usize>,
    /// Terms that may be made.
    pub(crate) terms: usize,
}

impl Extent {
    fn is_enough(self, depth: usize) -> bool {
        self.turns.is_some_and(|turns| depth > turns)
    }
}

/// Looks at all runs, as long as it can.
pub(crate) fn unroll(
    system: &mut System,
    blocks: &Blocks,
    edges: &BTreeSet<EdgeId>,
    extent: Extent,
    decider: &mut Decider,
    must_stop: &dyn Fn() -> bool,
    tell: &mut dyn FnMut(Counterexample),
) -> Unrolled {
    let mut reached = BTreeSet::new();
    let mut turns: Vec<Fresh> = Vec::new();
    let mut possible: FxHashSet<Way> = FxHashSet::default();
    let most = system.terms.len() + extent.terms;
    let mut depth = 0;
    let mut layer = Layer::from([first(system, blocks.entry())]);
    while !layer.is_empty() && !extent.is_enough(depth) {
        let mut step = Step::new(&blocks.cuts, Form::Simple, depth);
        let is_open = |edge| edges.contains(&edge) && !reached.contains(&edge);
        for (edge, taken) in step.exits(system, &layer, &is_open) {
            match decide(system, decider, taken) {
                Decided::Sat(model) => {
                    if reached.insert(edge) {
                        let turns = turns.iter().chain([&step.fresh]).collect::<Vec<_>>();
                        let turn = &mut |number: usize, cut| given(turns.get(number)?, cut, &model);
                        walk(system, blocks, edge, &model, turn).into_iter().for_each(&mut *tell);
                    }
                }
                Decided::Unsat(_) => {}
                Decided::Unknown(_) => return Unrolled { reached, certificate: None },
            }
        }
        let mut is_unknown = false;
        layer = step.next(system, &layer, &mut |system, way, guard| {
            let is_possible = match decide(system, decider, guard) {
                Decided::Sat(_) => true,
                Decided::Unsat(_) => false,
                Decided::Unknown(_) => {
                    is_unknown = true;
                    false
                }
            };
            if is_possible {
                possible.insert(way);
            }
            is_possible
        });
        turns.push(step.fresh);
        depth += 1;
        let is_endless = extent.turns.is_none() && depth > DEEPEST;
        if is_unknown || is_endless || system.terms.len() > most || must_stop() {
            return Unrolled { reached, certificate: None };
        }
    }
    let excluded: BTreeSet<EdgeId> = edges.difference(&reached).copied().collect();
    let certificate = certify(system, blocks, &excluded, (extent, &possible), decider, must_stop);
    Unrolled { reached, certificate }
}

pub(crate) fn decide(system: &System, decider: &mut Decider, goal: Term) -> Decided {
    let mut query = system.axioms.clone();
    query.push(goal);
    decider.decide(&system.terms, &query)
}

pub(crate) fn first(system: &System, entry: CutId) -> (CutId, (Term, Store)) {
    (entry, (system.terms.truth(true), FxHashMap::default()))
}

/// The same walk, with the formulas that the program says.
fn certify(
    system: &mut System,
    blocks: &Blocks,
    edges: &BTreeSet<EdgeId>,
    (extent, possible): (Extent, &FxHashSet<Way>),
    decider: &mut Decider,
    must_stop: &dyn Fn() -> bool,
) -> Option<Certificate> {
    let cuts = blocks.raw(system, &|edge| edges.contains(&edge), must_stop)?;
    let mut checks = Checks::new();
    let mut layer = Layer::from([first(system, blocks.entry())]);
    let mut depth = 0;
    while !layer.is_empty() && !extent.is_enough(depth) {
        let mut step = Step::new(&cuts, Form::Raw, depth);
        for (edge, taken) in step.exits(system, &layer, &|edge| edges.contains(&edge)) {
            let about = format!("exclusion: after {depth} heads of loops, {edge} is not taken");
            checks.push((about, with_axioms(system, taken)));
        }
        layer = step.next(system, &layer, &mut |system, way, guard| {
            let is_possible = possible.contains(&way);
            if !is_possible {
                let (_, from, to) = way;
                let (from, to) = (place_mark(from.index()), place_mark(to.index()));
                let about =
                    format!("unwinding: after {depth} heads of loops, no way from {from} to {to}");
                checks.push((about, with_axioms(system, guard)));
            }
            is_possible
        });
        depth += 1;
        if must_stop() {
            return None;
        }
    }
    for edge in edges.iter().filter(|edge| cuts.values().all(|cut| !cut.exits.contains_key(edge))) {
        checks.push(no_way(system, *edge));
    }
    let has_more = !layer.is_empty();
    let mut reasons = match has_more {
        true => BTreeMap::new(),
        false => reasons(system, blocks, edges, possible, decider, must_stop),
    };
    let said = edges.iter().map(|&edge| {
        let heads = depth - 1;
        let all = match (has_more, heads) {
            (true, _) => {
                Some(format!("no run takes it that has passed at most {heads} heads of loops"))
            }
            (false, 0) => None,
            (false, _) => {
                Some(format!("every run passes at most {heads} heads of loops, and none takes it"))
            }
        };
        (edge, all.into_iter().chain(reasons.remove(&edge)).collect())
    });
    let said = said.collect();
    assemble(system, places(system, &cuts), checks, said, decider)
}

/// The conditions that keep runs from each of these edges, as sentences.
fn reasons(
    system: &mut System,
    blocks: &Blocks,
    edges: &BTreeSet<EdgeId>,
    possible: &FxHashSet<Way>,
    decider: &mut Decider,
    must_stop: &dyn Fn() -> bool,
) -> BTreeMap<EdgeId, String> {
    let wanted = |edge: EdgeId| edges.contains(&edge);
    let mut reasons = BTreeMap::new();
    let Some(mut switched) = Switched::of(system, blocks, &wanted, must_stop) else {
        return reasons;
    };
    let switches = switched.switches(system);
    let most = system.terms.len() + EXPLAINED_TERMS;
    let mut ways: BTreeMap<EdgeId, Term> = BTreeMap::new();
    let mut layer = Layer::from([first(system, blocks.entry())]);
    let mut depth = 0;
    while !layer.is_empty() {
        let mut step = Step::new(&switched.cuts, Form::Simple, depth);
        step.kept = Some(&switches);
        for (edge, taken) in step.exits(system, &layer, &wanted) {
            let before = ways.get(&edge).copied().unwrap_or(system.terms.truth(false));
            ways.insert(edge, system.terms.or(before, taken));
        }
        layer = step.next(system, &layer, &mut |_, way, _| possible.contains(&way));
        depth += 1;
        if system.terms.len() > most || switched.is_late() || must_stop() {
            return reasons;
        }
    }
    for &edge in edges {
        let reason = match ways.get(&edge) {
            Some(&taken) => switched.in_turns(system, (edge, taken), decider),
            None => Some(no_way_to(system, edge)),
        };
        reasons.extend(reason.map(|reason| (edge, reason)));
    }
    reasons
}

pub(crate) fn with_axioms(system: &System, goal: Term) -> Vec<Term> {
    let mut check = system.axioms.clone();
    check.push(goal);
    check
}

/// One transition of all runs.
pub(crate) struct Step<'a> {
    cuts: &'a Cuts,
    form: Form,
    depth: usize,
    /// Variables that are the same after every transition.
    kept: Option<&'a FxHashSet<VarId>>,
    fresh: Fresh,
}

/// What stands for a free variable in the formulas from a cut point, after some number of
/// transitions.
pub(crate) type Fresh = BTreeMap<(CutId, VarId), VarId>;

/// The values of free variables in the formulas from a cut point.
fn given(fresh: &Fresh, cut: CutId, model: &Assignment) -> Option<Assignment> {
    let mut values = Assignment::new();
    for ((_, variable), own) in fresh.iter().filter(|((of, _), _)| *of == cut) {
        values.set(*variable, model.get(*own));
    }
    Some(values)
}

impl<'a> Step<'a> {
    pub(crate) fn new(cuts: &'a Cuts, form: Form, depth: usize) -> Step<'a> {
        Step { cuts, form, depth, kept: None, fresh: Fresh::new() }
    }

    /// The state at a cut point, with variables of its own for what is free in the formulas from
    /// there.
    fn state(&mut self, system: &mut System, id: CutId, store: &Store) -> Substitution {
        let cut = &self.cuts[id];
        let mut replaced = store.clone();
        let formulas = cut.transitions.iter().flat_map(|transition| {
            [transition.guard].into_iter().chain(transition.assigns.iter().map(|(_, value)| *value))
        });
        let formulas: Vec<Term> = formulas.chain(cut.exits.values().copied()).collect();
        for term in formulas {
            for variable in system.terms.variables(term).to_vec() {
                let is_kept = self.kept.is_some_and(|kept| kept.contains(&variable));
                if !system.is_state(variable) && !is_kept && !replaced.contains_key(&variable) {
                    let width = system.terms.variable_width(variable);
                    let own = *self
                        .fresh
                        .entry((id, variable))
                        .or_insert_with(|| system.terms.new_variable(width).0);
                    replaced.insert(variable, system.terms.variable(own));
                }
            }
        }
        match self.form {
            Form::Simple => Substitution::new(replaced),
            Form::Raw => Substitution::raw(replaced),
        }
    }

    /// When edges are taken before the next transition.
    pub(crate) fn exits(
        &mut self,
        system: &mut System,
        layer: &Layer,
        wanted: &dyn Fn(EdgeId) -> bool,
    ) -> Vec<(EdgeId, Term)> {
        let mut found = Vec::new();
        for (&id, (condition, store)) in layer {
            let cut = &self.cuts[id];
            let mut state = self.state(system, id, store);
            for (&edge, &exit) in cut.exits.iter().filter(|(edge, _)| wanted(**edge)) {
                let exit = state.apply(&mut system.terms, exit);
                found.push((edge, self.form.both(&mut system.terms, *condition, exit)));
            }
        }
        found
    }

    /// Where runs are after one more transition, of those that `keep` keeps.
    pub(crate) fn next(
        &mut self,
        system: &mut System,
        layer: &Layer,
        keep: &mut dyn FnMut(&System, Way, Term) -> bool,
    ) -> Layer {
        let mut ways: BTreeMap<CutId, Vec<(Term, Store)>> = BTreeMap::new();
        for (&from, (condition, store)) in layer {
            let cut = &self.cuts[from];
            let mut state = self.state(system, from, store);
            for transition in &cut.transitions {
                let terms = &mut system.terms;
                let guard = state.apply(terms, transition.guard);
                let guard = self.form.both(terms, *condition, guard);
                if !keep(system, (self.depth, from, transition.to), guard) {
                    continue;
                }
                let live = &self.cuts[transition.to].live;
                let mut after: Store = FxHashMap::default();
                for &variable in live {
                    after.extend(store.get(&variable).map(|&value| (variable, value)));
                }
                for &(variable, value) in &transition.assigns {
                    after.insert(variable, state.apply(&mut system.terms, value));
                }
                ways.entry(transition.to).or_default().push((guard, after));
            }
        }
        ways.into_iter().map(|(to, ways)| (to, self.join(system, ways))).collect()
    }

    fn join(&self, system: &mut System, mut ways: Vec<(Term, Store)>) -> (Term, Store) {
        let Some((mut condition, mut joined)) = ways.pop() else {
            return (system.terms.truth(false), FxHashMap::default());
        };
        for (other, store) in ways {
            let variables: BTreeSet<VarId> = joined.keys().chain(store.keys()).copied().collect();
            for variable in variables {
                let same = system.terms.variable(variable);
                let value = |of: &Store| of.get(&variable).copied().unwrap_or(same);
                let (a, b) = (value(&store), value(&joined));
                joined.insert(variable, self.form.choice(&mut system.terms, other, a, b));
            }
            condition = self.form.either(&mut system.terms, condition, other);
        }
        (condition, joined)
    }
}

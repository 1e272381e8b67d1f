//! Facts that relate variables to each other by sums and multiples: proposed by Spacer, which thinks about
//! integers, and believed only after they were checked to be inductive in bit-vectors.
//!
//! Integers do not wrap. So that what holds of them holds of bits as well, there are proposals of another kind:
//! that variables stay within the constants which they are compared with, and that what is counted in a loop
//! stays within a multiple of the turns.

use crate::Limits;
use crate::blocks::{Blocks, CutId};
use crate::cubes::comparisons;
use crate::system::System;
use assay_base::Id;
use assay_expr::{BinaryOp, Node, Term, Terms, VarId, bits};
use assay_program::EdgeId;
use assay_solver::{Clause, Goal, Horn};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;
use std::time::Duration;

/// Terms in a system beyond which Spacer would not come to an end.
const MANY_TERMS: usize = 100_000;
/// Bounds that are proposed.
const MANY_BOUNDS: usize = 1_000;

/// The clauses of a system: a relation for each cut point, a clause for each transition.
pub(crate) fn clauses(system: &System, blocks: &Blocks) -> Option<Horn> {
    if system.terms.len() > MANY_TERMS {
        return None;
    }
    let mut horn = Horn::default();
    horn.relations.extend(blocks.cuts.iter().map(|(_, cut)| cut.live.clone()));
    let same = |variable: &VarId| system.terms.variable(*variable);
    // At the entry the state is anything.
    let entry = blocks.entry().index();
    horn.clauses.push(Clause {
        from: None,
        conditions: system.axioms.clone(),
        to: entry,
        values: horn.relations[entry].iter().map(same).collect(),
    });
    for (from, cut) in blocks.cuts.iter() {
        for transition in &cut.transitions {
            let assigned: FxHashMap<VarId, Term> = transition.assigns.iter().copied().collect();
            let after = |variable: &VarId| assigned.get(variable).copied();
            let live = horn.relations[transition.to.index()].iter();
            let values = live.map(|variable| after(variable).unwrap_or_else(|| same(variable)));
            let values = values.collect();
            let mut conditions = system.axioms.clone();
            conditions.push(transition.guard);
            horn.clauses.push(Clause {
                from: Some(from.index()),
                conditions,
                to: transition.to.index(),
                values,
            });
        }
    }
    Some(horn)
}

/// What may hold at the cut points and keep an edge from being taken.
pub(crate) fn proposals(
    system: &mut System,
    blocks: &Blocks,
    horn: &Horn,
    edge: EdgeId,
    time: Duration,
    limits: &Limits,
) -> Vec<(CutId, Term)> {
    let mut goal = Vec::new();
    for (cut, of) in blocks.cuts.iter() {
        let Some(&exit) = of.exits.get(&edge) else { continue };
        let mut conditions = system.axioms.clone();
        conditions.push(exit);
        goal.push(Goal { from: cut.index(), conditions });
    }
    let interrupt = limits.interrupt.clone();
    let found = horn.facts(&mut system.terms, &goal, time, limits.deadline, interrupt);
    found.into_iter().map(|fact| (CutId::new(fact.of), fact.fact)).collect()
}

/// What may keep sums from wrapping.
pub(crate) fn bounds(system: &mut System, blocks: &Blocks) -> Vec<(CutId, Term)> {
    let mut found = Vec::new();
    for cut in blocks.cuts.ids() {
        let limits = limits(system, blocks, cut);
        let counters = counters(system, blocks, cut);
        let terms = &mut system.terms;
        for (variable, limit) in limits {
            let (x, limit) = (terms.variable(variable), limit);
            found.push((cut, terms.sle(x, limit)));
            found.push((cut, terms.sle(limit, x)));
        }
        let turns =
            counters.iter().filter(|counter| counter.least == counter.most && counter.least > 0);
        for turn in turns {
            for counter in counters.iter().filter(|counter| counter.variable != turn.variable) {
                found.extend(multiples(terms, counter, turn).into_iter().map(|fact| (cut, fact)));
            }
        }
        found.truncate(MANY_BOUNDS);
    }
    found
}

/// Constants that variables are compared with on the ways from a cut point, and zero.
fn limits(system: &mut System, blocks: &Blocks, cut: CutId) -> BTreeSet<(VarId, Term)> {
    let terms = &mut system.terms;
    let mut limits = BTreeSet::new();
    for comparison in comparisons(terms, blocks, cut) {
        let Node::Binary(_, a, b) = terms.node(comparison) else { continue };
        let (variable, limit) = match (terms.node(a), terms.node(b)) {
            (Node::Var(variable), Node::Const(_)) => (variable, b),
            (Node::Const(_), Node::Var(variable)) => (variable, a),
            _ => continue,
        };
        let zero = terms.constant(terms.width(limit), 0);
        limits.extend([(variable, limit), (variable, zero)]);
    }
    limits
}

/// A variable to which each turn of a loop adds a constant.
struct Counter {
    variable: VarId,
    least: i128,
    most: i128,
}

fn counters(system: &System, blocks: &Blocks, cut: CutId) -> Vec<Counter> {
    let of = &blocks.cuts[cut];
    let Some(turn) = of.transitions.iter().find(|transition| transition.to == cut) else {
        return Vec::new();
    };
    let counter = |&(variable, after): &(VarId, Term)| {
        let (mut least, mut most) = (i128::MAX, i128::MIN);
        let mut ways = vec![after];
        let mut seen: FxHashSet<Term> = FxHashSet::default();
        while let Some(way) = ways.pop() {
            if !seen.insert(way) {
                continue;
            }
            let added = match system.terms.node(way) {
                Node::Ite(_, a, b) => {
                    ways.extend([a, b]);
                    continue;
                }
                Node::Var(same) if same == variable => 0,
                Node::Binary(BinaryOp::Add, a, b) if a == system.terms.variable(variable) => {
                    bits::signed(system.terms.width(b), system.terms.as_constant(b)?)
                }
                _ => return None,
            };
            (least, most) = (least.min(added), most.max(added));
        }
        Some(Counter { variable, least, most })
    };
    turn.assigns.iter().filter_map(counter).collect()
}

/// That a counter stays between two multiples of what all turns count.
fn multiples(terms: &mut Terms, counter: &Counter, turn: &Counter) -> Vec<Term> {
    let width = [counter, turn].map(|of| terms.variable_width(of.variable)).into_iter().max();
    let factors = [counter.least, counter.most, turn.least];
    let size = factors.map(|factor| 129 - factor.unsigned_abs().leading_zeros()).into_iter().max();
    // So that nothing is lost.
    let width = width.unwrap_or(0) + size.unwrap_or(0);
    if width > 128 {
        return Vec::new();
    }
    let mut times = |variable: VarId, factor: i128| {
        let wide = terms.variable(variable);
        let wide = terms.sign_extend(wide, width);
        let factor = terms.constant(width, bits::unsigned(width, factor));
        terms.mul(wide, factor)
    };
    let counted = times(counter.variable, turn.least);
    let [least, most] = [counter.least, counter.most].map(|factor| times(turn.variable, factor));
    vec![terms.sle(least, counted), terms.sle(counted, most)]
}

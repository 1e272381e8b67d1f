//! Facts that relate variables to each other by sums and multiples: proposed by Spacer, which
//! thinks about integers, and believed only after they were checked to be inductive in bit-vectors.
//!
//! Integers do not wrap. What holds of them holds of bits as well where the facts of `bounds.rs`
//! keep sums from it.

use crate::Limits;
use crate::blocks::{Blocks, CutId};
use crate::system::System;
use assay_base::Id;
use assay_expr::{Term, VarId};
use assay_program::EdgeId;
use assay_solver::{Clause, Goal, Horn};
use rustc_hash::FxHashMap;
use std::time::Duration;

/// Terms in a system beyond which Spacer would not come to an end.
const MANY_TERMS: usize = 100_000;

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

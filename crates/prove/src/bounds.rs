//! Bounds that may hold: that what a program compares is in the order in which it wants it, and
//! that what is counted in a loop stays within a multiple of the turns.
//!
//! They are only proposed, and kept as far as they are inductive together. Where they hold, sums do
//! not wrap, and much that is said of integers can be proved of bits.

use crate::blocks::{Blocks, CutId};
use crate::cubes::for_each_comparison;
use crate::system::System;
use assay_expr::{BinaryOp, Node, Term, Terms, VarId, bits};
use rustc_hash::FxHashSet;
use std::collections::BTreeSet;

/// Comparisons that become bounds of a cut point.
const MANY_LIMITS: usize = 200;
/// Bounds in all.
const MANY_BOUNDS: usize = 2_000;
/// What one side of a comparison can be.
const MANY_ORIGINS: usize = 4;

pub(crate) fn proposed_bounds(system: &mut System, blocks: &Blocks) -> Vec<(CutId, Term)> {
    let mut found = Vec::new();
    let limits = limits(system, blocks);
    for cut in blocks.cuts.ids() {
        let counters = counters(system, blocks, cut);
        let terms = &mut system.terms;
        let live = |term: Term| match terms.node(term) {
            Node::Var(variable) => blocks.cuts[cut].live.contains(&variable),
            _ => true,
        };
        let here = limits.iter().filter(|(a, b)| live(*a) && live(*b));
        let here: Vec<(Term, Term)> = here.copied().take(MANY_LIMITS).collect();
        for (a, b) in here {
            found.push((cut, terms.sle(a, b)));
            found.push((cut, terms.sle(b, a)));
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

/// What is compared with each other, before anything is added to it; and with zero.
fn limits(system: &mut System, blocks: &Blocks) -> BTreeSet<(Term, Term)> {
    let mut compared = Vec::new();
    for cut in blocks.cuts.ids() {
        for_each_comparison(&system.terms, blocks, cut, |_, _, a, b| compared.push((a, b)));
    }
    let mut limits = BTreeSet::new();
    for (a, b) in compared {
        let [left, right] = [a, b].map(|side| origins(system, side));
        let terms = &mut system.terms;
        for &x in &left {
            for &y in &right {
                let constants = [x, y].map(|side| terms.as_constant(side).is_some());
                let zero = terms.constant(terms.width(x), 0);
                match constants {
                    [true, true] => {}
                    [true, false] => limits.extend([(y, x), (y, zero)]),
                    [false, true] => limits.extend([(x, y), (x, zero)]),
                    [false, false] => limits.extend([(x, y)]),
                }
            }
        }
    }
    limits.retain(|(a, b)| a != b);
    limits
}

/// The variables and constants that a term is, but for constants that are added; none if there are
/// many.
fn origins(system: &System, term: Term) -> Vec<Term> {
    let terms = &system.terms;
    let (mut found, mut ways) = (Vec::new(), vec![term]);
    while let Some(way) = ways.pop() {
        match terms.node(way) {
            Node::Ite(_, a, b) => ways.extend([a, b]),
            Node::Binary(BinaryOp::Add, a, b) if terms.as_constant(b).is_some() => ways.push(a),
            Node::Var(variable) if system.is_state(variable) => found.push(way),
            Node::Const(_) => found.push(way),
            _ => {}
        }
        if ways.len() + found.len() > MANY_ORIGINS {
            return Vec::new();
        }
    }
    found
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

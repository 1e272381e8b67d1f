//! Cubes: what is said of a state, as a list of literals that hold together, and how they are made
//! wider.
//!
//! A literal is that a variable has a value, a bound, some bits, or a comparison that the program
//! makes.

use crate::blocks::{Blocks, CutId};
use assay_expr::{BinaryOp, Node, Term, Terms, VarId};
use rustc_hash::FxHashSet;

/// Comparisons of a cut point that are tried in lemmas.
const MANY_COMPARISONS: usize = 200;

/// Not all of them hold.
pub(crate) fn clause(terms: &mut Terms, cube: &[Term]) -> Term {
    let all = cube.iter().fold(terms.truth(true), |sum, &literal| terms.and(sum, literal));
    terms.not(all)
}

/// The variable and its value, if a literal says one.
pub(crate) fn value_of(terms: &Terms, literal: Term) -> Option<(VarId, u128)> {
    match terms.node(literal) {
        Node::Var(variable) => Some((variable, 1)),
        Node::Not(a) => match terms.node(a) {
            Node::Var(variable) if terms.width(a) == 1 => Some((variable, 0)),
            _ => None,
        },
        Node::Binary(BinaryOp::Eq, a, b) => match (terms.node(a), terms.node(b)) {
            (Node::Var(variable), Node::Const(value)) => Some((variable, value)),
            _ => None,
        },
        _ => None,
    }
}

/// What follows from a value and is wider: signed bounds first.
pub(crate) fn bounds(terms: &mut Terms, literal: Term) -> Vec<Term> {
    let Some((variable, value)) = value_of(terms, literal) else { return Vec::new() };
    let width = terms.variable_width(variable);
    if width == 1 {
        return Vec::new();
    }
    let (x, v) = (terms.variable(variable), terms.constant(width, value));
    vec![terms.sle(v, x), terms.sle(x, v), terms.ule(v, x), terms.ule(x, v)]
}

/// The last bits of a value: what is left of a division by 2, 4, 8 and 16.
pub(crate) fn remainders(terms: &mut Terms, literal: Term) -> Vec<Term> {
    let Some((variable, value)) = value_of(terms, literal) else { return Vec::new() };
    let (x, width) = (terms.variable(variable), terms.variable_width(variable));
    let last = |bits: u32| {
        let (low, value) = (terms.extract(x, 0, bits), terms.constant(bits, value));
        terms.eq(low, value)
    };
    (1..=4).take_while(|&bits| bits < width).map(last).collect()
}

/// The bits of a value, one by one.
pub(crate) fn bits(terms: &mut Terms, literal: Term) -> Vec<Term> {
    let Some((variable, value)) = value_of(terms, literal) else { return vec![literal] };
    let (x, width) = (terms.variable(variable), terms.variable_width(variable));
    let bit = |index: u32| {
        let bit = terms.extract(x, index, 1);
        if value >> index & 1 == 1 { bit } else { terms.not(bit) }
    };
    (0..width).map(bit).collect()
}

/// Comparisons that the transitions from a cut point make, over its state.
pub(crate) fn comparisons(terms: &Terms, blocks: &Blocks, cut: CutId) -> Vec<Term> {
    let live: FxHashSet<VarId> = blocks.cuts[cut].live.iter().copied().collect();
    let mut found = Vec::new();
    for_each_comparison(terms, blocks, cut, |comparison, op, a, b| {
        let is_plain = |t: Term| matches!(terms.node(t), Node::Var(_) | Node::Const(_));
        let variables = terms.variables(comparison);
        // That a variable has a value is what cubes say anyway.
        let is_value = op == BinaryOp::Eq && is_plain(a) && is_plain(b) && variables.len() < 2;
        if variables.iter().all(|variable| live.contains(variable)) && !is_value {
            found.push(comparison);
        }
    });
    found.sort_unstable();
    found.truncate(MANY_COMPARISONS);
    found
}

/// Visits the comparisons that the transitions from a cut point make, with what they compare.
pub(crate) fn for_each_comparison(
    terms: &Terms,
    blocks: &Blocks,
    cut: CutId,
    mut visit: impl FnMut(Term, BinaryOp, Term, Term),
) {
    let of = &blocks.cuts[cut];
    let mut roots: Vec<Term> = of.exits.values().copied().collect();
    for transition in &of.transitions {
        roots.push(transition.guard);
        roots.extend(transition.assigns.iter().map(|(_, value)| *value));
    }
    let mut seen: FxHashSet<Term> = FxHashSet::default();
    while let Some(term) = roots.pop() {
        if !seen.insert(term) || terms.variables(term).is_empty() {
            continue;
        }
        terms.for_each_argument(term, |argument| roots.push(argument));
        if let Node::Binary(op, a, b) = terms.node(term)
            && op.is_comparison()
        {
            visit(term, op, a, b);
        }
    }
}

//! What needs no search: constant goals, goals that the base model already satisfies, and goals
//! that a constraint contradicts word for word.

use assay_expr::{BinaryOp, Node, Term, Terms};

use crate::query::{Checker, Query, Verdict};

/// The answer to a goal that is a constant.
pub(crate) fn constant(terms: &Terms, goal: Term) -> Option<bool> {
    match terms.node(goal) {
        Node::Const(value) | Node::Uninitialised { value, .. } => Some(value == 1),
        _ => None,
    }
}

pub(crate) fn answer(query: &Query, checker: &mut Checker) -> Option<Verdict> {
    if let Some(core) = contradiction(query) {
        return Some(Verdict::Unsat(core));
    }
    checker.load_base(query);
    checker.accept(query)
}

/// Two conjuncts of which one is the negation of the other.
fn contradiction(query: &Query) -> Option<Vec<Term>> {
    let negated = |term: Term| match query.terms.node(term) {
        Node::Not(argument) if query.conjuncts.binary_search(&argument).is_ok() => {
            Some(vec![argument, term])
        }
        _ => None,
    };
    let found = query.conjuncts.iter().find_map(|term| negated(*term));
    found.or_else(|| turned_around(query))
}

/// A goal `a < b` with the constraint `b <= a`, or the other way round: terms negate order
/// comparisons in this way.
fn turned_around(query: &Query) -> Option<Vec<Term>> {
    let goal = query.goal?;
    let Node::Binary(op, a, b) = query.terms.node(goal) else { return None };
    let opposite = match op {
        BinaryOp::Ult => BinaryOp::Ule,
        BinaryOp::Ule => BinaryOp::Ult,
        BinaryOp::Slt => BinaryOp::Sle,
        BinaryOp::Sle => BinaryOp::Slt,
        _ => return None,
    };
    let wanted = Node::Binary(opposite, b, a);
    let mut conjuncts = query.conjuncts.iter();
    Some(vec![*conjuncts.find(|term| query.terms.node(**term) == wanted)?, goal])
}

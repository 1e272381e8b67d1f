//! What needs no search: constant goals, goals that the base model already satisfies, and goals
//! that a constraint contradicts word for word.

use assay_expr::{Node, Term, Terms};

use crate::query::{Checker, Query, Verdict};

/// The answer to a goal that is a constant.
pub(crate) fn constant(terms: &Terms, goal: Term) -> Option<bool> {
    match terms.node(goal) {
        Node::Const(value) | Node::Uninitialised(value) => Some(value == 1),
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
    let opposite = |term: Term| match query.terms.node(term) {
        Node::Not(argument) if query.conjuncts.binary_search(&argument).is_ok() => {
            Some(vec![argument, term])
        }
        _ => None,
    };
    query.conjuncts.iter().find_map(|term| opposite(*term))
}

//! The arguments of a term, entries of lookup tables included.

use assay_expr::{Node, Term, Terms};

pub(crate) fn for_each_argument(terms: &Terms, term: Term, mut each: impl FnMut(Term)) {
    match terms.node(term) {
        Node::Const(_) | Node::Var(_) | Node::Uninitialised { .. } => {}
        Node::Not(a)
        | Node::Neg(a)
        | Node::Extract { of: a, .. }
        | Node::ZeroExtend(a)
        | Node::SignExtend(a)
        | Node::Float(_, a) => each(a),
        Node::Binary(_, a, b) | Node::Concat(a, b) | Node::FloatBinary(_, _, a, b) => {
            each(a);
            each(b);
        }
        Node::Ite(a, b, c) | Node::FusedMultiplyAdd(_, a, b, c) => {
            each(a);
            each(b);
            each(c);
        }
        Node::Lookup { table, index } => {
            each(index);
            terms.table(table).iter().for_each(|entry| each(*entry));
        }
    }
}

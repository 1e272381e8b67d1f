//! Terms in words, for people who read proofs.

use crate::system::System;
use assay_expr::{BinaryOp, Node, Term, Value};

/// How deep a term is shown.
const DEEPEST: usize = 5;

/// A fact about the state, as C would say it.
pub(crate) fn say(system: &System, fact: Term) -> String {
    one_of(system, fact).unwrap_or_else(|| show(system, fact, DEEPEST))
}

/// That a variable has one of some values.
fn one_of(system: &System, fact: Term) -> Option<String> {
    let mut values = Vec::new();
    let mut of = None;
    let mut pending = vec![fact];
    while let Some(term) = pending.pop() {
        match system.terms.node(term) {
            Node::Binary(BinaryOp::Or, a, b) => pending.extend([a, b]),
            Node::Binary(BinaryOp::Eq, a, b) if of.is_none_or(|of| of == a) => {
                of = Some(a);
                values.push(system.terms.as_constant(b)?);
            }
            _ => return None,
        }
    }
    let of = of.filter(|_| values.len() > 1)?;
    values.sort_unstable();
    let width = system.terms.width(of);
    let values: Vec<String> = values.into_iter().map(|value| number(value, width)).collect();
    Some(format!("{} is one of {}", show(system, of, DEEPEST), values.join(", ")))
}

fn show(system: &System, term: Term, depth: usize) -> String {
    if depth == 0 {
        return "…".to_string();
    }
    let terms = &system.terms;
    let inner = |t: Term| show(system, t, depth - 1);
    match terms.node(term) {
        Node::Const(value) | Node::Uninitialised(value) => number(value, terms.width(term)),
        Node::Var(variable) => match system.names.get(&variable) {
            Some(name) => name.clone(),
            None => "any value".to_string(),
        },
        Node::Not(a) if terms.width(a) == 1 => negated(system, a, depth),
        Node::Not(a) => format!("~{}", inner(a)),
        Node::Neg(a) => format!("-{}", inner(a)),
        Node::Binary(BinaryOp::And, a, b) if terms.width(term) == 1 => {
            format!("({} and {})", inner(a), inner(b))
        }
        Node::Binary(BinaryOp::Or, a, b) if terms.width(term) == 1 => {
            format!("({} or {})", inner(a), inner(b))
        }
        Node::Binary(op, a, b) => format!("({} {} {})", inner(a), sign(op), inner(b)),
        Node::Extract { of, low } => {
            format!("bits {low} to {} of {}", low + terms.width(term) - 1, inner(of))
        }
        Node::ZeroExtend(a) | Node::SignExtend(a) => inner(a),
        Node::Concat(a, b) => format!("{} followed by {}", inner(a), inner(b)),
        Node::Ite(c, a, b) => format!("({} ? {} : {})", inner(c), inner(a), inner(b)),
        Node::Lookup { index, .. } => format!("entry {} of a table", inner(index)),
        Node::Float(..) | Node::FloatBinary(..) | Node::FusedMultiplyAdd(..) => {
            "a float".to_string()
        }
    }
}

fn negated(system: &System, term: Term, depth: usize) -> String {
    let inner = |t: Term| show(system, t, depth.saturating_sub(1));
    let opposite = |t: Term| negated(system, t, depth.saturating_sub(1));
    if depth == 0 {
        return "…".to_string();
    }
    match system.terms.node(term) {
        Node::Binary(BinaryOp::Eq, a, b) => format!("({} != {})", inner(a), inner(b)),
        Node::Binary(BinaryOp::Slt | BinaryOp::Ult, a, b) => {
            format!("({} >= {})", inner(a), inner(b))
        }
        Node::Binary(BinaryOp::Sle | BinaryOp::Ule, a, b) => {
            format!("({} > {})", inner(a), inner(b))
        }
        Node::Binary(BinaryOp::And, a, b) => format!("({} or {})", opposite(a), opposite(b)),
        Node::Binary(BinaryOp::Or, a, b) => format!("({} and {})", opposite(a), opposite(b)),
        Node::Not(a) => inner(a),
        _ => format!("not {}", inner(term)),
    }
}

/// Signed, which is what most numbers of a program are.
fn number(value: Value, width: u32) -> String {
    if width > 1 && width < 128 && value >> (width - 1) == 1 {
        return format!("-{}", (1u128 << width) - value);
    }
    value.to_string()
}

fn sign(op: BinaryOp) -> &'static str {
    match op {
        BinaryOp::Add => "+",
        BinaryOp::Sub => "-",
        BinaryOp::Mul => "*",
        BinaryOp::UDiv | BinaryOp::SDiv => "/",
        BinaryOp::URem | BinaryOp::SRem => "%",
        BinaryOp::And => "&",
        BinaryOp::Or => "|",
        BinaryOp::Xor => "^",
        BinaryOp::Shl => "<<",
        BinaryOp::LShr | BinaryOp::AShr => ">>",
        BinaryOp::Eq => "==",
        BinaryOp::Ult | BinaryOp::Slt => "<",
        BinaryOp::Ule | BinaryOp::Sle => "<=",
    }
}

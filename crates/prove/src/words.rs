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
        Node::Const(value) | Node::Uninitialised { value, .. } => number(value, terms.width(term)),
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
        Node::Binary(op, a, b) => {
            let [left, right] = operands(system, op, [a, b], depth);
            match turned(op).filter(|_| terms.as_constant(a).is_some()) {
                Some(sign) => format!("({right} {sign} {left})"),
                None => format!("({left} {} {right})", sign(op)),
            }
        }
        Node::Extract { of, low } => match bit(terms.width(of), low, terms.width(term)) {
            Some(Bit::Sign) => format!("({} < 0)", inner(of)),
            Some(Bit::Last) => format!("{} is odd", inner(of)),
            None => format!("bits {low} to {} of {}", low + terms.width(term) - 1, inner(of)),
        },
        Node::ZeroExtend(a) | Node::SignExtend(a) => inner(a),
        Node::Concat(a, b) => format!("{} followed by {}", inner(a), inner(b)),
        Node::Ite(c, a, b) => format!("({} ? {} : {})", inner(c), inner(a), inner(b)),
        Node::Lookup { index, .. } => format!("entry {} of a table", inner(index)),
        Node::Float(..) | Node::FloatBinary(..) | Node::FusedMultiplyAdd(..) => {
            "a float".to_string()
        }
    }
}

/// The operands of an operation. One on unsigned numbers has them as C has: a constant has its
/// suffix, and without one there is a cast, for what it means for negative numbers is something
/// else.
fn operands(system: &System, op: BinaryOp, both: [Term; 2], depth: usize) -> [String; 2] {
    let shown = both.map(|term| show(system, term, depth.saturating_sub(1)));
    if !is_unsigned(op) {
        return shown;
    }
    let constants = both.map(|term| system.terms.as_constant(term));
    if let [None, None] = constants {
        let [left, right] = shown;
        return [format!("(unsigned){left}"), right];
    }
    let [left, right] = shown;
    let written = |constant: Option<Value>, other: String| match constant {
        Some(value) => format!("{value}u"),
        None => other,
    };
    [written(constants[0], left), written(constants[1], right)]
}

fn is_unsigned(op: BinaryOp) -> bool {
    matches!(op, BinaryOp::Ult | BinaryOp::Ule | BinaryOp::UDiv | BinaryOp::URem)
}

fn negated(system: &System, term: Term, depth: usize) -> String {
    let inner = |t: Term| show(system, t, depth.saturating_sub(1));
    let opposite = |t: Term| negated(system, t, depth.saturating_sub(1));
    if depth == 0 {
        return "…".to_string();
    }
    match system.terms.node(term) {
        Node::Binary(BinaryOp::Eq, a, b) => format!("({} != {})", inner(a), inner(b)),
        Node::Binary(op @ (BinaryOp::Slt | BinaryOp::Ult), a, b) => {
            let [left, right] = operands(system, op, [a, b], depth);
            format!("({left} >= {right})")
        }
        Node::Binary(op @ (BinaryOp::Sle | BinaryOp::Ule), a, b) => {
            let [left, right] = operands(system, op, [a, b], depth);
            format!("({left} > {right})")
        }
        Node::Binary(BinaryOp::And, a, b) => format!("({} or {})", opposite(a), opposite(b)),
        Node::Binary(BinaryOp::Or, a, b) => format!("({} and {})", opposite(a), opposite(b)),
        Node::Not(a) => inner(a),
        Node::Extract { of, low } => match bit(system.terms.width(of), low, 1) {
            Some(Bit::Sign) => format!("({} >= 0)", inner(of)),
            Some(Bit::Last) => format!("{} is even", inner(of)),
            None => format!("not {}", inner(term)),
        },
        _ => format!("not {}", inner(term)),
    }
}

/// Single bits that have a meaning.
enum Bit {
    Sign,
    Last,
}

fn bit(whole: u32, low: u32, width: u32) -> Option<Bit> {
    match (low, width) {
        (_, 1) if low + 1 == whole => Some(Bit::Sign),
        (0, 1) => Some(Bit::Last),
        _ => None,
    }
}

/// Signed, which is what most numbers of a program are, unless it is only some bits of one.
fn number(value: Value, width: u32) -> String {
    if [8, 16, 32, 64].contains(&width) && value >> (width - 1) == 1 {
        return format!("-{}", (1u128 << width) - value);
    }
    value.to_string()
}

/// The sign of an inequality read from right to left.
fn turned(op: BinaryOp) -> Option<&'static str> {
    match op {
        BinaryOp::Ult | BinaryOp::Slt => Some(">"),
        BinaryOp::Ule | BinaryOp::Sle => Some(">="),
        _ => None,
    }
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

#[cfg(test)]
mod tests {
    use super::*;
    use assay_base::Arena;
    use assay_expr::Terms;

    #[test]
    fn unsigned_comparisons_are_not_signed_ones() {
        let mut terms = Terms::new();
        let [(first, x), (second, y)] = [(); 2].map(|()| terms.new_variable(32));
        let mut nodes = Arena::new();
        let entry = nodes.push(None);
        let high = terms.constant(32, 0xffff_fff0);
        let (below, above) = (terms.ult(x, high), terms.ult(high, x));
        let (signed, both) = (terms.slt(x, high), terms.ult(x, y));
        let facts = [below, above, signed, both, terms.not(both)];
        let mut system = System::new(terms, nodes, entry);
        system.names.extend([(first, "x".to_string()), (second, "y".to_string())]);
        let said = facts.map(|fact| say(&system, fact));
        assert_eq!(said[0], "(x < 4294967280u)");
        assert_eq!(said[2..], ["(x < -16)", "((unsigned)x < y)", "((unsigned)y <= x)"]);
        assert!(said[1].starts_with("(x >") && said[1].ends_with("u)"), "{}", said[1]);
    }

    #[test]
    fn facts_read_as_in_the_source() {
        let mut terms = Terms::new();
        let (variable, x) = terms.new_variable(32);
        let mut nodes = Arena::new();
        let entry = nodes.push(None);
        let (ten, zero) = (terms.constant(32, 10), terms.constant(32, 0));
        let (small, low) = (terms.slt(x, ten), terms.extract(x, 0, 1));
        let (large, even, bits) = (terms.not(small), terms.not(low), terms.extract(x, 0, 3));
        let six = terms.constant(3, 6);
        let facts = [small, large, low, even, terms.slt(x, zero), terms.eq(bits, six)];
        let mut system = System::new(terms, nodes, entry);
        system.names.insert(variable, "x".to_string());
        let said = facts.map(|fact| say(&system, fact));
        let expected = ["(x < 10)", "(x > 9)", "x is odd", "x is even", "(x < 0)"];
        assert_eq!(said[..5], expected);
        assert_eq!(said[5], "(bits 0 to 2 of x == 6)");
    }
}

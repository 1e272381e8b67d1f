//! SMT-LIB 2.6 scripts: the form in which a solver outside of Assay checks its certificates.
//!
//! Every inner term becomes one definition, `t7` for bits and `b7` for what a solver sees as a
//! Boolean, so that the script is as long as the terms are many, however often they are shared,
//! and no expression is deep. Variables are `x0`, `x1`, … as everywhere. Floats are in `float`.
//!
//! The script means exactly what the evaluator computes, down to the bits of NaNs.

mod float;
#[cfg(test)]
mod tests;

use std::fmt::{self, Write};

use rustc_hash::FxHashSet;

use crate::bits::mask;
use crate::{BinaryOp, FloatOp, Format, Node, Term, Terms, Value};

/// A script whose satisfiability is that of the conjunction of the constraints, which are terms
/// of one bit.
pub fn smtlib(terms: &Terms, constraints: &[Term]) -> String {
    let reached = reached_from(terms, constraints);
    let mut script = Script { terms, text: String::new() };
    script.head(&reached);
    for &t in &reached {
        script.define(t);
    }
    for &constraint in constraints {
        script.line(format_args!("(assert {})", script.truth(constraint)));
    }
    script.line(format_args!("(check-sat)"));
    script.text
}

/// Checks of one conjunction after the other, without floats, as a part of a script that sets the logic:
/// what it declares is forgotten at its end. Each check comes with what it is about, which must not break
/// lines.
pub fn smtlib_checks(terms: &Terms, checks: &[(String, Vec<Term>)]) -> String {
    let all: Vec<Term> = checks.iter().flat_map(|(_, constraints)| constraints).copied().collect();
    let mut script = Script { terms, text: String::new() };
    script.line(format_args!("(push 1)"));
    for t in reached_from(terms, &all) {
        script.define(t);
    }
    for (about, constraints) in checks {
        script.line(format_args!("; {about}"));
        script.line(format_args!("(push 1)"));
        for &constraint in constraints {
            script.line(format_args!("(assert {})", script.truth(constraint)));
        }
        script.line(format_args!("(check-sat)"));
        script.line(format_args!("(pop 1)"));
    }
    script.line(format_args!("(pop 1)"));
    script.text
}

/// All terms inside the given ones, arguments before those that use them.
fn reached_from(terms: &Terms, roots: &[Term]) -> Vec<Term> {
    let mut seen: FxHashSet<Term> = roots.iter().copied().collect();
    let mut waiting: Vec<Term> = seen.iter().copied().collect();
    while let Some(t) = waiting.pop() {
        terms.for_each_argument(t, |argument| {
            if seen.insert(argument) {
                waiting.push(argument);
            }
        });
    }
    let mut reached: Vec<Term> = seen.into_iter().collect();
    reached.sort_unstable();
    reached
}

struct Script<'a> {
    terms: &'a Terms,
    text: String,
}

impl Script<'_> {
    fn line(&mut self, line: fmt::Arguments) {
        self.text.write_fmt(line).expect("writing to a string never fails");
        self.text.push('\n');
    }

    fn head(&mut self, reached: &[Term]) {
        let floats = reached.iter().any(|&t| self.terms.has_float(t));
        let logic = if floats { "QF_BVFP" } else { "QF_BV" };
        self.line(format_args!("(set-logic {logic})"));
        if reached.iter().any(|&t| uses_format(self.terms.node(t), Format::X87)) {
            self.text.push_str(float::X87_FUNCTIONS);
        }
    }

    fn define(&mut self, t: Term) {
        let width = self.terms.width(t);
        match self.terms.node(t) {
            Node::Const(_) | Node::Uninitialised { .. } => {}
            Node::Var(var) => self.line(format_args!("(declare-const {var} (_ BitVec {width}))")),
            node if is_boolean(self.terms, t) => {
                let body = self.boolean(node);
                self.line(format_args!("(define-fun b{} () Bool {body})", t.index()));
            }
            Node::Float(op, a) => self.define_float(t, op, a),
            Node::FloatBinary(op, format, a, b) => self.define_float_binary(t, op, format, a, b),
            Node::FusedMultiplyAdd(format, a, b, c) => self.define_fma(t, format, [a, b, c]),
            node => {
                let body = self.bit_vector(node, width);
                self.define_bits(t, &body);
            }
        }
    }

    fn define_bits(&mut self, t: Term, body: &str) {
        let (index, width) = (t.index(), self.terms.width(t));
        self.line(format_args!("(define-fun t{index} () (_ BitVec {width}) {body})"));
    }

    /// The name or value of a term as a bit-vector.
    fn bits(&self, t: Term) -> String {
        match self.terms.node(t) {
            Node::Const(value) | Node::Uninitialised { value, .. } => {
                literal(self.terms.width(t), value)
            }
            Node::Var(var) => var.to_string(),
            _ if is_boolean(self.terms, t) => format!("(ite b{} #b1 #b0)", t.index()),
            _ => format!("t{}", t.index()),
        }
    }

    /// A term of one bit as a Boolean.
    fn truth(&self, t: Term) -> String {
        match self.terms.node(t) {
            Node::Const(value) | Node::Uninitialised { value, .. } => (value != 0).to_string(),
            _ if is_boolean(self.terms, t) => format!("b{}", t.index()),
            _ => format!("(= {} #b1)", self.bits(t)),
        }
    }

    /// The body of a definition for which [`is_boolean`] holds.
    fn boolean(&self, node: Node) -> String {
        match node {
            Node::Not(a) => format!("(not {})", self.truth(a)),
            Node::Binary(op, a, b) if op.is_comparison() => {
                format!("({} {} {})", operator(op), self.bits(a), self.bits(b))
            }
            Node::Binary(op, a, b) => {
                let connective = match op {
                    BinaryOp::And => "and",
                    BinaryOp::Or => "or",
                    _ => "xor",
                };
                format!("({connective} {} {})", self.truth(a), self.truth(b))
            }
            node => self.float_predicate(node),
        }
    }

    fn bit_vector(&self, node: Node, width: u32) -> String {
        match node {
            Node::Not(a) => format!("(bvnot {})", self.bits(a)),
            Node::Neg(a) => format!("(bvneg {})", self.bits(a)),
            Node::Binary(op, a, b) => {
                format!("({} {} {})", operator(op), self.bits(a), self.bits(b))
            }
            Node::Extract { of, low } => {
                format!("((_ extract {} {low}) {})", low + width - 1, self.bits(of))
            }
            Node::ZeroExtend(a) => self.extension("zero_extend", a, width),
            Node::SignExtend(a) => self.extension("sign_extend", a, width),
            Node::Concat(high, low) => format!("(concat {} {})", self.bits(high), self.bits(low)),
            Node::Ite(condition, a, b) => {
                format!("(ite {} {} {})", self.truth(condition), self.bits(a), self.bits(b))
            }
            Node::Lookup { table, index } => self.choice(self.terms.table(table), index),
            Node::Const(_)
            | Node::Uninitialised { .. }
            | Node::Var(_)
            | Node::Float(..)
            | Node::FloatBinary(..)
            | Node::FusedMultiplyAdd(..) => unreachable!("defined elsewhere"),
        }
    }

    fn extension(&self, name: &str, a: Term, width: u32) -> String {
        format!("((_ {name} {}) {})", width - self.terms.width(a), self.bits(a))
    }

    /// A lookup as a binary tree of choices over the entries that the index can name.
    fn choice(&self, entries: &[Term], index: Term) -> String {
        let width = self.terms.width(index);
        let greatest = usize::try_from(mask(width)).unwrap_or(usize::MAX);
        let named = entries.len().min(greatest.saturating_add(1));
        let mut text = String::new();
        self.write_choice(&mut text, &entries[..named], 0, index);
        text
    }

    fn write_choice(&self, text: &mut String, entries: &[Term], first: usize, index: Term) {
        if entries.iter().all(|&entry| entry == entries[0]) {
            text.push_str(&self.bits(entries[0]));
            return;
        }
        let middle = entries.len() / 2;
        let bound = literal(self.terms.width(index), (first + middle) as Value);
        text.push_str(&format!("(ite (bvult {} {bound}) ", self.bits(index)));
        self.write_choice(text, &entries[..middle], first, index);
        text.push(' ');
        self.write_choice(text, &entries[middle..], first + middle, index);
        text.push(')');
    }
}

/// Whether the term is defined as a Boolean instead of as one bit.
fn is_boolean(terms: &Terms, t: Term) -> bool {
    terms.width(t) == 1
        && match terms.node(t) {
            Node::Not(_) | Node::Float(FloatOp::IsNan(_), _) => true,
            Node::Binary(op, ..) => {
                op.is_comparison() || matches!(op, BinaryOp::And | BinaryOp::Or | BinaryOp::Xor)
            }
            Node::FloatBinary(op, ..) => op.is_comparison(),
            _ => false,
        }
}

fn uses_format(node: Node, wanted: Format) -> bool {
    match node {
        Node::Float(op, _) => match op {
            FloatOp::SquareRoot(format)
            | FloatOp::Round(format, _)
            | FloatOp::ToSigned(format)
            | FloatOp::ToUnsigned(format)
            | FloatOp::FromSigned(format)
            | FloatOp::FromUnsigned(format)
            | FloatOp::IsNan(format) => format == wanted,
            FloatOp::Convert { from, to } => from == wanted || to == wanted,
        },
        Node::FloatBinary(_, format, ..) | Node::FusedMultiplyAdd(format, ..) => format == wanted,
        _ => false,
    }
}

fn literal(width: u32, value: Value) -> String {
    if width.is_multiple_of(4) {
        format!("#x{value:0digits$x}", digits = width as usize / 4)
    } else {
        format!("#b{value:0digits$b}", digits = width as usize)
    }
}

fn operator(op: BinaryOp) -> &'static str {
    match op {
        BinaryOp::Add => "bvadd",
        BinaryOp::Sub => "bvsub",
        BinaryOp::Mul => "bvmul",
        BinaryOp::UDiv => "bvudiv",
        BinaryOp::SDiv => "bvsdiv",
        BinaryOp::URem => "bvurem",
        BinaryOp::SRem => "bvsrem",
        BinaryOp::And => "bvand",
        BinaryOp::Or => "bvor",
        BinaryOp::Xor => "bvxor",
        BinaryOp::Shl => "bvshl",
        BinaryOp::LShr => "bvlshr",
        BinaryOp::AShr => "bvashr",
        BinaryOp::Eq => "=",
        BinaryOp::Ult => "bvult",
        BinaryOp::Ule => "bvule",
        BinaryOp::Slt => "bvslt",
        BinaryOp::Sle => "bvsle",
    }
}

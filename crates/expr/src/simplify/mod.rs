//! Simplification at construction. A constructor first looks for its very node among the latest
//! ones and in the arena: what is there was found irreducible before. Otherwise the rules of its kind are tried in order, and
//! the first that fits gives the term. A rule is written as `match → result`; what it builds goes
//! through the constructors again.
//!
//! Canonical forms that the rules agree on:
//! - constants stand on the right of commutative operations, and are added, never subtracted;
//! - shifts by constants, masks of adjacent bits and multiplications by powers of two are made of
//!   extracts, extensions and concats, which cost a solver nothing; concats nest to the right;
//! - comparisons with a constant are `Eq`, `Ult` or `Slt`, and no comparison but `Eq` is negated;
//! - equality of single bits is `Not` of `Xor`.
//!
//! Every rule is proved by a solver in the tests beside this module.
//!
//! Rules never loop: each makes the term smaller or moves it toward the canonical form. Still, one
//! construction takes a limited number of steps, so that a chain of rules down a deep term can
//! neither take long nor exhaust the stack; a node past the limit stays as it is.

mod arithmetic;
mod bitwise;
mod choice;
mod compare;
mod division;
mod equality;
mod extension;
mod float;
mod monotone;
mod recent;
mod structure;
#[cfg(test)]
mod tests;

#[cfg(test)]
pub(crate) use tests::ask_z3;

pub(crate) use recent::Recent;

use crate::terms::hash_of;
use crate::{BinaryOp, Node, Term, Terms, Value, apply};

/// How much of its limit the outermost construction has used.
#[derive(Default)]
pub(crate) struct Effort {
    depth: u32,
    steps: u32,
}

/// More than any useful chain of rules takes.
const MAX_STEPS: u32 = 64;

impl Terms {
    /// The simplest term for a node whose arguments are not all constant.
    pub(crate) fn simplified(&mut self, node: Node, width: u32) -> Term {
        let hash = hash_of(&node, width as u8);
        if let Some(term) = self.recent.get(hash, node, width) {
            return term;
        }
        let term = match self.find_hashed(hash, node, width) {
            Some(term) => term,
            None => self.simplified_anew(hash, node, width),
        };
        // What ran out of steps may come out simpler the next time.
        if self.effort.steps < MAX_STEPS {
            self.recent.keep(hash, node, width, term);
        }
        term
    }

    fn simplified_anew(&mut self, hash: u64, node: Node, width: u32) -> Term {
        if let Some(simpler) = self.rewrite_within_limits(node, width) {
            return simpler;
        }
        let metadata = self.metadata_of(node, width);
        let (low, high) = metadata.bounds();
        // x → c where the bounds leave only c
        if low == high {
            return self.constant(width, low);
        }
        self.insert(hash, node, metadata)
    }

    fn rewrite_within_limits(&mut self, node: Node, width: u32) -> Option<Term> {
        if self.effort.steps == MAX_STEPS {
            return None;
        }
        self.effort.steps += 1;
        self.effort.depth += 1;
        let simpler = self.rewrite(node, width);
        self.effort.depth -= 1;
        if self.effort.depth == 0 {
            self.effort.steps = 0;
        }
        simpler
    }

    fn rewrite(&mut self, node: Node, width: u32) -> Option<Term> {
        match node {
            Node::Not(a) => self.rewrite_not(a, width),
            Node::Neg(a) => self.rewrite_neg(a, width),
            Node::Binary(op, a, b) => self.rewrite_binary(op, a, b),
            Node::Extract { of, low } => self.rewrite_extract(of, low, width),
            Node::ZeroExtend(a) => self.rewrite_zero_extend(a, width),
            Node::SignExtend(a) => self.rewrite_sign_extend(a, width),
            Node::Concat(high, low) => self.rewrite_concat(high, low),
            Node::Ite(condition, a, b) => self.rewrite_ite(condition, a, b, width),
            Node::Float(op, a) => self.rewrite_float(op, a, width),
            Node::FloatBinary(op, format, a, b) => self.rewrite_float_binary(op, format, a, b),
            // Lookups are simplified before their table is interned.
            Node::Lookup { .. }
            | Node::FusedMultiplyAdd(..)
            | Node::Const(_)
            | Node::Var(_)
            | Node::Uninitialised { .. } => None,
        }
    }

    fn rewrite_binary(&mut self, op: BinaryOp, a: Term, b: Term) -> Option<Term> {
        let width = self.width(a);
        if let Some(chosen) = self.fold_into_choice(op, a, b) {
            return Some(chosen);
        }
        match op {
            BinaryOp::Add => self.rewrite_add(a, b, width),
            BinaryOp::Sub => self.rewrite_sub(a, b, width),
            BinaryOp::Mul => self.rewrite_mul(a, b, width),
            BinaryOp::UDiv => self.rewrite_udiv(a, b, width),
            BinaryOp::SDiv => self.rewrite_sdiv(a, b, width),
            BinaryOp::URem => self.rewrite_urem(a, b, width),
            BinaryOp::SRem => self.rewrite_srem(a, b, width),
            BinaryOp::And => self.rewrite_and(a, b, width),
            BinaryOp::Or => self.rewrite_or(a, b, width),
            BinaryOp::Xor => self.rewrite_xor(a, b, width),
            BinaryOp::Shl => self.rewrite_shl(a, b, width),
            BinaryOp::LShr => self.rewrite_lshr(a, b, width),
            BinaryOp::AShr => self.rewrite_ashr(a, b, width),
            BinaryOp::Eq => self.rewrite_eq(a, b, width),
            BinaryOp::Ult => self.rewrite_ult(a, b, width),
            BinaryOp::Ule => self.rewrite_ule(a, b, width),
            BinaryOp::Slt => self.rewrite_slt(a, b, width),
            BinaryOp::Sle => self.rewrite_sle(a, b, width),
        }
    }

    /// The arguments where the term is this operation.
    fn as_binary(&self, op: BinaryOp, t: Term) -> Option<(Term, Term)> {
        match self.node(t) {
            Node::Binary(found, a, b) if found == op => Some((a, b)),
            _ => None,
        }
    }

    /// `(x, c)` where the term is `x op c`.
    fn as_binary_constant(&self, op: BinaryOp, t: Term) -> Option<(Term, Value)> {
        let (x, c) = self.as_binary(op, t)?;
        Some((x, self.as_constant(c)?))
    }

    /// `(c, x)` where the term is `c - x`.
    fn as_constant_minus(&self, t: Term) -> Option<(Value, Term)> {
        let (c, x) = self.as_binary(BinaryOp::Sub, t)?;
        Some((self.as_constant(c)?, x))
    }

    fn as_not(&self, t: Term) -> Option<Term> {
        match self.node(t) {
            Node::Not(a) => Some(a),
            _ => None,
        }
    }

    fn as_neg(&self, t: Term) -> Option<Term> {
        match self.node(t) {
            Node::Neg(a) => Some(a),
            _ => None,
        }
    }

    fn as_zero_extend(&self, t: Term) -> Option<Term> {
        match self.node(t) {
            Node::ZeroExtend(a) => Some(a),
            _ => None,
        }
    }

    fn as_sign_extend(&self, t: Term) -> Option<Term> {
        match self.node(t) {
            Node::SignExtend(a) => Some(a),
            _ => None,
        }
    }

    fn as_concat(&self, t: Term) -> Option<(Term, Term)> {
        match self.node(t) {
            Node::Concat(high, low) => Some((high, low)),
            _ => None,
        }
    }

    /// A constant's value where it keeps its meaning when cut to `width` bits, unsigned.
    fn fits_unsigned(value: Value, width: u32) -> bool {
        value <= crate::bits::mask(width)
    }

    /// Whether a constant of `from` bits is the sign extension of its low `width` bits.
    fn fits_signed(value: Value, from: u32, width: u32) -> bool {
        let low = value & crate::bits::mask(width);
        apply::sign_extend(low, width, from) == value
    }
}

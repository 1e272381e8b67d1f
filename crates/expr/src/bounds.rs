//! Unsigned intervals: what the bounds of the arguments say about the result of an operation.
//! An interval never wraps; where the result could wrap it is the whole range of the width.

use crate::bits::{mask, sign_bit, smear};
use crate::{BinaryOp, Node, Term, Terms, Value, apply};

type Bounds = (Value, Value);

impl Terms {
    pub(crate) fn bounds_of(&self, node: Node, width: u32) -> Bounds {
        let all = (0, mask(width));
        match node {
            Node::Const(value) => (value, value),
            Node::Not(a) => {
                let (low, high) = self.bounds(a);
                (all.1 - high, all.1 - low)
            }
            Node::Neg(a) => negation(width, self.bounds(a)),
            Node::Binary(op, a, b) => {
                binary(op, self.width(a), self.bounds(a), self.bounds(b)).unwrap_or(all)
            }
            Node::Extract { of, low } => extract(self.bounds(of), low, width).unwrap_or(all),
            Node::ZeroExtend(a) => self.bounds(a),
            Node::SignExtend(a) => sign_extend(self.bounds(a), self.width(a), width).unwrap_or(all),
            Node::Concat(a, b) => {
                let (high, low, low_width) = (self.bounds(a), self.bounds(b), self.width(b));
                (apply::concat(high.0, low.0, low_width), apply::concat(high.1, low.1, low_width))
            }
            Node::Ite(condition, a, b) => {
                hull(self.bounds_if(condition, true, a), self.bounds_if(condition, false, b))
            }
            Node::Lookup { table, .. } => self.table_metadata(table).bounds(),
            Node::Var(_)
            | Node::Uninitialised { .. }
            | Node::Float(..)
            | Node::FloatBinary(..)
            | Node::FusedMultiplyAdd(..) => all,
        }
    }
}

impl Terms {
    /// The bounds of a term where a condition holds, or does not, that may compare it with a constant.
    fn bounds_if(&self, condition: Term, truth: bool, of: Term) -> Bounds {
        let (low, high) = self.bounds(of);
        let narrowed = match self.node(condition) {
            Node::Not(condition) => return self.bounds_if(condition, !truth, of),
            Node::Binary(BinaryOp::Ult, a, b) if a == of => match (self.as_constant(b), truth) {
                (Some(limit), true) => (low, high.min(limit.saturating_sub(1))),
                (Some(limit), false) => (low.max(limit), high),
                (None, _) => (low, high),
            },
            Node::Binary(BinaryOp::Ult, a, b) if b == of => match (self.as_constant(a), truth) {
                (Some(limit), true) => (low.max(limit.saturating_add(1)), high),
                (Some(limit), false) => (low, high.min(limit)),
                (None, _) => (low, high),
            },
            _ => (low, high),
        };
        // A choice that is never taken has no value at all.
        if narrowed.0 <= narrowed.1 { narrowed } else { (low, high) }
    }
}

pub(crate) fn hull(a: Bounds, b: Bounds) -> Bounds {
    (a.0.min(b.0), a.1.max(b.1))
}

fn negation(width: u32, (low, high): Bounds) -> Bounds {
    match (low, high) {
        (0, 0) => (0, 0),
        (0, _) => (0, mask(width)),
        _ => (apply::neg(width, high), apply::neg(width, low)),
    }
}

/// `None` where nothing is known.
fn binary(op: BinaryOp, width: u32, a: Bounds, b: Bounds) -> Option<Bounds> {
    let all = mask(width);
    match op {
        BinaryOp::Add => add(all, a, b),
        BinaryOp::Sub => sub(all, a, b),
        BinaryOp::Mul => {
            let high = a.1.checked_mul(b.1).filter(|&high| high <= all)?;
            Some((a.0 * b.0, high))
        }
        BinaryOp::UDiv if b.0 > 0 => Some((a.0 / b.1, a.1 / b.0)),
        BinaryOp::UDiv => Some((a.0 / b.1.max(1), all)),
        BinaryOp::URem => Some(remainder(a, b)),
        BinaryOp::And => Some((0, a.1.min(b.1))),
        BinaryOp::Or => Some((a.0.max(b.0), smear(a.1 | b.1))),
        BinaryOp::Xor => Some((0, smear(a.1 | b.1))),
        BinaryOp::Shl => shl(width, a, b),
        BinaryOp::LShr => Some(shift_right(BinaryOp::LShr, width, a, b)),
        BinaryOp::AShr => ashr(width, a, b),
        BinaryOp::SDiv | BinaryOp::SRem => None,
        BinaryOp::Eq | BinaryOp::Ult | BinaryOp::Ule | BinaryOp::Slt | BinaryOp::Sle => {
            Some((0, 1))
        }
    }
}

fn add(all: Value, a: Bounds, b: Bounds) -> Option<Bounds> {
    let high = a.1.checked_add(b.1)?;
    if high <= all {
        return Some((a.0 + b.0, high));
    }
    let always_wraps = a.0 + b.0 > all;
    always_wraps.then(|| ((a.0 + b.0) & all, high & all))
}

fn sub(all: Value, a: Bounds, b: Bounds) -> Option<Bounds> {
    let never_wraps = a.0 >= b.1;
    let always_wraps = a.1 < b.0;
    (never_wraps || always_wraps)
        .then(|| (a.0.wrapping_sub(b.1) & all, a.1.wrapping_sub(b.0) & all))
}

fn remainder(a: Bounds, b: Bounds) -> Bounds {
    if a.1 < b.0 {
        a
    } else if b.0 > 0 {
        (0, a.1.min(b.1 - 1))
    } else {
        (0, a.1)
    }
}

fn shl(width: u32, a: Bounds, b: Bounds) -> Option<Bounds> {
    let largest_shift = u32::try_from(b.1).ok().filter(|&shift| shift < width)?;
    let room = mask(width) >> largest_shift;
    (a.1 <= room).then(|| (a.0 << b.0, a.1 << largest_shift))
}

/// The larger the shift, the smaller the result, except for negative numbers under `AShr`.
fn shift_right(op: BinaryOp, width: u32, a: Bounds, b: Bounds) -> Bounds {
    (apply::binary(op, width, a.0, b.1), apply::binary(op, width, a.1, b.0))
}

fn ashr(width: u32, a: Bounds, b: Bounds) -> Option<Bounds> {
    if a.1 < sign_bit(width) {
        return Some(shift_right(BinaryOp::AShr, width, a, b));
    }
    let negative = a.0 >= sign_bit(width);
    negative.then(|| shift_right(BinaryOp::AShr, width, a, (b.1, b.0)))
}

/// Known where the bits above the extracted ones are the same at both ends.
fn extract(a: Bounds, low: u32, width: u32) -> Option<Bounds> {
    let above = |end: Value| (end >> low).checked_shr(width).unwrap_or(0);
    (above(a.0) == above(a.1))
        .then(|| (apply::extract(a.0, low, width), apply::extract(a.1, low, width)))
}

fn sign_extend(a: Bounds, from: u32, to: u32) -> Option<Bounds> {
    let one_sign = a.1 < sign_bit(from) || a.0 >= sign_bit(from);
    one_sign.then(|| (apply::sign_extend(a.0, from, to), apply::sign_extend(a.1, from, to)))
}

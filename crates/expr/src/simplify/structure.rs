//! Extract and concat: how values are taken apart into bytes and put together again. What was
//! taken apart and put together must come out as the very same term.

use crate::bits::mask;
use crate::{BinaryOp, Node, Term, Terms};

/// How deep [`Terms::narrows_freely`] looks.
const NARROWING_DEPTH: u32 = 3;

impl Terms {
    pub(super) fn rewrite_extract(&mut self, of: Term, low: u32, width: u32) -> Option<Term> {
        match self.node(of) {
            // extract(extract(x)) → extract(x)
            Node::Extract { of: x, low: inner } => Some(self.extract(x, inner + low, width)),
            Node::Concat(x, y) => Some(self.extract_from_concat(x, y, low, width)),
            Node::ZeroExtend(x) => {
                let known = self.width(x);
                // extract(zext(x)) → 0 above x
                if low >= known {
                    return Some(self.constant(width, 0));
                }
                // extract(zext(x)) → zext(extract(x))
                let part = self.extract(x, low, width.min(known - low));
                Some(self.zero_extend(part, width))
            }
            Node::SignExtend(x) => {
                let known = self.width(x);
                // extract(sext(x)) → sext(sign bit of x) above x
                // extract(sext(x)) → sext(extract(x))
                let from = low.min(known - 1);
                let part = self.extract(x, from, width.min(known - from));
                Some(self.sign_extend(part, width))
            }
            // extract(k ? x : y) → k ? extract(x) : extract(y) where that costs nothing
            Node::Ite(condition, x, y) if self.both_narrow_freely(x, y, NARROWING_DEPTH) => {
                let (x, y) = (self.extract(x, low, width), self.extract(y, low, width));
                Some(self.ite(condition, x, y))
            }
            Node::Not(x) if self.narrows_freely(x, NARROWING_DEPTH) => {
                // extract(~x) → ~extract(x) where that costs nothing
                let part = self.extract(x, low, width);
                Some(self.not(part))
            }
            Node::Neg(x) if low == 0 && self.narrows_freely(x, NARROWING_DEPTH) => {
                // low bits of -x → -(low bits of x) where that costs nothing
                let part = self.extract(x, low, width);
                Some(self.neg(part))
            }
            Node::Binary(op, x, y) => self.extract_from_binary(op, x, y, low, width),
            _ => None,
        }
    }

    fn extract_from_concat(&mut self, x: Term, y: Term, low: u32, width: u32) -> Term {
        let border = self.width(y);
        // extract(concat(x, y)) → extract(x)
        if low >= border {
            return self.extract(x, low - border, width);
        }
        // extract(concat(x, y)) → extract(y)
        if low + width <= border {
            return self.extract(y, low, width);
        }
        // extract(concat(x, y)) → concat(extract(x), extract(y))
        let lower = self.extract(y, low, border - low);
        let upper = self.extract(x, 0, low + width - border);
        self.concat(upper, lower)
    }

    fn extract_from_binary(
        &mut self,
        op: BinaryOp,
        x: Term,
        y: Term,
        low: u32,
        width: u32,
    ) -> Option<Term> {
        use BinaryOp::{Add, And, Mul, Or, Sub, Xor};
        let bitwise = matches!(op, And | Or | Xor);
        // Carries only go up, so that the low bits of a result come from the low bits.
        let separable = bitwise || matches!(op, Add | Sub | Mul) && low == 0;
        if !separable {
            return None;
        }
        // extract(x & c) → extract(x), 0, … where these bits of c are all equal
        let decided = bitwise
            && self.as_constant(y).is_some_and(|c| {
                let part = c >> low & mask(width);
                part == 0 || part == mask(width)
            });
        // extract(x op y) → extract(x) op extract(y) where that costs nothing
        if decided || self.both_narrow_freely(x, y, NARROWING_DEPTH) {
            let (x, y) = (self.extract(x, low, width), self.extract(y, low, width));
            return Some(self.binary(op, x, y));
        }
        None
    }

    fn both_narrow_freely(&self, x: Term, y: Term, depth: u32) -> bool {
        self.narrows_freely(x, depth) && self.narrows_freely(y, depth)
    }

    /// Whether taking bits from the low end makes this term smaller, not larger.
    fn narrows_freely(&self, t: Term, depth: u32) -> bool {
        use BinaryOp::{Add, And, Mul, Or, Sub, Xor};
        match self.node(t) {
            Node::Const(_) | Node::ZeroExtend(_) | Node::SignExtend(_) | Node::Concat(..) => true,
            Node::Binary(Add | Sub | Mul | And | Or | Xor, x, y) if depth > 0 => {
                self.both_narrow_freely(x, y, depth - 1)
            }
            Node::Not(x) | Node::Neg(x) if depth > 0 => self.narrows_freely(x, depth - 1),
            Node::Ite(_, x, y) if depth > 0 => self.both_narrow_freely(x, y, depth - 1),
            _ => false,
        }
    }

    pub(super) fn rewrite_concat(&mut self, high: Term, low: Term) -> Option<Term> {
        let width = self.width(high) + self.width(low);
        // concat(0, x) → zext(x)
        if self.as_constant(high) == Some(0) {
            return Some(self.zero_extend(low, width));
        }
        // concat(zext(x), y) → zext(concat(x, y))
        if let Some(x) = self.as_zero_extend(high) {
            let joined = self.concat(x, low);
            return Some(self.zero_extend(joined, width));
        }
        // concat(concat(x, y), z) → concat(x, concat(y, z))
        if let Some((x, y)) = self.as_concat(high) {
            let lower = self.concat(y, low);
            return Some(self.concat(x, lower));
        }
        self.join(high, low).or_else(|| self.join_with_upper_part(high, low))
    }

    fn join_with_upper_part(&mut self, high: Term, low: Term) -> Option<Term> {
        // concat(x, concat(y, z)) → concat(xy, z) where x and y join
        let (y, z) = self.as_concat(low)?;
        let upper = match (self.as_constant(high), self.as_constant(y)) {
            (Some(_), Some(_)) => self.concat(high, y),
            _ => self.join(high, y)?,
        };
        Some(self.concat(upper, z))
    }

    /// Two adjacent parts as one term.
    fn join(&mut self, high: Term, low: Term) -> Option<Term> {
        match (self.node(high), self.node(low)) {
            (Node::Extract { of, low: from }, _) => {
                self.join_extract(of, from, high, low).or_else(|| self.join_sign(high, low))
            }
            (Node::SignExtend(sign), _) if self.width(sign) == 1 => self.join_sign(high, low),
            (Node::Ite(k, x, y), Node::Ite(same, z, w)) if k == same => {
                // concat(k ? x : y, k ? z : w) → k ? concat(x, z) : concat(y, w)
                let (first, second) = (self.concat(x, z), self.concat(y, w));
                Some(self.ite(k, first, second))
            }
            (Node::Ite(k, x, y), Node::Const(_)) => {
                // concat(k ? c1 : c2, c) → k ? concat(c1, c) : concat(c2, c)
                self.as_constant(x).and(self.as_constant(y))?;
                let (first, second) = (self.concat(x, low), self.concat(y, low));
                Some(self.ite(k, first, second))
            }
            (Node::Const(_), Node::Ite(k, x, y)) => {
                // concat(c, k ? c1 : c2) → k ? concat(c, c1) : concat(c, c2)
                self.as_constant(x).and(self.as_constant(y))?;
                let (first, second) = (self.concat(high, x), self.concat(high, y));
                Some(self.ite(k, first, second))
            }
            _ => None,
        }
    }

    fn join_extract(&mut self, of: Term, from: u32, high: Term, low: Term) -> Option<Term> {
        // concat(extract(x), extract(x)) → extract(x) where the bits are adjacent
        let start = from.checked_sub(self.width(low))?;
        // The lower bits may have been narrowed, so they are compared by what they would be now.
        if self.extract(of, start, self.width(low)) != low {
            return None;
        }
        let width = self.width(high) + self.width(low);
        Some(self.extract(of, start, width))
    }

    fn join_sign(&mut self, high: Term, low: Term) -> Option<Term> {
        // concat(sext(sign bit of x), x) → sext(x)
        let sign = self.as_sign_extend(high).unwrap_or(high);
        if self.width(sign) != 1 {
            return None;
        }
        let top = self.width(low) - 1;
        if self.extract(low, top, 1) != sign {
            return None;
        }
        Some(self.sign_extend(low, self.width(high) + self.width(low)))
    }
}

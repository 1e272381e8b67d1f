//! Not, and, or, xor: on single bits the logic of conditions, on wider terms that of masks.

use crate::bits::{mask, sign_bit, smear};
use crate::{BinaryOp, Node, Term, Terms, Value};

impl Terms {
    pub(super) fn rewrite_not(&mut self, a: Term, width: u32) -> Option<Term> {
        match self.node(a) {
            // ~~x → x
            Node::Not(x) => Some(x),
            // ~(-x) → x + -1
            Node::Neg(x) => Some(self.add_value(x, Value::MAX)),
            // ~sext(x) → sext(~x)
            Node::SignExtend(x) => {
                let inverted = self.not(x);
                Some(self.sign_extend(inverted, width))
            }
            // ~(c ? k1 : k2) → c ? ~k1 : ~k2
            Node::Ite(condition, x, y) => {
                let (k1, k2) = (self.as_constant(x)?, self.as_constant(y)?);
                let (k1, k2) = (self.constant(width, !k1), self.constant(width, !k2));
                Some(self.ite(condition, k1, k2))
            }
            Node::Binary(op, x, y) => self.rewrite_not_binary(op, x, y, width),
            _ => None,
        }
    }

    fn rewrite_not_binary(&mut self, op: BinaryOp, x: Term, y: Term, width: u32) -> Option<Term> {
        match op {
            // ~(x < y) → y <= x, and so on
            BinaryOp::Ult => Some(self.ule(y, x)),
            BinaryOp::Ule => Some(self.ult(y, x)),
            BinaryOp::Slt => Some(self.sle(y, x)),
            BinaryOp::Sle => Some(self.slt(y, x)),
            // ~(x + c) → ~c - x
            BinaryOp::Add => {
                let c = self.as_constant(y)?;
                let inverted = self.constant(width, !c);
                Some(self.sub(inverted, x))
            }
            // ~(c - x) → x + ~c
            BinaryOp::Sub => {
                let c = self.as_constant(x)?;
                Some(self.add_value(y, !c))
            }
            // ~(x ^ c) → x ^ ~c
            BinaryOp::Xor => {
                let c = self.as_constant(y)?;
                let inverted = self.constant(width, !c);
                Some(self.xor(x, inverted))
            }
            // ~(~x & ~y) → x | y
            BinaryOp::And => {
                let (x, y) = (self.as_not(x)?, self.as_not(y)?);
                Some(self.or(x, y))
            }
            // ~(~x | ~y) → x & y
            BinaryOp::Or => {
                let (x, y) = (self.as_not(x)?, self.as_not(y)?);
                Some(self.and(x, y))
            }
            _ => None,
        }
    }

    pub(super) fn rewrite_and(&mut self, a: Term, b: Term, width: u32) -> Option<Term> {
        if let Some(c) = self.as_constant(b) {
            return self.rewrite_and_constant(a, c, width);
        }
        // x & x → x
        if a == b {
            return Some(a);
        }
        // x & ~x → 0
        if self.are_complements(a, b) {
            return Some(self.constant(width, 0));
        }
        self.absorb(BinaryOp::And, a, b)
            .or_else(|| self.absorb(BinaryOp::And, b, a))
            .or_else(|| self.combine_tests(BinaryOp::And, a, b))
            .or_else(|| self.narrow_and(a, b, width))
            .or_else(|| self.by_parts(BinaryOp::And, a, b))
    }

    fn rewrite_and_constant(&mut self, a: Term, c: Value, width: u32) -> Option<Term> {
        // (x & c1) & c → x & (c1 & c)
        if let Some((x, c1)) = self.as_binary_constant(BinaryOp::And, a) {
            let both = self.constant(width, c1 & c);
            return Some(self.and(x, both));
        }
        let possible = smear(self.bounds(a).1);
        // x & c → x where c has all bits that x can have
        if possible & !c == 0 {
            return Some(a);
        }
        // x & c → 0 where c has no bit that x can have
        if possible & c == 0 {
            return Some(self.constant(width, 0));
        }
        // zext(x) & c → zext(x & c)
        if let Some(x) = self.as_zero_extend(a) {
            let c = self.constant(self.width(x), c);
            let masked = self.and(x, c);
            return Some(self.zero_extend(masked, width));
        }
        // x & 0..01..10..0 → zext(concat(middle of x, 0))
        let zeros = c.trailing_zeros();
        if (c >> zeros).wrapping_add(1).is_power_of_two() {
            let middle = self.extract(a, zeros, (c >> zeros).trailing_ones());
            let shifted = self.above_zeros(middle, zeros);
            return Some(self.zero_extend(shifted, width));
        }
        self.by_parts_constant(BinaryOp::And, a, c)
    }

    fn above_zeros(&mut self, high: Term, zeros: u32) -> Term {
        if zeros == 0 {
            return high;
        }
        let low = self.constant(zeros, 0);
        self.concat(high, low)
    }

    fn narrow_and(&mut self, a: Term, b: Term, width: u32) -> Option<Term> {
        // zext(x) & y → zext(x & low bits of y)
        let (x, y) = match (self.as_zero_extend(a), self.as_zero_extend(b)) {
            (Some(x), Some(y)) if self.width(y) < self.width(x) => (y, a),
            (Some(x), _) => (x, b),
            (None, Some(y)) => (y, a),
            (None, None) => return None,
        };
        let low = self.extract(y, 0, self.width(x));
        let masked = self.and(x, low);
        Some(self.zero_extend(masked, width))
    }

    pub(super) fn rewrite_or(&mut self, a: Term, b: Term, width: u32) -> Option<Term> {
        if let Some(c) = self.as_constant(b) {
            return self.rewrite_or_constant(a, c, width);
        }
        // x | x → x
        if a == b {
            return Some(a);
        }
        // x | ~x → -1
        if self.are_complements(a, b) {
            return Some(self.constant(width, Value::MAX));
        }
        self.absorb(BinaryOp::Or, a, b)
            .or_else(|| self.absorb(BinaryOp::Or, b, a))
            .or_else(|| self.combine_tests(BinaryOp::Or, a, b))
            .or_else(|| self.join_disjoint(a, b, width))
            .or_else(|| self.narrow_extended(BinaryOp::Or, a, b, width))
            .or_else(|| self.by_parts(BinaryOp::Or, a, b))
    }

    fn rewrite_or_constant(&mut self, a: Term, c: Value, width: u32) -> Option<Term> {
        // x | 0 → x
        if c == 0 {
            return Some(a);
        }
        // x | c → c where c has all bits that x can have
        if smear(self.bounds(a).1) & !c == 0 {
            return Some(self.constant(width, c));
        }
        // (x | c1) | c → x | (c1 | c)
        if let Some((x, c1)) = self.as_binary_constant(BinaryOp::Or, a) {
            let both = self.constant(width, c1 | c);
            return Some(self.or(x, both));
        }
        self.by_parts_constant(BinaryOp::Or, a, c)
    }

    pub(super) fn rewrite_xor(&mut self, a: Term, b: Term, width: u32) -> Option<Term> {
        if let Some(c) = self.as_constant(b) {
            return self.rewrite_xor_constant(a, c, width);
        }
        // x ^ x → 0
        if a == b {
            return Some(self.constant(width, 0));
        }
        // x ^ ~x → -1
        if self.are_complements(a, b) {
            return Some(self.constant(width, Value::MAX));
        }
        self.rewrite_xor_ordered(a, b)
            .or_else(|| self.rewrite_xor_ordered(b, a))
            .or_else(|| self.join_disjoint(a, b, width))
            .or_else(|| self.narrow_extended(BinaryOp::Xor, a, b, width))
            .or_else(|| self.by_parts(BinaryOp::Xor, a, b))
    }

    fn rewrite_xor_ordered(&mut self, a: Term, b: Term) -> Option<Term> {
        // ~x ^ y → ~(x ^ y)
        if let Some(x) = self.as_not(a) {
            let inner = self.xor(x, b);
            return Some(self.not(inner));
        }
        // (x ^ y) ^ x → y, (x ^ y) ^ y → x
        match self.as_binary(BinaryOp::Xor, a)? {
            (x, y) if x == b => Some(y),
            (x, y) if y == b => Some(x),
            _ => None,
        }
    }

    fn rewrite_xor_constant(&mut self, a: Term, c: Value, width: u32) -> Option<Term> {
        // x ^ 0 → x
        if c == 0 {
            return Some(a);
        }
        // x ^ -1 → ~x
        if c == mask(width) {
            return Some(self.not(a));
        }
        // ~x ^ c → x ^ ~c
        if let Some(x) = self.as_not(a) {
            let inverted = self.constant(width, !c);
            return Some(self.xor(x, inverted));
        }
        // (x ^ c1) ^ c → x ^ (c1 ^ c)
        if let Some((x, c1)) = self.as_binary_constant(BinaryOp::Xor, a) {
            let both = self.constant(width, c1 ^ c);
            return Some(self.xor(x, both));
        }
        self.by_parts_constant(BinaryOp::Xor, a, c)
    }

    /// `a op b` where `a` occurs in `b`; `dual` is the other of and, or.
    fn absorb(&mut self, op: BinaryOp, a: Term, b: Term) -> Option<Term> {
        let dual = if op == BinaryOp::And { BinaryOp::Or } else { BinaryOp::And };
        if let Some((x, y)) = self.as_binary(op, b) {
            // x & (x & y) → x & y, x | (x | y) → x | y
            if a == x || a == y {
                return Some(b);
            }
            // ~x & (x & y) → 0, ~x | (x | y) → -1
            if self.are_complements(a, x) || self.are_complements(a, y) {
                let value = if op == BinaryOp::And { 0 } else { Value::MAX };
                return Some(self.constant(self.width(a), value));
            }
        }
        if let Some((x, y)) = self.as_binary(dual, b) {
            // x & (x | y) → x, x | (x & y) → x
            if a == x || a == y {
                return Some(a);
            }
            // ~x & (x | y) → ~x & y, ~x | (x & y) → ~x | y
            if self.are_complements(a, x) {
                return Some(self.binary(op, a, y));
            }
            if self.are_complements(a, y) {
                return Some(self.binary(op, a, x));
            }
        }
        // x & ~(x & y) → x & ~y, x | ~(x | y) → x | ~y
        let (x, y) = self.as_binary(op, self.as_not(b)?)?;
        let rest = if a == x { y } else { (a == y).then_some(x)? };
        let inverted = self.not(rest);
        Some(self.binary(op, a, inverted))
    }

    /// Two tests of one term against constants.
    fn combine_tests(&mut self, op: BinaryOp, a: Term, b: Term) -> Option<Term> {
        let (x, c1, is_first) = self.as_equality_test(a)?;
        let (y, c2, is_second) = self.as_equality_test(b)?;
        if x != y || c1 == c2 {
            return None;
        }
        match (op, is_first, is_second) {
            // x == c1 & x == c2 → 0
            (BinaryOp::And, true, true) => Some(self.truth(false)),
            // x == c1 & x != c2 → x == c1
            (BinaryOp::And, true, false) => Some(a),
            (BinaryOp::And, false, true) => Some(b),
            // x != c1 | x != c2 → 1
            (BinaryOp::Or, false, false) => Some(self.truth(true)),
            // x != c1 | x == c2 → x != c1
            (BinaryOp::Or, false, true) => Some(a),
            (BinaryOp::Or, true, false) => Some(b),
            _ => None,
        }
    }

    /// `(x, c, true)` for `x == c`, `(x, c, false)` for `x != c`.
    fn as_equality_test(&self, t: Term) -> Option<(Term, Value, bool)> {
        let inner = self.as_not(t);
        let (x, c) = self.as_binary_constant(BinaryOp::Eq, inner.unwrap_or(t))?;
        Some((x, c, inner.is_none()))
    }

    /// Whether one term is seen to be the inverse of the other.
    pub(super) fn are_complements(&self, a: Term, b: Term) -> bool {
        self.as_not(a) == Some(b) || self.as_not(b) == Some(a) || self.are_opposite_orders(a, b)
    }

    fn are_opposite_orders(&self, a: Term, b: Term) -> bool {
        let (Node::Binary(op1, p, q), Node::Binary(op2, r, s)) = (self.node(a), self.node(b))
        else {
            return false;
        };
        use BinaryOp::{Sle, Slt, Ule, Ult};
        match (op1, op2) {
            // p < q and q <= p
            (Ult, Ule) | (Ule, Ult) | (Slt, Sle) | (Sle, Slt) => p == s && q == r,
            // x < c and c - 1 < x
            (Ult, Ult) => {
                p == s && self.is_one_less(r, q, 0) || q == r && self.is_one_less(p, s, 0)
            }
            (Slt, Slt) => {
                let least = sign_bit(self.width(p));
                p == s && self.is_one_less(r, q, least) || q == r && self.is_one_less(p, s, least)
            }
            _ => false,
        }
    }

    /// Whether a is the constant before b, in an order that starts at `least`.
    fn is_one_less(&self, a: Term, b: Term, least: Value) -> bool {
        match (self.as_constant(a), self.as_constant(b)) {
            (Some(x), Some(y)) => y != least && y.wrapping_sub(1) & mask(self.width(a)) == x,
            _ => false,
        }
    }

    fn narrow_extended(&mut self, op: BinaryOp, a: Term, b: Term, width: u32) -> Option<Term> {
        // zext(x) op zext(y) → zext(x op y) at the larger of their widths
        let (x, y) = (self.as_zero_extend(a)?, self.as_zero_extend(b)?);
        let narrow = self.width(x).max(self.width(y));
        let (x, y) = (self.zero_extend(x, narrow), self.zero_extend(y, narrow));
        let result = self.binary(op, x, y);
        Some(self.zero_extend(result, width))
    }

    fn by_parts_constant(&mut self, op: BinaryOp, a: Term, c: Value) -> Option<Term> {
        // zext(x) op c → concat(0 op high bits of c, x op low bits of c)
        // concat(x, y) op c → concat(x op high bits of c, y op low bits of c)
        let (high, low) = self.split(a)?;
        let (high_width, low_width) = (self.width(high), self.width(low));
        let (high_c, low_c) =
            (self.constant(high_width, c >> low_width), self.constant(low_width, c));
        let (high, low) = (self.binary(op, high, high_c), self.binary(op, low, low_c));
        Some(self.concat(high, low))
    }

    fn by_parts(&mut self, op: BinaryOp, a: Term, b: Term) -> Option<Term> {
        // concat(x, y) op concat(z, w) → concat(x op z, y op w) where one part is constant
        let ((x, y), (z, w)) = (self.split(a)?, self.split(b)?);
        let some_constant = [x, y, z, w].iter().any(|&part| self.as_constant(part).is_some());
        if self.width(y) != self.width(w) || !some_constant {
            return None;
        }
        let (high, low) = (self.binary(op, x, z), self.binary(op, y, w));
        Some(self.concat(high, low))
    }

    /// The two parts of a concat, or the zeros and the argument of an extension.
    fn split(&mut self, t: Term) -> Option<(Term, Term)> {
        if let Some(x) = self.as_zero_extend(t) {
            let zeros = self.constant(self.width(t) - self.width(x), 0);
            return Some((zeros, x));
        }
        self.as_concat(t)
    }
}

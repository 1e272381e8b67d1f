//! Equality. Against a constant it is pushed as far down as it goes, because `x == c` for a
//! variable is what solvers, and the independence of constraints, gain most from.

use crate::bits::mask;
use crate::{BinaryOp, Node, Term, Terms, Value};

impl Terms {
    pub(super) fn rewrite_eq(&mut self, a: Term, b: Term, width: u32) -> Option<Term> {
        // x == x → 1
        if a == b {
            return Some(self.truth(true));
        }
        // x == y → 0 where their bounds do not meet
        let ((a_low, a_high), (b_low, b_high)) = (self.bounds(a), self.bounds(b));
        if a_high < b_low || b_high < a_low {
            return Some(self.truth(false));
        }
        match self.as_constant(b) {
            Some(c) => self.rewrite_eq_constant(a, c, width),
            None if width == 1 => {
                // x == y → ~(x ^ y) (1 bit)
                let differ = self.xor(a, b);
                Some(self.not(differ))
            }
            None => self
                .rewrite_eq_same_shape(a, b, width)
                .or_else(|| self.rewrite_eq_ordered(a, b))
                .or_else(|| self.rewrite_eq_ordered(b, a)),
        }
    }

    fn rewrite_eq_constant(&mut self, a: Term, c: Value, width: u32) -> Option<Term> {
        if width == 1 {
            // x == 1 → x, x == 0 → ~x (1 bit)
            return Some(if c == 1 { a } else { self.not(a) });
        }
        match self.node(a) {
            // ~x == c → x == ~c
            Node::Not(x) => Some(self.eq_value(x, !c)),
            // -x == c → x == -c
            Node::Neg(x) => Some(self.eq_value(x, c.wrapping_neg())),
            // zext(x) == c → x == c where c fits; else the bounds have decided
            Node::ZeroExtend(x) if Self::fits_unsigned(c, self.width(x)) => {
                Some(self.eq_value(x, c))
            }
            Node::SignExtend(x) => {
                // sext(x) == c → 0 where c is no sign extension
                if !Self::fits_signed(c, width, self.width(x)) {
                    return Some(self.truth(false));
                }
                // sext(x) == c → x == c
                Some(self.eq_value(x, c))
            }
            // concat(x, y) == c → x == high bits of c & y == low bits of c
            Node::Concat(x, y) => {
                let high = self.eq_value(x, c >> self.width(y));
                if high == self.truth(false) {
                    return Some(high);
                }
                let low = self.eq_value(y, c);
                Some(self.and(high, low))
            }
            Node::Ite(condition, x, y) => self.rewrite_eq_choice(condition, x, y, c, width),
            Node::Binary(op, x, y) => self.rewrite_eq_operation(op, x, y, c, width),
            Node::Lookup { .. } => {
                let c = self.constant(width, c);
                self.compare_lookup(BinaryOp::Eq, a, c)
            }
            _ => None,
        }
    }

    fn rewrite_eq_operation(
        &mut self,
        op: BinaryOp,
        x: Term,
        y: Term,
        c: Value,
        width: u32,
    ) -> Option<Term> {
        let (left, right) = (self.as_constant(x), self.as_constant(y));
        match op {
            // x + c1 == c → x == c - c1
            BinaryOp::Add => Some(self.eq_value(x, c.wrapping_sub(right?))),
            BinaryOp::Sub => match left {
                // c1 - x == c → x == c1 - c
                Some(c1) => Some(self.eq_value(y, c1.wrapping_sub(c))),
                // x - y == 0 → x == y
                None => (c == 0).then(|| self.eq(x, y)),
            },
            BinaryOp::Xor => match right {
                // x ^ c1 == c → x == c1 ^ c
                Some(c1) => Some(self.eq_value(x, c1 ^ c)),
                // x ^ y == 0 → x == y
                None => (c == 0).then(|| self.eq(x, y)),
            },
            // x * c1 == c → x == c / c1, where c1 is odd and so has an inverse
            BinaryOp::Mul => {
                let inverse = odd_inverse(right.filter(|c1| c1 & 1 == 1)?);
                Some(self.eq_value(x, c.wrapping_mul(inverse)))
            }
            // x & c1 == c → 0 where c has a bit that c1 has not
            BinaryOp::And => (c & !right? != 0).then(|| self.truth(false)),
            BinaryOp::Or => {
                // x | y == 0 → x == 0 & y == 0
                if c == 0 {
                    let (x_zero, y_zero) = (self.eq_value(x, 0), self.eq_value(y, 0));
                    return Some(self.and(x_zero, y_zero));
                }
                // x | c1 == c → 0 where c1 has a bit that c has not
                (right? & !c & mask(width) != 0).then(|| self.truth(false))
            }
            _ => None,
        }
    }

    fn rewrite_eq_choice(
        &mut self,
        condition: Term,
        x: Term,
        y: Term,
        c: Value,
        width: u32,
    ) -> Option<Term> {
        // (k ? c1 : y) == c → k ? c1 == c : y == c, and with the arms swapped
        self.as_constant(x).or(self.as_constant(y))?;
        let c = self.constant(width, c);
        let (first, second) = (self.eq(x, c), self.eq(y, c));
        Some(self.ite(condition, first, second))
    }

    /// Both sides are made by the same operation.
    fn rewrite_eq_same_shape(&mut self, a: Term, b: Term, width: u32) -> Option<Term> {
        match (self.node(a), self.node(b)) {
            // ~x == ~y → x == y, -x == -y → x == y
            (Node::Not(x), Node::Not(y)) | (Node::Neg(x), Node::Neg(y)) => Some(self.eq(x, y)),
            // zext(x) == zext(y) → x == y at the larger of their widths
            (Node::ZeroExtend(x), Node::ZeroExtend(y)) => {
                let narrow = self.width(x).max(self.width(y));
                let (x, y) = (self.zero_extend(x, narrow), self.zero_extend(y, narrow));
                Some(self.eq(x, y))
            }
            // sext(x) == sext(y) → x == y at the larger of their widths
            (Node::SignExtend(x), Node::SignExtend(y)) => {
                let narrow = self.width(x).max(self.width(y));
                let (x, y) = (self.sign_extend(x, narrow), self.sign_extend(y, narrow));
                Some(self.eq(x, y))
            }
            (Node::Concat(x, y), Node::Concat(z, w)) => {
                // concat(x, y) == concat(x, w) → y == w
                if x == z {
                    return Some(self.eq(y, w));
                }
                // concat(x, y) == concat(z, y) → x == z
                (y == w).then(|| self.eq(x, z))
            }
            // x + c1 == y + c2 → x + (c1 - c2) == y
            (Node::Binary(BinaryOp::Add, x, c1), Node::Binary(BinaryOp::Add, y, c2)) => {
                let (c1, c2) = (self.as_constant(c1)?, self.as_constant(c2)?);
                // x + c1 == x + c2 → 0 where c1 != c2
                if x == y {
                    return Some(self.truth(c1 == c2));
                }
                let difference = self.constant(width, c1.wrapping_sub(c2));
                let sum = self.add(x, difference);
                Some(self.eq(sum, y))
            }
            _ => None,
        }
    }

    /// Rules that look at the first argument, tried both ways.
    fn rewrite_eq_ordered(&mut self, a: Term, b: Term) -> Option<Term> {
        match self.node(a) {
            // x + y == x → y == 0, x + y == y → x == 0
            Node::Binary(BinaryOp::Add | BinaryOp::Xor, x, y) if x == b => {
                Some(self.eq_value(y, 0))
            }
            Node::Binary(BinaryOp::Add | BinaryOp::Xor, x, y) if y == b => {
                Some(self.eq_value(x, 0))
            }
            // x - y == x → y == 0
            Node::Binary(BinaryOp::Sub, x, y) if x == b => Some(self.eq_value(y, 0)),
            // ~x == x → 0
            Node::Not(x) if x == b => Some(self.truth(false)),
            Node::Ite(condition, x, y) if x == b || y == b => {
                // (k ? x : y) == x → k | y == x, (k ? x : y) == y → ~k | x == y
                let equal = self.eq(x, y);
                let chosen = if x == b { condition } else { self.not(condition) };
                Some(self.or(chosen, equal))
            }
            _ => None,
        }
    }

    /// `a == value`, cut to the width of `a`.
    pub(super) fn eq_value(&mut self, a: Term, value: Value) -> Term {
        let value = self.constant(self.width(a), value);
        self.eq(a, value)
    }
}

/// The multiplicative inverse modulo 2^128, by Newton's iteration, which doubles the number of
/// right bits each time; an odd number is its own inverse in the lowest three.
fn odd_inverse(odd: Value) -> Value {
    let mut inverse = odd;
    for _ in 0..6 {
        let correction = 2u128.wrapping_sub(odd.wrapping_mul(inverse));
        inverse = inverse.wrapping_mul(correction);
    }
    inverse
}

#[cfg(test)]
mod tests {
    use super::odd_inverse;

    #[test]
    fn odd_numbers_have_inverses() {
        for odd in [1, 3, 5, 255, 0xdead_beef, u128::MAX, u128::MAX - 2] {
            assert_eq!(odd.wrapping_mul(odd_inverse(odd)), 1);
        }
    }
}

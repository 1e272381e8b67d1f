//! Order, signed and unsigned. A comparison with a constant becomes `Ult` or `Slt`, since
//! `x <= c` is `x < c + 1`, and one that leaves a single value becomes an equality.

use crate::bits::{mask, sign_bit, signed, unsigned};
use crate::{BinaryOp, Node, Term, Terms, Value};

impl Terms {
    pub(super) fn rewrite_ult(&mut self, a: Term, b: Term, width: u32) -> Option<Term> {
        let ((a_low, a_high), (b_low, b_high)) = (self.bounds(a), self.bounds(b));
        // x < y → 1 where the bounds say so
        if a_high < b_low {
            return Some(self.truth(true));
        }
        // x < y → 0 where the bounds say so, and x < x → 0
        if a_low >= b_high || a == b {
            return Some(self.truth(false));
        }
        // x < y → ~x & y (1 bit)
        if width == 1 {
            let inverted = self.not(a);
            return Some(self.and(inverted, b));
        }
        match (self.as_constant(a), self.as_constant(b)) {
            (_, Some(c)) => self
                .rewrite_below(a, c, (a_low, a_high))
                .or_else(|| self.narrow_below(a, c, width))
                .or_else(|| self.push_comparison(BinaryOp::Ult, a, b)),
            (Some(c), _) => self
                .rewrite_above(c, b, (b_low, b_high))
                .or_else(|| self.narrow_above(c, b, width))
                .or_else(|| self.push_comparison(BinaryOp::Ult, a, b)),
            _ => self.narrow_order(BinaryOp::Ult, a, b),
        }
    }

    /// `x < c` by the bounds of x, which c is within.
    fn rewrite_below(&mut self, x: Term, c: Value, (low, high): (Value, Value)) -> Option<Term> {
        // x < c → x == low where only the lower bound of x is below c
        if c - 1 == low {
            return Some(self.eq_value(x, low));
        }
        // x < c → x != c where c is the upper bound of x
        if c == high {
            let equal = self.eq_value(x, c);
            return Some(self.not(equal));
        }
        None
    }

    /// `c < x` by the bounds of x, which c is within.
    fn rewrite_above(&mut self, c: Value, x: Term, (low, high): (Value, Value)) -> Option<Term> {
        // c < x → x == high where only the upper bound of x is above c
        if c + 1 == high {
            return Some(self.eq_value(x, high));
        }
        // c < x → x != c where c is the lower bound of x
        if c == low {
            let equal = self.eq_value(x, c);
            return Some(self.not(equal));
        }
        None
    }

    fn narrow_below(&mut self, a: Term, c: Value, width: u32) -> Option<Term> {
        match self.node(a) {
            // zext(x) < c → x < c where c fits; else the bounds have decided
            Node::ZeroExtend(x) if Self::fits_unsigned(c, self.width(x)) => {
                Some(self.below_value(x, c))
            }
            // sext(x) < c → x < c where c is a sign extension
            Node::SignExtend(x) if Self::fits_signed(c, width, self.width(x)) => {
                Some(self.below_value(x, c))
            }
            // concat(x, y) < c → x < high bits of c where the low bits are zero
            Node::Concat(x, y) if c & mask(self.width(y)) == 0 => {
                Some(self.below_value(x, c >> self.width(y)))
            }
            // x + c1 < c → x < c - c1 where neither wraps
            Node::Binary(BinaryOp::Add, x, c1) => {
                let c1 = self.as_constant(c1)?;
                let rest = c.checked_sub(c1).filter(|_| self.sum_stays_below(x, c1, width))?;
                Some(self.below_value(x, rest))
            }
            // ~x < c → ~c < x
            Node::Not(x) => {
                let inverted = self.constant(width, !c);
                Some(self.ult(inverted, x))
            }
            _ => None,
        }
    }

    fn narrow_above(&mut self, c: Value, b: Term, width: u32) -> Option<Term> {
        match self.node(b) {
            // c < zext(x) → c < x where c fits; else the bounds have decided
            Node::ZeroExtend(x) if Self::fits_unsigned(c, self.width(x)) => {
                Some(self.above_value(c, x))
            }
            // c < sext(x) → c < x where c is a sign extension
            Node::SignExtend(x) if Self::fits_signed(c, width, self.width(x)) => {
                Some(self.above_value(c, x))
            }
            // c < concat(x, y) → high bits of c < x where the low bits are ones
            Node::Concat(x, y) if !c & mask(self.width(y)) == 0 => {
                Some(self.above_value(c >> self.width(y), x))
            }
            // c < x + c1 → c - c1 < x where neither wraps
            Node::Binary(BinaryOp::Add, x, c1) => {
                let c1 = self.as_constant(c1)?;
                let rest = c.checked_sub(c1).filter(|_| self.sum_stays_below(x, c1, width))?;
                Some(self.above_value(rest, x))
            }
            // c < ~x → x < ~c
            Node::Not(x) => Some(self.below_value(x, !c)),
            _ => None,
        }
    }

    fn sum_stays_below(&self, x: Term, c: Value, width: u32) -> bool {
        self.bounds(x).1.checked_add(c).is_some_and(|sum| sum <= mask(width))
    }

    fn below_value(&mut self, x: Term, value: Value) -> Term {
        let value = self.constant(self.width(x), value);
        self.ult(x, value)
    }

    fn above_value(&mut self, value: Value, x: Term) -> Term {
        let value = self.constant(self.width(x), value);
        self.ult(value, x)
    }

    /// Where both sides are made by the same operation, and none is constant.
    fn narrow_order(&mut self, op: BinaryOp, a: Term, b: Term) -> Option<Term> {
        let unsigned_order = matches!(op, BinaryOp::Ult | BinaryOp::Ule);
        match (self.node(a), self.node(b)) {
            // ~x < ~y → y < x, and so for all orders
            (Node::Not(x), Node::Not(y)) => Some(self.binary(op, y, x)),
            // zext(x) < zext(y) → x < y at the larger of their widths, unsigned
            (Node::ZeroExtend(x), Node::ZeroExtend(y)) if unsigned_order => {
                let narrow = self.width(x).max(self.width(y));
                let (x, y) = (self.zero_extend(x, narrow), self.zero_extend(y, narrow));
                Some(self.binary(op, x, y))
            }
            // sext(x) < sext(y) → x < y at the larger of their widths, in all orders
            (Node::SignExtend(x), Node::SignExtend(y)) => {
                let narrow = self.width(x).max(self.width(y));
                let (x, y) = (self.sign_extend(x, narrow), self.sign_extend(y, narrow));
                Some(self.binary(op, x, y))
            }
            // concat(x, y) < concat(x, w) → y < w unsigned, in all orders
            (Node::Concat(x, y), Node::Concat(z, w)) if x == z => {
                let strict = matches!(op, BinaryOp::Ult | BinaryOp::Slt);
                Some(if strict { self.ult(y, w) } else { self.ule(y, w) })
            }
            // concat(x, y) < concat(z, y) → x < z, in all orders
            (Node::Concat(x, y), Node::Concat(z, w)) if y == w => Some(self.binary(op, x, z)),
            _ => None,
        }
    }

    pub(super) fn rewrite_ule(&mut self, a: Term, b: Term, width: u32) -> Option<Term> {
        let ((a_low, a_high), (b_low, b_high)) = (self.bounds(a), self.bounds(b));
        // x <= y → 1 where the bounds say so, and x <= x → 1
        if a_high <= b_low || a == b {
            return Some(self.truth(true));
        }
        // x <= y → 0 where the bounds say so
        if a_low > b_high {
            return Some(self.truth(false));
        }
        // x <= c → x < c + 1; the bounds say that c is not the greatest
        if let Some(c) = self.as_constant(b) {
            return Some(self.below_value(a, c + 1));
        }
        // c <= x → c - 1 < x; the bounds say that c is not the least
        if let Some(c) = self.as_constant(a) {
            return Some(self.above_value(c - 1, b));
        }
        // x <= y → ~x | y (1 bit)
        if width == 1 {
            let inverted = self.not(a);
            return Some(self.or(inverted, b));
        }
        self.narrow_order(BinaryOp::Ule, a, b)
    }

    pub(super) fn rewrite_slt(&mut self, a: Term, b: Term, width: u32) -> Option<Term> {
        let ((a_low, a_high), (b_low, b_high)) = (self.signed_bounds(a), self.signed_bounds(b));
        // x <s y → 1 where the bounds say so
        if a_high < b_low {
            return Some(self.truth(true));
        }
        // x <s y → 0 where the bounds say so, and x <s x → 0
        if a_low >= b_high || a == b {
            return Some(self.truth(false));
        }
        // x <s y → x & ~y (1 bit)
        if width == 1 {
            let inverted = self.not(b);
            return Some(self.and(a, inverted));
        }
        // x <s y → x < y where their signs are known to be the same
        if self.have_one_sign(a, b, width) {
            return Some(self.ult(a, b));
        }
        match (self.as_constant(a), self.as_constant(b)) {
            (_, Some(c)) => self
                .rewrite_signed_below(a, c, (a_low, a_high), width)
                .or_else(|| self.push_comparison(BinaryOp::Slt, a, b)),
            (Some(c), _) => self
                .rewrite_signed_above(c, b, (b_low, b_high), width)
                .or_else(|| self.push_comparison(BinaryOp::Slt, a, b)),
            _ => self.narrow_order(BinaryOp::Slt, a, b),
        }
    }

    fn rewrite_signed_below(
        &mut self,
        a: Term,
        c: Value,
        (low, high): (i128, i128),
        width: u32,
    ) -> Option<Term> {
        // x <s 0 → the sign bit of x
        if c == 0 {
            return Some(self.extract(a, width - 1, 1));
        }
        // x <s c → x == low where only the lower bound of x is below c
        if signed(width, c) - 1 == low {
            return Some(self.eq_value(a, unsigned(width, low)));
        }
        // x <s c → x != c where c is the upper bound of x
        if signed(width, c) == high {
            let equal = self.eq_value(a, c);
            return Some(self.not(equal));
        }
        match self.node(a) {
            // sext(x) <s c → x <s c; the bounds say that c fits
            Node::SignExtend(x) => {
                let c = self.constant(self.width(x), c);
                Some(self.slt(x, c))
            }
            // concat(x, y) <s c → x <s high bits of c where the low bits are zero
            Node::Concat(x, y) if c & mask(self.width(y)) == 0 => {
                let c = self.constant(self.width(x), c >> self.width(y));
                Some(self.slt(x, c))
            }
            // ~x <s c → ~c <s x
            Node::Not(x) => {
                let inverted = self.constant(width, !c);
                Some(self.slt(inverted, x))
            }
            _ => None,
        }
    }

    fn rewrite_signed_above(
        &mut self,
        c: Value,
        b: Term,
        (low, high): (i128, i128),
        width: u32,
    ) -> Option<Term> {
        // -1 <s x → ~ the sign bit of x
        if c == mask(width) {
            let negative = self.extract(b, width - 1, 1);
            return Some(self.not(negative));
        }
        // c <s x → x == high where only the upper bound of x is above c
        if signed(width, c) + 1 == high {
            return Some(self.eq_value(b, unsigned(width, high)));
        }
        // c <s x → x != c where c is the lower bound of x
        if signed(width, c) == low {
            let equal = self.eq_value(b, c);
            return Some(self.not(equal));
        }
        match self.node(b) {
            // c <s sext(x) → c <s x; the bounds say that c fits
            Node::SignExtend(x) => {
                let c = self.constant(self.width(x), c);
                Some(self.slt(c, x))
            }
            // c <s concat(x, y) → high bits of c <s x where the low bits are ones
            Node::Concat(x, y) if !c & mask(self.width(y)) == 0 => {
                let c = self.constant(self.width(x), c >> self.width(y));
                Some(self.slt(c, x))
            }
            // c <s ~x → x <s ~c
            Node::Not(x) => {
                let inverted = self.constant(width, !c);
                Some(self.slt(x, inverted))
            }
            _ => None,
        }
    }

    pub(super) fn rewrite_sle(&mut self, a: Term, b: Term, width: u32) -> Option<Term> {
        let ((a_low, a_high), (b_low, b_high)) = (self.signed_bounds(a), self.signed_bounds(b));
        // x <=s y → 1 where the bounds say so, and x <=s x → 1
        if a_high <= b_low || a == b {
            return Some(self.truth(true));
        }
        // x <=s y → 0 where the bounds say so
        if a_low > b_high {
            return Some(self.truth(false));
        }
        // x <=s c → x <s c + 1; the bounds say that c is not the greatest
        if let Some(c) = self.as_constant(b) {
            let next = self.constant(width, c.wrapping_add(1));
            return Some(self.slt(a, next));
        }
        // c <=s x → c - 1 <s x; the bounds say that c is not the least
        if let Some(c) = self.as_constant(a) {
            let previous = self.constant(width, c.wrapping_sub(1));
            return Some(self.slt(previous, b));
        }
        // x <=s y → x | ~y (1 bit)
        if width == 1 {
            let inverted = self.not(b);
            return Some(self.or(a, inverted));
        }
        // x <=s y → x <= y where their signs are known to be the same
        if self.have_one_sign(a, b, width) {
            return Some(self.ule(a, b));
        }
        self.narrow_order(BinaryOp::Sle, a, b)
    }

    /// Where one side is a constant and the other a choice.
    fn push_comparison(&mut self, op: BinaryOp, a: Term, b: Term) -> Option<Term> {
        // (k ? c1 : y) < c → k ? c1 < c : y < c, and in the other places
        let compared = if self.as_constant(a).is_some() { b } else { a };
        match self.node(compared) {
            Node::Ite(condition, x, y) => {
                self.as_constant(x).or(self.as_constant(y))?;
                let [first, second] = [x, y].map(|arm| {
                    if compared == a { self.binary(op, arm, b) } else { self.binary(op, a, arm) }
                });
                Some(self.ite(condition, first, second))
            }
            Node::Lookup { .. } => self.compare_lookup(op, a, b),
            _ => None,
        }
    }

    /// The least and the greatest value read as signed numbers.
    fn signed_bounds(&self, t: Term) -> (i128, i128) {
        let width = self.width(t);
        let (low, high) = self.bounds(t);
        if high < sign_bit(width) || low >= sign_bit(width) {
            return (signed(width, low), signed(width, high));
        }
        let narrow = self.as_sign_extend(t).map_or(width, |x| self.width(x));
        let least = signed(narrow, sign_bit(narrow));
        (least, !least)
    }

    fn have_one_sign(&self, a: Term, b: Term, width: u32) -> bool {
        let ((a_low, a_high), (b_low, b_high)) = (self.bounds(a), self.bounds(b));
        a_high.max(b_high) < sign_bit(width) || a_low.min(b_low) >= sign_bit(width)
    }
}

//! Addition, subtraction, multiplication, negation, and shifts.

use crate::bits::{mask, sign_bit, signed};
use crate::{BinaryOp, Term, Terms, Value};

impl Terms {
    pub(super) fn rewrite_neg(&mut self, a: Term, width: u32) -> Option<Term> {
        // -x → x (1 bit)
        if width == 1 {
            return Some(a);
        }
        // -(-x) → x
        if let Some(x) = self.as_neg(a) {
            return Some(x);
        }
        // -(~x) → x + 1
        if let Some(x) = self.as_not(a) {
            return Some(self.add_value(x, 1));
        }
        // -(x + c) → -c - x
        if let Some((x, c)) = self.as_binary_constant(BinaryOp::Add, a) {
            return Some(self.value_minus(c.wrapping_neg(), x));
        }
        // -(x - y) → y - x
        if let Some((x, y)) = self.as_binary(BinaryOp::Sub, a) {
            return Some(self.sub(y, x));
        }
        // -(x * c) → x * -c
        if let Some((x, c)) = self.as_binary_constant(BinaryOp::Mul, a) {
            let c = self.constant(width, c.wrapping_neg());
            return Some(self.mul(x, c));
        }
        None
    }

    pub(super) fn rewrite_add(&mut self, a: Term, b: Term, width: u32) -> Option<Term> {
        // x + y → x ^ y (1 bit)
        if width == 1 {
            return Some(self.xor(a, b));
        }
        if let Some(c) = self.as_constant(b) {
            return self.rewrite_add_constant(a, c).or_else(|| self.join_disjoint(a, b, width));
        }
        // x + x → x << 1
        if a == b {
            let one = self.constant(width, 1);
            return Some(self.shl(a, one));
        }
        self.rewrite_add_ordered(a, b, width)
            .or_else(|| self.rewrite_add_ordered(b, a, width))
            .or_else(|| self.join_disjoint(a, b, width))
    }

    fn rewrite_add_constant(&mut self, a: Term, c: Value) -> Option<Term> {
        // x + 0 → x
        if c == 0 {
            return Some(a);
        }
        // (x + c1) + c → x + (c1 + c)
        if let Some((x, c1)) = self.as_binary_constant(BinaryOp::Add, a) {
            return Some(self.add_value(x, c1.wrapping_add(c)));
        }
        // (c1 - x) + c → (c1 + c) - x
        if let Some((c1, x)) = self.as_constant_minus(a) {
            return Some(self.value_minus(c1.wrapping_add(c), x));
        }
        // ~x + c → (c - 1) - x
        if let Some(x) = self.as_not(a) {
            return Some(self.value_minus(c.wrapping_sub(1), x));
        }
        // -x + c → c - x
        self.as_neg(a).map(|x| self.value_minus(c, x))
    }

    /// Rules that look at the first argument, tried both ways.
    fn rewrite_add_ordered(&mut self, a: Term, b: Term, width: u32) -> Option<Term> {
        // ~x + x → -1
        if self.as_not(a) == Some(b) {
            return Some(self.constant(width, Value::MAX));
        }
        // -x + y → y - x
        if let Some(x) = self.as_neg(a) {
            return Some(self.sub(b, x));
        }
        // (x + c) + y → (x + y) + c
        if let Some((x, c)) = self.as_binary_constant(BinaryOp::Add, a) {
            let sum = self.add(x, b);
            return Some(self.add_value(sum, c));
        }
        if let Some((x, y)) = self.as_binary(BinaryOp::Sub, a) {
            // (x - y) + y → x
            if y == b {
                return Some(x);
            }
            // (c - x) + y → (y - x) + c
            if let Some(c) = self.as_constant(x) {
                let difference = self.sub(b, y);
                return Some(self.add_value(difference, c));
            }
        }
        None
    }

    pub(super) fn rewrite_sub(&mut self, a: Term, b: Term, width: u32) -> Option<Term> {
        // x - y → x ^ y (1 bit)
        if width == 1 {
            return Some(self.xor(a, b));
        }
        // x - x → 0
        if a == b {
            return Some(self.constant(width, 0));
        }
        // x - c → x + -c
        if let Some(c) = self.as_constant(b) {
            return Some(self.add_value(a, c.wrapping_neg()));
        }
        if let Some(c) = self.as_constant(a) {
            return self.rewrite_constant_minus(c, b, width);
        }
        // x - (-y) → x + y
        if let Some(y) = self.as_neg(b) {
            return Some(self.add(a, y));
        }
        // (x + c) - y → (x - y) + c
        if let Some((x, c)) = self.as_binary_constant(BinaryOp::Add, a) {
            let difference = self.sub(x, b);
            return Some(self.add_value(difference, c));
        }
        // x - (y + c) → (x - y) + -c
        if let Some((y, c)) = self.as_binary_constant(BinaryOp::Add, b) {
            let difference = self.sub(a, y);
            return Some(self.add_value(difference, c.wrapping_neg()));
        }
        if let Some((x, y)) = self.as_binary(BinaryOp::Add, a) {
            // (x + y) - x → y
            if x == b {
                return Some(y);
            }
            // (x + y) - y → x
            if y == b {
                return Some(x);
            }
        }
        // x - (x - y) → y
        match self.as_binary(BinaryOp::Sub, b) {
            Some((x, y)) if x == a => Some(y),
            _ => None,
        }
    }

    fn rewrite_constant_minus(&mut self, c: Value, b: Term, width: u32) -> Option<Term> {
        // 0 - x → -x
        if c == 0 {
            return Some(self.neg(b));
        }
        // -1 - x → ~x
        if c == mask(width) {
            return Some(self.not(b));
        }
        // c - (x + c1) → (c - c1) - x
        if let Some((x, c1)) = self.as_binary_constant(BinaryOp::Add, b) {
            return Some(self.value_minus(c.wrapping_sub(c1), x));
        }
        // c - (c1 - x) → x + (c - c1)
        if let Some((c1, x)) = self.as_constant_minus(b) {
            return Some(self.add_value(x, c.wrapping_sub(c1)));
        }
        // c - ~x → x + (c + 1)
        if let Some(x) = self.as_not(b) {
            return Some(self.add_value(x, c.wrapping_add(1)));
        }
        // c - -x → x + c
        self.as_neg(b).map(|x| self.add_value(x, c))
    }

    pub(super) fn rewrite_mul(&mut self, a: Term, b: Term, width: u32) -> Option<Term> {
        // x * y → x & y (1 bit)
        if width == 1 {
            return Some(self.and(a, b));
        }
        if let Some(c) = self.as_constant(b) {
            return self
                .rewrite_mul_constant(a, c, width)
                .or_else(|| self.narrow_mul_constant(a, c, width));
        }
        // -x * -y → x * y
        if let (Some(x), Some(y)) = (self.as_neg(a), self.as_neg(b)) {
            return Some(self.mul(x, y));
        }
        self.narrow_mul(a, b, width)
    }

    fn rewrite_mul_constant(&mut self, a: Term, c: Value, width: u32) -> Option<Term> {
        // x * 0 → 0
        if c == 0 {
            return Some(self.constant(width, 0));
        }
        // x * 1 → x
        if c == 1 {
            return Some(a);
        }
        // x * -1 → -x
        if c == mask(width) {
            return Some(self.neg(a));
        }
        // x * 2^k → x << k
        if c.is_power_of_two() {
            let shift = self.constant(width, c.trailing_zeros() as Value);
            return Some(self.shl(a, shift));
        }
        // (x * c1) * c → x * (c1 * c)
        if let Some((x, c1)) = self.as_binary_constant(BinaryOp::Mul, a) {
            let product = self.constant(width, c1.wrapping_mul(c));
            return Some(self.mul(x, product));
        }
        // -x * c → x * -c
        if let Some(x) = self.as_neg(a) {
            let c = self.constant(width, c.wrapping_neg());
            return Some(self.mul(x, c));
        }
        None
    }

    /// Multipliers grow with the square of the width.
    fn narrow_mul_constant(&mut self, a: Term, c: Value, width: u32) -> Option<Term> {
        // zext(x) * c → zext(x * c) at a width that holds every product
        if let Some(x) = self.as_zero_extend(a) {
            let narrow = self.width(x) + 128 - c.leading_zeros();
            if narrow < width {
                let (x, c) = (self.zero_extend(x, narrow), self.constant(narrow, c));
                let product = self.mul(x, c);
                return Some(self.zero_extend(product, width));
            }
        }
        // sext(x) * c → sext(x * c) at a width that holds every product
        if let Some(x) = self.as_sign_extend(a) {
            let narrow = self.width(x) + signed_length(c, width);
            if narrow < width {
                let (x, c) = (self.sign_extend(x, narrow), self.constant(narrow, c));
                let product = self.mul(x, c);
                return Some(self.sign_extend(product, width));
            }
        }
        None
    }

    fn narrow_mul(&mut self, a: Term, b: Term, width: u32) -> Option<Term> {
        // zext(x) * zext(y) → zext(x * y) at the sum of their widths
        if let (Some(x), Some(y)) = (self.as_zero_extend(a), self.as_zero_extend(b)) {
            let narrow = self.width(x) + self.width(y);
            if narrow < width {
                let (x, y) = (self.zero_extend(x, narrow), self.zero_extend(y, narrow));
                let product = self.mul(x, y);
                return Some(self.zero_extend(product, width));
            }
        }
        // sext(x) * sext(y) → sext(x * y) at the sum of their widths
        if let (Some(x), Some(y)) = (self.as_sign_extend(a), self.as_sign_extend(b)) {
            let narrow = self.width(x) + self.width(y);
            if narrow < width {
                let (x, y) = (self.sign_extend(x, narrow), self.sign_extend(y, narrow));
                let product = self.mul(x, y);
                return Some(self.sign_extend(product, width));
            }
        }
        None
    }

    pub(super) fn rewrite_shl(&mut self, a: Term, b: Term, width: u32) -> Option<Term> {
        if let Some(zero) = self.rewrite_shift_out(a, b, width) {
            return Some(zero);
        }
        let shift = self.as_constant(b)? as u32;
        // x << 0 → x
        if shift == 0 {
            return Some(a);
        }
        // x << c → concat(low bits of x, 0)
        let (kept, zeros) = (self.extract(a, 0, width - shift), self.constant(shift, 0));
        Some(self.concat(kept, zeros))
    }

    pub(super) fn rewrite_lshr(&mut self, a: Term, b: Term, width: u32) -> Option<Term> {
        if let Some(zero) = self.rewrite_shift_out(a, b, width) {
            return Some(zero);
        }
        let shift = self.as_constant(b)? as u32;
        // x >> c → zext(high bits of x)
        let kept = self.extract(a, shift, width - shift);
        Some(self.zero_extend(kept, width))
    }

    /// Where a logical shift leaves nothing.
    fn rewrite_shift_out(&mut self, a: Term, b: Term, width: u32) -> Option<Term> {
        // x << y → 0, x >> y → 0 where y >= width
        // 0 << y → 0, 0 >> y → 0
        let leaves_nothing = self.bounds(b).0 >= width as Value || self.as_constant(a) == Some(0);
        leaves_nothing.then(|| self.constant(width, 0))
    }

    pub(super) fn rewrite_ashr(&mut self, a: Term, b: Term, width: u32) -> Option<Term> {
        // x >>s y → x >> y where x >= 0
        if self.bounds(a).1 < sign_bit(width) {
            return Some(self.lshr(a, b));
        }
        // x >>s y → x >>s (width - 1) where y >= width - 1
        let shift = if self.bounds(b).0 >= width as Value - 1 {
            width - 1
        } else {
            self.as_constant(b)? as u32
        };
        // x >>s c → sext(high bits of x)
        let kept = self.extract(a, shift, width - shift);
        Some(self.sign_extend(kept, width))
    }

    /// For `+`, `|` and `^`, which do the same where no two bits meet.
    pub(super) fn join_disjoint(&mut self, a: Term, b: Term, width: u32) -> Option<Term> {
        // concat(x, 0) + y → concat(x, y) where y has no bits in x's place
        let ((high, zeros), low) = match (self.low_zeros(a), self.low_zeros(b)) {
            (Some(split), _) if self.bounds(b).1 <= mask(split.1) => (split, b),
            (_, Some(split)) if self.bounds(a).1 <= mask(split.1) => (split, a),
            _ => return None,
        };
        let (high, low) = (self.zero_extend(high, width - zeros), self.extract(low, 0, zeros));
        Some(self.concat(high, low))
    }

    /// `(x, n)` where the term is x, perhaps extended by zeros, above n zeros.
    fn low_zeros(&self, t: Term) -> Option<(Term, u32)> {
        let inner = self.as_zero_extend(t).unwrap_or(t);
        let (high, low) = self.as_concat(inner)?;
        (self.as_constant(low)? == 0).then(|| (high, self.width(low)))
    }

    pub(super) fn add_value(&mut self, a: Term, value: Value) -> Term {
        let value = self.constant(self.width(a), value);
        self.add(a, value)
    }

    fn value_minus(&mut self, value: Value, a: Term) -> Term {
        let value = self.constant(self.width(a), value);
        self.sub(value, a)
    }
}

/// The least width whose signed numbers include the constant.
fn signed_length(c: Value, width: u32) -> u32 {
    let c = signed(width, c);
    let magnitude = if c < 0 { !c } else { c };
    129 - magnitude.leading_zeros()
}

//! Division and remainder. Dividers are the most expensive circuits of all, so much is done to
//! make them narrow or avoid them.

use crate::bits::{mask, sign_bit};
use crate::{BinaryOp, Term, Terms, Value, apply};

impl Terms {
    pub(super) fn rewrite_udiv(&mut self, a: Term, b: Term, width: u32) -> Option<Term> {
        let ((least, greatest), (divisor_low, _)) = (self.bounds(a), self.bounds(b));
        // x / y → 0 where x < y
        if greatest < divisor_low {
            return Some(self.constant(width, 0));
        }
        // x / x → 1 where x != 0
        if a == b && least > 0 {
            return Some(self.constant(width, 1));
        }
        let c = self.as_constant(b)?;
        // x / 0 → -1
        if c == 0 {
            return Some(self.constant(width, Value::MAX));
        }
        // x / 2^k → x >> k
        if c.is_power_of_two() {
            let shift = self.constant(width, c.trailing_zeros() as Value);
            return Some(self.lshr(a, shift));
        }
        // (x / c1) / c → x / (c1 * c) where the product does not overflow
        if let Some((x, c1)) = self.as_binary_constant(BinaryOp::UDiv, a)
            && let Some(product) = c1.checked_mul(c).filter(|&product| product <= mask(width))
            && c1 != 0
        {
            let product = self.constant(width, product);
            return Some(self.udiv(x, product));
        }
        // zext(x) / c → zext(x / c) where c fits
        let x = self.as_zero_extend(a).filter(|&x| Self::fits_unsigned(c, self.width(x)))?;
        let divisor = self.constant(self.width(x), c);
        let quotient = self.udiv(x, divisor);
        Some(self.zero_extend(quotient, width))
    }

    pub(super) fn rewrite_urem(&mut self, a: Term, b: Term, width: u32) -> Option<Term> {
        // x % y → x where x < y
        if self.bounds(a).1 < self.bounds(b).0 {
            return Some(a);
        }
        // x % x → 0
        if a == b {
            return Some(self.constant(width, 0));
        }
        let x = self.as_zero_extend(a);
        if let Some(c) = self.as_constant(b) {
            // x % 0 → x
            if c == 0 {
                return Some(a);
            }
            // x % 2^k → x & (2^k - 1)
            if c.is_power_of_two() {
                let low_bits = self.constant(width, c - 1);
                return Some(self.and(a, low_bits));
            }
            // zext(x) % c → zext(x % c) where c fits
            let x = x.filter(|&x| Self::fits_unsigned(c, self.width(x)))?;
            let divisor = self.constant(self.width(x), c);
            let remainder = self.urem(x, divisor);
            return Some(self.zero_extend(remainder, width));
        }
        // zext(x) % zext(y) → zext(x % y) at the larger of their widths
        let (x, y) = (x?, self.as_zero_extend(b)?);
        let narrow = self.width(x).max(self.width(y));
        let (x, y) = (self.zero_extend(x, narrow), self.zero_extend(y, narrow));
        let remainder = self.urem(x, y);
        Some(self.zero_extend(remainder, width))
    }

    pub(super) fn rewrite_sdiv(&mut self, a: Term, b: Term, width: u32) -> Option<Term> {
        // x /s y → x / y where x >= 0 and y >= 0
        if self.is_natural(a) && self.is_natural(b) {
            return Some(self.udiv(a, b));
        }
        let Some(c) = self.as_constant(b) else {
            return self.narrow_sdiv(a, b, width);
        };
        // x /s 0 → x < 0 ? 1 : -1
        if c == 0 {
            let negative = self.extract(a, width - 1, 1);
            let (one, minus_one) = (self.constant(width, 1), self.constant(width, Value::MAX));
            return Some(self.ite(negative, one, minus_one));
        }
        // x /s 1 → x
        if c == 1 {
            return Some(a);
        }
        // x /s -1 → -x
        if c == mask(width) {
            return Some(self.neg(a));
        }
        // x /s min → x == min
        if c == sign_bit(width) {
            let least = self.eq(a, b);
            return Some(self.zero_extend(least, width));
        }
        // x /s 2^k → (x + (x < 0 ? 2^k - 1 : 0)) >>s k
        if c.is_power_of_two() {
            return Some(self.divide_by_power_of_two(a, c, width));
        }
        // sext(x) /s c → sext(x /s c) where c fits, which is not -1
        let x = self.as_sign_extend(a)?;
        let narrow = self.width(x);
        if !Self::fits_signed(c, width, narrow) {
            return None;
        }
        let divisor = self.constant(narrow, c);
        let quotient = self.sdiv(x, divisor);
        Some(self.sign_extend(quotient, width))
    }

    fn divide_by_power_of_two(&mut self, a: Term, power: Value, width: u32) -> Term {
        let shift = power.trailing_zeros();
        let negative = self.extract(a, width - 1, 1);
        let bias = self.sign_extend(negative, shift);
        let bias = self.zero_extend(bias, width);
        let biased = self.add(a, bias);
        let shift = self.constant(width, shift as Value);
        self.ashr(biased, shift)
    }

    fn narrow_sdiv(&mut self, a: Term, b: Term, width: u32) -> Option<Term> {
        // sext(x) /s sext(y) → sext(x /s y) with one bit more, for min /s -1
        let (x, y) = (self.as_sign_extend(a)?, self.as_sign_extend(b)?);
        let narrow = self.width(x).max(self.width(y)) + 1;
        if narrow >= width {
            return None;
        }
        let (x, y) = (self.sign_extend(x, narrow), self.sign_extend(y, narrow));
        let quotient = self.sdiv(x, y);
        Some(self.sign_extend(quotient, width))
    }

    pub(super) fn rewrite_srem(&mut self, a: Term, b: Term, width: u32) -> Option<Term> {
        // x %s y → x % y where x >= 0 and y >= 0
        if self.is_natural(a) && self.is_natural(b) {
            return Some(self.urem(a, b));
        }
        // x %s x → 0
        if a == b {
            return Some(self.constant(width, 0));
        }
        let Some(c) = self.as_constant(b) else {
            return self.narrow_srem(a, b, width);
        };
        // x %s 0 → x
        if c == 0 {
            return Some(a);
        }
        // x %s 1 → 0, x %s -1 → 0
        if c == 1 || c == mask(width) {
            return Some(self.constant(width, 0));
        }
        // x %s -c → x %s c
        if c > sign_bit(width) {
            let positive = self.constant(width, apply::neg(width, c));
            return Some(self.srem(a, positive));
        }
        // x %s 2^k → x - ((x /s 2^k) << k)
        if c.is_power_of_two() && c != sign_bit(width) {
            let quotient = self.divide_by_power_of_two(a, c, width);
            let multiple = self.mul(quotient, b);
            return Some(self.sub(a, multiple));
        }
        // sext(x) %s c → sext(x %s c) where c fits
        let x = self.as_sign_extend(a)?;
        let narrow = self.width(x);
        if !Self::fits_signed(c, width, narrow) {
            return None;
        }
        let divisor = self.constant(narrow, c);
        let remainder = self.srem(x, divisor);
        Some(self.sign_extend(remainder, width))
    }

    fn narrow_srem(&mut self, a: Term, b: Term, width: u32) -> Option<Term> {
        // sext(x) %s sext(y) → sext(x %s y) at the larger of their widths
        let (x, y) = (self.as_sign_extend(a)?, self.as_sign_extend(b)?);
        let narrow = self.width(x).max(self.width(y));
        let (x, y) = (self.sign_extend(x, narrow), self.sign_extend(y, narrow));
        let remainder = self.srem(x, y);
        Some(self.sign_extend(remainder, width))
    }

    /// Whether the sign bit is known to be clear.
    pub(super) fn is_natural(&self, t: Term) -> bool {
        self.bounds(t).1 < sign_bit(self.width(t))
    }
}

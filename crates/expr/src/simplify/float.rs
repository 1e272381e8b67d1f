//! Float operations. A comparison of plain inputs is arithmetic on their bits, which a bit-vector
//! solver answers at once, so it is written that way; so are minimum and maximum. Integers that
//! were made floats, and narrow floats that were made wide, are compared as what they were.
//!
//! An argument made in one format may be read in another of the same width: every rule that looks
//! into an argument asks which it was.
//!
//! Arithmetic has few rules, because they must keep every bit: `x + 0` is not `x` for a negative
//! zero, and not even for a signalling NaN.

use crate::float::{self, infinity, sign_mask};
use crate::{BinaryOp, FloatBinaryOp, FloatOp, Format, Node, Rounding, Term, Terms, Value};

impl Terms {
    pub(super) fn rewrite_float(&mut self, op: FloatOp, a: Term, width: u32) -> Option<Term> {
        match op {
            FloatOp::IsNan(format) => self.rewrite_is_nan(format, a),
            FloatOp::Round(format, _) => self.rewrite_round(format, a),
            FloatOp::Convert { from, to } => self.rewrite_convert(from, to, a),
            FloatOp::ToSigned(format) => self.rewrite_to_integer(format, a, width, true),
            FloatOp::ToUnsigned(format) => self.rewrite_to_integer(format, a, width, false),
            FloatOp::SquareRoot(_) | FloatOp::FromSigned(_) | FloatOp::FromUnsigned(_) => None,
        }
    }

    fn rewrite_is_nan(&mut self, format: Format, a: Term) -> Option<Term> {
        // nan(x) → infinity < bits of x without the sign, where no float operation is in x
        if !self.has_float(a) {
            return Some(self.nan_by_bits(format, a));
        }
        match self.node(a) {
            // nan(float of an integer) → 0
            Node::Float(FloatOp::FromSigned(made) | FloatOp::FromUnsigned(made), _)
                if made == format =>
            {
                Some(self.truth(false))
            }
            // nan(convert(x)) → nan(x)
            Node::Float(FloatOp::Convert { from, to }, x) if to == format => {
                Some(self.is_nan(from, x))
            }
            // nan(round(x)) → nan(x)
            Node::Float(FloatOp::Round(made, _), x) if made == format => {
                Some(self.is_nan(format, x))
            }
            // nan(-x) → nan(x)
            Node::Binary(BinaryOp::Xor, x, c) if self.as_constant(c) == Some(sign_mask(format)) => {
                Some(self.is_nan(format, x))
            }
            Node::ZeroExtend(part) => match self.node(part) {
                // nan(|x|) → nan(x)
                Node::Extract { of: x, low: 0 } if self.width(part) == format.bits() - 1 => {
                    Some(self.is_nan(format, x))
                }
                _ => None,
            },
            _ => None,
        }
    }

    fn is_nan(&mut self, format: Format, a: Term) -> Term {
        self.float(FloatOp::IsNan(format), a, 1)
    }

    fn nan_by_bits(&mut self, format: Format, a: Term) -> Term {
        let magnitude = self.extract(a, 0, format.bits() - 1);
        let infinity = self.constant(format.bits() - 1, infinity(format));
        let above = self.ult(infinity, magnitude);
        if format != Format::X87 {
            return above;
        }
        // A clear integer bit under an exponent makes an unsupported number.
        let exponent = self.extract(a, 64, 15);
        let (denormal, integer) = (self.eq_value(exponent, 0), self.extract(a, 63, 1));
        let supported = self.or(denormal, integer);
        let unsupported = self.not(supported);
        self.or(above, unsupported)
    }

    fn rewrite_round(&mut self, format: Format, a: Term) -> Option<Term> {
        match self.node(a) {
            // round(round(x)) → round(x), whatever the modes
            // round(float of an integer) → float of the integer
            Node::Float(
                FloatOp::Round(made, _) | FloatOp::FromSigned(made) | FloatOp::FromUnsigned(made),
                _,
            ) if made == format => Some(a),
            _ => None,
        }
    }

    fn rewrite_convert(&mut self, from: Format, to: Format, a: Term) -> Option<Term> {
        if let Some(integer) = self.as_exact_integer(from, a) {
            // convert(float of an integer) → float of the integer, where the first was exact
            let op = match integer.signed {
                true => FloatOp::FromSigned(to),
                false => FloatOp::FromUnsigned(to),
            };
            return Some(self.float(op, integer.term, to.bits()));
        }
        match self.node(a) {
            // convert(convert(x)) → convert(x), where the first widens
            Node::Float(FloatOp::Convert { from: first, to: made }, x)
                if made == from && widens(first, from) && first != to =>
            {
                Some(self.float(FloatOp::Convert { from: first, to }, x, to.bits()))
            }
            _ => None,
        }
    }

    fn rewrite_to_integer(
        &mut self,
        format: Format,
        a: Term,
        width: u32,
        signed: bool,
    ) -> Option<Term> {
        let integer = self.as_exact_integer(format, a)?;
        // integer of(float of x) → x, where the float is exact and every x fits
        let from = self.width(integer.term);
        match (integer.signed, signed) {
            (true, true) if from <= width => Some(self.sign_extend(integer.term, width)),
            (false, false) if from <= width => Some(self.zero_extend(integer.term, width)),
            (false, true) if from < width => Some(self.zero_extend(integer.term, width)),
            _ => None,
        }
    }

    pub(super) fn rewrite_float_binary(
        &mut self,
        op: FloatBinaryOp,
        format: Format,
        a: Term,
        b: Term,
    ) -> Option<Term> {
        match op {
            // min(x, y) → nan(x) | y < x ? y : x
            FloatBinaryOp::Min => {
                let less = self.float_binary(FloatBinaryOp::Lt, format, b, a);
                Some(self.second_if(format, less, a, b))
            }
            // max(x, y) → nan(x) | x < y ? y : x
            FloatBinaryOp::Max => {
                let less = self.float_binary(FloatBinaryOp::Lt, format, a, b);
                Some(self.second_if(format, less, a, b))
            }
            FloatBinaryOp::Eq | FloatBinaryOp::Lt | FloatBinaryOp::Le => {
                self.rewrite_float_comparison(op, format, a, b)
            }
            FloatBinaryOp::Add
            | FloatBinaryOp::Sub
            | FloatBinaryOp::Mul
            | FloatBinaryOp::Div
            | FloatBinaryOp::Rem => None,
        }
    }

    fn second_if(&mut self, format: Format, better: Term, a: Term, b: Term) -> Term {
        let nan = self.is_nan(format, a);
        let second = self.or(nan, better);
        self.ite(second, b, a)
    }

    fn rewrite_float_comparison(
        &mut self,
        op: FloatBinaryOp,
        format: Format,
        a: Term,
        b: Term,
    ) -> Option<Term> {
        let is_nan = |value: Option<Value>| value.is_some_and(|value| float::is_nan(format, value));
        // x < nan → 0, and so for all comparisons
        if is_nan(self.as_constant(a)) || is_nan(self.as_constant(b)) {
            return Some(self.truth(false));
        }
        if a == b {
            // x < x → 0
            if op == FloatBinaryOp::Lt {
                return Some(self.truth(false));
            }
            // x == x → ~nan(x), x <= x → ~nan(x)
            let nan = self.is_nan(format, a);
            return Some(self.not(nan));
        }
        // x < y → their bits compared, where no float operation is in them
        // Not in x87, where different bits may mean the same number.
        if !self.has_float(a) && !self.has_float(b) && format != Format::X87 {
            return Some(self.compare_bits(op, format, a, b));
        }
        self.compare_integers(op, format, a, b)
            .or_else(|| self.compare_unconverted(op, format, a, b))
            .or_else(|| self.compare_at_origin(op, format, a, b))
    }

    fn compare_bits(&mut self, op: FloatBinaryOp, format: Format, a: Term, b: Term) -> Term {
        let width = format.bits();
        let (nan_a, nan_b) = (self.nan_by_bits(format, a), self.nan_by_bits(format, b));
        let unordered = self.or(nan_a, nan_b);
        let ordered = self.not(unordered);
        let either = self.or(a, b);
        let magnitudes = self.extract(either, 0, width - 1);
        let zeros = self.eq_value(magnitudes, 0);
        let holds = match op {
            FloatBinaryOp::Eq => {
                let same = self.eq(a, b);
                self.or(same, zeros)
            }
            FloatBinaryOp::Lt => {
                let less = self.less_by_bits(a, b, width);
                let nonzero = self.not(zeros);
                self.and(less, nonzero)
            }
            _ => {
                let greater = self.less_by_bits(b, a, width);
                let at_most = self.not(greater);
                self.or(at_most, zeros)
            }
        };
        self.and(ordered, holds)
    }

    /// The order of signs and magnitudes: that of two's complement, reversed below zero.
    fn less_by_bits(&mut self, a: Term, b: Term, width: u32) -> Term {
        let (negative_a, negative_b) =
            (self.extract(a, width - 1, 1), self.extract(b, width - 1, 1));
        let negative = self.and(negative_a, negative_b);
        let (reversed, straight) = (self.ult(b, a), self.slt(a, b));
        self.ite(negative, reversed, straight)
    }

    fn compare_integers(
        &mut self,
        op: FloatBinaryOp,
        format: Format,
        a: Term,
        b: Term,
    ) -> Option<Term> {
        match (self.as_exact_integer(format, a), self.as_exact_integer(format, b)) {
            // float of i < float of j → i < j, where both are exact
            (Some(i), Some(j)) => {
                let width = self.width(i.term).max(self.width(j.term)) + 1;
                let (i, j) = (self.extended(i, width), self.extended(j, width));
                Some(self.ordered_as(op, i, j))
            }
            // float of i < c → i < c rounded up, and so on, where it is exact
            (Some(i), None) => {
                let c = self.as_constant(b)?;
                let rounding = if op == FloatBinaryOp::Lt { Rounding::Up } else { Rounding::Down };
                self.compare_with_rounded(op, format, i, c, rounding, false)
            }
            (None, Some(j)) => {
                let c = self.as_constant(a)?;
                let rounding = if op == FloatBinaryOp::Lt { Rounding::Down } else { Rounding::Up };
                self.compare_with_rounded(op, format, j, c, rounding, true)
            }
            (None, None) => None,
        }
    }

    fn compare_with_rounded(
        &mut self,
        op: FloatBinaryOp,
        format: Format,
        integer: Integer,
        c: Value,
        rounding: Rounding,
        constant_first: bool,
    ) -> Option<Term> {
        let rounded = float::round(format, rounding, c);
        if op == FloatBinaryOp::Eq && !float::eq(format, rounded, c) {
            return Some(self.truth(false));
        }
        // Two bits more than the integer has hold its neighbours, and these stand for all beyond.
        let width = self.width(integer.term) + 2;
        let limit = float::from_unsigned(format, 1 << (width - 2));
        let magnitude = rounded & !sign_mask(format);
        let clamped = if float::lt(format, limit, magnitude) {
            limit | rounded & sign_mask(format)
        } else {
            rounded
        };
        let bound = self.constant(width, float::to_signed(format, clamped, width));
        let integer = self.extended(integer, width);
        let (first, second) = if constant_first { (bound, integer) } else { (integer, bound) };
        Some(self.ordered_as(op, first, second))
    }

    fn ordered_as(&mut self, op: FloatBinaryOp, a: Term, b: Term) -> Term {
        match op {
            FloatBinaryOp::Lt => self.slt(a, b),
            FloatBinaryOp::Le => self.sle(a, b),
            _ => self.eq(a, b),
        }
    }

    fn extended(&mut self, integer: Integer, width: u32) -> Term {
        match integer.signed {
            true => self.sign_extend(integer.term, width),
            false => self.zero_extend(integer.term, width),
        }
    }

    /// The integer that the term is made of, where the format holds all integers of its width.
    fn as_exact_integer(&self, format: Format, t: Term) -> Option<Integer> {
        let (term, signed) = match self.node(t) {
            Node::Float(FloatOp::FromSigned(found), a) if found == format => (a, true),
            Node::Float(FloatOp::FromUnsigned(found), a) if found == format => (a, false),
            _ => return None,
        };
        let exact = self.width(term) <= format.precision() + signed as u32;
        exact.then_some(Integer { term, signed })
    }

    fn compare_unconverted(
        &mut self,
        op: FloatBinaryOp,
        format: Format,
        a: Term,
        b: Term,
    ) -> Option<Term> {
        match (self.as_widened(format, a), self.as_widened(format, b)) {
            // convert(x) < convert(y) → x < y, where both widen the same format
            (Some((x, narrow)), Some((y, same))) if narrow == same => {
                Some(self.float_binary(op, narrow, x, y))
            }
            // convert(x) < c → x < c rounded to x's format, where x is widened
            (Some((x, narrow)), None) => {
                let c = self.as_constant(b)?;
                let up = op == FloatBinaryOp::Lt;
                match self.narrowed(op, format, narrow, c, up) {
                    Some(c) => Some(self.float_binary(op, narrow, x, c)),
                    None => Some(self.truth(false)),
                }
            }
            (None, Some((y, narrow))) => {
                let c = self.as_constant(a)?;
                let up = op == FloatBinaryOp::Le;
                match self.narrowed(op, format, narrow, c, up) {
                    Some(c) => Some(self.float_binary(op, narrow, c, y)),
                    None => Some(self.truth(false)),
                }
            }
            _ => None,
        }
    }

    /// A constant in a narrower format, rounded so that the same numbers are beyond it; `None`
    /// where it must be equal and cannot.
    fn narrowed(
        &mut self,
        op: FloatBinaryOp,
        wide: Format,
        narrow: Format,
        c: Value,
        up: bool,
    ) -> Option<Term> {
        let rounding = if up { Rounding::Up } else { Rounding::Down };
        let rounded = float::convert_toward(wide, narrow, rounding, c);
        let exact = float::eq(wide, float::convert(narrow, wide, rounded), c);
        (exact || op != FloatBinaryOp::Eq).then(|| self.constant(narrow.bits(), rounded))
    }

    /// The narrower float that the term was converted from.
    fn as_widened(&self, format: Format, t: Term) -> Option<(Term, Format)> {
        match self.node(t) {
            Node::Float(FloatOp::Convert { from, to }, x) if to == format && widens(from, to) => {
                Some((x, from))
            }
            _ => None,
        }
    }
}

/// An integer that was made a float.
#[derive(Copy, Clone)]
struct Integer {
    term: Term,
    signed: bool,
}

/// Whether every number of one format is a number of the other.
fn widens(from: Format, to: Format) -> bool {
    from != to && from.precision() <= to.precision() && from.exponent_bits() <= to.exponent_bits()
}

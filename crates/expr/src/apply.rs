//! The one concrete meaning of every operation: the simplifier folds constants with it, the
//! evaluator computes with it, and whoever runs a program concretely may use it too. Arguments
//! and results are the bits of their width, zero above it.

use crate::bits::{mask, sign_bit, signed, unsigned};
use crate::{BinaryOp, FloatBinaryOp, FloatOp, Format, Value, float};

/// Both arguments have `width` bits.
#[inline]
pub fn binary(op: BinaryOp, width: u32, a: Value, b: Value) -> Value {
    let all = mask(width);
    match op {
        BinaryOp::Add => a.wrapping_add(b) & all,
        BinaryOp::Sub => a.wrapping_sub(b) & all,
        BinaryOp::Mul => a.wrapping_mul(b) & all,
        BinaryOp::UDiv => a.checked_div(b).unwrap_or(all),
        BinaryOp::URem => a.checked_rem(b).unwrap_or(a),
        BinaryOp::SDiv => signed_divide(width, a, b),
        BinaryOp::SRem => signed_remainder(width, a, b),
        BinaryOp::And => a & b,
        BinaryOp::Or => a | b,
        BinaryOp::Xor => a ^ b,
        BinaryOp::Shl if b >= width as Value => 0,
        BinaryOp::Shl => (a << b) & all,
        BinaryOp::LShr if b >= width as Value => 0,
        BinaryOp::LShr => a >> b,
        BinaryOp::AShr => unsigned(width, signed(width, a) >> b.min(width as Value - 1)),
        BinaryOp::Eq => (a == b) as Value,
        BinaryOp::Ult => (a < b) as Value,
        BinaryOp::Ule => (a <= b) as Value,
        BinaryOp::Slt => (signed(width, a) < signed(width, b)) as Value,
        BinaryOp::Sle => (signed(width, a) <= signed(width, b)) as Value,
    }
}

/// Division by zero gives 1 for a negative dividend and -1 otherwise, as in SMT-LIB.
fn signed_divide(width: u32, a: Value, b: Value) -> Value {
    if b == 0 {
        return if a & sign_bit(width) != 0 { 1 } else { mask(width) };
    }
    unsigned(width, signed(width, a).wrapping_div(signed(width, b)))
}

/// The sign follows the dividend; a remainder by zero is the dividend.
fn signed_remainder(width: u32, a: Value, b: Value) -> Value {
    if b == 0 { a } else { unsigned(width, signed(width, a).wrapping_rem(signed(width, b))) }
}

#[inline]
pub fn not(width: u32, a: Value) -> Value {
    !a & mask(width)
}

#[inline]
pub fn neg(width: u32, a: Value) -> Value {
    a.wrapping_neg() & mask(width)
}

/// Bits `low .. low + width`.
#[inline]
pub fn extract(a: Value, low: u32, width: u32) -> Value {
    (a >> low) & mask(width)
}

#[inline]
pub fn concat(high: Value, low: Value, low_width: u32) -> Value {
    high << low_width | low
}

#[inline]
pub fn sign_extend(a: Value, from: u32, to: u32) -> Value {
    unsigned(to, signed(from, a))
}

/// `from` is the width of the argument, `to` that of the result; they matter where one of them
/// is an integer.
pub fn float(op: FloatOp, from: u32, to: u32, a: Value) -> Value {
    match op {
        FloatOp::SquareRoot(format) => float::square_root(format, a),
        FloatOp::Round(format, rounding) => float::round(format, rounding, a),
        FloatOp::Convert { from, to } => float::convert(from, to, a),
        FloatOp::ToSigned(format) => float::to_signed(format, a, to),
        FloatOp::ToUnsigned(format) => float::to_unsigned(format, a, to),
        FloatOp::FromSigned(format) => float::from_signed(format, a, from),
        FloatOp::FromUnsigned(format) => float::from_unsigned(format, a),
        FloatOp::IsNan(format) => float::is_nan(format, a) as Value,
    }
}

pub fn float_binary(op: FloatBinaryOp, format: Format, a: Value, b: Value) -> Value {
    match op {
        FloatBinaryOp::Add => float::add(format, a, b),
        FloatBinaryOp::Sub => float::sub(format, a, b),
        FloatBinaryOp::Mul => float::mul(format, a, b),
        FloatBinaryOp::Div => float::div(format, a, b),
        FloatBinaryOp::Rem => float::rem(format, a, b),
        FloatBinaryOp::Min => float::min(format, a, b),
        FloatBinaryOp::Max => float::max(format, a, b),
        FloatBinaryOp::Eq => float::eq(format, a, b) as Value,
        FloatBinaryOp::Lt => float::lt(format, a, b) as Value,
        FloatBinaryOp::Le => float::le(format, a, b) as Value,
    }
}

#[inline]
pub fn fma(format: Format, a: Value, b: Value, c: Value) -> Value {
    float::fma(format, a, b, c)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn division_by_zero_means_what_smt_lib_says() {
        assert_eq!(binary(BinaryOp::UDiv, 8, 7, 0), 0xff);
        assert_eq!(binary(BinaryOp::URem, 8, 7, 0), 7);
        assert_eq!(binary(BinaryOp::SDiv, 8, 7, 0), 0xff);
        assert_eq!(binary(BinaryOp::SDiv, 8, 0xf9, 0), 1);
        assert_eq!(binary(BinaryOp::SRem, 8, 0xf9, 0), 0xf9);
    }

    #[test]
    fn the_least_number_divided_by_minus_one_wraps() {
        for width in [1, 8, 128] {
            let least = sign_bit(width);
            assert_eq!(binary(BinaryOp::SDiv, width, least, mask(width)), least);
            assert_eq!(binary(BinaryOp::SRem, width, least, mask(width)), 0);
        }
    }

    #[test]
    fn shifts_past_the_width_lose_all_bits() {
        assert_eq!(binary(BinaryOp::Shl, 128, 1, 128), 0);
        assert_eq!(binary(BinaryOp::LShr, 8, 0xff, 8), 0);
        assert_eq!(binary(BinaryOp::AShr, 8, 0x80, 200), 0xff);
        assert_eq!(binary(BinaryOp::AShr, 8, 0x40, 7), 0);
    }
}

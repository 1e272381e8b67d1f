//! The correctly rounded square root, which `rustc_apfloat` does not have.
//!
//! A number is written as `m * 4^k` with an integer `m`; its root is `sqrt(m) * 2^k`. The integer
//! root is taken digit by digit, two bits of the radicand for one bit of the root, until there is
//! one bit more than the format holds. That bit and whether a remainder is left decide the
//! rounding. A root is never too large or too small for the format.

use super::layout::{default_nan, infinity, is_nan, quiet, sign_mask};
use crate::bits::mask;
use crate::{Format, Value};

pub fn square_root(format: Format, a: Value) -> Value {
    if is_nan(format, a) {
        return quiet(format, a);
    }
    if a & !sign_mask(format) == 0 || a == infinity(format) {
        return a;
    }
    if a & sign_mask(format) != 0 {
        return default_nan(format);
    }
    match format {
        Format::Single => f32::from_bits(a as u32).sqrt().to_bits() as Value,
        Format::Double => f64::from_bits(a as u64).sqrt().to_bits() as Value,
        _ => soft_square_root(format, a),
    }
}

/// Of a positive finite number.
fn soft_square_root(format: Format, a: Value) -> Value {
    let (significand, exponent) = decode(format, a);
    let odd = exponent.rem_euclid(2);
    let (root, scale) = long_root(significand << odd, format.precision() + 1);
    let inexact = root.remains as Value;
    let kept = root.digits >> 1;
    // Nearest even: up where the dropped bit is set and either a remainder or the kept last bit.
    let up = root.digits & 1 & (inexact | kept & 1);
    encode(format, kept + up, (exponent - odd) / 2 - scale + 1)
}

/// A positive finite number as `significand * 2^exponent`.
fn decode(format: Format, a: Value) -> (Value, i32) {
    let fraction = a & mask(format.precision() - 1);
    let stored = (a >> format.significand_bits() & mask(format.exponent_bits())) as i32;
    let explicit = format == Format::X87 && a >> 63 & 1 == 1;
    let hidden = (stored != 0 || explicit) as Value;
    let exponent = stored.max(1) - format.bias() - (format.precision() as i32 - 1);
    (hidden << (format.precision() - 1) | fraction, exponent)
}

/// The inverse of [`decode`] for a significand of full precision, or one more from rounding up.
fn encode(format: Format, significand: Value, exponent: i32) -> Value {
    let carry = significand >> format.precision();
    let significand = significand >> carry;
    let stored = exponent + carry as i32 + format.bias() + format.precision() as i32 - 1;
    let kept = if format == Format::X87 { 64 } else { format.precision() - 1 };
    (stored as Value) << format.significand_bits() | significand & mask(kept)
}

struct Root {
    digits: Value,
    remains: bool,
}

/// `floor(sqrt(radicand * 4^scale))` with the scale that gives it exactly `digits` bits.
fn long_root(radicand: Value, digits: u32) -> (Root, i32) {
    let pairs = (128 - radicand.leading_zeros()).div_ceil(2);
    let (mut root, mut remainder) = (0, 0);
    for step in 0..digits {
        let pair = if step < pairs { radicand >> (2 * (pairs - 1 - step)) & 3 } else { 0 };
        remainder = remainder << 2 | pair;
        let trial = root << 2 | 1;
        root <<= 1;
        if remainder >= trial {
            remainder -= trial;
            root |= 1;
        }
    }
    // The format has at least as many digits as the radicand has pairs, so all were read.
    (Root { digits: root, remains: remainder != 0 }, (digits - pairs) as i32)
}

#[cfg(test)]
mod tests {
    use super::super::{convert, from_unsigned, mul};
    use super::*;
    use assay_base::Rng;

    #[test]
    fn the_soft_root_of_singles_is_that_of_the_host() {
        let mut rng = Rng::new(11);
        for round in 0..4000u32 {
            // Every fourth is a denormal.
            let bits = if round % 4 == 0 { rng.word() as u32 >> 9 } else { rng.word() as u32 >> 1 };
            let x = f32::from_bits(bits.max(1));
            if x.is_finite() {
                let soft = soft_square_root(Format::Single, x.to_bits() as Value);
                assert_eq!(soft, x.sqrt().to_bits() as Value, "{x:e}");
            }
        }
    }

    #[test]
    fn every_half_precision_root_is_the_rounded_double_root() {
        for bits in 1..infinity(Format::Half) {
            let wide = f64::from_bits(convert(Format::Half, Format::Double, bits) as u64).sqrt();
            let rounded = convert(Format::Double, Format::Half, wide.to_bits() as Value);
            assert_eq!(square_root(Format::Half, bits), rounded);
        }
    }

    #[test]
    fn squares_have_exact_roots() {
        for format in [Format::X87, Format::Quad] {
            for n in [1u128, 2, 3, 12345, (1 << 31) + 1] {
                let root = from_unsigned(format, n);
                assert_eq!(square_root(format, mul(format, root, root)), root);
            }
        }
    }

    #[test]
    fn special_values() {
        for format in [Format::Half, Format::Single, Format::X87, Format::Quad] {
            let minus_zero = sign_mask(format);
            assert_eq!(square_root(format, minus_zero), minus_zero);
            assert_eq!(square_root(format, infinity(format)), infinity(format));
            let minus_one = from_unsigned(format, 1) | sign_mask(format);
            assert_eq!(square_root(format, minus_one), default_nan(format));
        }
    }
}

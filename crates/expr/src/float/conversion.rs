//! Between formats, and to and from integers.

use rustc_apfloat::{Float, FloatConvert, Round, Status, ieee::Quad};

use super::layout::{integer_bit, is_nan, quiet, quiet_bit, sign_mask};
use super::with_soft_float;
use crate::bits::{mask, signed, unsigned};
use crate::{Format, Rounding, Value};

/// Rounds to nearest even. A NaN keeps its sign and the high bits of its payload.
pub fn convert(from: Format, to: Format, a: Value) -> Value {
    if is_nan(from, a) {
        return convert_nan(from, to, quiet(from, a));
    }
    match (from, to) {
        (Format::Single, Format::Double) => (f32::from_bits(a as u32) as f64).to_bits() as Value,
        (Format::Double, Format::Single) => (f64::from_bits(a as u64) as f32).to_bits() as Value,
        _ => convert_toward(from, to, Rounding::NearestEven, a),
    }
}

/// As [`convert`], of a number that is not NaN, with the rounding given.
pub fn convert_toward(from: Format, to: Format, rounding: Rounding, a: Value) -> Value {
    let mut inexact = false;
    let (wide, round) = (widen(from, a), soft_rounding(rounding));
    with_soft_float!(to, Soft => {
        let converted: Soft = wide.convert_r(round, &mut inexact).value;
        converted.to_bits()
    })
}

fn soft_rounding(rounding: Rounding) -> Round {
    match rounding {
        Rounding::NearestEven => Round::NearestTiesToEven,
        Rounding::TowardZero => Round::TowardZero,
        Rounding::Up => Round::TowardPositive,
        Rounding::Down => Round::TowardNegative,
        Rounding::NearestAway => Round::NearestTiesToAway,
    }
}

/// Every format's values are values of the quad format, so that a conversion through it rounds
/// only once.
fn widen(from: Format, a: Value) -> Quad {
    let mut inexact = false;
    with_soft_float!(from, Soft => Soft::from_bits(a).convert(&mut inexact).value)
}

fn convert_nan(from: Format, to: Format, a: Value) -> Value {
    let (from_bits, to_bits) = (from.precision() - 1, to.precision() - 1);
    let fraction = a & mask(from_bits);
    let moved = if to_bits >= from_bits {
        fraction << (to_bits - from_bits)
    } else {
        fraction >> (from_bits - to_bits)
    };
    let sign = if a & sign_mask(from) != 0 { sign_mask(to) } else { 0 };
    let exponent = mask(to.exponent_bits()) << to.significand_bits();
    sign | exponent | integer_bit(to) | quiet_bit(to) | moved
}

/// Toward zero; 0 for NaN and where the result has no `width` bits.
pub fn to_signed(format: Format, a: Value, width: u32) -> Value {
    if let Some(a) = as_host(format, a) {
        let limit = ((width - 1) as f64).exp2();
        let integral = a.trunc();
        let fits = -limit <= integral && integral < limit;
        return if fits { unsigned(width, integral as i128) } else { 0 };
    }
    with_soft_float!(format, Soft => {
        let result = Soft::from_bits(a).to_i128_r(width as usize, Round::TowardZero, &mut false);
        if result.status.contains(Status::INVALID_OP) { 0 } else { unsigned(width, result.value) }
    })
}

/// See [`to_signed`]; what truncates to a negative number does not fit.
pub fn to_unsigned(format: Format, a: Value, width: u32) -> Value {
    if let Some(a) = as_host(format, a) {
        let integral = a.trunc();
        let fits = 0.0 <= integral && integral < (width as f64).exp2();
        return if fits { integral as Value } else { 0 };
    }
    with_soft_float!(format, Soft => {
        let result = Soft::from_bits(a).to_u128_r(width as usize, Round::TowardZero, &mut false);
        if result.status.contains(Status::INVALID_OP) { 0 } else { result.value }
    })
}

/// Single and double values as a host double, which holds them exactly.
fn as_host(format: Format, a: Value) -> Option<f64> {
    match format {
        Format::Single => Some(f32::from_bits(a as u32) as f64),
        Format::Double => Some(f64::from_bits(a as u64)),
        _ => None,
    }
}

/// `a` is a two's complement number of `width` bits. Rounds to nearest even.
pub fn from_signed(format: Format, a: Value, width: u32) -> Value {
    let a = signed(width, a);
    match format {
        Format::Single => (a as f32).to_bits() as Value,
        Format::Double => (a as f64).to_bits() as Value,
        _ => with_soft_float!(format, Soft => Soft::from_i128(a).value.to_bits()),
    }
}

pub fn from_unsigned(format: Format, a: Value) -> Value {
    match format {
        Format::Single => (a as f32).to_bits() as Value,
        Format::Double => (a as f64).to_bits() as Value,
        _ => with_soft_float!(format, Soft => Soft::from_u128(a).value.to_bits()),
    }
}

#[cfg(test)]
mod tests {
    use super::super::default_nan;
    use super::*;
    use assay_base::Rng;

    fn double(x: f64) -> Value {
        x.to_bits() as Value
    }

    #[test]
    fn integers_are_truncated_and_what_does_not_fit_is_zero() {
        for format in [Format::Double, Format::X87, Format::Quad] {
            let float = |x: f64| convert(Format::Double, format, double(x));
            assert_eq!(to_signed(format, float(-3.9), 8), unsigned(8, -3));
            assert_eq!(to_signed(format, float(-128.9), 8), 0x80);
            assert_eq!(to_signed(format, float(127.9), 8), 127);
            assert_eq!(to_signed(format, float(128.0), 8), 0);
            assert_eq!(to_signed(format, float(-129.0), 8), 0);
            assert_eq!(to_signed(format, float(f64::NAN), 8), 0);
            assert_eq!(to_unsigned(format, float(255.9), 8), 255);
            assert_eq!(to_unsigned(format, float(256.0), 8), 0);
            assert_eq!(to_unsigned(format, float(-0.9), 8), 0);
            assert_eq!(to_unsigned(format, float(-1.0), 8), 0);
            assert_eq!(to_unsigned(format, float(f64::INFINITY), 128), 0);
            assert_eq!(to_signed(format, float(-(2f64.powi(127))), 128), 1 << 127);
        }
    }

    #[test]
    fn conversions_of_singles_through_quad_are_those_of_the_host() {
        let mut rng = Rng::new(3);
        for _ in 0..2000 {
            let a = rng.word() as Value;
            if is_nan(Format::Double, a) {
                continue;
            }
            let quad = convert(Format::Double, Format::Quad, a);
            assert_eq!(convert(Format::Quad, Format::Double, quad), a);
            let single = convert(Format::Double, Format::Single, a);
            assert_eq!(convert(Format::Quad, Format::Single, quad), single);
            let extended = convert(Format::Double, Format::X87, a);
            assert_eq!(convert(Format::X87, Format::Single, extended), single);
        }
    }

    #[test]
    fn nans_keep_sign_and_payload() {
        assert_eq!(convert(Format::Single, Format::Double, 0xff80_0001), 0xfff8_0000_2000_0000);
        assert_eq!(convert(Format::Double, Format::Single, 0x7ff0_0000_2000_0000), 0x7fc0_0001);
        let extended = convert(Format::Single, Format::X87, 0xffc0_0000);
        assert_eq!(extended, default_nan(Format::X87));
    }

    #[test]
    fn integers_become_the_nearest_float() {
        for format in [Format::Half, Format::BFloat, Format::X87, Format::Quad] {
            for n in [0i128, 1, -1, 77, -128] {
                let float = from_signed(format, unsigned(8, n), 8);
                assert_eq!(to_signed(format, float, 8), unsigned(8, n), "{format:?} {n}");
            }
        }
        assert_eq!(from_unsigned(Format::Half, 1 << 20), super::super::infinity(Format::Half));
        assert_eq!(from_signed(Format::Single, mask(64), 64), (-1f32).to_bits() as Value);
    }
}

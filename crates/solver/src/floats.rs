//! Floats as points on a line: consecutive numbers of a format are consecutive integers, so
//! that a step, a distance and a search in halves mean the same at every magnitude.

use assay_expr::bits::mask;
use assay_expr::float::{default_nan, from_signed, infinity, sign_mask};
use assay_expr::{Format, Value};

/// The stored fraction bits, without x87's integer bit.
fn fraction_bits(format: Format) -> u32 {
    format.precision() - 1
}

/// Without x87's integer bit, the magnitude's bits are in the order of the numbers.
fn magnitude(format: Format, bits: Value) -> Value {
    let magnitude = bits & !sign_mask(format);
    match format {
        Format::X87 => magnitude >> 64 << 63 | magnitude & mask(63),
        _ => magnitude,
    }
}

fn from_magnitude(format: Format, magnitude: Value) -> Value {
    match format {
        Format::X87 => {
            let exponent = magnitude >> fraction_bits(format);
            exponent << 64 | Value::from(exponent != 0) << 63 | magnitude & mask(63)
        }
        _ => magnitude,
    }
}

/// The place of a number on the line; both zeros are at 0, NaNs beyond the infinities.
pub(crate) fn order(format: Format, bits: Value) -> i128 {
    let place = magnitude(format, bits) as i128;
    if bits & sign_mask(format) == 0 { place } else { -place }
}

/// The number at a place; beyond the infinities there are only these.
pub(crate) fn from_order(format: Format, place: i128) -> Value {
    let largest = magnitude(format, infinity(format));
    let bits = from_magnitude(format, place.unsigned_abs().min(largest));
    if place < 0 { bits | sign_mask(format) } else { bits }
}

/// Numbers at which programs change their behaviour.
pub(crate) fn special_values(format: Format) -> Vec<Value> {
    let top = order(format, infinity(format));
    let smallest_normal = 1i128 << fraction_bits(format);
    let positive = [0, top, top - 1, 1, smallest_normal, smallest_normal - 1];
    let mut values: Vec<Value> = vec![default_nan(format), default_nan(format) ^ sign_mask(format)];
    for place in positive {
        values.push(from_order(format, place));
        values.push(from_order(format, place) | sign_mask(format));
    }
    for integer in [1i128, 2, 3, 10, 100, 1000, 1 << 24, i128::from(i32::MAX), 1 << 53] {
        values.push(from_signed(format, integer as Value, 128));
        values.push(from_signed(format, (-integer) as Value, 128));
    }
    values
}

#[cfg(test)]
mod tests {
    use super::*;
    use assay_expr::float::{convert, lt};

    #[test]
    fn neighbours_on_the_line_are_neighbouring_numbers() {
        for format in [Format::Half, Format::Single, Format::Double, Format::X87, Format::Quad] {
            for start in [-3.5f64, -0.0, 0.0, 1.0, 1e30] {
                let bits = convert(Format::Double, format, Value::from(start.to_bits()));
                let place = order(format, bits);
                assert_eq!(order(format, from_order(format, place)), place);
                if place < order(format, infinity(format)) {
                    assert!(lt(format, bits, from_order(format, place + 1)), "{format:?} {start}");
                }
            }
        }
        let next = from_order(Format::Double, order(Format::Double, 1f64.to_bits().into()) + 1);
        assert_eq!(f64::from_bits(next as u64), 1.0 + f64::EPSILON);
    }
}

//! Floats as points on a line: consecutive numbers of a format are consecutive integers, so
//! that a step, a distance and a search in halves mean the same at every magnitude.

use super::{infinity, sign_mask};
use crate::bits::mask;
use crate::{Format, Value};

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
            let exponent = magnitude >> 63;
            exponent << 64 | Value::from(exponent != 0) << 63 | magnitude & mask(63)
        }
        _ => magnitude,
    }
}

/// The place of a number on the line; both zeros are at 0, NaNs beyond the infinities.
pub fn order(format: Format, bits: Value) -> i128 {
    let place = magnitude(format, bits) as i128;
    if bits & sign_mask(format) == 0 { place } else { -place }
}

/// The number at a place; beyond the infinities there are only these.
pub fn from_order(format: Format, place: i128) -> Value {
    let largest = magnitude(format, infinity(format));
    let bits = from_magnitude(format, place.unsigned_abs().min(largest));
    if place < 0 { bits | sign_mask(format) } else { bits }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::float::{convert, lt};

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

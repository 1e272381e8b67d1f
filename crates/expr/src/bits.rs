//! Arithmetic on the bits of a value of known width, 1 to 128.

use crate::Value;

/// The largest value of a width: all its bits set.
#[inline]
pub fn mask(width: u32) -> Value {
    debug_assert!((1..=128).contains(&width), "width {width}");
    Value::MAX >> (128 - width)
}

/// The value with only the highest bit of the width set: the least signed number.
#[inline]
pub fn sign_bit(width: u32) -> Value {
    1 << (width - 1)
}

/// The bits read as a two's complement number.
#[inline]
pub fn signed(width: u32, value: Value) -> i128 {
    let unused = 128 - width;
    ((value << unused) as i128) >> unused
}

/// The low bits of a two's complement number.
#[inline]
pub fn unsigned(width: u32, value: i128) -> Value {
    value as Value & mask(width)
}

/// All bits up to and including the highest set bit of `value`.
#[inline]
pub(crate) fn smear(value: Value) -> Value {
    Value::MAX.checked_shr(value.leading_zeros()).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_survive_a_round_trip() {
        for width in [1, 7, 8, 64, 127, 128] {
            for value in [0, 1, sign_bit(width), mask(width)] {
                let value = value & mask(width);
                assert_eq!(unsigned(width, signed(width, value)), value);
            }
            assert_eq!(signed(width, mask(width)), -1);
        }
    }

    #[test]
    fn smear_fills_below_the_highest_bit() {
        assert_eq!(smear(0), 0);
        assert_eq!(smear(0b1000), 0b1111);
        assert_eq!(smear(Value::MAX), Value::MAX);
    }
}

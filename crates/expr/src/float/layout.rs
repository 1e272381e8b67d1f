//! Where the bits of each format are, and which of them mean NaN.

use crate::bits::mask;
use crate::{Format, Value};

impl Format {
    pub fn exponent_bits(self) -> u32 {
        match self {
            Format::Half => 5,
            Format::BFloat | Format::Single => 8,
            Format::Double => 11,
            Format::X87 | Format::Quad => 15,
        }
    }

    /// Bits of the significand with its integer bit, stored or not.
    pub fn precision(self) -> u32 {
        match self {
            Format::Half => 11,
            Format::BFloat => 8,
            Format::Single => 24,
            Format::Double => 53,
            Format::X87 => 64,
            Format::Quad => 113,
        }
    }

    /// The bits below the exponent: the fraction and, in x87, the integer bit.
    pub(crate) fn significand_bits(self) -> u32 {
        self.bits() - 1 - self.exponent_bits()
    }

    /// What is added to an exponent to store it; also the largest exponent.
    pub(crate) fn bias(self) -> i32 {
        (1 << (self.exponent_bits() - 1)) - 1
    }
}

pub fn sign_mask(format: Format) -> Value {
    1 << (format.bits() - 1)
}

/// Positive infinity.
pub fn infinity(format: Format) -> Value {
    let exponent = mask(format.exponent_bits()) << format.significand_bits();
    exponent | integer_bit(format)
}

/// What x86 gives for an invalid operation: quiet, sign bit set, no payload.
pub fn default_nan(format: Format) -> Value {
    sign_mask(format) | infinity(format) | quiet_bit(format)
}

pub fn is_nan(format: Format, bits: Value) -> bool {
    let magnitude = bits & !sign_mask(format);
    magnitude > infinity(format) || is_unsupported(format, bits)
}

/// The NaN that an operation on this NaN gives.
pub fn quiet(format: Format, nan: Value) -> Value {
    if is_unsupported(format, nan) { default_nan(format) } else { nan | quiet_bit(format) }
}

pub(crate) fn quiet_bit(format: Format) -> Value {
    1 << (format.precision() - 2)
}

/// The explicit integer bit of x87; nothing elsewhere.
pub(crate) fn integer_bit(format: Format) -> Value {
    if format == Format::X87 { 1 << 63 } else { 0 }
}

/// An x87 number whose integer bit is clear although its exponent is not zero.
fn is_unsupported(format: Format, bits: Value) -> bool {
    let exponent = bits >> format.significand_bits() & mask(format.exponent_bits());
    format == Format::X87 && exponent != 0 && bits & integer_bit(format) == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nans_of_the_host_are_nans() {
        assert!(is_nan(Format::Single, f32::NAN.to_bits() as Value));
        assert!(is_nan(Format::Double, (-f64::NAN).to_bits() as Value));
        assert!(!is_nan(Format::Double, f64::NEG_INFINITY.to_bits() as Value));
        assert!(!is_nan(Format::Double, f64::MAX.to_bits() as Value));
        assert_eq!(infinity(Format::Single), f32::INFINITY.to_bits() as Value);
        assert_eq!(default_nan(Format::Single), 0xffc0_0000);
    }

    #[test]
    fn unsupported_x87_encodings_are_nans() {
        let infinity = infinity(Format::X87);
        assert_eq!(infinity, 0x7fff_8000_0000_0000_0000);
        assert!(!is_nan(Format::X87, infinity));
        assert!(is_nan(Format::X87, infinity & !(1 << 63)), "pseudo-infinity");
        assert!(is_nan(Format::X87, 0x3fff_0000_0000_0000_0001), "unnormal");
        assert!(!is_nan(Format::X87, 0x0000_8000_0000_0000_0000), "pseudo-denormal");
        assert_eq!(quiet(Format::X87, 0x7fff_0000_0000_0000_0001), default_nan(Format::X87));
    }
}

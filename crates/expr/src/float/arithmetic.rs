//! Arithmetic, rounding to integral values, and comparison within one format.

use std::cmp::Ordering;

use rustc_apfloat::{Float, Round};

use super::layout::{default_nan, is_nan, quiet};
use super::with_soft_float;
use crate::{Format, Rounding, Value};

/// Chooses the implementation of an operation that no argument makes NaN: `$host` for single and
/// double, `$soft` for the others. NaN arguments and NaN results follow the module's rule.
macro_rules! arithmetic {
    ($(#[$doc:meta])* $name:ident($($argument:ident),+): $host:expr, $soft:expr) => {
        $(#[$doc])*
        pub fn $name(format: Format, $($argument: Value),+) -> Value {
            $(if is_nan(format, $argument) {
                return quiet(format, $argument);
            })+
            let result = match format {
                Format::Single => {
                    $(let $argument = f32::from_bits($argument as u32);)+
                    $host.to_bits() as Value
                }
                Format::Double => {
                    $(let $argument = f64::from_bits($argument as u64);)+
                    $host.to_bits() as Value
                }
                _ => with_soft_float!(format, Soft => {
                    $(let $argument = Soft::from_bits($argument);)+
                    $soft.value.to_bits()
                }),
            };
            if is_nan(format, result) { default_nan(format) } else { result }
        }
    };
}

arithmetic!(add(a, b): (a + b), (a + b));
arithmetic!(sub(a, b): (a - b), (a - b));
arithmetic!(mul(a, b): (a * b), (a * b));
arithmetic!(div(a, b): (a / b), (a / b));
arithmetic!(
    /// C's `fmod`.
    rem(a, b): (a % b), a.c_fmod(b)
);
arithmetic!(
    /// `a * b + c` rounded once.
    fma(a, b, c): a.mul_add(b, c), a.mul_add(b, c)
);

/// To an integral value.
pub fn round(format: Format, rounding: Rounding, a: Value) -> Value {
    match rounding {
        Rounding::NearestEven => round_even(format, a),
        Rounding::TowardZero => truncate(format, a),
        Rounding::Up => ceiling(format, a),
        Rounding::Down => floor(format, a),
        Rounding::NearestAway => round_away(format, a),
    }
}

arithmetic!(round_even(a): a.round_ties_even(), a.round_to_integral(Round::NearestTiesToEven));
arithmetic!(truncate(a): a.trunc(), a.round_to_integral(Round::TowardZero));
arithmetic!(ceiling(a): a.ceil(), a.round_to_integral(Round::TowardPositive));
arithmetic!(floor(a): a.floor(), a.round_to_integral(Round::TowardNegative));
arithmetic!(round_away(a): a.round(), a.round_to_integral(Round::NearestTiesToAway));

/// `None` where an argument is NaN.
fn compare(format: Format, a: Value, b: Value) -> Option<Ordering> {
    match format {
        Format::Single => f32::from_bits(a as u32).partial_cmp(&f32::from_bits(b as u32)),
        Format::Double => f64::from_bits(a as u64).partial_cmp(&f64::from_bits(b as u64)),
        _ => with_soft_float!(format, Soft => Soft::from_bits(a).partial_cmp(&Soft::from_bits(b))),
    }
}

pub fn eq(format: Format, a: Value, b: Value) -> bool {
    compare(format, a, b) == Some(Ordering::Equal)
}

pub fn lt(format: Format, a: Value, b: Value) -> bool {
    compare(format, a, b) == Some(Ordering::Less)
}

pub fn le(format: Format, a: Value, b: Value) -> bool {
    matches!(compare(format, a, b), Some(Ordering::Less | Ordering::Equal))
}

/// The other argument where one is NaN; the first where the two are equal, which is what LLVM
/// makes of `llvm.minnum` on x86.
pub fn min(format: Format, a: Value, b: Value) -> Value {
    if is_nan(format, a) || lt(format, b, a) { b } else { a }
}

/// See [`min`].
pub fn max(format: Format, a: Value, b: Value) -> Value {
    if is_nan(format, a) || lt(format, a, b) { b } else { a }
}

#[cfg(test)]
mod tests {
    use super::super::{infinity, sign_mask};
    use super::*;
    use assay_base::Rng;

    const FORMATS: [Format; 6] =
        [Format::Half, Format::BFloat, Format::Single, Format::Double, Format::X87, Format::Quad];

    fn one(format: Format) -> Value {
        super::super::from_unsigned(format, 1)
    }

    #[test]
    fn invalid_operations_give_the_default_nan_in_every_format() {
        for format in FORMATS {
            let (zero, infinite) = (0, infinity(format));
            assert_eq!(div(format, zero, zero), default_nan(format));
            assert_eq!(sub(format, infinite, infinite), default_nan(format));
            assert_eq!(mul(format, zero, infinite), default_nan(format));
            assert_eq!(rem(format, infinite, one(format)), default_nan(format));
            assert_eq!(fma(format, zero, infinite, zero), default_nan(format));
        }
    }

    #[test]
    fn the_first_nan_is_passed_on_quiet() {
        for format in FORMATS {
            let (first, second) = (infinity(format) | 5, infinity(format) | 9);
            assert_eq!(add(format, first, second), quiet(format, first));
            assert_eq!(add(format, one(format), second), quiet(format, second));
            assert_eq!(fma(format, one(format), one(format), first), quiet(format, first));
        }
    }

    #[test]
    fn comparisons_with_nan_are_false_and_minimum_ignores_it() {
        for format in FORMATS {
            let (one, nan) = (one(format), default_nan(format));
            for compare in [eq, lt, le] {
                assert!(!compare(format, one, nan) && !compare(format, nan, one));
            }
            assert_eq!(min(format, nan, one), one);
            assert_eq!(max(format, one, nan), one);
            assert_eq!(min(format, 0, sign_mask(format)), 0);
            assert!(eq(format, 0, sign_mask(format)) && !lt(format, sign_mask(format), 0));
        }
    }

    #[test]
    fn host_and_soft_arithmetic_agree() {
        let mut rng = Rng::new(7);
        for _ in 0..2000 {
            let [a, b, c] = [0; 3].map(|_| rng.word() as u32 as Value);
            let [x, y, z] = [a, b, c].map(rustc_apfloat::ieee::Single::from_bits);
            let agree = |host: Value, soft: rustc_apfloat::ieee::Single| {
                is_nan(Format::Single, host) && soft.is_nan() || host == soft.to_bits()
            };
            assert!(agree(add(Format::Single, a, b), (x + y).value));
            assert!(agree(mul(Format::Single, a, b), (x * y).value));
            assert!(agree(div(Format::Single, a, b), (x / y).value));
            assert!(agree(rem(Format::Single, a, b), x.c_fmod(y).value));
            assert!(agree(fma(Format::Single, a, b, c), x.mul_add(y, z).value));
        }
    }

    #[test]
    fn rounding_modes_differ_at_a_half() {
        use Rounding::*;
        let rounded = |rounding, x: f32| {
            f32::from_bits(round(Format::Single, rounding, x.to_bits() as Value) as u32)
        };
        let modes = [NearestEven, TowardZero, Up, Down, NearestAway];
        assert_eq!(modes.map(|mode| rounded(mode, 2.5)), [2.0, 2.0, 3.0, 2.0, 3.0]);
        assert_eq!(modes.map(|mode| rounded(mode, -2.5)), [-2.0, -2.0, -2.0, -3.0, -3.0]);
        let half_and_two = 0x4100; // 2.5 in half precision
        assert_eq!(round(Format::Half, NearestEven, half_and_two), 0x4000);
        assert_eq!(round(Format::Half, NearestAway, half_and_two), 0x4200);
    }
}

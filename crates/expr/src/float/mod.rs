//! Concrete IEEE 754 arithmetic on the bits of a value. Single and double go through the host's
//! arithmetic, the other formats through `rustc_apfloat`; both round to nearest even.
//!
//! NaNs are those of x86: an operation on a NaN gives the first NaN argument made quiet, and an
//! invalid operation gives the default NaN, whose sign bit is set. x87 encodings that the
//! hardware does not support (an integer bit of 0 with a normal exponent, pseudo-infinities and
//! pseudo-NaNs) are invalid operands, so they count as NaNs.

mod arithmetic;
mod conversion;
mod layout;
mod line;
mod square_root;

pub use arithmetic::{add, div, eq, fma, le, lt, max, min, mul, rem, round, sub};
pub use conversion::{convert, convert_toward, from_signed, from_unsigned, to_signed, to_unsigned};
pub use layout::{default_nan, infinity, is_nan, quiet, sign_mask};
pub use line::{from_order, order};
pub use square_root::square_root;

/// Runs `$body` with `$float` as the `rustc_apfloat` type of a format.
macro_rules! with_soft_float {
    ($format:expr, $float:ident => $body:expr) => {
        match $format {
            $crate::Format::Half => {
                type $float = rustc_apfloat::ieee::Half;
                $body
            }
            $crate::Format::BFloat => {
                type $float = rustc_apfloat::ieee::BFloat;
                $body
            }
            $crate::Format::Single => {
                type $float = rustc_apfloat::ieee::Single;
                $body
            }
            $crate::Format::Double => {
                type $float = rustc_apfloat::ieee::Double;
                $body
            }
            $crate::Format::X87 => {
                type $float = rustc_apfloat::ieee::X87DoubleExtended;
                $body
            }
            $crate::Format::Quad => {
                type $float = rustc_apfloat::ieee::Quad;
                $body
            }
        }
    };
}
pub(crate) use with_soft_float;

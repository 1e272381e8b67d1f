//! What was observed after the call, as C.

use super::{literal, unit};
use assay_language::{Observation, Observed};
use assay_verdict::{InputSource, InputValue, Shown, UnitInput};

/// What must hold of an expression after the call.
pub(in crate::format) fn condition(observation: &Observation) -> String {
    let lvalue = &observation.lvalue;
    let equals = |bytes: &[u8], shown: Shown| format!("{lvalue} == {}", number(bytes, shown));
    match &observation.value {
        Observed::Signed(bytes) => equals(bytes, Shown::Signed),
        Observed::Unsigned(bytes) => equals(bytes, Shown::Unsigned),
        Observed::Bool(bytes) => equals(bytes, Shown::Bool),
        Observed::Float(bytes) => match is_nan(bytes) {
            true => format!("{lvalue} != {lvalue}"),
            false => equals(bytes, Shown::Float),
        },
        Observed::Char(byte) => format!("(unsigned char){lvalue} == {byte}"),
        Observed::Chars(bytes) => {
            format!("ASSAY_SAME({lvalue}, {}, {})", literal::string(bytes), bytes.len())
        }
        Observed::Pointer(Some(expression)) => format!("{lvalue} == {expression}"),
        Observed::Pointer(None) => format!("{lvalue} != 0"),
    }
}

pub(in crate::format) fn number(bytes: &[u8], shown: Shown) -> String {
    let source = InputSource::Unit(UnitInput::Value);
    let value = InputValue { name: String::new(), source, bytes: bytes.to_vec(), shown };
    unit::value_text(&value).unwrap_or_else(|| "0".to_string())
}

fn is_nan(bytes: &[u8]) -> bool {
    match bytes.len() {
        4 => bytes.try_into().is_ok_and(|bytes| f32::from_le_bytes(bytes).is_nan()),
        8 => bytes.try_into().is_ok_and(|bytes| f64::from_le_bytes(bytes).is_nan()),
        // x87: exponent all ones and a fraction.
        10 => {
            bytes[9] & 0x7f == 0x7f && bytes[8] == 0xff && bytes[..8] != [0, 0, 0, 0, 0, 0, 0, 0x80]
        }
        _ => false,
    }
}

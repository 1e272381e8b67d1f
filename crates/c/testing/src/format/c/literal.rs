//! C literals for bytes, as a person would write them.

use assay_verdict::{InputValue, Shown};

pub(super) struct Literal {
    pub(super) c_type: String,
    /// What stands between the braces of an initialiser.
    pub(super) value: String,
    /// What the literal does not say by itself.
    pub(super) note: Option<String>,
}

impl Literal {
    /// The same without the names of C's library.
    pub(super) fn without_library(self) -> Literal {
        let c_type = match self.c_type.as_str() {
            "int8_t" => "signed char",
            "int16_t" => "short",
            "int32_t" => "int",
            "int64_t" => "long long",
            "uint8_t" => "unsigned char",
            "uint16_t" => "unsigned short",
            "uint32_t" => "unsigned",
            "uint64_t" => "unsigned long long",
            "bool" => "_Bool",
            other => other,
        };
        let value = match self.value.as_str() {
            "INT64_MIN" => "-9223372036854775807 - 1",
            "true" => "1",
            "false" => "0",
            other => other,
        };
        Literal { c_type: c_type.to_string(), value: value.to_string(), ..self }
    }
}

pub(super) fn of(input: &InputValue) -> Literal {
    let typed = match input.shown {
        Shown::Signed => signed(input),
        Shown::Unsigned => unsigned(input),
        Shown::Pointer => pointer(input),
        Shown::Bool => boolean(input).or_else(|| unsigned(input)),
        Shown::Float => float(input),
        Shown::Text => Some(text(&input.bytes)),
        Shown::Bytes => None,
    };
    typed.unwrap_or_else(|| bytes(&input.bytes))
}

fn literal(c_type: impl Into<String>, value: impl Into<String>) -> Literal {
    Literal { c_type: c_type.into(), value: value.into(), note: None }
}

/// The width of the integer type that the bytes fill, if there is one.
fn integer_bits(input: &InputValue) -> Option<usize> {
    matches!(input.bytes.len(), 1 | 2 | 4 | 8).then_some(input.bytes.len() * 8)
}

fn signed(input: &InputValue) -> Option<Literal> {
    let bits = integer_bits(input)?;
    // The negation of 9223372036854775808 has no type that holds it.
    let value = match input.signed() {
        i64::MIN => "INT64_MIN".to_string(),
        value => value.to_string(),
    };
    let note = character(input);
    Some(Literal { note, ..literal(format!("int{bits}_t"), value) })
}

fn unsigned(input: &InputValue) -> Option<Literal> {
    let bits = integer_bits(input)?;
    let note = character(input);
    Some(Literal { note, ..literal(format!("uint{bits}_t"), format!("{}u", input.unsigned())) })
}

fn pointer(input: &InputValue) -> Option<Literal> {
    let bits = integer_bits(input)?;
    Some(literal(format!("uint{bits}_t"), format!("{:#x}", input.unsigned())))
}

fn boolean(input: &InputValue) -> Option<Literal> {
    match input.bytes[..] {
        [0] => Some(literal("bool", "false")),
        [1] => Some(literal("bool", "true")),
        _ => None,
    }
}

/// Rust's shortest decimal form that gives the same bits back; what has none is given by bits.
fn float(input: &InputValue) -> Option<Literal> {
    let bits = integer_bits(input)?;
    let (c_type, suffix, value) = match bits {
        32 => ("float", "f", f64::from(f32::from_bits(input.unsigned() as u32))),
        64 => ("double", "", f64::from_bits(input.unsigned())),
        _ => return None,
    };
    if !value.is_finite() {
        let by_bits = literal(format!("uint{bits}_t"), format!("{:#x}u", input.unsigned()));
        return Some(Literal { note: Some(format!("{c_type} {value}")), ..by_bits });
    }
    let digits = match bits {
        32 => format!("{:?}", f32::from_bits(input.unsigned() as u32)),
        _ => format!("{value:?}"),
    };
    Some(literal(c_type, digits + suffix))
}

fn character(input: &InputValue) -> Option<String> {
    match input.bytes[..] {
        [byte] if byte.is_ascii_graphic() => Some(format!("'{}'", char::from(byte))),
        _ => None,
    }
}

fn bytes(bytes: &[u8]) -> Literal {
    if bytes.is_empty() {
        // C has no arrays of no elements; the size of an empty struct is 0.
        return literal("struct {}", "");
    }
    let values: Vec<String> = bytes.iter().map(|byte| format!("{byte:#04x}")).collect();
    literal(format!("unsigned char[{}]", bytes.len()), values.join(", "))
}

/// Zeros at the end are left to the initialiser.
fn text(all: &[u8]) -> Literal {
    if all.is_empty() {
        return bytes(all);
    }
    let end = all.iter().rposition(|&byte| byte != 0).map_or(0, |last| last + 1);
    literal(format!("unsigned char[{}]", all.len()), string(&all[..end]))
}

/// A string literal. Octal escapes, because a hexadecimal one swallows digits that follow it.
pub(in crate::format) fn string(bytes: &[u8]) -> String {
    let mut text = String::from("\"");
    for &byte in bytes {
        match byte {
            b'\n' => text += "\\n",
            b'\t' => text += "\\t",
            b'"' | b'\\' | b'?' => text.extend(['\\', char::from(byte)]),
            b' '..=b'~' => text.push(char::from(byte)),
            _ => text += &format!("\\{byte:03o}"),
        }
    }
    text + "\""
}

#[cfg(test)]
mod tests {
    use super::*;
    use assay_verdict::InputSource;

    fn shown(shown: Shown, bytes: &[u8]) -> (String, String, Option<String>) {
        let source = InputSource::Object { name: "x".into() };
        let literal = of(&InputValue { name: "x".into(), source, bytes: bytes.to_vec(), shown });
        (literal.c_type, literal.value, literal.note)
    }

    #[track_caller]
    fn assert_literal(how: Shown, bytes: &[u8], c_type: &str, value: &str) {
        let (found_type, found_value, _) = shown(how, bytes);
        assert_eq!((found_type.as_str(), found_value.as_str()), (c_type, value));
    }

    #[test]
    fn numbers_have_the_type_that_their_bytes_fill() {
        assert_literal(Shown::Signed, &(-5i32).to_le_bytes(), "int32_t", "-5");
        assert_literal(Shown::Signed, &i64::MIN.to_le_bytes(), "int64_t", "INT64_MIN");
        assert_literal(
            Shown::Unsigned,
            &u64::MAX.to_le_bytes(),
            "uint64_t",
            "18446744073709551615u",
        );
        assert_literal(Shown::Pointer, &[0; 4], "uint32_t", "0x0");
        assert_literal(Shown::Bool, &[1], "bool", "true");
        assert_literal(Shown::Bool, &[7], "uint8_t", "7u");
        assert_literal(Shown::Signed, &[1; 3], "unsigned char[3]", "0x01, 0x01, 0x01");
        assert_eq!(shown(Shown::Signed, b"A").2.as_deref(), Some("'A'"));
    }

    #[test]
    fn numbers_need_no_library() {
        let plain = |c_type: &str, value: &str| {
            let literal = literal(c_type, value).without_library();
            (literal.c_type, literal.value)
        };
        assert_eq!(plain("uint16_t", "7u"), ("unsigned short".into(), "7u".into()));
        let lowest = ("long long".to_string(), "-9223372036854775807 - 1".to_string());
        assert_eq!(plain("int64_t", "INT64_MIN"), lowest);
        assert_eq!(plain("bool", "true"), ("_Bool".into(), "1".into()));
        assert_eq!(plain("unsigned char[3]", "1, 2, 3").0, "unsigned char[3]");
    }

    #[test]
    fn floats_keep_every_bit() {
        assert_literal(Shown::Float, &0.1f64.to_le_bytes(), "double", "0.1");
        assert_literal(Shown::Float, &0.1f32.to_le_bytes(), "float", "0.1f");
        assert_literal(Shown::Float, &(-0.0f64).to_le_bytes(), "double", "-0.0");
        assert_literal(Shown::Float, &1e300f64.to_le_bytes(), "double", "1e300");
        assert_literal(Shown::Float, &f32::INFINITY.to_le_bytes(), "uint32_t", "0x7f800000u");
        assert_eq!(shown(Shown::Float, &f64::NAN.to_le_bytes()).2.as_deref(), Some("double NaN"));
    }

    #[test]
    fn text_is_escaped_so_that_c_reads_the_same_bytes() {
        assert_literal(
            Shown::Text,
            b"a\"\\\n\x011?\xff\0\0",
            "unsigned char[10]",
            r#""a\"\\\n\0011\?\377""#,
        );
        assert_literal(Shown::Text, &[0; 4], "unsigned char[4]", "\"\"");
        assert_literal(Shown::Text, &[], "struct {}", "");
    }
}

//! Values as `sscanf` reads them.

use assay_verdict::{InputValue, Shown};

/// `None` for what is not one number.
pub(super) fn of(input: &InputValue) -> Option<String> {
    match input.shown {
        Shown::Signed => integer(&input.bytes, true),
        Shown::Unsigned | Shown::Pointer | Shown::Bool => integer(&input.bytes, false),
        Shown::Float => float(&input.bytes),
        Shown::Bytes | Shown::Text => None,
    }
}

fn integer(bytes: &[u8], is_signed: bool) -> Option<String> {
    let size = bytes.len();
    if !(1..=16).contains(&size) {
        return None;
    }
    let mut word = [0; 16];
    word[..size].copy_from_slice(bytes);
    let number = u128::from_le_bytes(word);
    let unused = 128 - 8 * size as u32;
    Some(match is_signed {
        true => (((number << unused) as i128) >> unused).to_string(),
        false => number.to_string(),
    })
}

/// Rust's shortest decimal form, which gives the same bits back; but not the bits of a NaN.
fn float(bytes: &[u8]) -> Option<String> {
    match *bytes {
        [a, b, c, d] => Some(shortest(f32::from_le_bytes([a, b, c, d]))),
        [_, _, _, _, _, _, _, _] => Some(shortest(f64::from_le_bytes(bytes.try_into().ok()?))),
        [.., low, high] if bytes.len() == 10 => {
            let mantissa = u64::from_le_bytes(bytes[..8].try_into().ok()?);
            Some(extended(mantissa, u16::from_le_bytes([low, high])))
        }
        _ => None,
    }
}

fn shortest(value: impl std::fmt::Debug) -> String {
    format!("{value:?}").to_lowercase()
}

/// An x87 number: the mantissa has 63 bits behind the point.
fn extended(mantissa: u64, sign_and_exponent: u16) -> String {
    let sign = if sign_and_exponent >> 15 == 1 { "-" } else { "" };
    match sign_and_exponent & 0x7fff {
        0x7fff if mantissa << 1 == 0 => format!("{sign}inf"),
        0x7fff => format!("{sign}nan"),
        exponent => {
            let power = i32::from(exponent.max(1)) - 16383 - 63;
            format!("{sign}0x{mantissa:x}p{power}")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_every_size() {
        assert_eq!(integer(&[0x80], true).as_deref(), Some("-128"));
        assert_eq!(integer(&[0xff; 8], false).as_deref(), Some("18446744073709551615"));
        assert_eq!(integer(&[0xff; 16], true).as_deref(), Some("-1"));
        assert_eq!(integer(&[], true), None);
        assert_eq!(integer(&[0; 17], false), None);
    }

    #[test]
    fn floats_of_every_size() {
        assert_eq!(float(&0.1f32.to_le_bytes()).as_deref(), Some("0.1"));
        assert_eq!(float(&1e300f64.to_le_bytes()).as_deref(), Some("1e300"));
        assert_eq!(float(&f64::NEG_INFINITY.to_le_bytes()).as_deref(), Some("-inf"));
        assert_eq!(float(&f32::NAN.to_le_bytes()).as_deref(), Some("nan"));
        // 1.5: the highest two bits of the mantissa, exponent 0.
        let long_double = [0, 0, 0, 0, 0, 0, 0, 0xc0, 0xff, 0x3f];
        assert_eq!(float(&long_double).as_deref(), Some("0xc000000000000000p-63"));
    }
}

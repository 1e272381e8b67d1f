//! Pointers that say where the elements behind another pointer end.
//!
//! A pair of pointers of one type, `text` and `end`, is as usual in C as a pointer with a length.
//! Names decide here too. An object of its own behind the second one would make every comparison
//! of the two an accident of their addresses.

use assay_program::{CKind, CTypeId, CTypes};

/// The flag of such a pointer, as in `runtime/unit.h`.
pub(super) const END: u32 = 32;

/// Whole names, how longer ones may end, and words that end like this by chance.
const NAMES: &[&str] = &["e", "ec", "eof", "last", "stop"];
const ENDINGS: &[&str] = &["end", "lim", "limit"];
const OTHERS: &[&str] = &["append", "depend", "extend", "send"];

pub(super) fn is_end(types: &CTypes, name: &str, ty: CTypeId) -> bool {
    let CKind::Pointer { to, .. } = types.get(ty).kind else { return false };
    let is_scalar = matches!(
        types.get(to).kind,
        CKind::Char | CKind::Signed | CKind::Unsigned | CKind::Float | CKind::Bool | CKind::Enum
    );
    is_scalar && speaks_of_end(name)
}

fn speaks_of_end(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    let is_other = OTHERS.iter().any(|other| name.ends_with(other));
    NAMES.contains(&name.as_str())
        || (!is_other && ENDINGS.iter().any(|ending| name.ends_with(ending)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_ends_are_known() {
        for name in ["end", "buf_end", "zEnd", "m_bufferLim", "ec"] {
            assert!(speaks_of_end(name), "{name}");
        }
        for name in ["to_send", "append", "text", "endpoint", "decoder"] {
            assert!(!speaks_of_end(name), "{name}");
        }
    }
}

//! Which integer parameter says how many elements another parameter points to.
//!
//! C has no word for it, so names and places decide: an integer right behind a pointer (or,
//! failing that, right in front of it) whose name speaks of a length; or, where several pointers
//! are followed by as many lengths, the one in the same place. What is left of the name without the
//! length may name the pointer that it belongs to: `sourceLen` is the length of `source`, and not
//! the number of structs behind `stream`.

use super::contract::{self, Contract, Length};
use super::ends;
use assay_program::{CKind, Interface};

/// `UNIT_LOOSE` in `runtime/unit.h`: nobody promised it.
pub(super) const LOOSE: u32 = 64;

/// Whole names, and how longer ones may end or begin.
const NAMES: &[&str] = &["n", "len", "length", "size", "count", "cnt", "num", "sz", "nbytes"];
const ENDINGS: &[&str] =
    &["len", "length", "size", "count", "capacity", "_cnt", "_num", "_n", "_sz", "bytes"];
const BEGINNINGS: &[&str] = &["n_", "num_", "num", "nb_", "len_", "size_", "nelem", "nmemb"];

/// Pairs of indices: the pointer, and its length. What the contract says comes first.
pub(super) fn of(interface: &Interface, contract: &Contract) -> Vec<(usize, usize)> {
    let mut pairs = promised(interface, contract);
    for pointer in 0..interface.parameters.len() {
        let is_free = |index: usize| pairs.iter().all(|pair| pair.0 != index && pair.1 != index);
        let is_settled = is_settled(contract, &interface.parameters[pointer].name);
        if is_settled || !is_free(pointer) || !is_sequence(interface, pointer) {
            continue;
        }
        let places = [same_place(interface, pointer), Some(pointer + 1), pointer.checked_sub(1)];
        let length = places
            .into_iter()
            .flatten()
            .filter(|&length| is_free(length) && is_length_of(interface, length, pointer))
            .find(|&length| contract::can_be_length(contract, &interface.parameters[length].name));
        pairs.extend(length.map(|length| (pointer, length)));
    }
    pairs
}

fn promised(interface: &Interface, contract: &Contract) -> Vec<(usize, usize)> {
    let position = |name: &str| interface.parameters.iter().position(|p| p.name == name);
    contract
        .iter()
        .filter_map(|(name, promise)| match &promise.length {
            Some(Length::Parameter(length)) => position(name).zip(position(length)),
            _ => None,
        })
        .collect()
}

/// The contract says how much there is behind the pointer.
fn is_settled(contract: &Contract, name: &str) -> bool {
    contract.get(name).is_some_and(|promise| {
        promise.length.is_some() || promise.is_single || promise.is_string == Some(true)
    })
}

/// Among as many lengths as there are pointers in front of them.
fn same_place(interface: &Interface, pointer: usize) -> Option<usize> {
    let count = interface.parameters.len();
    let first = (0..pointer).rev().take_while(|&at| is_sequence(interface, at)).last();
    let first = first.unwrap_or(pointer);
    let end = (pointer..count).find(|&at| !is_sequence(interface, at))?;
    let mut lengths = end..2 * end - first;
    let is_complete = lengths.all(|at| at < count && is_length(interface, at));
    is_complete.then_some(end + pointer - first)
}

fn is_length_of(interface: &Interface, length: usize, pointer: usize) -> bool {
    if length >= interface.parameters.len() || !is_length(interface, length) {
        return false;
    }
    let Some(subject) = subject(&interface.parameters[length].name) else { return false };
    let is_named = |index: usize| {
        let name = interface.parameters[index].name.to_ascii_lowercase();
        subject.is_empty() || name.contains(&subject) || subject.contains(&name)
    };
    let is_others = || {
        (0..interface.parameters.len())
            .any(|other| other != pointer && is_sequence(interface, other) && is_named(other))
    };
    is_named(pointer) || (!points_to_aggregate(interface, pointer) && !is_others())
}

fn points_to_aggregate(interface: &Interface, index: usize) -> bool {
    match interface.types.get(interface.parameters[index].ty).kind {
        CKind::Pointer { to, .. } => {
            matches!(interface.types.get(to).kind, CKind::Struct { .. } | CKind::Union { .. })
        }
        _ => false,
    }
}

fn is_sequence(interface: &Interface, index: usize) -> bool {
    let types = &interface.types;
    let parameter = &interface.parameters[index];
    if ends::is_end(types, &parameter.name, parameter.ty) {
        return false;
    }
    match types.get(parameter.ty).kind {
        CKind::Pointer { to, .. } => {
            let target = types.get(to);
            target.kind == CKind::Void || target.size > 0
        }
        _ => false,
    }
}

fn is_length(interface: &Interface, index: usize) -> bool {
    is_integer(interface, index) && subject(&interface.parameters[index].name).is_some()
}

/// Of a size that a length may have.
pub(super) fn is_integer(interface: &Interface, index: usize) -> bool {
    let ty = interface.types.get(interface.parameters[index].ty);
    matches!(ty.kind, CKind::Signed | CKind::Unsigned) && matches!(ty.size, 1 | 2 | 4 | 8)
}

/// What the name of a length says it is the length of, which may be nothing; `None` for a name
/// that does not speak of a length.
fn subject(name: &str) -> Option<String> {
    let name = name.to_ascii_lowercase();
    if NAMES.contains(&name.as_str()) {
        return Some(String::new());
    }
    // `argc` of `argv`
    if let Some(start) = name.strip_suffix("argc") {
        return Some(format!("{start}argv"));
    }
    let endings = ENDINGS.iter().filter_map(|ending| name.strip_suffix(ending));
    let beginnings = BEGINNINGS.iter().filter_map(|beginning| name.strip_prefix(beginning));
    let rest = endings.chain(beginnings).next()?;
    Some(rest.trim_matches('_').to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_lengths_are_known() {
        let cases = [
            ("n", ""),
            ("len", ""),
            ("nLen", "n"),
            ("buf_size", "buf"),
            ("numItems", "items"),
            ("nelems", "s"),
            ("sourceLen", "source"),
            ("dstCapacity", "dst"),
            ("argc", "argv"),
        ];
        for (name, rest) in cases {
            assert_eq!(subject(name).as_deref(), Some(rest), "{name}");
        }
        for name in ["key", "x", "mode", "next", "flags"] {
            assert_eq!(subject(name), None, "{name}");
        }
    }
}

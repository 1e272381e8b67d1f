//! Which integer parameter says how many elements another parameter points to.
//!
//! C has no word for it, so names decide: an integer right behind a pointer (or, failing that,
//! right in front of it) whose name speaks of a length.

use super::contract::{Contract, Length};
use assay_program::{CKind, Interface};

/// Whole names, and how longer ones may end or begin.
const NAMES: &[&str] = &["n", "len", "length", "size", "count", "cnt", "num", "sz", "nbytes"];
const ENDINGS: &[&str] = &["len", "length", "size", "count", "_cnt", "_num", "_n", "_sz", "bytes"];
const BEGINNINGS: &[&str] = &["n_", "num_", "num", "nb_", "len_", "size_", "nelem", "nmemb"];

/// Pairs of indices: the pointer, and its length. What the contract says comes first.
pub(super) fn of(interface: &Interface, contract: &Contract) -> Vec<(usize, usize)> {
    let count = interface.parameters.len();
    let mut pairs = promised(interface, contract);
    let is_settled = |index: usize| {
        let promise = contract.get(&interface.parameters[index].name);
        promise.is_some_and(|promise| {
            promise.length.is_some() || promise.is_single || promise.is_string == Some(true)
        })
    };
    let is_free = |pairs: &[(usize, usize)], index: usize| {
        pairs.iter().all(|&(pointer, length)| pointer != index && length != index)
    };
    for pointer in 0..count {
        let neighbours = [Some(pointer + 1), pointer.checked_sub(1)];
        let length = neighbours.into_iter().flatten().find(|&length| {
            length < count
                && is_free(&pairs, pointer)
                && !is_settled(pointer)
                && is_free(&pairs, length)
                && is_sequence(interface, pointer)
                && is_length(interface, length)
        });
        if let Some(length) = length {
            pairs.push((pointer, length));
        }
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

fn is_sequence(interface: &Interface, index: usize) -> bool {
    let types = &interface.types;
    match types.get(interface.parameters[index].ty).kind {
        CKind::Pointer { to, .. } => {
            let target = types.get(to);
            target.kind == CKind::Void || target.size > 0
        }
        _ => false,
    }
}

fn is_length(interface: &Interface, index: usize) -> bool {
    is_integer(interface, index) && speaks_of_length(&interface.parameters[index].name)
}

/// Of a size that a length may have.
pub(super) fn is_integer(interface: &Interface, index: usize) -> bool {
    let ty = interface.types.get(interface.parameters[index].ty);
    matches!(ty.kind, CKind::Signed | CKind::Unsigned) && matches!(ty.size, 1 | 2 | 4 | 8)
}

fn speaks_of_length(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    NAMES.contains(&name.as_str())
        || ENDINGS.iter().any(|ending| name.ends_with(ending))
        || BEGINNINGS.iter().any(|beginning| name.starts_with(beginning))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_lengths_are_known() {
        for name in ["n", "len", "nLen", "buf_size", "numItems", "nelems", "sourceLen"] {
            assert!(speaks_of_length(name), "{name}");
        }
        for name in ["key", "x", "mode", "next", "flags"] {
            assert!(!speaks_of_length(name), "{name}");
        }
    }
}

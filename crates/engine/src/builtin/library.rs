//! Which functions belong to the C library, with or without a model.
//!
//! An undefined function of the program stands for something unknown: its result is an input. An
//! undefined function of the library is known and does something; making up a result would
//! change the meaning of the program, so the path ends with its name.

use rustc_hash::FxHashSet;
use std::sync::LazyLock;

/// What glibc and its libm export, separated by blanks, sorted.
static NAMES: LazyLock<FxHashSet<&str>> =
    LazyLock::new(|| include_str!("library_names.txt").split_whitespace().collect());

pub fn is_library_function(name: &str) -> bool {
    NAMES.contains(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_library_is_known_by_name() {
        for name in ["fork", "regcomp", "tgamma", "getaddrinfo", "__fprintf_chk"] {
            assert!(is_library_function(name), "{name}");
        }
        assert!(!is_library_function("read_sensor"));
    }
}

//! What belongs to the C library, with or without a model.
//!
//! An undefined function of the program stands for something unknown: its result is an input. So is
//! that of a function of the system that nobody else could answer for. Any other undefined function
//! of the library is known and does something; making up a result would change the meaning of the
//! program, so the path ends with its name.

use rustc_hash::FxHashSet;
use std::sync::LazyLock;

/// Functions of the system that have no model, because nobody but the system knows what they
/// answer: as with a function that is defined nowhere, that is an input, and natively something
/// stands in for them. Sorted, separated by blanks.
static ANSWERED: LazyLock<FxHashSet<&str>> =
    LazyLock::new(|| include_str!("system_names.txt").split_whitespace().collect());

/// Whether what this function of the system answers is an input.
pub fn is_answered(name: &str) -> bool {
    ANSWERED.contains(name)
}

/// What works on a descriptor that it is given. Of one that the code under test was given itself,
/// nobody knows what is behind it.
const ON_DESCRIPTORS: &[&str] = &[
    "close",
    "dup",
    "fdatasync",
    "fstat",
    "fstat64",
    "fsync",
    "ftruncate",
    "ftruncate64",
    "isatty",
    "lseek",
    "lseek64",
    "pread",
    "pread64",
    "pwrite",
    "pwrite64",
    "read",
    "tcgetattr",
    "tcsetattr",
    "write",
];

/// What makes descriptors whose other end the model has.
const MAKES_DESCRIPTORS: &[&str] = &[
    "creat",
    "creat64",
    "dirfd",
    "dup2",
    "dup3",
    "fdopen",
    "memfd_create",
    "mkstemp",
    "mkstemp64",
    "open",
    "open64",
    "openat",
    "openat64",
    "pipe",
    "pipe2",
    "__open_2",
    "__open64_2",
];

/// Whether what it answers is an input in a function under test that is given its descriptors.
pub fn is_on_descriptor(name: &str) -> bool {
    ON_DESCRIPTORS.contains(&name)
}

pub fn makes_descriptor(name: &str) -> bool {
    MAKES_DESCRIPTORS.contains(&name)
}

/// What glibc and its libm export, separated by blanks, sorted.
static NAMES: LazyLock<FxHashSet<&str>> =
    LazyLock::new(|| include_str!("library_names.txt").split_whitespace().collect());

/// Whether a path ends where it is called and has no model.
pub fn is_library_function(name: &str) -> bool {
    NAMES.contains(name) && !is_answered(name)
}

/// Variables that the C library defines.
const LIBRARY_VARIABLES: &[&str] = &[
    "__environ",
    "__progname",
    "__progname_full",
    "_environ",
    "daylight",
    "environ",
    "error_message_count",
    "error_one_per_line",
    "error_print_progname",
    "optarg",
    "opterr",
    "optind",
    "optopt",
    "program_invocation_name",
    "program_invocation_short_name",
    "signgam",
    "stderr",
    "stdin",
    "stdout",
    "timezone",
    "tzname",
];

pub fn is_variable(name: &str) -> bool {
    LIBRARY_VARIABLES.contains(&name)
}

/// Variables of the library that are what the world says.
pub(crate) const ASKING_VARIABLES: [&str; 10] = [
    "environ",
    "__environ",
    "_environ",
    "program_invocation_name",
    "program_invocation_short_name",
    "__progname",
    "__progname_full",
    "tzname",
    "timezone",
    "daylight",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_library_is_known_by_name() {
        for name in ["fork", "regcomp", "tgamma", "strptime", "__fprintf_chk"] {
            assert!(is_library_function(name), "{name}");
        }
        assert!(!is_library_function("read_sensor"));
        assert!(!is_library_function("setsockopt"), "answered by inputs");
    }
}

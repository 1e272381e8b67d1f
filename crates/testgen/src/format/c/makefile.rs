//! The `Makefile` of a folder of tests.
//!
//! Names go through two languages: make, where `$`, `#`, `%` and spaces mean something, and the
//! shell. Paths are relative to the folder of tests where they share more than the root with it,
//! so that a project can be moved as a whole.

use crate::harness::{HEAP_FUNCTIONS, LINK_FLAGS, MAKEFILE_TEMPLATE, wrap_flags};
use crate::{SourceUnit, Subject};
use std::path::{Component, Path, PathBuf};

/// `folder` is where the `Makefile` goes; absolute.
pub(super) fn text(folder: &Path, subject: &Subject) -> String {
    let objects: Vec<String> = (0..subject.sources.len()).map(object_name).collect();
    let rules: Vec<String> = subject
        .sources
        .iter()
        .enumerate()
        .map(|(index, unit)| object_rule(folder, index, unit))
        .collect();
    let wrapped = HEAP_FUNCTIONS.into_iter().chain(["_exit"]);
    MAKEFILE_TEMPLATE
        .replace("@MACHINE@", if subject.is_32_bit { "-m32" } else { "" })
        .replace("@CHECK_PROFILE@", check_profile(subject))
        .replace("@LINK_FLAGS@", &LINK_FLAGS.join(" "))
        .replace("@WRAP@", &wrap_flags(wrapped).join(" "))
        .replace("@SUBJECT@", &objects.join(" "))
        .replace("@SUBJECT_RULES@", &rules.join("\n"))
}

/// Bitcode may hold counters that clang does not compile unless it is told to count.
fn check_profile(subject: &Subject) -> &'static str {
    let is_bitcode = |unit: &SourceUnit| {
        unit.file.extension().is_some_and(|extension| extension == "bc" || extension == "ll")
    };
    let has_bitcode = subject.sources.iter().any(is_bitcode);
    if has_bitcode { "-fprofile-instr-generate=/dev/null" } else { "" }
}

fn object_name(index: usize) -> String {
    format!("subject{index}.o")
}

/// The stem of the pattern is the mode; it chooses the flags that are added.
fn object_rule(folder: &Path, index: usize, unit: &SourceUnit) -> String {
    let compiled_in = unit.folder.canonicalize().unwrap_or_else(|_| unit.folder.clone());
    let working_folder = relative(folder, &compiled_in);
    let file = unit.file.strip_prefix(&compiled_in).unwrap_or(&unit.file);
    let prerequisite =
        if file.is_absolute() { relative(folder, file) } else { working_folder.join(file) };
    let flags: String = unit.flags.iter().map(|flag| shell_word(flag) + " ").collect();
    format!(
        "build/%/{}: {}\n\t@mkdir -p $(@D)\n\tcd {} && $(CC) {flags}$(MACHINE) $(FLAGS_$*) -c {} -o \
         '$(CURDIR)/$@'\n",
        object_name(index),
        make_name(&prerequisite.to_string_lossy()),
        shell_word(&working_folder.to_string_lossy()),
        shell_word(&file.to_string_lossy()),
    )
}

/// A word of a recipe: quoted for the shell, with make's own `$` doubled.
fn shell_word(text: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_=./,:+@%".contains(c);
    let quoted = if !text.is_empty() && text.chars().all(is_plain) {
        text.to_string()
    } else {
        format!("'{}'", text.replace('\'', r"'\''"))
    };
    quoted.replace('$', "$$")
}

/// A prerequisite of a pattern rule.
fn make_name(path: &str) -> String {
    let mut name = String::new();
    for c in path.chars() {
        match c {
            '$' => name.push_str("$$"),
            ' ' | '#' | '%' | ':' => name.extend(['\\', c]),
            _ => name.push(c),
        }
    }
    name
}

/// The way from `from` to `to`, both absolute folders or files without `..`; `to` itself where
/// they share nothing but the root.
fn relative(from: &Path, to: &Path) -> PathBuf {
    let shared = from.components().zip(to.components()).take_while(|(a, b)| a == b).count();
    if shared <= 1 {
        return to.to_path_buf();
    }
    let up = from.components().skip(shared).map(|_| Component::ParentDir);
    let way: PathBuf = up.chain(to.components().skip(shared)).collect();
    if way.as_os_str().is_empty() { PathBuf::from(".") } else { way }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_relative_below_a_shared_folder_and_absolute_otherwise() {
        let relative = |from, to| relative(Path::new(from), Path::new(to)).display().to_string();
        assert_eq!(relative("/home/a/out/tests", "/home/a"), "../..");
        assert_eq!(relative("/home/a/out/tests", "/home/a/src/x.c"), "../../src/x.c");
        assert_eq!(relative("/tmp/out", "/home/a"), "/home/a");
        assert_eq!(relative("/home/a", "/home/a"), ".");
    }

    #[test]
    fn words_survive_make_and_the_shell() {
        assert_eq!(shell_word("-DX=1"), "-DX=1");
        assert_eq!(shell_word("-DS=\"a b\""), "'-DS=\"a b\"'");
        assert_eq!(shell_word("it's $5"), r"'it'\''s $$5'");
        assert_eq!(make_name("my dir/a#1.c"), r"my\ dir/a\#1.c");
    }
}

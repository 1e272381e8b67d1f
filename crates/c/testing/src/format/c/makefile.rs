//! The `Makefile` of a folder of tests.
//!
//! Names go through two languages: make, where `$`, `#`, `%` and spaces mean something, and the
//! shell. Paths are relative to the folder of tests where they share more than the root with it,
//! so that a project can be moved as a whole.

use crate::harness::{LINK_FLAGS, MAKEFILE_TEMPLATE, OLD_C, wrap_flags};
use crate::{SourceUnit, Subject};
use std::path::{Component, Path, PathBuf};

/// `folder` is where the `Makefile` goes; absolute.
pub(super) fn text(folder: &Path, subject: &Subject) -> String {
    let objects: Vec<String> =
        (0..subject.sources.len()).map(|index| object_name("subject", index)).collect();
    let wrapped = subject.externals.wrapped().chain(["_exit"]);
    MAKEFILE_TEMPLATE
        .replace("@MACHINE@", if subject.is_32_bit { "-m32" } else { "" })
        .replace("@DECISIONS@", if subject.has_decisions { "-fcoverage-mcdc" } else { "" })
        .replace("@CHECK_PROFILE@", check_profile(subject))
        .replace("@OLD_C@", &OLD_C.join(" "))
        .replace("@CALLS@", &subject.externals.flags().join(" "))
        .replace("@LINK_FLAGS@", &LINK_FLAGS.join(" "))
        .replace("@WRAP@", &wrap_flags(wrapped).join(" "))
        .replace("@LIBRARIES@", &words(&subject.externals.libraries))
        .replace("@SUBJECT@", &objects.join(" "))
        .replace("@SUITES@", &suite_names(subject).join(" "))
        .replace("@SUITE_TESTS@", &suite_tests(folder, subject))
        .replace("@SUBJECT_RULES@", &rules(folder, subject).join("\n"))
}

fn rules(folder: &Path, subject: &Subject) -> Vec<String> {
    let mut rules = Vec::new();
    for (index, unit) in subject.sources.iter().enumerate() {
        rules.push(Compiled::subject(index).rule(folder, unit));
        if subject.interface.is_some() {
            rules.push(Compiled::other(index).rule(folder, unit));
            rules.push(Compiled::suite(index).rule(folder, unit));
        }
    }
    rules
}

fn suite_names(subject: &Subject) -> Vec<String> {
    match subject.interface {
        Some(_) => (0..subject.sources.len()).map(|index| format!("suite{index}")).collect(),
        None => Vec::new(),
    }
}

/// Which tests belong to each suite, and what it is linked with: the other sources.
fn suite_tests(folder: &Path, subject: &Subject) -> String {
    if subject.interface.is_none() {
        return String::new();
    }
    let mut text = String::new();
    for (index, unit) in subject.sources.iter().enumerate() {
        let mark = shell_word(&source_mark(folder, unit));
        let others: Vec<String> = (0..subject.sources.len())
            .filter(|&other| other != index)
            .map(|other| object_name("other", other))
            .collect();
        text +=
            &format!("TESTS_suite{index} := $(if $(TESTS),$(shell grep -lxF {mark} $(TESTS)))\n");
        text += &format!("OTHERS_suite{index} := {}\n", others.join(" "));
    }
    text
}

/// The line in a test that says which source it includes.
pub(super) fn source_mark(folder: &Path, unit: &SourceUnit) -> String {
    format!(" * Source: {}", super::in_comment(&path_from(folder, unit).to_string_lossy()))
}

/// Bitcode may hold counters that clang does not compile unless it is told to count.
fn check_profile(subject: &Subject) -> &'static str {
    let is_bitcode = |unit: &SourceUnit| {
        unit.file.extension().is_some_and(|extension| extension == "bc" || extension == "ll")
    };
    let has_bitcode = subject.sources.iter().any(is_bitcode);
    if has_bitcode { "-fprofile-instr-generate=/dev/null" } else { "" }
}

fn object_name(stem: &str, index: usize) -> String {
    format!("{stem}{index}.o")
}

/// How a file in the folder of tests names a source.
pub(in crate::format) fn path_from(folder: &Path, unit: &SourceUnit) -> PathBuf {
    let compiled_in = unit.folder.canonicalize().unwrap_or_else(|_| unit.folder.clone());
    relative(folder, &compiled_in.join(&unit.file))
}

/// How `stem.c`, a file in the folder that includes a source, becomes `stem.o`.
pub(in crate::format) fn includer_rule(
    folder: &Path,
    unit: &SourceUnit,
    stem: &str,
    flags: &'static str,
) -> String {
    let object = format!("{stem}.o");
    Compiled { object, flags, includer: Some(format!("{stem}.c")) }.rule(folder, unit)
}

/// One way in which a source is compiled.
struct Compiled {
    object: String,
    /// Besides the source's own.
    flags: &'static str,
    /// The file that includes the source, if it is not the source itself.
    includer: Option<String>,
}

impl Compiled {
    fn subject(index: usize) -> Compiled {
        Compiled { object: object_name("subject", index), flags: "", includer: None }
    }

    /// Beside the `main` of a suite there can be no other.
    fn other(index: usize) -> Compiled {
        let flags = "-Dmain=assay_other_main ";
        Compiled { object: object_name("other", index), flags, includer: None }
    }

    fn suite(index: usize) -> Compiled {
        let includer = Some(format!("build/suite{index}.c"));
        Compiled { object: object_name("suite", index), flags: "-w ", includer }
    }

    /// The stem of the pattern is the mode; it chooses the flags that are added.
    fn rule(&self, folder: &Path, unit: &SourceUnit) -> String {
        let compiled_in = unit.folder.canonicalize().unwrap_or_else(|_| unit.folder.clone());
        let working_folder = relative(folder, &compiled_in);
        let file = unit.file.strip_prefix(&compiled_in).unwrap_or(&unit.file);
        let prerequisite =
            if file.is_absolute() { relative(folder, file) } else { working_folder.join(file) };
        let prerequisite = make_name(&prerequisite.to_string_lossy());
        let (needed, compiled) = match &self.includer {
            Some(includer) => {
                (format!("{includer} {prerequisite}"), format!("'$(CURDIR)/{includer}'"))
            }
            None => (prerequisite, shell_word(&file.to_string_lossy())),
        };
        let flags = words(&unit.flags);
        format!(
            "build/%/{}: {needed}\n\t@mkdir -p $(@D)\n\tcd {} && $(CC) {flags}{}$(MACHINE) \
             $(FLAGS_$*) -c {compiled} -o '$(CURDIR)/$@'\n",
            self.object,
            shell_word(&working_folder.to_string_lossy()),
            self.flags,
        )
    }
}

/// Words of a recipe, each with a blank behind it.
fn words(texts: &[String]) -> String {
    texts.iter().map(|text| shell_word(text) + " ").collect()
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

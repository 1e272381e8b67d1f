//! The surroundings of a test in C: arguments, environment, input and files as strings.

use super::literal;
use assay_c_library::outside::error_name;
use assay_verdict::{FailingCall, Surroundings};
use std::fmt::Write;

/// The definition of `assay_world`; nothing for a program that is called without anything.
pub(super) fn definition(surroundings: &Surroundings) -> String {
    if *surroundings == Surroundings::default() {
        return String::new();
    }
    let mut text = strings("arguments", arguments(surroundings));
    let sizes = sizes(surroundings);
    if let Some(sizes) = &sizes {
        text += sizes;
    }
    text += &strings("environment", environment(surroundings));
    if !surroundings.failures.is_empty() {
        let _ = writeln!(
            text,
            "static struct assay_failure failures[] = {{\n    {}{{0}},\n}};",
            failures(surroundings)
        );
    }
    text += "static const struct assay_file files[] = {\n";
    for (name, bytes) in &surroundings.files {
        let _ = writeln!(text, "    {},", file(name, bytes));
    }
    let _ = writeln!(
        text,
        "    {{0}},\n}};\n\nconst struct assay_world assay_world = {{\n    .arguments = arguments,\n    \
         .environment = environment,\n    .input = {},\n    .files = files,",
        file("stdin", &surroundings.stdin)
    );
    if sizes.is_some() {
        text += "    .sizes = sizes,\n";
    }
    if !surroundings.failures.is_empty() {
        text += "    .failures = failures,\n";
    }
    text + "};\n\n"
}

/// `{"write", 2, 28 /* ENOSPC */}, ` for each call that fails, `{"read", 1, 0, 3 /* at most */}, `
/// for one that does a part.
pub(super) fn failures(surroundings: &Surroundings) -> String {
    let failing = |FailingCall { function, number, error, most }: &FailingCall| {
        let function = literal::string(function.as_bytes());
        let name = error_name(*error).map_or(String::new(), |name| format!(" /* {name} */"));
        let most = most.map_or(String::new(), |most| format!(", {most} /* at most */"));
        format!("{{{function}, {number}, {error}{name}{most}}}, ")
    };
    surroundings.failures.iter().map(failing).collect()
}

fn arguments(surroundings: &Surroundings) -> impl Iterator<Item = Vec<u8>> {
    [b"program".to_vec()].into_iter().chain(surroundings.arguments.iter().cloned())
}

/// Where an argument has bytes behind a zero, its length is not its size.
fn sizes(surroundings: &Surroundings) -> Option<String> {
    surroundings.arguments.iter().find(|bytes| bytes.contains(&0))?;
    let sizes: Vec<String> = arguments(surroundings).map(|bytes| bytes.len().to_string()).collect();
    Some(format!("static const unsigned long sizes[] = {{{}}};\n", sizes.join(", ")))
}

fn environment(surroundings: &Surroundings) -> impl Iterator<Item = Vec<u8>> {
    let variable = |(name, value): &(String, Vec<u8>)| [name.as_bytes(), b"=", &value[..]].concat();
    surroundings.environment.iter().map(variable)
}

/// An array of strings that ends with a null pointer.
fn strings(name: &str, values: impl Iterator<Item = Vec<u8>>) -> String {
    let literals: String = values.map(|value| literal::string(&value) + ", ").collect();
    format!("static const char *const {name}[] = {{{literals}0}};\n")
}

fn file(name: &str, bytes: &[u8]) -> String {
    format!("{{{}, CONTENT({})}}", literal::string(name.as_bytes()), literal::string(bytes))
}

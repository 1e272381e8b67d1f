//! Places, numbers and endings as people read them.

use assay_verdict::{Ending, Unit};

/// `file:line:column`, without what is unknown.
pub(crate) fn place(file: &str, line: u32, column: u32) -> String {
    match (line, column) {
        (0, _) => file.to_string(),
        (line, 0) => format!("{file}:{line}"),
        (line, column) => format!("{file}:{line}:{column}"),
    }
}

/// `1 test`, `2 tests`.
pub(crate) fn plural(count: usize, word: &str) -> String {
    format!("{count} {word}{}", if count == 1 { "" } else { "s" })
}

/// How a test of this unit ends. `main` of a function's test is its driver, and no news.
pub(crate) fn ending(unit: &Unit, ends: &Ending) -> String {
    match ends {
        Ending::Return { .. } if unit.name != "main" => "the function returns".to_string(),
        ends => ends.to_string(),
    }
}

/// For text and attributes of XML and HTML. What they cannot hold at all is replaced.
pub(crate) fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped += "&amp;",
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            '"' => escaped += "&quot;",
            '\'' => escaped += "&apos;",
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => escaped.push('\u{fffd}'),
            c => escaped.push(c),
        }
    }
    escaped
}

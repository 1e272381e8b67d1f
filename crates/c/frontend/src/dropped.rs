//! Decisions that clang leaves out of MC/DC.
//!
//! It does so for decisions with `&&` or `||` inside of an operand (`a && f(b || c)`), and for
//! those with too many conditions, and warns. Most of them are found in the code all the same
//! ([`left_out`](crate::coverage::left_out)); each of the others becomes a note of the program.
//! Their branches are objectives like all others.

use crate::convert;
use assay_program::Program;
use assay_program::observable::{Observable, Observed};
use std::path::{Path, PathBuf};

const WARNING: &str = ": warning: unsupported MC/DC boolean expression; ";

/// A decision that is not measured.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dropped {
    pub path: PathBuf,
    /// Where it begins: line and column.
    pub place: (u32, u32),
    pub reason: String,
}

/// Those that clang's diagnostics tell of; names of files count from `folder`.
pub fn parse(diagnostics: &str, folder: &Path) -> Vec<Dropped> {
    diagnostics.lines().filter_map(|line| parse_line(line, folder)).collect()
}

/// `FILE:LINE:COLUMN: warning: unsupported MC/DC boolean expression; REASON. Expression will …`
fn parse_line(line: &str, folder: &Path) -> Option<Dropped> {
    let (before, after) = line.split_once(WARNING)?;
    let mut parts = before.rsplitn(3, ':');
    let column = parts.next()?.parse().ok()?;
    let row = parts.next()?.parse().ok()?;
    let path = folder.join(parts.next()?);
    let reason = after.split(". Expression").next().unwrap_or(after).to_string();
    Some(Dropped { path, place: (row, column), reason })
}

/// clang's diagnostics without these warnings: that such a decision is not covered is not true
/// here, or told by a note.
pub fn without_warnings(diagnostics: &str) -> String {
    let mut kept = String::new();
    let mut is_kept = true;
    for line in diagnostics.lines() {
        if line.contains(WARNING) {
            is_kept = false;
        } else if [": warning: ", ": error: ", ": fatal error: "].iter().any(|of| line.contains(of))
            || line.ends_with(" generated.")
        {
            is_kept = true;
        }
        if is_kept {
            kept += line;
            kept.push('\n');
        }
    }
    // The count of what was dropped.
    if kept.lines().all(|line| line.ends_with(" generated.")) { String::new() } else { kept }
}

/// A line for each decision in a function of the program that is not `recorded` all the same, and
/// one for those that are.
pub fn notes<'d>(
    program: &Program,
    dropped: impl Iterator<Item = &'d Dropped>,
    recorded: &[(PathBuf, (u32, u32))],
) -> Vec<String> {
    let mut notes = Vec::new();
    for dropped in dropped {
        let Dropped { path, place, reason } = dropped;
        let file = convert::file_name(path);
        if is_code(program, &file, *place) && !dropped.is_among(&file, recorded) {
            let (line, column) = place;
            notes.push(format!("{file}:{line}:{column}: no MC/DC of this decision: {reason}"));
        }
    }
    notes.extend((!recorded.is_empty()).then(|| {
        let count = recorded.len();
        let decisions = if count == 1 { "decision" } else { "decisions" };
        format!(
            "MC/DC: {count} {decisions} that clang leaves out are judged by Assay, not by llvm-cov"
        )
    }));
    notes
}

impl Dropped {
    /// Whether one of these begins with its first condition: there are only parentheses and `!`
    /// before it.
    fn is_among(&self, file: &str, recorded: &[(PathBuf, (u32, u32))]) -> bool {
        let mut here = recorded.iter().filter(|(path, _)| convert::file_name(path) == file);
        let text = std::fs::read_to_string(&self.path).unwrap_or_default();
        here.any(|(_, first)| *first == self.place || opens(&text, self.place, *first))
    }
}

/// Whether there is nothing but what may stand before a condition between two places of a text.
fn opens(text: &str, from: (u32, u32), to: (u32, u32)) -> bool {
    let offset = |(line, column): (u32, u32)| {
        let before = text.split_inclusive('\n').take((line as usize).checked_sub(1)?);
        Some(before.map(str::len).sum::<usize>() + (column as usize).checked_sub(1)?)
    };
    let between = offset(from).zip(offset(to)).and_then(|(from, to)| text.get(from..to));
    between.is_some_and(|text| text.chars().all(|c| c.is_whitespace() || "(!\\".contains(c)))
}

fn is_code(program: &Program, file: &str, place: (u32, u32)) -> bool {
    let bodies = program.functions.values().filter_map(|function| function.body.as_ref());
    let observables = bodies.filter_map(|body| body.observables.as_ref());
    observables.flat_map(|of| &of.places).any(|Observable { extent, kind, .. }| {
        matches!(kind, Observed::Code(_))
            && extent.start <= place
            && place < extent.end
            && program.files[extent.file].name == file
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_warnings_stay() {
        let text = "a.c:7:10: warning: unsupported MC/DC boolean expression; too much. Expression \
                    will not be covered\n   7 |   if (a && g(a || b))\n     |       ^\n";
        assert_eq!(without_warnings(&format!("{text}1 warning generated.\n")), "");
        let other = "a.c:9:1: warning: unused variable\n   9 | int x;\n";
        assert_eq!(without_warnings(&format!("{text}{other}")), other);
        assert_eq!(without_warnings(&format!("{other}{text}")), other);
    }

    #[test]
    fn a_decision_begins_with_its_first_condition() {
        let text = "int x;\nif ((!(a && b)) && c)\n";
        assert!(opens(text, (2, 4), (2, 8)));
        assert!(!opens(text, (2, 4), (2, 13)));
        assert!(!opens(text, (2, 8), (2, 4)));
        assert!(!opens(text, (7, 8), (9, 4)));
    }

    #[test]
    fn a_warning_says_where_and_why() {
        let text = "src/a.c:7:10: warning: unsupported MC/DC boolean expression; contains an \
                    operation with a nested boolean expression. Expression will not be covered\n\
                    \x20   7 |   while (r < 10 && g(a || b)) r++;\n\
                    src/a.c:9:1: warning: unused variable\n1 warning generated.\n";
        let expected = Dropped {
            path: "/p/src/a.c".into(),
            place: (7, 10),
            reason: "contains an operation with a nested boolean expression".into(),
        };
        assert_eq!(parse(text, Path::new("/p")), [expected]);
    }
}

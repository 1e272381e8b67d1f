//! Decisions that clang leaves out of MC/DC.
//!
//! It does so for decisions with `&&` or `||` inside of an operand (`a && f(b || c)`), and for those
//! with too many conditions, and warns. What concerns the program at hand becomes a note of it; the
//! branches of such a decision are objectives like all others.

use crate::convert;
use assay_program::Program;
use assay_program::coverage::RegionKind;
use std::path::{Path, PathBuf};

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
    let (before, after) = line.split_once(": warning: unsupported MC/DC boolean expression; ")?;
    let mut parts = before.rsplitn(3, ':');
    let column = parts.next()?.parse().ok()?;
    let row = parts.next()?.parse().ok()?;
    let path = folder.join(parts.next()?);
    let reason = after.split(". Expression").next().unwrap_or(after).to_string();
    Some(Dropped { path, place: (row, column), reason })
}

/// A line for each that is in a function of the program.
pub fn notes<'d>(program: &Program, dropped: impl Iterator<Item = &'d Dropped>) -> Vec<String> {
    let mut notes = Vec::new();
    for Dropped { path, place, reason } in dropped {
        let file = convert::file_name(path);
        if is_code(program, &file, *place) {
            let (line, column) = place;
            notes.push(format!("{file}:{line}:{column}: no MC/DC of this decision: {reason}"));
        }
    }
    notes
}

fn is_code(program: &Program, file: &str, place: (u32, u32)) -> bool {
    let bodies = program.functions.values().filter_map(|function| function.body.as_ref());
    let regions = bodies.filter_map(|body| body.coverage.as_ref()).flat_map(|map| &map.regions);
    regions.into_iter().any(|region| {
        matches!(region.kind, RegionKind::Code { .. })
            && region.start <= place
            && place < region.end
            && program.files[region.file].name == file
    })
}

#[cfg(test)]
mod tests {
    use super::*;

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

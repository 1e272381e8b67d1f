//! The source files that a report speaks of, found again by those who show them.
//!
//! Names are as clang saw them, relative to the folder in which the command was given. Where that
//! folder is gone (the results were moved to another machine), the folder of the reader is tried.
//! A file that is not the one the run saw is not shown: its lines would be others.

use assay_verdict::{Report, SourceFile};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// What is known of a file's text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SourceText {
    /// Bytes that are no UTF-8 are replaced.
    Found(String),
    /// Why it cannot be shown.
    Absent(String),
}

/// Notes in the report how these files are now; one that cannot be read is left out.
pub fn note<'a>(report: &mut Report, files: impl Iterator<Item = &'a str>) {
    let mut files: BTreeSet<&str> = files.collect();
    files.retain(|file| report.sources.iter().all(|known| known.file != *file));
    let folder = Path::new(&report.folder);
    let source = |file: &str| Some(SourceFile::of(file, &fs::read(folder.join(file)).ok()?));
    let new: Vec<SourceFile> = files.into_iter().filter_map(source).collect();
    report.sources.extend(new);
}

/// The text of a file as the run saw it.
pub fn text(report: &Report, file: &str) -> SourceText {
    let known = report.sources.iter().find(|source| source.file == file);
    let content = match read(report, file) {
        Ok(content) => content,
        Err(error) => return SourceText::Absent(format!("the source cannot be read: {error}")),
    };
    if known.is_some_and(|known| !known.is(&content)) {
        let why = "the source has changed since the run: run `assay cover` again";
        return SourceText::Absent(why.to_string());
    }
    SourceText::Found(String::from_utf8_lossy(&content).into_owned())
}

fn read(report: &Report, file: &str) -> std::io::Result<Vec<u8>> {
    let first = fs::read(Path::new(&report.folder).join(file));
    first.or_else(|error| fs::read(file).map_err(|_| error))
}

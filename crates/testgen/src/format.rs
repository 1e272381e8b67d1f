//! Forms in which tests are written down. Adding one is one file and one line in [`FORMATS`].

mod c;
mod ktest;
mod testcomp;

use crate::{Subject, TestCase};
use std::io;
use std::path::Path;

/// One member of the open set of test formats.
pub struct Format {
    /// As on the command line.
    pub name: &'static str,
    /// Writes what the tests share. May be called again when more is known about the subject.
    pub prepare: fn(folder: &Path, subject: &Subject) -> io::Result<()>,
    /// Writes one test and returns the names of its files in the folder.
    pub write: fn(folder: &Path, subject: &Subject, test: &TestCase) -> io::Result<Vec<String>>,
    /// Called when all tests are written.
    pub finish: fn(folder: &Path) -> io::Result<()>,
}

/// All formats this build knows.
pub const FORMATS: &[Format] = &[c::FORMAT, ktest::FORMAT, testcomp::FORMAT];

pub fn format_named(name: &str) -> Option<&'static Format> {
    FORMATS.iter().find(|format| format.name == name)
}

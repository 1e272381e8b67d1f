//! Forms in which tests are written down. Adding one is one file and one line in [`FORMATS`].

pub(crate) mod c;
mod cmocka;
mod framework;
mod gtest;
mod ktest;
mod testcomp;
mod unity;

use crate::{Subject, TestCase};
use assay_output::Folder;
use std::io;

/// One member of the open set of test formats.
pub struct Format {
    /// As on the command line.
    pub name: &'static str,
    /// Writes what the tests share. May be called again when more is known about the subject.
    pub prepare: fn(folder: &Folder, subject: &Subject) -> io::Result<()>,
    /// Writes one test and returns the names of its files in the folder.
    pub write: fn(folder: &Folder, subject: &Subject, test: &TestCase) -> io::Result<Vec<String>>,
    /// Called when all tests are written, with all of them.
    pub finish: fn(folder: &Folder, units: &[UnitTests<'_>]) -> io::Result<()>,
    /// Whether whole programs have no tests of this form.
    pub is_for_functions: bool,
}

/// The tests of a program or of a function.
pub struct UnitTests<'a> {
    pub subject: &'a Subject,
    pub tests: Vec<&'a TestCase>,
}

/// All formats this build knows.
pub const FORMATS: &[Format] =
    &[c::FORMAT, ktest::FORMAT, testcomp::FORMAT, unity::FORMAT, cmocka::FORMAT, gtest::FORMAT];

pub fn format_named(name: &str) -> Option<&'static Format> {
    FORMATS.iter().find(|format| format.name == name)
}

//! Tests as files.

use crate::{TestCase, UnitId, Wording};
use assay_output::Folder;
use std::io;
use std::path::Path;

/// The folder of tests, below the output folder.
pub const TESTS: &str = "tests";

/// Writes the tests of a project, in the formats that were asked for.
pub trait TestWriter: Send {
    /// Writes what the tests of a unit share. May be called again when more is known.
    fn prepare(&self, folder: &Folder, unit: UnitId) -> io::Result<()>;

    /// Writes one test; the names of its files in the folder.
    fn write(&self, folder: &Folder, unit: UnitId, test: &TestCase) -> io::Result<Vec<String>>;

    /// Called when the tests of some units are written, with all of them.
    fn finish(&self, folder: &Folder, units: &[UnitTests<'_>]) -> io::Result<()>;

    /// Has the tests in this folder compiled, and worded otherwise where they are not accepted as
    /// they are. An error is what to tell the user.
    fn compile(&self, folder: &Path, tests: Vec<WrittenTest<'_>>) -> Result<Compiled, String>;

    /// Whether people's use of the tests leaves a file of this name in the folder, of no use beside
    /// other tests.
    fn is_left_behind(&self, name: &str) -> bool;
}

/// The tests of a unit.
pub struct UnitTests<'a> {
    pub unit: UnitId,
    pub tests: Vec<&'a TestCase>,
}

/// A test that has been written.
pub struct WrittenTest<'a> {
    pub unit: UnitId,
    pub test: &'a mut TestCase,
}

/// What came of compiling the tests.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Compiled {
    pub reworded: Vec<Reworded>,
    /// Sources whose tests cannot be compiled at all, and the compiler's reason.
    pub broken: Vec<(String, String)>,
    /// Whether a test is to be written anew.
    pub has_changed: bool,
}

/// A test that is not as good as it should be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reworded {
    pub id: String,
    pub unit: UnitId,
    pub wording: Wording,
    /// The compiler's.
    pub reason: String,
}

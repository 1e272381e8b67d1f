//! Tests in C and its frameworks, as files.

use crate::selection::MAIN;
use assay_base::Arena;
use assay_c_testing::format::{FORMATS as ALL, Format, format_named};
use assay_c_testing::{Subject, wording};
use assay_language::{Compiled, Rejected, TestCase, TestWriter, UnitId, UnitTests, WrittenTest};
use assay_output::Folder;
use std::io;
use std::path::Path;
use std::sync::{Arc, PoisonError, RwLock};

pub const FORMATS: &[&str] = &names();

const fn names() -> [&'static str; ALL.len()] {
    let mut names = [""; ALL.len()];
    let mut index = 0;
    while index < ALL.len() {
        names[index] = ALL[index].name;
        index += 1;
    }
    names
}

/// What the units of a project are for their tests: shared by the project, which adds to them, and
/// its writer.
#[derive(Clone, Default)]
pub struct Subjects(Arc<RwLock<Arena<UnitId, Arc<Subject>>>>);

impl Subjects {
    pub fn add(&self, subject: Arc<Subject>) -> UnitId {
        self.0.write().unwrap_or_else(PoisonError::into_inner).push(subject)
    }

    fn get(&self, unit: UnitId) -> Arc<Subject> {
        Arc::clone(&self.0.read().unwrap_or_else(PoisonError::into_inner)[unit])
    }
}

struct Writer {
    formats: Vec<&'static Format>,
    subjects: Subjects,
}

/// Writes these formats, if all of them suit what is tested.
pub fn writer(
    formats: &[String],
    units: &[String],
    subjects: &Subjects,
) -> Result<Box<dyn TestWriter>, Rejected> {
    let find = |name: &String| {
        format_named(name).ok_or_else(|| Rejected(format!("--format {name} is not for tests of C")))
    };
    let usual = [FORMATS[0].to_string()];
    let formats = if formats.is_empty() { &usual[..] } else { formats };
    let formats = formats.iter().map(find).collect::<Result<Vec<_>, Rejected>>()?;
    let unfit = formats.iter().find(|format| format.is_for_functions);
    match unfit {
        Some(format) if units.iter().any(|unit| unit == MAIN) => Err(Rejected(format!(
            "--format {} is for tests of functions, not of whole programs: name a function with \
             --entry, or take another format",
            format.name
        ))),
        _ => Ok(Box::new(Writer { formats, subjects: subjects.clone() })),
    }
}

impl TestWriter for Writer {
    fn prepare(&self, folder: &Folder, unit: UnitId) -> io::Result<()> {
        let subject = self.subjects.get(unit);
        self.formats.iter().try_for_each(|format| (format.prepare)(folder, &subject))
    }

    fn write(&self, folder: &Folder, unit: UnitId, test: &TestCase) -> io::Result<Vec<String>> {
        let subject = self.subjects.get(unit);
        let mut files = Vec::new();
        for format in &self.formats {
            files.extend((format.write)(folder, &subject, test)?);
        }
        Ok(files)
    }

    fn finish(&self, folder: &Folder, units: &[UnitTests<'_>]) -> io::Result<()> {
        let subjects: Vec<_> = units.iter().map(|of| self.subjects.get(of.unit)).collect();
        let units = subjects.iter().zip(units);
        let units: Vec<_> = units
            .map(|(subject, of)| assay_c_testing::format::UnitTests {
                subject,
                tests: of.tests.clone(),
            })
            .collect();
        self.formats.iter().try_for_each(|format| (format.finish)(folder, &units))
    }

    fn compile(&self, folder: &Path, tests: Vec<WrittenTest<'_>>) -> Result<Compiled, String> {
        let subjects: Vec<_> = tests.iter().map(|of| self.subjects.get(of.unit)).collect();
        let tests = subjects.iter().zip(tests);
        let tests = tests
            .map(|(subject, of)| wording::Tested { unit: of.unit, subject, test: of.test })
            .collect();
        wording::settle(folder, tests).map_err(|error| error.to_string())
    }

    /// By the rules of the `Makefile`.
    fn is_left_behind(&self, name: &str) -> bool {
        let programs = ["build/check/", "build/coverage/", "build/suite", "build/assay_run"];
        matches!(name, "coverage.json" | "coverage.json.new")
            || programs.iter().any(|made| name.starts_with(made))
    }
}

//! The emitted tests as files that a compiler takes: looked at when all units are done, a source at
//! a time.

use crate::suite::{StoredTest, Suite};
use assay_language::{Compiled, Reworded, TESTS, UnitId, Wording};
use assay_verdict::Report;
use std::collections::HashMap;

/// Compiles all tests, and says in the report which could not be kept as they are.
pub fn compile(suite: &mut Suite, report: &mut Report) {
    let notes = match suite.compile() {
        Ok(compiled) => notes(&compiled, |unit| suite.name_of(unit).to_string()),
        Err(error) => vec![format!("NOT COMPILED: the tests, which may not compile: {error}")],
    };
    let files: HashMap<&str, Vec<String>> =
        suite.tests().map(|test| (test.case.id.as_str(), shown_files(test))).collect();
    for test in report.units.iter_mut().flat_map(|unit| &mut unit.tests) {
        if let Some(files) = files.get(test.id.as_str()) {
            test.files.clone_from(files);
        }
    }
    report.notes.extend(notes);
}

/// Below the output folder.
pub fn shown_files(test: &StoredTest) -> Vec<String> {
    test.files.iter().map(|file| format!("{}/{}", TESTS, file.name)).collect()
}

fn notes(compiled: &Compiled, name_of: impl Fn(UnitId) -> String) -> Vec<String> {
    let reworded = compiled.reworded.iter().map(|test| reworded(test, &name_of(test.unit)));
    let broken = compiled.broken.iter().map(|(source, reason)| {
        format!("NOT COMPILED: all tests of {source}, for no test can include it: {reason}")
    });
    reworded.chain(broken).collect()
}

fn reworded(test: &Reworded, unit: &str) -> String {
    let Reworded { id, wording, reason, .. } = test;
    match wording {
        Wording::LeftOut => {
            format!("LEFT OUT: {id} of {unit} has no test file, which would not compile: {reason}")
        }
        _ => format!(
            "NOT CHECKED: {id} of {unit} checks only how it ends; its checks do not compile: {reason}"
        ),
    }
}

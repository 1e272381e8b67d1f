//! Tests that do not compile, because of names and types that their source has, are written in
//! other words, or left out: one of them must not break the others of its source.

use crate::format::c;
use crate::replay::ReplayError;
use crate::replay::syntax::{self, Complaint};
use crate::{SourceUnit, Subject, Wording};
use assay_language::{Compiled, Reworded, TestCase, UnitId};
use std::collections::BTreeMap;
use std::path::Path;

/// A test, and what it tests.
pub struct Tested<'a> {
    pub unit: UnitId,
    pub subject: &'a Subject,
    pub test: &'a mut TestCase,
}

/// Compiles the tests in this folder. Those of whole programs have nothing of the program in them,
/// and need not be looked at.
pub fn settle(folder: &Path, tests: Vec<Tested<'_>>) -> Result<Compiled, ReplayError> {
    let mut by_source: BTreeMap<usize, Vec<Tested<'_>>> = BTreeMap::new();
    for tested in tests {
        let source = tested.subject.interface.as_ref().and_then(|interface| interface.source);
        if let Some(source) = source {
            by_source.entry(source).or_default().push(tested);
        }
    }
    let mut compiled = Compiled::default();
    for (source, mut tests) in by_source {
        settle_source(folder, source, &mut tests, &mut compiled)?;
    }
    Ok(compiled)
}

fn settle_source(
    folder: &Path,
    source: usize,
    tests: &mut [Tested<'_>],
    compiled: &mut Compiled,
) -> Result<(), ReplayError> {
    let Some(subject) = tests.last().map(|tested| tested.subject) else { return Ok(()) };
    let Some(unit) = subject.sources.get(source) else { return Ok(()) };
    let mut reasons: BTreeMap<String, String> = BTreeMap::new();
    loop {
        let complaints = complaints(folder, source, unit, tests)?;
        let Some(first) = complaints.first() else { break };
        let blamed = without_consequences(&complaints);
        let mut is_solved = false;
        for Tested { test, .. } in tests.iter_mut() {
            let file = c::file_name(test);
            let own = blamed.iter().find(|complaint| complaint.file == file);
            let Some(own) = own.filter(|_| test.wording != Wording::LeftOut) else { continue };
            test.wording = test.wording.worse();
            reasons.insert(test.id.clone(), own.message.clone());
            is_solved = true;
        }
        if !is_solved {
            compiled.broken.push((unit.file.display().to_string(), first.message.clone()));
            break;
        }
        compiled.has_changed = true;
    }
    for Tested { unit, test, .. } in tests.iter().filter(|of| of.test.wording > Wording::Reserved) {
        compiled.reworded.push(Reworded {
            id: test.id.clone(),
            unit: *unit,
            wording: test.wording,
            reason: reasons.remove(&test.id).unwrap_or_default(),
        });
    }
    Ok(())
}

/// A test with a brace too many or too few makes the compiler complain about others: those
/// complaints count only where there are no others.
fn without_consequences(complaints: &[Complaint]) -> Vec<&Complaint> {
    let consequences = ["expected '}'", "function definition is not allowed here"];
    let is_own = |complaint: &&Complaint| {
        consequences.iter().all(|words| !complaint.message.ends_with(words))
    };
    let own: Vec<&Complaint> = complaints.iter().filter(is_own).collect();
    if own.is_empty() { complaints.iter().collect() } else { own }
}

fn complaints(
    folder: &Path,
    source: usize,
    unit: &SourceUnit,
    tests: &[Tested<'_>],
) -> Result<Vec<Complaint>, ReplayError> {
    let failed = || ReplayError::system("reading the tests");
    let mut texts = Vec::new();
    let mut subject = None;
    for Tested { subject: of, test, .. } in tests {
        let Some(interface) = &of.interface else { continue };
        if test.wording == Wording::LeftOut {
            continue;
        }
        let text = c::unit::source(folder, of, interface, test).map_err(failed())?;
        texts.push((c::file_name(test), text));
        subject = Some(*of);
    }
    let Some(subject) = subject else { return Ok(Vec::new()) };
    let folder = folder.canonicalize().map_err(failed())?;
    let prologue = format!(
        "#define ASSAY_SUITE\n#include \"{0}/assay_subject{source}.h\"\n#include \"{0}/assay_test.h\"\n",
        folder.display()
    );
    syntax::complaints(subject, unit, &folder, &prologue, &texts)
}

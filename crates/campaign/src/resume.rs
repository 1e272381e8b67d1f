//! `--resume`: goes on from the tests, proofs and findings that an earlier run left, however it
//! ended.

use crate::emitted::shown_files;
use crate::event::{Event, Listener};
use crate::orders::Orders;
use crate::session::{Proved, output_error};
use crate::suite::{self, Origin, StoredTest};
use assay_criteria::{Needs, Objectives};
use assay_language::Rejected;
use assay_language::{Project, TESTS};
use assay_output::Output;
use assay_report::json;
use assay_verdict::{Finding, Objective, Report, ShownInputs, Unit, Verdict};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// What the tests of this run are made for.
pub fn origin(orders: &Orders, project: &dyn Project) -> Result<Origin, Rejected> {
    let folder = std::env::current_dir()
        .map_err(|error| Rejected(format!("the working folder: {error}")))?;
    Ok(Origin {
        assay: env!("CARGO_PKG_VERSION").to_string(),
        folder,
        inputs: orders.input.inputs.clone(),
        flags: orders.input.flags.clone(),
        entries: orders.input.entries.clone(),
        criteria: orders.goals.criteria.clone(),
        dataflow_extended: orders.goals.dataflow_extended,
        formats: orders.out.formats.clone(),
        check_overflow: orders.checks.overflow,
        contract: orders.goals.contract.clone(),
        memory: orders.allowance.memory,
        allow_external: orders.input.allow_external.clone(),
        program: project.digest(),
        classpath: orders.input.classpath.clone(),
        jdk: orders.input.jdk.clone(),
        world: orders.world.clone(),
    })
}

/// What an earlier run of the same program left.
#[derive(Default)]
pub struct Earlier {
    pub tests: Vec<StoredTest>,
    /// As the report has them.
    units: BTreeMap<String, Unit>,
    /// The tests on disk, by unit: their ids and inputs, as the report writes these.
    stored: BTreeMap<String, Vec<(String, String)>>,
    /// The run came to its end, and units that have a verdict for everything need no more.
    is_finished: bool,
    /// But where all paths are asked for, they are gone on with.
    is_exhaustive: bool,
    /// Intact, below the output folder.
    pub certificates: BTreeSet<String>,
}

/// What is known of a unit from before.
#[derive(Default)]
pub struct Known {
    /// The objective, and what is proved of it.
    pub proofs: Vec<(String, Proved)>,
    /// With the index of a test that shows it.
    pub findings: Vec<(Finding, usize)>,
    /// The objectives that a test was seen to reach alone, with its index, and whether it does
    /// something undefined.
    pub covered: Vec<(String, usize, bool)>,
}

/// Gives the tests of a unit the ids and files that they have on disk, in the same order.
pub fn rename_tests(unit: &mut Unit, stored: &[StoredTest]) {
    let old: Vec<String> = unit.tests.iter().map(|test| test.id.clone()).collect();
    let new: BTreeMap<&str, &StoredTest> = old.iter().map(String::as_str).zip(stored).collect();
    let rename = |id: &mut String| {
        if let Some(test) = new.get(id.as_str()) {
            id.clone_from(&test.case.id);
        }
    };
    for (test, stored) in unit.tests.iter_mut().zip(stored) {
        rename(&mut test.id);
        test.files = shown_files(stored);
    }
    unit.findings.iter_mut().for_each(|finding| rename(&mut finding.test));
    for objective in &mut unit.objectives {
        if let Verdict::Covered { test, partner, .. } = &mut objective.verdict {
            rename(test);
            partner.iter_mut().for_each(rename);
        }
    }
    let vectors = unit.decisions.iter_mut().flat_map(|decision| &mut decision.vectors);
    vectors.for_each(|vector| rename(&mut vector.test));
}

/// Reads what is there; nothing if there was no run.
pub fn earlier(
    output: &Output,
    origin: &Origin,
    is_exhaustive: bool,
    tell: &mut Listener<'_>,
) -> Result<Earlier, Rejected> {
    let out = output.path();
    let stored = suite::read(out).map_err(|error| cannot_resume(&error.to_string()))?;
    let Some((earlier, tests)) = stored else {
        // It is there, with a first line, before anything else is.
        if out.join(TESTS).exists() {
            return Err(cannot_resume(&format!("{} has no list of tests", out.display())));
        }
        return Ok(Earlier::default());
    };
    check_origin(out, &earlier, origin)?;
    let report = earlier_report(output)?;
    let mut found = Earlier { is_finished: report.finished, is_exhaustive, ..Earlier::default() };
    for test in &tests {
        let known = (test.case.id.clone(), written(&ShownInputs::of(&test.case.inputs)));
        found.stored.entry(test.unit.clone()).or_default().push(known);
    }
    found.tests = tests;
    // With other criteria, other objectives are asked for.
    if earlier.criteria == origin.criteria {
        for unit in report.units {
            found.keep(output, unit, tell)?;
        }
    }
    Ok(found)
}

fn written(inputs: &ShownInputs) -> String {
    serde_json::to_string(inputs).unwrap_or_default()
}

fn cannot_resume(why: &str) -> Rejected {
    Rejected(format!("cannot resume: {why}; start afresh without --resume"))
}

/// Empty where a run was killed before it had one.
fn earlier_report(output: &Output) -> Result<Report, Rejected> {
    let file = output.path().join(json::FILE_NAME);
    if !file.exists() {
        return Ok(Report::default());
    }
    let is_intact = output.is_intact(json::FILE_NAME).map_err(output_error(output.path()))?;
    if !is_intact {
        let why = format!("{} was changed since Assay wrote it", file.display());
        return Err(cannot_resume(&why));
    }
    json::read(output.path())
        .map_err(|error| cannot_resume(&format!("{}: {error}", output.path().display())))
}

impl Earlier {
    /// Whether nothing is left to do for a unit: it was finished in a run that was not, or has a
    /// verdict for everything.
    pub fn is_done(&self, unit: &str) -> bool {
        let is_decided = |unit: &Unit| {
            unit.objectives.iter().all(|of| !matches!(of.verdict, Verdict::Unknown { .. }))
        };
        let known = self.units.get(unit).filter(|_| !self.is_exhaustive);
        known.is_some_and(|unit| unit.finished && (!self.is_finished || is_decided(unit)))
    }

    /// A unit for which nothing is left to do, as it was, if it is about these objectives and its
    /// tests are those on disk.
    pub fn take_done(&mut self, name: &str, objectives: &Objectives) -> Option<Unit> {
        let unit = self.units.get(name).filter(|_| self.is_done(name))?;
        let known = unit.objectives.iter().map(|of| of.id.as_str());
        let is_same = known.eq(objectives.iter().map(|(_, of)| of.id.as_str()));
        let reported = unit.tests.iter().map(|test| (test.id.clone(), written(&test.inputs)));
        let is_stored = reported.eq(self.stored(name).iter().cloned());
        (is_same && is_stored).then(|| self.units.remove(name)).flatten()
    }

    /// What is known of a unit that is tested again.
    pub fn take(&mut self, name: &str) -> Known {
        let Some(unit) = self.units.remove(name) else { return Known::default() };
        let stored = self.stored(name);
        let place_of = |id: &String| {
            let test = unit.tests.iter().find(|test| test.id == *id)?;
            let known = (id.clone(), written(&test.inputs));
            stored.iter().position(|stored| *stored == known)
        };
        let place = |finding: Finding| place_of(&finding.test).map(|place| (finding, place));
        let proof = |objective: &Objective| match &objective.verdict {
            Verdict::Infeasible { scope, certificate, assumes } => {
                let (certificate, assumes) = (certificate.clone(), assumes.clone());
                Some((objective.id.clone(), Proved { scope: *scope, certificate, assumes }))
            }
            _ => None,
        };
        let covered = |objective: &Objective| match &objective.verdict {
            Verdict::Covered { test, partner: None, is_faulty } => {
                place_of(test).map(|place| (objective.id.clone(), place, *is_faulty))
            }
            _ => None,
        };
        Known {
            covered: unit.objectives.iter().filter_map(covered).collect(),
            proofs: unit.objectives.iter().filter_map(proof).collect(),
            findings: unit.findings.iter().cloned().filter_map(place).collect(),
        }
    }

    fn stored(&self, unit: &str) -> &[(String, String)] {
        self.stored.get(unit).map_or(&[], Vec::as_slice)
    }

    /// Those that this run has not come to yet.
    pub fn waiting(&self) -> Vec<Unit> {
        self.units.values().cloned().collect()
    }

    /// A proof counts as long as its certificate is what it was.
    fn keep(
        &mut self,
        output: &Output,
        mut unit: Unit,
        tell: &mut Listener<'_>,
    ) -> Result<(), Rejected> {
        let mut lost = BTreeSet::new();
        for objective in &mut unit.objectives {
            let Verdict::Infeasible { certificate, .. } = &objective.verdict else { continue };
            let is_known = self.certificates.contains(certificate);
            if is_known || output.is_intact(certificate).map_err(output_error(output.path()))? {
                self.certificates.insert(certificate.clone());
                continue;
            }
            lost.insert(certificate.clone());
            let reason = format!("{certificate} is not as Assay wrote it");
            objective.verdict = Verdict::Unknown { reason };
        }
        for certificate in &lost {
            tell(Event::Warning(&format!(
                "{certificate} is missing, or was changed since Assay wrote it: what it proves is open again"
            )));
        }
        unit.finished &= lost.is_empty();
        self.units.insert(unit.name.clone(), unit);
        Ok(())
    }
}

/// The tests must be for the same program in the same surroundings.
fn check_origin(out: &Path, earlier: &Origin, origin: &Origin) -> Result<(), Rejected> {
    if earlier.world != origin.world {
        return Err(Rejected(format!(
            "cannot resume: the tests in {} have other arguments, input, files or environment; use \
             another --out, or start afresh without --resume",
            out.display()
        )));
    }
    if earlier.allow_external != origin.allow_external {
        return Err(Rejected(format!(
            "cannot resume: the tests in {} were made with other functions allowed by \
             --allow-external; use another --out, or start afresh without --resume",
            out.display()
        )));
    }
    if Needs::of(&earlier.criteria).decisions != Needs::of(&origin.criteria).decisions {
        return Err(Rejected(format!(
            "cannot resume: the tests in {} are for --criterion {}, for which the program is compiled \
             otherwise; use another --out, or start afresh without --resume",
            out.display(),
            earlier.criteria.join(",")
        )));
    }
    if earlier.program != origin.program {
        return Err(Rejected(format!(
            "cannot resume: the tests in {} are for another program, or it has changed since; use \
             another --out, or start afresh without --resume",
            out.display()
        )));
    }
    Ok(())
}

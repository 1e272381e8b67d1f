//! The coverage of a test command of the user's own, by the same recording that
//! confirms Assay's tests.
//!
//! The command finds the program that it is to test in `$ASSAY_PROGRAM`. What any run of it took
//! counts, however it ended.

use crate::alone;
use crate::event::{Event, Listener};
use crate::orders::{MeasureOrders, USUAL_MEMORY};
use crate::results;
use crate::session::{described, place_of};
use crate::subject::{self, Wanted};
use assay_criteria::{Coverage, ObjectiveId, Objectives};
use assay_language::{Measurement, Rejected};
use assay_output::Output;
use assay_program::Program;
use assay_report::{html, json, sources};
use assay_verdict::{CriterionSummary, Objective, Report, Unit, Verdict, World};
use std::process::ExitStatus;
use std::sync::Arc;
use std::time::Instant;

/// Stands for all runs of the command where a verdict names its test.
const COMMAND: &str = "command";

/// Builds the program, has the command run it, and writes a report of what its runs took.
pub fn measure(orders: &MeasureOrders, tell: &mut Listener<'_>) -> Result<Report, Rejected> {
    let _alone = alone::alone();
    let started = Instant::now();
    let world = World::default();
    let mut project = subject::open(&orders.input, &orders.goals, USUAL_MEMORY, &world)?;
    let loaded = project.program()?;
    let wanted = Wanted { criteria: &orders.goals.criteria, focus: None };
    let objectives = Arc::new(subject::objectives(&loaded.program, &loaded.own, &wanted)?);
    let output = Output::open(&orders.out, &[json::FILE_NAME, html::FILE_NAME])?;
    let scratch = output.scratch();
    let Measurement { status, edges } = loaded.native.measure(&orders.tests, &scratch)?;
    let mut coverage = Coverage::new(Arc::clone(&objectives));
    coverage.take(edges.iter());
    let mut report = results::new_report(&orders.command, 0);
    report.notes = notes(status, edges.is_empty());
    let unit = unit(&loaded.program, &objectives, &coverage, &orders.goals.criteria)?;
    let files: Vec<String> = unit.objectives.iter().map(|of| of.file.clone()).collect();
    sources::note(&mut report, files.iter().map(String::as_str));
    report.notes.iter().for_each(|note| tell(Event::Note(note)));
    tell(Event::UnitEnded(&unit));
    report.units.push(unit);
    report.seconds = started.elapsed().as_secs_f64();
    // Nothing in it is of use any more.
    let _ = std::fs::remove_dir_all(&scratch);
    results::write_report(&output, &report, tell)?;
    results::write_page(&output, &report, tell)?;
    results::tell_notes(&output, tell);
    Ok(report)
}

/// What is wrong with the command.
fn notes(status: ExitStatus, has_taken_nothing: bool) -> Vec<String> {
    let failed = (!status.success()).then(|| format!("the command failed: {status}"));
    let never = "the command never ran the program in $ASSAY_PROGRAM";
    failed.into_iter().chain(has_taken_nothing.then(|| never.to_string())).collect()
}

fn unit(
    program: &Program,
    objectives: &Objectives,
    coverage: &Coverage,
    criteria: &[String],
) -> Result<Unit, Rejected> {
    let verdict = |id: ObjectiveId| match coverage.is_covered(id) {
        true => Verdict::by(COMMAND),
        false => Verdict::Unknown { reason: "no run of the command reaches it".to_string() },
    };
    let entry = subject::entry(program)?;
    let mut unit = Unit {
        name: program.functions[entry].name.clone(),
        file: place_of(program, program.functions[entry].place).0,
        objectives: objectives
            .iter()
            .map(|(id, _)| described(program, objectives, &[], id, verdict(id)))
            .collect(),
        ..Unit::default()
    };
    for criterion in criteria {
        let of_criterion = |objective: &&Objective| objective.criterion == *criterion;
        let verdicts: Vec<&Verdict> =
            unit.objectives.iter().filter(of_criterion).map(|of| &of.verdict).collect();
        let covered = verdicts.iter().filter(|of| matches!(of, Verdict::Covered { .. })).count();
        unit.criteria.insert(criterion.clone(), CriterionSummary::count(verdicts, covered as u64));
    }
    Ok(unit)
}

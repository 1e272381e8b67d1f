//! `assay measure`: the coverage of a test command of the user's own, by the same recording that
//! confirms Assay's tests.
//!
//! The command finds the program that it is to test in `$ASSAY_PROGRAM`. What any run of it took
//! counts, however it ended.

use crate::arguments::{Input, Measure};
use crate::exit::Exit;
use crate::results;
use crate::session::{described, place_of};
use crate::subject::{self, Wanted};
use assay_criteria::{Coverage, ObjectiveId, Objectives};
use assay_output::Output;
use assay_program::Program;
use assay_report::{html, json, sources, terminal};
use assay_testgen::measure::Measured;
use assay_verdict::{CriterionSummary, Objective, Report, Unit, Verdict};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Instant;

/// Stands for all runs of the command where a verdict names its test.
const COMMAND: &str = "command";

pub fn measure(arguments: &Measure) -> Result<Exit, Exit> {
    let started = Instant::now();
    let split = |flags: &str| flags.split_whitespace().map(str::to_string).collect::<Vec<_>>();
    let input = Input {
        inputs: arguments.inputs.clone(),
        allow_external: Vec::new(),
        clang_flags: split(&arguments.flags),
    };
    let needs = arguments.flow.needs(&arguments.criterion);
    let project = subject::open(&input, &[], BTreeMap::new(), needs)?;
    let loaded = project.program().map_err(|error| Exit::Rejected(error.to_string()))?;
    let wanted = Wanted { criteria: &arguments.criterion, focus: None };
    let objectives = Arc::new(subject::objectives(&loaded.program, &wanted)?);
    let output = Output::open(&arguments.out, &[json::FILE_NAME, html::FILE_NAME])?;
    let scratch = output.scratch();
    let is_library = |flag: &String| flag.starts_with("-l") || flag.starts_with("-L");
    let libraries: Vec<String> = input.clang_flags.into_iter().filter(is_library).collect();
    let replay = &loaded.replay;
    let problem = |error: assay_testgen::replay::ReplayError| Exit::Rejected(error.to_string());
    let measured =
        Measured::build(&replay.bitcode, replay.edge_count, replay.is_32_bit, &libraries, &scratch)
            .map_err(problem)?;
    let status = measured.run(&arguments.command).map_err(problem)?;
    let edges = measured.edges().map_err(problem)?;
    let mut coverage = Coverage::new(Arc::clone(&objectives));
    coverage.take(edges.iter());
    let mut report = results::new_report(0);
    if !status.success() {
        report.notes.push(format!("the command failed: {status}"));
    }
    if edges.is_empty() {
        report.notes.push("the command never ran the program in $ASSAY_PROGRAM".to_string());
    }
    let unit = unit(&loaded.program, &objectives, &coverage, &arguments.criterion)?;
    let files: Vec<String> = unit.objectives.iter().map(|of| of.file.clone()).collect();
    sources::note(&mut report, files.iter().map(String::as_str));
    report.units.push(unit);
    report.seconds = started.elapsed().as_secs_f64();
    // Nothing in it is of use any more.
    let _ = std::fs::remove_dir_all(&scratch);
    show(arguments, &output, &report)
}

fn unit(
    program: &Program,
    objectives: &Objectives,
    coverage: &Coverage,
    criteria: &[String],
) -> Result<Unit, Exit> {
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
            .map(|(id, _)| described(program, objectives, id, verdict(id)))
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

fn show(arguments: &Measure, output: &Output, report: &Report) -> Result<Exit, Exit> {
    let out = output.path();
    results::write_report(output, report)?;
    results::write_page(output, report)?;
    results::print_notes(output);
    let colour = terminal::Colour::for_stream(&std::io::stdout());
    results::print(&terminal::summary(report, &out.display().to_string(), colour))?;
    let target = arguments.fail_under.unwrap_or(0.0);
    let is_met = arguments.criterion.iter().all(|name| report.overall(name).cov_f >= target);
    Ok(if is_met { Exit::Done } else { Exit::BelowTarget })
}

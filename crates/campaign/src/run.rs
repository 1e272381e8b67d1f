//! One concrete execution, to see that the machine does what the processor does.

use crate::alone;
use crate::orders::{Goals, USUAL_MEMORY};
use crate::subject;
use assay_base::Place;
use assay_engine::{LowerOptions, Machine, PathEnd, Run, Start, Subject};
use assay_language::{Input, Loaded, Rejected};
use assay_program::Program;
use assay_verdict::World;

/// What an execution leaves behind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Execution {
    /// What the program has printed.
    pub output: Vec<u8>,
    /// What it has written to its standard error, where that is shown.
    pub errors: Vec<u8>,
    /// What it has done wrong, a line each.
    pub findings: Vec<String>,
    /// Its exit status, or why it has none.
    pub status: Result<u8, Rejected>,
}

/// Executes `main` in the machine, with all inputs zero.
pub fn run(input: &Input, world: &World) -> Result<Execution, Rejected> {
    let _alone = alone::alone();
    let mut project = subject::open(input, &Goals::default(), USUAL_MEMORY, world)?;
    let Loaded { program, regions, growth, native, .. } = project.program()?;
    let scratch = std::env::temp_dir().join(format!("assay-run-{}", std::process::id()));
    let host = native.functions(&program, &scratch)?;
    let options = LowerOptions::default();
    let subject = subject::subject(program, growth, options, world.with_regions(regions), host)?;
    let growing = subject.clone();
    let run = execute(subject);
    // Nothing in it is of use any more, and mostly it was never made.
    let _ = std::fs::remove_dir_all(&scratch);
    let program = growing.latest().program;
    let findings = run.findings.iter().map(|finding| {
        format!("{}{}: {}", at(&program, finding.place), finding.kind, finding.message)
    });
    Ok(Execution {
        output: run.output,
        errors: run.errors,
        findings: findings.collect(),
        status: status(&program, run.end),
    })
}

/// A run as long as it takes, with its output.
pub fn execute(subject: Subject) -> Run {
    let mut machine = Machine::new(subject);
    machine.keep_output = true;
    machine.limits.instructions = u64::MAX;
    machine.snapshot_interval = u64::MAX;
    machine.run(Start::fresh(Default::default()))
}

/// How a shell sees the end of a run.
fn status(program: &Program, end: PathEnd) -> Result<u8, Rejected> {
    match end {
        PathEnd::Returned(code) => Ok(code.unwrap_or(0) as u8),
        PathEnd::Exited(code) => Ok(code as u8),
        PathEnd::Finding => Ok(134),
        PathEnd::Unsupported { what, place } => {
            Err(Rejected(format!("{}the machine cannot execute {what}", at(program, place))))
        }
        other => Err(Rejected(format!("the run ended early: {other:?}"))),
    }
}

pub fn at(program: &Program, place: Option<Place>) -> String {
    place.map_or(String::new(), |place| {
        format!("{}:{}: ", program.files[place.file].name, place.line)
    })
}

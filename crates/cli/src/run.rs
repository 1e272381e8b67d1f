//! `assay run`: one concrete execution, to see that the machine does what the processor does.

use crate::arguments::Run;
use crate::exit::Exit;
use crate::native::Native;
use crate::subject;
use assay_criteria::Needs;
use assay_engine::{LowerOptions, Machine, PathEnd, Start};
use std::io::Write;
use std::sync::Arc;

pub fn run(arguments: &Run) -> Result<Exit, Exit> {
    let project = subject::open(
        &arguments.input,
        &["main".to_string()],
        Default::default(),
        Needs::default(),
    )?;
    let loaded = project.program().map_err(|error| Exit::Rejected(error.to_string()))?;
    let program = Arc::new(loaded.program);
    let entry = subject::entry(&program)?;
    let world = arguments.world.world()?;
    let native = Native::of(&arguments.input);
    let scratch = std::env::temp_dir().join(format!("assay-run-{}", std::process::id()));
    let functions = native.start(&program, loaded.replay.is_32_bit, &scratch)?;
    let options = LowerOptions::default();
    let subject = subject::subject(Arc::clone(&program), entry, options, world, functions)?;
    let mut machine = Machine::new(subject);
    machine.keep_output = true;
    machine.limits.instructions = u64::MAX;
    machine.snapshot_interval = u64::MAX;
    let run = machine.run(Start::fresh(Default::default()));
    drop(machine);
    // Nothing in it is of use any more, and mostly it was never made.
    let _ = std::fs::remove_dir_all(&scratch);
    // A closed pipe is the reader's choice.
    let _ = std::io::stdout().write_all(&run.output);
    for finding in &run.findings {
        let place = finding.place.map_or(String::new(), |place| {
            format!("{}:{}: ", program.files[place.file].name, place.line)
        });
        let (kind, message) = (finding.kind, &finding.message);
        let _ = writeln!(std::io::stderr(), "assay: {place}{kind}: {message}");
    }
    Ok(match run.end {
        PathEnd::Returned(code) => Exit::Program(code.unwrap_or(0) as u8),
        PathEnd::Exited(code) => Exit::Program(code as u8),
        PathEnd::Finding => Exit::Program(134),
        PathEnd::Unsupported { what, place } => {
            let at = place.map_or(String::new(), |place| {
                format!("{}:{}: ", program.files[place.file].name, place.line)
            });
            return Err(Exit::Rejected(format!("{at}the machine cannot execute {what}")));
        }
        other => return Err(Exit::Rejected(format!("the run ended early: {other:?}"))),
    })
}

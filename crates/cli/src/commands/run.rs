//! `assay run`: one concrete execution, to see that the machine does what the processor does.

use crate::arguments::Run;
use crate::exit::Exit;
use crate::print;
use std::io::Write;

pub fn run(arguments: &Run) -> Result<Exit, Exit> {
    let entries: Vec<String> = arguments.entry.iter().cloned().collect();
    let input = arguments.input.plain(&entries);
    let execution = assay_campaign::run(&input, &arguments.world.world()?)?;
    // A closed pipe is the reader's choice.
    let _ = std::io::stdout().write_all(&execution.output);
    let _ = std::io::stderr().write_all(&execution.errors);
    execution.findings.iter().for_each(|finding| print::say(finding));
    Ok(Exit::Program(execution.status?))
}

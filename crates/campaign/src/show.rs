//! The program model of an input, in its text form.

use crate::alone;
use crate::orders::{Goals, USUAL_MEMORY};
use crate::subject;
use assay_language::{Input, Rejected};
use assay_program::{Program, text};
use assay_verdict::World;

/// The model of the program, or of the function that is the only entry, as the goals need it: all
/// of it, or these functions.
pub fn show(input: &Input, goals: &Goals, functions: &[String]) -> Result<String, Rejected> {
    let _alone = alone::alone();
    let mut project = subject::open(input, goals, USUAL_MEMORY, &World::default())?;
    let loaded = match input.entries.first() {
        Some(entry) => project.load(entry),
        None => project.program(),
    };
    let program = loaded?.program;
    match functions.is_empty() {
        true => Ok(text::print(&program)),
        false => texts(&program, functions),
    }
}

fn texts(program: &Program, names: &[String]) -> Result<String, Rejected> {
    let mut whole = String::new();
    for name in names {
        let id = program.function_named(name);
        let id = id.ok_or_else(|| Rejected(format!("no function `{name}` in the input")))?;
        whole += &text::print_function(program, &program.functions[id]);
    }
    Ok(whole)
}

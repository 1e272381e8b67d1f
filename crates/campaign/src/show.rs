//! The program model of an input, in its text form.

use crate::alone;
use crate::contract;
use crate::orders::{Goals, Input, USUAL_MEMORY};
use crate::rejected::Rejected;
use crate::subject;
use assay_frontend_llvm::LoadError;
use assay_program::{Program, text};
use assay_verdict::World;

/// The model of the program, or of the function that is the only entry, as the goals need it: all of it, or these
/// functions.
pub fn show(input: &Input, goals: &Goals, functions: &[String]) -> Result<String, Rejected> {
    let _alone = alone::alone();
    let contracts = contract::read(goals.contract.as_ref())?;
    let project = subject::open(input, contracts, goals.needs(), USUAL_MEMORY, &World::default())?;
    let loaded = match input.entries.first() {
        Some(entry) => subject::load_unit(&project, entry),
        None => project.program(),
    };
    let program = loaded.map_err(|error: LoadError| Rejected(error.to_string()))?.program;
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

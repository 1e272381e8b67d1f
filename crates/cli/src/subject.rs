//! From the command line to a subject that can be run.

use crate::arguments::Input;
use crate::exit::Exit;
use assay_engine::{Image, LowerOptions, Subject, lower};
use assay_frontend_llvm::{Loaded, Request};
use assay_program::{FuncId, Program};
use std::sync::Arc;

pub fn load(input: &Input, entries: &[String]) -> Result<Loaded, Exit> {
    let request = Request {
        inputs: input.inputs.clone(),
        clang_flags: input.clang_flags.clone(),
        entries: entries.to_vec(),
        ..Request::default()
    };
    assay_frontend_llvm::load(&request).map_err(|error| Exit::Rejected(error.to_string()))
}

/// The unit's function. Only `main` can be one so far.
pub fn entry(program: &Program, name: &str) -> Result<FuncId, Exit> {
    let function = program.function_named(name).filter(|&id| program.functions[id].body.is_some());
    match function {
        Some(id) if name == "main" => Ok(id),
        Some(_) => Err(Exit::Rejected(format!(
            "'{name}' cannot be a unit yet: only `main` can; write a main that calls it with \
             __VERIFIER_nondet_int() and the like as arguments"
        ))),
        None => Err(Exit::Rejected(
            "no `main` in the input: give the file that defines it, or write one that calls the \
             function to test"
                .into(),
        )),
    }
}

pub fn subject(program: Arc<Program>, entry: FuncId, options: LowerOptions) -> Subject {
    let image = Image::new(&program);
    let code = lower(&program, &image, options);
    Subject { program, code: Arc::new(code), image: Arc::new(image), entry }
}

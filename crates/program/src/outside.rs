//! The outside world: functions of the platform whose answers depend on more than the program, and
//! how they may fail.
//!
//! A model of them answers for one world. The machine offers their failures as a choice where the
//! user wants that, the native run makes the same calls fail, and a verdict that rests on a call
//! having answered as its model does names the function. Proofs for all inputs believe none of
//! these models (see `followed.rs` of the prover).

use crate::{Const, Operand, Program};
use std::collections::BTreeSet;
use std::sync::Arc;

/// A function that asks the world.
#[derive(Debug, PartialEq, Eq)]
pub struct OutsideCall {
    pub name: Arc<str>,
    pub failure: Option<Failure>,
    /// Its answer may be another one even where it does not fail.
    pub varies: bool,
    /// Asks for memory.
    pub allocates: bool,
}

/// How a call fails.
#[derive(Debug, PartialEq, Eq)]
pub struct Failure {
    pub answer: Answer,
    /// The error numbers it may have.
    pub errors: Vec<i32>,
    /// The stream that knows of the error from then on.
    pub stream: Option<Stream>,
    /// The argument that says how many bytes or elements to read or write, of which it may do a
    /// part. A stream has failed then.
    pub count: Option<usize>,
}

/// What a call returns that has failed.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// -1, and the error number is set.
    MinusOne,
    /// A null pointer or the number 0, and the error number is set.
    Zero,
    /// The error number itself.
    ErrorNumber,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Stream {
    /// By the number of the argument.
    Argument(usize),
    Input,
    Output,
}

/// Of what a function writes into a buffer, and of the error number, as the inputs of a test name
/// them: only some calls have these.
pub fn buffer_of(function: &str) -> String {
    format!("{function}: buffer")
}

pub fn errno_of(function: &str) -> String {
    format!("{function}: errno")
}

/// The largest error number.
pub const MOST_ERRNO: u8 = 133;

/// The variables that the program itself looks at and that are what the world says.
pub fn variables_of(program: &Program) -> BTreeSet<Arc<str>> {
    let asked = &program.platform.asks_world;
    let own = program.functions.values().filter(|function| !function.is_model);
    let blocks =
        own.filter_map(|function| function.body.as_ref()).flat_map(|body| body.blocks.values());
    let operands = blocks.flat_map(|block| &block.insts).flat_map(|inst| inst.op.operands());
    let globals = operands.filter_map(|operand| match operand {
        Operand::Const(constant) => match &program.constants[constant] {
            Const::Global { global, .. } => Some(*global),
            _ => None,
        },
        Operand::Value(_) => None,
    });
    let asked = globals.filter(|global| asked.contains(global));
    asked.map(|global| program.globals[global].name.as_str().into()).collect()
}

//! The table of natives, in families; and what their bodies are made with.

mod bundles;
mod characters;
mod class;
mod console;
mod inputs;
mod mathematics;
mod numbers;
mod object;
mod reflection;
mod system;
mod unsafe_memory;

use super::{Native, Row};
use crate::frontend::body::Body;
use crate::frontend::classes::MethodId;
use crate::frontend::translator::{Result, Translator};
use assay_program::{FuncId, Operand};

pub const TABLES: &[&[Row]] = &[
    object::ROWS,
    class::ROWS,
    system::ROWS,
    bundles::ROWS,
    reflection::ROWS,
    numbers::ROWS,
    characters::ROWS,
    console::ROWS,
    inputs::ROWS,
    mathematics::ROWS,
    mathematics::OF_MATH,
    unsafe_memory::ROWS,
];

/// What a class that answers for another does.
pub fn of_reflected(name: &str) -> Option<Native> {
    Some(Native::Made(match name {
        "tell" => reflection::tell,
        "fields" => reflection::fields,
        "methods" => reflection::methods,
        "constructors" => reflection::constructors,
        "interfaces" => reflection::interfaces,
        "variable" => reflection::variable,
        "invoke" => reflection::invoke,
        _ => return None,
    }))
}

/// Makes the body of a function by what `fill` adds to it.
fn make(
    translator: &mut Translator,
    function: FuncId,
    method: MethodId,
    fill: impl FnOnce(&mut Translator, &mut Body) -> Result<()>,
) -> Result<()> {
    let (parameters, _) = translator.signature(method);
    let mut body = Body::new(translator.model.types, &parameters);
    fill(translator, &mut body)?;
    body.finish(&mut translator.model.program, function);
    Ok(())
}

/// A body without branches that returns what `value` says.
fn answer(
    translator: &mut Translator,
    function: FuncId,
    method: MethodId,
    value: impl FnOnce(&mut Translator, &mut Body) -> Result<Operand>,
) -> Result<()> {
    make(translator, function, method, |translator, body| {
        let value = value(translator, body)?;
        body.give_back(Some(value));
        Ok(())
    })
}

fn zero(translator: &mut Translator, function: FuncId, method: MethodId) -> Result<()> {
    constant(translator, function, method, 0)
}

fn one(translator: &mut Translator, function: FuncId, method: MethodId) -> Result<()> {
    constant(translator, function, method, 1)
}

/// Returns this number, or null for 0 where a reference is wanted.
fn constant(
    translator: &mut Translator,
    function: FuncId,
    method: MethodId,
    value: i32,
) -> Result<()> {
    let (_, result) = translator.signature(method);
    let types = translator.model.types;
    answer(translator, function, method, |translator, _| {
        Ok(match result {
            ty if ty == types.pointer => translator.model.null(),
            ty if ty == types.long => translator.model.long(value.into()),
            _ => translator.model.int(value),
        })
    })
}

/// Returns its first argument.
fn first(translator: &mut Translator, function: FuncId, method: MethodId) -> Result<()> {
    answer(translator, function, method, |_, body| Ok(body.parameter(0)))
}

/// Does nothing.
fn nothing(translator: &mut Translator, function: FuncId, method: MethodId) -> Result<()> {
    make(translator, function, method, |_, body| {
        body.give_back(None);
        Ok(())
    })
}

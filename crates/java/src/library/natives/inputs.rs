//! `assay.Input`: what a driver asks for that is to be found.

use super::{answer, make};
use crate::frontend::classes::MethodId;
use crate::frontend::translator::{Result, Translator};
use crate::library::{Native, Row};
use assay_program::role::{Conduct, Effect, Meaning};
use assay_program::{Callee, CastOp, FuncId, IntPredicate, Primitive, Role, TypeId};

pub const ROWS: &[Row] = &[
    ("assay/Input", "anyInt", "()I", Native::Made(any)),
    ("assay/Input", "anyLong", "()J", Native::Made(any)),
    ("assay/Input", "anyChar", "()C", Native::Made(any_char)),
    ("assay/Input", "anyBelow", "(I)I", Native::Made(any_below)),
    ("assay/Input", "assume", "(Z)V", Native::Made(assume)),
];

fn input(translator: &mut Translator, ty: TypeId, meaning: Meaning, name: &str) -> FuncId {
    let role = Role::Primitive(Primitive::Input(meaning));
    let primitive = translator.model.declare(name.to_string(), &[], ty, role);
    let conduct = Conduct { effect: Effect::Reads, ..Conduct::default() };
    translator.model.program.functions[primitive].conduct = conduct;
    primitive
}

fn any(translator: &mut Translator, function: FuncId, method: MethodId) -> Result<()> {
    let (_, ty) = translator.signature(method);
    let primitive = input(translator, ty, Meaning::Signed, "input");
    answer(translator, function, method, |_, body| {
        Ok(body.call(Callee::Direct(primitive), &[], ty).expect("a number"))
    })
}

fn any_char(translator: &mut Translator, function: FuncId, method: MethodId) -> Result<()> {
    let types = translator.model.types;
    let primitive = input(translator, types.short, Meaning::Unsigned, "input of a character");
    answer(translator, function, method, |_, body| {
        let unit = body.call(Callee::Direct(primitive), &[], types.short).expect("a number");
        Ok(body.cast(CastOp::ZExt, unit, types.short, types.int))
    })
}

/// From 0 on, without a branch.
fn any_below(translator: &mut Translator, function: FuncId, method: MethodId) -> Result<()> {
    let types = translator.model.types;
    let primitive = input(translator, types.int, Meaning::Signed, "input of a length");
    let assume = assumer(translator);
    answer(translator, function, method, |_, body| {
        let number = body.call(Callee::Direct(primitive), &[], types.int).expect("a number");
        let fits = body.compare(IntPredicate::Ult, number, body.parameter(0), types.int);
        let fits = body.cast(CastOp::ZExt, fits, types.bit, types.int);
        body.call(Callee::Direct(assume), &[(fits, types.int)], types.void);
        Ok(number)
    })
}

fn assumer(translator: &mut Translator) -> FuncId {
    let types = translator.model.types;
    let role = Role::Primitive(Primitive::Assume);
    let primitive = translator.model.declare("assume".to_string(), &[types.int], types.void, role);
    let conduct = Conduct { effect: Effect::Assumes, ..Conduct::default() };
    translator.model.program.functions[primitive].conduct = conduct;
    primitive
}

/// Only inputs for which it holds are of interest.
fn assume(translator: &mut Translator, function: FuncId, method: MethodId) -> Result<()> {
    let types = translator.model.types;
    let primitive = assumer(translator);
    make(translator, function, method, |_, body| {
        body.call(Callee::Direct(primitive), &[(body.parameter(0), types.int)], types.void);
        body.give_back(None);
        Ok(())
    })
}

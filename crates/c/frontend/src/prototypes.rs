//! The C types of functions that are declared and defined nowhere.
//!
//! LLVM's declarations do not say what a pointer points to, and clang writes no debug information
//! for functions it does not define. So it is asked: a file that includes the source declares, for
//! each of them, a pointer variable of its type, whose debug information has it all.

use crate::input::{self, Unit};
use crate::llvm::{Context, Module};
use crate::unit::{CTypeReader, Declared};
use assay_program::ctype::Member;
use assay_program::prototype::{Count, OutParameter, Part, Prototype, Target};
use assay_program::{CKind, CTypeId, CTypes, Interface, Program};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// Prefix of the variables.
const MARK: &str = "assay_type_of_";

/// Parts of an object that become inputs; the others stay as they are.
const MAX_PARTS: usize = 64;

/// Bytes of a block of memory without a type.
const BLOCK_SIZE: u64 = 1 << 14;

/// The types of the functions that stand for a unit's callbacks are known.
pub fn add_to_callbacks(program: &mut Program, interface: &Interface) {
    for function in program.functions.values_mut() {
        let Some(ty) = interface.callback_type(&function.name) else { continue };
        let mut known = prototype(&interface.types, ty);
        if let Some(known) = &mut known {
            // Parameters that take more than one of LLVM's are not declared.
            let is_declared = |param: usize| param < function.params.len();
            known.outs.retain(|out| {
                is_declared(out.param) && out.count.is_none_or(|count| is_declared(count.param))
            });
        }
        function.prototype = known;
    }
}

/// Prototypes by name. What clang cannot tell is not there.
pub fn read(units: &[Unit], undefined: &[String], memory: u64) -> BTreeMap<String, Prototype> {
    let mut found = BTreeMap::new();
    if undefined.is_empty() {
        return found;
    }
    for unit in units {
        let question = question(undefined);
        let Some(bitcode) = input::with_declarations(&unit.source, &question, memory) else {
            continue;
        };
        let context = Context::new();
        if let Ok(module) = context.parse_bitcode(&bitcode, "prototypes") {
            found.extend(prototypes(&module));
        }
    }
    found
}

/// The types of all these functions and variables.
pub fn declared(units: &[Unit], names: &[String], memory: u64) -> Declared {
    let mut declared = Declared::default();
    let units = if names.is_empty() { &[] } else { units };
    for unit in units {
        let Some(bitcode) = input::with_declarations(&unit.source, &question(names), memory) else {
            continue;
        };
        let context = Context::new();
        let Ok(module) = context.parse_bitcode(&bitcode, "declarations") else { continue };
        let mut reader = CTypeReader::new(module.data_layout().pointer_bits());
        let found = pointed_to(&module, &mut reader);
        let mut imported = FxHashMap::default();
        for (name, ty) in found {
            let ty = declared.types.import(&reader.types, ty, &mut imported);
            declared.names.entry(name).or_insert(ty);
        }
    }
    declared
}

/// What the variables point to, by the names in theirs.
fn pointed_to<'m>(module: &'m Module, reader: &mut CTypeReader<'m>) -> Vec<(String, CTypeId)> {
    let debug = module.metadata_kind("dbg");
    let mut found = Vec::new();
    for global in module.globals() {
        let name = global.name();
        let Some(name) = name.strip_prefix(MARK) else { continue };
        let Some(variable) = global.global_variable(debug) else { continue };
        let pointer = reader.read(variable.variable_type());
        if let CKind::Pointer { to, .. } = reader.types.get(pointer).kind {
            found.push((name.to_string(), to));
        }
    }
    found
}

/// Only what is declared by then can be asked about: the others are errors that clang is told to
/// pass over, one file of declarations each.
fn question(undefined: &[String]) -> Vec<String> {
    let line = |name: &String| format!("__typeof__({name}) *{MARK}{name};\n");
    undefined.iter().map(line).collect()
}

fn prototypes(module: &Module) -> Vec<(String, Prototype)> {
    let mut reader = CTypeReader::new(module.data_layout().pointer_bits());
    let found = pointed_to(module, &mut reader);
    let known = |(function, ty): (String, CTypeId)| {
        let known = prototype(&reader.types, ty)?;
        let known = match is_list(&function) {
            true => with_list(known, &reader.types, ty),
            false => known,
        };
        Some((function, known))
    };
    found.into_iter().filter_map(known).collect()
}

fn prototype(types: &CTypes, id: CTypeId) -> Option<Prototype> {
    let CKind::Function { result, parameters, .. } = &types.get(id).kind else { return None };
    let mut outs = Vec::new();
    for (param, &ty) in parameters.iter().enumerate() {
        match types.get(ty).kind {
            // How many of LLVM's parameters these take is up to the platform: nothing is known
            // about those behind them.
            CKind::Struct { .. } | CKind::Union { .. } | CKind::Complex => break,
            CKind::Pointer { to, is_const: false } => {
                outs.extend(buffer(types, parameters, param, to).or_else(|| {
                    let target = target(types, to).filter(|target| !target.parts.is_empty())?;
                    Some(OutParameter { param, target, count: None, answer: None, moves: None })
                }));
            }
            _ => {}
        }
    }
    let returned = &types.get(*result).kind;
    let result = match *returned {
        CKind::Pointer { to, .. } if types.get(to).kind == CKind::Void => Some(block()),
        CKind::Pointer { to, .. } => target(types, to),
        _ => None,
    };
    let returns_text = match *returned {
        CKind::Pointer { to, .. } => types.get(to).kind == CKind::Char,
        _ => false,
    };
    // With a result in memory, LLVM's parameters begin with its address.
    let is_in_registers = types.get(id_of_result(types, id)?).size <= 16;
    let outs = if is_in_registers { outs } else { Vec::new() };
    let is_number = |kind: &CKind| matches!(kind, CKind::Signed | CKind::Unsigned);
    let most = outs.iter().find_map(|out| out.count).filter(|_| is_number(returned));
    Some(Prototype { outs, result, returns_text, most, ..Prototype::default() })
}

/// Elements that another parameter counts: bytes with an integer beside them, or any elements with
/// a `size_t`.
fn buffer(
    types: &CTypes,
    parameters: &[CTypeId],
    param: usize,
    element: CTypeId,
) -> Option<OutParameter> {
    let ty = types.get(element);
    let is_bytes = matches!(ty.kind, CKind::Char | CKind::Void);
    let behind = parameters.get(param + 1).and_then(|_| count(types, parameters, param + 1));
    let before = param.checked_sub(1).and_then(|before| count(types, parameters, before));
    let before = before.filter(|count| !count.is_behind);
    let is_size = |count: &Count| {
        let name = types.get(parameters[count.param]).name.as_deref();
        !count.is_behind && name == Some("size_t")
    };
    let count = match is_bytes {
        true => behind.or(before)?,
        false => behind.filter(is_size)?,
    };
    let size = if is_bytes { 1 } else { ty.size };
    // What holds pointers cannot be made of bytes.
    let is_whole = is_bytes || target(types, element)?.is_whole;
    let target = Target { size, parts: Vec::new(), is_whole };
    let out = OutParameter { param, target, count: Some(count), answer: None, moves: None };
    (is_whole && size > 0).then_some(out)
}

/// The parameter as a number of elements: an integer, or a pointer to one.
fn count(types: &CTypes, parameters: &[CTypeId], param: usize) -> Option<Count> {
    let ty = types.get(parameters[param]);
    let (ty, is_behind) = match ty.kind {
        CKind::Pointer { to, is_const: false } => (types.get(to), true),
        _ => (ty, false),
    };
    let is_signed = ty.kind == CKind::Signed;
    let is_integer = is_signed || ty.kind == CKind::Unsigned;
    let bits = ty.size as u32 * 8;
    let is_count = is_integer && (16..=64).contains(&bits);
    is_count.then_some(Count { param, is_behind, bits, is_signed })
}

/// Functions of the system that are given an array and, behind it, the number of its elements.
fn is_list(function: &str) -> bool {
    matches!(function, "poll" | "ppoll" | "epoll_wait" | "epoll_pwait")
}

fn with_list(mut known: Prototype, types: &CTypes, function: CTypeId) -> Prototype {
    let CKind::Function { parameters, .. } = &types.get(function).kind else { return known };
    for out in known.outs.iter_mut().filter(|out| out.count.is_none()) {
        let counts = (out.param + 1 < parameters.len())
            .then(|| count(types, parameters, out.param + 1))
            .flatten()
            .filter(|count| !count.is_behind);
        if counts.is_some() {
            (out.count, known.most) = (counts, counts);
            out.target.is_whole = true;
            break;
        }
    }
    known
}

/// What a function returns that gives out memory: zeros.
fn block() -> Target {
    Target { size: BLOCK_SIZE, parts: Vec::new(), is_whole: true }
}

fn id_of_result(types: &CTypes, function: CTypeId) -> Option<CTypeId> {
    match types.get(function).kind {
        CKind::Function { result, .. } => Some(result),
        _ => None,
    }
}

/// `None` for text of unknown length.
fn target(types: &CTypes, id: CTypeId) -> Option<Target> {
    let ty = types.get(id);
    if ty.size == 0 || ty.kind == CKind::Char {
        return None;
    }
    let mut target = Target { size: ty.size, parts: Vec::new(), is_whole: true };
    add_parts(types, id, 0, String::new(), &mut target);
    Some(target)
}

/// Adds the scalars of a type; pointers, unions, bit-fields and what is too much are left out.
fn add_parts(types: &CTypes, id: CTypeId, offset: u64, name: String, target: &mut Target) {
    let ty = types.get(id);
    match &ty.kind {
        CKind::Bool
        | CKind::Char
        | CKind::Signed
        | CKind::Unsigned
        | CKind::Enum
        | CKind::Float
            if target.parts.len() < MAX_PARTS && ty.size <= 16 =>
        {
            target.parts.push(Part { offset, size: ty.size, kind: ty.kind.clone(), name });
        }
        CKind::Array { element, count } => {
            let stride = types.get(*element).size;
            // One element that does not fit says that no other does.
            for i in 0..(*count).min(MAX_PARTS as u64 + 1) {
                let element_name = format!("{name}[{i}]");
                add_parts(types, *element, offset + i * stride, element_name, target);
            }
        }
        CKind::Struct { members } => {
            for member in members {
                match member.bits {
                    Some(_) => target.is_whole = false,
                    None => {
                        let inner = member_name(&name, member);
                        let at = offset + member.bit_offset / 8;
                        add_parts(types, member.ty, at, inner, target);
                    }
                }
            }
        }
        _ => target.is_whole = false,
    }
}

fn member_name(whole: &str, member: &Member) -> String {
    match &member.name {
        Some(name) => format!("{whole}.{name}"),
        None => whole.to_string(),
    }
}

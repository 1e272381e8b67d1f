//! The C types of functions that are declared and defined nowhere.
//!
//! LLVM's declarations do not say what a pointer points to, and clang writes no debug information
//! for functions it does not define. So it is asked: a file that includes the source declares, for
//! each of them, a pointer variable of its type, whose debug information has it all.

use crate::input::{self, Unit};
use crate::llvm::{Context, Module};
use crate::unit::CTypeReader;
use assay_program::ctype::Member;
use assay_program::prototype::{OutParameter, Part, Prototype, Target};
use assay_program::{CKind, CTypeId, CTypes, Interface, Program};
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
            known.outs.retain(|out| out.param < function.params.len());
        }
        function.prototype = known;
    }
}

/// Prototypes by name. What clang cannot tell is not there.
pub fn read(units: &[Unit], undefined: &[String]) -> BTreeMap<String, Prototype> {
    let mut found = BTreeMap::new();
    if undefined.is_empty() {
        return found;
    }
    for unit in units {
        let Some(bitcode) = input::with_declarations(&unit.source, &question(undefined)) else {
            continue;
        };
        let context = Context::new();
        if let Ok(module) = context.parse_bitcode(&bitcode, "prototypes") {
            found.extend(prototypes(&module));
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
    let debug = module.metadata_kind("dbg");
    let mut reader = CTypeReader::new(module.data_layout().pointer_bits());
    let mut found = Vec::new();
    for global in module.globals() {
        let name = global.name();
        let Some(function) = name.strip_prefix(MARK) else { continue };
        let Some(variable) = global.global_variable(debug) else { continue };
        let pointer = reader.read(variable.variable_type());
        if let CKind::Pointer { to, .. } = reader.types.get(pointer).kind {
            found.extend(prototype(&reader.types, to).map(|known| (function.to_string(), known)));
        }
    }
    found
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
                let target = target(types, to).filter(|target| !target.parts.is_empty());
                outs.extend(target.map(|target| OutParameter { param, target }));
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
    Some(Prototype { outs, result, returns_text })
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

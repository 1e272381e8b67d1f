//! The variables whose definitions and uses are observed: those of scalar type that the source
//! names, by debug information.

use super::Spot;
use crate::convert::debug_calls;
use crate::llvm::{Metadata, Module, Opcode, Type, TypeKind, Value};
use std::path::PathBuf;

pub struct Variable<'m> {
    pub name: String,
    /// Its declaration.
    pub spot: Spot,
    /// Its address.
    pub home: Value<'m>,
}

/// Those of a function, its parameters first.
pub fn locals(function: Value<'_>) -> Vec<Variable<'_>> {
    let mut found: Vec<Variable> = Vec::new();
    for call in debug_calls(function).filter(|call| call.is_declaration()) {
        let Some(home) = call.value.filter(|&home| is_scalar_slot(home)) else { continue };
        let (Some(name), Some(spot)) = (call.variable.variable_name(), Spot::of(call.at)) else {
            continue;
        };
        if !name.starts_with("__vla_expr") && found.iter().all(|known| known.home != home) {
            found.push(Variable { name, spot, home });
        }
    }
    found
}

/// Globals and the static variables of functions.
pub fn globals<'m>(module: &'m Module<'m>) -> Vec<Variable<'m>> {
    let debug = module.metadata_kind("dbg");
    let variable = |home: Value<'m>| {
        if !is_scalar(home.value_type()) || home.is_thread_local() {
            return None;
        }
        let node = home.global_variable(debug)?;
        let name = node.variable_name()?;
        Some(Variable { name, spot: declaration(node)?, home })
    };
    module.globals().filter_map(variable).collect()
}

fn declaration(node: Metadata<'_>) -> Option<Spot> {
    let (file, line) = node.variable_place();
    let (folder, name) = file?.file_path();
    (line > 0).then(|| Spot { file: PathBuf::from(folder).join(name), line, column: 0 })
}

fn is_scalar_slot(home: Value<'_>) -> bool {
    home.is_instruction()
        && home.opcode() == Opcode::LLVMAlloca
        && is_scalar(home.allocated_type())
        && home.operand(0).as_int() == Some(1)
}

fn is_scalar(ty: Type<'_>) -> bool {
    matches!(
        ty.kind(),
        TypeKind::LLVMIntegerTypeKind
            | TypeKind::LLVMPointerTypeKind
            | TypeKind::LLVMHalfTypeKind
            | TypeKind::LLVMBFloatTypeKind
            | TypeKind::LLVMFloatTypeKind
            | TypeKind::LLVMDoubleTypeKind
            | TypeKind::LLVMX86_FP80TypeKind
            | TypeKind::LLVMFP128TypeKind
    )
}

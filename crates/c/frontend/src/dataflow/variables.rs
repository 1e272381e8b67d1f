//! The variables whose definitions and uses are observed, by debug information: those of scalar
//! type that the source names; if asked for, the fields of structs and the arrays among them too.

use super::{Scope, Spot};
use crate::convert::debug_calls;
use crate::llvm::{Metadata, Module, Opcode, Type, TypeKind, Value};
use crate::unit::CTypeReader;
use assay_program::{CKind, CTypeId, CTypes};
use std::path::PathBuf;

/// Of one object, no more parts are variables.
const MOST_PARTS: usize = 64;

#[derive(Clone)]
pub struct Variable<'m> {
    pub name: String,
    /// Its declaration.
    pub spot: Spot,
    /// The object that it is, or is a part of.
    pub home: Value<'m>,
    /// Which bytes of it.
    pub offset: u64,
    pub size: u64,
    /// All its elements are one variable.
    pub is_array: bool,
}

/// Finds variables, and reads their types only once.
pub struct Finder<'m> {
    module: &'m Module<'m>,
    scope: Scope,
    types: CTypeReader<'m>,
}

impl<'m> Finder<'m> {
    pub fn new(module: &'m Module<'m>, scope: Scope) -> Finder<'m> {
        Finder { module, scope, types: CTypeReader::new(module.data_layout().pointer_bits()) }
    }

    /// Those of a function, its parameters first.
    pub fn locals(&mut self, function: Value<'m>) -> Vec<Variable<'m>> {
        let mut found: Vec<Variable<'m>> = Vec::new();
        for call in debug_calls(function).filter(|call| call.is_declaration()) {
            let Some(home) = call.value.filter(|&home| is_slot(home)) else { continue };
            let (Some(name), Some(spot)) = (call.variable.variable_name(), Spot::of(call.at))
            else {
                continue;
            };
            if !name.starts_with("__vla_expr") && found.iter().all(|known| known.home != home) {
                let ty = home.allocated_type();
                found.extend(self.parts(name, spot, home, ty, call.variable));
            }
        }
        found
    }

    /// Globals and the static variables of functions.
    pub fn globals(&mut self) -> Vec<Variable<'m>> {
        let debug = self.module.metadata_kind("dbg");
        let mut found = Vec::new();
        for home in self.module.globals().filter(|home| !home.is_thread_local()) {
            let Some(node) = home.global_variable(debug) else { continue };
            if let (Some(name), Some(spot)) = (node.variable_name(), declaration(node)) {
                found.extend(self.parts(name, spot, home, home.value_type(), node));
            }
        }
        found
    }

    /// The variable itself, or its parts.
    fn parts(
        &mut self,
        name: String,
        spot: Spot,
        home: Value<'m>,
        ty: Type<'m>,
        node: Metadata<'m>,
    ) -> Vec<Variable<'m>> {
        if is_scalar(ty) {
            let size = self.module.data_layout().alloc_size(ty);
            return vec![Variable { name, spot, home, offset: 0, size, is_array: false }];
        }
        if self.scope == Scope::Function || !ty.is_sized() {
            return Vec::new();
        }
        let id = self.types.read(node.variable_type());
        let whole = Variable { name, spot, home, offset: 0, size: 0, is_array: false };
        let mut found = Vec::new();
        split(&self.types.types, id, whole, &mut found);
        found
    }
}

/// The scalars and arrays that a value of this type consists of.
fn split<'m>(types: &CTypes, id: CTypeId, at: Variable<'m>, found: &mut Vec<Variable<'m>>) {
    let ty = types.get(id);
    match &ty.kind {
        CKind::Struct { members } => {
            // A bit-field is written together with its neighbours.
            for member in members.iter().filter(|member| member.bits.is_none()) {
                let mut part = at.clone();
                part.offset += member.bit_offset / 8;
                if let Some(name) = &member.name {
                    part.name += &format!(".{name}");
                }
                split(types, member.ty, part, found);
            }
        }
        CKind::Void | CKind::Function { .. } | CKind::Incomplete | CKind::Opaque => {}
        _ if found.len() >= MOST_PARTS => {}
        CKind::Array { .. } => {
            let name = format!("{}[]", at.name);
            found.push(Variable { name, size: ty.size, is_array: true, ..at });
        }
        CKind::Union { .. } => found.push(Variable { size: ty.size, is_array: true, ..at }),
        _ => found.push(Variable { size: ty.size, ..at }),
    }
}

fn declaration(node: Metadata<'_>) -> Option<Spot> {
    let (file, line) = node.variable_place();
    let (folder, name) = file?.file_path();
    (line > 0).then(|| Spot { file: PathBuf::from(folder).join(name), line, column: 0 })
}

fn is_slot(home: Value<'_>) -> bool {
    home.is_instruction()
        && home.opcode() == Opcode::LLVMAlloca
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

//! What is behind a pointer whose type does not say it: `void *`, or a struct that is only
//! declared.
//!
//! Code that looks behind such a pointer first gives it the type that it means: it puts it into a
//! variable of that type, or passes it to a function that takes one. Unoptimised code shows this as
//! a load from a member or parameter whose value is stored or passed at once. The first meaning
//! that is found counts. Of the library's functions, whose types are not in the debug information,
//! those count that take a stream.

use super::arguments::{Arguments, declared_homes};
use super::ctypes::CTypeReader;
use super::reach::Reach;
use crate::llvm::{DataLayout, Metadata, Module, Opcode, TypeKind, Value, ValueKind};
use assay_program::{CKind, CType, CTypeId, CTypes};
use rustc_hash::FxHashMap;

/// A member of a struct: LLVM's name of the struct, and the offset in bytes.
type Member = (String, u64);

#[derive(Default)]
pub(super) struct Meanings {
    /// By the index of the unit's parameter: the pointer's type.
    pub parameters: FxHashMap<usize, CTypeId>,
    members: FxHashMap<Member, CTypeId>,
}

/// Where a pointer was loaded from.
enum Origin {
    Parameter(usize),
    Member(Member),
}

/// Functions of the library that take a stream, by the number of the argument.
const STREAMS: [(usize, &str); 4] = [
    (
        0,
        "fclose fflush fgetc getc _IO_getc fseek fseeko ftell ftello rewind feof ferror clearerr fileno setvbuf setbuf \
         fprintf vfprintf fscanf vfscanf __isoc99_fscanf __isoc99_vfscanf __isoc23_fscanf __isoc23_vfscanf fgetpos fsetpos",
    ),
    (1, "fputs fputc putc _IO_putc ungetc"),
    (2, "fgets getline"),
    (3, "fread fwrite getdelim"),
];

/// A pointer to a stream that a call is given.
fn stream_argument(instruction: Value<'_>) -> Option<Value<'_>> {
    let is_call = instruction.opcode() == Opcode::LLVMCall;
    let callee = is_call.then(|| instruction.called_value())?;
    if callee.kind() != ValueKind::LLVMFunctionValueKind {
        return None;
    }
    let name = callee.name();
    let takes = |names: &str| names.split_whitespace().any(|known| known == name);
    let (index, _) = STREAMS.iter().find(|(_, names)| takes(names))?;
    instruction.call_args().get(*index).copied()
}

/// The module's debug information must be in the form of calls.
pub(super) fn find<'m>(
    module: &'m Module,
    reader: &mut CTypeReader<'m>,
    unit: Value<'m>,
    reach: &Reach<'m>,
    arguments: &Arguments<'m>,
) -> Meanings {
    let mut meanings = Meanings::default();
    for &function in &reach.functions {
        let homes = declared_homes(function);
        let own = if function == unit { &arguments.parameters[..] } else { &[] };
        for instruction in function.blocks().flat_map(|block| block.instructions()) {
            for (pointer, ty) in typed_pointers(instruction, &homes) {
                let Some(origin) = origin(module.data_layout(), &homes, own, pointer) else {
                    continue;
                };
                let ty = reader.read(Some(ty));
                if points_to_struct(&reader.types, ty) {
                    meanings.add(origin, ty);
                }
            }
            let stream = stream_argument(instruction);
            let stream = stream.and_then(|at| origin(module.data_layout(), &homes, own, at));
            if let Some(origin) = stream {
                meanings.add(origin, reader.stream());
            }
        }
    }
    meanings
}

impl Meanings {
    fn add(&mut self, origin: Origin, ty: CTypeId) {
        match origin {
            Origin::Parameter(index) => self.parameters.entry(index).or_insert(ty),
            Origin::Member(member) => self.members.entry(member).or_insert(ty),
        };
    }

    /// Gives members that do not say what they point to the type that is meant.
    pub(super) fn apply(&self, types: &mut CTypes) {
        for ((name, offset), &meant) in &self.members {
            let is_named = |ty: &CType| ty.name.as_deref().is_some_and(|own| is_same(own, name));
            let kinds = types.0.ids().filter(|&id| is_named(types.get(id)));
            let kinds: Vec<CKind> = kinds.map(|id| types.get(id).kind.clone()).collect();
            for kind in kinds {
                let Some(new) = with_meaning(types, &kind, *offset, meant) else { continue };
                // A typedef has a copy of what it names.
                let copies = types.0.ids().filter(|&id| types.get(id).kind == kind);
                for id in copies.collect::<Vec<_>>() {
                    types.0[id].kind = new.clone();
                }
            }
        }
    }
}

/// The pointers that an instruction gives a type, and these types.
fn typed_pointers<'m>(
    instruction: Value<'m>,
    homes: &FxHashMap<Value<'m>, Metadata<'m>>,
) -> Vec<(Value<'m>, Metadata<'m>)> {
    match instruction.opcode() {
        Opcode::LLVMStore => {
            let variable = homes.get(&instruction.operand(1));
            let ty = variable.and_then(|variable| variable.variable_type());
            ty.map(|ty| (instruction.operand(0), ty)).into_iter().collect()
        }
        Opcode::LLVMCall => {
            let callee = instruction.called_value();
            if callee.kind() != ValueKind::LLVMFunctionValueKind {
                return Vec::new();
            }
            let list = callee.subprogram().and_then(Metadata::subprogram_type);
            let list = list.and_then(Metadata::base_type);
            let types = list.map_or_else(Vec::new, Metadata::node_operands);
            let arguments = instruction.call_args();
            // With structs in pieces, or more arguments than parameters, places do not agree.
            if types.len() != arguments.len() + 1 {
                return Vec::new();
            }
            let pairs = arguments.into_iter().zip(types.into_iter().skip(1));
            pairs.filter_map(|(argument, ty)| Some((argument, ty?))).collect()
        }
        _ => Vec::new(),
    }
}

fn origin<'m>(
    layout: DataLayout<'m>,
    homes: &FxHashMap<Value<'m>, Metadata<'m>>,
    parameters: &[Metadata<'m>],
    pointer: Value<'m>,
) -> Option<Origin> {
    if !pointer.is_instruction() || pointer.opcode() != Opcode::LLVMLoad {
        return None;
    }
    let address = pointer.operand(0);
    if let Some(variable) = homes.get(&address) {
        return parameters.iter().position(|known| known == variable).map(Origin::Parameter);
    }
    if !address.is_instruction()
        || address.opcode() != Opcode::LLVMGetElementPtr
        || address.operand_count() != 3
        || address.gep_source_type().kind() != TypeKind::LLVMStructTypeKind
    {
        return None;
    }
    let structure = address.gep_source_type();
    let offset = layout.field_offset(structure, address.operand(2).as_int()? as u32);
    // `%struct.name = type { ... }`
    let printed = structure.print();
    let name = printed.trim_start_matches('%').split(' ').next()?;
    let name = name.strip_prefix("struct.").or(name.strip_prefix("union."))?;
    Some(Origin::Member((name.to_string(), offset)))
}

fn points_to_struct(types: &CTypes, id: CTypeId) -> bool {
    match types.get(id).kind {
        CKind::Pointer { to, .. } => {
            let target = types.get(to);
            target.size > 0 && matches!(target.kind, CKind::Struct { .. } | CKind::Union { .. })
        }
        _ => false,
    }
}

/// Whether the source's name of a type (`struct node`, `node_t`) is LLVM's.
fn is_same(source: &str, llvm: &str) -> bool {
    let tag = source.strip_prefix("struct ").or(source.strip_prefix("union ")).unwrap_or(source);
    tag == llvm
}

/// Whether a pointer's type does not say what it points to.
pub(super) fn is_unclear(types: &CTypes, id: CTypeId) -> bool {
    match types.get(id).kind {
        CKind::Pointer { to, .. } => {
            matches!(types.get(to).kind, CKind::Void | CKind::Incomplete)
        }
        _ => false,
    }
}

fn with_meaning(types: &CTypes, kind: &CKind, offset: u64, meant: CTypeId) -> Option<CKind> {
    let mut new = kind.clone();
    let (CKind::Struct { members } | CKind::Union { members }) = &mut new else { return None };
    let member = members
        .iter_mut()
        .find(|member| member.bit_offset == offset * 8 && is_unclear(types, member.ty))?;
    member.ty = meant;
    Some(new)
}

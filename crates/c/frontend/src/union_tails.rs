//! What an initialiser leaves of a union: `union { int i; long l; } u = {1}` says nothing of the
//! other bytes of `l`.
//!
//! Every compiler in use makes them zero without optimisation, and programs count on it. But where
//! clang fills uninitialised variables with a pattern, it fills these bytes with it too, in the
//! constant that the variable is copied from. Here they become zero again, for the machine and for
//! the native run.

use crate::edges::calls_prefix;
use crate::llvm::{DataLayout, Module, Opcode, Type, TypeKind, Value, ValueKind};
use crate::promote::is_fill;

/// clang's pattern for bytes.
const PATTERN: u8 = 0xAA;

pub fn become_zero(module: &Module) {
    let annotation = module.metadata_kind("annotation");
    let layout = module.data_layout();
    let instructions = module.functions().flat_map(Value::blocks).flat_map(|b| b.instructions());
    for copy in instructions.filter(|&code| calls_prefix(code, "llvm.memcpy.")) {
        let (to, from) = (copy.operand(0), copy.operand(1));
        let is_initialisation = !is_fill(copy, annotation) && is_local(to) && is_own(from);
        if let Some(constant) = from.initialiser().filter(|_| is_initialisation)
            && let Some(zeroed) = zeroed(&layout, constant, to.allocated_type())
        {
            from.set_initialiser(zeroed);
        }
    }
}

fn is_local(value: Value) -> bool {
    value.is_instruction() && value.opcode() == Opcode::LLVMAlloca
}

/// Whether it is the constant that clang made for one local.
fn is_own(value: Value) -> bool {
    value.kind() == ValueKind::LLVMGlobalVariableValueKind
        && value.is_constant_global()
        && value.name_bytes().starts_with(b"__const.")
}

/// The constant with zero behind the members of unions; `None` if it is as it should be. `declared`
/// is the type of the variable: that of the constant differs from it where a union is.
fn zeroed<'m>(
    layout: &DataLayout<'m>,
    constant: Value<'m>,
    declared: Type<'m>,
) -> Option<Value<'m>> {
    let ty = constant.ty();
    let part = |index: u32| match (constant.kind(), ty.kind()) {
        (ValueKind::LLVMConstantStructValueKind, _) => Some(layout.field_offset(ty, index)),
        (ValueKind::LLVMConstantArrayValueKind, TypeKind::LLVMArrayTypeKind) => {
            Some(layout.alloc_size(ty.element()) * u64::from(index))
        }
        _ => None,
    };
    part(0)?;
    let count = constant.operand_count();
    let has_tail = declared.is_union() && ty != declared && count == 2;
    let mut is_changed = false;
    let mut parts = Vec::new();
    for index in 0..count {
        let own = constant.operand(index);
        let new = match has_tail && index == 1 && is_pattern(own) {
            true => Some(own.ty().zero()),
            false => {
                let declared = part(index).and_then(|offset| part_at(layout, declared, offset));
                zeroed(layout, own, declared.unwrap_or_else(|| own.ty()))
            }
        };
        is_changed |= new.is_some();
        parts.push(new.unwrap_or(own));
    }
    is_changed.then(|| ty.constant_of(&parts))
}

fn is_pattern(constant: Value) -> bool {
    constant.byte_array().is_some_and(|bytes| bytes.iter().all(|&byte| byte == PATTERN))
}

/// The type of the field or element that begins there.
fn part_at<'m>(layout: &DataLayout<'m>, ty: Type<'m>, offset: u64) -> Option<Type<'m>> {
    match ty.kind() {
        TypeKind::LLVMArrayTypeKind => Some(ty.element()),
        TypeKind::LLVMStructTypeKind if !ty.is_union() => {
            let fields = ty.fields().into_iter().zip(0..);
            let mut at = fields.filter(|&(_, index)| layout.field_offset(ty, index) == offset);
            at.next().map(|(field, _)| field)
        }
        _ => None,
    }
}

//! How far a `getelementptr` goes into what a pointer points to.

use crate::llvm::{DataLayout, Opcode, TypeKind, Value, ValueKind};

/// What it adds to a pointer.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Step {
    /// To the field.
    pub fields: u64,
    /// Over elements, as far as the code says how many.
    pub elements: u64,
    /// Some elements further or back, which the code computes.
    pub is_open: bool,
    /// What is passed over are bytes, of whatever it is.
    pub is_bytes: bool,
}

impl Step {
    /// None where the types do not say.
    pub fn of<'m>(at: Value<'m>, layout: DataLayout<'m>) -> Option<Step> {
        let mut ty = at.gep_source_type();
        let is_bytes = ty.kind() == TypeKind::LLVMIntegerTypeKind && ty.int_bits() == 8;
        let mut step = Step { is_bytes, ..Step::default() };
        for (position, index) in at.operands().skip(1).enumerate() {
            let number = (index.kind() == ValueKind::LLVMConstantIntValueKind)
                .then(|| u64::try_from(index.int_signed()).ok())
                .flatten();
            let part = match ty.kind() {
                _ if position == 0 => ty,
                TypeKind::LLVMStructTypeKind => {
                    let field = u32::try_from(number?).ok()?;
                    step.fields = step.fields.checked_add(layout.field_offset(ty, field))?;
                    ty = *ty.fields().get(field as usize)?;
                    continue;
                }
                TypeKind::LLVMArrayTypeKind => ty.element(),
                _ => return None,
            };
            match number.filter(|_| part.is_sized()) {
                Some(number) => {
                    let size = layout.alloc_size(part);
                    step.elements = step.elements.checked_add(number.checked_mul(size)?)?;
                }
                None => step.is_open = true,
            }
            ty = part;
        }
        Some(step)
    }
}

/// Whether a value is an element or a field of what its first operand points to.
pub fn is_element(value: Value<'_>) -> bool {
    match value.kind() {
        ValueKind::LLVMInstructionValueKind => value.opcode() == Opcode::LLVMGetElementPtr,
        ValueKind::LLVMConstantExprValueKind => {
            value.constant_opcode() == Opcode::LLVMGetElementPtr
        }
        _ => false,
    }
}

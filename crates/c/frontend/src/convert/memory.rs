//! Allocas, loads, stores, and addresses: `getelementptr` reduced to bytes by the data layout.

use super::Converter;
use super::functions::{Body, unsupported};
use crate::llvm::{TypeKind, Value, ValueKind};
use crate::promote;
use assay_program::Op;

/// A `getelementptr` after folding: a byte offset, and what is only known at run time.
pub(super) struct AddressSteps<'m> {
    pub(super) offset: i64,
    pub(super) indices: Vec<(Value<'m>, u64)>,
}

impl<'m> Converter<'m> {
    /// Of a `getelementptr` instruction or constant; `None` for vectors of addresses.
    pub(super) fn address_steps(&self, gep: Value<'m>) -> Option<AddressSteps<'m>> {
        let mut steps = AddressSteps { offset: 0, indices: Vec::new() };
        let mut ty = gep.gep_source_type();
        for (position, index) in gep.operands().skip(1).enumerate() {
            if index.ty().kind() != TypeKind::LLVMIntegerTypeKind {
                return None;
            }
            if position > 0 && ty.kind() == TypeKind::LLVMStructTypeKind {
                let field = u32::try_from(index.as_int()?).ok()?;
                let bytes = self.layout.field_offset(ty, field) as i64;
                steps.offset = steps.offset.wrapping_add(bytes);
                ty = ty.fields().get(field as usize).copied()?;
                continue;
            }
            if position > 0 {
                ty = ty.element();
            }
            let scale = self.layout.alloc_size(ty);
            let is_number = index.kind() == ValueKind::LLVMConstantIntValueKind;
            if is_number && index.ty().int_bits() <= 64 {
                let bytes = index.int_signed().wrapping_mul(scale as i64);
                steps.offset = steps.offset.wrapping_add(bytes);
            } else if scale != 0 {
                steps.indices.push((index, scale));
            }
        }
        Some(steps)
    }
}

impl<'m> Body<'_, 'm> {
    pub(super) fn alloca(&mut self, i: Value<'m>) -> Op {
        Op::Alloca {
            element: self.cx.type_id(i.allocated_type()),
            count: self.operand(i.operand(0)),
            align: i.alignment(),
        }
    }

    pub(super) fn load(&mut self, i: Value<'m>) -> Op {
        Op::Load { address: self.operand(i.operand(0)), align: i.alignment() }
    }

    pub(super) fn store(&mut self, i: Value<'m>) -> Op {
        Op::Store {
            address: self.operand(i.operand(1)),
            value: self.operand(i.operand(0)),
            value_type: self.type_of(i.operand(0)),
            align: i.alignment(),
            is_fill: self.is_fill(i),
        }
    }

    pub(super) fn is_fill(&self, i: Value<'m>) -> bool {
        promote::is_fill(i, self.cx.kinds.annotation)
    }

    pub(super) fn address(&mut self, i: Value<'m>) -> Op {
        let base = i.operand(0);
        let is_scalar = |value: Value| value.ty().kind() == TypeKind::LLVMPointerTypeKind;
        let steps = self.cx.address_steps(i).filter(|_| is_scalar(i) && is_scalar(base));
        let Some(steps) = steps else {
            return unsupported("a vector of addresses".to_string());
        };
        let indices = steps.indices.into_iter().map(|(index, scale)| {
            let ty = self.type_of(index);
            (self.operand(index), ty, scale)
        });
        Op::Address { indices: indices.collect(), offset: steps.offset, base: self.operand(base) }
    }

    /// `memcpy`, `memmove` and their inline forms.
    pub(super) fn memory_copy(&mut self, call: Value<'m>, may_overlap: bool) -> Op {
        Op::MemoryCopy {
            to: self.operand(call.operand(0)),
            from: self.operand(call.operand(1)),
            size: self.operand(call.operand(2)),
            may_overlap,
            is_fill: self.is_fill(call),
        }
    }

    pub(super) fn memory_set(&mut self, call: Value<'m>) -> Op {
        Op::MemorySet {
            to: self.operand(call.operand(0)),
            byte: self.operand(call.operand(1)),
            size: self.operand(call.operand(2)),
            is_fill: self.is_fill(call),
        }
    }
}

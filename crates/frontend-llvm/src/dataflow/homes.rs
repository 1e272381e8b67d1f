//! Which variables an address belongs to: directly, or by fields and elements with which the code
//! names a part of it.

use super::variables::Variable;
use crate::llvm::{DataLayout, Opcode, Type, TypeKind, Value, ValueKind};
use rustc_hash::FxHashMap;

/// The variables of a module by their addresses.
pub struct Homes<'m> {
    layout: DataLayout<'m>,
    parts: FxHashMap<Value<'m>, Vec<Part>>,
}

/// What of an object is one variable.
struct Part {
    variable: usize,
    offset: u64,
    size: u64,
    is_array: bool,
}

/// A place within an object.
struct Within<'m> {
    home: Value<'m>,
    offset: u64,
    /// Some elements further, which the code computes.
    is_open: bool,
}

impl<'m> Homes<'m> {
    pub fn new(layout: DataLayout<'m>) -> Homes<'m> {
        Homes { layout, parts: FxHashMap::default() }
    }

    pub fn add(&mut self, variable: usize, of: &Variable<'m>) {
        let Variable { offset, size, is_array, .. } = *of;
        self.parts.entry(of.home).or_default().push(Part { variable, offset, size, is_array });
    }

    /// How many bytes a value takes.
    pub fn size(&self, ty: Type<'m>) -> u64 {
        if ty.is_sized() { self.layout.store_size(ty) } else { 0 }
    }

    /// The variables that an access of so many bytes touches.
    pub fn touched(&self, address: Value<'m>, size: u64) -> Vec<usize> {
        let Some(Within { home, offset, is_open }) = self.within(address) else {
            return Vec::new();
        };
        let end = offset.saturating_add(size.max(1));
        let is_touched = |part: &&Part| match is_open {
            true => part.is_array && (part.offset..part.offset + part.size).contains(&offset),
            false => offset < part.offset + part.size && part.offset < end,
        };
        let parts = self.parts.get(&home).into_iter().flatten();
        parts.filter(is_touched).map(|part| part.variable).collect()
    }

    fn within(&self, address: Value<'m>) -> Option<Within<'m>> {
        let mut found = Within { home: address, offset: 0, is_open: false };
        while !self.parts.contains_key(&found.home) {
            let at = found.home;
            let is_element = match at.kind() {
                ValueKind::LLVMInstructionValueKind => at.opcode() == Opcode::LLVMGetElementPtr,
                ValueKind::LLVMConstantExprValueKind => {
                    at.constant_opcode() == Opcode::LLVMGetElementPtr
                }
                _ => false,
            };
            if !is_element {
                return None;
            }
            self.step(at, &mut found)?;
            found.home = at.operand(0);
        }
        Some(found)
    }

    /// Adds what a `getelementptr` adds.
    fn step(&self, at: Value<'m>, found: &mut Within<'m>) -> Option<()> {
        let mut ty = at.gep_source_type();
        for (position, index) in at.operands().skip(1).enumerate() {
            let number = (index.kind() == ValueKind::LLVMConstantIntValueKind)
                .then(|| u64::try_from(index.int_signed()).ok())
                .flatten();
            let part = match ty.kind() {
                _ if position == 0 => ty,
                TypeKind::LLVMStructTypeKind => {
                    let field = u32::try_from(number?).ok()?;
                    found.offset += self.layout.field_offset(ty, field);
                    ty = *ty.fields().get(field as usize)?;
                    continue;
                }
                TypeKind::LLVMArrayTypeKind => ty.element(),
                _ => return None,
            };
            match number.filter(|_| part.is_sized()) {
                Some(number) => {
                    let size = self.layout.alloc_size(part);
                    found.offset = found.offset.checked_add(number.checked_mul(size)?)?;
                }
                None => found.is_open = true,
            }
            ty = part;
        }
        Some(())
    }
}

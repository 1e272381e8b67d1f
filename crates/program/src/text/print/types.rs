//! Types, and the layouts that are not those by default.

use super::Printer;
use crate::text::layout::{StructLayout, default_layout};
use crate::text::spelling::FLOATS;
use crate::{Field, Type, TypeId};
use std::fmt::{self, Write};

impl Printer<'_> {
    pub(super) fn layouts(&mut self) -> fmt::Result {
        let types = &self.program.types;
        for (id, ty, layout) in types.iter() {
            if default_layout(types, self.program.pointer_bits, ty) == Some(layout) {
                continue;
            }
            self.out.push_str("layout ");
            self.ty(id)?;
            let crate::types::Layout { store_size, alloc_size, align } = layout;
            writeln!(self.out, ", store {store_size}, size {alloc_size}, align {align}")?;
        }
        Ok(())
    }

    pub(super) fn ty(&mut self, id: TypeId) -> fmt::Result {
        let program = self.program;
        match program.types.get(id) {
            Type::Void => self.out.push_str("void"),
            Type::Int(bits) => write!(self.out, "i{bits}")?,
            Type::Float(kind) => {
                let word = FLOATS.iter().find(|(known, _)| known == kind);
                self.out.push_str(word.map_or("opaque", |(_, word)| word));
            }
            Type::Pointer => self.out.push_str("ptr"),
            Type::Array { element, length } => {
                write!(self.out, "[{length} x ")?;
                self.ty(*element)?;
                self.out.push(']');
            }
            Type::Vector { element, length } => {
                write!(self.out, "<{length} x ")?;
                self.ty(*element)?;
                self.out.push('>');
            }
            Type::Struct { fields, size, align } => self.structure(fields, *size, *align)?,
            Type::Opaque => self.out.push_str("opaque"),
        }
        Ok(())
    }

    fn structure(&mut self, fields: &[Field], size: u64, align: u64) -> fmt::Result {
        self.out.push('{');
        for (index, field) in fields.iter().enumerate() {
            self.separator(index)?;
            write!(self.out, "{}: ", field.offset)?;
            self.ty(field.ty)?;
        }
        let natural = StructLayout::of(&self.program.types, fields);
        let is_natural = natural.is_some_and(|natural| {
            natural.align == align && natural.size().is_some_and(|natural| natural == size)
        });
        if !is_natural {
            self.separator(fields.len())?;
            write!(self.out, "size {size}, align {align}")?;
        }
        self.out.push('}');
        Ok(())
    }
}

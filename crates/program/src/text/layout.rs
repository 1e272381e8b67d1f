//! The layout that a type has if the text does not say otherwise: that of x86-64, where a number is
//! aligned to its size, up to 16 bytes.

use crate::types::Layout;
use crate::{Field, FloatKind, Type, TypeId, TypeTable};

/// Alignment of the widest numbers.
const MAX_ALIGN: u64 = 16;

const NONE: Layout = Layout { store_size: 0, alloc_size: 0, align: 1 };

/// `None` if it is too large for 64 bits.
pub(super) fn default_layout(types: &TypeTable, pointer_bits: u32, ty: &Type) -> Option<Layout> {
    match ty {
        Type::Void | Type::Opaque => Some(NONE),
        Type::Int(bits) => number(u64::from(*bits).div_ceil(8)),
        Type::Pointer => number(u64::from(pointer_bits / 8)),
        Type::Float(kind) => number(u64::from(kind.bits() / 8)),
        Type::Array { element, length } => {
            let element = types.layout(*element);
            let size = element.alloc_size.checked_mul(*length)?;
            Some(Layout { store_size: size, alloc_size: size, align: element.align })
        }
        Type::Vector { element, length } => {
            let bits = lane_bits(types, *element).checked_mul(u64::from(*length))?;
            aligned(bits.div_ceil(8), bits.div_ceil(8).checked_next_power_of_two()?)
        }
        Type::Struct { size, align, .. } => {
            Some(Layout { store_size: *size, alloc_size: *size, align: *align })
        }
    }
}

fn number(store_size: u64) -> Option<Layout> {
    aligned(store_size, store_size.next_power_of_two().min(MAX_ALIGN))
}

fn aligned(store_size: u64, align: u64) -> Option<Layout> {
    let alloc_size = store_size.checked_next_multiple_of(align)?;
    Some(Layout { store_size, alloc_size, align })
}

/// Lanes of a vector lie bit by bit.
fn lane_bits(types: &TypeTable, element: TypeId) -> u64 {
    match types.get(element) {
        Type::Int(bits) => u64::from(*bits),
        Type::Float(kind) => u64::from(FloatKind::bits(*kind)),
        _ => types.layout(element).store_size.saturating_mul(8),
    }
}

/// Where the next field begins, how long the struct is, and its alignment, if the fields lie one
/// after the other as C lays them out.
pub(super) struct StructLayout {
    end: u64,
    pub(super) align: u64,
}

impl StructLayout {
    pub(super) fn new() -> StructLayout {
        StructLayout { end: 0, align: 1 }
    }

    /// Where a field of this type would begin.
    pub(super) fn next(&self, field: Layout) -> Option<u64> {
        self.end.checked_next_multiple_of(field.align.max(1))
    }

    /// The field is there. `None`: it goes beyond what 64 bits can say.
    pub(super) fn add(&mut self, offset: u64, field: Layout) -> Option<()> {
        self.end = offset.checked_add(field.alloc_size)?;
        self.align = self.align.max(field.align);
        Some(())
    }

    pub(super) fn size(&self) -> Option<u64> {
        self.end.checked_next_multiple_of(self.align)
    }

    /// The layout of fields that are there already.
    pub(super) fn of(types: &TypeTable, fields: &[Field]) -> Option<StructLayout> {
        let mut layout = StructLayout::new();
        for field in fields {
            layout.add(field.offset, types.layout(field.ty))?;
        }
        Some(layout)
    }
}

//! Types, with sizes, alignments and field offsets of the module's data layout.

use super::Converter;
use crate::llvm::{Type, TypeKind};
use assay_program::types::Layout;
use assay_program::{self as model, Field, FloatKind, TypeId};

const NO_LAYOUT: Layout = Layout { store_size: 0, alloc_size: 0, align: 1 };

impl<'m> Converter<'m> {
    pub(super) fn type_id(&mut self, ty: Type<'m>) -> TypeId {
        if let Some(&id) = self.types.get(&ty) {
            return id;
        }
        let converted = self.convert_type(ty);
        let has_layout = ty.is_sized() && !matches!(converted, model::Type::Opaque);
        let layout = match has_layout {
            true => Layout {
                store_size: self.layout.store_size(ty),
                alloc_size: self.layout.alloc_size(ty),
                align: self.layout.align(ty),
            },
            false => NO_LAYOUT,
        };
        let id = self.program.types.intern(converted, layout);
        self.types.insert(ty, id);
        id
    }

    fn convert_type(&mut self, ty: Type<'m>) -> model::Type {
        match ty.kind() {
            TypeKind::LLVMVoidTypeKind => model::Type::Void,
            TypeKind::LLVMIntegerTypeKind => model::Type::Int(ty.int_bits()),
            TypeKind::LLVMPointerTypeKind => model::Type::Pointer,
            TypeKind::LLVMArrayTypeKind => model::Type::Array {
                element: self.type_id(ty.element()),
                length: ty.array_length(),
            },
            TypeKind::LLVMVectorTypeKind => model::Type::Vector {
                element: self.type_id(ty.element()),
                length: ty.vector_length(),
            },
            TypeKind::LLVMStructTypeKind if ty.is_sized() => self.convert_struct(ty),
            kind => float_kind(kind).map_or(model::Type::Opaque, model::Type::Float),
        }
    }

    fn convert_struct(&mut self, ty: Type<'m>) -> model::Type {
        let fields = ty.fields().into_iter().enumerate().map(|(index, field)| Field {
            ty: self.type_id(field),
            offset: self.layout.field_offset(ty, index as u32),
        });
        model::Type::Struct {
            fields: fields.collect(),
            size: self.layout.alloc_size(ty),
            align: self.layout.align(ty),
        }
    }
}

pub(super) fn float_kind(kind: TypeKind) -> Option<FloatKind> {
    match kind {
        TypeKind::LLVMHalfTypeKind => Some(FloatKind::Half),
        TypeKind::LLVMBFloatTypeKind => Some(FloatKind::BFloat),
        TypeKind::LLVMFloatTypeKind => Some(FloatKind::Single),
        TypeKind::LLVMDoubleTypeKind => Some(FloatKind::Double),
        TypeKind::LLVMX86_FP80TypeKind => Some(FloatKind::X87),
        TypeKind::LLVMFP128TypeKind => Some(FloatKind::Quad),
        _ => None,
    }
}

//! Types, interned, with their layout in memory.

use assay_base::{Arena, id};
use rustc_hash::FxHashMap;

id!(TypeId, "t");

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Type {
    Void,
    /// An integer of this many bits, from 1 up.
    Int(u32),
    Float(FloatKind),
    Pointer,
    Array {
        element: TypeId,
        length: u64,
    },
    Vector {
        element: TypeId,
        length: u32,
    },
    Struct {
        fields: Vec<Field>,
        size: u64,
        align: u64,
    },
    /// Has no values in memory: labels, metadata, tokens. Never the type of an operand.
    Opaque,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum FloatKind {
    Half,
    BFloat,
    Single,
    Double,
    /// The 80-bit extended format of x87.
    X87,
    Quad,
}

impl FloatKind {
    /// Bits of the value itself (80 for x87, whose place in memory is larger).
    pub fn bits(self) -> u32 {
        match self {
            FloatKind::Half | FloatKind::BFloat => 16,
            FloatKind::Single => 32,
            FloatKind::Double => 64,
            FloatKind::X87 => 80,
            FloatKind::Quad => 128,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Field {
    pub ty: TypeId,
    /// In bytes from the start of the struct.
    pub offset: u64,
}

/// The layout of a type by the module's data layout.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    /// Bytes a load or store touches.
    pub store_size: u64,
    /// Bytes from one array element to the next.
    pub alloc_size: u64,
    pub align: u64,
}

#[derive(Clone, Debug, Default)]
pub struct TypeTable {
    types: Arena<TypeId, (Type, Layout)>,
    interned: FxHashMap<Type, TypeId>,
}

impl TypeTable {
    /// The id of `ty`; `layout` counts when the type is new.
    pub fn intern(&mut self, ty: Type, layout: Layout) -> TypeId {
        if let Some(&id) = self.interned.get(&ty) {
            return id;
        }
        let id = self.types.push((ty.clone(), layout));
        self.interned.insert(ty, id);
        id
    }

    pub fn get(&self, id: TypeId) -> &Type {
        &self.types[id].0
    }

    pub fn layout(&self, id: TypeId) -> Layout {
        self.types[id].1
    }

    pub fn len(&self) -> usize {
        self.types.len()
    }

    pub fn is_empty(&self) -> bool {
        self.types.is_empty()
    }

    pub fn find(&self, ty: &Type) -> Option<TypeId> {
        self.interned.get(ty).copied()
    }

    pub fn iter(&self) -> impl Iterator<Item = (TypeId, &Type, Layout)> {
        self.types.iter().map(|(id, (ty, layout))| (id, ty, *layout))
    }
}

//! What the code of a function may name.

use super::expression::Type;

/// The type of a variable.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Kind {
    Bool,
    SignedChar,
    UnsignedChar,
    Short,
    UnsignedShort,
    Int,
    Unsigned,
    Long,
    /// Bit-fields.
    Bits(u32),
    SignedBits(u32),
}

impl Kind {
    pub fn name(self) -> &'static str {
        match self {
            Kind::Bool => "_Bool",
            Kind::SignedChar => "signed char",
            Kind::UnsignedChar => "unsigned char",
            Kind::Short => "short",
            Kind::UnsignedShort => "unsigned short",
            Kind::Int | Kind::SignedBits(_) => "int",
            Kind::Unsigned | Kind::Bits(_) => "unsigned",
            Kind::Long => "long",
        }
    }

    /// The type that its values are calculated in.
    pub fn promoted(self) -> Type {
        match self {
            Kind::Unsigned => Type::Unsigned,
            Kind::Long => Type::Long,
            _ => Type::Int,
        }
    }

    pub fn range(self) -> (i128, i128) {
        let signed = |bits: u32| (-(1 << (bits - 1)), (1 << (bits - 1)) - 1);
        let unsigned = |bits: u32| (0, (1 << bits) - 1);
        match self {
            Kind::Bool => (0, 1),
            Kind::SignedChar => signed(8),
            Kind::UnsignedChar => unsigned(8),
            Kind::Short => signed(16),
            Kind::UnsignedShort => unsigned(16),
            Kind::Int => signed(32),
            Kind::Unsigned => unsigned(32),
            Kind::Long => signed(64),
            Kind::Bits(bits) => unsigned(bits),
            Kind::SignedBits(bits) => signed(bits),
        }
    }

    /// What is ever stored in a variable of this type.
    pub fn kept(self) -> (i128, i128) {
        match self {
            Kind::Int => (-99_999, 99_999),
            Kind::Long => (-9_999_999_999, 9_999_999_999),
            _ => self.range(),
        }
    }
}

#[derive(Clone)]
pub struct Variable {
    pub name: String,
    pub kind: Kind,
    /// Not so for the counters of loops.
    pub is_writable: bool,
}

/// An array; its length is one more than the mask.
pub struct Table {
    pub name: String,
    pub kind: Kind,
    pub mask: usize,
    pub is_writable: bool,
}

pub struct Callee {
    pub name: String,
    pub parameters: Vec<Kind>,
}

#[derive(Default)]
pub struct Scope {
    /// The parameters first.
    pub variables: Vec<Variable>,
    pub parameters: usize,
    pub tables: Vec<Table>,
    pub callee: Option<Callee>,
}

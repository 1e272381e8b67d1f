//! What a term is. Every term is a bit-vector of 1 to 128 bits; truth is one bit; a float is
//! the bits of its format, and float operations interpret them.

use std::num::NonZeroU32;

/// A hash-consed term: equal terms of one [`Terms`](crate::Terms) have equal ids, and a term's
/// arguments always have smaller ids than the term. `Option<Term>` is four bytes, `None` zero.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Term(pub(crate) NonZeroU32);

impl Term {
    /// A dense index from 1 up, for tables beside the arena.
    pub fn index(self) -> usize {
        self.0.get() as usize
    }
}

assay_base::id!(
    /// An input of the program: a variable of the path condition.
    VarId,
    "x"
);

assay_base::id!(
    /// A row of values that [`Node::Lookup`] chooses from.
    TableId,
    "table"
);

/// The value of any term: its bits, zero above its width.
pub type Value = u128;

#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Node {
    Const(Value),
    Var(VarId),
    /// Memory that was never written: the value is that of this run, yet the term is not folded
    /// away, so that whoever branches on it can be told. Solvers treat it as the constant.
    Uninitialised {
        value: Value,
        /// Which memory: what is in one place says nothing about another, even if the values are the same here.
        place: u64,
    },
    Not(Term),
    Neg(Term),
    Binary(BinaryOp, Term, Term),
    /// Bits `low .. low + width` of the argument.
    Extract {
        of: Term,
        low: u32,
    },
    ZeroExtend(Term),
    SignExtend(Term),
    /// The first argument is the high part.
    Concat(Term, Term),
    /// The condition has one bit.
    Ite(Term, Term, Term),
    /// `table[index]`; the last entry where the index is past the end.
    Lookup {
        table: TableId,
        index: Term,
    },
    Float(FloatOp, Term),
    FloatBinary(FloatBinaryOp, Format, Term, Term),
    /// `a * b + c` rounded once.
    FusedMultiplyAdd(Format, Term, Term, Term),
}

/// Comparisons give one bit; all others have the width of their arguments. Division and
/// remainder by zero, and shifts by the width or more, mean what SMT-LIB says.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum BinaryOp {
    Add,
    Sub,
    Mul,
    UDiv,
    SDiv,
    URem,
    SRem,
    And,
    Or,
    Xor,
    Shl,
    LShr,
    AShr,
    Eq,
    Ult,
    Ule,
    Slt,
    Sle,
}

/// A float format.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Format {
    Half,
    BFloat,
    Single,
    Double,
    /// x87 extended: 1 sign, 15 exponent, explicit integer bit, 63 fraction.
    X87,
    Quad,
}

impl Format {
    pub fn bits(self) -> u32 {
        match self {
            Format::Half | Format::BFloat => 16,
            Format::Single => 32,
            Format::Double => 64,
            Format::X87 => 80,
            Format::Quad => 128,
        }
    }
}

#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Rounding {
    NearestEven,
    TowardZero,
    Up,
    Down,
    NearestAway,
}

/// Float operations of one argument. Arithmetic rounds to nearest even. Negation and absolute
/// value are not here: they are bit operations.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum FloatOp {
    SquareRoot(Format),
    /// To an integral value in the same format.
    Round(Format, Rounding),
    Convert {
        from: Format,
        to: Format,
    },
    /// To an integer of the result's width, toward zero; 0 where the value does not fit
    /// (undefined in C: the machine reports or excludes it before the term is built).
    ToSigned(Format),
    ToUnsigned(Format),
    FromSigned(Format),
    FromUnsigned(Format),
    IsNan(Format),
}

/// Comparisons give one bit and are false where an argument is NaN.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum FloatBinaryOp {
    Add,
    Sub,
    Mul,
    Div,
    /// C's `fmod`.
    Rem,
    /// The other argument where one is NaN (C's `fmin`).
    Min,
    Max,
    Eq,
    Lt,
    Le,
}

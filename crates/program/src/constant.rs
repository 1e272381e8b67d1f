//! Constants and global initialisers.

use crate::{BlockId, FuncId, GlobalId, TypeId};
use assay_base::id;

id!(ConstId, "c");

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Const {
    /// Little-endian 64-bit words, as many as the width needs; unused high bits are 0.
    Int {
        ty: TypeId,
        words: Vec<u64>,
    },
    /// The bits of the value in its own format (80 bits for x87).
    Float {
        ty: TypeId,
        bits: u128,
    },
    Null {
        ty: TypeId,
    },
    /// Zero of any type, `zeroinitializer`.
    Zero {
        ty: TypeId,
    },
    /// `undef` and `poison`.
    Undef {
        ty: TypeId,
    },
    /// An array, vector or struct, element by element.
    Aggregate {
        ty: TypeId,
        elements: Vec<ConstId>,
    },
    /// An array or vector of plain numbers as its bytes in memory.
    Bytes {
        ty: TypeId,
        bytes: Vec<u8>,
    },
    /// What a variable holds, as its bytes in memory, zero behind the last of them; and where in
    /// them constants lie whose bytes are not known yet, in ascending order.
    Image {
        ty: TypeId,
        bytes: Vec<u8>,
        places: Vec<(u64, ConstId)>,
    },
    Global {
        global: GlobalId,
        ty: TypeId,
    },
    Function {
        function: FuncId,
        ty: TypeId,
    },
    /// `&&label`.
    BlockAddress {
        function: FuncId,
        block: BlockId,
        ty: TypeId,
    },
    Expr {
        ty: TypeId,
        expr: ConstExpr,
    },
}

/// What remains symbolic until addresses are known.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum ConstExpr {
    /// A constant pointer plus a byte offset (all constant GEPs).
    Offset {
        base: ConstId,
        bytes: i64,
    },
    /// Reinterpretation with truncation or zero extension to the type (`ptrtoint`, `inttoptr`,
    /// `trunc`, `zext`, pointer casts).
    Resize(ConstId),
    Add(ConstId, ConstId),
    Sub(ConstId, ConstId),
    Mul(ConstId, ConstId),
    Xor(ConstId, ConstId),
    /// A constant expression the front end does not know, as LLVM prints it: executing code that
    /// uses it ends the path.
    Unsupported(String),
}

impl Const {
    pub fn ty(&self) -> TypeId {
        match self {
            Const::Int { ty, .. }
            | Const::Float { ty, .. }
            | Const::Null { ty }
            | Const::Zero { ty }
            | Const::Undef { ty }
            | Const::Aggregate { ty, .. }
            | Const::Bytes { ty, .. }
            | Const::Image { ty, .. }
            | Const::Global { ty, .. }
            | Const::Function { ty, .. }
            | Const::BlockAddress { ty, .. }
            | Const::Expr { ty, .. } => *ty,
        }
    }
}

//! Hash-consed bit-vector terms.

mod node;

pub use node::{
    BinaryOp, FloatBinaryOp, FloatOp, Format, Node, Rounding, TableId, Term, Value, VarId,
};

//! Hash-consed bit-vector terms.

pub mod apply;
pub mod bits;
mod bounds;
mod construct;
mod eval;
pub mod float;
mod metadata;
mod node;
mod simplify;
mod slices;
mod smtlib;
mod terms;
mod variable_sets;

pub use eval::{Assignment, Evaluator};
pub use node::{
    BinaryOp, FloatBinaryOp, FloatOp, Format, Node, Rounding, TableId, Term, Value, VarId,
};
pub use smtlib::smtlib;
pub use terms::Terms;

//! Hash-consed bit-vector and float terms: what the machine's symbolic values and path conditions
//! are made of.
//!
//! [`Terms`] is the arena. Its constructors fold constants and simplify, so that equal meanings
//! are likely to be equal ids; beside each node it keeps the width, the variables, bounds and two
//! flags, all found in constant time. [`apply`] and [`float`] are the one concrete meaning of the
//! operations, [`Evaluator`] applies it to whole terms, and [`smtlib`](fn@smtlib) writes terms as
//! a script that means exactly the same to any solver.
//!
//! Invariants: a term's arguments have smaller ids than the term; values are zero above their
//! width; a node that reads uninitialised memory is never folded to a constant by its value.

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
mod substitute;
mod terms;
mod uninitialised;
mod variable_sets;

pub use eval::{Assignment, Evaluator};
pub use node::{
    BinaryOp, FloatBinaryOp, FloatOp, Format, Node, Rounding, TableId, Term, Value, VarId,
};
pub use smtlib::{smtlib, smtlib_checks};
pub use substitute::{Substitution, Translation};
pub use terms::Terms;

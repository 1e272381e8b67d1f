//! Legal sequences of calls: how an object of a class comes to be, and what is called on it.
//!
//! A [`Plan`] says for a unit which calls are possible. It has two readings that must agree: as a
//! program in Java ([`driver`]), which asks for each choice and each literal and so can be explored
//! and run, and as a reader of what was answered ([`decode`]), which says which calls these answers
//! mean. Both ask in the same order.

mod decode;
mod driver;
mod plan;

pub use decode::{Action, Built, Statement, Value, decode};
pub use driver::{DRIVER, source};
pub use plan::{Plan, Primitive, plan};

/// How deep objects are made of objects.
const DEPTH: u32 = 3;
/// Calls that change an object behind its making, at most.
const CHANGES: u32 = 2;
/// Elements of arrays and collections, at most.
const ELEMENTS: u32 = 3;
/// Characters of texts, at most.
const CHARACTERS: u32 = 8;

//! What every other crate stands on: typed ids into arenas, source places, dominators, and the seeded
//! random generator. Depends on nothing of the project.

mod arena;
pub mod dominators;
mod place;
mod rng;

pub use arena::{Arena, Id};
pub use place::{FileId, Place};
pub use rng::Rng;

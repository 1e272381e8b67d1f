//! What every other crate stands on: typed ids into arenas, source places, dominators, the time of
//! threads, and the seeded random generator. Depends on nothing of the project.

mod arena;
pub mod dominators;
mod place;
mod processor_time;
mod rng;
mod step;

pub use arena::{Arena, Id};
pub use place::{FileId, Place};
pub use processor_time::{ProcessorTime, ThreadClock};
pub use rng::Rng;
pub use step::Step;

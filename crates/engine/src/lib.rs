//! The concolic machine. It executes the program model one path at a time on a concrete input,
//! with symbolic terms beside the values that depend on it, and reports what other inputs would
//! do differently. It knows nothing of coverage criteria, strategies or solvers.

mod access;
mod addresses;
mod arithmetic;
mod blocks;
mod branch;
mod builtin;
mod calls;
mod code;
mod execute;
mod failures;
mod faults;
mod floats;
mod given;
mod growing;
mod image;
mod input;
mod inspect;
mod intrinsics;
mod lower;
mod machine;
mod made;
mod math;
mod memory;
mod path;
mod pointers;
mod precondition;
mod regions;
mod state;
mod trail;
mod value;
mod variadic;
mod vectors;
mod watch;
mod world;

pub use code::{Code, Edge, Pc};
pub use given::NamedValues;
pub use growing::{Growing, Grown};
pub use image::Image;
pub use input::InputRecord;
pub use inspect::Call;
pub use lower::{LowerOptions, lower, lower_observed};
pub use machine::{Limits, Machine, Observer, Start, Subject};
pub use path::{Alternative, Decision, Event, Finding, PathEnd, Run};
pub use regions::{FOR_NUMBERS, has_own_objects};
pub use state::Snapshot;

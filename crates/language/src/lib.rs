//! The seam between the core and the languages that it takes.
//!
//! A [`FrontEnd`] says which inputs are of its language and opens a [`Project`] of them. A project
//! has units; one that is [`Loaded`] is a model that any machine, search and prover of the core
//! works on, with its [`Native`] side: what runs tests outside of the machine, and tells what they
//! took. A [`TestWriter`] writes the tests of a project as files that people keep.
//!
//! All else here is plain data that goes through this seam. A language is a crate that implements
//! these five traits, and a line in the campaign's table.

#![forbid(unsafe_code)]

mod edges;
mod native;
mod project;
mod rejected;
mod settings;
mod test_case;
mod writer;

pub use edges::EdgeSet;
pub use native::{Measurement, Native, NativeEnd, NativeRun, RunError, Runner, Shown, signal_name};
pub use project::{Counted, FrontEnd, Input, IsOfInterest, Loaded, Order, Project, UnitId};
pub use rejected::Rejected;
pub use settings::parse_toml;
pub use test_case::{Observation, Observed, Reached, TestCase, Wording};
pub use writer::{Compiled, Reworded, TESTS, TestWriter, UnitTests, WrittenTest};

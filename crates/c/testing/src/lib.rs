//! Tests: how they are written down, and how they are run natively.
//!
//! A [`TestCase`] is an ordered list of inputs with what the machine saw. [`FORMATS`] writes it
//! for people and other tools; [`replay`] runs it on the real processor to confirm what the
//! machine claims. Both hand the inputs to the program through the same C sources (`harness/`),
//! so that a test that was confirmed is the test that is emitted.

mod expectation;
mod externals;
pub mod format;
mod harness;
pub mod measure;
pub mod native;
pub mod replay;
mod subject;
pub mod wording;

pub use expectation::Expectation;
pub use externals::{ExternalFunction, ExternalObject, Externals, MayFail};
pub use subject::{SourceUnit, Subject};

use assay_language::{TestCase, Wording};

//! Why nothing can be done with what was asked for.

use assay_output::Refusal;
use std::fmt;

/// The input cannot be used, or nothing can be written: the reason, the place and what to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rejected(pub String);

impl fmt::Display for Rejected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Rejected {}

impl From<Refusal> for Rejected {
    fn from(refusal: Refusal) -> Rejected {
        Rejected(refusal.to_string())
    }
}

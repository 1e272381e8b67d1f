//! How the command ends. The numbers are a contract.

use assay_campaign::Rejected;
use assay_output::Refusal;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Exit {
    Done,
    /// `--fail-under` is not met.
    BelowTarget,
    /// `assay replay` did not see all that the report claims.
    NotConfirmed,
    /// The input cannot be used: the reason, the place and what to do.
    Rejected(String),
    Interrupted,
    /// The status of the program that `assay run` executed.
    Program(u8),
}

impl From<Rejected> for Exit {
    fn from(rejected: Rejected) -> Exit {
        Exit::Rejected(rejected.0)
    }
}

impl From<Refusal> for Exit {
    fn from(refusal: Refusal) -> Exit {
        Exit::Rejected(refusal.to_string())
    }
}

impl Exit {
    pub fn code(&self) -> u8 {
        match self {
            Exit::Done => 0,
            Exit::BelowTarget | Exit::NotConfirmed => 1,
            Exit::Rejected(_) => 3,
            Exit::Interrupted => 130,
            Exit::Program(status) => *status,
        }
    }
}

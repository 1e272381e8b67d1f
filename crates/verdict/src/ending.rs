//! How a test's run ends.

use crate::FindingKind;
use serde::{Deserialize, Serialize};
use std::fmt;

/// In `report.json` the variant is the key `ends`, and its fields stand beside it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "ends", rename_all = "kebab-case")]
pub enum Ending {
    /// `main` returned.
    Return { exit_code: i32 },
    /// The program called `exit`, `_exit` or the like.
    Exit { exit_code: i32 },
    /// The run misbehaves and the machine stopped there.
    Finding { finding: FindingKind },
    /// An assumption of the program does not hold for these inputs.
    AssumptionFailed,
    /// The machine stopped following; what the native run does after that point is not known.
    Cut { reason: String },
}

impl Ending {
    /// Whether the run ends with something that C leaves undefined.
    pub fn is_undefined(&self) -> bool {
        matches!(self, Ending::Finding { finding } if finding.is_undefined())
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Ending::Return { exit_code } => write!(f, "main returns {exit_code}"),
            Ending::Exit { exit_code } => write!(f, "exits with status {exit_code}"),
            Ending::Finding { finding } => write!(f, "{finding}"),
            Ending::AssumptionFailed => write!(f, "an assumption does not hold"),
            Ending::Cut { reason } => write!(f, "not followed to its end: {reason}"),
        }
    }
}

//! Inputs that make the program misbehave.

use serde::{Deserialize, Serialize};
use std::fmt;

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Finding {
    pub kind: FindingKind,
    pub file: String,
    pub line: u32,
    #[serde(default)]
    pub column: u32,
    /// The id of the test that shows it.
    pub test: String,
    /// A native run was seen to misbehave in this way.
    pub confirmed: bool,
    /// One sentence for a person: which object, which size, which operands.
    #[serde(default)]
    pub message: String,
    /// Only a liberal driver of a unit causes it: the condition on the unit's inputs that would
    /// exclude it.
    #[serde(default)]
    pub needs_contract: Option<String>,
    /// Innermost call first.
    #[serde(default)]
    pub stack: Vec<Frame>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Frame {
    pub function: String,
    pub file: String,
    pub line: u32,
    pub column: u32,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FindingKind {
    OutOfBounds,
    UseAfterFree,
    DoubleFree,
    InvalidFree,
    NullDereference,
    UninitialisedRead,
    DivisionByZero,
    SignedOverflow,
    BadShift,
    Assertion,
    ReachError,
    Abort,
    Unreachable,
    StackOverflow,
    Timeout,
    UncaughtException,
}

impl FindingKind {
    pub const ALL: [FindingKind; 16] = [
        FindingKind::OutOfBounds,
        FindingKind::UseAfterFree,
        FindingKind::DoubleFree,
        FindingKind::InvalidFree,
        FindingKind::NullDereference,
        FindingKind::UninitialisedRead,
        FindingKind::DivisionByZero,
        FindingKind::SignedOverflow,
        FindingKind::BadShift,
        FindingKind::Assertion,
        FindingKind::ReachError,
        FindingKind::Abort,
        FindingKind::Unreachable,
        FindingKind::StackOverflow,
        FindingKind::Timeout,
        FindingKind::UncaughtException,
    ];

    /// Whether C leaves open what happens. The others end the program, or do not, in a way that is
    /// defined.
    pub fn is_undefined(self) -> bool {
        !matches!(
            self,
            FindingKind::Assertion
                | FindingKind::ReachError
                | FindingKind::Abort
                | FindingKind::Timeout
                | FindingKind::UncaughtException
        )
    }

    /// Whether the real program ends there too, by a signal, unless it handles it. After the others
    /// it goes on, and nobody can say how.
    pub fn stops_the_program(self) -> bool {
        match self {
            FindingKind::NullDereference
            | FindingKind::DivisionByZero
            | FindingKind::SignedOverflow
            | FindingKind::Assertion
            | FindingKind::ReachError
            | FindingKind::Abort
            | FindingKind::StackOverflow
            | FindingKind::UncaughtException => true,
            FindingKind::OutOfBounds
            | FindingKind::UseAfterFree
            | FindingKind::DoubleFree
            | FindingKind::InvalidFree
            | FindingKind::UninitialisedRead
            | FindingKind::BadShift
            | FindingKind::Unreachable
            | FindingKind::Timeout => false,
        }
    }

    /// The name in `report.json`.
    pub fn name(self) -> &'static str {
        match self {
            FindingKind::OutOfBounds => "out-of-bounds",
            FindingKind::UseAfterFree => "use-after-free",
            FindingKind::DoubleFree => "double-free",
            FindingKind::InvalidFree => "invalid-free",
            FindingKind::NullDereference => "null-dereference",
            FindingKind::UninitialisedRead => "uninitialised-read",
            FindingKind::DivisionByZero => "division-by-zero",
            FindingKind::SignedOverflow => "signed-overflow",
            FindingKind::BadShift => "bad-shift",
            FindingKind::Assertion => "assertion",
            FindingKind::ReachError => "reach-error",
            FindingKind::Abort => "abort",
            FindingKind::Unreachable => "unreachable",
            FindingKind::StackOverflow => "stack-overflow",
            FindingKind::Timeout => "timeout",
            FindingKind::UncaughtException => "uncaught-exception",
        }
    }
}

impl fmt::Display for FindingKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

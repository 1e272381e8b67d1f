//! Decisions of several conditions, and the test vectors that were seen (MC/DC).

use crate::Judge;
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Decision {
    /// Function and number of its first condition: `f#5`.
    pub id: String,
    pub function: String,
    pub file: String,
    pub line: u32,
    pub column: u32,
    #[serde(default, skip_serializing_if = "Judge::is_peer")]
    pub judged_by: Judge,
    /// In the order of the letters of a vector.
    pub conditions: Vec<ConditionPlace>,
    /// The vectors that the tests show, each with the first test that does.
    pub vectors: Vec<SeenVector>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ConditionPlace {
    /// Its objective, if it is one.
    pub objective: Option<String>,
    pub line: u32,
    pub column: u32,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeenVector {
    /// `TF-`: true, false, not evaluated.
    pub values: String,
    pub outcome: bool,
    pub test: String,
}

impl SeenVector {
    /// The position of the condition that the two show to count: the outcome differs, and of what
    /// both have evaluated only this condition.
    pub fn pair(&self, other: &SeenVector) -> Option<usize> {
        let both = self.values.bytes().zip(other.values.bytes()).enumerate();
        let mut differing =
            both.filter(|(_, (a, b))| a != b && *a != b'-' && *b != b'-').map(|(at, _)| at);
        let first = differing.next();
        first.filter(|_| self.outcome != other.outcome && differing.next().is_none())
    }
}

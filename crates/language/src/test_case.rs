//! A test as plain data, before anybody writes it down.

use assay_verdict::{Ending, InputValue, Surroundings};
use serde::{Deserialize, Serialize};

/// Inputs and what the machine saw when it ran with them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TestCase {
    /// `t0001`.
    pub id: String,
    pub surroundings: Surroundings,
    /// In the order in which the program took them.
    pub inputs: Vec<InputValue>,
    #[serde(flatten)]
    pub ends: Ending,
    /// What the test is for; told to its reader.
    pub reaches: Vec<Reached>,
    /// What a function under test made of its inputs on the native run.
    #[serde(default)]
    pub observed: Vec<Observation>,
    /// How it ends depends on where its inputs lie in memory, which a test does not say.
    pub depends_on_addresses: bool,
    /// How the test of a function is written down.
    #[serde(default)]
    pub wording: Wording,
}

impl TestCase {
    /// The machine did not follow the path to its end: nor does the test, when its inputs are used
    /// up.
    pub fn is_cut(&self) -> bool {
        matches!(self.ends, Ending::Cut { .. })
    }
}

/// How the test of a function is written down, from the best to the worst. It may stand among code
/// whose names mean something else than usual.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Wording {
    /// With the names of the source.
    #[default]
    Plain,
    /// With names that no source has.
    Reserved,
    /// The same, and nothing is checked but how it ends.
    Unchecked,
    /// Not at all.
    LeftOut,
}

impl Wording {
    /// The next one to try.
    pub fn worse(self) -> Wording {
        match self {
            Wording::Plain => Wording::Reserved,
            Wording::Reserved => Wording::Unchecked,
            Wording::Unchecked | Wording::LeftOut => Wording::LeftOut,
        }
    }
}

/// An objective as a person names it: `valves.c:12:9 true`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reached {
    pub file: String,
    pub line: u32,
    pub column: u32,
    pub outcome: String,
}

/// The value of an expression of the test after the unit has returned.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Observation {
    /// `result`, or one of the test's inputs.
    pub lvalue: String,
    pub value: Observed,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Observed {
    Signed(Vec<u8>),
    Unsigned(Vec<u8>),
    Bool(Vec<u8>),
    Float(Vec<u8>),
    Char(u8),
    /// The characters of an array.
    Chars(Vec<u8>),
    /// An expression of the test; `None` for an address that the test has no word for.
    Pointer(Option<String>),
}

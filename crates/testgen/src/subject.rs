//! What is tested, and the tests.

use crate::replay::Observation;
use crate::{Expectation, Externals};
use assay_program::Interface;
use assay_verdict::{Ending, InputSource, InputValue, Surroundings, UnitInput};
use serde::{Deserialize, Serialize};
use std::path::PathBuf;

/// The program under test, as a compiler is told about it.
#[derive(Clone, Debug, Default)]
pub struct Subject {
    pub sources: Vec<SourceUnit>,
    pub is_32_bit: bool,
    pub externals: Externals,
    /// Of a function under test; `None` for a whole program.
    pub interface: Option<Interface>,
    /// `make coverage` is to measure decisions (MC/DC) too.
    pub has_decisions: bool,
}

/// One file to compile: C source, or LLVM's `.bc` and `.ll`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceUnit {
    /// Where the compiler runs; relative paths in the flags count from here.
    pub folder: PathBuf,
    /// Absolute, or relative to the folder.
    pub file: PathBuf,
    pub flags: Vec<String>,
}

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

/// How the test of a function is written down, from the best to the worst. It stands behind the source
/// of the function, whose macros may change the meaning of every name.
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

impl TestCase {
    /// The inputs that the program asks for while it runs; the others surround it.
    pub fn taken(&self) -> impl Iterator<Item = &InputValue> {
        self.inputs.iter().filter(|input| !matches!(input.source, InputSource::World { .. }))
    }

    /// The machine did not follow the path to its end: nor does the test, when its inputs are used
    /// up.
    pub fn is_cut(&self) -> bool {
        matches!(self.ends, Ending::Cut { .. })
    }

    /// Whether one of the numbers is the address of an object in the machine. A union may show a
    /// function an address as a number, and then such inputs are what a solver comes up with.
    pub fn mentions_addresses(&self) -> bool {
        let objects: Vec<u64> = self.inputs.iter().filter_map(object_address).collect();
        let (Some(&first), Some(&last)) = (objects.iter().min(), objects.iter().max()) else {
            return false;
        };
        self.inputs.iter().any(|input| {
            matches!(input.bytes.len(), 4 | 8) && (first..last + PAGE).contains(&input.unsigned())
        })
    }

    /// How the emitted test should end.
    pub fn expectation(&self) -> Expectation {
        if self.depends_on_addresses { Expectation::Anything } else { Expectation::of(&self.ends) }
    }
}

/// How far behind an object's start an address still belongs to it, roughly.
const PAGE: u64 = 4096;

fn object_address(input: &InputValue) -> Option<u64> {
    match input.source {
        InputSource::Unit(UnitInput::Object { address, .. }) => Some(address),
        _ => None,
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

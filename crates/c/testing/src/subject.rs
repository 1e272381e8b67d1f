//! What is tested, and what its tests give it.

use crate::Externals;
use assay_language::TestCase;
use assay_program::Interface;
use assay_verdict::{InputSource, InputValue, UnitInput};
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

/// The inputs that the program asks for while it runs; the others surround it.
pub(crate) fn taken(test: &TestCase) -> impl Iterator<Item = &InputValue> {
    test.inputs.iter().filter(|input| !matches!(input.source, InputSource::World { .. }))
}

/// Whether one of the numbers is the address of an object in the machine. A union may show a
/// function an address as a number, and then such inputs are what a solver comes up with.
pub(crate) fn mentions_addresses(test: &TestCase) -> bool {
    let objects: Vec<u64> = test.inputs.iter().filter_map(object_address).collect();
    let (Some(&first), Some(&last)) = (objects.iter().min(), objects.iter().max()) else {
        return false;
    };
    test.inputs.iter().any(|input| {
        matches!(input.bytes.len(), 4 | 8) && (first..last + PAGE).contains(&input.unsigned())
    })
}

/// How far behind an object's start an address still belongs to it, roughly.
const PAGE: u64 = 4096;

fn object_address(input: &InputValue) -> Option<u64> {
    match input.source {
        InputSource::Unit(UnitInput::Object { address, .. }) => Some(address),
        _ => None,
    }
}

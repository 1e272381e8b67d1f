//! A function as a unit: what its inputs are, in the words of its source.

use crate::{CTypeId, CTypes};

#[derive(Clone, Debug, Default)]
pub struct Interface {
    pub function: String,
    pub types: CTypes,
    pub parameters: Vec<InterfaceVariable>,
    /// `None` for `void`, and where the source's type is not known.
    pub result: Option<CTypeId>,
    /// Variables of the program that the unit can see, in the order in which they are made inputs.
    pub globals: Vec<InterfaceVariable>,
    /// Functions that are defined nowhere, which pointers of the unit may name.
    pub callbacks: Vec<InterfaceVariable>,
    /// The file that defines the function: an index into the sources of the replay module.
    pub source: Option<usize>,
    /// The unit may free what it is given, so its inputs lie on the heap.
    pub is_heap: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InterfaceVariable {
    pub name: String,
    pub ty: CTypeId,
}

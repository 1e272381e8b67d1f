//! Definitions and uses of variables, and which edges say what a use has seen.

use crate::{BlockId, EdgeId, FuncId};
use assay_base::{Id, Place};

/// What of the data flow is observed: nothing, unless a criterion of the run asks for it.
#[derive(Clone, Debug, Default)]
pub struct Dataflow {
    pub variables: Vec<ObservedVariable>,
    pub uses: Vec<VariableUse>,
}

#[derive(Clone, Debug)]
pub struct ObservedVariable {
    pub name: String,
    /// Its declaration.
    pub place: Place,
    /// The one with number 1 first.
    pub definitions: Vec<Definition>,
}

#[derive(Clone, Debug)]
pub struct Definition {
    pub kind: DefinitionKind,
    /// `None` for what a global starts with.
    pub function: Option<FuncId>,
    /// Where in that function.
    pub block: Option<BlockId>,
    pub place: Place,
    /// The edge that is taken where a pointer hits the variable; `None` where whoever comes there
    /// defines it.
    pub hit: Option<EdgeId>,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum DefinitionKind {
    /// An assignment or an initialiser.
    Assignment,
    /// The argument of a parameter.
    Parameter,
    /// What a global starts with.
    Initial,
    /// A function of the library that was given its address.
    Library,
}

/// A use, or one outcome of a use in a predicate.
#[derive(Clone, Debug)]
pub struct VariableUse {
    /// Its index in the table.
    pub variable: usize,
    pub function: FuncId,
    /// Where its value is read.
    pub block: BlockId,
    pub place: Place,
    /// `None` where the value is computed with; else the outcome of the predicate.
    pub outcome: Option<String>,
    /// The edge for no definition; those of the definitions follow by their numbers.
    pub first: EdgeId,
    /// The numbers of the definitions that reach it.
    pub reaching: Vec<u32>,
}

impl VariableUse {
    /// The edge that is taken where this use sees the definition with this number.
    pub fn edge(&self, definition: u32) -> EdgeId {
        EdgeId::new(self.first.index() + definition as usize)
    }
}

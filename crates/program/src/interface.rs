//! A function as a unit: what its inputs are, in the words of its source.

use crate::{CTypeId, CTypes};

/// How the names of functions begin that stand for any function of their type; the end is the
/// number of the type.
pub const CALLBACK: &str = "assay_callback_";

#[derive(Clone, Debug, Default)]
pub struct Interface {
    pub function: String,
    pub types: CTypes,
    pub parameters: Vec<InterfaceVariable>,
    /// `None` for `void`, and where the source's type is not known.
    pub result: Option<CTypeId>,
    /// Variables of the program that the unit can see, in the order in which they are made inputs.
    pub globals: Vec<InterfaceVariable>,
    /// What is passed for `...`.
    pub variadic: Option<Variadic>,
    /// The file that defines the function: an index into the sources of the replay module.
    pub source: Option<usize>,
    /// The unit may free what it is given, so its inputs lie on the heap.
    pub is_heap: bool,
}

impl Interface {
    /// The type of a function whose name begins with [`CALLBACK`].
    pub fn callback_type(&self, name: &str) -> Option<CTypeId> {
        let number = name.strip_prefix(CALLBACK)?.rsplit('_').next()?.parse().ok()?;
        self.types.0.ids().nth(number)
    }
}

/// The arguments behind the last parameter of a variadic function, always the same: their number
/// and types are known to the caller only.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Variadic {
    /// Behind a format: strings, which are read as numbers without harm.
    Texts,
    /// Behind anything else: the numbers 1, 2, 3, and so on.
    Numbers,
}

impl Variadic {
    pub const COUNT: usize = 6;
    pub const TEXT: &str = "text";
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InterfaceVariable {
    pub name: String,
    pub ty: CTypeId,
}

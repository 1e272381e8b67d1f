//! What a function that is defined nowhere may write and return, as its declaration in C says.

use crate::CKind;

/// The status with which a function that is defined nowhere and never returns ends the program.
pub const NEVER_RETURNED: i64 = 1;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Prototype {
    pub outs: Vec<OutParameter>,
    /// Behind the pointer that it returns.
    pub result: Option<Target>,
    /// It returns a pointer to characters.
    pub returns_text: bool,
    /// The parameter that says how much it may write, where its result may say how much it has
    /// written, as that of `read` does.
    pub most: Option<Count>,
    /// The driver of the unit makes the result: the row of its table.
    pub answer: Option<u32>,
    /// Parameters into which the result may point instead.
    pub places: Vec<Place>,
}

/// Elements behind a parameter.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Place {
    pub param: usize,
    /// Bytes of one.
    pub element: u64,
}

/// A parameter through which the function can answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutParameter {
    /// Which of the function's parameters, from 0.
    pub param: usize,
    pub target: Target,
    /// How many of these there are, where another parameter says it; else there is one.
    pub count: Option<Count>,
    /// The driver of the unit makes it: the row of its table.
    pub answer: Option<u32>,
    /// It is a pointer that may be moved within what it points to: the bytes of an element there.
    pub moves: Option<u64>,
}

/// A parameter that says how many elements there are behind another one.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Count {
    pub param: usize,
    /// It points to the number.
    pub is_behind: bool,
    pub bits: u32,
    pub is_signed: bool,
}

/// An object, part by part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    pub size: u64,
    pub parts: Vec<Part>,
    /// There is nothing in it but these: no pointer, for example.
    pub is_whole: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    pub offset: u64,
    pub size: u64,
    /// A scalar.
    pub kind: CKind,
    /// From the start of the object: `.position.x`.
    pub name: String,
}

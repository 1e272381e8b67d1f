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
}

/// A parameter through which the function can answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutParameter {
    /// Which of the function's parameters, from 0.
    pub param: usize,
    pub target: Target,
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

//! A place in the source: file, line and column, as clang's debug information gives it.

crate::id!(
    /// A source file of the program; the table of names is in the program model.
    FileId,
    "file"
);

/// A point in a source file. Lines and columns count from 1; 0 means unknown.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Place {
    pub file: FileId,
    pub line: u32,
    pub column: u32,
}

//! Java: class files, the user's and the JDK's own, become the program model.
//!
//! `classfile` finds and reads classes. `frontend` translates bytecode, method by method, as it is
//! wanted. `library` has what no bytecode says: natives, what the virtual machine throws by itself,
//! the classes behind lambdas. What cannot be translated ends the path that comes to it, by name.
//!
//! `guest` is Java behind the campaign's seam: `sequences` makes legal calls of a class's methods,
//! `jvm` runs them on the user's JVM, `junit` writes them down.

pub mod classfile;
pub mod frontend;
mod guest;
mod junit;
mod jvm;
mod library;
mod program;
mod sequences;

pub use classfile::Error;
pub use guest::Java;
pub use program::{Input, Program, open};

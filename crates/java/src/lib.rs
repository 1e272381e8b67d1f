//! Java: class files, the user's and the JDK's own, become the program model.
//!
//! `classfile` finds and reads classes. `frontend` translates bytecode, method by method, as it is
//! wanted. `library` has what no bytecode says: natives, what the virtual machine throws by itself,
//! the classes behind lambdas. What cannot be translated ends the path that comes to it, by name.

pub mod classfile;
pub mod frontend;
mod library;
mod project;

pub use classfile::Error;
pub use project::{Input, Program, open};

//! C, as a guest of Assay: what the campaign asks a language for, answered with clang and LLVM.
//!
//! The work is done in the crates below this one: `frontend` makes models, `library` knows the
//! functions of C's library, `testing` writes tests and runs them. Here they are put together.

#![forbid(unsafe_code)]

mod contract;
mod host;
mod llvm_cov;
mod native;
mod project;
mod regions;
mod selection;
mod stoppable;
mod writer;

use assay_language::{FrontEnd, Order, Project, Rejected};
use std::path::Path;

const NAME: &str = "c";

/// C, by clang.
pub struct C;

impl FrontEnd for C {
    fn name(&self) -> &'static str {
        NAME
    }

    fn formats(&self) -> &'static [&'static str] {
        writer::FORMATS
    }

    fn takes(&self, input: &Path) -> bool {
        let is_database = input.file_name().is_some_and(|name| name == "compile_commands.json");
        let extension = input.extension().and_then(|extension| extension.to_str());
        is_database || matches!(extension, Some("c" | "i" | "bc" | "ll"))
    }

    fn open(&self, order: &Order) -> Result<Box<dyn Project>, Rejected> {
        Ok(Box::new(project::Opened::open(order)?))
    }
}

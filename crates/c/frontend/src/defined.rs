//! The functions that a program defines, as those who choose units want to know them.

use crate::convert::SourceFiles;
use crate::edges::is_local;
use crate::llvm::{Module, Value};
use crate::unit::reach;
use rustc_hash::FxHashSet;

/// A function with a body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Defined {
    /// As the linked program has it: of two static functions with one name, one gets a number
    /// behind it.
    pub name: String,
    /// As the source has it.
    pub source_name: String,
    /// Other files can call it.
    pub is_external: bool,
    /// A function that other files can call mentions it, directly or through others.
    pub is_reached: bool,
    /// Empty where it is unknown; it is the system's where that is one of its headers.
    pub file: String,
    pub is_system: bool,
    /// Its lines, as far as they have code.
    pub lines: (u32, u32),
}

/// Those of a module, in its order.
pub fn functions(module: &Module) -> Vec<Defined> {
    let all = || {
        let all = module.functions().filter(|function| !function.is_declaration());
        all.filter(|function| !function.name().starts_with("llvm."))
    };
    let is_external = |function: &Value<'_>| !is_local(function.linkage());
    let reached = reach::from(all().filter(is_external)).functions;
    let reached: FxHashSet<Value> = reached.into_iter().collect();
    let mut files = SourceFiles::new();
    let mut found: Vec<Defined> = Vec::new();
    let mut file_ids = Vec::new();
    for function in all() {
        let subprogram = function.subprogram();
        let place = subprogram.and_then(|of| files.place(of.scope_file(), of.subprogram_line(), 0));
        let first = place.map_or(0, |place| place.line);
        let name = function.name();
        found.push(Defined {
            source_name: subprogram
                .and_then(|of| of.subprogram_name())
                .unwrap_or_else(|| name.clone()),
            name,
            is_external: is_external(&function),
            is_reached: reached.contains(&function),
            file: String::new(),
            is_system: false,
            lines: (first, last_line(function).max(first)),
        });
        file_ids.push(place.map(|place| place.file));
    }
    let files = files.take();
    for (function, file) in found.iter_mut().zip(file_ids) {
        let Some(file) = file.map(|id| &files[id]) else { continue };
        function.file.clone_from(&file.name);
        function.is_system = file.is_system;
    }
    found
}

/// The last line of its code that is its own.
fn last_line(function: Value<'_>) -> u32 {
    let instructions = function.blocks().flat_map(|block| block.instructions());
    let locations = instructions.filter_map(|instruction| instruction.debug_location());
    let own = locations.filter(|location| !location.is_inlined);
    own.map(|location| location.line).max().unwrap_or(0)
}

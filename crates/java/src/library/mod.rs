//! What the JDK's own bytecode does not say: natives and substitutions, by class, method and
//! descriptor; and the classes of our own that they need.
//!
//! Natives are written in the model itself (`natives/`), what is long in bytecode of our own
//! (`throwing.rs`, `console.rs`, …). The machine does not know that any of it is Java.

pub mod arrays;
mod assemble;
mod boxing;
mod bundles;
mod checksums;
mod console;
pub mod dynamic;
pub mod handles;
mod lambda;
mod natives;
mod parsers;
mod properties;
mod records;
mod reflection;
mod switches;
mod throwing;

pub use console::{initial, uncaught};
pub use reflection::{REFLECTED, TELL, reflected};

use crate::frontend::classes::{Classes, MethodId};
use crate::frontend::translator::{Result, Translator};
use assay_program::FuncId;
use rustc_hash::FxHashMap;
use std::sync::OnceLock;

/// What is run in place of a method's own code.
#[derive(Copy, Clone)]
pub enum Native {
    /// A body is made for it.
    Made(fn(&mut Translator, FuncId, MethodId) -> Result<()>),
    /// A static method of another class, with the same parameters.
    Instead(&'static str, &'static str),
    /// It does nothing, and returns nothing.
    Nothing,
    /// The path ends.
    Unmodelled(&'static str),
}

/// Class, method, descriptor; no descriptor stands for all of that name.
type Row = (&'static str, &'static str, &'static str, Native);

/// What is run in place of a method.
pub fn native(class: &str, name: &str, descriptor: &str) -> Option<Native> {
    static TABLE: OnceLock<FxHashMap<(&str, &str, &str), Native>> = OnceLock::new();
    let table = TABLE.get_or_init(|| {
        let rows = natives::TABLES.iter().flat_map(|table| table.iter());
        rows.map(|(class, name, descriptor, native)| ((*class, *name, *descriptor), *native))
            .collect()
    });
    if matches!(name, "registerNatives" | "initIDs") && descriptor == "()V" {
        return Some(Native::Nothing);
    }
    if class.starts_with(reflection::REFLECTED) {
        return natives::of_reflected(name);
    }
    table.get(&(class, name, descriptor)).or_else(|| table.get(&(class, name, ""))).copied()
}

/// Static fields that are constants here: strings are in UTF-16 only, which halves the cases.
pub fn constant(class: &str, field: &str) -> Option<i32> {
    match (class, field) {
        ("java/lang/String", "COMPACT_STRINGS") => Some(0),
        _ => None,
    }
}

/// Classes of our own, which translated code names.
pub fn make_classes(classes: &mut Classes) {
    classes.make(throwing::throw());
    reflection::classes().into_iter().for_each(|file| classes.make(file));
    classes.make(bundles::services());
    classes.make(checksums::classes());
    classes.make(parsers::classes());
    handles::classes().into_iter().for_each(|file| classes.make(file));
    console::classes().into_iter().for_each(|file| classes.make(file));
    properties::classes().into_iter().for_each(|file| classes.make(file));
}

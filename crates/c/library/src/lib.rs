//! What is known of the C library, and of the functions of tools that test C, by name: here and
//! nowhere else.
//!
//! [`describe`] writes it into a program, once; from then on functions have roles. Whoever adds a
//! function that the machine carries out, or that the prover knows something of, adds it to
//! `table.rs`.

mod names;
pub mod outside;
mod table;

pub use names::{
    is_answered, is_library_function, is_on_descriptor, is_variable, makes_descriptor,
};
pub use table::primitive;

use assay_program::role::{Conduct, Platform};
use assay_program::{Function, GlobalId, Program, Role};
use std::sync::Arc;

/// How the names of the machine's own primitives begin.
const OWN: &str = "__assay_";

/// Says what each function is, where the program begins and ends, and what of the library's model
/// it has.
pub fn describe(program: &mut Program, entry: &str) {
    for function in program.functions.values_mut() {
        describe_function(function);
    }
    let with_body = |name: &str| {
        program.function_named(name).filter(|&id| program.functions[id].body.is_some())
    };
    let entry = with_body(entry);
    let at_exit = with_body("__assay_run_atexit");
    program.platform = platform(program);
    program.entry = entry;
    program.shutdown.splice(0..0, at_exit);
}

/// Whether this function is known though nobody defines it.
pub fn is_known(name: &str) -> bool {
    primitive(name).is_some() || is_library_function(name)
}

fn describe_function(function: &mut Function) {
    let name = function.name.as_str();
    let is_own = function.body.is_some() && !function.is_model;
    // A function of the program wins over one of the library of the same name.
    if is_own {
        let is_error = table::ERROR_FUNCTIONS.contains(&name);
        function.role = if is_error { Role::Error } else { Role::Plain };
        return;
    }
    function.role = role(function);
    function.conduct = Conduct {
        effect: table::effect(name),
        depends_on: table::depends_on(name),
        changes: table::changes(name),
    };
    if function.body.is_none() {
        function.label = label(name);
    }
    let is_answered = matches!(function.role, Role::Answered { .. });
    function.outside = outside::call_named(name).filter(|_| !is_answered).map(Arc::clone);
}

fn role(function: &Function) -> Role {
    let name = function.name.as_str();
    match primitive(name) {
        Some(primitive) => Role::Primitive(primitive),
        None if function.body.is_some() => Role::Plain,
        None if name.starts_with(OWN) => Role::Unmodelled("no such primitive".into()),
        None if is_answered(name) => Role::Answered { is_cut: name.starts_with("recv") },
        // Its model was left out.
        None if is_on_descriptor(name) => Role::Answered { is_cut: false },
        None if is_library_function(name) => {
            Role::Unmodelled("the C library model does not have it".into())
        }
        None => Role::Unknown,
    }
}

/// What its inputs are called.
fn label(name: &str) -> Option<String> {
    let short = name.strip_prefix("__VERIFIER_");
    let short = short.or_else(|| name.strip_prefix("__").filter(|name| name.starts_with("Crest")));
    short.map(str::to_string)
}

fn platform(program: &Program) -> Platform {
    let function = |name: &str| program.function_named(name);
    let globals = |names: &[&str]| -> Vec<GlobalId> {
        let is_one = |name: &str| names.contains(&name);
        program.globals.iter().filter(|(_, of)| is_one(&of.name)).map(|(id, _)| id).collect()
    };
    let global = |name: &str| globals(&[name]).first().copied();
    Platform {
        error_number: global("__assay_errno"),
        error_place: function("__errno_location"),
        held_back: global("__assay_blocked"),
        on_fault: function("__assay_fault"),
        sets_handlers: function("__assay_handles_faults"),
        input: global("stdin"),
        output: global("stdout"),
        driver: function("__assay_unit_ready"),
        environment: globals(&["environ", "__environ"]),
        asks_world: globals(&names::ASKING_VARIABLES),
    }
}

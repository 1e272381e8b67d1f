//! A driver for any function: a `main` that makes the function's parameters, and the variables
//! it can see, from inputs, and calls it.
//!
//! The driver is LLVM assembly (`driver.rs`) that is linked into the program. It has no branches of
//! its own; everything that depends on types is done by `runtime/unit.c`, guided by tables.
//!
//! # How a function becomes a unit
//!
//! `--entry f` needs a `main` that calls `f` with inputs. The front end reads the types of the
//! parameters, and of the variables that `f` can reach, from debug information; it writes a driver
//! in LLVM assembly and links it in as `main` (`unit/`). How a C parameter becomes LLVM's
//! arguments is read off `f` itself: its unoptimised code stores every argument where the
//! parameter lives, so no calling convention has to be known. The driver has no branches; it calls
//! `runtime/unit.c` with tables of the types. That file runs in the machine, where each scalar is
//! a fresh variable, and natively in the replay, where it takes the recorded value. A pointer is a
//! term that chooses between a fresh object, null, and other objects of its type, so `f` decides
//! which of them matter. Behind a pointer there is one struct or pointer, or several where the
//! code steps from one to the next (`unit/reach.rs`, `Stepped`). Where an integer beside a pointer
//! is named like a length (`unit/lengths.rs`), the object first has exactly that many elements;
//! else the integer is any number, and the object another one that is taken for large enough: a
//! path that looks beyond it ends there, without a finding.
//!
//! Every input is named by the C expression that holds it (`list1.next`). A test is those
//! expressions put together, the call, and what the native run was seen to return and change;
//! there are two native runs, with the objects at different addresses, and only what they have in
//! common is told. A test includes the source of `f`, so static functions and their types are
//! within reach; the `Makefile` compiles all tests of one source together. Nothing comes in with a
//! test but names that begin with `assay`, and before the run ends all tests of a source are
//! parsed by clang at once (`c/testing/src/wording.rs`): one that does not compile is written in
//! other words, or left out. Files for test frameworks (`format/framework.rs`) hold the same tests
//! and run each in a process of its own.
//!
//! What a function answers that is defined nowhere is made by the same code, if there are pointers
//! in it (`unit/answers.rs`, `builtin/external.rs`): the machine stops at the call, has the driver
//! make an object of the result's type or of what a parameter points to, and does the call again,
//! which copies it. Natively all that is made before the unit is called, and the stand-in takes it
//! by its number. Functions on descriptors are left out of the library's model for a unit whose
//! program makes none (`lib.rs`: `fn left_out`), so that they are answered in the same way.
//!
//! Findings of a unit may be the driver's fault. `engine/src/precondition.rs` looks at the
//! pointers and the object behind the faulting access, and at changed variables on the path, and
//! says which condition would exclude it: `needs_contract`.

mod answers;
mod arguments;
mod callables;
mod contract;
mod ctypes;
mod driver;
mod ends;
mod lengths;
mod meanings;
pub mod reach;
mod tables;

pub use answers::Declared;
pub(crate) use answers::add_to as add_answers;
pub use contract::{Contract, InputContract, Length};
pub use tables::Bounds;

use crate::LoadError;
use crate::edges::is_local;
use crate::llvm::{Context, Metadata, Module, RawLinkage, Value};
use answers::Answer;
use arguments::Arguments;
use assay_program::{CKind, CType, CTypeId, CTypes, Interface, InterfaceVariable, Variadic};
pub use ctypes::CTypeReader;
use driver::Driver;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Bytes of a variable that is made an input.
const MAX_GLOBAL: u64 = 1 << 14;

/// The name that the program's own `main` gets when it is not the one that runs.
const OTHER_MAIN: &str = "assay_other_main";

/// A unit of a program.
#[derive(Clone)]
pub struct Unit {
    pub interface: Interface,
    driver: String,
    /// What the driver refers to by name.
    used: Vec<String>,
    /// The rows of its table of answers.
    answers: Vec<Answer>,
    /// Bytes of the variables that are defined nowhere and declared without a size.
    pub(crate) sizes: Vec<(String, u64)>,
}

/// Reads the unit's interface and writes its driver.
///
/// `sources` are the files that were compiled, by their absolute paths.
pub fn prepare(
    module: &Module,
    function: Value<'_>,
    sources: &[PathBuf],
    bounds: &Bounds,
    contract: &Contract,
    declared: &Declared,
) -> Result<Unit, LoadError> {
    module.set_debug_records(false);
    let arguments = Arguments::of(module, function);
    let mut reader = CTypeReader::new(module.data_layout().pointer_bits());
    let mut parameters = parameters(&mut reader, &arguments);
    let result = function.subprogram().and_then(Metadata::subprogram_type).map(|list| {
        let result = list.base_type().and_then(|list| list.node_operands().first().copied()?);
        reader.read(result)
    });
    let reach = reach::from([function]);
    let mut globals = globals(module, &mut reader, function, &reach);
    let open = open_variables(module, &mut reader.types, declared, function, &reach);
    let sizes = open.iter().map(|(_, variable)| variable);
    let sizes = sizes.map(|of| (of.name.clone(), reader.types.get(of.ty).size)).collect();
    globals.extend(open);
    let used = globals.iter().map(|(value, _)| value.name()).collect();
    let renamed = rename_hiding(&mut parameters, &globals);
    let contract = &contract::renamed(contract, &renamed);
    let callables = callables::of(module, &mut reader, function);
    let called = callables.iter().filter_map(|callable| module.function_named(&callable.name));
    let called = reach::from(called.chain([function]));
    let meanings = meanings::find(module, &mut reader, function, &called, &arguments);
    meanings.apply(&mut reader.types);
    let undefined = reach.functions.iter().filter(|function| function.is_declaration());
    let undefined = undefined.map(|function| function.name());
    let mut answers = answers::of_functions(&mut reader.types, declared, undefined);
    answers.extend(answers::of_callbacks(&reader.types, &callables));
    let mut unit = Unit {
        interface: Interface {
            function: source_name(function),
            parameters: parameters.clone(),
            result: result.filter(|&id| reader.types.get(id).kind != CKind::Void),
            globals: globals.iter().map(|(_, variable)| variable.clone()).collect(),
            source: compiled_file(function)
                .and_then(|file| sources.iter().position(|source| *source == file)),
            variadic: variadic(&reader.types, function, &parameters),
            // Objects of the heap have addresses with room for bits, too.
            is_heap: called.tag_bits() != 0
                || called.functions.iter().any(|function| releases(&function.name())),
            types: reader.types,
        },
        driver: String::new(),
        used,
        answers,
        sizes,
    };
    contract::check(contract, &unit.interface)?;
    let driver = Driver::new(
        &unit.interface,
        bounds,
        contract,
        &callables,
        &meanings,
        &unit.answers,
        &called,
    );
    unit.driver = driver.text(module, function, &arguments)?;
    unit.used.extend(callables.into_iter().map(|callable| callable.name));
    unit.used.push(function.name());
    Ok(unit)
}

impl Unit {
    /// Makes the driver the program's `main`.
    pub fn link<'c>(&self, module: &mut Module<'c>, context: &'c Context) -> Result<(), LoadError> {
        let internal = |reason: String| LoadError::Internal { reason };
        for name in &self.used {
            let value = module.function_named(name).or_else(|| module.global_named(name));
            if let Some(value) = value.filter(|value| is_local(value.linkage())) {
                value.set_linkage(RawLinkage::LLVMExternalLinkage);
            }
        }
        if let Some(main) = module.function_named("main") {
            main.set_name(OTHER_MAIN);
        }
        let driver = context.parse_assembly(&self.driver).map_err(internal)?;
        driver.set_target(&module.triple(), &module.data_layout_text());
        module.link(driver).map_err(internal)
    }
}

/// Removes what the driver cannot reach. The tables stay visible for the native part of the
/// driver.
pub fn drop_unreachable(module: &mut Module) -> Result<(), LoadError> {
    let mut kept = vec!["main".to_string()];
    let tables = module.globals().map(|global| global.name());
    kept.extend(tables.filter(|name| name.starts_with("__assay_unit_")));
    let kept: Vec<String> = kept.iter().map(|name| format!("preserve-gv={name}")).collect();
    let passes = format!("internalize<{}>,globaldce", kept.join(";"));
    module.run_passes(&passes).map_err(|reason| LoadError::Internal { reason })
}

fn releases(name: &str) -> bool {
    matches!(name, "free" | "realloc" | "reallocarray" | "cfree" | "fclose" | "getline")
}

/// What a test calls it: where the program has two static functions of one name, the linked one has
/// another.
fn source_name(function: Value<'_>) -> String {
    let named = function.subprogram().filter(|_| is_local(function.linkage()));
    named.and_then(Metadata::subprogram_name).unwrap_or_else(|| function.name())
}

fn compiled_file(function: Value<'_>) -> Option<PathBuf> {
    let (folder, name) = function.subprogram()?.compiled_file()?.file_path();
    let path = Path::new(&folder).join(name);
    Some(path.canonicalize().unwrap_or(path))
}

fn parameters<'m>(
    reader: &mut CTypeReader<'m>,
    arguments: &Arguments<'m>,
) -> Vec<InterfaceVariable> {
    let parameter = |(index, &variable): (usize, &Metadata<'m>)| {
        let name = variable.variable_name().filter(|name| !name.is_empty());
        InterfaceVariable {
            name: name.unwrap_or_else(|| format!("parameter{}", index + 1)),
            ty: reader.read(variable.variable_type()),
        }
    };
    arguments.parameters.iter().enumerate().map(parameter).collect()
}

/// A parameter that hides a variable of the program gets another name, for inputs are told apart by
/// their names. Returns the new names by the old ones.
fn rename_hiding(
    parameters: &mut [InterfaceVariable],
    globals: &[(Value<'_>, InterfaceVariable)],
) -> BTreeMap<String, String> {
    let mut renamed = BTreeMap::new();
    for index in 0..parameters.len() {
        let old = parameters[index].name.clone();
        let is_taken = |name: &String| {
            globals.iter().any(|(_, global)| global.name == *name)
                || parameters.iter().enumerate().any(|(i, p)| i != index && p.name == *name)
        };
        if !is_taken(&old) {
            continue;
        }
        let mut new = format!("{old}_parameter");
        while is_taken(&new) {
            new.push('_');
        }
        parameters[index].name.clone_from(&new);
        renamed.insert(old, new);
    }
    renamed
}

/// The variables that the unit can see and a test of it can name: those that code of the same file
/// mentions.
fn globals<'m>(
    module: &'m Module,
    reader: &mut CTypeReader<'m>,
    function: Value<'m>,
    reach: &reach::Reach<'m>,
) -> Vec<(Value<'m>, InterfaceVariable)> {
    let debug = module.metadata_kind("dbg");
    let own_file = compiled_file(function);
    let visible: Vec<Value<'m>> = reach
        .functions
        .iter()
        .filter(|function| compiled_file(**function) == own_file)
        .flat_map(|function| reach::mentioned(*function))
        .collect();
    let mut found: Vec<(Value<'m>, InterfaceVariable)> = Vec::new();
    for &global in &reach.globals {
        let is_input = !global.is_declaration()
            && !global.is_constant_global()
            && !global.is_thread_local()
            && visible.contains(&global);
        let Some(variable) = global.global_variable(debug).filter(|_| is_input) else { continue };
        // The variables inside functions, and those renamed by the linker, have other names here.
        let Some(name) = variable.variable_name().filter(|name| *name == global.name()) else {
            continue;
        };
        let ty = reader.read(variable.variable_type());
        if (1..=MAX_GLOBAL).contains(&reader.types.get(ty).size) {
            found.push((global, InterfaceVariable { name, ty }));
        }
    }
    found.sort_by(|(_, a), (_, b)| a.name.cmp(&b.name));
    found
}

/// Elements of an array that is declared without a number of them.
const OPEN_ELEMENTS: u64 = 16;

/// The variables that the unit's file mentions and nobody defines.
fn open_variables<'m>(
    module: &'m Module,
    types: &mut CTypes,
    declared: &Declared,
    function: Value<'m>,
    reach: &reach::Reach<'m>,
) -> Vec<(Value<'m>, InterfaceVariable)> {
    let own_file = compiled_file(function);
    let own = reach.functions.iter().filter(|function| compiled_file(**function) == own_file);
    let visible: Vec<Value<'m>> = own.flat_map(|function| reach::mentioned(*function)).collect();
    let mut imported = FxHashMap::default();
    let mut found = Vec::new();
    for global in module.globals().filter(|global| visible.contains(global)) {
        let is_open =
            global.is_declaration() && !global.is_constant_global() && !global.is_thread_local();
        let name = global.name();
        let Some(&ty) = declared.names.get(&name).filter(|_| is_open) else { continue };
        let ty = types.import(&declared.types, ty, &mut imported);
        let ty = with_elements(types, ty);
        if (1..=MAX_GLOBAL).contains(&types.get(ty).size) {
            found.push((global, InterfaceVariable { name, ty }));
        }
    }
    found
}

fn with_elements(types: &mut CTypes, id: CTypeId) -> CTypeId {
    let CKind::Array { element, count: 0 } = types.get(id).kind else { return id };
    let count = OPEN_ELEMENTS;
    let size = types.get(element).size * count;
    types.0.push(CType { kind: CKind::Array { element, count }, size, name: None })
}

fn variadic(
    types: &CTypes,
    function: Value<'_>,
    parameters: &[InterfaceVariable],
) -> Option<Variadic> {
    let is_text = |parameter: &InterfaceVariable| match types.get(parameter.ty).kind {
        CKind::Pointer { to, .. } => types.get(to).kind == CKind::Char,
        _ => false,
    };
    let is_format = parameters.last().is_some_and(is_text);
    let is_variadic = function.value_type().is_variadic();
    is_variadic.then_some(if is_format { Variadic::Texts } else { Variadic::Numbers })
}

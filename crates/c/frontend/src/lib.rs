//! C to the program model: clang makes bitcode, LLVM links it in this process, and what comes
//! out is an immutable [`Program`] in plain Rust plus the module for native replay.
//!
//! ```text
//! inputs ── input/ ──▶ bitcode ── link ──▶ module ── edges ──┬─ replay ──▶ ReplayModule
//!                                                            └─ wide, model, promote, convert/ ──▶ Program
//! ```
//!
//! Handles of LLVM never leave this crate, and every `unsafe` that touches them is in `llvm/`.

mod builtin_jumps;
mod constant_questions;
mod convert;
mod coverage;
mod dataflow;
mod defined;
mod dropped;
mod edges;
mod entry_calls;
mod error;
mod fixed_addresses;
mod input;
mod isolation;
mod link;
mod llvm;
mod marks;
mod model;
mod promote;
mod prototypes;
mod replay;
mod stable_names;
mod union_tails;
mod unit;
mod wide;

pub use coverage::{
    BranchRegion, Counter, DecisionRegion, Expression, FunctionCoverage, Region, RegionKind,
};
pub use dataflow::Scope;
pub use defined::Defined;
pub use error::LoadError;
pub use unit::{Bounds, Contract, InputContract, Length};

use marks::Marks;

use assay_c_library::{is_known, is_variable as is_of_library};
use assay_program::{FuncId, Function, Interface, Program, Prototype, interface};
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::{Mutex, OnceLock, PoisonError};

/// Where a whole program starts.
const MAIN: &str = "main";

/// What to load, and how.
#[derive(Clone, Debug)]
pub struct Request {
    /// `.c`, `.bc` and `.ll` files, or a `compile_commands.json`.
    pub inputs: Vec<PathBuf>,
    pub clang_flags: Vec<String>,
    /// Functions that must be defined; may be empty.
    pub entries: Vec<String>,
    /// Functions that are called on the host: their declarations are wanted even if they are known.
    pub native: Vec<String>,
    /// How large the inputs of a function under test may become.
    pub bounds: Bounds,
    /// What is promised about the inputs of functions under test, by their names.
    pub contracts: BTreeMap<String, Contract>,
    /// Turn locals whose address is not taken into values.
    pub promote: bool,
    /// Observe the test vectors of decisions.
    pub mcdc: bool,
    /// Observe which code is executed.
    pub statements: bool,
    /// Observe which definitions the uses of variables see, and of which pairs.
    pub dataflow: Option<Scope>,
    /// Link the libc model.
    pub runtime: bool,
    /// Descriptors that a function under test does not make itself are not those of the model:
    /// nobody knows what is behind them.
    pub given_descriptors: bool,
    /// Bytes that the whole of Assay may take; clang keeps to a part of it.
    pub memory: u64,
}

impl Default for Request {
    fn default() -> Request {
        Request {
            inputs: Vec::new(),
            clang_flags: Vec::new(),
            entries: Vec::new(),
            native: Vec::new(),
            bounds: Bounds::default(),
            contracts: BTreeMap::new(),
            promote: true,
            mcdc: false,
            statements: false,
            dataflow: None,
            runtime: true,
            given_descriptors: false,
            memory: 4 << 30,
        }
    }
}

pub struct Loaded {
    pub program: Program,
    /// clang's coverage maps, of which the observables of the program were made.
    pub maps: Vec<(FuncId, FunctionCoverage)>,
    /// Where proofs begin: the function under test of a unit, or the entry of a program that has
    /// one.
    pub analysed: Option<FuncId>,
    pub replay: ReplayModule,
    /// Of a unit that is not a whole program.
    pub interface: Option<Interface>,
    pub sanitizable: Option<SanitizableUnit>,
}

/// What is needed to build a unit with sanitizers, which is done only if a finding asks for it.
#[derive(Clone)]
pub struct SanitizableUnit {
    sources: Vec<Source>,
    unit: unit::Unit,
    memory: u64,
}

impl SanitizableUnit {
    /// The unit with its driver: compile it with `clang-19 -fsanitize=address,undefined`.
    pub fn bitcode(&self) -> Result<Vec<u8>, LoadError> {
        let units: Result<Vec<input::Unit>, LoadError> =
            self.sources.iter().map(|source| input::sanitized(source, self.memory)).collect();
        let units = units?;
        with_large_stack(|| {
            let context = llvm::Context::new();
            let mut module = link::link_units(&context, &units)?;
            union_tails::become_zero(&module);
            self.unit.link(&mut module, &context)?;
            unit::drop_unreachable(&mut module)?;
            Ok(module.write_bitcode())
        })
    }
}

/// The user's code for the native run of tests: compile it with
/// `clang-19 -fprofile-instr-generate`. While it runs, `__assay_edges[e]` becomes 1 when the
/// edge with the program's id `e` is taken; `__assay_edge_count` is the size of that array.
pub struct ReplayModule {
    pub bitcode: Vec<u8>,
    /// The program's first edges; later ones are of the libc model and not recorded.
    pub edge_count: usize,
    /// In the order in which they were linked.
    pub sources: Vec<Source>,
    pub is_32_bit: bool,
    /// Numbers that it uses as addresses, as of registers of a device.
    pub fixed_addresses: Vec<u64>,
    /// Numbers that it computes become pointers.
    pub computes_addresses: bool,
}

/// One file of the subject, as clang is told about it: C, or LLVM's `.bc` and `.ll`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    pub file: PathBuf,
    /// Where clang runs, if not in the working folder.
    pub folder: Option<PathBuf>,
    /// Those of the user that it is compiled with.
    pub flags: Vec<String>,
}

/// LLVM and the conversion recurse over nested types and constants of the input.
const STACK_BYTES: usize = 256 << 20;

/// The inputs, compiled and linked once; units are made of them one by one.
pub struct Project {
    request: Request,
    units: Vec<input::Unit>,
    linked: Vec<u8>,
    functions: Vec<Defined>,
    prototypes: KnownPrototypes,
    declared: OnceLock<unit::Declared>,
}

/// Those that were asked for so far; `None` where nothing is known.
type KnownPrototypes = Mutex<BTreeMap<String, Option<Prototype>>>;

impl Project {
    /// clang's diagnostics go to standard error as they are.
    pub fn open(request: &Request) -> Result<Project, LoadError> {
        let units = input::units(request)?;
        rehearse(request, &units)?;
        let (linked, functions) = with_large_stack(|| {
            let context = llvm::Context::new();
            let module = link_checked(&context, request, &units)?;
            Ok((module.write_bitcode(), defined::functions(&module)))
        })?;
        let prototypes = KnownPrototypes::default();
        let declared = OnceLock::new();
        Ok(Project { request: request.clone(), units, linked, functions, prototypes, declared })
    }

    /// All inputs as one module.
    pub fn bitcode(&self) -> &[u8] {
        &self.linked
    }

    /// The functions with a body.
    pub fn functions(&self) -> &[Defined] {
        &self.functions
    }

    /// What bounds the inputs of units.
    pub fn bounds(&self) -> &Bounds {
        &self.request.bounds
    }

    /// The files that have code, by the names that programs have for them; none of the system's.
    pub fn files(&self) -> Result<Vec<String>, LoadError> {
        with_large_stack(|| {
            let context = llvm::Context::new();
            Ok(convert::source_files(&self.module(&context)?))
        })
    }

    /// The program as it is, from its `main`.
    pub fn program(&self) -> Result<Loaded, LoadError> {
        with_large_stack(|| {
            let context = llvm::Context::new();
            self.finish(&context, self.module(&context)?, MAIN, &[])
        })
    }

    /// The program with a driver for this function as its `main`.
    pub fn unit(&self, function: &str) -> Result<Loaded, LoadError> {
        with_large_stack(|| {
            let context = llvm::Context::new();
            let mut module = self.module(&context)?;
            let unit = match module.function_named(function).filter(|f| !f.is_declaration()) {
                Some(entry) => {
                    let none = Contract::new();
                    let contract = self.request.contracts.get(function).unwrap_or(&none);
                    let sources = self.source_files();
                    let bounds = &self.request.bounds;
                    unit::prepare(&module, entry, &sources, bounds, contract, self.declared())?
                }
                None => return Err(link::entry_missing(&module, function)),
            };
            let left_out = self.left_out(&module);
            unit.link(&mut module, &context)?;
            unit::drop_unreachable(&mut module)?;
            let mut loaded = self.finish(&context, module, function, &left_out)?;
            prototypes::add_to_callbacks(&mut loaded.program, &unit.interface);
            unit::add_answers(&mut loaded.program, &unit);
            for global in loaded.program.globals.values_mut() {
                let size = unit.sizes.iter().find(|(name, _)| *name == global.name);
                global.size = size.map_or(global.size, |(_, size)| global.size.max(*size));
            }
            let analysed = loaded.program.function_named(function);
            loaded.analysed =
                Some(analysed.ok_or_else(|| LoadError::Internal {
                    reason: format!("{function} is lost"),
                })?);
            loaded.interface = Some(unit.interface.clone());
            let sources = loaded.replay.sources.clone();
            loaded.sanitizable =
                Some(SanitizableUnit { sources, unit, memory: self.request.memory });
            Ok(loaded)
        })
    }

    /// The types of what is declared and defined nowhere; clang is asked once.
    fn declared(&self) -> &unit::Declared {
        self.declared.get_or_init(|| {
            let context = llvm::Context::new();
            let Ok(module) = self.module(&context) else { return unit::Declared::default() };
            let is_open = |value: &llvm::Value<'_>| value.is_declaration();
            let functions = module.functions().filter(is_open).map(|function| function.name());
            let functions = functions.filter(|name| !is_known(name));
            let variables = module.globals().filter(is_open).map(|variable| variable.name());
            let variables = variables.filter(|name| !is_of_library(name));
            let names = functions.chain(variables).filter(|name| !name.contains('.'));
            prototypes::declared(&self.units, &names.collect::<Vec<String>>(), self.request.memory)
        })
    }

    fn module<'c>(&self, context: &'c llvm::Context) -> Result<llvm::Module<'c>, LoadError> {
        let parsed = context.parse_bitcode(&self.linked, "program");
        parsed.map_err(|reason| LoadError::Internal { reason })
    }

    fn finish<'c>(
        &self,
        context: &'c llvm::Context,
        module: llvm::Module<'c>,
        entry: &str,
        left_out: &[String],
    ) -> Result<Loaded, LoadError> {
        let mut loaded = finish(&self.request, &self.units, context, module, entry, left_out)?;
        self.add_prototypes(&mut loaded.program);
        Ok(loaded)
    }

    /// What the model must not answer for a function under test: what works on descriptors, unless
    /// the program makes some. All units of a program agree, because their tests share the
    /// stand-ins.
    fn left_out(&self, module: &llvm::Module<'_>) -> Vec<String> {
        let declared = module.functions().filter(|function| function.is_declaration());
        let declared: Vec<String> = declared.map(|function| function.name()).collect();
        match self.request.given_descriptors
            && !declared.iter().any(|name| assay_c_library::makes_descriptor(name))
        {
            true => declared
                .into_iter()
                .filter(|name| assay_c_library::is_on_descriptor(name))
                .collect(),
            false => Vec::new(),
        }
    }

    /// Tells the program what is known of functions that are defined nowhere.
    fn add_prototypes(&self, program: &mut Program) {
        let is_open = |function: &&mut Function| {
            function.body.is_none()
                && !function.name.starts_with(interface::CALLBACK)
                && (function.role.is_open() || self.request.native.contains(&function.name))
        };
        let mut open: Vec<&mut Function> = program.functions.values_mut().filter(is_open).collect();
        let mut known = self.prototypes.lock().unwrap_or_else(PoisonError::into_inner);
        let is_new = |name: &String| !known.contains_key(name);
        let new: Vec<String> =
            open.iter().map(|function| function.name.clone()).filter(is_new).collect();
        let mut found = prototypes::read(&self.units, &new, self.request.memory);
        known.extend(new.into_iter().map(|name| {
            let prototype = found.remove(&name);
            (name, prototype)
        }));
        for function in &mut open {
            function.prototype = known.get(&function.name).cloned().flatten();
        }
    }

    /// The compiled files by their absolute paths.
    fn source_files(&self) -> Vec<PathBuf> {
        let working = std::env::current_dir().unwrap_or_default();
        let absolute = |unit: &input::Unit| {
            let folder = unit.source.folder.as_deref().unwrap_or(&working);
            let path = folder.join(&unit.source.file);
            path.canonicalize().unwrap_or(path)
        };
        self.units.iter().map(absolute).collect()
    }
}

/// Loads the inputs as a whole program.
pub fn load(request: &Request) -> Result<Loaded, LoadError> {
    Project::open(request)?.program()
}

/// LLVM can crash on a damaged module even after verifying it. So modules that are not fresh from
/// clang are first loaded in a child process.
fn rehearse(request: &Request, units: &[input::Unit]) -> Result<(), LoadError> {
    let crashes = |units: &[input::Unit]| {
        !isolation::survives(|| {
            // Whether it is an error is found again, and reported, outside.
            let _ = with_large_stack(|| {
                let context = llvm::Context::new();
                let module = link_checked(&context, request, units)?;
                finish(request, units, &context, module, MAIN, &[])
            });
        })
    };
    let foreign: Vec<&input::Unit> = units.iter().filter(|unit| unit.is_foreign).collect();
    let Some(first) = foreign.first() else { return Ok(()) };
    if !crashes(units) {
        return Ok(());
    }
    let culprit = foreign.iter().find(|unit| crashes(std::slice::from_ref(**unit)));
    let reason = "it is malformed, LLVM itself crashes on it".to_string();
    Err(LoadError::Malformed { path: culprit.unwrap_or(first).path.clone(), place: None, reason })
}

fn with_large_stack<T: Send>(
    work: impl FnOnce() -> Result<T, LoadError> + Send,
) -> Result<T, LoadError> {
    std::thread::scope(|scope| {
        let worker = std::thread::Builder::new()
            .name("frontend".to_string())
            .stack_size(STACK_BYTES)
            .spawn_scoped(scope, work)
            .map_err(|error| LoadError::Shortage {
                what: "a thread".to_string(),
                reason: error.to_string(),
            })?;
        worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}

fn link_checked<'c>(
    context: &'c llvm::Context,
    request: &Request,
    units: &[input::Unit],
) -> Result<llvm::Module<'c>, LoadError> {
    let module = link::link_units(context, units)?;
    module.verify().map_err(|reason| LoadError::Internal { reason })?;
    link::check_entries(&module, &request.entries)?;
    Ok(module)
}

/// From a linked module to what the rest of Assay works with.
fn finish<'c>(
    request: &Request,
    units: &[input::Unit],
    context: &'c llvm::Context,
    mut module: llvm::Module<'c>,
    entry: &str,
    left_out: &[String],
) -> Result<Loaded, LoadError> {
    union_tails::become_zero(&module);
    entry_calls::write_down(&mut module)?;
    let is_32_bit = module.data_layout().pointer_bits() == 32;
    let marks = Marks::place(&module, edges::number(&module), request, entry);
    let replay = ReplayModule {
        bitcode: replay::bitcode(&module, marks.edge_count),
        edge_count: marks.edge_count as usize,
        sources: units.iter().map(|unit| unit.source.clone()).collect(),
        is_32_bit,
        fixed_addresses: fixed_addresses::find(&module),
        computes_addresses: fixed_addresses::are_computed(&module),
    };
    marks::drop_test_vectors(&module);
    builtin_jumps::become_library_calls(&module);
    constant_questions::answer(&module);
    wide::split_wide_integers(&module);
    debug_assert_eq!(module.verify(), Ok(()));
    if request.runtime {
        model::link(&mut module, context, is_32_bit, left_out)?;
    }
    if request.promote {
        promote::promote(&mut module)?;
    }
    let (mut program, maps) = convert::program(&module, &marks);
    stable_names::give(&mut program, &maps);
    assay_c_library::describe(&mut program, MAIN);
    let dropped =
        dropped::notes(&program, units.iter().flat_map(|unit| &unit.dropped), marks.recorded());
    program.notes.splice(0..0, dropped);
    program.notes.extend(units.iter().filter(|unit| unit.lacks_map).map(without_map));
    program.notes.extend(marks.notes());
    program.notes.extend(left_out_note(units));
    check_program(&program, units)?;
    let analysed = program.entry;
    Ok(Loaded { program, maps, analysed, replay, interface: None, sanitizable: None })
}

/// What the files are not compiled with.
fn left_out_note(units: &[input::Unit]) -> Option<String> {
    let flags: BTreeSet<&str> =
        units.iter().flat_map(|unit| &unit.left_out).map(String::as_str).collect();
    let list: Vec<&str> = flags.into_iter().collect();
    (!list.is_empty()).then(|| {
        format!(
            "compiled for this machine: flags for another compiler or machine are left out: {}",
            list.join(" ")
        )
    })
}

fn without_map(unit: &input::Unit) -> String {
    format!(
        "{}: clang ran out of stack, memory (a part of --memory) or time when it made its coverage map: \
         branches are those of the code, and no other criterion has objectives there",
        unit.path.display()
    )
}

/// Damaged modules can have types that do not fit where LLVM does not look. A program fresh from
/// clang that does not verify is a defect of the front end.
fn check_program(program: &Program, units: &[input::Unit]) -> Result<(), LoadError> {
    let foreign = units.iter().find(|unit| unit.is_foreign);
    if foreign.is_none() && !cfg!(debug_assertions) {
        return Ok(());
    }
    let Err(problems) = assay_program::verify::verify(program) else { return Ok(()) };
    let reason = problems.join("; ");
    Err(match foreign {
        Some(unit) => LoadError::Malformed { path: unit.path.clone(), place: None, reason },
        None => LoadError::Internal { reason },
    })
}

//! C to the program model: clang makes bitcode, LLVM links it in this process, and what comes
//! out is an immutable [`Program`] in plain Rust plus the module for native replay.
//!
//! ```text
//! inputs ── input/ ──▶ bitcode ── link ──▶ module ── edges ──┬─ replay ──▶ ReplayModule
//!                                                            └─ wide, model, promote, convert/ ──▶ Program
//! ```
//!
//! Handles of LLVM never leave this crate, and every `unsafe` that touches them is in `llvm/`.

mod convert;
mod coverage;
mod edges;
mod error;
mod input;
mod isolation;
mod link;
mod llvm;
mod model;
mod promote;
mod replay;
mod wide;

pub use error::LoadError;

use assay_program::Program;
use std::path::PathBuf;

/// What to load, and how.
#[derive(Clone, Debug)]
pub struct Request {
    /// `.c`, `.bc` and `.ll` files, or a `compile_commands.json`.
    pub inputs: Vec<PathBuf>,
    pub clang_flags: Vec<String>,
    /// Functions that must be defined; may be empty.
    pub entries: Vec<String>,
    /// Turn locals whose address is not taken into values.
    pub promote: bool,
    /// Instrument for MC/DC.
    pub mcdc: bool,
    /// Link the libc model.
    pub runtime: bool,
}

impl Default for Request {
    fn default() -> Request {
        Request {
            inputs: Vec::new(),
            clang_flags: Vec::new(),
            entries: Vec::new(),
            promote: true,
            mcdc: false,
            runtime: true,
        }
    }
}

pub struct Loaded {
    pub program: Program,
    pub replay: ReplayModule,
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

/// Loads the inputs. clang's diagnostics go to standard error as they are.
pub fn load(request: &Request) -> Result<Loaded, LoadError> {
    let units = input::units(request)?;
    rehearse(request, &units)?;
    with_large_stack(|| load_units(request, &units))
}

/// LLVM can crash on a damaged module even after verifying it. So modules that are not fresh from
/// clang are first loaded in a child process.
fn rehearse(request: &Request, units: &[input::Unit]) -> Result<(), LoadError> {
    let crashes = |units: &[input::Unit]| {
        !isolation::survives(|| {
            // Whether it is an error is found again, and reported, outside.
            let _ = with_large_stack(|| load_units(request, units));
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
            .map_err(|error| LoadError::Internal { reason: error.to_string() })?;
        worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}

fn load_units(request: &Request, units: &[input::Unit]) -> Result<Loaded, LoadError> {
    let context = llvm::Context::new();
    let mut module = link::link_units(&context, units)?;
    module.verify().map_err(|reason| LoadError::Internal { reason })?;
    link::check_entries(&module, &request.entries)?;

    let is_32_bit = module.data_layout().pointer_bits() == 32;
    let edge_count = edges::number(&module);
    let replay = ReplayModule {
        bitcode: replay::bitcode(&module, edge_count),
        edge_count: edge_count as usize,
        sources: units.iter().map(|unit| unit.source.clone()).collect(),
        is_32_bit,
    };
    wide::split_wide_integers(&module);
    debug_assert_eq!(module.verify(), Ok(()));
    if request.runtime {
        model::link(&mut module, &context, is_32_bit)?;
    }
    if request.promote {
        promote::promote(&mut module)?;
    }
    let mut program = convert::program(&module, edge_count);
    program.notes.splice(0..0, units.iter().flat_map(|unit| unit.notes.clone()));
    check_program(&program, units)?;
    Ok(Loaded { program, replay })
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

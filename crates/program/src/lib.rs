//! The program model: what the front end makes of C and everything else works on.
//!
//! It mirrors LLVM IR as clang emits it for C, in plain Rust: typed ids into arenas, no
//! references, no handles of LLVM. It is immutable once built. Invariants, checked by
//! `verify`:
//!
//! - every operand's definition dominates its use, and types agree as in LLVM;
//! - the first block of a function is its entry and has no predecessors;
//! - every conditional branch and switch, and every select that stands for a branch of the
//!   source, owns a consecutive run of [`EdgeId`]s; an edge belongs to exactly one of them;
//! - sizes, alignments and field offsets are those of the module's own data layout.

pub mod callgraph;
pub mod cfg;
pub mod constant;
pub mod ctype;
pub mod dataflow;
pub mod decision;
mod edge_runs;
pub mod edges;
mod function;
mod growth;
pub mod instruction;
pub mod interface;
pub mod native;
pub mod observable;
mod operands;
pub mod outside;
pub mod prototype;
pub mod role;
pub mod text;
pub mod types;
pub mod verify;

pub use constant::{Const, ConstExpr, ConstId};
pub use ctype::{CKind, CType, CTypeId, CTypes};
pub use edge_runs::EdgeRuns;
pub use function::{
    Block, BlockId, FuncId, Function, FunctionBody, Linkage, Param, Variable, VariableHome,
};
pub use growth::{Grow, Withheld};
pub use instruction::{
    AtomicOp, BinaryOp, CallArg, Callee, CastOp, FloatBinaryOp, FloatPredicate, Inst, IntPredicate,
    Intrinsic, Op, Operand, Terminator, ValueId,
};
pub use interface::{Interface, InterfaceVariable, Variadic};
pub use native::{NativeAnswer, NativeCall, NativeFunctions, Scalar, Signature};
pub use prototype::Prototype;
pub use role::{Platform, Primitive, Role};
pub use types::{Field, FloatKind, Type, TypeId, TypeTable};

use assay_base::{Arena, FileId, Place, id};

id!(
    /// A global variable.
    GlobalId,
    "g"
);
id!(
    /// One outcome of one branching place, program-wide: what coverage is made of.
    EdgeId,
    "e"
);

/// A whole linked program.
#[derive(Clone, Debug, Default)]
pub struct Program {
    pub pointer_bits: u32,
    pub types: TypeTable,
    pub constants: Arena<ConstId, Const>,
    pub functions: Arena<FuncId, Function>,
    pub globals: Arena<GlobalId, Global>,
    pub files: Arena<FileId, SourceFile>,
    /// Where the program starts, if it is a whole one.
    pub entry: Option<FuncId>,
    /// What runs before it, in this order.
    pub startup: Vec<FuncId>,
    /// What runs when the program has ended, unless it ended at once.
    pub shutdown: Vec<FuncId>,
    pub platform: Platform,
    pub edges: Arena<EdgeId, Edge>,
    /// Functions whose bodies came when the program was in use already, in this order.
    pub arrivals: Vec<FuncId>,
    pub dataflow: dataflow::Dataflow,
    /// What the front end wants the user to know (dropped MC/DC decisions, aliases of unknown
    /// symbols, …), one line each.
    pub notes: Vec<String>,
}

impl Program {
    /// Whether anything is thrown, or might be caught.
    pub fn has_exceptions(&self) -> bool {
        let bodies = self.functions.values().filter_map(|function| function.body.as_ref());
        let mut blocks = bodies.flat_map(|body| body.blocks.values());
        blocks.any(|block| {
            matches!(block.terminator, Terminator::Throw(_) | Terminator::Invoke { .. })
        })
    }

    pub fn function_named(&self, name: &str) -> Option<FuncId> {
        self.functions.iter().find(|(_, function)| function.name == name).map(|(id, _)| id)
    }
}

/// A source file as named by the debug information or the coverage map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceFile {
    /// As the user would write it: relative to the working folder where it lies below it.
    pub name: String,
    /// Found through a system include path; its code has no objectives.
    pub is_system: bool,
}

#[derive(Clone, Debug)]
pub struct Global {
    pub name: String,
    pub ty: TypeId,
    pub size: u64,
    pub align: u64,
    /// `None`: declared here, defined nowhere in the program.
    pub initialiser: Option<ConstId>,
    pub is_constant: bool,
    pub is_thread_local: bool,
    pub place: Option<Place>,
    /// The name in the source, where debug information has it (`counter` for `f.counter`).
    pub source_name: Option<String>,
}

/// Where an edge starts, and which of its source's outcomes it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edge {
    pub function: FuncId,
    pub source: EdgeSource,
    /// For a branch and a select: 0 is true, 1 is false. For a switch: the index of the case;
    /// the number of cases for the default. For a mark: its index.
    pub outcome: u32,
    pub kind: EdgeKind,
}

/// What taking an edge means.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum EdgeKind {
    /// An outcome of a decision of the program's own code.
    Source,
    /// One that the source does not show: whether an operation is defined for its operands.
    Check,
    /// Something else that a run of the program's own code can be seen to do.
    Mark,
    /// In the model of the library: no native run records it.
    Library,
}

impl EdgeKind {
    /// Of an edge in this function; `is_check` is for the front end to say.
    pub fn of(function: &Function, source: EdgeSource, is_check: bool) -> EdgeKind {
        match source {
            _ if function.is_model => EdgeKind::Library,
            EdgeSource::Mark(_) => EdgeKind::Mark,
            _ if is_check => EdgeKind::Check,
            _ => EdgeKind::Source,
        }
    }
}

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum EdgeSource {
    /// The terminator of this block.
    Terminator(BlockId),
    /// The select that defines this value.
    Select(ValueId),
    /// A mark in this block: its edges lead nowhere, they are only taken.
    Mark(BlockId),
}

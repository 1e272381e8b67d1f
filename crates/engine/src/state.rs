//! The state of a running program, and snapshots of it.

use crate::code::{Edge, Pc, Slot};
use crate::input::InputRecord;
use crate::memory::{Byte, Memory, Objects};
use crate::path::PathEnd;
use crate::trail::Trail;
use crate::value::Value;
use crate::variadic::VariadicArea;
use assay_expr::Term;
use assay_program::{FuncId, NativeCall};
use imbl::shared_ptr::DefaultSharedPtr;
use imbl::{GenericHashSet, OrdMap, Vector};
use rustc_hash::{FxBuildHasher, FxHashMap};
use std::sync::Arc;

/// A call in progress. The innermost frame's window is the end of the register file.
#[derive(Clone, Debug)]
pub struct Frame {
    pub function: FuncId,
    /// Where the caller goes on, and the first slot there for the result.
    pub return_to: Pc,
    pub result: Slot,
    /// Start of the window in the register file.
    pub base: u32,
    /// Lowest address of the fixed locals.
    pub locals: u64,
    /// The caller's stack pointer, restored on return.
    pub caller_stack: u64,
    pub variadic: VariadicArea,
    /// Number of entries of [`State::stack_objects`] that belong to the callers.
    pub outer_objects: u32,
    /// Some slot of the window may have a symbolic shadow.
    pub is_symbolic: bool,
    /// Distinguishes two calls at the same depth.
    pub serial: u32,
}

/// Where a place was marked.
#[derive(Clone, Debug)]
pub struct JumpPoint {
    pub depth: u32,
    pub serial: u32,
    pub pc: Pc,
    pub result: Slot,
    pub stack: u64,
    pub objects: u32,
    /// The signals that were held back, if they are to be so again.
    pub blocked: Option<u64>,
}

/// Everything that a path can change. Copies share memory pages.
pub struct State {
    pub pc: Pc,
    pub registers: Vec<u64>,
    /// Parallel to `registers`: a slot with a term has that value, and its register means nothing.
    pub shadows: Vec<Option<Term>>,
    pub frames: Vec<Frame>,
    pub memory: Memory,
    pub objects: Objects,
    /// Lowest address in use on the stack.
    pub stack: u64,
    /// (base, size) of locals of variable size, copied arguments and variadic areas.
    pub stack_objects: Vec<(u64, u64)>,
    pub jump_points: Vec<JumpPoint>,
    pub next_serial: u32,
    pub inputs: Vector<InputRecord>,
    /// What the path condition says is true, to decide equal conditions without a new event.
    pub known: GenericHashSet<Term, FxBuildHasher, DefaultSharedPtr>,
    pub next_ordinal: u32,
    /// What was thrown last.
    pub thrown: Value,
    /// The program has ended in this way; exit handlers are running.
    pub ending: Option<PathEnd>,
    /// How many variables of the program lie in memory: of one that grows, more may have come
    /// since.
    pub globals: usize,
    /// Arguments and environment are in place.
    pub has_entered: bool,
    /// The program has done something undefined.
    pub is_faulty: bool,
    /// The program has ordered pointers to different objects.
    pub is_doubtful: bool,
    /// Calls on the host, and whether pointers to its memory came back.
    pub native_calls: Vector<Arc<NativeCall>>,
    pub has_host_pointers: bool,
    /// How often the program has called each function that may fail.
    pub outside_calls: FxHashMap<Arc<str>, u32>,
    /// The function of the driver that makes what is looked at, once there is one.
    pub maker: Option<FuncId>,
    /// The one that makes what functions answer that are defined nowhere.
    pub answerer: Option<FuncId>,
    /// Address and number of the objects that it has made for the call at hand.
    pub answers: Vec<(u64, u32)>,
    /// It is at work: what it does to its objects is not looked at.
    pub is_making: bool,
    /// What is known of memory at fixed addresses.
    pub region_bytes: OrdMap<u64, Byte>,
    /// Numbers that became pointers, and the addresses there that they are on this path.
    pub number_pointers: Vector<(Term, Option<u64>)>,
    pub instructions: u64,
    /// Edges of the program that this path was the first to take.
    pub new_edges: Vec<Edge>,
    /// Branches since the last decision.
    pub trail: Trail,
}

impl State {
    pub fn copy(&mut self) -> State {
        State {
            pc: self.pc,
            registers: self.registers.clone(),
            shadows: self.shadows.clone(),
            frames: self.frames.clone(),
            memory: self.memory.snapshot(),
            objects: self.objects.clone(),
            stack: self.stack,
            stack_objects: self.stack_objects.clone(),
            jump_points: self.jump_points.clone(),
            next_serial: self.next_serial,
            inputs: self.inputs.clone(),
            known: self.known.clone(),
            next_ordinal: self.next_ordinal,
            thrown: self.thrown,
            ending: self.ending.clone(),
            globals: self.globals,
            has_entered: self.has_entered,
            is_faulty: self.is_faulty,
            is_doubtful: self.is_doubtful,
            native_calls: self.native_calls.clone(),
            has_host_pointers: self.has_host_pointers,
            outside_calls: self.outside_calls.clone(),
            maker: self.maker,
            answerer: self.answerer,
            answers: self.answers.clone(),
            is_making: self.is_making,
            region_bytes: self.region_bytes.clone(),
            number_pointers: self.number_pointers.clone(),
            instructions: self.instructions,
            new_edges: self.new_edges.clone(),
            trail: self.trail,
        }
    }
}

/// A state to resume from.
pub struct Snapshot {
    pub state: std::cell::RefCell<State>,
    /// Decisions and constraints before it.
    pub event: u32,
    pub constraints: u32,
    /// Which term arena its shadows belong to.
    pub generation: u32,
}

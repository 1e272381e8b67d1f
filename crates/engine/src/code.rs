//! The flat form of a program that the machine executes.
//!
//! All functions lie in one array of fixed-size instructions; a program counter is an index into
//! it. Operands are slots of the current frame: parameters, values, and constants (which the call
//! copies in with the fresh frame). A value of up to 64 bits takes one slot, zero-extended; up to
//! 128 bits two, low half first. Structs and vectors are split into their scalar leaves. Phis have
//! become moves on the edges.

use assay_base::{Id, Place};
use assay_program::Primitive;
use assay_program::outside::OutsideCall;
use assay_program::{AtomicOp, BinaryOp, BlockId, FloatPredicate, FuncId, Intrinsic};
use rustc_hash::FxHashSet;
use std::sync::Arc;

/// An index into the current frame.
pub type Slot = u32;
/// An index into [`Code::insts`].
pub type Pc = u32;
/// An edge of the program, by its number.
pub type Edge = u32;

/// `d` is where the result goes, `w` the width in bits; `_ => aux` an index into a side table.
#[derive(Copy, Clone, Debug)]
pub enum Inst {
    Move {
        d: Slot,
        a: Slot,
    },
    Add {
        w: u8,
        d: Slot,
        a: Slot,
        b: Slot,
    },
    Sub {
        w: u8,
        d: Slot,
        a: Slot,
        b: Slot,
    },
    Mul {
        w: u8,
        d: Slot,
        a: Slot,
        b: Slot,
    },
    And {
        w: u8,
        d: Slot,
        a: Slot,
        b: Slot,
    },
    Or {
        w: u8,
        d: Slot,
        a: Slot,
        b: Slot,
    },
    Xor {
        w: u8,
        d: Slot,
        a: Slot,
        b: Slot,
    },
    Shl {
        w: u8,
        d: Slot,
        a: Slot,
        b: Slot,
    },
    LShr {
        w: u8,
        d: Slot,
        a: Slot,
        b: Slot,
    },
    AShr {
        w: u8,
        d: Slot,
        a: Slot,
        b: Slot,
    },
    /// The four divisions. `wraps`: the lowest number divided by -1 is itself.
    Divide {
        op: BinaryOp,
        wraps: bool,
        w: u8,
        d: Slot,
        a: Slot,
        b: Slot,
    },
    Eq {
        w: u8,
        d: Slot,
        a: Slot,
        b: Slot,
    },
    Ne {
        w: u8,
        d: Slot,
        a: Slot,
        b: Slot,
    },
    Ult {
        w: u8,
        d: Slot,
        a: Slot,
        b: Slot,
    },
    Ule {
        w: u8,
        d: Slot,
        a: Slot,
        b: Slot,
    },
    Slt {
        w: u8,
        d: Slot,
        a: Slot,
        b: Slot,
    },
    Sle {
        w: u8,
        d: Slot,
        a: Slot,
        b: Slot,
    },
    /// Signed addition, subtraction or multiplication whose overflow is undefined; only made
    /// when overflow is a finding.
    CheckOverflow {
        op: BinaryOp,
        w: u8,
        a: Slot,
        b: Slot,
    },
    Trunc {
        w: u8,
        d: Slot,
        a: Slot,
    },
    ZExt {
        from: u8,
        to: u8,
        d: Slot,
        a: Slot,
    },
    SExt {
        from: u8,
        to: u8,
        d: Slot,
        a: Slot,
    },
    /// Operations on more than 64 bits, or between both sizes.
    WideBinary {
        op: BinaryOp,
        w: u8,
        d: Slot,
        a: Slot,
        b: Slot,
    },
    WideCompare {
        op: Compare,
        w: u8,
        d: Slot,
        a: Slot,
        b: Slot,
    },
    WideResize {
        signed: bool,
        from: u8,
        to: u8,
        d: Slot,
        a: Slot,
    },
    Select {
        w: u8,
        d: Slot,
        c: Slot,
        a: Slot,
        b: Slot,
    },

    FloatBinary {
        op: FloatOp,
        format: Format,
        d: Slot,
        a: Slot,
        b: Slot,
    },
    FloatNegate {
        format: Format,
        d: Slot,
        a: Slot,
    },
    FloatCompare {
        predicate: FloatPredicate,
        format: Format,
        d: Slot,
        a: Slot,
        b: Slot,
    },
    FloatResize {
        from: Format,
        to: Format,
        d: Slot,
        a: Slot,
    },
    /// `saturates`: the nearest number that there is, instead of what x86 gives.
    FloatToInt {
        signed: bool,
        saturates: bool,
        format: Format,
        w: u8,
        d: Slot,
        a: Slot,
    },
    IntToFloat {
        signed: bool,
        format: Format,
        w: u8,
        d: Slot,
        a: Slot,
    },

    Load8 {
        d: Slot,
        a: Slot,
    },
    Load16 {
        d: Slot,
        a: Slot,
    },
    Load32 {
        d: Slot,
        a: Slot,
    },
    Load64 {
        d: Slot,
        a: Slot,
    },
    /// Any other width.
    LoadOdd {
        w: u8,
        d: Slot,
        a: Slot,
    },
    Store8 {
        a: Slot,
        v: Slot,
    },
    Store16 {
        a: Slot,
        v: Slot,
    },
    Store32 {
        a: Slot,
        v: Slot,
    },
    Store64 {
        a: Slot,
        v: Slot,
    },
    StoreOdd {
        w: u8,
        a: Slot,
        v: Slot,
    },
    /// Stores the value but leaves the bytes uninitialised.
    StoreFill {
        w: u8,
        a: Slot,
        v: Slot,
    },
    /// `base + sext(index) * scale`, the index being `w` bits.
    Index {
        w: u8,
        d: Slot,
        base: Slot,
        index: Slot,
        scale: u32,
    },
    /// `base + offset + sext(index) * scale`
    IndexAt {
        w: u8,
        scale: u8,
        offset: u8,
        d: Slot,
        base: Slot,
        index: Slot,
    },
    // An address, which goes into `t`, and the access to what lies there: two instructions in one.
    AddLoad8 {
        d: Slot,
        t: Slot,
        a: Slot,
        b: Slot,
    },
    AddLoad16 {
        d: Slot,
        t: Slot,
        a: Slot,
        b: Slot,
    },
    AddLoad32 {
        d: Slot,
        t: Slot,
        a: Slot,
        b: Slot,
    },
    AddLoad64 {
        d: Slot,
        t: Slot,
        a: Slot,
        b: Slot,
    },
    AddStore8 {
        v: Slot,
        t: Slot,
        a: Slot,
        b: Slot,
    },
    AddStore16 {
        v: Slot,
        t: Slot,
        a: Slot,
        b: Slot,
    },
    AddStore32 {
        v: Slot,
        t: Slot,
        a: Slot,
        b: Slot,
    },
    AddStore64 {
        v: Slot,
        t: Slot,
        a: Slot,
        b: Slot,
    },
    IndexLoad8 {
        w: u8,
        scale: u8,
        offset: u8,
        d: Slot,
        t: Slot,
        base: Slot,
        index: Slot,
    },
    IndexLoad16 {
        w: u8,
        scale: u8,
        offset: u8,
        d: Slot,
        t: Slot,
        base: Slot,
        index: Slot,
    },
    IndexLoad32 {
        w: u8,
        scale: u8,
        offset: u8,
        d: Slot,
        t: Slot,
        base: Slot,
        index: Slot,
    },
    IndexLoad64 {
        w: u8,
        scale: u8,
        offset: u8,
        d: Slot,
        t: Slot,
        base: Slot,
        index: Slot,
    },
    IndexStore8 {
        w: u8,
        scale: u8,
        offset: u8,
        v: Slot,
        t: Slot,
        base: Slot,
        index: Slot,
    },
    IndexStore16 {
        w: u8,
        scale: u8,
        offset: u8,
        v: Slot,
        t: Slot,
        base: Slot,
        index: Slot,
    },
    IndexStore32 {
        w: u8,
        scale: u8,
        offset: u8,
        v: Slot,
        t: Slot,
        base: Slot,
        index: Slot,
    },
    IndexStore64 {
        w: u8,
        scale: u8,
        offset: u8,
        v: Slot,
        t: Slot,
        base: Slot,
        index: Slot,
    },
    /// The address of a fixed local at this offset in the frame.
    Local {
        d: Slot,
        offset: u32,
    },
    /// A local of variable size: `count` elements; `layout` indexes [`Code::allocas`].
    Alloca {
        d: Slot,
        count: Slot,
        layout: u32,
    },
    Copy {
        fill: bool,
        to: Slot,
        from: Slot,
        size: Slot,
    },
    Set {
        fill: bool,
        to: Slot,
        byte: Slot,
        size: Slot,
    },
    Uninitialised {
        w: u8,
        d: Slot,
        a: Slot,
    },
    /// Only in units: a number has become a pointer.
    NumberToPointer {
        a: Slot,
    },
    /// Only in units: two pointers are ordered or subtracted.
    RelatePointers {
        a: Slot,
        b: Slot,
    },
    /// Only in code that watches addresses: a pointer becomes a number, and two are compared.
    Expose {
        d: Slot,
        a: Slot,
    },
    CompareAddresses {
        a: Slot,
        b: Slot,
        by_order: bool,
    },

    /// Lets an observer look at the state.
    Observe {
        point: u32,
    },
    /// Takes an edge and goes on.
    Mark {
        edge: Edge,
    },
    /// Takes the edge that lies `a` after `edge`, of `count`.
    MarkAt {
        a: Slot,
        edge: Edge,
        count: u32,
    },

    Jump {
        to: Pc,
    },
    /// Edge `edge` if the condition holds, else the next one.
    Branch {
        c: Slot,
        edge: Edge,
    },
    BranchEq {
        w: u8,
        a: Slot,
        b: Slot,
        edge: Edge,
    },
    BranchNe {
        w: u8,
        a: Slot,
        b: Slot,
        edge: Edge,
    },
    BranchUlt {
        w: u8,
        a: Slot,
        b: Slot,
        edge: Edge,
    },
    BranchUle {
        w: u8,
        a: Slot,
        b: Slot,
        edge: Edge,
    },
    BranchSlt {
        w: u8,
        a: Slot,
        b: Slot,
        edge: Edge,
    },
    BranchSle {
        w: u8,
        a: Slot,
        b: Slot,
        edge: Edge,
    },
    Switch {
        w: u8,
        a: Slot,
        table: u32,
    },
    IndirectJump {
        a: Slot,
        /// Index into [`Code::detours`].
        detours: u32,
    },
    Call {
        site: u32,
    },
    CallIndirect {
        a: Slot,
        site: u32,
    },
    Return {
        first: Slot,
        count: u32,
    },
    /// Goes on where the innermost call with a handler catches it.
    Throw {
        a: Slot,
    },
    /// What was thrown.
    Caught {
        d: Slot,
    },

    /// Anything rare: `site` indexes [`Code::intrinsics`].
    Intrinsic {
        site: u32,
    },
    Atomic {
        op: AtomicOp,
        w: u8,
        d: Slot,
        a: Slot,
        v: Slot,
    },
    /// `Bits` of the leaves `from` reinterpreted as the leaves `to`.
    Repack {
        site: u32,
    },
    Unsupported {
        what: u32,
    },
    Unreachable,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Compare {
    Eq,
    Ne,
    Ult,
    Ule,
    Slt,
    Sle,
}

pub use assay_expr::{FloatBinaryOp as FloatOp, Format};

/// A scalar part of a value.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Leaf {
    /// Bits of the value (80 for x87).
    pub bits: u32,
    /// Byte offset within the whole value in memory.
    pub offset: u64,
    pub kind: LeafKind,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum LeafKind {
    Int,
    Float(Format),
    Pointer,
}

impl Leaf {
    pub fn slots(&self) -> u32 {
        if self.bits > 64 { 2 } else { 1 }
    }
}

/// An operand in its slot.
#[derive(Copy, Clone, Debug)]
pub struct Arg {
    pub slot: Slot,
    pub leaf: Leaf,
}

#[derive(Clone, Debug)]
pub struct CallSite {
    pub callee: Target,
    pub args: Vec<CallArg>,
    /// Some argument is a struct that is copied for the callee.
    pub has_copies: bool,
    /// The slots of the arguments, if each takes one.
    pub plain: Option<Box<[Slot]>>,
    /// Where the result goes, leaf by leaf.
    pub result: Slot,
    pub result_leaves: Vec<Leaf>,
    pub is_result_used: bool,
    /// The program asks the outside world.
    pub outside: Option<Arc<OutsideCall>>,
}

#[derive(Clone, Debug)]
pub enum Target {
    Function(FuncId),
    Primitive(Primitive, FuncId),
    /// Defined nowhere: its result is an input.
    External(FuncId),
    /// Its code is not there yet.
    Stub(FuncId),
    Indirect,
}

/// One argument of the source: its leaves, or a struct that is copied for the callee.
#[derive(Clone, Debug)]
pub struct CallArg {
    pub leaves: Vec<Arg>,
    /// Size and alignment of the copy; then the only leaf is the address of the original.
    pub byval: Option<(u64, u64)>,
    /// As a variadic argument: where it is, and bytes and alignment that it takes on the stack.
    pub passing: Passing,
    pub size: u64,
    pub align: u64,
    /// A vector of the source, of whatever size.
    pub is_vector: bool,
}

/// Where the ABI of x86-64 has an argument while there are registers left.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Passing {
    /// In as many general registers.
    General(u32),
    Vector,
    Memory,
}

#[derive(Clone, Debug)]
pub struct IntrinsicSite {
    pub intrinsic: Special,
    pub args: Vec<Arg>,
    pub result: Vec<Arg>,
}

/// What the general instruction can do.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Special {
    Llvm(Intrinsic),
    CompareExchange,
}

#[derive(Clone, Debug)]
pub struct SwitchTable {
    /// Sorted by value, with the edge of each.
    pub cases: Vec<(u64, Edge)>,
    pub default: Edge,
    /// `cases` as a direct table from `cases[0].0` on, where the values lie close together.
    pub dense: Option<Vec<Edge>>,
}

#[derive(Clone, Debug)]
pub struct RepackSite {
    pub from: Vec<Arg>,
    pub to: Vec<Arg>,
}

#[derive(Copy, Clone, Debug)]
pub struct AllocaLayout {
    pub element_size: u64,
    pub align: u64,
    pub count_width: u8,
}

#[derive(Clone, Debug)]
pub struct FunctionCode {
    pub id: FuncId,
    pub entry: Pc,
    pub end: Pc,
    /// A fresh frame: constants in their slots, zero elsewhere.
    pub frame: Vec<u64>,
    /// Where each parameter's leaves go, in order, flattened.
    pub params: Vec<Arg>,
    pub is_variadic: bool,
    pub is_model: bool,
    /// Its parameters are its first slots, and nothing but its code is to be looked at in a call.
    pub is_plain: bool,
    /// Bytes of the fixed locals, with gaps, and what their lowest address must be a multiple of.
    pub frame_size: u64,
    pub frame_align: u64,
    /// Fixed locals: (offset from the frame's lowest address, size).
    pub locals: Vec<(u64, u64)>,
    /// By value: its first slot.
    pub slots: Vec<Slot>,
    /// Where the code of each call begins, in order, and which instruction of which block it is.
    pub calls: Vec<(Pc, BlockId, usize)>,
    /// Calls whose exceptions are caught, by where they return to: where the function goes on then.
    pub handlers: Vec<(Pc, Pc)>,
    /// Where each block starts; they lie one after the other.
    pub blocks: Vec<Pc>,
}

impl FunctionCode {
    /// The block that an instruction of the function is in.
    pub fn block_at(&self, pc: Pc) -> BlockId {
        let before = self.blocks.partition_point(|start| *start <= pc);
        BlockId::new(before.saturating_sub(1))
    }

    /// Where what a call throws is caught, by where the call returns to.
    pub fn handler_of(&self, return_to: Pc) -> Option<Pc> {
        let index = self.handlers.binary_search_by_key(&return_to, |(call, _)| *call).ok()?;
        Some(self.handlers[index].1)
    }

    /// The call that returns to this place.
    pub fn call_at(&self, return_to: Pc) -> Option<(BlockId, usize)> {
        if return_to <= self.entry || return_to > self.end {
            return None;
        }
        let before = self.calls.partition_point(|(start, ..)| *start < return_to);
        let (_, block, inst) = *self.calls.get(before.checked_sub(1)?)?;
        Some((block, inst))
    }
}

/// A whole program, ready to run. Shared by all workers.
#[derive(Clone, Debug, Default)]
pub struct Code {
    pub insts: Vec<Inst>,
    pub places: Vec<Option<Place>>,
    pub functions: Vec<Option<FunctionCode>>,
    /// Where each edge leads.
    pub targets: Vec<Pc>,
    /// By edge.
    pub is_library_edge: Vec<bool>,
    /// Those that are taken where a pointer hits a variable.
    pub hits: FxHashSet<Edge>,
    pub calls: Vec<CallSite>,
    /// The calls of what is not there yet.
    pub stubs: Vec<u32>,
    /// How many bodies had arrived when it was translated last; none if it never was.
    pub arrivals: Option<usize>,
    pub intrinsics: Vec<IntrinsicSite>,
    pub switches: Vec<SwitchTable>,
    /// Of each computed goto: targets that have phis, and where their values are moved first.
    pub detours: Vec<Vec<(Pc, Pc)>>,
    pub repacks: Vec<RepackSite>,
    pub allocas: Vec<AllocaLayout>,
    pub messages: Vec<String>,
    /// Address of each computed-goto target, from `memory::BLOCKS` on.
    pub block_addresses: Vec<Pc>,
    pub pointer_bits: u8,
    /// The program looks at error numbers.
    pub mentions_error_number: bool,
}

impl Code {
    /// Whether a native run of the program would be seen to take it.
    pub fn is_program_edge(&self, edge: Edge) -> bool {
        !self.is_library_edge[edge as usize]
    }
}

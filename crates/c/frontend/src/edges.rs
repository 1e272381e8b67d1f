//! Edge ids on the linked user module.
//!
//! Every conditional branch, switch, and select that stands for a ternary of the source gets a
//! run of consecutive ids, in module order, as metadata on the instruction. Metadata survives
//! promotion and linking with the libc model, so the program and the replay module cannot
//! disagree about an id.

use crate::llvm::{Module, Opcode, RawLinkage, Value, ValueKind};
use crate::marks;

pub const METADATA: &str = "assay.edges";

pub const INCREMENT: &str = "llvm.instrprof.increment";
pub const INCREMENT_STEP: &str = "llvm.instrprof.increment.step";
pub const TEST_VECTOR: &str = "llvm.instrprof.mcdc.tvbitmap.update";

/// Numbers all edges; returns how many there are.
pub fn number(module: &Module) -> u32 {
    let kind = module.metadata_kind(METADATA);
    let mut next = 0;
    for function in module.functions() {
        for source in sources(function) {
            source.set_metadata(kind, module.integer_node(next));
            next += outcome_count(source);
        }
    }
    next
}

/// The instructions of a function that own edges, in order.
pub fn sources(function: Value<'_>) -> Vec<Value<'_>> {
    let mut found = Vec::new();
    for block in function.blocks() {
        found.extend(block.instructions().filter_map(ternary_select));
        found.extend(block.terminator().filter(|&last| is_branching(last)));
    }
    found
}

/// Whether a terminator owns edges.
pub fn is_branching(terminator: Value) -> bool {
    terminator.opcode() == Opcode::LLVMSwitch || terminator.is_conditional_branch()
}

/// Edges of a source: two, or a switch's cases and its default, or as many as a mark says.
pub fn outcome_count(source: Value) -> u32 {
    match source.opcode() {
        Opcode::LLVMSwitch => source.successor_count() as u32,
        Opcode::LLVMCall => marks::edge_count(source),
        _ => 2,
    }
}

/// The select behind an `increment.step`: clang counts a ternary with cheap arms by
/// `step = zext condition` and selects on the same condition right after.
pub fn ternary_select<'m>(increment: Value<'m>) -> Option<Value<'m>> {
    if !calls(increment, INCREMENT_STEP) {
        return None;
    }
    let step = increment.operand(4);
    if !step.is_instruction() || step.opcode() != Opcode::LLVMZExt {
        return None;
    }
    let condition = step.operand(0);
    std::iter::successors(increment.next_instruction(), |next| next.next_instruction())
        .find(|next| next.opcode() == Opcode::LLVMSelect && next.operand(0) == condition)
}

/// Whether an instruction is a direct call of the function with this name.
pub fn calls(instruction: Value, name: &str) -> bool {
    callee_name(instruction).is_some_and(|called| called == name.as_bytes())
}

/// Whether an instruction is a direct call of a function whose name starts so.
pub fn calls_prefix(instruction: Value, prefix: &str) -> bool {
    callee_name(instruction).is_some_and(|called| called.starts_with(prefix.as_bytes()))
}

/// What a direct call calls.
pub fn callee_name(instruction: Value<'_>) -> Option<&[u8]> {
    if instruction.opcode() != Opcode::LLVMCall {
        return None;
    }
    let callee = instruction.called_value();
    (callee.kind() == ValueKind::LLVMFunctionValueKind).then(|| callee.name_bytes())
}

/// Invisible to other modules.
pub fn is_local(linkage: RawLinkage) -> bool {
    matches!(linkage, RawLinkage::LLVMInternalLinkage | RawLinkage::LLVMPrivateLinkage)
}

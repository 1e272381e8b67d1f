//! `__builtin_constant_p(x)`: C asks whether `x` is a constant, and does not evaluate it.
//!
//! clang writes the evaluation down all the same, up to the question, and takes it away when it
//! answers. So does this: what only such a question looks at is not executed, and a load in it is
//! no access.

use crate::edges::calls_prefix;
use crate::llvm::{Module, Opcode, Value};

pub fn answer(module: &Module) {
    let blocks = module.functions().flat_map(Value::blocks);
    let instructions = blocks.flat_map(|block| block.instructions());
    let questions: Vec<Value> =
        instructions.filter(|&code| calls_prefix(code, "llvm.is.constant.")).collect();
    for question in questions {
        let asked = question.operand(0);
        if asked.is_instruction() {
            question.replace_uses(module.int_type(1).constant(0));
            question.erase();
            erase_unused(asked);
        }
    }
}

/// Takes away what nothing uses and what does nothing else, and so on with what it used.
fn erase_unused(value: Value) {
    let mut open = vec![value];
    let is_unused = |value: &Value| value.is_instruction() && !value.has_uses() && is_pure(*value);
    while let Some(at) = open.iter().position(is_unused) {
        let unused = open.swap_remove(at);
        for operand in unused.operands() {
            if !open.contains(&operand) {
                open.push(operand);
            }
        }
        unused.erase();
    }
}

fn is_pure(value: Value) -> bool {
    match value.opcode() {
        Opcode::LLVMLoad => !value.is_volatile(),
        Opcode::LLVMGetElementPtr
        | Opcode::LLVMAdd
        | Opcode::LLVMSub
        | Opcode::LLVMMul
        | Opcode::LLVMAnd
        | Opcode::LLVMOr
        | Opcode::LLVMXor
        | Opcode::LLVMShl
        | Opcode::LLVMLShr
        | Opcode::LLVMAShr
        | Opcode::LLVMTrunc
        | Opcode::LLVMZExt
        | Opcode::LLVMSExt
        | Opcode::LLVMICmp
        | Opcode::LLVMFCmp
        | Opcode::LLVMPtrToInt
        | Opcode::LLVMIntToPtr
        | Opcode::LLVMBitCast
        | Opcode::LLVMFAdd
        | Opcode::LLVMFSub
        | Opcode::LLVMFMul
        | Opcode::LLVMFPExt
        | Opcode::LLVMFPTrunc => true,
        _ => false,
    }
}

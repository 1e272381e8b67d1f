//! Addresses that the program writes down as numbers, as code for a device does:
//! `#define UART ((volatile struct uart *)0x40001000)`.
//!
//! They count only if the program has volatile accesses through pointers. Where a number becomes a
//! pointer is seen in the code and in initialisers; which access uses it in the end is not
//! followed.

use crate::llvm::{Module, Opcode, Value, ValueKind};
use std::collections::BTreeSet;

/// Constants nested in each other that are looked at.
const DEEPEST: u32 = 8;
/// Smaller numbers are no addresses that a process can have: sizes, offsets, numbers of errors.
const LOWEST: u64 = 1 << 16;
/// Larger ones neither: -1, and what poisons a pointer.
const HIGHEST: u64 = 1 << 47;

/// Whether numbers that the code computes become pointers.
pub fn are_computed(module: &Module) -> bool {
    let code = module.functions().flat_map(Value::blocks).flat_map(|b| b.instructions());
    let mut casts = code.filter(|code| code.opcode() == Opcode::LLVMIntToPtr);
    casts.any(|cast| cast.operand(0).is_instruction())
}

pub fn find(module: &Module) -> Vec<u64> {
    let mut found = BTreeSet::new();
    let mut has_volatile = false;
    for code in module.functions().flat_map(Value::blocks).flat_map(|b| b.instructions()) {
        has_volatile |= is_volatile_access(code);
        for operand in code.operands() {
            let is_number = operand.kind() == ValueKind::LLVMConstantIntValueKind;
            match code.opcode() {
                Opcode::LLVMIntToPtr => add_summands(operand, DEEPEST, &mut found),
                _ if !is_number => add_constants(operand, DEEPEST, &mut found),
                _ => {}
            }
        }
    }
    if !has_volatile {
        return Vec::new();
    }
    for initialiser in module.globals().filter_map(Value::initialiser) {
        add_constants(initialiser, DEEPEST, &mut found);
    }
    found.into_iter().collect()
}

/// Through a pointer: a volatile variable is no device.
fn is_volatile_access(code: Value) -> bool {
    let pointer = match code.opcode() {
        Opcode::LLVMLoad => code.operand(0),
        Opcode::LLVMStore => code.operand(1),
        _ => return false,
    };
    let is_variable = pointer.kind() == ValueKind::LLVMGlobalVariableValueKind
        || pointer.is_instruction() && pointer.opcode() == Opcode::LLVMAlloca;
    code.is_volatile() && !is_variable
}

/// The numbers that become pointers in a constant.
fn add_constants(value: Value, depth: u32, found: &mut BTreeSet<u64>) {
    match value.kind() {
        ValueKind::LLVMConstantExprValueKind if value.constant_opcode() == Opcode::LLVMIntToPtr => {
            add_summands(value.operand(0), depth, found);
        }
        ValueKind::LLVMConstantExprValueKind
        | ValueKind::LLVMConstantStructValueKind
        | ValueKind::LLVMConstantArrayValueKind
            if depth > 0 =>
        {
            value.operands().for_each(|operand| add_constants(operand, depth - 1, found));
        }
        _ => {}
    }
}

/// The numbers that an address is a sum of: `BASE + 4 * i`.
fn add_summands(value: Value, depth: u32, found: &mut BTreeSet<u64>) {
    if value.kind() == ValueKind::LLVMConstantIntValueKind {
        let number = value.as_int().filter(|number| (LOWEST..HIGHEST).contains(number));
        found.extend(number);
    } else if depth > 0 && value.is_instruction() {
        let is_sum = matches!(
            value.opcode(),
            Opcode::LLVMAdd | Opcode::LLVMOr | Opcode::LLVMZExt | Opcode::LLVMSExt
        );
        if is_sum {
            value.operands().for_each(|operand| add_summands(operand, depth - 1, found));
        }
    }
}

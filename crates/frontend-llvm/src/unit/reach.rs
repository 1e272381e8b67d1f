//! What a function can reach: the functions and variables that its code mentions, directly or
//! through what it mentions.

use crate::llvm::{Opcode, Value, ValueKind};
use rustc_hash::FxHashSet;

pub struct Reach<'m> {
    pub functions: Vec<Value<'m>>,
    pub globals: Vec<Value<'m>>,
}

pub fn from<'m>(entries: impl IntoIterator<Item = Value<'m>>) -> Reach<'m> {
    let mut walk = Walk { seen: FxHashSet::default(), open: Vec::new() };
    let mut reach = Reach { functions: Vec::new(), globals: Vec::new() };
    for entry in entries {
        walk.mention(entry);
    }
    while let Some(value) = walk.open.pop() {
        match value.kind() {
            ValueKind::LLVMFunctionValueKind => {
                reach.functions.push(value);
                for instruction in value.blocks().flat_map(|block| block.instructions()) {
                    walk.mention_all(instruction);
                }
            }
            ValueKind::LLVMGlobalVariableValueKind => {
                reach.globals.push(value);
                if let Some(initialiser) = value.initialiser() {
                    walk.mention(initialiser);
                }
            }
            ValueKind::LLVMGlobalAliasValueKind => walk.mention(value.aliasee()),
            _ => walk.mention_all(value),
        }
    }
    reach
}

struct Walk<'m> {
    seen: FxHashSet<Value<'m>>,
    open: Vec<Value<'m>>,
}

impl<'m> Walk<'m> {
    fn mention_all(&mut self, user: Value<'m>) {
        for operand in user.operands() {
            self.mention(operand);
        }
    }

    /// Constants are looked into; instructions are found by themselves.
    fn mention(&mut self, value: Value<'m>) {
        let is_of_interest = matches!(
            value.kind(),
            ValueKind::LLVMFunctionValueKind
                | ValueKind::LLVMGlobalVariableValueKind
                | ValueKind::LLVMGlobalAliasValueKind
                | ValueKind::LLVMConstantExprValueKind
                | ValueKind::LLVMConstantStructValueKind
                | ValueKind::LLVMConstantArrayValueKind
                | ValueKind::LLVMConstantVectorValueKind
        );
        if is_of_interest && self.seen.insert(value) {
            self.open.push(value);
        }
    }
}

/// What the code of one function mentions, at any depth of constants.
pub fn mentioned(function: Value<'_>) -> Vec<Value<'_>> {
    let mut walk = Walk { seen: FxHashSet::default(), open: Vec::new() };
    for instruction in function.blocks().flat_map(|block| block.instructions()) {
        walk.mention_all(instruction);
    }
    let mut found = Vec::new();
    while let Some(value) = walk.open.pop() {
        match value.kind() {
            ValueKind::LLVMFunctionValueKind | ValueKind::LLVMGlobalVariableValueKind => {
                found.push(value);
            }
            ValueKind::LLVMGlobalAliasValueKind => {}
            _ => walk.mention_all(value),
        }
    }
    found
}

/// Whether the function is used other than by calling it.
pub fn is_address_taken(function: Value<'_>) -> bool {
    function.users().any(|user| {
        let is_call = user.is_instruction()
            && user.opcode() == Opcode::LLVMCall
            && user.called_value() == function
            && user.call_args().iter().all(|&argument| argument != function);
        !is_call
    })
}

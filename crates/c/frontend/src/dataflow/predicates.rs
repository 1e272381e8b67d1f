//! What becomes of the value that a use reads: it decides where to go on, or it is computed with.
//!
//! A use is one in a predicate if it stands in the condition: its value comes, through conversions,
//! arithmetic, comparisons, and as an index or a pointer, to what a branch, a switch or the select
//! of a ternary decides on. What goes through a variable or a call on its way is computed with. A
//! value can be both.

use crate::edges;
use crate::llvm::{Opcode, Value};
use rustc_hash::FxHashSet;

#[derive(Default)]
pub struct Consumers<'m> {
    /// It is computed with, passed on, stored; or nobody wants it.
    pub is_computed_with: bool,
    /// The branches, switches and selects that it decides, in order.
    pub predicates: Vec<Value<'m>>,
}

impl<'m> Consumers<'m> {
    pub fn of(value: Value<'m>) -> Consumers<'m> {
        let mut consumers = Consumers::default();
        let mut seen: FxHashSet<Value<'m>> = FxHashSet::default();
        let mut pending = vec![value];
        while let Some(value) = pending.pop() {
            let decides = value.users().any(is_branch);
            for user in value.users() {
                // The right side of `&&` or `||` that has a branch of its own has decided there
                // what the whole will be.
                if decides && user.is_instruction() && user.opcode() == Opcode::LLVMPHI {
                    continue;
                }
                match consumers.take(value, user) {
                    Passage::Through if seen.insert(user) => pending.push(user),
                    Passage::Through | Passage::End => {}
                }
            }
        }
        consumers.is_computed_with |= consumers.predicates.is_empty();
        consumers
    }

    fn take(&mut self, value: Value<'m>, user: Value<'m>) -> Passage {
        if !user.is_instruction() {
            self.is_computed_with = true;
            return Passage::End;
        }
        match user.opcode() {
            Opcode::LLVMBr | Opcode::LLVMSwitch => self.decide(user),
            Opcode::LLVMSelect if user.operand(0) == value => match is_ternary(user) {
                true => self.decide(user),
                false => return Passage::Through,
            },
            Opcode::LLVMCall if edges::calls(user, edges::INCREMENT_STEP) => {}
            Opcode::LLVMStore if is_recording(user) => {}
            opcode if is_passed(opcode) => return Passage::Through,
            _ => self.is_computed_with = true,
        }
        Passage::End
    }

    fn decide(&mut self, predicate: Value<'m>) {
        let targets = if predicate.opcode() == Opcode::LLVMSelect {
            Vec::new()
        } else {
            predicate.successors()
        };
        // Nothing is decided where all ways lead to the same place.
        let is_open = targets.first().is_none_or(|first| targets.iter().any(|to| to != first));
        if is_open && !self.predicates.contains(&predicate) {
            self.predicates.push(predicate);
        }
    }
}

enum Passage {
    Through,
    End,
}

fn is_branch(user: Value<'_>) -> bool {
    user.is_instruction() && matches!(user.opcode(), Opcode::LLVMBr | Opcode::LLVMSwitch)
}

/// Whether a store is clang's own, of the conditions that a decision has evaluated.
fn is_recording(store: Value<'_>) -> bool {
    store.operand(1).name().starts_with("mcdc.addr")
}

/// Whether a select stands for a ternary of the source.
fn is_ternary(select: Value<'_>) -> bool {
    let increments = select.block().instructions();
    increments.filter_map(edges::ternary_select).any(|found| found == select)
}

fn is_passed(opcode: Opcode) -> bool {
    matches!(
        opcode,
        Opcode::LLVMAdd
            | Opcode::LLVMFAdd
            | Opcode::LLVMSub
            | Opcode::LLVMFSub
            | Opcode::LLVMMul
            | Opcode::LLVMFMul
            | Opcode::LLVMUDiv
            | Opcode::LLVMSDiv
            | Opcode::LLVMFDiv
            | Opcode::LLVMURem
            | Opcode::LLVMSRem
            | Opcode::LLVMFRem
            | Opcode::LLVMShl
            | Opcode::LLVMLShr
            | Opcode::LLVMAShr
            | Opcode::LLVMAnd
            | Opcode::LLVMOr
            | Opcode::LLVMXor
            | Opcode::LLVMFNeg
            | Opcode::LLVMICmp
            | Opcode::LLVMFCmp
            | Opcode::LLVMTrunc
            | Opcode::LLVMZExt
            | Opcode::LLVMSExt
            | Opcode::LLVMFPToUI
            | Opcode::LLVMFPToSI
            | Opcode::LLVMUIToFP
            | Opcode::LLVMSIToFP
            | Opcode::LLVMFPTrunc
            | Opcode::LLVMFPExt
            | Opcode::LLVMPtrToInt
            | Opcode::LLVMIntToPtr
            | Opcode::LLVMBitCast
            | Opcode::LLVMFreeze
            | Opcode::LLVMGetElementPtr
            | Opcode::LLVMLoad
            | Opcode::LLVMPHI
            | Opcode::LLVMSelect
    )
}

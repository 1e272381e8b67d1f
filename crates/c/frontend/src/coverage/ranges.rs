//! Switches with long ranges of labels.
//!
//! `case 100 ... 999` is too long for the list of LLVM's `switch`. clang compares instead, where
//! the default of the switch would be: a chain of blocks with a comparison each and nothing else,
//! the last of which leads to the default. They and the switch are one branch of the source.

use crate::edges;
use crate::llvm::{Block, Opcode, Value};
use crate::marks::MARK;

/// One of the branches that are the same one of the source.
#[derive(Copy, Clone)]
pub struct Part<'m> {
    pub branch: Value<'m>,
    /// Which of its successors is the next part.
    pub next: Option<usize>,
}

/// All branches that are the same one of the source as this is.
pub fn parts(branch: Value<'_>) -> Vec<Part<'_>> {
    let mut parts = Vec::new();
    let mut next = Some(head(branch));
    while let Some(branch) = next {
        next = comparison(branch.successor(otherwise(branch)))
            .filter(|_| branch.opcode() == Opcode::LLVMSwitch || !parts.is_empty());
        parts.push(Part { branch, next: next.map(|_| otherwise(branch)) });
    }
    parts
}

/// The switch that a comparison belongs to; any other branch itself.
pub fn head(branch: Value<'_>) -> Value<'_> {
    let mut at = branch;
    while at.opcode() != Opcode::LLVMSwitch {
        let block = at.block();
        let mut before = block.predecessor_terminators();
        match (comparison(block), before.next(), before.next()) {
            (Some(_), Some(only), None)
                if edges::is_branching(only) && only.successor(otherwise(only)) == block =>
            {
                at = only;
            }
            _ => return branch,
        }
    }
    at
}

/// Where a branch leads that is none of what it asks for: LLVM lists a switch's default first.
fn otherwise(branch: Value<'_>) -> usize {
    usize::from(branch.opcode() != Opcode::LLVMSwitch)
}

/// The branch of a block that has a comparison and nothing else, not even a counter.
fn comparison(block: Block<'_>) -> Option<Value<'_>> {
    let last = block.terminator().filter(|last| last.is_conditional_branch())?;
    let is_part = |code: Value<'_>| {
        matches!(code.opcode(), Opcode::LLVMSub | Opcode::LLVMICmp)
            || code == last
            || edges::calls(code, MARK)
    };
    block.instructions().all(is_part).then_some(last)
}

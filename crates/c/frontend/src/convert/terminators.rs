//! How blocks end.

use super::constants::int_words;
use super::functions::Body;
use crate::llvm::{Opcode, Value, opcode_name};
use assay_program::{EdgeSource, Terminator};

impl<'m> Body<'_, 'm> {
    pub(super) fn terminator(&mut self, last: Option<Value<'m>>) -> Terminator {
        let Some(last) = last else { return Terminator::Unreachable };
        match last.opcode() {
            Opcode::LLVMRet => {
                let value = last.operands().next();
                Terminator::Return(value.map(|value| self.operand(value)))
            }
            Opcode::LLVMBr if last.is_conditional_branch() => self.branch(last),
            Opcode::LLVMBr => Terminator::Jump(self.block_id(last.successors()[0])),
            Opcode::LLVMSwitch => self.switch(last),
            Opcode::LLVMIndirectBr => {
                let targets = last.successors();
                Terminator::IndirectJump {
                    address: self.operand(last.operand(0)),
                    targets: targets.into_iter().map(|block| self.block_id(block)).collect(),
                }
            }
            Opcode::LLVMUnreachable => Terminator::Unreachable,
            Opcode::LLVMCallBr => Terminator::Unsupported { what: "`asm goto`".to_string() },
            other => Terminator::Unsupported {
                what: format!("the LLVM instruction {}", opcode_name(other)),
            },
        }
    }

    fn branch(&mut self, last: Value<'m>) -> Terminator {
        let successors = last.successors();
        Terminator::Branch {
            condition: self.operand(last.operand(0)),
            on_true: self.block_id(successors[0]),
            on_false: self.block_id(successors[1]),
            edges: self.terminator_edges(last),
        }
    }

    fn switch(&mut self, last: Value<'m>) -> Terminator {
        let value = last.operand(0);
        let successors = last.successors();
        let cases = last.case_values().into_iter().zip(&successors[1..]);
        Terminator::Switch {
            value: self.operand(value),
            value_type: self.type_of(value),
            cases: cases.map(|(case, &to)| (case_number(case), self.block_id(to))).collect(),
            default: self.block_id(successors[0]),
            edges: self.terminator_edges(last),
        }
    }

    fn terminator_edges(&mut self, last: Value<'m>) -> assay_program::EdgeId {
        let block = self.block_id(last.block());
        self.cx.edges_of(last, self.id, EdgeSource::Terminator(block))
    }
}

fn case_number(case: Value) -> u128 {
    let words = int_words(case);
    let word = |index: usize| u128::from(words.get(index).copied().unwrap_or(0));
    word(0) | word(1) << 64
}

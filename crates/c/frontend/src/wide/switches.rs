//! Switches on more than 64 bits: the number of the case is computed, and switched on.

use super::{LIMIT, Splitter, WORD, width};
use crate::llvm::{Opcode, RawIntPredicate, Value};

pub(super) fn is_wide_switch(instruction: Value) -> bool {
    instruction.opcode() == Opcode::LLVMSwitch && width(instruction.operand(0)) > WORD
}

impl<'m> Splitter<'m> {
    /// The new switch has the same outcomes in the same order, and with them the same edges.
    pub(super) fn switch(&mut self, switch: Value<'m>) {
        let bits = width(switch.operand(0));
        let words = self.operand_words(switch, 0);
        if bits > LIMIT {
            self.give_up(switch, &format!("a switch on {bits} bits"));
        }
        let cases = switch.case_values();
        let number = self.module.int_type(32);
        let default = number.constant(cases.len() as u64);
        let mut chosen = default;
        for (index, &case) in cases.iter().enumerate() {
            let case = self.words_of(case, switch);
            let is_here = self.compared(RawIntPredicate::LLVMIntEQ, &words, &case, bits);
            chosen = self.builder.select(is_here, number.constant(index as u64), chosen);
        }
        let numbers = (0..cases.len()).map(|index| number.constant(index as u64));
        let rewritten = self.builder.switch(chosen, &switch.successors(), numbers);
        if let Some(node) = switch.metadata(self.edges) {
            rewritten.set_metadata(self.edges, node);
        }
        switch.erase();
    }
}

//! Shifts. By a constant the words are only moved; by an unknown amount they pass stages, one for
//! each bit of the number of whole words, and last the bits within a word.

use super::{Splitter, WORD, Words, width};
use crate::llvm::{Opcode, RawIntPredicate, Value, ValueKind};

impl<'m> Splitter<'m> {
    pub(super) fn shift_of(&mut self, value: Value<'m>) -> Words<'m> {
        let bits = width(value);
        let (words, amount) = (self.operand_words(value, 0), self.operand_words(value, 1));
        let words = self.extended(&words, bits, words.len(), value.opcode() == Opcode::LLVMAShr);
        self.check_amount(&amount, bits);
        self.shifted(value.opcode(), &words, amount[0])
    }

    fn check_amount(&self, amount: &[Value<'m>], bits: u32) {
        let limit = self.word.constant(u64::from(bits));
        let low = self.builder.compare(RawIntPredicate::LLVMIntULT, amount[0], limit);
        let high = self.is_zero(&amount[1..]);
        let in_range = self.builder.binary(Opcode::LLVMAnd, low, high);
        if in_range.as_int() != Some(1) {
            self.check("__assay_check_shift", in_range, bits);
        }
    }

    /// Whole words, of which the last decides about the sign, moved by less than their bits.
    pub(super) fn shifted(
        &self,
        opcode: Opcode,
        words: &[Value<'m>],
        amount: Value<'m>,
    ) -> Words<'m> {
        let fill = match (opcode, words.last()) {
            (Opcode::LLVMAShr, Some(&last)) => self.sign(last),
            _ => self.word.constant(0),
        };
        let is_left = opcode == Opcode::LLVMShl;
        let mut words = words.to_vec();
        for stage in 0..words.len().next_power_of_two().ilog2() {
            let moved = moved(&words, 1 << stage, is_left, fill);
            let bit = self.shift(Opcode::LLVMLShr, amount, u64::from(WORD.ilog2() + stage));
            let is_taken = self.cast(Opcode::LLVMTrunc, bit, self.module.int_type(1));
            words = self.chosen(is_taken, &moved, &words);
        }
        self.shifted_within_words(&words, amount, is_left, fill)
    }

    /// By the amount modulo the bits of a word.
    fn shifted_within_words(
        &self,
        words: &[Value<'m>],
        amount: Value<'m>,
        is_left: bool,
        fill: Value<'m>,
    ) -> Words<'m> {
        let neighbours = moved(words, 1, is_left, fill);
        let pairs = words.iter().zip(&neighbours);
        pairs
            .map(|(&word, &neighbour)| match is_left {
                true => self.funnel(word, neighbour, amount, true),
                false => self.funnel(neighbour, word, amount, false),
            })
            .collect()
    }

    /// The upper half of `high:low << amount`, or the lower half of `high:low >> amount`.
    pub(super) fn funnel(
        &self,
        high: Value<'m>,
        low: Value<'m>,
        amount: Value<'m>,
        is_left: bool,
    ) -> Value<'m> {
        if amount.kind() == ValueKind::LLVMConstantIntValueKind {
            return self.funnel_by(high, low, amount.int_low_bits() % u64::from(WORD), is_left);
        }
        let name = if is_left { "llvm.fshl.i64" } else { "llvm.fshr.i64" };
        let function = self.declared(name, Some(self.word), &[self.word; 3]);
        self.builder.call(function, &[high, low, amount])
    }

    fn funnel_by(&self, high: Value<'m>, low: Value<'m>, bits: u64, is_left: bool) -> Value<'m> {
        match (bits, is_left) {
            (0, true) => return high,
            (0, false) => return low,
            _ => {}
        }
        let left = if is_left { bits } else { u64::from(WORD) - bits };
        let high = self.shift(Opcode::LLVMShl, high, left);
        let low = self.shift(Opcode::LLVMLShr, low, u64::from(WORD) - left);
        self.builder.binary(Opcode::LLVMOr, high, low)
    }
}

/// Each word replaced by the one `by` places below (or above) it, or by `fill`.
fn moved<'m>(words: &[Value<'m>], by: usize, is_left: bool, fill: Value<'m>) -> Words<'m> {
    let source = |index: usize| match is_left {
        true => index.checked_sub(by),
        false => Some(index + by),
    };
    (0..words.len())
        .map(|index| source(index).and_then(|from| words.get(from)).copied().unwrap_or(fill))
        .collect()
}

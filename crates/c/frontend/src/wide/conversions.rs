//! Between widths, and between integers and other views of the same bits.

use super::{Splitter, WIDEST, WORD, Words, unused_bits, width, word_count};
use crate::llvm::{Opcode, Type, Value};

impl<'m> Splitter<'m> {
    /// By shifting: for integers that the model has, and for constants, which fold.
    pub(super) fn word_at(&self, value: Value<'m>, index: usize) -> Value<'m> {
        if width(value) <= WORD {
            return self.cast(Opcode::LLVMZExt, value, self.word);
        }
        let amount = value.ty().constant(index as u64 * u64::from(WORD));
        let shifted = self.builder.binary(Opcode::LLVMLShr, value, amount);
        self.cast(Opcode::LLVMTrunc, shifted, self.word)
    }

    pub(super) fn cast(&self, opcode: Opcode, value: Value<'m>, to: Type<'m>) -> Value<'m> {
        if value.ty() == to { value } else { self.builder.cast(opcode, value, to) }
    }

    /// `trunc`, `zext` or `sext` to a wide type.
    pub(super) fn resized(&mut self, value: Value<'m>) -> Words<'m> {
        let words = self.operand_words(value, 0);
        let is_signed = value.opcode() == Opcode::LLVMSExt;
        let count = word_count(width(value));
        self.extended(&words, width(value.operand(0)), count, is_signed)
    }

    /// The words of an integer of `bits` bits, of which the last becomes whole; more or less of
    /// them up to `count`.
    pub(super) fn extended(
        &self,
        words: &[Value<'m>],
        bits: u32,
        count: usize,
        is_signed: bool,
    ) -> Words<'m> {
        let mut words = words.to_vec();
        let mut fill = self.word.constant(0);
        if let Some(last) = words.last_mut().filter(|_| is_signed) {
            let unused = u64::from(unused_bits(bits));
            let high = self.shift(Opcode::LLVMShl, *last, unused);
            *last = self.shift(Opcode::LLVMAShr, high, unused);
            fill = self.sign(*last);
        }
        words.resize(count, fill);
        words
    }

    /// All ones for a negative word, else zero.
    pub(super) fn sign(&self, word: Value<'m>) -> Value<'m> {
        self.shift(Opcode::LLVMAShr, word, u64::from(WORD - 1))
    }

    /// A word shifted by a constant amount.
    pub(super) fn shift(&self, opcode: Opcode, value: Value<'m>, amount: u64) -> Value<'m> {
        if amount == 0 {
            return value;
        }
        self.builder.binary(opcode, value, self.word.constant(amount))
    }

    pub(super) fn clear_above(&self, words: &mut [Value<'m>], bits: u32) {
        let used = bits % WORD;
        if let Some(last) = words.last_mut().filter(|_| used != 0) {
            let mask = self.word.constant((1 << used) - 1);
            *last = self.builder.binary(Opcode::LLVMAnd, *last, mask);
        }
    }

    /// The lowest words as one integer of a type that the model has.
    pub(super) fn joined_words(&self, words: &[Value<'m>], to: Type<'m>) -> Value<'m> {
        if to.int_bits() <= WORD {
            return self.cast(Opcode::LLVMTrunc, words[0], to);
        }
        let whole = self.module.int_type(WIDEST);
        let low = self.cast(Opcode::LLVMZExt, words[0], whole);
        let high = self.cast(Opcode::LLVMZExt, words[1], whole);
        let amount = whole.constant(u64::from(WORD));
        let high = self.builder.binary(Opcode::LLVMShl, high, amount);
        self.cast(Opcode::LLVMTrunc, self.builder.binary(Opcode::LLVMOr, high, low), to)
    }

    pub(super) fn address_as_words(&mut self, value: Value<'m>) -> Words<'m> {
        self.builder.place_before(value);
        let mut words = vec![self.word.constant(0); word_count(width(value))];
        words[0] = self.builder.cast(Opcode::LLVMPtrToInt, value.operand(0), self.word);
        words
    }

    /// A vector as an integer: both have the same bytes in memory.
    pub(super) fn bits_as_words(&mut self, value: Value<'m>) -> Words<'m> {
        self.builder.place_before(value);
        let count = word_count(width(value));
        let array = self.array("bits", count);
        self.builder.store(value.operand(0), array);
        self.load_array(array, count)
    }

    pub(super) fn words_as_bits(&mut self, value: Value<'m>) -> Value<'m> {
        let words = self.operand_words(value, 0);
        let array = self.array("bits", words.len());
        self.store_array(&words, array);
        self.builder.load(value.ty(), array)
    }
}

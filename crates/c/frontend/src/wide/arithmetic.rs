//! Sums, products, comparisons and choices.

use super::{Splitter, Words, width};
use crate::llvm::{Opcode, RawIntPredicate, Value};

impl<'m> Splitter<'m> {
    pub(super) fn bitwise(&mut self, value: Value<'m>) -> Words<'m> {
        let (a, b) = (self.operand_words(value, 0), self.operand_words(value, 1));
        self.each(value.opcode(), &a, &b)
    }

    /// One operation on each pair of words.
    pub(super) fn each(&self, opcode: Opcode, a: &[Value<'m>], b: &[Value<'m>]) -> Words<'m> {
        a.iter().zip(b).map(|(&a, &b)| self.builder.binary(opcode, a, b)).collect()
    }

    pub(super) fn freeze(&mut self, value: Value<'m>) -> Words<'m> {
        let words = self.operand_words(value, 0);
        words.into_iter().map(|word| self.builder.freeze(word)).collect()
    }

    /// The first of the parts stands for the whole where the select is a branch of the source.
    pub(super) fn select(&mut self, value: Value<'m>) -> Words<'m> {
        let (a, b) = (self.operand_words(value, 1), self.operand_words(value, 2));
        let words = self.chosen(value.operand(0), &a, &b);
        if let Some(node) = value.metadata(self.edges)
            && words[0].is_instruction()
        {
            words[0].set_metadata(self.edges, node);
        }
        words
    }

    pub(super) fn chosen(
        &self,
        condition: Value<'m>,
        a: &[Value<'m>],
        b: &[Value<'m>],
    ) -> Words<'m> {
        a.iter().zip(b).map(|(&a, &b)| self.builder.select(condition, a, b)).collect()
    }

    /// `add`, `sub` or `mul` modulo the power of two that the words hold.
    pub(super) fn wrapped(
        &mut self,
        opcode: Opcode,
        a: &[Value<'m>],
        b: &[Value<'m>],
    ) -> Words<'m> {
        match opcode {
            Opcode::LLVMAdd => self.sum(a, b),
            Opcode::LLVMSub => self.difference(a, b),
            _ => self.product(a, b),
        }
    }

    pub(super) fn sum(&self, a: &[Value<'m>], b: &[Value<'m>]) -> Words<'m> {
        let mut carry = self.word.constant(0);
        let mut words = Vec::new();
        for (&a, &b) in a.iter().zip(b) {
            let partial = self.builder.binary(Opcode::LLVMAdd, a, b);
            let whole = self.builder.binary(Opcode::LLVMAdd, partial, carry);
            let first = self.builder.compare(RawIntPredicate::LLVMIntULT, partial, a);
            let second = self.builder.compare(RawIntPredicate::LLVMIntULT, whole, partial);
            carry = self.either_as_word(first, second);
            words.push(whole);
        }
        words
    }

    pub(super) fn difference(&self, a: &[Value<'m>], b: &[Value<'m>]) -> Words<'m> {
        let mut borrow = self.word.constant(0);
        let mut words = Vec::new();
        for (&a, &b) in a.iter().zip(b) {
            let partial = self.builder.binary(Opcode::LLVMSub, a, b);
            let whole = self.builder.binary(Opcode::LLVMSub, partial, borrow);
            let first = self.builder.compare(RawIntPredicate::LLVMIntULT, a, b);
            let second = self.builder.compare(RawIntPredicate::LLVMIntULT, partial, borrow);
            borrow = self.either_as_word(first, second);
            words.push(whole);
        }
        words
    }

    fn either_as_word(&self, a: Value<'m>, b: Value<'m>) -> Value<'m> {
        let either = self.builder.binary(Opcode::LLVMOr, a, b);
        self.builder.cast(Opcode::LLVMZExt, either, self.word)
    }

    /// `-words` where `mask` is all ones, `words` where it is zero.
    pub(super) fn negated_if(&self, words: &[Value<'m>], mask: Value<'m>) -> Words<'m> {
        let masks = vec![mask; words.len()];
        self.difference(&self.each(Opcode::LLVMXor, words, &masks), &masks)
    }

    fn product(&mut self, a: &[Value<'m>], b: &[Value<'m>]) -> Words<'m> {
        let count = a.len();
        let (left, right) = (self.array("left", count), self.array("right", count));
        let result = self.array("result", count);
        self.store_array(a, left);
        self.store_array(b, right);
        self.call_model("__assay_wide_multiply", &[result, left, right], count);
        self.load_array(result, count)
    }

    /// Calls a function of `runtime/wide.c`: some arrays, and how many words each has.
    pub(super) fn call_model(&self, name: &str, arrays: &[Value<'m>], count: usize) {
        let number = self.module.int_type(32);
        let params: Vec<_> = arrays.iter().map(|it| it.ty()).chain([number]).collect();
        let mut args = arrays.to_vec();
        args.push(number.constant(count as u64));
        self.builder.call(self.declared(name, None, &params), &args);
    }

    pub(super) fn compared(
        &self,
        predicate: RawIntPredicate,
        a: &[Value<'m>],
        b: &[Value<'m>],
        bits: u32,
    ) -> Value<'m> {
        use RawIntPredicate as P;
        let is_signed =
            matches!(predicate, P::LLVMIntSLT | P::LLVMIntSLE | P::LLVMIntSGT | P::LLVMIntSGE);
        let below = |a: &[Value<'m>], b: &[Value<'m>]| self.is_below(a, b, bits, is_signed);
        match predicate {
            P::LLVMIntEQ => self.is_zero(&self.each(Opcode::LLVMXor, a, b)),
            P::LLVMIntNE => self.not(self.is_zero(&self.each(Opcode::LLVMXor, a, b))),
            P::LLVMIntULT | P::LLVMIntSLT => below(a, b),
            P::LLVMIntUGT | P::LLVMIntSGT => below(b, a),
            P::LLVMIntULE | P::LLVMIntSLE => self.not(below(b, a)),
            P::LLVMIntUGE | P::LLVMIntSGE => self.not(below(a, b)),
        }
    }

    pub(super) fn not(&self, bit: Value<'m>) -> Value<'m> {
        self.builder.binary(Opcode::LLVMXor, bit, bit.ty().constant(1))
    }

    pub(super) fn is_zero(&self, words: &[Value<'m>]) -> Value<'m> {
        self.builder.equal(self.any_bits(words), self.word.constant(0))
    }

    /// The words laid over each other: not zero if any is not.
    pub(super) fn any_bits(&self, words: &[Value<'m>]) -> Value<'m> {
        let zero = self.word.constant(0);
        words.iter().fold(zero, |any, &word| self.builder.binary(Opcode::LLVMOr, any, word))
    }

    fn is_below(&self, a: &[Value<'m>], b: &[Value<'m>], bits: u32, is_signed: bool) -> Value<'m> {
        let a = self.extended(a, bits, a.len(), is_signed);
        let b = self.extended(b, bits, b.len(), is_signed);
        let last = a.len() - 1;
        let mut below = self.module.int_type(1).constant(0);
        for (index, (&a, &b)) in a.iter().zip(&b).enumerate() {
            let predicate = match is_signed && index == last {
                true => RawIntPredicate::LLVMIntSLT,
                false => RawIntPredicate::LLVMIntULT,
            };
            let here = self.builder.compare(predicate, a, b);
            let same = self.builder.equal(a, b);
            let before = self.builder.binary(Opcode::LLVMAnd, same, below);
            below = self.builder.binary(Opcode::LLVMOr, here, before);
        }
        below
    }

    pub(super) fn is_negative(&self, value: Value<'m>, words: &[Value<'m>]) -> Value<'m> {
        let zero = vec![self.word.constant(0); words.len()];
        self.compared(RawIntPredicate::LLVMIntSLT, words, &zero, width(value))
    }
}

//! Between wide integers and floats, exactly rounded, in arithmetic of the float's own type.
//!
//! To a float: the 64 or 128 highest bits from the first that is set, with a last bit that stands
//! for all below, are more than any format's precision and what its rounding looks at. They are
//! converted, which rounds, and scaled by powers of two, which is exact.
//!
//! From a float: the words come off from the highest down. Each is a quotient by a power of two,
//! and what is left after subtracting it is exact.

use super::{Splitter, WIDEST, WORD, Words, width, word_count};
use crate::llvm::{Opcode, RawFloatPredicate, RawIntPredicate, Type, TypeKind, Value};

/// Numbers from 2 to this power on are infinite.
fn exponent_limit(ty: Type) -> u32 {
    match ty.kind() {
        TypeKind::LLVMHalfTypeKind => 16,
        TypeKind::LLVMFloatTypeKind | TypeKind::LLVMBFloatTypeKind => 128,
        TypeKind::LLVMDoubleTypeKind => 1024,
        _ => 16384,
    }
}

/// The highest words of a number, from the first that is not zero, and the scale of that one.
struct Top<'m> {
    first: Value<'m>,
    second: Value<'m>,
    third: Value<'m>,
    /// All words below laid over each other.
    rest: Value<'m>,
    scale: Value<'m>,
}

impl<'m> Splitter<'m> {
    pub(super) fn words_to_float(&mut self, it: Value<'m>) -> Value<'m> {
        let words = self.operand_words(it, 0);
        if it.opcode() == Opcode::LLVMUIToFP {
            return self.magnitude_to_float(&words, it.ty());
        }
        let is_negative = self.is_negative(it.operand(0), &words);
        let words = self.extended(&words, width(it.operand(0)), words.len(), true);
        let sign = self.sign(words[words.len() - 1]);
        let magnitude = self.magnitude_to_float(&self.negated_if(&words, sign), it.ty());
        self.builder.select(is_negative, self.builder.float_negated(magnitude), magnitude)
    }

    fn magnitude_to_float(&self, words: &[Value<'m>], ty: Type<'m>) -> Value<'m> {
        if ty.kind() == TypeKind::LLVMHalfTypeKind {
            return self.magnitude_to_half(words, ty);
        }
        let top = self.top(words, ty);
        let zeros = self.zeros_of_word("ctlz", top.first);
        let shifted = |high, low| self.funnel(high, low, zeros, true);
        let first = shifted(top.first, top.second);
        let second = shifted(top.second, top.third);
        let third = shifted(top.third, self.word.constant(0));
        let below = self.builder.binary(Opcode::LLVMOr, third, top.rest);
        let number = match ty.kind() {
            TypeKind::LLVMX86_FP80TypeKind | TypeKind::LLVMFP128TypeKind => {
                let words = [self.with_lowest_bit(second, below), first];
                let whole = self.joined_words(&words, self.module.int_type(WIDEST));
                let number = self.builder.cast(Opcode::LLVMUIToFP, whole, ty);
                self.scaled(number, -i64::from(WORD))
            }
            _ => {
                let below = self.builder.binary(Opcode::LLVMOr, second, below);
                let whole = self.with_lowest_bit(first, below);
                self.builder.cast(Opcode::LLVMUIToFP, whole, ty)
            }
        };
        let number = self.builder.binary(Opcode::LLVMFMul, number, self.shrink(zeros, ty));
        self.builder.binary(Opcode::LLVMFMul, number, top.scale)
    }

    /// All that is not finite there is far below a word's end.
    fn magnitude_to_half(&self, words: &[Value<'m>], ty: Type<'m>) -> Value<'m> {
        let much = self.word.constant(1 << 32);
        let is_more = self.not(self.is_zero(&words[1..]));
        let low = self.builder.select(is_more, much, words[0]);
        self.builder.cast(Opcode::LLVMUIToFP, low, ty)
    }

    fn top(&self, words: &[Value<'m>], ty: Type<'m>) -> Top<'m> {
        let zero = self.word.constant(0);
        let at = |index: usize, back: usize| index.checked_sub(back).map_or(zero, |i| words[i]);
        let mut top =
            Top { first: zero, second: zero, third: zero, rest: zero, scale: ty.power_of_two(0) };
        for (index, &word) in words.iter().enumerate() {
            let is_zero = self.builder.equal(word, zero);
            let chosen = |before, here| self.builder.select(is_zero, before, here);
            top = Top {
                first: chosen(top.first, word),
                second: chosen(top.second, at(index, 1)),
                third: chosen(top.third, at(index, 2)),
                rest: chosen(top.rest, self.any_bits(&words[..index.saturating_sub(2)])),
                scale: chosen(top.scale, ty.power_of_two(index as i64 * i64::from(WORD))),
            };
        }
        top
    }

    /// The word with its lowest bit set if anything is in `below`.
    fn with_lowest_bit(&self, word: Value<'m>, below: Value<'m>) -> Value<'m> {
        let zero = self.word.constant(0);
        let any = self.builder.compare(RawIntPredicate::LLVMIntNE, below, zero);
        let any = self.builder.cast(Opcode::LLVMZExt, any, self.word);
        self.builder.binary(Opcode::LLVMOr, word, any)
    }

    /// 2 to the power of `-zeros`, for less than a word's bits.
    fn shrink(&self, zeros: Value<'m>, ty: Type<'m>) -> Value<'m> {
        let last = self.word.constant(u64::from(WORD - 1));
        let zeros = self.builder.binary(Opcode::LLVMAnd, zeros, last);
        let amount = self.builder.binary(Opcode::LLVMSub, last, zeros);
        let power = self.builder.binary(Opcode::LLVMShl, self.word.constant(1), amount);
        let power = self.builder.cast(Opcode::LLVMUIToFP, power, ty);
        self.scaled(power, -i64::from(WORD - 1))
    }

    fn scaled(&self, number: Value<'m>, power: i64) -> Value<'m> {
        self.builder.binary(Opcode::LLVMFMul, number, number.ty().power_of_two(power))
    }

    /// Values that do not fit are undefined in C, and give any words here.
    pub(super) fn float_to_words(&mut self, it: Value<'m>) -> Words<'m> {
        self.builder.place_before(it);
        let (value, ty) = (it.operand(0), it.operand(0).ty());
        let zero = ty.zero();
        let is_negative = self.builder.float_compare(RawFloatPredicate::LLVMRealOLT, value, zero);
        let negated = self.builder.float_negated(value);
        let mut left = self.builder.select(is_negative, negated, value);
        let count = word_count(width(it));
        let mut words = vec![self.word.constant(0); count];
        let filled = count.min(word_count(exponent_limit(ty)));
        for (index, word) in words[..filled].iter_mut().enumerate().rev() {
            let power = index as i64 * i64::from(WORD);
            let quotient = self.scaled(left, -power);
            *word = self.builder.cast(Opcode::LLVMFPToUI, quotient, self.word);
            let taken = self.builder.cast(Opcode::LLVMUIToFP, *word, ty);
            left = self.builder.binary(Opcode::LLVMFSub, left, self.scaled(taken, power));
        }
        if it.opcode() == Opcode::LLVMFPToUI {
            return words;
        }
        let mask = self.builder.cast(Opcode::LLVMSExt, is_negative, self.word);
        self.negated_if(&words, mask)
    }
}

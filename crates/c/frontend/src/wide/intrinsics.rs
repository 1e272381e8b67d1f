//! LLVM's intrinsics on wide integers, as clang emits them for C and its optimiser makes them.

use super::{Splitter, WORD, Words, int_bits, unused_bits, width, word_count};
use crate::llvm::{Opcode, RawIntPredicate, Value, ValueKind};

/// `umax` of `llvm.umax.i256`; `None` for other calls.
fn intrinsic_name(call: Value) -> Option<String> {
    let called = call.called_value();
    if called.kind() != ValueKind::LLVMFunctionValueKind {
        return None;
    }
    let name = called.name();
    let name = name.strip_prefix("llvm.")?;
    Some(name.rsplit_once(".i").map_or(name, |(base, _)| base).to_string())
}

/// The operation behind `sadd.sat` or `umul.with.overflow`, and whether it is signed.
fn checked_operation(name: &str) -> Option<(Opcode, bool)> {
    let base = name.strip_suffix(".sat").or(name.strip_suffix(".with.overflow"))?;
    let opcode = match base.get(1..)? {
        "add" => Opcode::LLVMAdd,
        "sub" => Opcode::LLVMSub,
        "mul" => Opcode::LLVMMul,
        _ => return None,
    };
    Some((opcode, base.starts_with('s')))
}

/// A multiplication that looks for overflow, on more than 64 bits.
pub(super) fn is_wide_product(value: Value) -> bool {
    value.is_instruction()
        && value.opcode() == Opcode::LLVMCall
        && intrinsic_name(value).is_some_and(|name| name.ends_with("mul.with.overflow"))
        && int_bits(value.operand(0)).is_some_and(|bits| bits > WORD)
        && value.users().all(|user| user.opcode() == Opcode::LLVMExtractValue)
}

impl<'m> Splitter<'m> {
    /// A call whose value is wide.
    pub(super) fn intrinsic(&mut self, call: Value<'m>) -> Words<'m> {
        let name = intrinsic_name(call).unwrap_or_default();
        let bits = width(call);
        if let Some((opcode, is_signed)) = checked_operation(&name) {
            return self.saturated(call, opcode, is_signed);
        }
        match name.as_str() {
            "smax" => self.extreme(call, RawIntPredicate::LLVMIntSGT),
            "smin" => self.extreme(call, RawIntPredicate::LLVMIntSLT),
            "umax" => self.extreme(call, RawIntPredicate::LLVMIntUGT),
            "umin" => self.extreme(call, RawIntPredicate::LLVMIntULT),
            "abs" => {
                let words = self.operand_words(call, 0);
                let words = self.extended(&words, bits, words.len(), true);
                self.negated_if(&words, self.sign(words[words.len() - 1]))
            }
            "ctpop" => {
                let words = self.operand_words(call, 0);
                let counts: Words = words.iter().map(|&it| self.of_word("ctpop", it)).collect();
                let count = counts[1..].iter().fold(counts[0], |a, &b| self.plus(a, b));
                self.lowest(count, words.len())
            }
            "ctlz" => self.leading_zeros(call),
            "cttz" => self.trailing_zeros(call),
            "bswap" | "bitreverse" => self.reversed(call, &name),
            "fshl" | "fshr" => self.funnel_shift(call, name == "fshl"),
            "expect" | "expect.with.probability" | "ssa.copy" => self.operand_words(call, 0),
            _ => self.give_up_instruction(call),
        }
    }

    /// A call with a wide operand and another value.
    pub(super) fn narrow_intrinsic(&mut self, call: Value<'m>) {
        let name = intrinsic_name(call).unwrap_or_default();
        match checked_operation(&name) {
            Some((opcode, is_signed)) if name.ends_with(".with.overflow") => {
                let (words, overflows) = self.checked(call, opcode, is_signed);
                self.words.insert(call, words);
                self.overflows.insert(call, overflows);
                self.replaced.push(call);
            }
            _ if name == "is.constant" => self.replace(call, call.ty().constant(0)),
            _ => {
                self.give_up_instruction(call);
            }
        }
    }

    /// The number in what an overflow intrinsic returns; other aggregates are not split.
    pub(super) fn extracted(&mut self, value: Value<'m>) -> Words<'m> {
        match self.words.get(&value.operand(0)) {
            Some(words) => words.clone(),
            None => self.give_up_instruction(value),
        }
    }

    /// Likewise a number that is not wide, or whether it has overflowed.
    pub(super) fn narrow_part(&self, value: Value<'m>) -> Value<'m> {
        let call = value.operand(0);
        if value.indices() == [1] {
            return self.overflows[&call];
        }
        self.builder.place_before(value);
        self.joined_words(&self.words[&call], value.ty())
    }

    /// The result in as many bits as the operands have, and whether that is not the exact one.
    fn checked(
        &mut self,
        call: Value<'m>,
        opcode: Opcode,
        is_signed: bool,
    ) -> (Words<'m>, Value<'m>) {
        let exact = self.exact(call, opcode, is_signed);
        let bits = width(call.operand(0));
        let mut words = exact[..word_count(bits)].to_vec();
        self.clear_above(&mut words, bits);
        let back = self.extended(&words, bits, exact.len(), is_signed);
        let fits = self.is_zero(&self.each(Opcode::LLVMXor, &exact, &back));
        (words, self.not(fits))
    }

    /// The operation in enough words for every result.
    fn exact(&mut self, call: Value<'m>, opcode: Opcode, is_signed: bool) -> Words<'m> {
        let bits = width(call.operand(0));
        let count = match opcode {
            Opcode::LLVMMul => 2 * word_count(bits),
            _ => word_count(bits + 1),
        };
        let (a, b) = (self.operand_words(call, 0), self.operand_words(call, 1));
        let a = self.extended(&a, bits, count, is_signed);
        let b = self.extended(&b, bits, count, is_signed);
        self.wrapped(opcode, &a, &b)
    }

    /// The nearest number there is.
    fn saturated(&mut self, call: Value<'m>, opcode: Opcode, is_signed: bool) -> Words<'m> {
        let (words, overflows) = self.checked(call, opcode, is_signed);
        let bound = match (is_signed, opcode) {
            (true, _) => self.signed_bound(call, opcode),
            (false, Opcode::LLVMAdd) => vec![self.word.constant(u64::MAX); words.len()],
            (false, _) => vec![self.word.constant(0); words.len()],
        };
        self.chosen(overflows, &bound, &words)
    }

    /// The lowest number if the exact result is negative, else the highest: every bit but the
    /// first is the inverse of the exact sign.
    fn signed_bound(&mut self, call: Value<'m>, opcode: Opcode) -> Words<'m> {
        let exact = self.exact(call, opcode, true);
        let sign = self.sign(exact[exact.len() - 1]);
        let ones = self.word.constant(u64::MAX);
        let inverse = self.builder.binary(Opcode::LLVMXor, sign, ones);
        let mut bound = vec![inverse; word_count(width(call))];
        if let Some(last) = bound.last_mut() {
            let first_bit = self.word.constant(1 << (WORD - 1 - unused_bits(width(call))));
            *last = self.builder.binary(Opcode::LLVMXor, *last, first_bit);
        }
        bound
    }

    fn extreme(&mut self, call: Value<'m>, predicate: RawIntPredicate) -> Words<'m> {
        let (a, b) = (self.operand_words(call, 0), self.operand_words(call, 1));
        let is_first = self.compared(predicate, &a, &b, width(call));
        self.chosen(is_first, &a, &b)
    }

    fn of_word(&self, name: &str, word: Value<'m>) -> Value<'m> {
        let function = self.declared(&format!("llvm.{name}.i64"), Some(self.word), &[self.word]);
        self.builder.call(function, &[word])
    }

    /// `ctlz` or `cttz` of a word; of zero it is the word's width.
    pub(super) fn zeros_of_word(&self, name: &str, word: Value<'m>) -> Value<'m> {
        let bit = self.module.int_type(1);
        let name = format!("llvm.{name}.i64");
        let function = self.declared(&name, Some(self.word), &[self.word, bit]);
        self.builder.call(function, &[word, bit.constant(0)])
    }

    fn plus(&self, a: Value<'m>, b: Value<'m>) -> Value<'m> {
        self.builder.binary(Opcode::LLVMAdd, a, b)
    }

    /// A small number as a wide one.
    fn lowest(&self, number: Value<'m>, count: usize) -> Words<'m> {
        let mut words = vec![self.word.constant(0); count];
        words[0] = number;
        words
    }

    fn leading_zeros(&mut self, call: Value<'m>) -> Words<'m> {
        let words = self.operand_words(call, 0);
        let count = self.zeros(words.iter(), "ctlz");
        let unused = self.word.constant(u64::from(unused_bits(width(call))));
        let count = self.builder.binary(Opcode::LLVMSub, count, unused);
        self.lowest(count, words.len())
    }

    fn trailing_zeros(&mut self, call: Value<'m>) -> Words<'m> {
        let words = self.operand_words(call, 0);
        let count = self.zeros(words.iter().rev(), "cttz");
        let bits = self.word.constant(u64::from(width(call)));
        let count = self.builder.select(self.is_zero(&words), bits, count);
        self.lowest(count, words.len())
    }

    /// Counted from the last of the words, which come with the first to be counted last.
    fn zeros<'w>(&self, words: impl Iterator<Item = &'w Value<'m>>, name: &str) -> Value<'m>
    where
        'm: 'w,
    {
        let (zero, whole) = (self.word.constant(0), self.word.constant(u64::from(WORD)));
        words.fold(zero, |further, &word| {
            let here = self.zeros_of_word(name, word);
            let beyond = self.plus(further, whole);
            self.builder.select(self.builder.equal(word, zero), beyond, here)
        })
    }

    /// The words in reverse order and each reversed; what was below the number goes out.
    fn reversed(&mut self, call: Value<'m>, name: &str) -> Words<'m> {
        let words = self.operand_words(call, 0);
        let reversed: Words = words.iter().rev().map(|&it| self.of_word(name, it)).collect();
        let unused = self.word.constant(u64::from(unused_bits(width(call))));
        self.shifted(Opcode::LLVMLShr, &reversed, unused)
    }

    /// A part of two numbers laid end to end. One of them is moved in two steps, because it may
    /// have to go by its whole width.
    fn funnel_shift(&mut self, call: Value<'m>, is_left: bool) -> Words<'m> {
        let bits = u64::from(width(call));
        let (high, low) = (self.operand_words(call, 0), self.operand_words(call, 1));
        let amount = self.operand_words(call, 2);
        let modulus = self.lowest(self.word.constant(bits), amount.len());
        let amount = self.remainder(&amount, &modulus)[0];
        let most = self.word.constant(bits - 1);
        let back = self.builder.binary(Opcode::LLVMSub, most, amount);
        let one = self.word.constant(1);
        let (high_amount, low_amount) = if is_left { (amount, back) } else { (back, amount) };
        let (high, low) = match is_left {
            true => (high, self.shifted(Opcode::LLVMLShr, &low, one)),
            false => (self.shifted(Opcode::LLVMShl, &high, one), low),
        };
        let high = self.shifted(Opcode::LLVMShl, &high, high_amount);
        let low = self.shifted(Opcode::LLVMLShr, &low, low_amount);
        self.each(Opcode::LLVMOr, &high, &low)
    }
}

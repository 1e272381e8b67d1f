//! Quotients and remainders: of magnitudes, by a loop of the model, with the signs put back.

use super::{Splitter, Words, unused_bits, width};
use crate::llvm::{Opcode, Value};

impl<'m> Splitter<'m> {
    pub(super) fn division(&mut self, value: Value<'m>) -> Words<'m> {
        let bits = width(value);
        let (a, b) = (self.operand_words(value, 0), self.operand_words(value, 1));
        let opcode = value.opcode();
        self.check_divisor(&b);
        let (quotient, remainder) = match opcode {
            Opcode::LLVMSDiv | Opcode::LLVMSRem => self.signed_division(&a, &b, bits),
            _ => self.magnitudes_divided(&a, &b),
        };
        match opcode {
            Opcode::LLVMUDiv | Opcode::LLVMSDiv => quotient,
            _ => remainder,
        }
    }

    /// Of numbers without sign, by one that is not zero.
    pub(super) fn remainder(&mut self, a: &[Value<'m>], b: &[Value<'m>]) -> Words<'m> {
        self.magnitudes_divided(a, b).1
    }

    /// A narrow division by zero where the wide one is one. Frozen, because LLVM would fold it
    /// for constants.
    fn check_divisor(&self, divisor: &[Value<'m>]) {
        let any = self.builder.freeze(self.any_bits(divisor));
        self.builder.binary(Opcode::LLVMUDiv, self.word.constant(1), any);
    }

    fn signed_division(
        &mut self,
        a: &[Value<'m>],
        b: &[Value<'m>],
        bits: u32,
    ) -> (Words<'m>, Words<'m>) {
        self.check_quotient(a, b, bits);
        let a = self.extended(a, bits, a.len(), true);
        let b = self.extended(b, bits, b.len(), true);
        let (sign_a, sign_b) = (self.sign(a[a.len() - 1]), self.sign(b[b.len() - 1]));
        let (a, b) = (self.negated_if(&a, sign_a), self.negated_if(&b, sign_b));
        let (quotient, remainder) = self.magnitudes_divided(&a, &b);
        let sign = self.builder.binary(Opcode::LLVMXor, sign_a, sign_b);
        (self.negated_if(&quotient, sign), self.negated_if(&remainder, sign_a))
    }

    /// The most negative number divided by -1 does not fit.
    fn check_quotient(&self, a: &[Value<'m>], b: &[Value<'m>], bits: u32) {
        let last = a.len() - 1;
        let top = u64::MAX >> unused_bits(bits);
        let constant = |low: u64, high: u64| -> Words<'m> {
            let number = |index| if index == last { high } else { low };
            (0..=last).map(|index| self.word.constant(number(index))).collect()
        };
        let (lowest, minus_one) = (constant(0, top ^ (top >> 1)), constant(u64::MAX, top));
        let from_lowest = self.each(Opcode::LLVMXor, a, &lowest);
        let from_minus_one = self.each(Opcode::LLVMXor, b, &minus_one);
        let overflows = self.is_zero(&[from_lowest, from_minus_one].concat());
        self.check("__assay_check_quotient", self.not(overflows), bits);
    }

    /// Calls a function of the machine that reports where `holds` is false.
    pub(super) fn check(&self, name: &str, holds: Value<'m>, bits: u32) {
        let number = self.module.int_type(32);
        let function = self.declared(name, None, &[holds.ty(), number]);
        self.builder.call(function, &[holds, number.constant(u64::from(bits))]);
    }

    fn magnitudes_divided(&mut self, a: &[Value<'m>], b: &[Value<'m>]) -> (Words<'m>, Words<'m>) {
        let count = a.len();
        let (left, right) = (self.array("left", count), self.array("right", count));
        let (result, rest) = (self.array("result", count), self.array("rest", count));
        self.store_array(a, left);
        self.store_array(b, right);
        self.call_model("__assay_wide_divide", &[result, rest, left, right], count);
        (self.load_array(result, count), self.load_array(rest, count))
    }
}

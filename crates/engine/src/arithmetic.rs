//! Integer instructions off the fast path: symbolic operands, more than 64 bits, and the checks
//! of division, shifts and overflow.

use crate::code::{Compare, Slot};
use crate::machine::{Machine, Outcome};
use crate::path::Decision;
use crate::value::{Value, mask, signed, wide_mask, wide_signed};
use assay_expr::{BinaryOp as TermOp, Term, Value as Number};
use assay_program::BinaryOp;
use assay_verdict::FindingKind;

pub(crate) fn term_op(op: BinaryOp) -> TermOp {
    match op {
        BinaryOp::Add => TermOp::Add,
        BinaryOp::Sub => TermOp::Sub,
        BinaryOp::Mul => TermOp::Mul,
        BinaryOp::UDiv => TermOp::UDiv,
        BinaryOp::SDiv => TermOp::SDiv,
        BinaryOp::URem => TermOp::URem,
        BinaryOp::SRem => TermOp::SRem,
        BinaryOp::And => TermOp::And,
        BinaryOp::Or => TermOp::Or,
        BinaryOp::Xor => TermOp::Xor,
        BinaryOp::Shl => TermOp::Shl,
        BinaryOp::LShr => TermOp::LShr,
        BinaryOp::AShr => TermOp::AShr,
    }
}

impl Machine {
    pub(crate) fn symbolic_binary(
        &mut self,
        op: TermOp,
        w: u8,
        d: Slot,
        a: Slot,
        b: Slot,
    ) -> Outcome<()> {
        let bits = u32::from(w);
        let (a, b) = (self.get_term(a, bits), self.get_term(b, bits));
        let result = self.terms.binary(op, a, b);
        self.set_term(d, bits, result);
        Ok(())
    }

    pub(crate) fn compare_terms(&mut self, op: Compare, a: Term, b: Term) -> Term {
        match op {
            Compare::Eq => self.terms.eq(a, b),
            Compare::Ne => self.terms.ne(a, b),
            Compare::Ult => self.terms.ult(a, b),
            Compare::Ule => self.terms.ule(a, b),
            Compare::Slt => self.terms.slt(a, b),
            Compare::Sle => self.terms.sle(a, b),
        }
    }

    pub(crate) fn symbolic_compare(
        &mut self,
        op: Compare,
        w: u8,
        d: Slot,
        a: Slot,
        b: Slot,
    ) -> Outcome<()> {
        let bits = u32::from(w);
        let (a, b) = (self.get_term(a, bits), self.get_term(b, bits));
        let result = self.compare_terms(op, a, b);
        self.set_term(d, 1, result);
        Ok(())
    }

    pub(crate) fn symbolic_trunc(&mut self, w: u8, d: Slot, a: Slot) -> Outcome<()> {
        let Value::Symbolic(term) = self.get(a, u32::from(w)) else {
            return self.unsupported("a truncation without a value");
        };
        let result = self.terms.extract(term, 0, u32::from(w));
        self.set_term(d, u32::from(w), result);
        Ok(())
    }

    pub(crate) fn symbolic_extend(
        &mut self,
        is_signed: bool,
        from: u8,
        to: u8,
        d: Slot,
        a: Slot,
    ) -> Outcome<()> {
        let term = self.get_term(a, u32::from(from));
        let to = u32::from(to);
        let result = if is_signed {
            self.terms.sign_extend(term, to)
        } else {
            self.terms.zero_extend(term, to)
        };
        self.set_term(d, to, result);
        Ok(())
    }

    /// `base + sext(index) * scale`.
    pub(crate) fn symbolic_index(
        &mut self,
        w: u8,
        d: Slot,
        base: Slot,
        index: Slot,
        scale: u32,
    ) -> Outcome<()> {
        let pointer = u32::from(self.subject.code.pointer_bits);
        let base = self.get_term(base, pointer);
        let offset = self.scaled(w, index, scale);
        let result = self.terms.add(base, offset);
        self.set_term(d, pointer, result);
        Ok(())
    }

    /// An index of `w` bits, as wide as a pointer, times its scale.
    fn scaled(&mut self, w: u8, index: Slot, scale: u32) -> Term {
        let pointer = u32::from(self.subject.code.pointer_bits);
        let index = self.get_term(index, u32::from(w));
        let index = if u32::from(w) > pointer {
            self.terms.extract(index, 0, pointer)
        } else {
            self.terms.sign_extend(index, pointer)
        };
        let scale = self.terms.constant(pointer, Number::from(scale));
        self.terms.mul(index, scale)
    }

    /// The same behind an offset.
    pub(crate) fn symbolic_index_at(
        &mut self,
        (w, scale, offset): (u8, u8, u8),
        d: Slot,
        base: Slot,
        index: Slot,
    ) -> Outcome<()> {
        let pointer = u32::from(self.subject.code.pointer_bits);
        let before = self.get_term(base, pointer);
        let offset = self.terms.constant(pointer, Number::from(offset));
        let behind = self.terms.add(before, offset);
        let index = self.scaled(w, index, scale.into());
        let result = self.terms.add(behind, index);
        self.set_term(d, pointer, result);
        Ok(())
    }

    /// A shift whose amount is symbolic, or not below the width. The amount counts modulo 32 or
    /// 64, as on x86, after the finding has been reported.
    pub(crate) fn symbolic_shift(
        &mut self,
        op: TermOp,
        w: u8,
        d: Slot,
        a: Slot,
        b: Slot,
    ) -> Outcome<()> {
        let bits = u32::from(w);
        let (value, mut amount) = (self.get_term(a, bits), self.get_term(b, bits));
        let width = self.terms.constant(bits, Number::from(bits));
        let in_range = self.terms.ult(amount, width);
        // A width that does not fit into itself (1 bit) cannot be exceeded.
        // The library's model is optimised code, where the result of such a shift is never used.
        let is_limited =
            !self.is_in_model() && bits > 1 && (bits >= 8 || Number::from(bits) <= wide_mask(bits));
        if is_limited && !self.decide(in_range, Decision::Check(FindingKind::BadShift))? {
            let shown = self.evaluate(amount);
            self.report(
                FindingKind::BadShift,
                format!("shift by {} of a value of {bits} bits", wide_signed(shown, bits)),
            );
            let modulus = if bits > 32 { bits.next_power_of_two() } else { 32 };
            let mask = self.terms.constant(bits, Number::from(modulus - 1));
            amount = self.terms.and(amount, mask);
        }
        let result = self.terms.binary(op, value, amount);
        self.set_term(d, bits, result);
        Ok(())
    }

    /// All four divisions, of any width.
    pub(crate) fn divide(
        &mut self,
        op: BinaryOp,
        wraps: bool,
        w: u8,
        d: Slot,
        a: Slot,
        b: Slot,
    ) -> Outcome<()> {
        let bits = u32::from(w);
        let (x, y) = (self.get(a, bits), self.get(b, bits));
        self.check_divisor(y, bits)?;
        if !wraps && matches!(op, BinaryOp::SDiv | BinaryOp::SRem) {
            self.check_quotient(x, y, bits)?;
        }
        if let (Value::Concrete(x), Value::Concrete(y)) = (x, y) {
            let result = divide_numbers(op, x, y, bits);
            self.set(d, bits, Value::Concrete(result));
            return Ok(());
        }
        let (x, y) = (x.term(&mut self.terms, bits), y.term(&mut self.terms, bits));
        let result = self.terms.binary(term_op(op), x, y);
        self.set_term(d, bits, result);
        Ok(())
    }

    fn check_divisor(&mut self, divisor: Value, bits: u32) -> Outcome<()> {
        let is_zero = match divisor {
            Value::Concrete(number) => number == 0,
            Value::Symbolic(term) => {
                let zero = self.terms.constant(bits, 0);
                let holds = self.terms.ne(term, zero);
                !self.decide(holds, Decision::Check(FindingKind::DivisionByZero))?
            }
        };
        if is_zero {
            return self.fail(FindingKind::DivisionByZero, "the divisor is 0".into());
        }
        Ok(())
    }

    /// The most negative number divided by -1 does not fit and traps on x86.
    fn check_quotient(&mut self, x: Value, y: Value, bits: u32) -> Outcome<()> {
        let lowest = 1 << (bits - 1);
        let overflows = match (x, y) {
            (Value::Concrete(x), Value::Concrete(y)) => x == lowest && y == wide_mask(bits),
            _ => {
                let (x, y) = (x.term(&mut self.terms, bits), y.term(&mut self.terms, bits));
                let lowest = self.terms.constant(bits, lowest);
                let minus_one = self.terms.constant(bits, wide_mask(bits));
                let (p, q) = (self.terms.ne(x, lowest), self.terms.ne(y, minus_one));
                let holds = self.terms.or(p, q);
                !self.decide(holds, Decision::Check(FindingKind::SignedOverflow))?
            }
        };
        if overflows {
            return self.quotient_overflow(bits);
        }
        Ok(())
    }

    pub(crate) fn quotient_overflow(&mut self, bits: u32) -> Outcome<()> {
        let message = format!("the lowest number of {bits} bits divided by -1 does not fit");
        self.fail(FindingKind::SignedOverflow, message)
    }

    /// Reports signed overflow of `a op b`; the program goes on with the wrapped value.
    pub(crate) fn check_overflow(&mut self, op: BinaryOp, w: u8, a: Slot, b: Slot) -> Outcome<()> {
        let bits = u32::from(w);
        if bits > 64 {
            return Ok(());
        }
        let (a, b) = (self.get_term(a, bits), self.get_term(b, bits));
        let fits = self.fits_signed(term_op(op), a, b, bits);
        if !self.decide(fits, Decision::Check(FindingKind::SignedOverflow))? {
            let (x, y) = (self.evaluate(a), self.evaluate(b));
            let message = format!(
                "{} {} {} does not fit into {bits} bits",
                wide_signed(x, bits),
                symbol(op),
                wide_signed(y, bits)
            );
            self.report(FindingKind::SignedOverflow, message);
        }
        Ok(())
    }

    /// The one-bit term that says that `a op b` does not overflow as signed numbers.
    pub(crate) fn fits_signed(&mut self, op: TermOp, a: Term, b: Term, bits: u32) -> Term {
        let wide = (2 * bits).min(128);
        let (x, y) = (self.terms.sign_extend(a, wide), self.terms.sign_extend(b, wide));
        let exact = self.terms.binary(op, x, y);
        let narrow = self.terms.extract(exact, 0, bits);
        let back = self.terms.sign_extend(narrow, wide);
        self.terms.eq(exact, back)
    }

    pub(crate) fn wide_binary(
        &mut self,
        op: BinaryOp,
        w: u8,
        d: Slot,
        a: Slot,
        b: Slot,
    ) -> Outcome<()> {
        match op {
            BinaryOp::UDiv | BinaryOp::SDiv | BinaryOp::URem | BinaryOp::SRem => {
                self.divide(op, false, w, d, a, b)
            }
            BinaryOp::Shl | BinaryOp::LShr | BinaryOp::AShr => {
                self.symbolic_shift(term_op(op), w, d, a, b)
            }
            _ => self.symbolic_binary(term_op(op), w, d, a, b),
        }
    }

    pub(crate) fn wide_compare(
        &mut self,
        op: Compare,
        w: u8,
        d: Slot,
        a: Slot,
        b: Slot,
    ) -> Outcome<()> {
        self.symbolic_compare(op, w, d, a, b)
    }

    pub(crate) fn wide_resize(
        &mut self,
        is_signed: bool,
        from: u8,
        to: u8,
        d: Slot,
        a: Slot,
    ) -> Outcome<()> {
        let (from, to) = (u32::from(from), u32::from(to));
        let term = self.get_term(a, from);
        let result = if to < from {
            self.terms.extract(term, 0, to)
        } else if is_signed {
            self.terms.sign_extend(term, to)
        } else {
            self.terms.zero_extend(term, to)
        };
        self.set_term(d, to, result);
        Ok(())
    }

    /// A select that is no branch of the source: both values in one term.
    pub(crate) fn select(&mut self, w: u8, d: Slot, c: Slot, a: Slot, b: Slot) -> Outcome<()> {
        let bits = u32::from(w);
        let (a, b) = (self.get(a, bits), self.get(b, bits));
        let result = match self.get(c, 1) {
            Value::Concrete(number) if number & 1 == 1 => a,
            Value::Concrete(_) => b,
            Value::Symbolic(condition) => {
                let (a, b) = (a.term(&mut self.terms, bits), b.term(&mut self.terms, bits));
                Value::Symbolic(self.terms.ite(condition, a, b))
            }
        };
        self.set(d, bits, result);
        Ok(())
    }

    /// A local that was never set and lives in no memory: the instruction that reads it is its
    /// place.
    pub(crate) fn uninitialised(&mut self, w: u8, d: Slot, a: Slot) -> Outcome<()> {
        let bits = u32::from(w);
        let value = self.get(a, bits);
        let number = self.concrete(value);
        let term = self.terms.uninitialised(bits, number, LOCALS | u64::from(self.state.pc));
        self.set_term(d, bits, term);
        Ok(())
    }
}

/// Where no address of the program lies: 48 bits are what they have.
const LOCALS: u64 = 1 << 63;

fn symbol(op: BinaryOp) -> char {
    match op {
        BinaryOp::Add => '+',
        BinaryOp::Sub => '-',
        _ => '*',
    }
}

/// Division of numbers for which it is defined. The quotient or remainder of numbers of up to 64
/// bits, where it is defined and nothing overflows.
#[inline(always)]
pub(crate) fn quick_division(op: BinaryOp, x: u64, y: u64, w: u8) -> Option<u64> {
    let (sx, sy) = (signed(x, w), signed(y, w));
    match op {
        BinaryOp::UDiv => x.checked_div(y),
        BinaryOp::URem => x.checked_rem(y),
        // The lowest number divided by -1 is too large.
        _ if sy == -1 => None,
        BinaryOp::SDiv => Some(sx.checked_div(sy)? as u64 & mask(w)),
        _ => Some(sx.checked_rem(sy)? as u64 & mask(w)),
    }
}

fn divide_numbers(op: BinaryOp, x: Number, y: Number, bits: u32) -> Number {
    let (sx, sy) = (wide_signed(x, bits), wide_signed(y, bits));
    let result = match op {
        BinaryOp::UDiv => x / y,
        BinaryOp::URem => x % y,
        BinaryOp::SDiv => sx.wrapping_div(sy) as Number,
        _ => sx.wrapping_rem(sy) as Number,
    };
    result & wide_mask(bits)
}

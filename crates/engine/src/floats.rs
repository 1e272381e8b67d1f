//! Float instructions. Numbers go through the same exact semantics as terms.

use crate::code::{FloatOp, Format, Slot};
use crate::machine::{Machine, Outcome};
use crate::value::{Value, wide_mask};
use assay_expr::{
    BinaryOp as TermOp, FloatOp as UnaryFloatOp, Rounding, Term, Value as Number, apply, float,
};
use assay_program::FloatPredicate;

impl Machine {
    pub(crate) fn float_binary(
        &mut self,
        op: FloatOp,
        format: Format,
        d: Slot,
        a: Slot,
        b: Slot,
    ) -> Outcome<()> {
        let bits = format.bits();
        let (a, b) = (self.get(a, bits), self.get(b, bits));
        let result = self.float_op(op, format, a, b);
        self.set(d, bits, result);
        Ok(())
    }

    pub(crate) fn float_op(&mut self, op: FloatOp, format: Format, a: Value, b: Value) -> Value {
        if let (Value::Concrete(a), Value::Concrete(b)) = (a, b) {
            return Value::Concrete(apply::float_binary(op, format, a, b));
        }
        let bits = format.bits();
        let (a, b) = (a.term(&mut self.terms, bits), b.term(&mut self.terms, bits));
        let term = self.terms.float_binary(op, format, a, b);
        Value::of(&self.terms, term)
    }

    pub(crate) fn float_unary(&mut self, op: UnaryFloatOp, a: Value, from: u32, to: u32) -> Value {
        match a {
            Value::Concrete(a) => Value::Concrete(apply::float(op, from, to, a)),
            Value::Symbolic(a) => {
                let term = self.terms.float(op, a, to);
                Value::of(&self.terms, term)
            }
        }
    }

    pub(crate) fn float_negate(&mut self, format: Format, d: Slot, a: Slot) -> Outcome<()> {
        let bits = format.bits();
        let result = match self.get(a, bits) {
            Value::Concrete(a) => Value::Concrete(a ^ float::sign_mask(format)),
            Value::Symbolic(a) => Value::Symbolic(self.terms.float_neg(format, a)),
        };
        self.set(d, bits, result);
        Ok(())
    }

    pub(crate) fn float_compare(
        &mut self,
        predicate: FloatPredicate,
        format: Format,
        d: Slot,
        a: Slot,
        b: Slot,
    ) -> Outcome<()> {
        let bits = format.bits();
        let (a, b) = (self.get(a, bits), self.get(b, bits));
        let result = match (a, b) {
            (Value::Concrete(a), Value::Concrete(b)) => {
                Value::Concrete(Number::from(compare_numbers(predicate, format, a, b)))
            }
            _ => {
                let (a, b) = (a.term(&mut self.terms, bits), b.term(&mut self.terms, bits));
                Value::Symbolic(self.compare_floats(predicate, format, a, b))
            }
        };
        self.set(d, 1, result);
        Ok(())
    }

    fn compare_floats(
        &mut self,
        predicate: FloatPredicate,
        format: Format,
        a: Term,
        b: Term,
    ) -> Term {
        use FloatPredicate as P;
        let terms = &mut self.terms;
        let mut ordered = |op, x, y| terms.float_binary(op, format, x, y);
        let term = match predicate {
            P::False => return terms.truth(false),
            P::True => return terms.truth(true),
            P::Oeq => ordered(FloatOp::Eq, a, b),
            P::Olt => ordered(FloatOp::Lt, a, b),
            P::Ole => ordered(FloatOp::Le, a, b),
            P::Ogt => ordered(FloatOp::Lt, b, a),
            P::Oge => ordered(FloatOp::Le, b, a),
            P::One => {
                let (less, more) = (ordered(FloatOp::Lt, a, b), ordered(FloatOp::Lt, b, a));
                terms.or(less, more)
            }
            P::Uno | P::Ord => {
                let x = terms.float(UnaryFloatOp::IsNan(format), a, 1);
                let y = terms.float(UnaryFloatOp::IsNan(format), b, 1);
                terms.or(x, y)
            }
            // The unordered ones are the negations of the ordered opposites.
            P::Ueq => {
                let (less, more) = (ordered(FloatOp::Lt, a, b), ordered(FloatOp::Lt, b, a));
                terms.or(less, more)
            }
            P::Ugt => ordered(FloatOp::Le, a, b),
            P::Uge => ordered(FloatOp::Lt, a, b),
            P::Ult => ordered(FloatOp::Le, b, a),
            P::Ule => ordered(FloatOp::Lt, b, a),
            P::Une => ordered(FloatOp::Eq, a, b),
        };
        let is_negated =
            matches!(predicate, P::Ueq | P::Ugt | P::Uge | P::Ult | P::Ule | P::Une | P::Ord);
        if is_negated { terms.not(term) } else { term }
    }

    pub(crate) fn float_resize(
        &mut self,
        from: Format,
        to: Format,
        d: Slot,
        a: Slot,
    ) -> Outcome<()> {
        let value = self.get(a, from.bits());
        let op = UnaryFloatOp::Convert { from, to };
        let result = self.float_unary(op, value, from.bits(), to.bits());
        self.set(d, to.bits(), result);
        Ok(())
    }

    pub(crate) fn int_to_float(
        &mut self,
        is_signed: bool,
        format: Format,
        w: u8,
        d: Slot,
        a: Slot,
    ) -> Outcome<()> {
        let value = self.get(a, u32::from(w));
        let op = if is_signed {
            UnaryFloatOp::FromSigned(format)
        } else {
            UnaryFloatOp::FromUnsigned(format)
        };
        let result = self.float_unary(op, value, u32::from(w), format.bits());
        self.set(d, format.bits(), result);
        Ok(())
    }

    /// To an integer, toward zero. Values that do not fit are undefined in C; they give what the
    /// x86 instructions give, which is what the native run sees.
    pub(crate) fn float_to_int(
        &mut self,
        is_signed: bool,
        format: Format,
        w: u8,
        d: Slot,
        a: Slot,
    ) -> Outcome<()> {
        let bits = u32::from(w);
        if let Some(whole) = self.whole_part(format, a, bits) {
            self.set(d, bits, Value::Concrete(whole & wide_mask(bits)));
            return Ok(());
        }
        let value = self.get_term(a, format.bits());
        let result = match (is_signed, bits) {
            (_, 65..) => {
                let op = if is_signed {
                    UnaryFloatOp::ToSigned(format)
                } else {
                    UnaryFloatOp::ToUnsigned(format)
                };
                self.terms.float(op, value, bits)
            }
            (true, 33..) => self.truncate_as_x86(format, value, 64),
            (true, _) | (false, ..32) => self.truncate_as_x86(format, value, 32),
            (false, 32) => self.truncate_as_x86(format, value, 64),
            (false, _) => self.truncate_unsigned(format, value),
        };
        let result = self.terms.extract(result, 0, bits);
        self.set_term(d, bits, result);
        Ok(())
    }

    /// The whole part of a number, where nobody has to ask what it becomes.
    fn whole_part(&self, format: Format, a: Slot, bits: u32) -> Option<Number> {
        match self.get(a, format.bits()) {
            Value::Concrete(number) => quick_truncation(format, number, bits),
            Value::Symbolic(_) => None,
        }
    }

    /// To the nearest integer toward zero that there is; 0 for what is no number.
    pub(crate) fn float_to_nearest_int(
        &mut self,
        is_signed: bool,
        format: Format,
        w: u8,
        d: Slot,
        a: Slot,
    ) -> Outcome<()> {
        let bits = u32::from(w);
        if let Some(whole) = self.whole_part(format, a, bits)
            && (is_signed || whole as i128 >= 0)
        {
            self.set(d, bits, Value::Concrete(whole & wide_mask(bits)));
            return Ok(());
        }
        let value = self.get_term(a, format.bits());
        let (lowest, highest, op) = match is_signed {
            true => (1 << (bits - 1), wide_mask(bits - 1), UnaryFloatOp::ToSigned(format)),
            false => (0, wide_mask(bits), UnaryFloatOp::ToUnsigned(format)),
        };
        let bound = |number: Number| match is_signed {
            true => float::from_signed(format, number, bits),
            false => float::from_unsigned(format, number),
        };
        let low = self.terms.constant(format.bits(), bound(lowest));
        // Where the format has not that number, this is the next one above.
        let high = self.terms.constant(format.bits(), bound(highest));
        let is_low = self.terms.float_binary(FloatOp::Le, format, value, low);
        let is_high = self.terms.float_binary(FloatOp::Le, format, high, value);
        let is_number = self.terms.float_binary(FloatOp::Eq, format, value, value);
        let number = self.terms.float(op, value, bits);
        let (zero, lowest) = (self.terms.constant(bits, 0), self.terms.constant(bits, lowest));
        let highest = self.terms.constant(bits, highest);
        let number = self.terms.ite(is_number, number, zero);
        let number = self.terms.ite(is_low, lowest, number);
        let result = self.terms.ite(is_high, highest, number);
        self.set_term(d, bits, result);
        Ok(())
    }

    /// `cvttsd2si`: the lowest number where the value does not fit.
    fn truncate_as_x86(&mut self, format: Format, value: Term, bits: u32) -> Term {
        let limit = Number::from(1u64 << (bits - 1));
        let bound = |number: i128| float::from_signed(format, number as Number, 128);
        // Just below the lowest number where the format has that value.
        let below = bound(-(limit as i128) - 1);
        let lowest = bound(-(limit as i128));
        let (low, op) = if below == lowest { (lowest, FloatOp::Le) } else { (below, FloatOp::Lt) };
        let low = self.terms.constant(format.bits(), low);
        let high = self.terms.constant(format.bits(), bound(limit as i128));
        let above = self.terms.float_binary(op, format, low, value);
        let under = self.terms.float_binary(FloatOp::Lt, format, value, high);
        let fits = self.terms.and(above, under);
        let number = self.terms.float(UnaryFloatOp::ToSigned(format), value, bits);
        let indefinite = self.terms.constant(bits, limit);
        self.terms.ite(fits, number, indefinite)
    }

    /// How clang converts to 64 unsigned bits with signed instructions.
    fn truncate_unsigned(&mut self, format: Format, value: Term) -> Term {
        let half = float::from_unsigned(format, 1 << 63);
        let half = self.terms.constant(format.bits(), half);
        let reduced = self.terms.float_binary(FloatOp::Sub, format, value, half);
        let low = self.truncate_as_x86(format, value, 64);
        let high = self.truncate_as_x86(format, reduced, 64);
        let amount = self.terms.constant(64, 63);
        let sign = self.terms.binary(TermOp::AShr, low, amount);
        let high = self.terms.and(high, sign);
        self.terms.or(low, high)
    }

    /// To an integral value in the same format.
    pub(crate) fn float_round(&mut self, format: Format, mode: Rounding, a: Value) -> Value {
        let bits = format.bits();
        self.float_unary(UnaryFloatOp::Round(format, mode), a, bits, bits)
    }

    pub(crate) fn float_abs(&mut self, format: Format, a: Value) -> Value {
        match a {
            Value::Concrete(a) => {
                Value::Concrete(a & !float::sign_mask(format) & wide_mask(format.bits()))
            }
            Value::Symbolic(a) => Value::Symbolic(self.terms.float_abs(format, a)),
        }
    }
}

/// The four operations on the two usual formats. `None` for the rest, and where the result is NaN:
/// which NaN it is needs more care.
#[inline(always)]
pub(crate) fn quick_float(op: FloatOp, format: Format, a: u64, b: u64) -> Option<u64> {
    match format {
        Format::Double => {
            let (a, b) = (f64::from_bits(a), f64::from_bits(b));
            let result = match op {
                FloatOp::Add => a + b,
                FloatOp::Sub => a - b,
                FloatOp::Mul => a * b,
                FloatOp::Div => a / b,
                _ => return None,
            };
            (!result.is_nan()).then(|| result.to_bits())
        }
        Format::Single => {
            let (a, b) = (f32::from_bits(a as u32), f32::from_bits(b as u32));
            let result = match op {
                FloatOp::Add => a + b,
                FloatOp::Sub => a - b,
                FloatOp::Mul => a * b,
                FloatOp::Div => a / b,
                _ => return None,
            };
            (!result.is_nan()).then(|| u64::from(result.to_bits()))
        }
        _ => None,
    }
}

/// `cvttsd2si` of a number that fits; `None` otherwise and for other formats.
fn quick_truncation(format: Format, value: Number, bits: u32) -> Option<Number> {
    let value = match format {
        Format::Double => f64::from_bits(value as u64),
        Format::Single => f64::from(f32::from_bits(value as u32)),
        _ => return None,
    };
    let limit = (1u64 << (bits.min(32) - 1)) as f64;
    let whole = value.trunc();
    (-limit <= whole && whole < limit).then_some(whole as i64 as Number)
}

fn compare_numbers(predicate: FloatPredicate, format: Format, a: Number, b: Number) -> bool {
    use FloatPredicate as P;
    let is_unordered = float::is_nan(format, a) || float::is_nan(format, b);
    let (eq, lt, gt) = (float::eq(format, a, b), float::lt(format, a, b), float::lt(format, b, a));
    match predicate {
        P::False => false,
        P::True => true,
        P::Ord => !is_unordered,
        P::Uno => is_unordered,
        P::Oeq => eq,
        P::Ogt => gt,
        P::Oge => gt || eq,
        P::Olt => lt,
        P::Ole => lt || eq,
        P::One => lt || gt,
        P::Ueq => is_unordered || eq,
        P::Ugt => is_unordered || gt,
        P::Uge => is_unordered || gt || eq,
        P::Ult => is_unordered || lt,
        P::Ule => is_unordered || lt || eq,
        P::Une => is_unordered || !eq,
    }
}

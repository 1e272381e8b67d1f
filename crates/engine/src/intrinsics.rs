//! LLVM's intrinsics and the other instructions with many operands.

use crate::code::{Arg, FloatOp, Format, IntrinsicSite, LeafKind, Special};
use crate::faults::Signal;
use crate::machine::{Machine, Outcome};
use crate::value::{Value, wide_mask};
use assay_expr::{
    BinaryOp as TermOp, FloatOp as UnaryFloatOp, Rounding, Term, Value as Number, float,
};
use assay_program::Intrinsic;
use assay_verdict::FindingKind;
use std::sync::Arc;

impl Machine {
    pub(crate) fn special(&mut self, site: u32) -> Outcome<()> {
        let code = Arc::clone(&self.subject.code);
        let site = &code.intrinsics[site as usize];
        match site.intrinsic {
            Special::CompareExchange => self.compare_exchange(site),
            Special::Llvm(intrinsic) => self.intrinsic(intrinsic, site),
        }
    }

    fn compare_exchange(&mut self, site: &IntrinsicSite) -> Outcome<()> {
        let [address, expected, new] = site.args.as_slice() else {
            return self.unsupported("a compare-and-exchange of an aggregate");
        };
        let bits = expected.leaf.bits;
        let address = self.get(address.slot, address.leaf.bits);
        self.check_no_region(address)?;
        let old = self.load(address, bits)?;
        let old_term = old.term(&mut self.terms, bits);
        let expected = self.get_term(expected.slot, bits);
        let new = self.get_term(new.slot, bits);
        let same = self.terms.eq(old_term, expected);
        let stored = self.terms.ite(same, new, old_term);
        self.store(address, Value::of(&self.terms, stored), bits)?;
        self.set(site.result[0].slot, bits, old);
        self.set_term(site.result[1].slot, 1, same);
        Ok(())
    }

    fn intrinsic(&mut self, intrinsic: Intrinsic, site: &IntrinsicSite) -> Outcome<()> {
        use Intrinsic as I;
        match intrinsic {
            I::VaStart => self.va_start(site),
            I::VaCopy => self.va_copy(site),
            I::VaEnd => Ok(()),
            _ if intrinsic.is_sse() => self.sse(intrinsic, site),
            I::StackSave => {
                let stack = self.state.stack;
                self.give(site, Value::Concrete(stack.into()));
                Ok(())
            }
            I::StackRestore => self.stack_restore(site),
            I::Trap | I::UbsanTrap | I::DebugTrap => {
                let signal = if intrinsic == I::DebugTrap { Signal::TRAP } else { Signal::ILLEGAL };
                self.fail_by(FindingKind::Abort, "a trap instruction".into(), Some(signal))
            }
            I::FrameAddress => {
                let address = self.frame().locals;
                self.give(site, Value::Concrete(address.into()));
                Ok(())
            }
            I::ReturnAddress => {
                self.give(site, Value::Concrete(0));
                Ok(())
            }
            I::ObjectSize => self.object_size(site),
            I::IsConstant => {
                self.give(site, Value::Concrete(0));
                Ok(())
            }
            I::GetRounding => {
                self.give(site, Value::Concrete(1));
                Ok(())
            }
            I::ReadCycleCounter => {
                let count = self.state.instructions;
                self.give(site, Value::Concrete(count.into()));
                Ok(())
            }
            _ if site.args.first().is_some_and(is_float) => self.float_intrinsic(intrinsic, site),
            _ => self.integer_intrinsic(intrinsic, site),
        }
    }

    fn give(&mut self, site: &IntrinsicSite, value: Value) {
        if let Some(result) = site.result.first() {
            self.set(result.slot, result.leaf.bits, value);
        }
    }

    pub(crate) fn arg_term(&mut self, site: &IntrinsicSite, n: usize) -> Term {
        let arg = site.args[n];
        self.get_term(arg.slot, arg.leaf.bits)
    }

    fn arg_value(&mut self, site: &IntrinsicSite, n: usize) -> Value {
        let arg = site.args[n];
        self.get(arg.slot, arg.leaf.bits)
    }

    fn integer_intrinsic(&mut self, intrinsic: Intrinsic, site: &IntrinsicSite) -> Outcome<()> {
        use Intrinsic as I;
        let Some(first) = site.args.first() else {
            return self.unsupported(format!("the intrinsic {intrinsic:?} without arguments"));
        };
        let bits = first.leaf.bits;
        let a = self.arg_term(site, 0);
        if is_reduction(intrinsic) {
            return self.reduce(intrinsic, site);
        }
        let b = if site.args.len() > 1 { self.arg_term(site, 1) } else { a };
        let result = match intrinsic {
            I::SAddOverflow
            | I::UAddOverflow
            | I::SSubOverflow
            | I::USubOverflow
            | I::SMulOverflow
            | I::UMulOverflow => return self.with_overflow(intrinsic, site, a, b, bits),
            I::SAddSat | I::SSubSat | I::UAddSat | I::USubSat | I::SShlSat | I::UShlSat => {
                self.saturate(intrinsic, a, b, bits)
            }
            I::CountOnes => self.count_ones(a, bits),
            I::LeadingZeros => self.leading_zeros(a, bits),
            I::TrailingZeros => self.trailing_zero_count(a, bits),
            I::ByteSwap => self.reorder(a, bits, 8),
            I::BitReverse => self.reorder(a, bits, 1),
            I::FunnelShiftLeft | I::FunnelShiftRight => {
                let amount = self.arg_term(site, 2);
                self.funnel_shift(intrinsic == I::FunnelShiftLeft, a, b, amount, bits)
            }
            I::Abs => {
                let zero = self.terms.constant(bits, 0);
                let negated = self.terms.neg(a);
                self.extreme(TermOp::Slt, a, zero, negated, a)
            }
            I::SMax => self.extreme(TermOp::Slt, a, b, b, a),
            I::SMin => self.extreme(TermOp::Slt, a, b, a, b),
            I::UMax => self.extreme(TermOp::Ult, a, b, b, a),
            I::UMin => self.extreme(TermOp::Ult, a, b, a, b),
            _ => return self.unsupported(format!("the intrinsic {intrinsic:?}")),
        };
        self.give(site, Value::of(&self.terms, result));
        Ok(())
    }

    fn with_overflow(
        &mut self,
        intrinsic: Intrinsic,
        site: &IntrinsicSite,
        a: Term,
        b: Term,
        bits: u32,
    ) -> Outcome<()> {
        use Intrinsic as I;
        let op = match intrinsic {
            I::SAddOverflow | I::UAddOverflow => TermOp::Add,
            I::SSubOverflow | I::USubOverflow => TermOp::Sub,
            _ => TermOp::Mul,
        };
        let is_signed = matches!(intrinsic, I::SAddOverflow | I::SSubOverflow | I::SMulOverflow);
        if op == TermOp::Mul && bits > 64 {
            return self.unsupported("an overflow check of a multiplication of over 64 bits");
        }
        let result = self.terms.binary(op, a, b);
        let overflowed = self.overflow_term(op, is_signed, a, b, result, bits);
        self.set_term(site.result[0].slot, bits, result);
        self.set_term(site.result[1].slot, 1, overflowed);
        Ok(())
    }

    /// Whether `result` = `a op b` has wrapped.
    fn overflow_term(
        &mut self,
        op: TermOp,
        is_signed: bool,
        a: Term,
        b: Term,
        result: Term,
        bits: u32,
    ) -> Term {
        match (op, is_signed) {
            (TermOp::Mul, true) => {
                let fits = self.fits_signed(op, a, b, bits);
                self.terms.not(fits)
            }
            (TermOp::Mul, false) => {
                let wide = 2 * bits;
                let (x, y) = (self.terms.zero_extend(a, wide), self.terms.zero_extend(b, wide));
                let exact = self.terms.mul(x, y);
                let high = self.terms.extract(exact, bits, bits);
                let zero = self.terms.constant(bits, 0);
                self.terms.ne(high, zero)
            }
            (TermOp::Add, false) => self.terms.ult(result, a),
            (_, false) => self.terms.ult(a, b),
            // The sign of the result differs from what both operands demand.
            (_, true) => {
                let zero = self.terms.constant(bits, 0);
                let mut signs = self.terms.xor(a, b);
                if op == TermOp::Add {
                    signs = self.terms.not(signs);
                }
                let changed = self.terms.xor(a, result);
                let both = self.terms.and(signs, changed);
                self.terms.slt(both, zero)
            }
        }
    }

    fn saturate(&mut self, intrinsic: Intrinsic, a: Term, b: Term, bits: u32) -> Term {
        use Intrinsic as I;
        let lowest = self.terms.constant(bits, 1 << (bits - 1));
        let highest = self.terms.constant(bits, wide_mask(bits) >> 1);
        let all = self.terms.constant(bits, wide_mask(bits));
        let zero = self.terms.constant(bits, 0);
        let signed_limit = {
            let is_negative = self.terms.slt(a, zero);
            self.terms.ite(is_negative, lowest, highest)
        };
        let (result, overflowed, limit) = match intrinsic {
            I::SAddSat | I::UAddSat => {
                let result = self.terms.add(a, b);
                let is_signed = intrinsic == I::SAddSat;
                let over = self.overflow_term(TermOp::Add, is_signed, a, b, result, bits);
                (result, over, if is_signed { signed_limit } else { all })
            }
            I::SSubSat | I::USubSat => {
                let result = self.terms.sub(a, b);
                let is_signed = intrinsic == I::SSubSat;
                let over = self.overflow_term(TermOp::Sub, is_signed, a, b, result, bits);
                (result, over, if is_signed { signed_limit } else { zero })
            }
            _ => {
                let is_signed = intrinsic == I::SShlSat;
                let result = self.terms.binary(TermOp::Shl, a, b);
                let back = if is_signed { TermOp::AShr } else { TermOp::LShr };
                let restored = self.terms.binary(back, result, b);
                let over = self.terms.ne(restored, a);
                (result, over, if is_signed { signed_limit } else { all })
            }
        };
        self.terms.ite(overflowed, limit, result)
    }

    fn count_ones(&mut self, a: Term, bits: u32) -> Term {
        let mut sum = self.terms.constant(bits, 0);
        for i in 0..bits {
            let bit = self.terms.extract(a, i, 1);
            let bit = self.terms.zero_extend(bit, bits);
            sum = self.terms.add(sum, bit);
        }
        sum
    }

    fn leading_zeros(&mut self, a: Term, bits: u32) -> Term {
        let mut result = self.terms.constant(bits, Number::from(bits));
        for i in 0..bits {
            let bit = self.terms.extract(a, i, 1);
            let count = self.terms.constant(bits, Number::from(bits - 1 - i));
            result = self.terms.ite(bit, count, result);
        }
        result
    }

    fn trailing_zero_count(&mut self, a: Term, bits: u32) -> Term {
        let mut result = self.terms.constant(bits, Number::from(bits));
        for i in (0..bits).rev() {
            let bit = self.terms.extract(a, i, 1);
            let count = self.terms.constant(bits, Number::from(i));
            result = self.terms.ite(bit, count, result);
        }
        result
    }

    /// Pieces of `piece` bits in the opposite order.
    fn reorder(&mut self, a: Term, bits: u32, piece: u32) -> Term {
        let mut result = self.terms.extract(a, 0, piece);
        for low in (piece..bits).step_by(piece as usize) {
            let next = self.terms.extract(a, low, piece);
            result = self.terms.concat(result, next);
        }
        result
    }

    fn funnel_shift(&mut self, is_left: bool, a: Term, b: Term, amount: Term, bits: u32) -> Term {
        let width = self.terms.constant(bits, Number::from(bits));
        let zero = self.terms.constant(bits, 0);
        let amount = self.terms.binary(TermOp::URem, amount, width);
        let rest = self.terms.sub(width, amount);
        let (left, right) = if is_left { (amount, rest) } else { (rest, amount) };
        let high = self.terms.binary(TermOp::Shl, a, left);
        let low = self.terms.binary(TermOp::LShr, b, right);
        let both = self.terms.or(high, low);
        let unshifted = if is_left { a } else { b };
        let is_zero = self.terms.eq(amount, zero);
        self.terms.ite(is_zero, unshifted, both)
    }

    fn reduce(&mut self, intrinsic: Intrinsic, site: &IntrinsicSite) -> Outcome<()> {
        use Intrinsic as I;
        let mut result = self.arg_term(site, 0);
        for n in 1..site.args.len() {
            let next = self.arg_term(site, n);
            result = match intrinsic {
                I::ReduceAdd => self.terms.add(result, next),
                I::ReduceMul => self.terms.mul(result, next),
                I::ReduceAnd => self.terms.and(result, next),
                I::ReduceOr => self.terms.or(result, next),
                I::ReduceXor => self.terms.xor(result, next),
                I::ReduceSMax => self.extreme(TermOp::Slt, result, next, next, result),
                I::ReduceSMin => self.extreme(TermOp::Slt, result, next, result, next),
                I::ReduceUMax => self.extreme(TermOp::Ult, result, next, next, result),
                _ => self.extreme(TermOp::Ult, result, next, result, next),
            };
        }
        self.give(site, Value::of(&self.terms, result));
        Ok(())
    }

    fn float_intrinsic(&mut self, intrinsic: Intrinsic, site: &IntrinsicSite) -> Outcome<()> {
        use Intrinsic as I;
        let LeafKind::Float(format) = site.args[0].leaf.kind else {
            return self.unsupported("a float intrinsic on an integer");
        };
        let a = self.arg_value(site, 0);
        let bits = format.bits();
        let result = match intrinsic {
            I::FloatAbs => self.float_abs(format, a),
            I::Sqrt => self.float_unary(UnaryFloatOp::SquareRoot(format), a, bits, bits),
            I::Floor => self.float_round(format, Rounding::Down, a),
            I::Ceil => self.float_round(format, Rounding::Up, a),
            I::Truncate => self.float_round(format, Rounding::TowardZero, a),
            I::Rint | I::NearbyInt | I::RoundEven => {
                self.float_round(format, Rounding::NearestEven, a)
            }
            I::Round => self.float_round(format, Rounding::NearestAway, a),
            I::LRint | I::LRound => {
                let mode = if intrinsic == I::LRint {
                    Rounding::NearestEven
                } else {
                    Rounding::NearestAway
                };
                let rounded = self.float_round(format, mode, a);
                let to = site.result[0].leaf.bits;
                self.float_unary(UnaryFloatOp::ToSigned(format), rounded, bits, to)
            }
            I::CopySign => {
                let b = self.arg_term(site, 1);
                self.copy_sign(format, a, b)
            }
            I::FloatMin | I::FloatMax => {
                let b = self.arg_value(site, 1);
                let op = if intrinsic == I::FloatMin { FloatOp::Min } else { FloatOp::Max };
                self.float_op(op, format, a, b)
            }
            I::Fma => {
                let (b, c) = (self.arg_term(site, 1), self.arg_term(site, 2));
                let a = a.term(&mut self.terms, bits);
                let term = self.terms.fma(format, a, b, c);
                Value::of(&self.terms, term)
            }
            I::IsFpClass => {
                let mask = self.arg_value(site, 1);
                let mask = self.concrete(mask);
                let a = a.term(&mut self.terms, bits);
                let term = self.is_class(format, a, mask);
                Value::of(&self.terms, term)
            }
            _ => return self.inexact(intrinsic, format, site),
        };
        self.give(site, result);
        Ok(())
    }

    fn copy_sign(&mut self, format: Format, a: Value, b: Term) -> Value {
        let bits = format.bits();
        let sign = float::sign_mask(format);
        let sign_term = self.terms.constant(bits, sign);
        let rest_term = self.terms.constant(bits, wide_mask(bits) & !sign);
        let a = a.term(&mut self.terms, bits);
        let magnitude = self.terms.and(a, rest_term);
        let sign = self.terms.and(b, sign_term);
        let term = self.terms.or(magnitude, sign);
        Value::of(&self.terms, term)
    }

    /// LLVM's `is.fpclass`: mask bits from 0: signalling NaN, quiet NaN, -inf, -normal,
    /// -subnormal, -0, +0, +subnormal, +normal, +inf.
    fn is_class(&mut self, format: Format, a: Term, mask: Number) -> Term {
        let bits = format.bits();
        let magnitude = self.terms.float_abs(format, a);
        let sign = self.terms.extract(a, bits - 1, 1);
        let positive = self.terms.not(sign);
        let infinity = self.terms.constant(bits, float::infinity(format));
        let zero = self.terms.constant(bits, 0);
        let quiet_bit = if format == Format::X87 { 62 } else { format.precision() - 2 };
        let lowest_normal = {
            let exponent_one = 1 << (format.precision() - 1);
            let explicit = if format == Format::X87 { 1 << 64 | 1 << 63 } else { exponent_one };
            self.terms.constant(bits, explicit)
        };
        let is_nan = self.terms.float(UnaryFloatOp::IsNan(format), a, 1);
        let is_quiet = self.terms.extract(a, quiet_bit, 1);
        let is_signalling = self.terms.not(is_quiet);
        let is_infinite = self.terms.eq(magnitude, infinity);
        let is_zero = self.terms.eq(magnitude, zero);
        let is_small = self.terms.ult(magnitude, lowest_normal);
        let not_zero = self.terms.not(is_zero);
        let is_subnormal = self.terms.and(is_small, not_zero);
        let is_normal = {
            let large = self.terms.not(is_small);
            let finite = self.terms.ult(magnitude, infinity);
            self.terms.and(large, finite)
        };
        let classes = [
            (is_nan, is_signalling),
            (is_nan, is_quiet),
            (is_infinite, sign),
            (is_normal, sign),
            (is_subnormal, sign),
            (is_zero, sign),
            (is_zero, positive),
            (is_subnormal, positive),
            (is_normal, positive),
            (is_infinite, positive),
        ];
        let mut result = self.terms.truth(false);
        for (i, (class, side)) in classes.into_iter().enumerate() {
            if mask >> i & 1 == 1 {
                let is_class = self.terms.and(class, side);
                result = self.terms.or(result, is_class);
            }
        }
        result
    }

    /// Functions that the float theory does not have.
    fn inexact(
        &mut self,
        intrinsic: Intrinsic,
        format: Format,
        site: &IntrinsicSite,
    ) -> Outcome<()> {
        use Intrinsic as I;
        let name = match intrinsic {
            I::Pow => "pow",
            I::PowI => "powi",
            I::LdExp => "ldexp",
            I::Exp => "exp",
            I::Exp2 => "exp2",
            I::Log => "log",
            I::Log2 => "log2",
            I::Log10 => "log10",
            I::Sin => "sin",
            I::Cos => "cos",
            _ => return self.unsupported(format!("the intrinsic {intrinsic:?}")),
        };
        let arguments: Vec<Value> = (0..site.args.len()).map(|n| self.arg_value(site, n)).collect();
        let result = self.math(name, format, &arguments)?;
        self.give(site, result);
        Ok(())
    }

    fn va_start(&mut self, site: &IntrinsicSite) -> Outcome<()> {
        let list = self.concrete_address(site.args[0].slot)?;
        self.begin_variadic_list(list)
    }

    fn va_copy(&mut self, site: &IntrinsicSite) -> Outcome<()> {
        let to = self.concrete_address(site.args[0].slot)?;
        let from = self.concrete_address(site.args[1].slot)?;
        let size = if self.subject.code.pointer_bits == 32 { 4 } else { 24 };
        self.copy_bytes(to, from, size)
    }

    fn stack_restore(&mut self, site: &IntrinsicSite) -> Outcome<()> {
        let to = self.concrete_address(site.args[0].slot)?;
        let keep = self.frame().outer_objects as usize;
        while self.state.stack_objects.len() > keep {
            match self.state.stack_objects.last() {
                Some(&(base, _)) if base < to => {
                    let left = self.state.stack_objects.len() as u32 - 1;
                    self.drop_stack_objects(left);
                }
                _ => break,
            }
        }
        self.state.stack = to;
        Ok(())
    }

    /// `__builtin_object_size` where clang could not tell: everything, or nothing.
    fn object_size(&mut self, site: &IntrinsicSite) -> Outcome<()> {
        let wants_minimum = match site.args.get(1) {
            Some(arg) => self.get(arg.slot, 1) == Value::Concrete(1),
            None => false,
        };
        let bits = site.result.first().map_or(64, |result| result.leaf.bits);
        let size = if wants_minimum { 0 } else { wide_mask(bits) };
        self.give(site, Value::Concrete(size));
        Ok(())
    }
}

fn is_float(arg: &Arg) -> bool {
    matches!(arg.leaf.kind, LeafKind::Float(_))
}

fn is_reduction(intrinsic: Intrinsic) -> bool {
    use Intrinsic as I;
    matches!(
        intrinsic,
        I::ReduceAdd
            | I::ReduceMul
            | I::ReduceAnd
            | I::ReduceOr
            | I::ReduceXor
            | I::ReduceSMax
            | I::ReduceSMin
            | I::ReduceUMax
            | I::ReduceUMin
    )
}

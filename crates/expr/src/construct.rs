//! The constructors of terms. All fold constants and simplify; the rules are in `simplify`.

use crate::bits::mask;
use crate::float::sign_mask;
use crate::{BinaryOp, FloatBinaryOp, FloatOp, Format, Node, Term, Terms, apply};

macro_rules! binary_constructors {
    ($($name:ident: $op:ident),+ $(,)?) => {
        $(#[inline]
        pub fn $name(&mut self, a: Term, b: Term) -> Term {
            self.binary(BinaryOp::$op, a, b)
        })+
    };
}

impl BinaryOp {
    pub fn is_comparison(self) -> bool {
        use BinaryOp::*;
        matches!(self, Eq | Ult | Ule | Slt | Sle)
    }

    pub fn is_commutative(self) -> bool {
        use BinaryOp::*;
        matches!(self, Add | Mul | And | Or | Xor | Eq)
    }

    /// The width of the result for arguments of this width.
    pub fn result_width(self, width: u32) -> u32 {
        if self.is_comparison() { 1 } else { width }
    }
}

impl FloatBinaryOp {
    pub fn is_comparison(self) -> bool {
        matches!(self, FloatBinaryOp::Eq | FloatBinaryOp::Lt | FloatBinaryOp::Le)
    }

    pub fn result_width(self, format: Format) -> u32 {
        if self.is_comparison() { 1 } else { format.bits() }
    }
}

impl Terms {
    pub fn not(&mut self, a: Term) -> Term {
        let width = self.width(a);
        match self.as_constant(a) {
            Some(value) => self.constant(width, !value),
            None => self.simplified(Node::Not(a), width),
        }
    }

    pub fn neg(&mut self, a: Term) -> Term {
        let width = self.width(a);
        match self.as_constant(a) {
            Some(value) => self.constant(width, apply::neg(width, value)),
            None => self.simplified(Node::Neg(a), width),
        }
    }

    /// The arguments have the same width.
    pub fn binary(&mut self, op: BinaryOp, a: Term, b: Term) -> Term {
        let width = self.width(a);
        debug_assert_eq!(width, self.width(b), "{op:?} of different widths");
        let result_width = op.result_width(width);
        let (x, y) = (self.as_constant(a), self.as_constant(b));
        if let (Some(x), Some(y)) = (x, y) {
            return self.constant(result_width, apply::binary(op, width, x, y));
        }
        // Constants stand on the right, other arguments in the order of their ids.
        let swap = op.is_commutative() && (x.is_some() || y.is_none() && b < a);
        let (a, b) = if swap { (b, a) } else { (a, b) };
        self.simplified(Node::Binary(op, a, b), result_width)
    }

    binary_constructors! {
        add: Add, sub: Sub, mul: Mul, udiv: UDiv, sdiv: SDiv, urem: URem, srem: SRem,
        and: And, or: Or, xor: Xor, shl: Shl, lshr: LShr, ashr: AShr,
        eq: Eq, ult: Ult, ule: Ule, slt: Slt, sle: Sle,
    }

    pub fn ne(&mut self, a: Term, b: Term) -> Term {
        let equal = self.eq(a, b);
        self.not(equal)
    }

    /// Bits `low .. low + width`, which the argument must have.
    pub fn extract(&mut self, of: Term, low: u32, width: u32) -> Term {
        debug_assert!(width > 0 && low + width <= self.width(of), "extract past the end");
        if width == self.width(of) {
            return of;
        }
        match self.as_constant(of) {
            Some(value) => self.constant(width, value >> low),
            None => self.simplified(Node::Extract { of, low }, width),
        }
    }

    pub fn concat(&mut self, high: Term, low: Term) -> Term {
        let low_width = self.width(low);
        let width = self.width(high) + low_width;
        debug_assert!(width <= 128, "concat past 128 bits");
        match (self.as_constant(high), self.as_constant(low)) {
            (Some(x), Some(y)) => self.constant(width, apply::concat(x, y, low_width)),
            _ => self.simplified(Node::Concat(high, low), width),
        }
    }

    /// To at least the argument's width.
    pub fn zero_extend(&mut self, a: Term, width: u32) -> Term {
        debug_assert!(width >= self.width(a), "extension to less");
        if width == self.width(a) {
            return a;
        }
        match self.as_constant(a) {
            Some(value) => self.constant(width, value),
            None => self.simplified(Node::ZeroExtend(a), width),
        }
    }

    /// To at least the argument's width.
    pub fn sign_extend(&mut self, a: Term, width: u32) -> Term {
        let from = self.width(a);
        debug_assert!(width >= from, "extension to less");
        if width == from {
            return a;
        }
        match self.as_constant(a) {
            Some(value) => self.constant(width, apply::sign_extend(value, from, width)),
            None => self.simplified(Node::SignExtend(a), width),
        }
    }

    /// The low bits, or zeros above.
    pub fn resize(&mut self, a: Term, width: u32) -> Term {
        if width < self.width(a) { self.extract(a, 0, width) } else { self.zero_extend(a, width) }
    }

    /// `a` where the condition, a single bit, is 1; else `b`.
    pub fn ite(&mut self, condition: Term, a: Term, b: Term) -> Term {
        debug_assert_eq!(self.width(condition), 1);
        debug_assert_eq!(self.width(a), self.width(b), "arms of different widths");
        match self.as_constant(condition) {
            Some(0) => b,
            Some(_) => a,
            None if a == b => a,
            None => self.simplified(Node::Ite(condition, a, b), self.width(a)),
        }
    }

    /// `entries[index]`, the last entry where the index is past the end. There is at least one
    /// entry, and all have one width.
    pub fn lookup(&mut self, entries: &[Term], index: Term) -> Term {
        let last = entries.len() - 1;
        if let Some(value) = self.as_constant(index) {
            return entries[usize::try_from(value).map_or(last, |value| value.min(last))];
        }
        if let Some(simpler) = self.simplify_lookup(entries, index) {
            return simpler;
        }
        let table = self.intern_table(entries);
        self.simplified(Node::Lookup { table, index }, self.width(entries[0]))
    }

    /// `result_width` matters where the result is an integer; elsewhere it is that of the format.
    pub fn float(&mut self, op: FloatOp, a: Term, result_width: u32) -> Term {
        match self.as_constant(a) {
            Some(value) => {
                let value = apply::float(op, self.width(a), result_width, value);
                self.constant(result_width, value)
            }
            None => self.simplified(Node::Float(op, a), result_width),
        }
    }

    pub fn float_binary(&mut self, op: FloatBinaryOp, format: Format, a: Term, b: Term) -> Term {
        debug_assert!([a, b].iter().all(|&t| self.width(t) == format.bits()));
        let width = op.result_width(format);
        if let (Some(x), Some(y)) = (self.as_constant(a), self.as_constant(b)) {
            return self.constant(width, apply::float_binary(op, format, x, y));
        }
        // Equality alone commutes bit by bit: in arithmetic the first NaN is passed on.
        let swap = op == FloatBinaryOp::Eq && b < a;
        let (a, b) = if swap { (b, a) } else { (a, b) };
        self.simplified(Node::FloatBinary(op, format, a, b), width)
    }

    /// `a * b + c` rounded once.
    pub fn fma(&mut self, format: Format, a: Term, b: Term, c: Term) -> Term {
        debug_assert!([a, b, c].iter().all(|&t| self.width(t) == format.bits()));
        let values = [a, b, c].map(|argument| self.as_constant(argument));
        match values {
            [Some(x), Some(y), Some(z)] => {
                self.constant(format.bits(), apply::fma(format, x, y, z))
            }
            _ => self.simplified(Node::FusedMultiplyAdd(format, a, b, c), format.bits()),
        }
    }

    /// Flips the sign bit.
    pub fn float_neg(&mut self, format: Format, a: Term) -> Term {
        let sign = self.constant(format.bits(), sign_mask(format));
        self.xor(a, sign)
    }

    /// Clears the sign bit.
    pub fn float_abs(&mut self, format: Format, a: Term) -> Term {
        let magnitude = self.constant(format.bits(), mask(format.bits() - 1));
        self.and(a, magnitude)
    }
}

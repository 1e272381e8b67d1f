//! Values on the machine's slow path: a number, or a term over the inputs.

use assay_expr::{Term, Terms, Value as Number};

#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Value {
    Concrete(Number),
    Symbolic(Term),
}

impl Value {
    /// As a term of `width` bits.
    pub fn term(self, terms: &mut Terms, width: u32) -> Term {
        match self {
            Value::Concrete(number) => terms.constant(width, number),
            Value::Symbolic(term) => term,
        }
    }

    /// Constant terms become numbers.
    pub fn of(terms: &Terms, term: Term) -> Value {
        match terms.as_constant(term) {
            Some(number) => Value::Concrete(number),
            None => Value::Symbolic(term),
        }
    }
}

/// The lowest `width` bits set; widths from 1 to 64.
#[inline(always)]
pub fn mask(width: u8) -> u64 {
    u64::MAX >> (64 - u32::from(width))
}

/// The number read as `width` bits in two's complement.
#[inline(always)]
pub fn signed(value: u64, width: u8) -> i64 {
    let unused = 64 - u32::from(width);
    ((value << unused) as i64) >> unused
}

pub fn wide_mask(width: u32) -> u128 {
    u128::MAX >> (128 - width)
}

pub fn wide_signed(value: u128, width: u32) -> i128 {
    let unused = 128 - width;
    ((value << unused) as i128) >> unused
}

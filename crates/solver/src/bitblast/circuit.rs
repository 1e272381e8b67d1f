//! Bit-vector operations as circuits. A word is a slice of bits, the lowest first.

use super::gates::{Bit, Gates};

pub(crate) type Word = Vec<Bit>;

pub(crate) fn constant(value: u128, width: usize) -> Word {
    (0..width).map(|bit| Bit::constant(value >> bit & 1 == 1)).collect()
}

pub(crate) fn not(word: &[Bit]) -> Word {
    word.iter().map(|bit| !*bit).collect()
}

/// `a + b + carry`, ripple-carry: short clauses, and constants vanish.
fn add_with_carry(gates: &mut Gates, a: &[Bit], b: &[Bit], mut carry: Bit) -> Word {
    let mut sum = Word::with_capacity(a.len());
    for (index, (&x, &y)) in a.iter().zip(b).enumerate() {
        let half = gates.xor(x, y);
        sum.push(gates.xor(half, carry));
        if index + 1 < a.len() {
            carry = gates.majority(x, y, carry);
        }
    }
    sum
}

pub(crate) fn add(gates: &mut Gates, a: &[Bit], b: &[Bit]) -> Word {
    add_with_carry(gates, a, b, Bit::FALSE)
}

pub(crate) fn subtract(gates: &mut Gates, a: &[Bit], b: &[Bit]) -> Word {
    add_with_carry(gates, a, &not(b), Bit::TRUE)
}

pub(crate) fn negate(gates: &mut Gates, a: &[Bit]) -> Word {
    subtract(gates, &constant(0, a.len()), a)
}

pub(crate) fn multiply(gates: &mut Gates, a: &[Bit], b: &[Bit]) -> Word {
    // The operand with more constant zeros chooses the rows: they then cost nothing.
    let zeros = |word: &[Bit]| word.iter().filter(|bit| **bit == Bit::FALSE).count();
    let (a, b) = if zeros(a) > zeros(b) { (b, a) } else { (a, b) };
    let width = a.len();
    let mut sum = constant(0, width);
    for (shift, &select) in b.iter().enumerate() {
        if select == Bit::FALSE {
            continue;
        }
        let row: Word = a[..width - shift].iter().map(|bit| gates.and(*bit, select)).collect();
        let high = add(gates, &sum[shift..], &row);
        sum.truncate(shift);
        sum.extend(high);
    }
    sum
}

/// Quotient and remainder by restoring division. Division by zero comes out as SMT-LIB says:
/// every step subtracts nothing, so the quotient is all ones and the remainder the dividend.
pub(crate) fn divide(gates: &mut Gates, a: &[Bit], b: &[Bit]) -> (Word, Word) {
    let width = a.len();
    let divisor: Word = b.iter().copied().chain([Bit::FALSE]).collect();
    let mut remainder = constant(0, width);
    let mut quotient = vec![Bit::FALSE; width];
    for step in (0..width).rev() {
        let shifted: Word = [a[step]].into_iter().chain(remainder.iter().copied()).collect();
        let fits = !unsigned_less(gates, &shifted, &divisor);
        let reduced = subtract(gates, &shifted, &divisor);
        remainder = mux(gates, fits, &reduced[..width], &shifted[..width]);
        quotient[step] = fits;
    }
    (quotient, remainder)
}

fn absolute(gates: &mut Gates, a: &[Bit]) -> Word {
    let negated = negate(gates, a);
    mux(gates, a[a.len() - 1], &negated, a)
}

fn negate_if(gates: &mut Gates, condition: Bit, a: &[Bit]) -> Word {
    let negated = negate(gates, a);
    mux(gates, condition, &negated, a)
}

/// Signed quotient and remainder, rounding toward zero.
pub(crate) fn divide_signed(gates: &mut Gates, a: &[Bit], b: &[Bit]) -> (Word, Word) {
    let (sign_a, sign_b) = (a[a.len() - 1], b[b.len() - 1]);
    let (magnitude_a, magnitude_b) = (absolute(gates, a), absolute(gates, b));
    let (quotient, remainder) = divide(gates, &magnitude_a, &magnitude_b);
    let differ = gates.xor(sign_a, sign_b);
    (negate_if(gates, differ, &quotient), negate_if(gates, sign_a, &remainder))
}

pub(crate) fn mux(gates: &mut Gates, condition: Bit, then: &[Bit], otherwise: &[Bit]) -> Word {
    then.iter().zip(otherwise).map(|(t, e)| gates.mux(condition, *t, *e)).collect()
}

pub(crate) fn equal(gates: &mut Gates, a: &[Bit], b: &[Bit]) -> Bit {
    let bits = a.iter().zip(b).map(|(x, y)| !gates.xor(*x, *y)).collect();
    gates.all(bits)
}

/// The borrow of `a - b`.
pub(crate) fn unsigned_less(gates: &mut Gates, a: &[Bit], b: &[Bit]) -> Bit {
    a.iter().zip(b).fold(Bit::FALSE, |less, (x, y)| gates.majority(!*x, *y, less))
}

/// As unsigned, with the sign bits exchanged.
pub(crate) fn signed_less(gates: &mut Gates, a: &[Bit], b: &[Bit]) -> Bit {
    let last = a.len() - 1;
    let low = unsigned_less(gates, &a[..last], &b[..last]);
    gates.majority(a[last], !b[last], low)
}

#[derive(Copy, Clone, PartialEq, Eq)]
pub(crate) enum Shift {
    Left,
    Right,
    /// Right, filling with the sign.
    RightSigned,
}

/// A barrel shifter: one row of multiplexers for each bit of the amount that matters.
pub(crate) fn shift(gates: &mut Gates, kind: Shift, a: &[Bit], amount: &[Bit]) -> Word {
    let width = a.len();
    let fill = if kind == Shift::RightSigned { a[width - 1] } else { Bit::FALSE };
    let mut word = a.to_vec();
    let mut too_far = Bit::FALSE;
    for (stage, &selected) in amount.iter().enumerate() {
        match 1usize.checked_shl(stage as u32) {
            Some(distance) if distance < width && stage < usize::BITS as usize => {
                let moved = shift_by(&word, kind, distance, fill);
                word = mux(gates, selected, &moved, &word);
            }
            _ => too_far = gates.or(too_far, selected),
        }
    }
    mux(gates, too_far, &vec![fill; width], &word)
}

fn shift_by(word: &[Bit], kind: Shift, distance: usize, fill: Bit) -> Word {
    let width = word.len();
    let source = |index: usize| match kind {
        Shift::Left => index.checked_sub(distance),
        Shift::Right | Shift::RightSigned => Some(index + distance).filter(|i| *i < width),
    };
    (0..width).map(|index| source(index).map_or(fill, |from| word[from])).collect()
}

/// `entries[index]`, or the last entry past the end: a tree of multiplexers over the index bits
/// for each bit of the result. Equal halves of the table cost nothing.
pub(crate) fn lookup(gates: &mut Gates, entries: &[&[Bit]], index: &[Bit], width: usize) -> Word {
    let Some((last, others)) = entries.split_last() else { return constant(0, width) };
    let needed = (usize::BITS - others.len().leading_zeros()) as usize;
    let used = needed.min(index.len());
    let past_end = index[used..].iter().fold(Bit::FALSE, |any, bit| gates.or(any, *bit));
    let mut column = Vec::with_capacity(1 << used);
    let mut inside = Word::with_capacity(width);
    for bit in 0..width {
        column.clear();
        let entry = |position: usize| entries.get(position).unwrap_or(last)[bit];
        column.extend((0..1usize << used).map(entry));
        inside.push(choose(gates, &column, &index[..used]));
    }
    mux(gates, past_end, last, &inside)
}

/// The bit of a column that `index` names; the column has two to the index's width entries.
fn choose(gates: &mut Gates, column: &[Bit], index: &[Bit]) -> Bit {
    let Some((top, rest)) = index.split_last() else { return column[0] };
    if column.iter().all(|bit| *bit == column[0]) {
        return column[0];
    }
    let (low, high) = column.split_at(column.len() / 2);
    let low = choose(gates, low, rest);
    let high = choose(gates, high, rest);
    gates.mux(*top, high, low)
}

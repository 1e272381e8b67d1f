//! Comparisons of steps that keep or reverse the order. Whether `(double)i / 10 + 1 > 7.2` holds
//! changes once as `i` grows, rounding or not, so where it changes is found by halving, and what
//! is left is a comparison of `i` with a constant: no float operation, however many steps there were.
//!
//! A step has one argument that is no constant, and gives a NaN only for a NaN.

use crate::bits::mask;
use crate::float::{self, from_order, infinity, order, sign_mask};
use crate::{BinaryOp, FloatBinaryOp, FloatOp, Format, Node, Term, Terms, Value, apply};

/// Longer chains are left to the solvers.
const MOST_STEPS: usize = 32;

/// A term without its argument that is no constant.
#[derive(Copy, Clone)]
enum Step {
    /// `x op c`
    Left(FloatBinaryOp, Format, Value),
    /// `c op x`
    Right(FloatBinaryOp, Format, Value),
    /// `x * a + b` rounded once
    Fused(Format, Value, Value),
    Unary(FloatOp),
    Negation(Format),
}

impl Step {
    /// The result for an argument of this width.
    fn value(self, x: Value, width: u32) -> Value {
        match self {
            Step::Left(op, format, c) => apply::float_binary(op, format, x, c),
            Step::Right(op, format, c) => apply::float_binary(op, format, c, x),
            Step::Fused(format, a, b) => apply::fma(format, x, a, b),
            Step::Unary(op) => apply::float(op, width, 0, x),
            Step::Negation(format) => x ^ sign_mask(format),
        }
    }

    fn reverses(self) -> bool {
        let is_negative = |format: Format, c: Value| c & sign_mask(format) != 0;
        match self {
            Step::Left(FloatBinaryOp::Mul | FloatBinaryOp::Div, format, c)
            | Step::Right(FloatBinaryOp::Mul, format, c)
            | Step::Fused(format, c, _) => is_negative(format, c),
            Step::Right(op, ..) => op == FloatBinaryOp::Sub,
            Step::Negation(_) => true,
            Step::Left(..) | Step::Unary(_) => false,
        }
    }
}

/// What the steps begin with, as points of a line.
#[derive(Copy, Clone)]
enum Origin {
    Signed,
    Unsigned,
    Float(Format),
}

/// `term`, then steps: the last comes first.
struct Chain {
    term: Term,
    origin: Origin,
    width: u32,
    steps: Vec<Step>,
}

impl Chain {
    fn at(&self, place: i128) -> Value {
        let start = match self.origin {
            Origin::Float(format) => from_order(format, place),
            Origin::Signed | Origin::Unsigned => place as Value & mask(self.width),
        };
        // Only the first step may have an integer for its argument.
        self.steps.iter().rev().fold(start, |value, step| step.value(value, self.width))
    }

    fn reverses(&self) -> bool {
        self.steps.iter().filter(|step| step.reverses()).count() % 2 == 1
    }

    /// The first and the last place.
    fn ends(&self, terms: &Terms) -> (i128, i128) {
        let (low, high) = terms.bounds(self.term);
        let half = 1i128 << (self.width - 1);
        match self.origin {
            Origin::Float(format) => {
                let last = order(format, infinity(format));
                (-last, last)
            }
            Origin::Signed if high >= half as Value => (-half, half - 1),
            Origin::Signed | Origin::Unsigned => (low as i128, high as i128),
        }
    }
}

impl Terms {
    /// A comparison of a chain of steps with a constant.
    pub(super) fn compare_at_origin(
        &mut self,
        op: FloatBinaryOp,
        format: Format,
        a: Term,
        b: Term,
    ) -> Option<Term> {
        let (chain, c, constant_first) = match (self.as_constant(a), self.as_constant(b)) {
            (Some(c), None) => (self.chain(format, b)?, c, true),
            (None, Some(c)) => (self.chain(format, a)?, c, false),
            _ => return None,
        };
        let (first, last) = chain.ends(self);
        let holds = |op: FloatBinaryOp, place: i128| {
            let value = chain.at(place);
            let (a, b) = if constant_first { (c, value) } else { (value, c) };
            apply::float_binary(op, format, a, b) == 1
        };
        // steps(x) < c → x on one side of where that changes, where the steps keep or reverse the order
        // steps(x) == c → x between two places, where the steps keep or reverse the order
        let grows = chain.reverses() == constant_first;
        let (from, to) = match op {
            // Holds from the start on, as far as it does; or to the end.
            FloatBinaryOp::Lt | FloatBinaryOp::Le if grows => {
                (first, boundary(first, last, |place| holds(op, place)) - 1)
            }
            FloatBinaryOp::Lt | FloatBinaryOp::Le => {
                (boundary(first, last, |place| !holds(op, place)), last)
            }
            FloatBinaryOp::Eq => {
                let below = |place: i128, or_equal: bool| {
                    let op = if or_equal { FloatBinaryOp::Le } else { FloatBinaryOp::Lt };
                    let value = chain.at(place);
                    let (a, b) = if chain.reverses() { (c, value) } else { (value, c) };
                    apply::float_binary(op, format, a, b) == 1
                };
                let from = boundary(first, last, |place| below(place, false));
                (from, boundary(first, last, |place| below(place, true)) - 1)
            }
            _ => return None,
        };
        Some(self.between(&chain, (from, to), (first, last)))
    }

    /// The origin is between the two places, and no NaN.
    fn between(&mut self, chain: &Chain, (from, to): (i128, i128), ends: (i128, i128)) -> Term {
        if from > to {
            return self.truth(false);
        }
        let x = chain.term;
        let is_limited = [from > ends.0, to < ends.1];
        let mut holds = match chain.origin {
            Origin::Float(format) if is_limited == [false, false] => {
                let nan = self.float(FloatOp::IsNan(format), x, 1);
                self.not(nan)
            }
            _ => self.truth(true),
        };
        let [from, to] = match chain.origin {
            Origin::Float(format) => [from, to].map(|place| from_order(format, place)),
            Origin::Signed | Origin::Unsigned => {
                [from, to].map(|place| place as Value & mask(chain.width))
            }
        };
        let [from, to] = [from, to].map(|limit| self.constant(chain.width, limit));
        for ((a, b), is_limited) in [(from, x), (x, to)].into_iter().zip(is_limited) {
            if is_limited {
                let side = match chain.origin {
                    Origin::Float(format) => self.float_binary(FloatBinaryOp::Le, format, a, b),
                    Origin::Signed => self.sle(a, b),
                    Origin::Unsigned => self.ule(a, b),
                };
                holds = self.and(holds, side);
            }
        }
        holds
    }

    /// The steps down to what is none; at least one.
    fn chain(&self, format: Format, t: Term) -> Option<Chain> {
        let (mut term, mut format) = (t, format);
        let mut steps = Vec::new();
        while steps.len() < MOST_STEPS {
            let Some((step, argument, made_of)) = self.step(format, term) else { break };
            steps.push(step);
            term = argument;
            let width = self.width(term);
            match step {
                Step::Unary(FloatOp::FromSigned(_)) if width <= 64 => {
                    return Some(Chain { term, origin: Origin::Signed, width, steps });
                }
                Step::Unary(FloatOp::FromUnsigned(_)) if width <= 64 => {
                    return Some(Chain { term, origin: Origin::Unsigned, width, steps });
                }
                Step::Unary(FloatOp::FromSigned(_) | FloatOp::FromUnsigned(_)) => return None,
                _ => format = made_of,
            }
        }
        // x87 has encodings that are at no place of the line.
        let is_chain = !steps.is_empty() && format != Format::X87;
        is_chain.then_some(Chain {
            term,
            origin: Origin::Float(format),
            width: format.bits(),
            steps,
        })
    }

    /// The last step to a term that is read in this format, its argument, and the format of that.
    fn step(&self, format: Format, t: Term) -> Option<(Step, Term, Format)> {
        let finite = |c: Value| {
            let magnitude = c & !sign_mask(format);
            let is_finite = magnitude != infinity(format) && !float::is_nan(format, c);
            is_finite.then_some(c)
        };
        let factor = |c: Value| finite(c).filter(|&c| order(format, c) != 0);
        let (step, argument) = match self.node(t) {
            Node::FloatBinary(op, made, a, b) if made == format => {
                match (op, self.as_constant(a), self.as_constant(b)) {
                    (FloatBinaryOp::Add | FloatBinaryOp::Sub, None, Some(c)) => {
                        (Step::Left(op, format, finite(c)?), a)
                    }
                    (FloatBinaryOp::Mul | FloatBinaryOp::Div, None, Some(c)) => {
                        (Step::Left(op, format, factor(c)?), a)
                    }
                    (FloatBinaryOp::Add | FloatBinaryOp::Sub, Some(c), None) => {
                        (Step::Right(op, format, finite(c)?), b)
                    }
                    (FloatBinaryOp::Mul, Some(c), None) => (Step::Right(op, format, factor(c)?), b),
                    _ => return None,
                }
            }
            Node::FusedMultiplyAdd(made, a, b, c) if made == format => {
                let added = finite(self.as_constant(c)?)?;
                let (x, c) = match (self.as_constant(a), self.as_constant(b)) {
                    (Some(c), None) => (b, c),
                    (None, Some(c)) => (a, c),
                    _ => return None,
                };
                (Step::Fused(format, factor(c)?, added), x)
            }
            Node::Float(op, a) => {
                let from = match op {
                    FloatOp::Convert { from, to } if to == format => from,
                    FloatOp::Round(made, _) if made == format => format,
                    FloatOp::FromSigned(made) | FloatOp::FromUnsigned(made) if made == format => {
                        format
                    }
                    _ => return None,
                };
                return Some((Step::Unary(op), a, from));
            }
            Node::Binary(BinaryOp::Xor, a, c) if self.as_constant(c) == Some(sign_mask(format)) => {
                (Step::Negation(format), a)
            }
            _ => return None,
        };
        Some((step, argument, format))
    }
}

/// The first place for which `holds` does not, where it holds for none after that; one past the
/// last if there is none.
fn boundary(first: i128, last: i128, holds: impl Fn(i128) -> bool) -> i128 {
    let (mut low, mut high) = (first, last + 1);
    while low < high {
        let middle = low + (high - low) / 2;
        if holds(middle) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    low
}

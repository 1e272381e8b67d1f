//! Floats in Z3's theory of floating point.
//!
//! Terms are bits, the theory has values: all NaNs are one value there. A float view is made
//! from bits by `to_fp`, and bits from a float view by the theory's own conversion except where
//! the value is NaN; there the bits follow the rule of x86 that the evaluator follows too: the
//! first NaN argument made quiet, or the default NaN. So bits are exact in both directions.
//!
//! The x87 format stores its integer bit. The theory's format with 15 exponent bits and a
//! significand of 64 has the same values: the bit is dropped on the way in (a set bit with
//! exponent 0 means exponent 1, a clear bit with another exponent is no number) and put back on
//! the way out.

use assay_expr::bits::mask;
use assay_expr::float::{default_nan, from_unsigned, mul, sign_mask};
use assay_expr::{BinaryOp, FloatBinaryOp, FloatOp, Format, Node, Rounding, Term, Value};

use super::context::{Ast, Context, Made, Refused, Sort};
use super::translate::{Translation, Untranslatable, View};

fn sort(context: &Context, format: Format) -> Made<Sort> {
    context.float_sort(format.exponent_bits(), format.precision())
}

fn rounding(context: &Context, rounding: Rounding) -> Made {
    match rounding {
        Rounding::NearestEven => context.nearest_even(),
        Rounding::TowardZero => context.toward_zero(),
        Rounding::Up => context.upward(),
        Rounding::Down => context.downward(),
        Rounding::NearestAway => context.nearest_away(),
    }
}

/// Negation and absolute value are operations on bits; the float view sees through them.
enum SignOp {
    Negate(Term),
    Absolute(Term),
}

fn sign_op(translation: &Translation, term: Term, format: Format) -> Option<SignOp> {
    let Node::Binary(op, a, b) = translation.terms.node(term) else { return None };
    let value = translation.terms.as_constant(b)?;
    match op {
        BinaryOp::Xor if value == sign_mask(format) => Some(SignOp::Negate(a)),
        BinaryOp::And if value == mask(format.bits() - 1) => Some(SignOp::Absolute(a)),
        _ => None,
    }
}

/// What the float view of a term is made of.
pub(crate) fn needs(
    translation: &Translation,
    term: Term,
    format: Format,
    need: &mut impl FnMut(Term, View),
) -> Result<(), Untranslatable> {
    let view = View::Float(format);
    match translation.terms.node(term) {
        Node::Ite(condition, a, b) => {
            need(condition, View::Truth);
            need(a, view);
            need(b, view);
        }
        Node::FloatBinary(FloatBinaryOp::Rem, own, a, b) if own == format => {
            // The theory's remainder is unfolded over the whole range of exponents.
            if format.exponent_bits() > 8 {
                return Err(Untranslatable::TooHard("fmod of doubles"));
            }
            need(a, view);
            need(b, view);
        }
        Node::FloatBinary(op, own, a, b) if own == format && !op.is_comparison() => {
            need(a, view);
            need(b, view);
        }
        Node::FusedMultiplyAdd(own, a, b, c) if own == format => {
            [a, b, c].into_iter().for_each(|argument| need(argument, view));
        }
        Node::Float(op, a) => match op {
            FloatOp::SquareRoot(own) | FloatOp::Round(own, _) if own == format => need(a, view),
            FloatOp::Convert { from, to } if to == format => need(a, View::Float(from)),
            FloatOp::FromSigned(own) | FloatOp::FromUnsigned(own) if own == format => {
                need(a, View::Bits);
            }
            _ => need(term, View::Bits),
        },
        _ => match sign_op(translation, term, format) {
            Some(SignOp::Negate(a) | SignOp::Absolute(a)) => need(a, view),
            None => need(term, View::Bits),
        },
    }
    Ok(())
}

pub(crate) fn build(translation: &Translation, term: Term, format: Format) -> Made {
    let context = translation.context;
    let at = |term: Term| translation.float(term, format);
    match translation.terms.node(term) {
        Node::Ite(condition, a, b) => context.ite(translation.truth(condition)?, at(a)?, at(b)?),
        Node::FloatBinary(op, own, a, b) if own == format && !op.is_comparison() => {
            binary(context, op, at(a)?, at(b)?)
        }
        Node::FusedMultiplyAdd(own, a, b, c) if own == format => {
            context.float_fma(context.nearest_even()?, at(a)?, at(b)?, at(c)?)
        }
        Node::Float(op, a) => unary(translation, term, op, a, format),
        _ => match sign_op(translation, term, format) {
            Some(SignOp::Negate(a)) => context.float_neg(at(a)?),
            Some(SignOp::Absolute(a)) => context.float_abs(at(a)?),
            None => of_bits(context, translation.bits(term)?, format),
        },
    }
}

fn unary(translation: &Translation, term: Term, op: FloatOp, a: Term, format: Format) -> Made {
    let context = translation.context;
    let nearest = context.nearest_even()?;
    match op {
        FloatOp::SquareRoot(own) if own == format => {
            context.float_sqrt(nearest, translation.float(a, format)?)
        }
        FloatOp::Round(own, mode) if own == format => {
            let value = translation.float(a, format)?;
            round(context, rounding(context, mode)?, value, format)
        }
        FloatOp::Convert { from, to } if to == format => {
            context.float_of_float(nearest, translation.float(a, from)?, sort(context, to)?)
        }
        FloatOp::FromSigned(own) if own == format => {
            context.float_of_signed(nearest, translation.bits(a)?, sort(context, format)?)
        }
        FloatOp::FromUnsigned(own) if own == format => {
            context.float_of_unsigned(nearest, translation.bits(a)?, sort(context, format)?)
        }
        _ => of_bits(context, translation.bits(term)?, format),
    }
}

fn binary(context: &Context, op: FloatBinaryOp, a: Ast, b: Ast) -> Made {
    let nearest = context.nearest_even()?;
    match op {
        FloatBinaryOp::Add => context.float_add(nearest, a, b),
        FloatBinaryOp::Sub => context.float_sub(nearest, a, b),
        FloatBinaryOp::Mul => context.float_mul(nearest, a, b),
        FloatBinaryOp::Div => context.float_div(nearest, a, b),
        FloatBinaryOp::Rem => modulo(context, a, b),
        FloatBinaryOp::Min => context.ite(second_is_least(context, a, b)?, b, a),
        FloatBinaryOp::Max => context.ite(second_is_greatest(context, a, b)?, b, a),
        FloatBinaryOp::Eq | FloatBinaryOp::Lt | FloatBinaryOp::Le => Err(Refused),
    }
}

fn second_is_least(context: &Context, a: Ast, b: Ast) -> Made {
    context.or(context.is_nan(a)?, context.float_lt(b, a)?)
}

fn second_is_greatest(context: &Context, a: Ast, b: Ast) -> Made {
    context.or(context.is_nan(a)?, context.float_lt(a, b)?)
}

/// C's `fmod` from the IEEE remainder, whose quotient is rounded to nearest: with magnitudes,
/// a negative remainder is one divisor short. The result has the sign of the dividend.
fn modulo(context: &Context, a: Ast, b: Ast) -> Made {
    let (x, y) = (context.float_abs(a)?, context.float_abs(b)?);
    let nearest = context.float_remainder(x, y)?;
    let short = context.is_negative(nearest)?;
    let raised = context.float_add(context.nearest_even()?, nearest, y)?;
    let magnitude = context.float_abs(context.ite(short, raised, nearest)?)?;
    context.ite(context.is_negative(a)?, context.float_neg(magnitude)?, magnitude)
}

fn of_bits(context: &Context, bits: Ast, format: Format) -> Made {
    if format != Format::X87 {
        return context.float_of_bits(bits, sort(context, format)?);
    }
    let sign = context.extract(bits, 79, 1)?;
    let exponent = context.extract(bits, 64, 15)?;
    let integer = context.eq(context.extract(bits, 63, 1)?, context.constant(1, 1)?)?;
    let fraction = context.extract(bits, 0, 63)?;
    let zero = context.eq(exponent, context.constant(0, 15)?)?;
    let denormal = context.and(zero, integer)?;
    let exponent = context.ite(denormal, context.constant(1, 15)?, exponent)?;
    let layout = context.concat(context.concat(sign, exponent)?, fraction)?;
    let value = context.float_of_bits(layout, sort(context, format)?)?;
    let unsupported = context.and(context.not(zero)?, context.not(integer)?)?;
    context.ite(unsupported, context.nan(sort(context, format)?)?, value)
}

/// What the bits of a float operation are made of.
pub(crate) fn bits_needs(term: Term, node: Node, need: &mut impl FnMut(Term, View)) {
    let mut arguments = |format: Format, list: &[Term]| {
        need(term, View::Float(format));
        list.iter().for_each(|argument| {
            need(*argument, View::Float(format));
            need(*argument, View::Bits);
        });
    };
    match node {
        Node::FloatBinary(_, format, a, b) => arguments(format, &[a, b]),
        Node::FusedMultiplyAdd(format, a, b, c) => arguments(format, &[a, b, c]),
        Node::Float(FloatOp::SquareRoot(format) | FloatOp::Round(format, _), a) => {
            arguments(format, &[a]);
        }
        Node::Float(FloatOp::Convert { from, to }, a) => {
            need(term, View::Float(to));
            need(a, View::Float(from));
            need(a, View::Bits);
        }
        Node::Float(FloatOp::FromSigned(format) | FloatOp::FromUnsigned(format), _) => {
            need(term, View::Float(format));
        }
        _ => {}
    }
}

pub(crate) fn build_bits(translation: &Translation, term: Term, node: Node) -> Made {
    let context = translation.context;
    match node {
        Node::FloatBinary(op @ (FloatBinaryOp::Min | FloatBinaryOp::Max), format, a, b) => {
            let (x, y) = (translation.float(a, format)?, translation.float(b, format)?);
            let second = match op {
                FloatBinaryOp::Min => second_is_least(context, x, y)?,
                _ => second_is_greatest(context, x, y)?,
            };
            context.ite(second, translation.bits(b)?, translation.bits(a)?)
        }
        Node::FloatBinary(_, format, a, b) => result_bits(translation, term, format, &[a, b]),
        Node::FusedMultiplyAdd(format, a, b, c) => {
            result_bits(translation, term, format, &[a, b, c])
        }
        Node::Float(FloatOp::SquareRoot(format) | FloatOp::Round(format, _), a) => {
            result_bits(translation, term, format, &[a])
        }
        Node::Float(FloatOp::Convert { from, to }, a) => {
            let value = translation.float(term, to)?;
            let quiet = quiet(context, translation.bits(a)?, from)?;
            let nan = convert_nan(context, quiet, from, to)?;
            context.ite(context.is_nan(value)?, nan, value_bits(context, value, to)?)
        }
        Node::Float(FloatOp::FromSigned(format) | FloatOp::FromUnsigned(format), _) => {
            value_bits(context, translation.float(term, format)?, format)
        }
        _ => Err(Refused),
    }
}

/// The bits of an operation's result, with the NaN that the arguments determine.
fn result_bits(translation: &Translation, term: Term, format: Format, arguments: &[Term]) -> Made {
    let context = translation.context;
    let mut nan = context.constant(default_nan(format), format.bits())?;
    for argument in arguments.iter().rev() {
        let passed_on = quiet(context, translation.bits(*argument)?, format)?;
        let is_nan = context.is_nan(translation.float(*argument, format)?)?;
        nan = context.ite(is_nan, passed_on, nan)?;
    }
    let value = translation.float(term, format)?;
    context.ite(context.is_nan(value)?, nan, value_bits(context, value, format)?)
}

/// The bits of a value that is not NaN.
fn value_bits(context: &Context, value: Ast, format: Format) -> Made {
    let bits = context.bits_of_float(value)?;
    if format != Format::X87 {
        return Ok(bits);
    }
    let exponent = context.extract(bits, 63, 15)?;
    let zero = context.eq(exponent, context.constant(0, 15)?)?;
    let integer = context.ite(zero, context.constant(0, 1)?, context.constant(1, 1)?)?;
    let high = context.extract(bits, 63, 16)?;
    context.concat(context.concat(high, integer)?, context.extract(bits, 0, 63)?)
}

fn quiet_bit(format: Format) -> Value {
    1 << (format.precision() - 2)
}

/// A NaN made quiet.
fn quiet(context: &Context, bits: Ast, format: Format) -> Made {
    let width = format.bits();
    let quiet = context.bits_or(bits, context.constant(quiet_bit(format), width)?)?;
    if format != Format::X87 {
        return Ok(quiet);
    }
    let integer = context.eq(context.extract(bits, 63, 1)?, context.constant(1, 1)?)?;
    context.ite(integer, quiet, context.constant(default_nan(format), width)?)
}

/// A quiet NaN in another format: sign and the high bits of the payload stay.
fn convert_nan(context: &Context, bits: Ast, from: Format, to: Format) -> Made {
    let (mine, theirs) = (from.precision() - 1, to.precision() - 1);
    let sign = context.extract(bits, from.bits() - 1, 1)?;
    let fraction = if theirs <= mine {
        context.extract(bits, mine - theirs, theirs)?
    } else {
        let padding = context.constant(0, theirs - mine)?;
        context.concat(context.extract(bits, 0, mine)?, padding)?
    };
    let high = context.constant(mask(to.bits() - 1 - theirs), to.bits() - 1 - theirs)?;
    context.concat(context.concat(sign, high)?, fraction)
}

/// To an integral value. Z3 4.8 cannot do it in a format with fewer significand bits than
/// exponent bits: there it is done in single precision, which holds all values of the format.
fn round(context: &Context, mode: Ast, value: Ast, format: Format) -> Made {
    if format != Format::BFloat {
        return context.float_round(mode, value);
    }
    let nearest = context.nearest_even()?;
    let wide = context.float_of_float(nearest, value, sort(context, Format::Single)?)?;
    let rounded = context.float_round(mode, wide)?;
    context.float_of_float(nearest, rounded, sort(context, format)?)
}

/// Toward zero, and 0 where the value does not fit.
pub(crate) fn to_integer(
    translation: &Translation,
    argument: Term,
    format: Format,
    signed: bool,
    width: u32,
) -> Made {
    let context = translation.context;
    let value = translation.float(argument, format)?;
    let toward_zero = context.toward_zero()?;
    let integral = round(context, toward_zero, value, format)?;
    // A limit beyond the format rounds to infinity, which excludes infinity and nothing else.
    let limit = |exponent: u32| power_of_two(context, exponent, format);
    let below = context.float_lt(integral, limit(if signed { width - 1 } else { width })?)?;
    let least = if signed {
        context.float_neg(limit(width - 1)?)?
    } else {
        of_bits(context, context.constant(0, format.bits())?, format)?
    };
    let finite = context.not(context.is_infinite(integral)?)?;
    let above = context.and(context.float_le(least, integral)?, finite)?;
    let integer = if signed {
        context.signed_of_float(toward_zero, value, width)?
    } else {
        context.unsigned_of_float(toward_zero, value, width)?
    };
    context.ite(context.and(below, above)?, integer, context.constant(0, width)?)
}

fn power_of_two(context: &Context, exponent: u32, format: Format) -> Made {
    // In two factors, because 2 to the 128 is no integer of 128 bits.
    let half = exponent / 2;
    let [low, high] = [half, exponent - half].map(|part| from_unsigned(format, 1 << part));
    of_bits(context, context.constant(mul(format, low, high), format.bits())?, format)
}

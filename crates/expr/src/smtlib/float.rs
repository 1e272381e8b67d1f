//! Floats in SMT-LIB. A float is the bits of its format here and a value of the theory there:
//! arguments are read with `to_fp`. There is no standard way back, so a result `t7` is declared as
//! bits of which `to_fp` gives the value `f7`. Only for a NaN does that leave a choice, and a
//! second condition takes the NaN that the evaluator gives.
//!
//! An x87 value has its integer bit stored. `x87` drops it, and reads the encodings in which it
//! is wrong as the hardware does; results are asked to have it right.

use super::{Script, literal};
use crate::float::{default_nan, from_unsigned, sign_mask};
use crate::{FloatBinaryOp, FloatOp, Format, Node, Rounding, Term};

pub(super) const X87_FUNCTIONS: &str = "\
(define-fun x87.zero ((v (_ BitVec 80))) Bool (= ((_ extract 78 64) v) (_ bv0 15)))
(define-fun x87.integer ((v (_ BitVec 80))) Bool (= ((_ extract 63 63) v) #b1))
(define-fun x87.supported ((v (_ BitVec 80))) Bool (or (x87.zero v) (x87.integer v)))
(define-fun x87.canonical ((v (_ BitVec 80))) Bool (xor (x87.zero v) (x87.integer v)))
(define-fun x87 ((v (_ BitVec 80))) (_ FloatingPoint 15 64)
  (ite (x87.supported v)
    (fp ((_ extract 79 79) v)
      (ite (and (x87.zero v) (x87.integer v)) (_ bv1 15) ((_ extract 78 64) v))
      ((_ extract 62 0) v))
    (_ NaN 15 64)))
";

impl Script<'_> {
    /// An argument as a value of the theory.
    fn float(&self, format: Format, t: Term) -> String {
        float_of(format, &self.bits(t))
    }

    pub(super) fn float_predicate(&self, node: Node) -> String {
        match node {
            Node::Float(FloatOp::IsNan(format), a) => {
                format!("(fp.isNaN {})", self.float(format, a))
            }
            Node::FloatBinary(op, format, a, b) => {
                let name = match op {
                    FloatBinaryOp::Eq => "fp.eq",
                    FloatBinaryOp::Lt => "fp.lt",
                    _ => "fp.leq",
                };
                format!("({name} {} {})", self.float(format, a), self.float(format, b))
            }
            _ => unreachable!("not a predicate"),
        }
    }

    pub(super) fn define_float(&mut self, t: Term, op: FloatOp, a: Term) {
        let width = self.terms.width(t);
        match op {
            FloatOp::SquareRoot(format) => {
                let result = format!("(fp.sqrt RNE {})", self.float(format, a));
                self.define_result(t, format, &result, &self.first_nan(format, &[a]));
            }
            FloatOp::Round(format, rounding) => {
                let (mode, a_value) = (rounding_mode(rounding), self.float(format, a));
                let result = format!("(fp.roundToIntegral {mode} {a_value})");
                self.define_result(t, format, &result, &self.first_nan(format, &[a]));
            }
            FloatOp::Convert { from, to } => {
                let result = format!("({} RNE {})", to_fp(to), self.float(from, a));
                let nan = converted_nan(from, to, &quiet(from, &self.bits(a)));
                self.define_result(t, to, &result, &nan);
            }
            FloatOp::FromSigned(format) => {
                let result = format!("({} RNE {})", to_fp(format), self.bits(a));
                self.define_result(t, format, &result, &literal(width, default_nan(format)));
            }
            FloatOp::FromUnsigned(format) => {
                let (exponent, precision) = (format.exponent_bits(), format.precision());
                let read = format!("(_ to_fp_unsigned {exponent} {precision})");
                let result = format!("({read} RNE {})", self.bits(a));
                self.define_result(t, format, &result, &literal(width, default_nan(format)));
            }
            FloatOp::ToSigned(format) => self.define_integer(t, format, a, true),
            FloatOp::ToUnsigned(format) => self.define_integer(t, format, a, false),
            FloatOp::IsNan(_) => unreachable!("a predicate"),
        }
    }

    pub(super) fn define_float_binary(
        &mut self,
        t: Term,
        op: FloatBinaryOp,
        format: Format,
        a: Term,
        b: Term,
    ) {
        let (x, y) = (self.float(format, a), self.float(format, b));
        let result = match op {
            FloatBinaryOp::Add => format!("(fp.add RNE {x} {y})"),
            FloatBinaryOp::Sub => format!("(fp.sub RNE {x} {y})"),
            FloatBinaryOp::Mul => format!("(fp.mul RNE {x} {y})"),
            FloatBinaryOp::Div => format!("(fp.div RNE {x} {y})"),
            FloatBinaryOp::Rem => truncated_remainder(&x, &y),
            // Bits of one of the arguments: no way back from the theory is needed.
            FloatBinaryOp::Min => return self.define_chosen(t, [a, b], (&x, &y, &x)),
            FloatBinaryOp::Max => return self.define_chosen(t, [a, b], (&x, &x, &y)),
            FloatBinaryOp::Eq | FloatBinaryOp::Lt | FloatBinaryOp::Le => {
                unreachable!("a predicate")
            }
        };
        self.define_result(t, format, &result, &self.first_nan(format, &[a, b]));
    }

    pub(super) fn define_fma(&mut self, t: Term, format: Format, arguments: [Term; 3]) {
        let [x, y, z] = arguments.map(|argument| self.float(format, argument));
        let result = format!("(fp.fma RNE {x} {y} {z})");
        self.define_result(t, format, &result, &self.first_nan(format, &arguments));
    }

    /// The second argument where the first is NaN or `less < more`, else the first.
    fn define_chosen(&mut self, t: Term, [a, b]: [Term; 2], compared: (&str, &str, &str)) {
        let (x, less, more) = compared;
        let second = format!("(or (fp.isNaN {x}) (fp.lt {less} {more}))");
        let body = format!("(ite {second} {} {})", self.bits(b), self.bits(a));
        self.define_bits(t, &body);
    }

    fn define_result(&mut self, t: Term, format: Format, result: &str, nan: &str) {
        let (n, width) = (t.index(), self.terms.width(t));
        let sort = format!("(_ FloatingPoint {} {})", format.exponent_bits(), format.precision());
        let read = float_of(format, &format!("t{n}"));
        self.line(format_args!("(define-fun f{n} () {sort} {result})"));
        self.line(format_args!("(declare-const t{n} (_ BitVec {width}))"));
        self.line(format_args!("(assert (= {read} f{n}))"));
        self.line(format_args!("(assert (=> (fp.isNaN f{n}) (= t{n} {nan})))"));
        if format == Format::X87 {
            self.line(format_args!("(assert (x87.canonical t{n}))"));
        }
    }

    /// The bits of the first NaN among the arguments, quiet; the default NaN where there is none.
    fn first_nan(&self, format: Format, arguments: &[Term]) -> String {
        let default = literal(format.bits(), default_nan(format));
        arguments.iter().rev().fold(default, |otherwise, &argument| {
            let (value, bits) = (self.float(format, argument), self.bits(argument));
            format!("(ite (fp.isNaN {value}) {} {otherwise})", quiet(format, &bits))
        })
    }

    /// Toward zero; 0 where the result does not fit, for which the theory says nothing.
    fn define_integer(&mut self, t: Term, format: Format, a: Term, signed: bool) {
        let (width, value) = (self.terms.width(t), self.float(format, a));
        let integral = format!("(fp.roundToIntegral RTZ {value})");
        let mut fits = format!("(not (fp.isNaN {value})) (not (fp.isInfinite {value}))");
        let limit_exponent = if signed { width - 1 } else { width };
        let limit = power_of_two(format, limit_exponent);
        if let Some(limit) = &limit {
            let limit = float_of(format, limit);
            fits.push_str(&format!(" (fp.lt {integral} {limit})"));
            if signed {
                fits.push_str(&format!(" (fp.leq (fp.neg {limit}) {integral})"));
            }
        }
        if !signed {
            let zero = float_of(format, &literal(format.bits(), 0));
            fits.push_str(&format!(" (fp.leq {zero} {integral})"));
        }
        let name = if signed { "fp.to_sbv" } else { "fp.to_ubv" };
        let zero = literal(width, 0);
        let body = format!("(ite (and {fits}) ((_ {name} {width}) RTZ {value}) {zero})");
        self.define_bits(t, &body);
    }
}

/// The bits of a power of two; `None` where it is beyond every value of the format.
fn power_of_two(format: Format, exponent: u32) -> Option<String> {
    let within = exponent as i32 <= format.bias();
    let stored = (exponent as i32 + format.bias()) as u128;
    // The significand of 1, which only x87 stores, is that of every power of two.
    let one = from_unsigned(format, 1) & !(u128::MAX << format.significand_bits());
    within.then(|| literal(format.bits(), stored << format.significand_bits() | one))
}

fn to_fp(format: Format) -> String {
    format!("(_ to_fp {} {})", format.exponent_bits(), format.precision())
}

fn float_of(format: Format, bits: &str) -> String {
    match format {
        Format::X87 => format!("(x87 {bits})"),
        _ => format!("({} {bits})", to_fp(format)),
    }
}

/// The bits of a NaN made quiet.
fn quiet(format: Format, bits: &str) -> String {
    let quiet_bit = default_nan(format) & !sign_mask(format) & !crate::float::infinity(format);
    let quieted = format!("(bvor {bits} {})", literal(format.bits(), quiet_bit));
    match format {
        Format::X87 => {
            let default = literal(format.bits(), default_nan(format));
            format!("(ite (x87.supported {bits}) {quieted} {default})")
        }
        _ => quieted,
    }
}

/// A quiet NaN of one format in another: sign, and as much of the fraction as there is room for.
fn converted_nan(from: Format, to: Format, nan: &str) -> String {
    let (from_bits, to_bits) = (from.precision() - 1, to.precision() - 1);
    let sign = from.bits() - 1;
    let above = default_nan(to) >> to_bits & crate::bits::mask(to.bits() - 1 - to_bits);
    let above = literal(to.bits() - 1 - to_bits, above);
    let kept = from_bits.min(to_bits);
    let fraction = format!("((_ extract {} {}) nan)", from_bits - 1, from_bits - kept);
    let fraction = if to_bits > kept {
        format!("(concat {fraction} {})", literal(to_bits - kept, 0))
    } else {
        fraction
    };
    format!(
        "(let ((nan {nan})) (concat ((_ extract {sign} {sign}) nan) (concat {above} {fraction})))"
    )
}

/// C's `fmod` by the theory's remainder, whose quotient is rounded to nearest instead of toward
/// zero: of the magnitudes, it is `fmod` or one divisor less. The correction is exact.
fn truncated_remainder(x: &str, y: &str) -> String {
    let near = format!("(fp.rem (fp.abs {x}) (fp.abs {y}))");
    format!(
        "(let ((near {near})) \
         (let ((magnitude (ite (fp.isNegative near) (fp.add RNE near (fp.abs {y})) near))) \
         (ite (fp.isNegative {x}) (fp.neg magnitude) magnitude)))"
    )
}

fn rounding_mode(rounding: Rounding) -> &'static str {
    match rounding {
        Rounding::NearestEven => "RNE",
        Rounding::TowardZero => "RTZ",
        Rounding::Up => "RTP",
        Rounding::Down => "RTN",
        Rounding::NearestAway => "RNA",
    }
}

//! Z3 must read every script, and agree with the evaluator on every operation.

use assay_base::Rng;

use super::smtlib;
use crate::bits::mask;
use crate::float::{default_nan, from_signed, infinity, sign_mask};
use crate::simplify::ask_z3;
use crate::{
    Assignment, BinaryOp, Evaluator, FloatBinaryOp, FloatOp, Format, Node, Rounding, Term, Terms,
    Value,
};

const FORMATS: [Format; 6] =
    [Format::Half, Format::BFloat, Format::Single, Format::Double, Format::X87, Format::Quad];

const ROUNDINGS: [Rounding; 5] = [
    Rounding::NearestEven,
    Rounding::TowardZero,
    Rounding::Up,
    Rounding::Down,
    Rounding::NearestAway,
];

/// Scripts and what Z3 must answer to each.
#[derive(Default)]
struct Questions {
    script: String,
    expected: Vec<(&'static str, String)>,
}

impl Questions {
    /// An operation on constants must be able to have its value, and no other. That some value
    /// is possible is asked now and then: it fails for all arguments or for none.
    fn ask(&mut self, terms: &mut Terms, node: Node, width: u32) {
        let t = terms.raw(node, width);
        let value = Evaluator::new().value(terms, &Assignment::new(), t);
        let expected = equality(terms, t, value);
        let other = terms.raw(Node::Not(expected), 1);
        let mut asked = vec![(other, "unsat")];
        if self.expected.len() % 8 < 2 {
            asked.push((expected, "sat"));
        }
        for (constraint, answer) in asked {
            self.script.push_str(&smtlib(terms, &[constraint]));
            self.script.push_str("(reset)\n");
            let mut arguments = Vec::new();
            terms.for_each_argument(t, |a| arguments.extend(terms.as_constant(a)));
            self.expected.push((answer, format!("{node:?} of {arguments:x?} is {value:#x}")));
        }
    }

    fn check(self) {
        assert!(!self.expected.is_empty());
        let answers = ask_z3(self.script);
        assert_eq!(answers.lines().count(), self.expected.len(), "{answers}");
        for (answer, (expected, name)) in answers.lines().zip(self.expected) {
            assert_eq!(answer, expected, "{name}");
        }
    }
}

fn equality(terms: &mut Terms, t: Term, value: Value) -> Term {
    let value = terms.constant(terms.width(t), value);
    terms.raw(Node::Binary(BinaryOp::Eq, t, value), 1)
}

#[test]
fn bit_vector_operations_mean_what_the_evaluator_computes() {
    let mut questions = Questions::default();
    let mut rng = Rng::new(1);
    for width in [1, 7, 8, 128] {
        for _ in 0..3 {
            let [x, y] = [0; 2].map(|_| Value::from(rng.word()) << 64 | Value::from(rng.word()));
            for values in [[x, y, 2], [x, 0, 3], [x, 1, 9]] {
                ask_bit_vector_operations(&mut questions, width, values);
            }
        }
    }
    questions.check();
}

fn ask_bit_vector_operations(questions: &mut Questions, width: u32, values: [Value; 3]) {
    let mut terms = Terms::new();
    let [a, b, c] = values.map(|value| terms.constant(width, value));
    let condition = terms.truth(values[2] & 1 == 1);
    let table = terms.intern_table(&[a, c, b, a, b]);
    let mut asked = vec![
        (Node::Not(a), width),
        (Node::Neg(a), width),
        (Node::Extract { of: a, low: width / 3 }, width - width / 2),
        (Node::Ite(condition, a, b), width),
        (Node::Lookup { table, index: c }, width),
    ];
    if width < 64 {
        asked.push((Node::ZeroExtend(a), width + 3));
        asked.push((Node::SignExtend(a), width + 3));
        asked.push((Node::Concat(a, b), 2 * width));
    }
    use BinaryOp::*;
    let arithmetic = [Add, Sub, Mul, UDiv, SDiv, URem, SRem, And, Or, Xor, Shl, LShr, AShr];
    for op in arithmetic.into_iter().chain([Eq, Ult, Ule, Slt, Sle]) {
        asked.push((Node::Binary(op, a, b), op.result_width(width)));
    }
    for (node, width) in asked {
        questions.ask(&mut terms, node, width);
    }
}

/// Numbers at every edge of a format, and some between.
fn interesting(format: Format, rng: &mut Rng) -> Vec<Value> {
    let number = |n: i128| from_signed(format, n as Value, 128);
    let third = crate::float::div(format, number(1), number(3));
    let mut values = vec![
        0,
        sign_mask(format),
        1,
        number(1),
        number(-7),
        third,
        crate::float::mul(format, number(5), third),
        infinity(format),
        infinity(format) | sign_mask(format),
        infinity(format) - 1,
        default_nan(format),
        infinity(format) | 5,
    ];
    if format == Format::X87 {
        values.push(0x0000_8000_0000_0000_0001);
        values.push(0x3fff_0000_0000_0000_0001);
        values.push(0x7fff_0000_0000_0000_0000);
    }
    let random = Value::from(rng.word()) << 64 | Value::from(rng.word());
    values.push(random & mask(format.bits()));
    values
}

#[test]
fn float_operations_of_one_argument_mean_what_the_evaluator_computes() {
    let mut questions = Questions::default();
    let mut rng = Rng::new(2);
    for format in FORMATS {
        let mut terms = Terms::new();
        let mut ops = vec![
            (FloatOp::SquareRoot(format), format.bits()),
            (FloatOp::IsNan(format), 1),
            (FloatOp::ToSigned(format), 8),
            (FloatOp::ToUnsigned(format), 8),
            (FloatOp::ToSigned(format), 64),
            (FloatOp::ToUnsigned(format), 32),
        ];
        ops.extend(ROUNDINGS.map(|rounding| (FloatOp::Round(format, rounding), format.bits())));
        ops.extend(FORMATS.map(|to| (FloatOp::Convert { from: format, to }, to.bits())));
        for value in interesting(format, &mut rng) {
            let a = terms.constant(format.bits(), value);
            for &(op, width) in &ops {
                questions.ask(&mut terms, Node::Float(op, a), width);
            }
        }
    }
    questions.check();
}

#[test]
fn floats_of_integers_mean_what_the_evaluator_computes() {
    let mut questions = Questions::default();
    for format in FORMATS {
        for width in [1, 8, 32, 64] {
            let mut terms = Terms::new();
            for value in [0, 1, mask(width), mask(width) >> 1, 0x0123_4567_89ab_cdef] {
                let a = terms.constant(width, value);
                for op in [FloatOp::FromSigned(format), FloatOp::FromUnsigned(format)] {
                    questions.ask(&mut terms, Node::Float(op, a), format.bits());
                }
            }
        }
    }
    questions.check();
}

#[test]
fn float_operations_of_more_arguments_mean_what_the_evaluator_computes() {
    let mut questions = Questions::default();
    let mut rng = Rng::new(3);
    for format in FORMATS {
        let mut terms = Terms::new();
        let values: Vec<Term> = interesting(format, &mut rng)
            .into_iter()
            .map(|value| terms.constant(format.bits(), value))
            .collect();
        for (index, &a) in values.iter().enumerate() {
            for &b in values.iter().skip(index % 4).step_by(4) {
                use FloatBinaryOp::*;
                for op in [Add, Sub, Mul, Div, Min, Max, Eq, Lt, Le] {
                    let node = Node::FloatBinary(op, format, a, b);
                    questions.ask(&mut terms, node, op.result_width(format));
                }
                let c = values[rng.below(values.len())];
                let node = Node::FusedMultiplyAdd(format, a, b, c);
                questions.ask(&mut terms, node, format.bits());
            }
        }
    }
    questions.check();
}

#[test]
fn float_remainders_mean_what_the_evaluator_computes() {
    let mut questions = Questions::default();
    let mut rng = Rng::new(4);
    for format in FORMATS {
        let mut terms = Terms::new();
        let values = interesting(format, &mut rng);
        for (index, &x) in values.iter().enumerate() {
            for &y in values.iter().skip(index % 4).step_by(4) {
                let [a, b] = [x, y].map(|value| terms.constant(format.bits(), value));
                let node = Node::FloatBinary(FloatBinaryOp::Rem, format, a, b);
                questions.ask(&mut terms, node, format.bits());
            }
        }
    }
    questions.check();
}

#[test]
fn scripts_grow_with_the_number_of_terms() {
    let mut terms = Terms::new();
    let (_, x) = terms.new_variable(32);
    let (_, y) = terms.new_variable(32);
    // As a tree this would have 2^200 nodes.
    let mut shared = x;
    for _ in 0..200 {
        let product = terms.mul(shared, shared);
        shared = terms.add(product, y);
    }
    let constraint = terms.ult(shared, x);
    let script = smtlib(&terms, &[constraint]);
    assert!(script.lines().count() < 500);
    assert!(script.starts_with("(set-logic QF_BV)"));
    assert!(script.ends_with("(check-sat)\n"));
}

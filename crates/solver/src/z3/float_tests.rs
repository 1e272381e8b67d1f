//! Z3's floats are those of the evaluator, bit for bit.

use std::time::Duration;

use assay_base::{Id, Rng};
use assay_expr::bits::mask;
use assay_expr::float::{convert, infinity, sign_mask};
use assay_expr::{
    Assignment, Evaluator, FloatBinaryOp, FloatOp, Format, Node, Rounding, Term, Terms, Value,
    VarId,
};

use super::Z3;
use crate::limits::Limits;
use crate::query::{Query, Verdict};

const ROUNDS: u32 = 2;

/// One operation of each kind on the variables, with the width of its result.
fn operations(format: Format, a: Term, b: Term, c: Term) -> Vec<(Node, u32)> {
    let bits = format.bits();
    let other = if format == Format::Single { Format::Half } else { Format::Single };
    let mut list = vec![
        (Node::Float(FloatOp::Convert { from: format, to: other }, a), other.bits()),
        (Node::Float(FloatOp::ToSigned(format), a), 13),
        (Node::Float(FloatOp::ToSigned(format), a), 32),
        (Node::Float(FloatOp::ToSigned(format), a), 64),
        (Node::Float(FloatOp::ToUnsigned(format), a), 20),
        (Node::Float(FloatOp::ToUnsigned(format), a), 64),
        (Node::Float(FloatOp::FromSigned(format), a), bits),
        (Node::Float(FloatOp::FromUnsigned(format), a), bits),
        (Node::Float(FloatOp::IsNan(format), a), 1),
    ];
    for rounding in [
        Rounding::NearestEven,
        Rounding::TowardZero,
        Rounding::Up,
        Rounding::Down,
        Rounding::NearestAway,
    ] {
        list.push((Node::Float(FloatOp::Round(format, rounding), a), bits));
    }
    for op in [
        FloatBinaryOp::Add,
        FloatBinaryOp::Sub,
        FloatBinaryOp::Mul,
        FloatBinaryOp::Min,
        FloatBinaryOp::Max,
        FloatBinaryOp::Eq,
        FloatBinaryOp::Lt,
        FloatBinaryOp::Le,
    ] {
        list.push((Node::FloatBinary(op, format, a, b), op.result_width(format)));
    }
    // The circuits of the others take Z3 seconds to minutes in wide formats.
    if format.bits() <= 32 {
        list.push((Node::FloatBinary(FloatBinaryOp::Div, format, a, b), bits));
        list.push((Node::Float(FloatOp::SquareRoot(format), a), bits));
        list.push((Node::FusedMultiplyAdd(format, a, b, c), bits));
    }
    if format.exponent_bits() <= 5 {
        list.push((Node::FloatBinary(FloatBinaryOp::Rem, format, a, b), bits));
    }
    list
}

/// Ordinary and extreme operands.
fn operand(format: Format, rng: &mut Rng) -> Value {
    let random = (Value::from(rng.word()) << 64 | Value::from(rng.word())) & mask(format.bits());
    let quarter = rng.below(64) as f64 / 4.0 - 8.0;
    let small = convert(Format::Double, format, quarter.to_bits().into());
    match rng.below(8) {
        0 => 0,
        1 => sign_mask(format),
        2 => infinity(format),
        3 => infinity(format) | (1 + rng.below(7) as Value),
        4 | 5 => small,
        _ => random,
    }
}

/// Two assignments of the inputs, and a bit that chooses one of them: with a single assignment
/// Z3 would compute by its own evaluator, here it needs the circuits that proofs rest on.
struct Choice {
    bit: Term,
    values: [Assignment; 2],
}

impl Choice {
    /// The term that is the first value under the first assignment, else the second.
    fn between(&self, terms: &mut Terms, width: u32, values: [Value; 2]) -> Term {
        let [first, second] = values.map(|value| terms.constant(width, value));
        terms.ite(self.bit, first, second)
    }

    /// Can the operation's result differ from the evaluated one?
    fn differs(&self, z3: &mut Z3, terms: &mut Terms, node: Node, width: u32) -> Verdict {
        let term = terms.raw(node, width);
        let evaluated =
            self.values.each_ref().map(|values| Evaluator::new().value(terms, values, term));
        let expected = self.between(terms, width, evaluated);
        let mut conjuncts = vec![terms.ne(term, expected)];
        for variable in terms.variables(term).to_vec() {
            let input = terms.variable(variable);
            let values = self.values.each_ref().map(|values| values.get(variable));
            let chosen = self.between(terms, terms.width(input), values);
            conjuncts.push(terms.eq(input, chosen));
        }
        conjuncts.sort_unstable();
        let variables: Vec<VarId> = (0..terms.variable_count()).map(Id::new).collect();
        let query = Query {
            terms,
            conjuncts: &conjuncts,
            goal: None,
            variables: &variables,
            base: &Assignment::new(),
        };
        z3.solve(&query)
    }
}

#[test]
fn z3_computes_what_the_evaluator_computes() {
    let limits = Limits::new();
    let mut rng = Rng::new(11);
    for format in
        [Format::Half, Format::BFloat, Format::Single, Format::Double, Format::X87, Format::Quad]
    {
        for round in 0..ROUNDS {
            let mut terms = Terms::new();
            let mut z3 = Z3::new(&limits, 0);
            let variables = [0; 3].map(|_| terms.new_variable(format.bits()));
            let bit = terms.new_variable(1).1;
            let mut choice = Choice { bit, values: [Assignment::new(), Assignment::new()] };
            for values in &mut choice.values {
                for (variable, _) in variables {
                    values.set(variable, operand(format, &mut rng));
                }
            }
            let [a, b, c] = variables.map(|(_, term)| term);
            for (node, width) in operations(format, a, b, c) {
                limits.begin(Duration::from_secs(20));
                let verdict = choice.differs(&mut z3, &mut terms, node, width);
                assert!(
                    matches!(verdict, Verdict::Unsat(_)),
                    "{format:?} round {round} {node:?} {:?}: {verdict:?}",
                    choice.values
                );
            }
        }
    }
}

//! Queries with floats: guessed, or decided by Z3.

use std::time::Duration;

use assay_expr::float::{convert, is_nan};
use assay_expr::{Assignment, FloatBinaryOp, FloatOp, Format, Rounding, Term, Terms, Value, VarId};
use assay_solver::{Answer, Config, Solver};

fn double(value: f64) -> Value {
    value.to_bits().into()
}

struct Fixture {
    terms: Terms,
    solver: Solver,
}

impl Fixture {
    fn new() -> Fixture {
        let config = Config { timeout: Duration::from_secs(20), ..Config::default() };
        Fixture { terms: Terms::new(), solver: Solver::new(config) }
    }

    fn number(&mut self, value: f64) -> Term {
        self.terms.constant(64, double(value))
    }

    fn binary(&mut self, op: FloatBinaryOp, a: Term, b: Term) -> Term {
        self.terms.float_binary(op, Format::Double, a, b)
    }

    fn solve(&mut self, path: &[Term], goal: Term) -> Answer {
        self.solver.solve(&self.terms, path, goal, &Assignment::new())
    }

    fn value(&mut self, path: &[Term], goal: Term, variable: VarId) -> f64 {
        match self.solve(path, goal) {
            Answer::Sat(model) => f64::from_bits(model.get(variable) as u64),
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn a_sum_with_rounding_is_solved() {
    let mut f = Fixture::new();
    let (x, a) = f.terms.new_variable(64);
    let (tenth, wanted) = (f.number(0.1), f.number(0.3));
    let sum = f.binary(FloatBinaryOp::Add, a, tenth);
    let goal = f.binary(FloatBinaryOp::Eq, sum, wanted);
    let value = f.value(&[], goal, x);
    assert_eq!(value + 0.1, 0.3);
}

#[test]
fn no_double_added_to_a_large_one_gives_its_odd_neighbour() {
    let mut f = Fixture::new();
    let (_, a) = f.terms.new_variable(16);
    // x + 2048 is even for every half x above 2048: precision is lost.
    let format = Format::Half;
    let large = f.terms.constant(16, convert(Format::Double, format, double(2048.0)));
    let odd = f.terms.constant(16, convert(Format::Double, format, double(2047.0)));
    let wanted = f.terms.float_binary(FloatBinaryOp::Add, format, a, large);
    let above = f.terms.float_binary(FloatBinaryOp::Lt, format, large, a);
    let goal = f.terms.float_binary(FloatBinaryOp::Eq, format, wanted, odd);
    assert!(f.solver.check(&f.terms, &[above, goal]).is_unsat());
}

#[test]
fn a_square_root_is_inverted() {
    let mut f = Fixture::new();
    let (x, a) = f.terms.new_variable(64);
    let root = f.terms.float(FloatOp::SquareRoot(Format::Double), a, 64);
    let wanted = f.number(1.5);
    let goal = f.binary(FloatBinaryOp::Eq, root, wanted);
    assert_eq!(f.value(&[], goal, x).sqrt(), 1.5);
    let negative = f.number(-1.0);
    let goal = f.binary(FloatBinaryOp::Eq, root, negative);
    assert!(f.solve(&[], goal).is_unsat());
}

#[test]
fn only_nan_differs_from_itself() {
    let mut f = Fixture::new();
    let (x, a) = f.terms.new_variable(64);
    let same = f.binary(FloatBinaryOp::Eq, a, a);
    let goal = f.terms.not(same);
    assert!(f.value(&[], goal, x).is_nan());
    let zero = f.number(0.0);
    let below = f.binary(FloatBinaryOp::Lt, a, zero);
    assert!(f.solver.check(&f.terms, &[goal, below]).is_unsat());
}

#[test]
fn conversions_meet_integers() {
    let mut f = Fixture::new();
    let (x, a) = f.terms.new_variable(64);
    let (n, b) = f.terms.new_variable(32);
    let truncated = f.terms.float(FloatOp::ToSigned(Format::Double), a, 32);
    let wanted = f.terms.constant(32, 41);
    let integral = f.terms.float(FloatOp::Round(Format::Double, Rounding::TowardZero), a, 64);
    let same = f.binary(FloatBinaryOp::Eq, integral, a);
    let path = [f.terms.eq(truncated, wanted)];
    let goal = f.terms.not(same);
    let model = f.solver.check(&f.terms, &[path[0], goal]);
    let Answer::Sat(model) = model else { panic!("{model:?}") };
    let value = f64::from_bits(model.get(x) as u64);
    assert!(value > 41.0 && value < 42.0);
    let as_float = f.terms.float(FloatOp::FromSigned(Format::Double), b, 64);
    let half = f.number(0.5);
    let product = f.binary(FloatBinaryOp::Mul, as_float, half);
    let limit = f.number(-1000.25);
    let goal = f.binary(FloatBinaryOp::Lt, product, limit);
    let Answer::Sat(model) = f.solve(&[], goal) else { panic!("satisfiable") };
    assert!((model.get(n) as u32 as i32) < -2000);
}

#[test]
fn unsupported_extended_numbers_are_no_numbers() {
    let mut f = Fixture::new();
    let (x, a) = f.terms.new_variable(80);
    let exponent = f.terms.extract(a, 64, 15);
    let integer = f.terms.extract(a, 63, 1);
    let (middle, clear) = (f.terms.constant(15, 0x3fff), f.terms.constant(1, 0));
    let path = [f.terms.eq(exponent, middle), f.terms.eq(integer, clear)];
    let goal = f.terms.float(FloatOp::IsNan(Format::X87), a, 1);
    let Answer::Sat(model) = f.solver.check(&f.terms, &[path[0], path[1], goal]) else {
        panic!("satisfiable")
    };
    assert!(is_nan(Format::X87, model.get(x)));
    let number = f.terms.not(goal);
    assert!(f.solver.check(&f.terms, &[path[0], path[1], number]).is_unsat());
}

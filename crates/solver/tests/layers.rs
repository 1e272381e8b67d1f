//! Which layer answers what, seen through the statistics.

use assay_expr::{Assignment, Evaluator, Term, Terms, VarId};
use assay_solver::{Answer, Backend, Config, Layer, Solver};

struct Fixture {
    terms: Terms,
    solver: Solver,
}

impl Fixture {
    fn new() -> Fixture {
        Fixture { terms: Terms::new(), solver: Solver::new(Config::default()) }
    }

    fn variable(&mut self, width: u32) -> (VarId, Term) {
        self.terms.new_variable(width)
    }

    fn constant(&mut self, width: u32, value: u128) -> Term {
        self.terms.constant(width, value)
    }

    fn solve(&mut self, path: &[Term], goal: Term, base: &Assignment) -> Answer {
        self.solver.solve(&self.terms, path, goal, base)
    }

    /// The model of a query that must be satisfiable, checked against all constraints.
    fn model(&mut self, path: &[Term], goal: Term, base: &Assignment) -> Assignment {
        let Answer::Sat(model) = self.solve(path, goal, base) else { panic!("not satisfiable") };
        let mut evaluator = Evaluator::new();
        for term in path.iter().chain([&goal]) {
            assert_eq!(evaluator.value(&self.terms, &model, *term), 1);
        }
        model
    }

    fn answered(&self, layer: Layer) -> u64 {
        self.solver.stats().answered(layer)
    }
}

fn assignment(values: &[(VarId, u128)]) -> Assignment {
    let mut assignment = Assignment::new();
    for (variable, value) in values {
        assignment.set(*variable, *value);
    }
    assignment
}

#[test]
fn constant_goals_need_no_layer() {
    let mut f = Fixture::new();
    let (yes, no) = (f.terms.truth(true), f.terms.truth(false));
    assert!(f.solve(&[], yes, &Assignment::new()).is_sat());
    assert!(f.solve(&[], no, &Assignment::new()).is_unsat());
}

#[test]
fn a_goal_that_the_base_satisfies_keeps_the_base() {
    let mut f = Fixture::new();
    let (x, term) = f.variable(32);
    let seven = f.constant(32, 7);
    let goal = f.terms.ult(term, seven);
    let base = assignment(&[(x, 3)]);
    assert_eq!(f.model(&[], goal, &base), base);
    assert_eq!(f.answered(Layer::Trivial), 1);
}

#[test]
fn a_negated_constraint_is_a_contradiction() {
    let mut f = Fixture::new();
    let [(x, a), (y, b)] = [f.variable(32), f.variable(32)];
    let product = f.terms.mul(a, b);
    let constraint = f.terms.ult(product, a);
    let goal = f.terms.not(constraint);
    let base = assignment(&[(x, 1 << 31), (y, 2)]);
    assert!(f.solve(&[constraint], goal, &base).is_unsat());
    assert_eq!(f.answered(Layer::Trivial), 1);
}

#[test]
fn variables_outside_the_slice_keep_their_values() {
    let mut f = Fixture::new();
    let [(x, a), (y, b), (z, c)] = [f.variable(16), f.variable(16), f.variable(16)];
    let hundred = f.constant(16, 100);
    let path = [f.terms.ult(a, b), f.terms.ult(hundred, c)];
    let goal = f.terms.ult(b, hundred);
    let base = assignment(&[(x, 400), (y, 500), (z, 12345)]);
    let model = f.model(&path, goal, &base);
    assert_eq!(model.get(z), 12345);
    assert_eq!(f.solver.stats().largest, 2, "only the constraint on x and y is in the slice");
}

#[test]
fn equal_queries_are_answered_from_the_cache() {
    let mut f = Fixture::new();
    let [(x, a), (y, b)] = [f.variable(32), f.variable(32)];
    let product = f.terms.mul(a, b);
    let wanted = f.constant(32, 391);
    let one = f.constant(32, 1);
    let goal = f.terms.eq(product, wanted);
    let path = [f.terms.ult(one, a), f.terms.ult(one, b)];
    let base = assignment(&[(x, 5), (y, 5)]);
    let first = f.model(&path, goal, &base);
    let before = f.answered(Layer::ExactCache);
    assert_eq!(f.model(&path, goal, &base), first);
    assert_eq!(f.answered(Layer::ExactCache), before + 1);
}

#[test]
fn a_core_answers_longer_queries() {
    let mut f = Fixture::new();
    let [(x, a), (y, b), (z, c)] = [f.variable(32), f.variable(32), f.variable(32)];
    let goal = f.terms.ult(b, a);
    // Signed and unsigned order of small numbers agree, which only the bit-blaster knows.
    let small = f.constant(32, 1000);
    let path = [f.terms.ult(a, small), f.terms.ult(b, small), f.terms.sle(a, b)];
    let base = assignment(&[(x, 1), (y, 2), (z, 3)]);
    assert!(f.solve(&path, goal, &base).is_unsat());
    assert_eq!(f.answered(Layer::Bitblast), 1);
    let sum = f.terms.add(b, c);
    let longer = [path[0], path[1], path[2], f.terms.ult(c, sum)];
    assert!(f.solve(&longer, goal, &base).is_unsat());
    assert_eq!(f.answered(Layer::UnsatCore), 1);
}

#[test]
fn a_model_answers_another_query_about_its_variables() {
    let mut f = Fixture::new();
    let [(x, a), (y, b)] = [f.variable(32), f.variable(32)];
    let product = f.terms.mul(a, b);
    let (low, high, one) = (f.constant(32, 200), f.constant(32, 250), f.constant(32, 1));
    let base = assignment(&[(x, 3), (y, 5)]);
    let path = [f.terms.ult(one, a), f.terms.ult(one, b)];
    let goal = f.terms.ult(low, product);
    let model = f.model(&path, goal, &base);
    let other = f.terms.ne(product, high);
    let both = f.terms.and(goal, other);
    assert_eq!(f.model(&path, both, &base), model);
    assert_eq!(f.answered(Layer::ModelReuse), 1);
}

#[test]
fn intervals_decide_comparisons_with_constants() {
    let mut f = Fixture::new();
    let (x, a) = f.variable(32);
    let constants = [100, 200, 50, 150].map(|n| f.constant(32, n));
    let path = [f.terms.slt(constants[0], a), f.terms.slt(a, constants[1])];
    let base = assignment(&[(x, 120)]);
    let below = f.terms.slt(a, constants[2]);
    assert!(f.solve(&path, below, &base).is_unsat());
    let above = f.terms.sle(constants[3], a);
    assert_eq!(f.model(&path, above, &base).get(x), 150);
    assert_eq!(f.answered(Layer::Domains), 2);
}

#[test]
fn bytes_are_enumerated() {
    let mut f = Fixture::new();
    let (x, a) = f.variable(8);
    let square = f.terms.mul(a, a);
    let [wanted, impossible] = [0x21, 2].map(|n| f.constant(8, n));
    let goal = f.terms.eq(square, wanted);
    let value = f.model(&[], goal, &Assignment::new()).get(x);
    assert_eq!(value * value % 256, 0x21);
    let goal = f.terms.eq(square, impossible);
    assert!(f.solve(&[], goal, &Assignment::new()).is_unsat());
    assert_eq!(f.answered(Layer::Domains), 2);
}

#[test]
fn inversion_solves_linear_goals_from_the_base() {
    let mut f = Fixture::new();
    let [(x, a), (y, b)] = [f.variable(32), f.variable(32)];
    let three = f.constant(32, 3);
    let tripled = f.terms.mul(a, three);
    let sum = f.terms.add(tripled, b);
    let wanted = f.constant(32, 1000);
    let goal = f.terms.eq(sum, wanted);
    let model = f.model(&[], goal, &assignment(&[(x, 1), (y, 1)]));
    assert_eq!((3 * model.get(x) + model.get(y)) % (1 << 32), 1000);
    assert_eq!(f.answered(Layer::Inversion), 1);
}

#[test]
fn the_backends_agree_where_layers_give_up() {
    for backend in [Backend::Bitblast, Backend::Z3, Backend::Auto] {
        let mut f = Fixture::new();
        f.solver = Solver::new(Config { backend, check: true, ..Config::default() });
        let [(x, a), (y, b)] = [f.variable(16), f.variable(16)];
        let product = f.terms.mul(a, b);
        let (wanted, one) = (f.constant(16, 143), f.constant(16, 1));
        let limit = f.constant(16, 100);
        let path = [
            f.terms.ult(one, a),
            f.terms.ult(one, b),
            f.terms.ult(a, limit),
            f.terms.ult(b, limit),
        ];
        let goal = f.terms.eq(product, wanted);
        let model = f.model(&path, goal, &assignment(&[(x, 5), (y, 5)]));
        assert_eq!(model.get(x) * model.get(y), 143);
        let prime = f.constant(16, 149);
        let goal = f.terms.eq(product, prime);
        assert!(f.solve(&path, goal, &assignment(&[(x, 5), (y, 5)])).is_unsat());
        assert_eq!(f.solver.stats().disagreements, 0);
        assert_eq!(f.solver.stats().wrong_models, 0);
    }
}

#[test]
fn check_joins_the_models_of_independent_parts() {
    let mut f = Fixture::new();
    let [(x, a), (y, b), (z, c)] = [f.variable(32), f.variable(32), f.variable(8)];
    let product = f.terms.mul(a, b);
    let (wanted, digit) = (f.constant(32, 77), f.constant(8, 0x39));
    let mut path = vec![f.terms.eq(product, wanted), f.terms.eq(c, digit)];
    let Answer::Sat(model) = f.solver.check(&f.terms, &path) else { panic!("satisfiable") };
    assert_eq!((model.get(x) * model.get(y)) as u32, 77);
    assert_eq!(model.get(z), 0x39);
    path.push(f.terms.ult(c, digit));
    assert!(f.solver.check(&f.terms, &path).is_unsat());
}

#[test]
fn forgetting_allows_another_arena() {
    let mut f = Fixture::new();
    let (x, a) = f.variable(32);
    let square = f.terms.mul(a, a);
    let wanted = f.constant(32, 49);
    let goal = f.terms.eq(square, wanted);
    f.model(&[], goal, &assignment(&[(x, 2)]));
    f.terms = Terms::new();
    f.solver.forget();
    let (y, b) = f.variable(16);
    let cube = f.terms.mul(b, b);
    let cube = f.terms.mul(cube, b);
    let wanted = f.constant(16, 27);
    let goal = f.terms.eq(cube, wanted);
    let value = f.model(&[], goal, &assignment(&[(y, 2)])).get(y);
    assert_eq!((value * value * value) as u16, 27);
}

/// The answers to a fixed sequence of queries.
fn run(seed: u64) -> Vec<Option<Assignment>> {
    let mut f = Fixture::new();
    f.solver = Solver::new(Config { seed, ..Config::default() });
    let inputs: Vec<(VarId, Term)> = (0..4).map(|_| f.variable(16)).collect();
    let mut base = Assignment::new();
    let mut path = Vec::new();
    let mut answers = Vec::new();
    for step in 0..30usize {
        let (a, b) = (inputs[step % 4].1, inputs[(step * 7 + 1) % 4].1);
        let constant = f.constant(16, (step * 977) as u128);
        let product = f.terms.mul(a, b);
        let goal = f.terms.ult(constant, product);
        let answer = f.solve(&path, goal, &base);
        answers.push(match answer {
            Answer::Sat(model) => {
                path.push(goal);
                base = model.clone();
                Some(model)
            }
            _ => None,
        });
    }
    answers
}

#[test]
fn equal_seeds_give_equal_models() {
    assert_eq!(run(3), run(3));
}

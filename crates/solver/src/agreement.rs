//! Property test: the bit-blaster, Z3 and the whole stack of layers agree on random queries.

use std::time::Duration;

use assay_base::{Id, Rng};
use assay_expr::bits::mask;
use assay_expr::{Assignment, BinaryOp, Evaluator, Node, Term, Terms, Value};

use crate::bitblast::Bitblast;
use crate::limits::Limits;
use crate::query::{Checker, Query, Verdict};
use crate::z3::Z3;
use crate::{Answer, Config, Layer, Solver};

const OPERATORS: [BinaryOp; 13] = [
    BinaryOp::Add,
    BinaryOp::Sub,
    BinaryOp::Mul,
    BinaryOp::UDiv,
    BinaryOp::SDiv,
    BinaryOp::URem,
    BinaryOp::SRem,
    BinaryOp::And,
    BinaryOp::Or,
    BinaryOp::Xor,
    BinaryOp::Shl,
    BinaryOp::LShr,
    BinaryOp::AShr,
];

const COMPARISONS: [BinaryOp; 5] =
    [BinaryOp::Eq, BinaryOp::Ult, BinaryOp::Ule, BinaryOp::Slt, BinaryOp::Sle];

/// Makes random terms without simplification, so that every operator is met.
struct Generator {
    rng: Rng,
    terms: Terms,
    variables: Vec<Term>,
}

impl Generator {
    fn new(seed: u64) -> Generator {
        let mut generator =
            Generator { rng: Rng::new(seed), terms: Terms::new(), variables: Vec::new() };
        let widths = [generator.width(), generator.width(), 8];
        for width in &widths[..1 + generator.rng.below(3)] {
            let variable = generator.terms.new_variable(*width).1;
            generator.variables.push(variable);
        }
        generator
    }

    fn width(&mut self) -> u32 {
        match self.rng.below(12) {
            0 => 128,
            1 => [1, 32, 64, 65, 127][self.rng.below(5)],
            2..=4 => 1 + self.rng.below(64) as u32,
            _ => 1 + self.rng.below(16) as u32,
        }
    }

    fn constant(&mut self, width: u32) -> Term {
        let word = (Value::from(self.rng.word()) << 64) | Value::from(self.rng.word());
        let value = match self.rng.below(5) {
            0 => Value::from(self.rng.word() % 4),
            1 => mask(width) - Value::from(self.rng.word() % 3).min(mask(width)),
            2 => 1 << self.rng.below(width as usize),
            _ => word,
        };
        self.terms.constant(width, value)
    }

    fn pick(&mut self) -> Term {
        self.variables[self.rng.below(self.variables.len())]
    }

    /// A term of this width.
    fn term(&mut self, width: u32, depth: u32) -> Term {
        if depth == 0 || self.rng.below(8) == 0 {
            return self.leaf(width);
        }
        let deeper = depth - 1;
        match self.rng.below(16) {
            0 => {
                let a = self.term(width, deeper);
                self.terms.raw(Node::Not(a), width)
            }
            1 => {
                let a = self.term(width, deeper);
                self.terms.raw(Node::Neg(a), width)
            }
            2 => {
                let from = (width + 1 + self.rng.below(8) as u32).min(128);
                let of = self.term(from, deeper);
                let low = self.rng.below((from - width + 1) as usize) as u32;
                self.terms.raw(Node::Extract { of, low }, width)
            }
            3 | 4 if width > 1 => self.extension(width, deeper),
            5 if width > 1 => {
                let low = 1 + self.rng.below(width as usize - 1) as u32;
                let (a, b) = (self.term(width - low, deeper), self.term(low, deeper));
                self.terms.raw(Node::Concat(a, b), width)
            }
            6 | 7 => {
                let condition = self.truth(deeper);
                let (a, b) = (self.term(width, deeper), self.term(width, deeper));
                self.terms.raw(Node::Ite(condition, a, b), width)
            }
            8 => self.lookup(width, deeper),
            9 if width == 1 => self.truth(deeper),
            _ => self.binary(width, deeper),
        }
    }

    fn leaf(&mut self, width: u32) -> Term {
        let variable = self.pick();
        if self.rng.below(3) == 0 {
            self.constant(width)
        } else {
            self.terms.resize(variable, width)
        }
    }

    fn extension(&mut self, width: u32, depth: u32) -> Term {
        let from = 1 + self.rng.below(width as usize - 1) as u32;
        let a = self.term(from, depth);
        let node = if self.rng.coin() { Node::ZeroExtend(a) } else { Node::SignExtend(a) };
        self.terms.raw(node, width)
    }

    fn lookup(&mut self, width: u32, depth: u32) -> Term {
        let index_width = 1 + self.rng.below(6) as u32;
        let index = self.term(index_width, depth);
        let length = 1 + self.rng.below(20);
        let entries: Vec<Term> = (0..length)
            .map(|_| match self.rng.below(4) {
                0 => self.leaf(width),
                _ => self.constant(width),
            })
            .collect();
        self.terms.lookup(&entries, index)
    }

    /// Hard operators only where both solvers finish in time.
    fn binary(&mut self, width: u32, depth: u32) -> Term {
        let op = OPERATORS[self.rng.below(OPERATORS.len())];
        let a = self.term(width, depth);
        let is_hard = matches!(
            op,
            BinaryOp::Mul | BinaryOp::UDiv | BinaryOp::SDiv | BinaryOp::URem | BinaryOp::SRem
        );
        let b = if is_hard && width > 8 { self.constant(width) } else { self.term(width, depth) };
        if is_hard && width > 33 {
            return self.terms.raw(Node::Binary(BinaryOp::Xor, a, b), width);
        }
        self.terms.raw(Node::Binary(op, a, b), width)
    }

    fn truth(&mut self, depth: u32) -> Term {
        let width = match self.rng.below(3) {
            0 => self.width(),
            _ => self.terms.width(self.variables[0]),
        };
        let (a, b) = (self.term(width, depth), self.term(width, depth));
        let op = COMPARISONS[self.rng.below(COMPARISONS.len())];
        let comparison = self.terms.raw(Node::Binary(op, a, b), 1);
        if self.rng.coin() { comparison } else { self.terms.raw(Node::Not(comparison), 1) }
    }
}

/// The three procedures on the queries of one arena, so that incremental state and caches are
/// tested too.
struct Trial {
    limits: Limits,
    bitblast: Bitblast,
    z3: Z3,
    layers: Solver,
    sat: u32,
    unsat: u32,
    unknown: u32,
}

impl Trial {
    fn new() -> Trial {
        let limits = Limits::new();
        Trial {
            bitblast: Bitblast::new(&limits, 0),
            z3: Z3::new(&limits, 0),
            layers: Solver::new(Config::default()),
            limits,
            sat: 0,
            unsat: 0,
            unknown: 0,
        }
    }

    fn forget(&mut self) {
        self.bitblast.forget();
        self.z3.forget();
        self.layers.forget();
    }

    /// What both backends say, whose models must hold.
    fn decide(&mut self, terms: &Terms, list: &[Term], note: &str) -> Option<bool> {
        let mut conjuncts = list.to_vec();
        conjuncts.sort_unstable();
        conjuncts.dedup();
        let variables: Vec<_> = (0..terms.variable_count()).map(Id::new).collect();
        let base = Assignment::new();
        let query =
            Query { terms, conjuncts: &conjuncts, goal: None, variables: &variables, base: &base };
        self.limits.begin(Duration::from_secs(2));
        let verdicts = [self.bitblast.solve(&query), self.z3.solve(&query)];
        let mut checker = Checker::new();
        let mut sat = |verdict: &Verdict| match verdict {
            Verdict::Sat(model) => {
                checker.set(model);
                assert!(checker.holds(&query), "{note}: a wrong model");
                Some(true)
            }
            Verdict::Unsat(core) => {
                assert!(core.iter().all(|term| conjuncts.contains(term)), "{note}: a wrong core");
                Some(false)
            }
            Verdict::Unknown(_) => None,
        };
        match [sat(&verdicts[0]), sat(&verdicts[1])] {
            [Some(ours), Some(theirs)] => {
                assert_eq!(ours, theirs, "{note}: the bit-blaster and z3");
                *(if ours { &mut self.sat } else { &mut self.unsat }) += 1;
                Some(ours)
            }
            _ => {
                self.unknown += 1;
                None
            }
        }
    }

    /// A path that grows by one constraint at a time: each goal is asked with and without a
    /// base model, and is kept if it can be. What was impossible stays so on the longer path.
    fn follow_path(&mut self, seed: u64) {
        let mut generator = Generator::new(seed);
        let mut path: Vec<Term> = Vec::new();
        let mut impossible = Vec::new();
        let mut base = Assignment::new();
        for step in 0..8 {
            let goal = generator.truth(2);
            if generator.terms.variables(goal).is_empty() {
                continue;
            }
            let terms = &generator.terms;
            let all: Vec<Term> = path.iter().copied().chain([goal]).collect();
            let note = format!("seed {seed} step {step}");
            let Some(expected) = self.decide(terms, &all, &note) else { continue };
            let answers =
                [self.layers.solve(terms, &path, goal, &base), self.layers.check(terms, &all)];
            for (answer, name) in answers.iter().zip(["solve", "check"]) {
                match answer {
                    Answer::Sat(model) => {
                        assert!(expected, "{note}: {name} says sat");
                        let mut evaluator = Evaluator::new();
                        let holds = |term: &Term| evaluator.value(terms, model, *term) == 1;
                        assert!(all.iter().all(holds), "{note}: {name} gives a wrong model");
                    }
                    Answer::Unsat => assert!(!expected, "{note}: {name} says unsat"),
                    Answer::Unknown(_) => {}
                }
            }
            match answers {
                [Answer::Sat(model), _] => {
                    path.push(goal);
                    base = model;
                }
                _ => impossible.push(goal),
            }
        }
        for goal in impossible {
            let answer = self.layers.solve(&generator.terms, &path, goal, &base);
            assert!(!answer.is_sat(), "seed {seed}: satisfied by a longer path");
        }
        self.forget();
    }
}

#[test]
fn backends_and_layers_agree_on_random_paths() {
    let mut trial = Trial::new();
    for seed in 0..250 {
        trial.follow_path(seed);
    }
    let Trial { sat, unsat, unknown, layers, .. } = &trial;
    assert!(
        *sat > 600 && *unsat > 250 && *unknown < 20,
        "{sat} sat, {unsat} unsat, {unknown} unknown"
    );
    for layer in Layer::ALL.into_iter().filter(|layer| !matches!(layer, Layer::Guess | Layer::Z3)) {
        assert!(layers.stats().answered(layer) > 0, "{} was never asked", layer.name());
    }
}

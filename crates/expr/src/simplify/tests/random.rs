//! Random terms: with and without simplification they must have the same value everywhere, and
//! every value must lie within the bounds.

use assay_base::Rng;

use crate::bits::{mask, sign_bit};
use crate::{Assignment, BinaryOp, Evaluator, Node, Term, Terms, Value, VarId};

const OPS: [BinaryOp; 18] = [
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
    BinaryOp::Eq,
    BinaryOp::Ult,
    BinaryOp::Ule,
    BinaryOp::Slt,
    BinaryOp::Sle,
];

const WIDTHS: [u32; 8] = [1, 3, 8, 16, 32, 64, 65, 128];

/// The same term in two arenas: simplified in one, as it was asked for in the other.
struct Twins {
    simplified: Terms,
    plain: Terms,
    variables: Vec<(VarId, u32)>,
    rng: Rng,
}

type Twin = (Term, Term);

impl Twins {
    fn new(seed: u64) -> Self {
        let mut twins = Twins {
            simplified: Terms::new(),
            plain: Terms::new(),
            variables: Vec::new(),
            rng: Rng::new(seed),
        };
        for width in WIDTHS.into_iter().chain([1, 8]) {
            let (var, _) = twins.simplified.new_variable(width);
            twins.plain.new_variable(width);
            twins.variables.push((var, width));
        }
        twins
    }

    /// Often a value at the edge of something.
    fn value(&mut self, width: u32) -> Value {
        let small = self.rng.below(4) as Value;
        let value = match self.rng.below(6) {
            0 => small,
            1 => mask(width) - small.min(mask(width)),
            2 => sign_bit(width).wrapping_add(small),
            3 => sign_bit(width).wrapping_sub(small),
            4 => 1 << self.rng.below(width as usize),
            _ => (self.rng.word() as Value) << 64 | self.rng.word() as Value,
        };
        value & mask(width)
    }

    fn both(
        &mut self,
        node: impl Fn(&dyn Fn(Twin) -> Term) -> Node,
        width: u32,
        constructor: impl FnOnce(&mut Terms) -> Term,
    ) -> Twin {
        let plain = node(&|twin| twin.1);
        (constructor(&mut self.simplified), self.plain.raw(plain, width))
    }

    fn leaf(&mut self, width: u32) -> Twin {
        let named: Vec<VarId> =
            self.variables.iter().filter(|known| known.1 == width).map(|known| known.0).collect();
        if !named.is_empty() && self.rng.below(3) > 0 {
            let var = named[self.rng.below(named.len())];
            return (self.simplified.variable(var), self.plain.variable(var));
        }
        let value = self.value(width);
        if self.rng.below(8) == 0 {
            let simplified = self.simplified.uninitialised(width, value);
            return (simplified, self.plain.uninitialised(width, value));
        }
        (self.simplified.constant(width, value), self.plain.constant(width, value))
    }

    fn term(&mut self, width: u32, depth: u32) -> Twin {
        if depth == 0 || self.rng.below(8) == 0 {
            return self.leaf(width);
        }
        match self.rng.below(12) {
            0 => {
                let a = self.term(width, depth - 1);
                self.both(|of| Node::Not(of(a)), width, |terms| terms.not(a.0))
            }
            1 => {
                let a = self.term(width, depth - 1);
                self.both(|of| Node::Neg(of(a)), width, |terms| terms.neg(a.0))
            }
            2 => self.extract(width, depth),
            3 if width > 1 => self.extension(width, depth),
            4 if width > 1 => {
                let low_width = 1 + self.rng.below(width as usize - 1) as u32;
                let high = self.term(width - low_width, depth - 1);
                let low = self.term(low_width, depth - 1);
                let node = |of: &dyn Fn(Twin) -> Term| Node::Concat(of(high), of(low));
                self.both(node, width, |terms| terms.concat(high.0, low.0))
            }
            5 => {
                let [a, b] = [0; 2].map(|_| self.term(width, depth - 1));
                let k = self.term(1, depth - 1);
                let node = |of: &dyn Fn(Twin) -> Term| Node::Ite(of(k), of(a), of(b));
                self.both(node, width, |terms| terms.ite(k.0, a.0, b.0))
            }
            6 => self.lookup(width, depth),
            _ => self.binary(width, depth),
        }
    }

    fn binary(&mut self, width: u32, depth: u32) -> Twin {
        let op = match width {
            1 => OPS[self.rng.below(OPS.len())],
            _ => OPS[self.rng.below(13)],
        };
        let of_width = match op.is_comparison() {
            true => WIDTHS[self.rng.below(WIDTHS.len())],
            false => width,
        };
        let a = self.term(of_width, depth - 1);
        // Equal arguments, and arguments of arguments, are where many rules apply.
        let b = if self.rng.below(6) == 0 { a } else { self.term(of_width, depth - 1) };
        let node = |of: &dyn Fn(Twin) -> Term| Node::Binary(op, of(a), of(b));
        self.both(node, width, |terms| terms.binary(op, a.0, b.0))
    }

    fn extract(&mut self, width: u32, depth: u32) -> Twin {
        let wider: Vec<u32> = WIDTHS.into_iter().filter(|&wide| wide > width).collect();
        if wider.is_empty() {
            return self.leaf(width);
        }
        let of_width = wider[self.rng.below(wider.len())];
        let low = self.rng.below((of_width - width + 1) as usize) as u32;
        let a = self.term(of_width, depth - 1);
        let node = |of: &dyn Fn(Twin) -> Term| Node::Extract { of: of(a), low };
        self.both(node, width, |terms| terms.extract(a.0, low, width))
    }

    fn extension(&mut self, width: u32, depth: u32) -> Twin {
        let from = 1 + self.rng.below(width as usize - 1) as u32;
        let a = self.term(from, depth - 1);
        if self.rng.coin() {
            self.both(|of| Node::ZeroExtend(of(a)), width, |terms| terms.zero_extend(a.0, width))
        } else {
            self.both(|of| Node::SignExtend(of(a)), width, |terms| terms.sign_extend(a.0, width))
        }
    }

    fn lookup(&mut self, width: u32, depth: u32) -> Twin {
        let length = 1 + self.rng.below(6);
        let leaves = self.rng.coin();
        let entries: Vec<Twin> =
            (0..length).map(|_| self.term(width, if leaves { 0 } else { depth - 1 })).collect();
        let index_width = WIDTHS[self.rng.below(4)];
        let index = self.term(index_width, depth - 1);
        let (simplified, plain): (Vec<Term>, Vec<Term>) = entries.into_iter().unzip();
        let table = self.plain.intern_table(&plain);
        let plain = self.plain.raw(Node::Lookup { table, index: index.1 }, width);
        (self.simplified.lookup(&simplified, index.0), plain)
    }

    fn assignment(&mut self) -> Assignment {
        let mut assignment = Assignment::new();
        for (var, width) in self.variables.clone() {
            let value = self.value(width);
            assignment.set(var, value);
        }
        assignment
    }
}

#[test]
fn simplification_keeps_every_value() {
    let mut evaluators = (Evaluator::new(), Evaluator::new());
    let mut folded = 0;
    for seed in 0..20_000 {
        let mut twins = Twins::new(seed);
        let width = WIDTHS[twins.rng.below(WIDTHS.len())];
        let depth = 2 + twins.rng.below(5) as u32;
        let twin = twins.term(width, depth);
        folded += (twins.simplified.len() < twins.plain.len()) as u32;
        for _ in 0..24 {
            let assignment = twins.assignment();
            evaluators.0.reset();
            evaluators.1.reset();
            let simplified = evaluators.0.value(&twins.simplified, &assignment, twin.0);
            let plain = evaluators.1.value(&twins.plain, &assignment, twin.1);
            assert_eq!(simplified, plain, "seed {seed}, {assignment:?}");
            for (terms, term) in [(&twins.simplified, twin.0), (&twins.plain, twin.1)] {
                let (low, high) = terms.bounds(term);
                assert!(low <= plain && plain <= high, "seed {seed}: {plain} not in {low}..={high}");
            }
        }
    }
    assert!(folded > 1000, "only {folded} terms became smaller");
}

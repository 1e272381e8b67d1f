//! Random terms: with and without simplification they must have the same value everywhere, and
//! every value must lie within the bounds.

use assay_base::Rng;

use crate::bits::{mask, sign_bit};
use crate::float::from_signed;
use crate::{
    Assignment, BinaryOp, Evaluator, FloatBinaryOp, FloatOp, Format, Node, Rounding, Term, Terms,
    Value, VarId,
};

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

const FLOAT_OPS: [FloatBinaryOp; 10] = [
    FloatBinaryOp::Add,
    FloatBinaryOp::Sub,
    FloatBinaryOp::Mul,
    FloatBinaryOp::Div,
    FloatBinaryOp::Rem,
    FloatBinaryOp::Min,
    FloatBinaryOp::Max,
    FloatBinaryOp::Eq,
    FloatBinaryOp::Lt,
    FloatBinaryOp::Le,
];

const FORMATS: [Format; 6] =
    [Format::Half, Format::BFloat, Format::Single, Format::Double, Format::X87, Format::Quad];

const WIDTHS: [u32; 9] = [1, 3, 8, 16, 32, 64, 65, 80, 128];

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
        let value = match self.rng.below(7) {
            0 => small,
            1 => mask(width) - small.min(mask(width)),
            2 => sign_bit(width).wrapping_add(small),
            3 => sign_bit(width).wrapping_sub(small),
            4 => 1 << self.rng.below(width as usize),
            5 => self.small_float(width).unwrap_or(small),
            _ => (self.rng.word() as Value) << 64 | self.rng.word() as Value,
        };
        value & mask(width)
    }

    /// A small number, or its inverse, in a format of this width.
    fn small_float(&mut self, width: u32) -> Option<Value> {
        let format = self.format(width)?;
        let number = from_signed(format, self.rng.word() as Value, 5);
        let one = from_signed(format, 1, 5);
        Some(if self.rng.coin() { number } else { crate::float::div(format, one, number) })
    }

    fn format(&mut self, width: u32) -> Option<Format> {
        let formats: Vec<Format> =
            FORMATS.into_iter().filter(|format| format.bits() == width).collect();
        (!formats.is_empty()).then(|| formats[self.rng.below(formats.len())])
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
            let simplified = self.simplified.uninitialised(width, value, 0);
            return (simplified, self.plain.uninitialised(width, value, 0));
        }
        (self.simplified.constant(width, value), self.plain.constant(width, value))
    }

    fn term(&mut self, width: u32, depth: u32) -> Twin {
        if depth == 0 || self.rng.below(8) == 0 {
            return self.leaf(width);
        }
        match self.rng.below(14) {
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
            7 => self.float_binary(width, depth),
            8 => self.float(width, depth),
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

    fn float_binary(&mut self, width: u32, depth: u32) -> Twin {
        let (op, format) = match self.format(width) {
            Some(format) => (FLOAT_OPS[self.rng.below(7)], format),
            None if width == 1 => (FLOAT_OPS[7 + self.rng.below(3)], FORMATS[self.rng.below(6)]),
            None => return self.leaf(width),
        };
        let a = self.term(format.bits(), depth - 1);
        let b = if self.rng.below(6) == 0 { a } else { self.term(format.bits(), depth - 1) };
        let node = |of: &dyn Fn(Twin) -> Term| Node::FloatBinary(op, format, of(a), of(b));
        self.both(node, width, |terms| terms.float_binary(op, format, a.0, b.0))
    }

    fn float(&mut self, width: u32, depth: u32) -> Twin {
        let any = FORMATS[self.rng.below(6)];
        let (op, of_width) = match (self.format(width), self.rng.below(6)) {
            (Some(to), 0) => (FloatOp::Convert { from: any, to }, any.bits()),
            (Some(to), 1) => (FloatOp::FromSigned(to), WIDTHS[self.rng.below(WIDTHS.len())]),
            (Some(to), 2) => (FloatOp::FromUnsigned(to), WIDTHS[self.rng.below(WIDTHS.len())]),
            (Some(to), 3) => (FloatOp::Round(to, Rounding::Down), width),
            (Some(to), 4) => (FloatOp::SquareRoot(to), width),
            _ if width == 1 => (FloatOp::IsNan(any), any.bits()),
            _ if self.rng.coin() => (FloatOp::ToSigned(any), any.bits()),
            _ => (FloatOp::ToUnsigned(any), any.bits()),
        };
        let a = self.term(of_width, depth - 1);
        self.both(|of| Node::Float(op, of(a)), width, |terms| terms.float(op, a.0, width))
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
                assert!(
                    low <= plain && plain <= high,
                    "seed {seed}: {plain} not in {low}..={high}"
                );
            }
        }
    }
    assert!(folded > 1000, "only {folded} terms became smaller");
}

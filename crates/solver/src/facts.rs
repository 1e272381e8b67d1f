//! What a constraint says about single terms.
//!
//! A constraint is the membership `term ∈ {1}`. Memberships are pulled back through operations
//! whose preimages of intervals are unions of intervals again: `x + 3 ∈ [5, 9]` becomes
//! `x ∈ [2, 6]`. What remains are facts `leaf ∈ set`, whose conjunction is *equivalent* to the
//! constraint. A leaf is a variable, or any term that cannot be looked through.

use std::cell::Cell;

use assay_expr::bits::{mask, sign_bit};
use assay_expr::{BinaryOp, Node, Term, Terms, Value};

use crate::interval::IntervalSet;

/// The leaf's value is in the set.
#[derive(Clone, Debug)]
pub(crate) struct Fact {
    pub(crate) leaf: Term,
    pub(crate) set: IntervalSet,
}

/// Deeper terms are leaves: the pull back is recursive.
const DEEPEST: u32 = 200;
/// Terms that are looked at, at most; all else are leaves. Terms share their parts, so that there
/// are more ways down than anyone can walk.
const MOST_STEPS: u32 = 4096;
/// Larger tables are leaves.
const LARGEST_TABLE: usize = 4096;

/// The facts that together are equivalent to the constraint.
pub(crate) fn facts_of(terms: &Terms, constraint: Term) -> Vec<Fact> {
    let mut facts = Vec::new();
    let left = Cell::new(MOST_STEPS);
    let mut restriction = Restriction { terms, facts: &mut facts, left: &left };
    restriction.restrict(constraint, IntervalSet::single(1), 0);
    facts
}

struct Restriction<'a> {
    terms: &'a Terms,
    facts: &'a mut Vec<Fact>,
    /// Steps that are left.
    left: &'a Cell<u32>,
}

impl Restriction<'_> {
    /// Adds the facts equivalent to `term ∈ set`.
    fn restrict(&mut self, term: Term, set: IntervalSet, depth: u32) {
        let width = self.terms.width(term);
        if set.size() > mask(width) {
            return;
        }
        let left = self.left.get();
        self.left.set(left.saturating_sub(1));
        if depth > DEEPEST || left == 0 || set.is_empty() {
            self.facts.push(Fact { leaf: term, set });
            return;
        }
        if width == 1 && self.restrict_truth(term, set.contains(1), depth) {
            return;
        }
        match self.preimage(term, &set) {
            Some((argument, set)) => self.restrict(argument, set, depth + 1),
            None => self.facts.push(Fact { leaf: term, set }),
        }
    }

    /// `term` is the truth value `truth`, as an operation of logic. False if it is none.
    fn restrict_truth(&mut self, term: Term, truth: bool, depth: u32) -> bool {
        let one = |truth: bool| IntervalSet::single(Value::from(truth));
        match self.terms.node(term) {
            Node::Binary(BinaryOp::And, a, b) if truth => {
                self.restrict(a, one(true), depth + 1);
                self.restrict(b, one(true), depth + 1);
            }
            Node::Binary(BinaryOp::Or, a, b) if !truth => {
                self.restrict(a, one(false), depth + 1);
                self.restrict(b, one(false), depth + 1);
            }
            Node::Binary(BinaryOp::Or | BinaryOp::And, a, b) => {
                return self.restrict_either(a, b, truth, depth);
            }
            Node::Binary(op, a, b) if op.is_comparison() => {
                let Some((argument, set)) = comparison(self.terms, op, a, b) else { return false };
                let width = self.terms.width(argument);
                let set = if truth { set } else { set.complement(width) };
                self.restrict(argument, set, depth + 1);
            }
            _ => return false,
        }
        true
    }

    /// One of two truths is `truth`: a fact if both are about the same leaf.
    fn restrict_either(&mut self, a: Term, b: Term, truth: bool, depth: u32) -> bool {
        let side = |term: Term| {
            let mut facts = Vec::new();
            let one = IntervalSet::single(Value::from(truth));
            let mut side = Restriction { terms: self.terms, facts: &mut facts, left: self.left };
            side.restrict(term, one, depth + 1);
            facts
        };
        let (left, right) = (side(a), side(b));
        let ([left], [right]) = (left.as_slice(), right.as_slice()) else { return false };
        if left.leaf != right.leaf {
            return false;
        }
        let set = left.set.union(&right.set);
        if set.size() <= mask(self.terms.width(left.leaf)) {
            self.facts.push(Fact { leaf: left.leaf, set });
        }
        true
    }

    /// The argument, and the set of its values for which `term` is in `set`.
    fn preimage(&self, term: Term, set: &IntervalSet) -> Option<(Term, IntervalSet)> {
        let width = self.terms.width(term);
        match self.terms.node(term) {
            Node::Not(a) => Some((a, set.reflect(width))),
            // -x = !x + 1
            Node::Neg(a) => Some((a, set.rotate(mask(width), width).reflect(width))),
            Node::Binary(op, a, b) => {
                match (self.terms.as_constant(a), self.terms.as_constant(b)) {
                    (None, Some(b)) => Some((a, self.right_constant(op, a, b, set)?)),
                    // c - x = !x + (c + 1)
                    (Some(a), None) if op == BinaryOp::Sub => {
                        let by = mask(width).wrapping_sub(a) & mask(width);
                        Some((b, set.rotate(by, width).reflect(width)))
                    }
                    _ => None,
                }
            }
            Node::ZeroExtend(a) => {
                Some((a, set.intersect(&IntervalSet::full(self.terms.width(a)))))
            }
            Node::SignExtend(a) => Some((a, sign_extension(set, self.terms.width(a), width))),
            Node::Extract { of, low } => Some((of, self.extract(of, low, width, set)?)),
            Node::Concat(high, low) => self.concat(high, low, set),
            Node::Lookup { table, index } => {
                Some((index, self.lookup(self.terms.table(table), index, set)?))
            }
            Node::Ite(condition, a, b) => {
                let (a, b) = (self.terms.as_constant(a)?, self.terms.as_constant(b)?);
                let chosen =
                    |value: Value, truth: Value| set.contains(value).then_some((truth, truth));
                let truths = [chosen(b, 0), chosen(a, 1)];
                Some((condition, IntervalSet::of(truths.into_iter().flatten().collect())))
            }
            _ => None,
        }
    }

    /// The values of `a` for which `a op b` is in `set`.
    fn right_constant(
        &self,
        op: BinaryOp,
        a: Term,
        b: Value,
        set: &IntervalSet,
    ) -> Option<IntervalSet> {
        let width = self.terms.width(a);
        let top = mask(width);
        match op {
            BinaryOp::Add => Some(set.rotate(b.wrapping_neg() & top, width)),
            BinaryOp::Sub => Some(set.rotate(b, width)),
            BinaryOp::Xor if b == top => Some(set.reflect(width)),
            BinaryOp::Xor if b == sign_bit(width) => Some(set.rotate(b, width)),
            BinaryOp::UDiv if b != 0 => Some(quotient(set, b, top)),
            BinaryOp::LShr if b < Value::from(width) => Some(quotient(set, 1 << b, top)),
            BinaryOp::Mul => self.product(a, b, set),
            BinaryOp::Shl if b < Value::from(width) => self.product(a, 1 << b, set),
            // Below the divisor the remainder is the number itself.
            BinaryOp::URem if self.terms.bounds(a).1 < b => Some(set.clone()),
            BinaryOp::And => {
                let is_low_mask = b & b.wrapping_add(1) == 0;
                (is_low_mask && self.terms.bounds(a).1 <= b).then(|| set.clone())
            }
            _ => None,
        }
    }

    /// Only where the product cannot wrap around.
    fn product(&self, a: Term, b: Value, set: &IntervalSet) -> Option<IntervalSet> {
        let (_, largest) = self.terms.bounds(a);
        if b == 0 || largest.checked_mul(b)? > mask(self.terms.width(a)) {
            return None;
        }
        let limit = IntervalSet::range(0, largest);
        let divided = |(low, high): (Value, Value)| {
            let (low, high) = (low.div_ceil(b), high / b);
            (low <= high).then_some((low, high))
        };
        Some(set.map(divided).intersect(&limit))
    }

    fn extract(&self, of: Term, low: u32, width: u32, set: &IntervalSet) -> Option<IntervalSet> {
        let from = self.terms.width(of);
        let (_, largest) = self.terms.bounds(of);
        // The bits above the extracted ones must be known to be zero, or not to exist.
        if low + width < from && largest >> (low + width) != 0 {
            return None;
        }
        let shifted = quotient(set, 1 << low, mask(from));
        Some(shifted.intersect(&IntervalSet::range(0, largest)))
    }

    fn concat(&self, high: Term, low: Term, set: &IntervalSet) -> Option<(Term, IntervalSet)> {
        let shift = self.terms.width(low);
        if let Some(value) = self.terms.as_constant(high) {
            let start = value << shift;
            let within = set.intersect(&IntervalSet::range(start, start | mask(shift)));
            return Some((low, within.map(|(a, b)| Some((a - start, b - start)))));
        }
        let value = self.terms.as_constant(low)?;
        let inside = |(a, b): (Value, Value)| {
            // The least x with x·2^shift + value ≥ a, and the greatest with ≤ b.
            let first = a.saturating_sub(value).div_ceil(1 << shift);
            let last = b.checked_sub(value)? >> shift;
            (first <= last).then_some((first, last))
        };
        Some((high, set.map(inside)))
    }

    /// The indices of constant entries in the set.
    fn lookup(&self, entries: &[Term], index: Term, set: &IntervalSet) -> Option<IntervalSet> {
        if entries.len() > LARGEST_TABLE {
            return None;
        }
        let top = mask(self.terms.width(index));
        let mut ranges = Vec::new();
        for (position, entry) in entries.iter().enumerate() {
            let position = position as Value;
            if set.contains(self.terms.as_constant(*entry)?) && position <= top {
                ranges.push((position, position));
            }
        }
        let last = entries.len() as Value - 1;
        if last < top && ranges.last() == Some(&(last, last)) {
            ranges.push((last, top));
        }
        Some(IntervalSet::of(ranges))
    }
}

/// `x / divisor ∈ set` for x up to `top`.
fn quotient(set: &IntervalSet, divisor: Value, top: Value) -> IntervalSet {
    set.map(|(low, high)| {
        let low = low.checked_mul(divisor).filter(|low| *low <= top)?;
        let high = high.checked_mul(divisor).and_then(|high| high.checked_add(divisor - 1));
        Some((low, high.unwrap_or(top).min(top)))
    })
}

fn sign_extension(set: &IntervalSet, from: u32, to: u32) -> IntervalSet {
    let half = sign_bit(from);
    let positive = set.intersect(&IntervalSet::range(0, half - 1));
    let offset = mask(to) - mask(from);
    let negative = set.intersect(&IntervalSet::range(offset | half, mask(to)));
    positive.union(&negative.map(|(low, high)| Some((low - offset, high - offset))))
}

/// A comparison with a constant: the other side, and its values for which it is true.
fn comparison(terms: &Terms, op: BinaryOp, a: Term, b: Term) -> Option<(Term, IntervalSet)> {
    let width = terms.width(a);
    let top = mask(width);
    // Signed order is unsigned order after exchanging the halves.
    let half = sign_bit(width);
    let below = |end: Value, inclusive: bool| match (inclusive, end) {
        (true, end) => IntervalSet::range(0, end),
        (false, 0) => IntervalSet::empty(),
        (false, end) => IntervalSet::range(0, end - 1),
    };
    let above = |start: Value, inclusive: bool| below(start, !inclusive).complement(width);
    let signed = |set: IntervalSet| set.rotate(half, width);
    let (argument, set) = match (terms.as_constant(a), terms.as_constant(b)) {
        (None, Some(c)) => match op {
            BinaryOp::Eq => (a, IntervalSet::single(c)),
            BinaryOp::Ult => (a, below(c, false)),
            BinaryOp::Ule => (a, below(c, true)),
            BinaryOp::Slt => (a, signed(below(c ^ half, false))),
            BinaryOp::Sle => (a, signed(below(c ^ half, true))),
            _ => return None,
        },
        (Some(c), None) => match op {
            BinaryOp::Eq => (b, IntervalSet::single(c)),
            BinaryOp::Ult => (b, above(c, false)),
            BinaryOp::Ule => (b, above(c, true)),
            BinaryOp::Slt => (b, signed(above(c ^ half, false))),
            BinaryOp::Sle => (b, signed(above(c ^ half, true))),
            _ => return None,
        },
        _ => return None,
    };
    debug_assert!(set.bounds().is_none_or(|(_, high)| high <= top));
    Some((argument, set))
}

#[cfg(test)]
mod tests {
    use super::*;
    use assay_base::Rng;
    use assay_expr::{Assignment, Evaluator};

    const WIDTH: u32 = 6;

    /// A random unary function of the term, without simplification.
    fn wrap(terms: &mut Terms, rng: &mut Rng, term: Term) -> Term {
        let width = terms.width(term);
        let constant = terms.constant(width, rng.word().into());
        let (node, result) = match rng.below(16) {
            0 => (Node::Not(term), width),
            1 => (Node::Neg(term), width),
            2 => (Node::Binary(BinaryOp::Sub, constant, term), width),
            3 => (Node::Binary(BinaryOp::Sub, term, constant), width),
            4 => (Node::ZeroExtend(term), width + 3),
            5 => (Node::SignExtend(term), width + 2),
            6 => (Node::Concat(constant, term), 2 * width),
            7 => (Node::Concat(term, constant), 2 * width),
            8 if width > 2 => (Node::Extract { of: term, low: 2 }, width - 2),
            9 if width > 1 => (Node::Extract { of: term, low: 0 }, width - 1),
            10 => {
                let entries = [0; 5].map(|_| terms.constant(7, rng.word().into()));
                return terms.lookup(&entries, term);
            }
            _ => {
                let operators = [
                    BinaryOp::Add,
                    BinaryOp::Xor,
                    BinaryOp::UDiv,
                    BinaryOp::Mul,
                    BinaryOp::Shl,
                    BinaryOp::LShr,
                    BinaryOp::URem,
                    BinaryOp::And,
                ];
                (Node::Binary(operators[rng.below(8)], term, constant), width)
            }
        };
        if result > 60 { term } else { terms.raw(node, result) }
    }

    fn compare(terms: &mut Terms, rng: &mut Rng, variable: Term) -> Term {
        let mut term = variable;
        for _ in 0..rng.below(4) {
            term = wrap(terms, rng, term);
        }
        let constant = terms.constant(terms.width(term), rng.word().into());
        let comparisons =
            [BinaryOp::Eq, BinaryOp::Ult, BinaryOp::Ule, BinaryOp::Slt, BinaryOp::Sle];
        let op = comparisons[rng.below(5)];
        let (a, b) = if rng.coin() { (term, constant) } else { (constant, term) };
        terms.raw(Node::Binary(op, a, b), 1)
    }

    #[test]
    fn a_constraint_that_shares_its_parts_is_no_labyrinth() {
        let mut terms = Terms::new();
        let (_, variable) = terms.new_variable(WIDTH);
        let (low, high) = (terms.constant(WIDTH, 3), terms.constant(WIDTH, 9));
        let mut constraint = terms.raw(Node::Binary(BinaryOp::Eq, variable, low), 1);
        let other = terms.raw(Node::Binary(BinaryOp::Eq, variable, high), 1);
        for op in [BinaryOp::And, BinaryOp::Or].into_iter().cycle().take(100) {
            let inner = terms.raw(Node::Binary(op, constraint, other), 1);
            constraint = terms.raw(Node::Binary(op, inner, constraint), 1);
        }
        assert!(facts_of(&terms, constraint).len() <= MOST_STEPS as usize);
    }

    #[test]
    fn facts_are_equivalent_to_their_constraint() {
        let mut rng = Rng::new(9);
        let mut about_the_variable = 0;
        for _ in 0..3000 {
            let mut terms = Terms::new();
            let (id, variable) = terms.new_variable(WIDTH);
            let mut constraint = compare(&mut terms, &mut rng, variable);
            match rng.below(4) {
                0 => constraint = terms.raw(Node::Not(constraint), 1),
                1 => {
                    let other = compare(&mut terms, &mut rng, variable);
                    let op = if rng.coin() { BinaryOp::And } else { BinaryOp::Or };
                    constraint = terms.raw(Node::Binary(op, constraint, other), 1);
                }
                _ => {}
            }
            let facts = facts_of(&terms, constraint);
            about_the_variable += u32::from(facts.iter().all(|fact| fact.leaf == variable));
            for value in 0..=mask(WIDTH) {
                let mut assignment = Assignment::new();
                assignment.set(id, value);
                let mut evaluator = Evaluator::new();
                let mut at = |term| evaluator.value(&terms, &assignment, term);
                let truth = at(constraint) == 1;
                let hold = facts.iter().all(|fact| fact.set.contains(at(fact.leaf)));
                assert_eq!(truth, hold, "at {value}: {facts:?}");
            }
        }
        assert!(about_the_variable > 1500, "{about_the_variable} were pulled back to the end");
    }
}

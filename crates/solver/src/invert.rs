//! Guesses by inversion: what must the inputs be for a term to have a wanted value?
//!
//! From the goal downward, each operation is inverted for one of its arguments while the others
//! keep the values they have under the base model. One walk costs about as much as an
//! evaluation and solves most goals of real programs, which are linear in one input. It is a
//! guess: other constraints or a second occurrence of a variable may refute it, so the caller
//! evaluates it.

use assay_expr::bits::{mask, sign_bit};
use assay_expr::{
    BinaryOp, FloatBinaryOp, FloatOp, Format, Node, Term, Value, VarId, apply, float,
};

use crate::domains::Domains;
use crate::query::{Checker, Query, Verdict};

/// Ways to walk that are tried in turn.
const VARIANTS: u32 = 6;
const DEEPEST: u32 = 400;

/// Tries to satisfy the goal by changing few inputs of the base model.
pub(crate) fn answer(query: &Query, domains: &Domains, checker: &mut Checker) -> Option<Verdict> {
    let goal = query.goal?;
    for variant in 0..VARIANTS {
        checker.load_base(query);
        let mut walk = Walk { query, domains, checker, variant, changes: Vec::new() };
        if walk.make(goal, 1, 0) {
            let changes = walk.changes;
            checker.set(&changes);
            if let Some(verdict) = checker.accept(query) {
                return Some(verdict);
            }
        }
    }
    None
}

struct Walk<'a, 'b> {
    query: &'a Query<'b>,
    domains: &'a Domains,
    checker: &'a mut Checker,
    /// Bit 0 chooses the argument that changes; the rest how far a comparison is overdone.
    variant: u32,
    changes: Vec<(VarId, Value)>,
}

impl Walk<'_, '_> {
    fn value(&mut self, term: Term) -> Value {
        self.checker.value(self.query.terms, term)
    }

    fn is_fixed(&self, term: Term) -> bool {
        self.query.terms.variables(term).is_empty()
    }

    fn width(&self, term: Term) -> u32 {
        self.query.terms.width(term)
    }

    /// The two arguments with the one to change first; none if both are fixed.
    fn order(&self, a: Term, b: Term) -> Option<(Term, Term, bool)> {
        match (self.is_fixed(a), self.is_fixed(b)) {
            (true, true) => None,
            (true, false) => Some((b, a, true)),
            (false, true) => Some((a, b, false)),
            (false, false) if self.variant & 1 == 0 => Some((a, b, false)),
            (false, false) => Some((b, a, true)),
        }
    }

    /// Changes inputs so that `term` gets the value, as far as one can tell.
    fn make(&mut self, term: Term, wanted: Value, depth: u32) -> bool {
        if depth > DEEPEST {
            return false;
        }
        if let Node::Var(variable) = self.query.terms.node(term) {
            self.changes.push((variable, wanted));
            return true;
        }
        if self.value(term) == wanted {
            return true;
        }
        let width = self.width(term);
        let deeper = depth + 1;
        match self.query.terms.node(term) {
            Node::Const(_) | Node::Uninitialised { .. } | Node::Var(_) => false,
            Node::Not(a) => self.make(a, apply::not(width, wanted), deeper),
            Node::Neg(a) => self.make(a, apply::neg(width, wanted), deeper),
            Node::Binary(op, a, b) if op.is_comparison() => {
                self.make_comparison(op, a, b, wanted == 1, deeper)
            }
            Node::Binary(op, a, b) => self.make_binary(op, a, b, wanted, deeper),
            Node::Extract { of, low } => {
                let kept = self.value(of) & !(mask(width) << low);
                self.make(of, kept | wanted << low, deeper)
            }
            Node::ZeroExtend(a) => wanted <= mask(self.width(a)) && self.make(a, wanted, deeper),
            Node::SignExtend(a) => {
                let low = wanted & mask(self.width(a));
                apply::sign_extend(low, self.width(a), width) == wanted && self.make(a, low, deeper)
            }
            Node::Concat(high, low) => {
                let shift = self.width(low);
                self.make(high, wanted >> shift, deeper)
                    && self.make(low, wanted & mask(shift), deeper)
            }
            Node::Ite(condition, a, b) => self.make_choice(condition, a, b, wanted, deeper),
            Node::Lookup { table, index } => {
                let entries = self.query.terms.table(table);
                let is_wanted = |entry: &Term| self.query.terms.as_constant(*entry) == Some(wanted);
                let found = entries.iter().position(is_wanted).map(|found| found as Value);
                found.is_some_and(|found| {
                    found <= mask(self.width(index)) && self.make(index, found, deeper)
                })
            }
            Node::Float(op, a) => self.make_float(op, a, width, wanted, deeper),
            Node::FloatBinary(op, format, a, b) if op.is_comparison() => {
                self.make_float_comparison(op, format, a, b, wanted == 1, deeper)
            }
            Node::FloatBinary(op, format, a, b) => {
                self.make_float_binary(op, format, a, b, wanted, deeper)
            }
            Node::FusedMultiplyAdd(format, a, b, c) => {
                let product = float::mul(format, self.value(a), self.value(b));
                self.make(c, float::sub(format, wanted, product), deeper)
            }
        }
    }

    /// The arm that is chosen now gets the value, or the other one and the condition flips.
    fn make_choice(
        &mut self,
        condition: Term,
        a: Term,
        b: Term,
        wanted: Value,
        depth: u32,
    ) -> bool {
        let chosen = self.value(condition);
        let (now, other) = if chosen == 1 { (a, b) } else { (b, a) };
        let flip = self.value(other) == wanted || self.is_fixed(now) || self.variant & 1 == 1;
        if flip {
            self.make(condition, 1 - chosen, depth) && self.make(other, wanted, depth)
        } else {
            self.make(now, wanted, depth)
        }
    }

    /// How far beyond the boundary a comparison is made true.
    fn margin(&self, width: u32) -> Value {
        let margin: Value = match self.variant >> 1 {
            0 => 0,
            1 => 1,
            _ => 100,
        };
        margin & mask(width)
    }

    fn make_comparison(&mut self, op: BinaryOp, a: Term, b: Term, truth: bool, depth: u32) -> bool {
        let Some((changed, fixed, swapped)) = self.order(a, b) else { return false };
        let width = self.width(a);
        let (fixed, top, half) = (self.value(fixed), mask(width), sign_bit(width));
        let margin = self.margin(width);
        let signed = matches!(op, BinaryOp::Slt | BinaryOp::Sle);
        let wanted = match op {
            BinaryOp::Eq if truth => Some(fixed),
            BinaryOp::Eq => Some(fixed.wrapping_add(1 + margin) & top),
            _ => {
                // In the order of the comparison: signed numbers with the halves exchanged.
                let end = if signed { fixed ^ half } else { fixed };
                let strict = matches!(op, BinaryOp::Ult | BinaryOp::Slt) == truth;
                let below = swapped != truth;
                let step = margin + Value::from(strict);
                let moved = if below { end.checked_sub(step) } else { end.checked_add(step) };
                moved.filter(|moved| *moved <= top).map(|m| if signed { m ^ half } else { m })
            }
        };
        let Some(mut wanted) = wanted else { return false };
        // What other constraints say about the same term narrows the choice.
        if let Some(set) = self.domains.of(changed)
            && !set.contains(wanted)
            && let Some(nearest) = set.nearest(wanted)
        {
            wanted = nearest;
        }
        self.make(changed, wanted, depth)
    }

    fn make_binary(&mut self, op: BinaryOp, a: Term, b: Term, wanted: Value, depth: u32) -> bool {
        let width = self.width(a);
        let top = mask(width);
        if width == 1 && matches!(op, BinaryOp::And | BinaryOp::Or) {
            return self.make_logic(op, a, b, wanted, depth);
        }
        let Some((changed, fixed, swapped)) = self.order(a, b) else { return false };
        let (other, now) = (self.value(fixed), self.value(changed));
        let target = match op {
            BinaryOp::Add => Some(wanted.wrapping_sub(other) & top),
            BinaryOp::Sub if swapped => Some(other.wrapping_sub(wanted) & top),
            BinaryOp::Sub => Some(wanted.wrapping_add(other) & top),
            BinaryOp::Xor => Some(wanted ^ other),
            BinaryOp::And => (wanted & !other == 0).then_some(now & !other | wanted),
            BinaryOp::Or => (other & !wanted == 0).then_some(now & other | wanted & !other),
            BinaryOp::Mul => divide(wanted, other, width),
            BinaryOp::Shl | BinaryOp::LShr | BinaryOp::AShr if swapped => None,
            BinaryOp::Shl if other < Value::from(width) => {
                Some(wanted >> other | now & !(top >> other))
            }
            BinaryOp::LShr | BinaryOp::AShr if other < Value::from(width) => {
                Some((wanted << other & top) | now & !(top << other))
            }
            BinaryOp::UDiv if !swapped && other != 0 => {
                let least = wanted.checked_mul(other).filter(|least| *least <= top);
                least.map(|least| least.saturating_add(now % other).min(top))
            }
            BinaryOp::SDiv if !swapped => Some(wanted.wrapping_mul(other) & top),
            BinaryOp::URem if !swapped && wanted < other => Some(now - now % other + wanted),
            BinaryOp::SRem if !swapped => Some(wanted),
            _ => None,
        };
        target.is_some_and(|target| self.make(changed, target & top, depth))
    }

    /// Both arguments for a true AND or a false OR, else one of them.
    fn make_logic(&mut self, op: BinaryOp, a: Term, b: Term, wanted: Value, depth: u32) -> bool {
        let needs_both = (op == BinaryOp::And) == (wanted == 1);
        if needs_both {
            return self.make(a, wanted, depth) && self.make(b, wanted, depth);
        }
        let Some((changed, _, _)) = self.order(a, b) else { return false };
        self.make(changed, wanted, depth)
    }

    fn make_float(&mut self, op: FloatOp, a: Term, width: u32, wanted: Value, depth: u32) -> bool {
        let from = self.width(a);
        let target = match op {
            FloatOp::SquareRoot(format) => float::mul(format, wanted, wanted),
            FloatOp::Round(..) => wanted,
            FloatOp::Convert { from, to } => float::convert(to, from, wanted),
            FloatOp::ToSigned(format) => float::from_signed(format, wanted, width),
            FloatOp::ToUnsigned(format) => float::from_unsigned(format, wanted),
            FloatOp::FromSigned(format) => float::to_signed(format, wanted, from),
            FloatOp::FromUnsigned(format) => float::to_unsigned(format, wanted, from),
            FloatOp::IsNan(format) if wanted == 1 => float::default_nan(format),
            FloatOp::IsNan(_) => 0,
        };
        self.make(a, target, depth)
    }

    fn make_float_comparison(
        &mut self,
        op: FloatBinaryOp,
        format: Format,
        a: Term,
        b: Term,
        truth: bool,
        depth: u32,
    ) -> bool {
        let Some((changed, fixed, swapped)) = self.order(a, b) else { return false };
        let fixed = self.value(fixed);
        let margin = self.margin(format.bits());
        let order = float::order(format, fixed);
        let target = match op {
            FloatBinaryOp::Eq if truth => order,
            FloatBinaryOp::Eq => order.saturating_add_unsigned(1 + margin),
            _ => {
                let strict = (op == FloatBinaryOp::Lt) == truth;
                let step = margin + Value::from(strict);
                if swapped != truth {
                    order.saturating_sub_unsigned(step)
                } else {
                    order.saturating_add_unsigned(step)
                }
            }
        };
        let target = float::from_order(format, target);
        self.make(changed, target, depth)
    }

    fn make_float_binary(
        &mut self,
        op: FloatBinaryOp,
        format: Format,
        a: Term,
        b: Term,
        wanted: Value,
        depth: u32,
    ) -> bool {
        let Some((changed, fixed, swapped)) = self.order(a, b) else { return false };
        let other = self.value(fixed);
        let target = match op {
            FloatBinaryOp::Add => float::sub(format, wanted, other),
            FloatBinaryOp::Sub if swapped => float::sub(format, other, wanted),
            FloatBinaryOp::Sub => float::add(format, wanted, other),
            FloatBinaryOp::Mul => float::div(format, wanted, other),
            FloatBinaryOp::Div if swapped => float::div(format, other, wanted),
            FloatBinaryOp::Div => float::mul(format, wanted, other),
            FloatBinaryOp::Rem | FloatBinaryOp::Min | FloatBinaryOp::Max => wanted,
            FloatBinaryOp::Eq | FloatBinaryOp::Lt | FloatBinaryOp::Le => return false,
        };
        self.make(changed, target, depth)
    }
}

/// Some x with `x * factor = product`.
fn divide(product: Value, factor: Value, width: u32) -> Option<Value> {
    if factor == 0 {
        return None;
    }
    let twos = factor.trailing_zeros();
    if product & mask(twos.max(1)) != 0 && twos > 0 {
        return None;
    }
    let odd = factor >> twos;
    // Newton's iteration doubles the number of right bits.
    let mut inverse = odd;
    for _ in 0..7 {
        inverse = inverse.wrapping_mul(2u128.wrapping_sub(odd.wrapping_mul(inverse)));
    }
    let quotient = (product >> twos).wrapping_mul(inverse);
    Some(quotient & mask(width - twos.min(width - 1)))
}

//! Terms as Z3 terms. A term may be wanted in several views: as a truth value, as bits, as a
//! float. Each view of a term is built at most once in a context, arguments first and without
//! recursion.

use rustc_hash::FxHashMap;

use assay_base::Id;
use assay_expr::{BinaryOp, FloatBinaryOp, FloatOp, Format, Node, TableId, Term, Terms};

use super::context::{Ast, Context, Made, Refused};
use super::float;

#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum View {
    /// Only of terms of one bit.
    Truth,
    Bits,
    Float(Format),
}

/// Why a term has no translation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Untranslatable {
    Refused,
    /// Z3 would not come back from it.
    TooHard(&'static str),
}

impl From<Refused> for Untranslatable {
    fn from(_: Refused) -> Self {
        Untranslatable::Refused
    }
}

/// The views built so far.
pub(crate) struct Translation<'a> {
    pub(crate) context: &'a Context,
    pub(crate) terms: &'a Terms,
    pub(crate) built: &'a mut FxHashMap<(Term, View), Ast>,
}

impl Translation<'_> {
    /// The term in this view.
    pub(crate) fn translate(&mut self, term: Term, view: View) -> Result<Ast, Untranslatable> {
        let mut pending = vec![(term, view)];
        while let Some(&(term, view)) = pending.last() {
            let before = pending.len();
            if !self.built.contains_key(&(term, view)) {
                self.needs(term, view, &mut pending)?;
                if pending.len() > before {
                    continue;
                }
                let ast = self.build(term, view)?;
                self.built.insert((term, view), ast);
            }
            pending.pop();
        }
        Ok(self.get(term, view)?)
    }

    pub(crate) fn get(&self, term: Term, view: View) -> Made {
        self.built.get(&(term, view)).copied().ok_or(Refused)
    }

    pub(crate) fn truth(&self, term: Term) -> Made {
        self.get(term, View::Truth)
    }

    pub(crate) fn bits(&self, term: Term) -> Made {
        self.get(term, View::Bits)
    }

    pub(crate) fn float(&self, term: Term, format: Format) -> Made {
        self.get(term, View::Float(format))
    }

    /// Is the term naturally a truth value, so that its bits are made from that?
    fn is_truth(&self, term: Term) -> bool {
        if self.terms.width(term) != 1 {
            return false;
        }
        match self.terms.node(term) {
            Node::Not(_) | Node::Ite(..) => true,
            Node::Binary(op, ..) => {
                op.is_comparison() || matches!(op, BinaryOp::And | BinaryOp::Or | BinaryOp::Xor)
            }
            Node::FloatBinary(op, ..) => op.is_comparison(),
            Node::Float(op, _) => matches!(op, FloatOp::IsNan(_)),
            _ => false,
        }
    }

    /// Pushes the views that must exist before this one.
    fn needs(
        &self,
        term: Term,
        view: View,
        pending: &mut Vec<(Term, View)>,
    ) -> Result<(), Untranslatable> {
        let mut need = |term: Term, view: View| {
            if !self.built.contains_key(&(term, view)) {
                pending.push((term, view));
            }
        };
        match view {
            View::Truth if self.is_truth(term) => self.truth_needs(term, &mut need),
            View::Truth => need(term, View::Bits),
            View::Bits if self.is_truth(term) => need(term, View::Truth),
            View::Bits => self.bits_needs(term, &mut need),
            View::Float(format) => float::needs(self, term, format, &mut need)?,
        }
        Ok(())
    }

    fn truth_needs(&self, term: Term, need: &mut impl FnMut(Term, View)) {
        match self.terms.node(term) {
            Node::Not(a) => need(a, View::Truth),
            Node::Ite(c, a, b) => [c, a, b].into_iter().for_each(|t| need(t, View::Truth)),
            Node::Binary(_, a, b) => {
                let view = self.comparison_view(a);
                need(a, view);
                need(b, view);
            }
            Node::FloatBinary(_, format, a, b) => {
                need(a, View::Float(format));
                need(b, View::Float(format));
            }
            Node::Float(FloatOp::IsNan(format), a) => need(a, View::Float(format)),
            _ => {}
        }
    }

    /// Comparisons of single bits are logic.
    fn comparison_view(&self, argument: Term) -> View {
        if self.terms.width(argument) == 1 { View::Truth } else { View::Bits }
    }

    fn bits_needs(&self, term: Term, need: &mut impl FnMut(Term, View)) {
        match self.terms.node(term) {
            Node::Const(_) | Node::Var(_) | Node::Uninitialised { .. } => {}
            Node::Not(a)
            | Node::Neg(a)
            | Node::Extract { of: a, .. }
            | Node::ZeroExtend(a)
            | Node::SignExtend(a) => need(a, View::Bits),
            Node::Binary(_, a, b) | Node::Concat(a, b) => {
                need(a, View::Bits);
                need(b, View::Bits);
            }
            Node::Ite(condition, a, b) => {
                need(condition, View::Truth);
                need(a, View::Bits);
                need(b, View::Bits);
            }
            Node::Lookup { table, index } => {
                need(index, View::Bits);
                self.terms.table(table).iter().for_each(|entry| need(*entry, View::Bits));
            }
            Node::Float(FloatOp::ToSigned(format) | FloatOp::ToUnsigned(format), a) => {
                need(a, View::Float(format));
            }
            node => float::bits_needs(term, node, need),
        }
    }

    fn build(&mut self, term: Term, view: View) -> Result<Ast, Untranslatable> {
        let context = self.context;
        Ok(match view {
            View::Truth if self.is_truth(term) => self.build_truth(term)?,
            View::Truth => context.eq(self.bits(term)?, context.constant(1, 1)?)?,
            View::Bits if self.is_truth(term) => {
                let (one, zero) = (context.constant(1, 1)?, context.constant(0, 1)?);
                context.ite(self.truth(term)?, one, zero)?
            }
            View::Bits => self.build_bits(term)?,
            View::Float(format) => float::build(self, term, format)?,
        })
    }

    fn build_truth(&self, term: Term) -> Made {
        let context = self.context;
        match self.terms.node(term) {
            Node::Not(a) => context.not(self.truth(a)?),
            Node::Ite(c, a, b) => context.ite(self.truth(c)?, self.truth(a)?, self.truth(b)?),
            Node::Binary(op, a, b) if self.comparison_view(a) == View::Truth => {
                logic(context, op, self.truth(a)?, self.truth(b)?)
            }
            Node::Binary(op, a, b) => comparison(context, op, self.bits(a)?, self.bits(b)?),
            Node::FloatBinary(op, format, a, b) => {
                let (a, b) = (self.float(a, format)?, self.float(b, format)?);
                match op {
                    FloatBinaryOp::Eq => context.float_eq(a, b),
                    FloatBinaryOp::Lt => context.float_lt(a, b),
                    FloatBinaryOp::Le => context.float_le(a, b),
                    _ => Err(Refused),
                }
            }
            Node::Float(FloatOp::IsNan(format), a) => context.is_nan(self.float(a, format)?),
            _ => Err(Refused),
        }
    }

    fn build_bits(&self, term: Term) -> Made {
        let context = self.context;
        let width = self.terms.width(term);
        match self.terms.node(term) {
            Node::Const(value) | Node::Uninitialised { value, .. } => {
                context.constant(value, width)
            }
            Node::Var(variable) => context.variable(variable.index(), width),
            Node::Not(a) => context.bits_not(self.bits(a)?),
            Node::Neg(a) => context.bits_neg(self.bits(a)?),
            Node::Binary(op, a, b) => arithmetic(context, op, self.bits(a)?, self.bits(b)?),
            Node::Extract { of, low } => context.extract(self.bits(of)?, low, width),
            Node::ZeroExtend(a) => context.zero_extend(self.bits(a)?, width - self.terms.width(a)),
            Node::SignExtend(a) => context.sign_extend(self.bits(a)?, width - self.terms.width(a)),
            Node::Concat(high, low) => context.concat(self.bits(high)?, self.bits(low)?),
            Node::Ite(condition, a, b) => {
                context.ite(self.truth(condition)?, self.bits(a)?, self.bits(b)?)
            }
            Node::Lookup { table, index } => self.lookup(table, index),
            Node::Float(op @ (FloatOp::ToSigned(format) | FloatOp::ToUnsigned(format)), a) => {
                let signed = matches!(op, FloatOp::ToSigned(_));
                float::to_integer(self, a, format, signed, width)
            }
            node => float::build_bits(self, term, node),
        }
    }

    /// A chain of choices; runs of equal entries are one choice.
    fn lookup(&self, table: TableId, index: Term) -> Made {
        let context = self.context;
        let (bits, width) = (self.bits(index)?, self.terms.width(index));
        let entries = reachable(self.terms.table(table), width);
        let mut chosen = self.bits(*entries.last().ok_or(Refused)?)?;
        for position in (0..entries.len() - 1).rev() {
            if entries[position] == entries[position + 1] {
                continue;
            }
            let limit = context.constant(position as u128, width)?;
            let here = context.ule(bits, limit)?;
            chosen = context.ite(here, self.bits(entries[position])?, chosen)?;
        }
        Ok(chosen)
    }
}

/// The entries that an index of this width can name.
fn reachable(entries: &[Term], index_width: u32) -> &[Term] {
    let limit = 1usize.checked_shl(index_width).unwrap_or(usize::MAX);
    &entries[..entries.len().min(limit)]
}

/// Operations on single bits, which have their own meaning as comparisons.
fn logic(context: &Context, op: BinaryOp, a: Ast, b: Ast) -> Made {
    match op {
        BinaryOp::And => context.and(a, b),
        BinaryOp::Or => context.or(a, b),
        BinaryOp::Xor => context.xor(a, b),
        BinaryOp::Eq => context.eq(a, b),
        BinaryOp::Ult => context.and(context.not(a)?, b),
        BinaryOp::Ule => context.or(context.not(a)?, b),
        // The one bit is the sign: 1 means minus one.
        BinaryOp::Slt => context.and(a, context.not(b)?),
        BinaryOp::Sle => context.or(a, context.not(b)?),
        _ => Err(Refused),
    }
}

fn comparison(context: &Context, op: BinaryOp, a: Ast, b: Ast) -> Made {
    match op {
        BinaryOp::Eq => context.eq(a, b),
        BinaryOp::Ult => context.ult(a, b),
        BinaryOp::Ule => context.ule(a, b),
        BinaryOp::Slt => context.slt(a, b),
        BinaryOp::Sle => context.sle(a, b),
        _ => Err(Refused),
    }
}

fn arithmetic(context: &Context, op: BinaryOp, a: Ast, b: Ast) -> Made {
    match op {
        BinaryOp::Add => context.add(a, b),
        BinaryOp::Sub => context.sub(a, b),
        BinaryOp::Mul => context.mul(a, b),
        BinaryOp::UDiv => context.udiv(a, b),
        BinaryOp::SDiv => context.sdiv(a, b),
        BinaryOp::URem => context.urem(a, b),
        BinaryOp::SRem => context.srem(a, b),
        BinaryOp::And => context.bits_and(a, b),
        BinaryOp::Or => context.bits_or(a, b),
        BinaryOp::Xor => context.bits_xor(a, b),
        BinaryOp::Shl => context.shl(a, b),
        BinaryOp::LShr => context.lshr(a, b),
        BinaryOp::AShr => context.ashr(a, b),
        BinaryOp::Eq | BinaryOp::Ult | BinaryOp::Ule | BinaryOp::Slt | BinaryOp::Sle => {
            Err(Refused)
        }
    }
}

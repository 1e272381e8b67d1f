//! Zero and sign extension.

use crate::{Node, Term, Terms, apply};

impl Terms {
    pub(super) fn rewrite_zero_extend(&mut self, a: Term, width: u32) -> Option<Term> {
        match self.node(a) {
            // zext(zext(x)) → zext(x)
            Node::ZeroExtend(x) => Some(self.zero_extend(x, width)),
            // zext(k ? c1 : c2) → k ? zext(c1) : zext(c2)
            Node::Ite(condition, x, y) => {
                let (c1, c2) = (self.as_constant(x)?, self.as_constant(y)?);
                let (c1, c2) = (self.constant(width, c1), self.constant(width, c2));
                Some(self.ite(condition, c1, c2))
            }
            _ => None,
        }
    }

    pub(super) fn rewrite_sign_extend(&mut self, a: Term, width: u32) -> Option<Term> {
        // sext(x) → zext(x) where x >= 0
        if self.is_natural(a) {
            return Some(self.zero_extend(a, width));
        }
        match self.node(a) {
            // sext(sext(x)) → sext(x)
            Node::SignExtend(x) => Some(self.sign_extend(x, width)),
            // sext(k ? c1 : c2) → k ? sext(c1) : sext(c2)
            Node::Ite(condition, x, y) => {
                let from = self.width(a);
                let (c1, c2) = (self.as_constant(x)?, self.as_constant(y)?);
                let c1 = self.constant(width, apply::sign_extend(c1, from, width));
                let c2 = self.constant(width, apply::sign_extend(c2, from, width));
                Some(self.ite(condition, c1, c2))
            }
            _ => None,
        }
    }
}

//! Choices: if-then-else, and lookups in tables.

use crate::bits::mask;
use crate::{BinaryOp, Node, TableId, Term, Terms, Value, apply};

/// Comparing a lookup with a constant makes a table of truth values, unless it is longer.
const LONGEST_COMPARED_TABLE: usize = 4096;

impl Terms {
    pub(super) fn rewrite_ite(&mut self, k: Term, a: Term, b: Term, width: u32) -> Option<Term> {
        // ~k ? x : y → k ? y : x
        if let Some(inner) = self.as_not(k) {
            return Some(self.ite(inner, b, a));
        }
        if width == 1 {
            return self.rewrite_logical_ite(k, a, b).or_else(|| self.merge_nested(k, a, b));
        }
        self.rewrite_constant_arms(k, a, b, width)
            .or_else(|| self.merge_nested(k, a, b))
            .or_else(|| self.rewrite_tested_arm(k, a, b))
            .or_else(|| self.narrow_arms(k, a, b, width))
    }

    /// Of single bits, where an arm is constant or the condition.
    fn rewrite_logical_ite(&mut self, k: Term, a: Term, b: Term) -> Option<Term> {
        match (self.as_constant(a), self.as_constant(b)) {
            // k ? 1 : x → k | x
            (Some(1), _) => Some(self.or(k, b)),
            // k ? 0 : x → ~k & x
            (Some(_), _) => {
                let otherwise = self.not(k);
                Some(self.and(otherwise, b))
            }
            // k ? x : 1 → ~k | x
            (_, Some(1)) => {
                let otherwise = self.not(k);
                Some(self.or(otherwise, a))
            }
            // k ? x : 0 → k & x
            (_, Some(_)) => Some(self.and(k, a)),
            // k ? k : x → k | x
            _ if a == k => Some(self.or(k, b)),
            // k ? x : k → k & x
            _ if b == k => Some(self.and(k, a)),
            // k ? x : ~x → ~(k ^ x), k ? ~x : x → k ^ x
            _ if self.are_complements(a, b) => Some(self.xor(k, b)),
            _ => None,
        }
    }

    fn rewrite_constant_arms(&mut self, k: Term, a: Term, b: Term, width: u32) -> Option<Term> {
        let all = mask(width);
        match (self.as_constant(a)?, self.as_constant(b)?) {
            // k ? 1 : 0 → zext(k)
            (1, 0) => Some(self.zero_extend(k, width)),
            // k ? 0 : 1 → zext(~k)
            (0, 1) => {
                let otherwise = self.not(k);
                Some(self.zero_extend(otherwise, width))
            }
            // k ? -1 : 0 → sext(k)
            (ones, 0) if ones == all => Some(self.sign_extend(k, width)),
            // k ? 0 : -1 → sext(~k)
            (0, ones) if ones == all => {
                let otherwise = self.not(k);
                Some(self.sign_extend(otherwise, width))
            }
            _ => None,
        }
    }

    /// An arm is itself a choice.
    fn merge_nested(&mut self, k: Term, a: Term, b: Term) -> Option<Term> {
        if let Node::Ite(inner, x, y) = self.node(a) {
            // k ? (k ? x : y) : z → k ? x : z
            if inner == k {
                return Some(self.ite(k, x, b));
            }
            // k ? (j ? x : y) : y → k & j ? x : y
            if y == b {
                let both = self.and(k, inner);
                return Some(self.ite(both, x, b));
            }
            // k ? (j ? x : y) : x → k & ~j ? y : x
            if x == b {
                let otherwise = self.not(inner);
                let both = self.and(k, otherwise);
                return Some(self.ite(both, y, b));
            }
        }
        if let Node::Ite(inner, x, y) = self.node(b) {
            // k ? z : (k ? x : y) → k ? z : y
            if inner == k {
                return Some(self.ite(k, a, y));
            }
            // k ? x : (j ? x : y) → k | j ? x : y
            if x == a {
                let either = self.or(k, inner);
                return Some(self.ite(either, a, y));
            }
            // k ? y : (j ? x : y) → k | ~j ? y : x
            if y == a {
                let otherwise = self.not(inner);
                let either = self.or(k, otherwise);
                return Some(self.ite(either, a, x));
            }
        }
        None
    }

    fn rewrite_tested_arm(&mut self, k: Term, a: Term, b: Term) -> Option<Term> {
        // x == y ? x : y → y, x == y ? y : x → x
        let (x, y) = self.as_binary(BinaryOp::Eq, k)?;
        (a == x && b == y || a == y && b == x).then_some(b)
    }

    fn narrow_arms(&mut self, k: Term, a: Term, b: Term, width: u32) -> Option<Term> {
        // k ? zext(x) : zext(y) → zext(k ? x : y) at the larger of their widths
        // So if one is a constant; if both are, extensions go into the choice instead.
        if !(self.as_constant(a).is_some() && self.as_constant(b).is_some())
            && let (Some(x), Some(y)) = (self.natural_part(a), self.natural_part(b))
        {
            let narrow = x.max(y);
            let (x, y) = (self.extract(a, 0, narrow), self.extract(b, 0, narrow));
            let chosen = self.ite(k, x, y);
            return Some(self.zero_extend(chosen, width));
        }
        // k ? sext(x) : sext(y) → sext(k ? x : y) at the larger of their widths
        if let (Some(x), Some(y)) = (self.as_sign_extend(a), self.as_sign_extend(b)) {
            let narrow = self.width(x).max(self.width(y));
            let (x, y) = (self.sign_extend(x, narrow), self.sign_extend(y, narrow));
            let chosen = self.ite(k, x, y);
            return Some(self.sign_extend(chosen, width));
        }
        None
    }

    /// The width below which all bits are where the term is a zero extension, or a constant whose
    /// high bit is clear.
    fn natural_part(&self, t: Term) -> Option<u32> {
        match self.node(t) {
            Node::ZeroExtend(x) => Some(self.width(x)),
            Node::Const(value) => {
                let needed = (128 - value.leading_zeros()).max(1);
                (needed < self.width(t)).then_some(needed)
            }
            _ => None,
        }
    }

    /// Any operation of a choice between constants and another constant.
    pub(super) fn fold_into_choice(&mut self, op: BinaryOp, a: Term, b: Term) -> Option<Term> {
        // (k ? c1 : c2) op c → k ? c1 op c : c2 op c, and with the sides swapped
        let width = self.width(a);
        let result_width = op.result_width(width);
        let (condition, [first, second]) = match (self.node(a), self.node(b)) {
            (Node::Ite(condition, x, y), Node::Const(c)) => {
                let arms = [self.as_constant(x)?, self.as_constant(y)?];
                (condition, arms.map(|arm| apply::binary(op, width, arm, c)))
            }
            (Node::Const(c), Node::Ite(condition, x, y)) => {
                let arms = [self.as_constant(x)?, self.as_constant(y)?];
                (condition, arms.map(|arm| apply::binary(op, width, c, arm)))
            }
            _ => return None,
        };
        let first = self.constant(result_width, first);
        let second = self.constant(result_width, second);
        Some(self.ite(condition, first, second))
    }

    /// A lookup at an index that is not constant.
    pub(crate) fn simplify_lookup(&mut self, entries: &[Term], index: Term) -> Option<Term> {
        let last = *entries.last()?;
        // lookup([.., x, x, x], i) → lookup([.., x], i), since the last entry repeats for ever
        let needed = entries.iter().rposition(|&entry| entry != last).map_or(1, |at| at + 2);
        // lookup(table, i) → lookup(start of the table, i) where i stays within it
        let reach = usize::try_from(self.bounds(index).1).unwrap_or(usize::MAX);
        let needed = needed.min(reach.saturating_add(1));
        if needed < entries.len() {
            return Some(self.lookup(&entries[..needed], index));
        }
        match entries {
            // lookup([x], i) → x
            [only] => return Some(*only),
            // lookup([x, y], i) → i == 0 ? x : y
            [first, second] => {
                let at_first = self.eq_value(index, 0);
                return Some(self.ite(at_first, *first, *second));
            }
            _ => {}
        }
        // lookup(table, i) → its last entry where i is past the others
        if self.bounds(index).0 >= entries.len() as Value - 1 {
            return Some(last);
        }
        match self.node(index) {
            // lookup(table, zext(i)) → lookup(table, i)
            Node::ZeroExtend(x) => return Some(self.lookup(entries, x)),
            // lookup(table, k ? c1 : c2) → k ? table[c1] : table[c2]
            Node::Ite(condition, x, y)
                if self.as_constant(x).is_some() && self.as_constant(y).is_some() =>
            {
                let (first, second) = (self.lookup(entries, x), self.lookup(entries, y));
                return Some(self.ite(condition, first, second));
            }
            _ => {}
        }
        self.lookup_of_range(entries, index)
    }

    /// Where the entries are truth values and those that are true, or false, are adjacent.
    fn lookup_of_range(&mut self, entries: &[Term], index: Term) -> Option<Term> {
        if self.width(entries[0]) != 1 {
            return None;
        }
        let changes = entries.windows(2).filter(|pair| pair[0] != pair[1]).count();
        let all_constant = entries.iter().all(|&entry| self.as_constant(entry).is_some());
        if changes > 2 || !all_constant {
            return None;
        }
        // The last entry reaches up for ever, so a range that ends there has no end.
        let first = entries[0];
        let start = entries.iter().position(|&entry| entry != first)?;
        let end = entries[start..].iter().position(|&entry| entry == first);
        let outside = match end {
            // lookup([0, 1, 1], i) → 1 <= i
            None => self.value_below(index, start),
            // lookup([0, 1, 1, 0], i) → i - 1 < 2
            Some(length) => {
                let offset = self.add_value(index, (start as Value).wrapping_neg());
                let inside = self.value_below(offset, length);
                self.not(inside)
            }
        };
        let outside_is_true = self.as_constant(first) == Some(1);
        Some(if outside_is_true { outside } else { self.not(outside) })
    }

    fn value_below(&mut self, t: Term, bound: usize) -> Term {
        let bound = self.constant(self.width(t), bound as Value);
        self.ult(t, bound)
    }

    /// A comparison of a lookup with a constant, on either side.
    pub(super) fn compare_lookup(&mut self, op: BinaryOp, a: Term, b: Term) -> Option<Term> {
        // lookup([c1, c2, ..], i) < c → lookup([c1 < c, c2 < c, ..], i)
        let (lookup, left) = if self.as_constant(b).is_some() { (a, true) } else { (b, false) };
        let Node::Lookup { table, index } = self.node(lookup) else { return None };
        let values = self.constant_table(table)?;
        let entries: Vec<Term> = values
            .into_iter()
            .map(|entry| if left { self.binary(op, entry, b) } else { self.binary(op, a, entry) })
            .collect();
        Some(self.lookup(&entries, index))
    }

    /// The entries of a table that is all constants and not too long.
    fn constant_table(&self, table: TableId) -> Option<Vec<Term>> {
        let entries = self.table(table);
        let usable = entries.len() <= LONGEST_COMPARED_TABLE
            && entries.iter().all(|&entry| self.as_constant(entry).is_some());
        usable.then(|| entries.to_vec())
    }
}

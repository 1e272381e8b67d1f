//! When a value depends on memory that was never written.
//!
//! That some uninitialised byte is inside a term does not say that it matters: a read at an
//! unknown index has all elements of the object inside, and a search for the end of a string all
//! bytes behind it. Whether it matters depends on the inputs, so it is a condition, built along
//! the term as a memory checker would compute its shadow: an arm that is not chosen does not
//! count, nor does an operand of a conjunction whose other operand is false anyway.

use crate::{BinaryOp, Node, Term, Terms, bits::mask};
use rustc_hash::FxHashMap;

/// Of a larger term it is not told. The size is that of the term written out, with parts that are
/// shared as often as they are used: it must not depend on what was asked before.
const LARGEST: u32 = 1 << 16;

/// What is known of terms that read uninitialised memory.
pub(crate) type Conditions = FxHashMap<Term, Dependence>;

#[derive(Copy, Clone)]
pub(crate) struct Dependence {
    size: u32,
    /// `None` where the term is too large.
    condition: Option<Term>,
}

impl Terms {
    /// A condition: the value of `t` depends on memory that was never written. `None` where the
    /// term is too large to tell.
    pub fn uninitialised_condition(&mut self, t: Term) -> Option<Term> {
        // Terms share most of their parts with those that were asked about before.
        let mut known = std::mem::take(&mut self.dependences);
        let mut stack = vec![t];
        while let Some(&top) = stack.last() {
            let before = stack.len();
            let mut size = 1u32;
            self.for_each_argument(top, |argument| match known.get(&argument) {
                _ if !self.reads_uninitialised(argument) => {}
                Some(part) => size = size.saturating_add(part.size),
                None => stack.push(argument),
            });
            if stack.len() > before {
                continue;
            }
            stack.pop();
            if !known.contains_key(&top) {
                let condition = (size <= LARGEST).then(|| self.condition_of(top, &known));
                known.insert(top, Dependence { size, condition });
            }
        }
        let condition = known.get(&t).and_then(|dependence| dependence.condition);
        self.dependences = known;
        condition
    }

    /// From the conditions of the arguments.
    fn condition_of(&mut self, t: Term, known: &Conditions) -> Term {
        let never = self.truth(false);
        let of = |term: Term| known.get(&term).and_then(|part| part.condition).unwrap_or(never);
        match self.node(t) {
            Node::Const(_) | Node::Var(_) => never,
            Node::Uninitialised { .. } => self.truth(true),
            Node::Binary(BinaryOp::And, a, b) => self.unless_absorbed(0, (a, of(a)), (b, of(b))),
            Node::Binary(BinaryOp::Or, a, b) => {
                let ones = mask(self.width(t));
                self.unless_absorbed(ones, (a, of(a)), (b, of(b)))
            }
            Node::Ite(condition, a, b) => {
                let differ = self.ne(a, b);
                let arms = self.or(of(a), of(b));
                let matters = self.or(differ, arms);
                let by_condition = self.and(of(condition), matters);
                let by_arm = self.ite(condition, of(a), of(b));
                self.or(by_condition, by_arm)
            }
            Node::Lookup { table, index } => {
                let entries: Vec<Term> = self.table(table).iter().map(|&entry| of(entry)).collect();
                let chosen = self.lookup(&entries, index);
                self.or(of(index), chosen)
            }
            _ => {
                let mut any = never;
                let mut arguments = Vec::new();
                self.for_each_argument(t, |argument| arguments.push(argument));
                for argument in arguments {
                    any = self.or(any, of(argument));
                }
                any
            }
        }
    }

    /// For an operation in which the value `absorbing` of one operand makes the other one not
    /// matter. Operands come with their conditions.
    fn unless_absorbed(&mut self, absorbing: u128, a: (Term, Term), b: (Term, Term)) -> Term {
        let both = self.and(a.1, b.1);
        let constant = self.constant(self.width(a.0), absorbing);
        let mut any = both;
        for ((_, condition), (other, _)) in [(a, b), (b, a)] {
            let is_free = self.ne(other, constant);
            let alone = self.and(condition, is_free);
            any = self.or(any, alone);
        }
        any
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Assignment, Evaluator};

    fn holds(terms: &Terms, condition: Term, x: crate::VarId, value: u128) -> bool {
        let mut assignment = Assignment::new();
        assignment.set(x, value);
        Evaluator::new().value(terms, &assignment, condition) == 1
    }

    #[test]
    fn an_element_matters_where_it_is_read() {
        let mut terms = Terms::new();
        let (x, index) = terms.new_variable(8);
        let written = terms.constant(8, 7);
        let never = terms.uninitialised(8, 0xAA, 0);
        let read = terms.lookup(&[written, never, written], index);
        let seven = terms.constant(8, 7);
        let is_seven = terms.eq(read, seven);
        let condition = terms.uninitialised_condition(is_seven).unwrap();
        assert!(!holds(&terms, condition, x, 0));
        assert!(holds(&terms, condition, x, 1));
        assert!(!holds(&terms, condition, x, 2));
    }

    #[test]
    fn bytes_of_different_places_need_not_be_the_same() {
        let mut terms = Terms::new();
        let bytes = [4, 5].map(|place| terms.uninitialised(8, 0xAA, place));
        let word = terms.concat(bytes[0], bytes[1]);
        let number = terms.constant(16, 0x0105);
        let equal = terms.eq(word, number);
        assert_eq!(terms.as_constant(equal), None);
        let condition = terms.uninitialised_condition(equal).unwrap();
        assert!(Evaluator::new().value(&terms, &Assignment::new(), condition) == 1);
        // What does not depend on it is not said to.
        let zero = terms.constant(8, 0);
        let (nothing, same) = (terms.xor(bytes[0], bytes[0]), terms.eq(bytes[1], bytes[1]));
        assert_eq!((nothing, terms.as_constant(same)), (zero, Some(1)));
        assert_eq!(terms.and(bytes[0], zero), zero);
    }

    #[test]
    fn of_a_very_large_term_nothing_is_told_whatever_was_asked_before() {
        let mut terms = Terms::new();
        let (_, x) = terms.new_variable(32);
        let mut sum = terms.uninitialised(32, 5, 0);
        let mut sums = Vec::new();
        for _ in 0..24 {
            let product = terms.mul(sum, x);
            sum = terms.add(product, sum);
            sums.push(sum);
        }
        let told: Vec<bool> =
            sums.iter().map(|&sum| terms.uninitialised_condition(sum).is_some()).collect();
        assert!(told[0] && !told[23] && told.is_sorted_by(|a, b| a >= b), "{told:?}");
        terms.dependences.clear();
        let last_first = sums.iter().rev();
        let again: Vec<bool> =
            last_first.map(|&sum| terms.uninitialised_condition(sum).is_some()).collect();
        assert!(again.iter().rev().eq(&told));
    }

    #[test]
    fn behind_the_end_of_a_string_nothing_matters() {
        let mut terms = Terms::new();
        let (x, first) = terms.new_variable(8);
        let (never, zero) = (terms.uninitialised(8, 0xAA, 0), terms.constant(8, 0));
        let (is_inside, is_set) = (terms.ne(first, zero), terms.ne(never, zero));
        let goes_on = terms.and(is_inside, is_set);
        let condition = terms.uninitialised_condition(goes_on).unwrap();
        assert!(!holds(&terms, condition, x, 0));
        assert!(holds(&terms, condition, x, 5));
        let ends = terms.not(goes_on);
        let condition = terms.uninitialised_condition(ends).unwrap();
        assert!(!holds(&terms, condition, x, 0));
    }

    #[test]
    fn a_choice_between_equal_values_does_not_matter() {
        let mut terms = Terms::new();
        let (x, a) = terms.new_variable(8);
        let (never, two) = (terms.uninitialised(8, 1, 0), terms.constant(8, 2));
        let unset = terms.ult(never, two);
        let five = terms.constant(8, 5);
        let chosen = terms.ite(unset, a, five);
        let condition = terms.uninitialised_condition(chosen).unwrap();
        assert!(!holds(&terms, condition, x, 5));
        assert!(holds(&terms, condition, x, 6));
    }
}

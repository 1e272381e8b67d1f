//! The value of a term under an assignment of its variables.

use assay_base::Id;
use std::sync::Arc;

use crate::{Node, Term, Terms, Value, VarId, apply};

/// Values that are copied together when one of them changes.
const CHUNK: usize = 128;

/// A value for every variable; 0 for those never set. Assignments that were made from each other share what
/// they have in common: a path that reads a hundred thousand inputs differs from the next one in a few.
#[derive(Clone, Default, Debug)]
pub struct Assignment {
    /// None where none was set.
    chunks: Vec<Option<Arc<[Value; CHUNK]>>>,
}

impl Assignment {
    pub fn new() -> Self {
        Assignment::default()
    }

    #[inline]
    pub fn get(&self, var: VarId) -> Value {
        self.chunk(var.index() / CHUNK)[var.index() % CHUNK]
    }

    #[inline]
    fn chunk(&self, number: usize) -> &[Value; CHUNK] {
        match self.chunks.get(number) {
            Some(Some(chunk)) => chunk,
            _ => &[0; CHUNK],
        }
    }

    pub fn set(&mut self, var: VarId, value: Value) {
        let number = var.index() / CHUNK;
        if number >= self.chunks.len() {
            self.chunks.resize(number + 1, None);
        }
        let chunk = self.chunks[number].get_or_insert_with(|| Arc::new([0; CHUNK]));
        Arc::make_mut(chunk)[var.index() % CHUNK] = value;
    }

    /// Whether no variable was ever set.
    pub fn is_empty(&self) -> bool {
        self.chunks.is_empty()
    }

    /// All variables that were set, and some others, with their values.
    pub fn iter(&self) -> impl Iterator<Item = (VarId, Value)> {
        self.chunks.iter().enumerate().flat_map(|(number, chunk)| {
            let values = chunk.iter().flat_map(|chunk| chunk.iter().enumerate());
            values.map(move |(at, &value)| (VarId::new(number * CHUNK + at), value))
        })
    }

    /// Bytes held, about, as if nothing of them were shared.
    pub fn memory(&self) -> usize {
        self.chunks.iter().flatten().count() * size_of::<[Value; CHUNK]>()
    }
}

impl PartialEq for Assignment {
    fn eq(&self, other: &Assignment) -> bool {
        let count = self.chunks.len().max(other.chunks.len());
        (0..count).all(|number| self.chunk(number) == other.chunk(number))
    }
}

impl Eq for Assignment {}

/// Computes values and remembers them until [`reset`](Evaluator::reset). One evaluator may be
/// asked about any terms of one arena, as long as the assignment stays the same between resets.
pub struct Evaluator {
    /// By term; valid where the stamp is the current generation.
    values: Vec<Value>,
    stamps: Vec<u32>,
    generation: u32,
    /// Terms being computed, innermost last. Kept to reuse its memory.
    stack: Vec<Term>,
    steps: u64,
}

impl Evaluator {
    pub fn new() -> Self {
        // A stamp of 0 is that of no generation.
        let (values, stamps, stack) = (Vec::new(), Vec::new(), Vec::new());
        Evaluator { values, stamps, generation: 1, stack, steps: 0 }
    }

    /// Forgets all values: call it when the assignment changes.
    pub fn reset(&mut self) {
        self.generation = self.generation.wrapping_add(1);
        if self.generation == 0 {
            self.stamps.fill(0);
            self.generation = 1;
        }
    }

    /// How many terms it has computed so far.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// Bytes held, about.
    pub fn memory(&self) -> usize {
        self.values.capacity() * size_of::<Value>()
            + self.stamps.capacity() * size_of::<u32>()
            + self.stack.capacity() * size_of::<Term>()
    }

    pub fn value(&mut self, terms: &Terms, assignment: &Assignment, t: Term) -> Value {
        if self.stamps.len() <= t.index() {
            self.stamps.resize(terms.len() + 1, 0);
            self.values.resize(terms.len() + 1, 0);
        }
        let mut pass = Pass { evaluator: self, terms, assignment };
        match pass.known(t) {
            Ok(value) => value,
            Err(_) => pass.compute(t),
        }
    }
}

impl Default for Evaluator {
    fn default() -> Self {
        Evaluator::new()
    }
}

struct Pass<'a> {
    evaluator: &'a mut Evaluator,
    terms: &'a Terms,
    assignment: &'a Assignment,
}

impl Pass<'_> {
    /// The value, or the term itself where it must be computed first.
    #[inline]
    fn known(&self, t: Term) -> Result<Value, Term> {
        if self.evaluator.stamps[t.index()] == self.evaluator.generation {
            return Ok(self.evaluator.values[t.index()]);
        }
        match self.terms.node(t) {
            Node::Const(value) | Node::Uninitialised { value, .. } => Ok(value),
            Node::Var(var) => Ok(self.assignment.get(var)),
            _ => Err(t),
        }
    }

    /// An explicit stack instead of recursion, because terms may be very deep.
    fn compute(&mut self, t: Term) -> Value {
        let mut stack = std::mem::take(&mut self.evaluator.stack);
        stack.push(t);
        let mut last = 0;
        while let Some(&top) = stack.last() {
            match self.step(top) {
                Ok(value) => {
                    self.evaluator.values[top.index()] = value;
                    self.evaluator.stamps[top.index()] = self.evaluator.generation;
                    self.evaluator.steps += 1;
                    stack.pop();
                    last = value;
                }
                Err(missing) => stack.push(missing),
            }
        }
        self.evaluator.stack = stack;
        last
    }

    /// The value from those of the arguments, or the first argument that is missing. Of an ite
    /// and a lookup only what is chosen is needed.
    fn step(&self, t: Term) -> Result<Value, Term> {
        let width = self.terms.width(t);
        Ok(match self.terms.node(t) {
            Node::Const(value) | Node::Uninitialised { value, .. } => value,
            Node::Var(var) => self.assignment.get(var),
            Node::Not(a) => apply::not(width, self.known(a)?),
            Node::Neg(a) => apply::neg(width, self.known(a)?),
            Node::Binary(op, a, b) => {
                apply::binary(op, self.terms.width(a), self.known(a)?, self.known(b)?)
            }
            Node::Extract { of, low } => apply::extract(self.known(of)?, low, width),
            Node::ZeroExtend(a) => self.known(a)?,
            Node::SignExtend(a) => apply::sign_extend(self.known(a)?, self.terms.width(a), width),
            Node::Concat(high, low) => {
                apply::concat(self.known(high)?, self.known(low)?, self.terms.width(low))
            }
            Node::Ite(condition, a, b) => {
                let chosen = if self.known(condition)? != 0 { a } else { b };
                self.known(chosen)?
            }
            Node::Lookup { table, index } => {
                let (entries, index) = (self.terms.table(table), self.known(index)?);
                let last = entries.len() - 1;
                let chosen = usize::try_from(index).map_or(last, |index| index.min(last));
                self.known(entries[chosen])?
            }
            Node::Float(op, a) => apply::float(op, self.terms.width(a), width, self.known(a)?),
            Node::FloatBinary(op, format, a, b) => {
                apply::float_binary(op, format, self.known(a)?, self.known(b)?)
            }
            Node::FusedMultiplyAdd(format, a, b, c) => {
                apply::fma(format, self.known(a)?, self.known(b)?, self.known(c)?)
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::BinaryOp;

    #[test]
    fn missing_variables_read_as_zero() {
        let mut terms = Terms::new();
        let (x, a) = terms.new_variable(8);
        let (_, b) = terms.new_variable(8);
        let sum = terms.add(a, b);
        let mut assignment = Assignment::new();
        assignment.set(x, 7);
        assert_eq!(Evaluator::new().value(&terms, &assignment, sum), 7);
    }

    #[test]
    fn a_reset_forgets_all_values() {
        let mut terms = Terms::new();
        let (x, a) = terms.new_variable(8);
        let t = terms.neg(a);
        let (mut evaluator, mut assignment) = (Evaluator::new(), Assignment::new());
        for value in [1, 2, 255] {
            assignment.set(x, value);
            evaluator.reset();
            assert_eq!(evaluator.value(&terms, &assignment, t), 256 - value);
        }
        // The generation wraps around: stamps of long ago must not count.
        evaluator.generation = u32::MAX;
        assignment.set(x, 1);
        evaluator.reset();
        assert_eq!(evaluator.value(&terms, &assignment, t), 255);
    }

    #[test]
    fn very_deep_terms_do_not_overflow_the_stack() {
        let mut terms = Terms::new();
        let (x, a) = terms.new_variable(32);
        let (_, b) = terms.new_variable(32);
        let mut t = a;
        for _ in 0..150_000 {
            let product = terms.raw(Node::Binary(BinaryOp::Mul, t, b), 32);
            t = terms.raw(Node::Binary(BinaryOp::Sub, a, product), 32);
        }
        let mut assignment = Assignment::new();
        assignment.set(x, 12);
        assert_eq!(Evaluator::new().value(&terms, &assignment, t), 12);
    }

    #[test]
    fn only_the_chosen_arm_is_computed() {
        let mut terms = Terms::new();
        let (k, condition) = terms.new_variable(1);
        let [a, b, c] = [0; 3].map(|_| terms.new_variable(8).1);
        let product = terms.mul(a, b);
        let chosen = terms.ite(condition, product, c);
        let (mut evaluator, mut assignment) = (Evaluator::new(), Assignment::new());
        assert_eq!(evaluator.value(&terms, &assignment, chosen), 0);
        assert_ne!(evaluator.stamps[product.index()], evaluator.generation);
        assignment.set(k, 1);
        evaluator.reset();
        assert_eq!(evaluator.value(&terms, &assignment, chosen), 0);
        assert_eq!(evaluator.stamps[product.index()], evaluator.generation);
    }
}

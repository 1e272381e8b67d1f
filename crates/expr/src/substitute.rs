//! Terms with other terms in the place of variables.

use rustc_hash::FxHashMap;

use crate::{Node, Term, Terms, VarId};

/// Replaces variables, all at once. What was rewritten is remembered, so that one substitution may be
/// applied to many terms that share parts.
#[derive(Clone, Default)]
pub struct Substitution {
    replaced: FxHashMap<VarId, Term>,
    done: FxHashMap<Term, Term>,
    /// Nothing is simplified.
    is_raw: bool,
}

impl Substitution {
    pub fn new(replaced: impl IntoIterator<Item = (VarId, Term)>) -> Substitution {
        let replaced = replaced.into_iter().collect();
        Substitution { replaced, done: FxHashMap::default(), is_raw: false }
    }

    /// One that keeps the shape of terms: for what is to be read, or checked by others.
    pub fn raw(replaced: impl IntoIterator<Item = (VarId, Term)>) -> Substitution {
        Substitution { is_raw: true, ..Substitution::new(replaced) }
    }

    pub fn is_empty(&self) -> bool {
        self.replaced.is_empty()
    }

    pub fn apply(&mut self, terms: &mut Terms, t: Term) -> Term {
        if self.replaced.is_empty() {
            return t;
        }
        // An explicit stack, because terms may be very deep.
        let mut stack = vec![t];
        while let Some(&top) = stack.last() {
            if self.known(terms, top).is_some() {
                stack.pop();
                continue;
            }
            let waiting = stack.len();
            terms.for_each_argument(top, |argument| {
                if self.known(terms, argument).is_none() {
                    stack.push(argument);
                }
            });
            if stack.len() == waiting {
                let rewritten = self.rebuild(terms, top);
                self.done.insert(top, rewritten);
                stack.pop();
            }
        }
        self.known(terms, t).unwrap_or(t)
    }

    fn known(&self, terms: &Terms, t: Term) -> Option<Term> {
        match terms.node(t) {
            Node::Const(_) | Node::Uninitialised { .. } => Some(t),
            Node::Var(var) => Some(self.replaced.get(&var).copied().unwrap_or(t)),
            _ => self.done.get(&t).copied(),
        }
    }

    /// The term of the rewritten arguments, which are all known.
    fn rebuild(&self, terms: &mut Terms, t: Term) -> Term {
        let width = terms.width(t);
        let new = |terms: &Terms, t: Term| self.known(terms, t).unwrap_or(t);
        if self.is_raw {
            let node = self.same_shape(terms, terms.node(t));
            return terms.raw(node, width);
        }
        let node = terms.node(t);
        let entries = entries_of(terms, node).iter().map(|&entry| new(terms, entry)).collect();
        let arguments = Arguments { node, width, entries };
        let known = |t: Term, terms: &Terms| new(terms, t);
        remade(terms, arguments, &known).unwrap_or(t)
    }
}

/// A node whose arguments are to be replaced, with those in its table replaced already.
struct Arguments {
    node: Node,
    width: u32,
    entries: Vec<Term>,
}

fn entries_of(terms: &Terms, node: Node) -> &[Term] {
    match node {
        Node::Lookup { table, .. } => terms.table(table),
        _ => &[],
    }
}

/// The simplest term of this shape with other arguments; none if it has no arguments.
fn remade(
    terms: &mut Terms,
    Arguments { node, width, entries }: Arguments,
    new: &dyn Fn(Term, &Terms) -> Term,
) -> Option<Term> {
    Some(match node {
        Node::Const(_) | Node::Uninitialised { .. } | Node::Var(_) => return None,
        Node::Not(a) => terms.not(new(a, terms)),
        Node::Neg(a) => terms.neg(new(a, terms)),
        Node::Binary(op, a, b) => terms.binary(op, new(a, terms), new(b, terms)),
        Node::Extract { of, low } => terms.extract(new(of, terms), low, width),
        Node::ZeroExtend(a) => terms.zero_extend(new(a, terms), width),
        Node::SignExtend(a) => terms.sign_extend(new(a, terms), width),
        Node::Concat(a, b) => terms.concat(new(a, terms), new(b, terms)),
        Node::Ite(c, a, b) => terms.ite(new(c, terms), new(a, terms), new(b, terms)),
        Node::Lookup { index, .. } => terms.lookup(&entries, new(index, terms)),
        Node::Float(op, a) => terms.float(op, new(a, terms), width),
        Node::FloatBinary(op, format, a, b) => {
            terms.float_binary(op, format, new(a, terms), new(b, terms))
        }
        Node::FusedMultiplyAdd(format, a, b, c) => {
            terms.fma(format, new(a, terms), new(b, terms), new(c, terms))
        }
    })
}

/// Brings terms of one arena into another, with terms of that in the place of variables.
#[derive(Default)]
pub struct Translation {
    variables: FxHashMap<VarId, Term>,
    done: FxHashMap<Term, Term>,
}

impl Translation {
    /// Every variable of `t` must be among the variables.
    pub fn new(variables: impl IntoIterator<Item = (VarId, Term)>) -> Translation {
        Translation { variables: variables.into_iter().collect(), done: FxHashMap::default() }
    }

    pub fn apply(&mut self, from: &Terms, to: &mut Terms, t: Term) -> Term {
        let mut stack = vec![t];
        while let Some(&top) = stack.last() {
            let waiting = stack.len();
            if !self.done.contains_key(&top) {
                from.for_each_argument(top, |argument| {
                    if !self.done.contains_key(&argument) {
                        stack.push(argument);
                    }
                });
            }
            if stack.len() == waiting {
                let translated = self.translated(from, to, top);
                self.done.insert(top, translated);
                stack.pop();
            }
        }
        self.done[&t]
    }

    /// The term of the translated arguments, which are all done.
    fn translated(&self, from: &Terms, to: &mut Terms, t: Term) -> Term {
        if let Some(&done) = self.done.get(&t) {
            return done;
        }
        let (node, width) = (from.node(t), from.width(t));
        let new = |t: Term, _: &Terms| self.done[&t];
        let entries = entries_of(from, node).iter().map(|entry| self.done[entry]).collect();
        match node {
            Node::Const(value) | Node::Uninitialised { value, .. } => to.constant(width, value),
            Node::Var(variable) => self.variables[&variable],
            _ => remade(to, Arguments { node, width, entries }, &new)
                .expect("all others have arguments"),
        }
    }
}

impl Substitution {
    /// The node with its arguments rewritten.
    fn same_shape(&self, terms: &mut Terms, node: Node) -> Node {
        let new = |t: Term| self.known(terms, t).unwrap_or(t);
        match node {
            Node::Const(_) | Node::Uninitialised { .. } | Node::Var(_) => node,
            Node::Not(a) => Node::Not(new(a)),
            Node::Neg(a) => Node::Neg(new(a)),
            Node::Binary(op, a, b) => Node::Binary(op, new(a), new(b)),
            Node::Extract { of, low } => Node::Extract { of: new(of), low },
            Node::ZeroExtend(a) => Node::ZeroExtend(new(a)),
            Node::SignExtend(a) => Node::SignExtend(new(a)),
            Node::Concat(a, b) => Node::Concat(new(a), new(b)),
            Node::Ite(c, a, b) => Node::Ite(new(c), new(a), new(b)),
            Node::Lookup { table, index } => {
                let entries: Vec<Term> =
                    terms.table(table).iter().map(|&entry| new(entry)).collect();
                let index = new(index);
                Node::Lookup { table: terms.intern_table(&entries), index }
            }
            Node::Float(op, a) => Node::Float(op, new(a)),
            Node::FloatBinary(op, format, a, b) => Node::FloatBinary(op, format, new(a), new(b)),
            Node::FusedMultiplyAdd(format, a, b, c) => {
                Node::FusedMultiplyAdd(format, new(a), new(b), new(c))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Assignment, Evaluator};

    #[test]
    fn all_variables_are_replaced_at_once() {
        let mut terms = Terms::new();
        let (x, a) = terms.new_variable(8);
        let (y, b) = terms.new_variable(8);
        let difference = terms.sub(a, b);
        let mut swap = Substitution::new([(x, b), (y, a)]);
        let swapped = swap.apply(&mut terms, difference);
        assert_eq!(swapped, terms.sub(b, a));
        assert_eq!(swap.apply(&mut terms, swapped), difference);
    }

    #[test]
    fn a_raw_substitution_keeps_the_shape() {
        let mut terms = Terms::new();
        let (x, a) = terms.new_variable(8);
        let one = terms.constant(8, 1);
        let sum = terms.add(a, one);
        let rewritten = Substitution::raw([(x, one)]).apply(&mut terms, sum);
        assert_eq!(terms.as_constant(rewritten), None);
        assert_eq!(Evaluator::new().value(&terms, &Assignment::new(), rewritten), 2);
    }

    #[test]
    fn the_value_is_that_under_the_replaced_values() {
        let mut terms = Terms::new();
        let (x, a) = terms.new_variable(32);
        let (y, b) = terms.new_variable(32);
        let [product, three] = [terms.mul(a, b), terms.constant(32, 3)];
        let entries = [a, product, three];
        let chosen = terms.lookup(&entries, b);
        let is_small = terms.ult(chosen, a);
        let t = terms.ite(is_small, chosen, product);
        let successor = terms.add(b, three);
        let rewritten = Substitution::new([(x, successor)]).apply(&mut terms, t);
        for (first, second) in [(7, 1), (0, 9), (4, u128::from(u32::MAX))] {
            let mut before = Assignment::new();
            before.set(y, second);
            before.set(x, first);
            let value = Evaluator::new().value(&terms, &before, rewritten);
            let moved = Evaluator::new().value(&terms, &before, successor);
            before.set(x, moved);
            assert_eq!(value, Evaluator::new().value(&terms, &before, t));
        }
    }
}

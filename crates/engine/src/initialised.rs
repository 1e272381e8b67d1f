//! Does a decision depend on memory that nobody wrote?
//!
//! A term that mentions uninitialised memory need not depend on it. A store at a symbolic index makes
//! every byte that it may mean a choice between the new value and the old one, and the old one may be
//! uninitialised where the index never is. So the question is asked of this run: of a choice only the
//! side that its condition takes counts, and of a conjunction whose one side is false the other does
//! not matter. That is what a run with a shadow for every bit sees too (MemorySanitizer, Valgrind), so
//! a run that is fine there is fine here.
//!
//! What may be missed: a dependence found only after [`MOST_TERMS`] terms.

use crate::machine::Machine;
use assay_expr::{BinaryOp, Node, Term, Value as Number};
use assay_verdict::FindingKind;
use rustc_hash::FxHashMap;

/// So that a long computation on uninitialised memory, asked at every step, stays affordable.
const MOST_TERMS: usize = 4096;

impl Machine {
    /// Reports a decision that depends on memory nobody wrote.
    pub(crate) fn check_initialised(&mut self, term: Term) {
        if self.terms.reads_uninitialised(term) && self.depends_on_uninitialised(term) {
            let message = "this decision depends on memory that was never written".to_string();
            self.report(FindingKind::UninitialisedRead, message);
        }
    }

    /// Arguments are settled before the terms they stand in; `pending` has those in between.
    fn depends_on_uninitialised(&mut self, term: Term) -> bool {
        let mut settled: FxHashMap<Term, bool> = FxHashMap::default();
        let mut pending = vec![term];
        while let Some(&next) = pending.last() {
            let open = self.relevant(next).into_iter().find(|argument| {
                self.terms.reads_uninitialised(*argument) && !settled.contains_key(argument)
            });
            match open {
                Some(argument) => pending.push(argument),
                None => {
                    let depends = self.depends(next, &settled);
                    settled.insert(next, depends);
                    pending.pop();
                }
            }
            if settled.len() + pending.len() > MOST_TERMS {
                return false;
            }
        }
        settled[&term]
    }

    /// The arguments that the value of this term is made from on this run.
    fn relevant(&mut self, term: Term) -> Vec<Term> {
        match self.terms.node(term) {
            Node::Ite(condition, yes, no) => {
                let taken = if self.evaluate(condition) != 0 { yes } else { no };
                vec![condition, taken]
            }
            Node::Lookup { table, index } => {
                let position = self.evaluate(index);
                let entries = self.terms.table(table);
                let taken = entries.get(position as usize).or(entries.last());
                taken.copied().into_iter().chain([index]).collect()
            }
            _ => {
                let mut arguments = Vec::new();
                self.terms.for_each_argument(term, |argument| arguments.push(argument));
                arguments
            }
        }
    }

    fn depends(&mut self, term: Term, settled: &FxHashMap<Term, bool>) -> bool {
        let depends = |argument: Term| settled.get(&argument).copied().unwrap_or(false);
        match self.terms.node(term) {
            Node::Uninitialised(_) => true,
            Node::Binary(op @ (BinaryOp::And | BinaryOp::Or), a, b) => {
                match (depends(a), depends(b)) {
                    (true, false) => !self.absorbs(op, b),
                    (false, true) => !self.absorbs(op, a),
                    (both, _) => both,
                }
            }
            _ => self.relevant(term).into_iter().any(depends),
        }
    }

    /// Whether the other argument makes no difference: all bits zero, or all one.
    fn absorbs(&mut self, op: BinaryOp, argument: Term) -> bool {
        let ones = Number::MAX >> (Number::BITS - self.terms.width(argument));
        let value = self.evaluate(argument);
        if op == BinaryOp::And { value == 0 } else { value == ones }
    }
}

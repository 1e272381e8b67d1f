//! Answers to queries that were asked before, word for word.

use std::time::Duration;

use rustc_hash::FxHashMap;

use assay_expr::Term;

use crate::answer::Unknown;
use crate::query::{Model, Verdict};

/// Entries of one generation. When the young generation is full it becomes the old one, and
/// what the old one still had is forgotten.
const GENERATION: usize = 50_000;

#[derive(Clone)]
enum Entry {
    Sat(Model),
    /// With conjuncts that contradict each other.
    Unsat(Box<[Term]>),
    /// Not answered within this time.
    TimedOut(Duration),
}

#[derive(Default)]
pub(crate) struct ExactCache {
    young: FxHashMap<Box<[Term]>, Entry>,
    old: FxHashMap<Box<[Term]>, Entry>,
    terms: usize,
}

impl ExactCache {
    pub(crate) fn clear(&mut self) {
        *self = ExactCache::default();
    }

    pub(crate) fn memory(&self) -> usize {
        (self.young.len() + self.old.len()) * 96 + self.terms * 20
    }

    /// The answer to these sorted conjuncts. A query that ran out of time is not tried again
    /// with the same time.
    pub(crate) fn answer(&self, conjuncts: &[Term], time: Duration) -> Option<Verdict> {
        let entry = self.young.get(conjuncts).or_else(|| self.old.get(conjuncts))?;
        match entry {
            Entry::Sat(model) => Some(Verdict::Sat(model.clone())),
            Entry::Unsat(core) => Some(Verdict::Unsat(core.to_vec())),
            Entry::TimedOut(spent) if time <= *spent => Some(Verdict::Unknown(Unknown::Timeout)),
            Entry::TimedOut(_) => None,
        }
    }

    /// Remembers an answer that took this time.
    pub(crate) fn insert(&mut self, conjuncts: &[Term], verdict: &Verdict, spent: Duration) {
        let entry = match verdict {
            Verdict::Sat(model) => Entry::Sat(model.clone()),
            Verdict::Unsat(core) => Entry::Unsat(core.as_slice().into()),
            Verdict::Unknown(Unknown::Timeout) => Entry::TimedOut(spent),
            Verdict::Unknown(_) => return,
        };
        if self.young.len() >= GENERATION {
            self.old = std::mem::take(&mut self.young);
            self.terms /= 2;
        }
        self.terms += conjuncts.len();
        self.young.insert(conjuncts.into(), entry);
    }
}

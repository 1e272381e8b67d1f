//! Unsatisfiable cores: a query that contains a known core is unsatisfiable. Cores are short
//! and come back on many paths, wherever the same branches meet.

use rustc_hash::FxHashMap;

use assay_expr::Term;

use crate::query::{Query, Verdict};

/// Longer cores are seldom met again.
const LONGEST: usize = 24;
/// Cores looked at for one term, the newest.
const PER_TERM: usize = 24;
/// Cores kept before all are forgotten.
const KEPT: usize = 50_000;

#[derive(Default)]
pub(crate) struct Cores {
    cores: Vec<Box<[Term]>>,
    /// The cores that contain a term, the newest last.
    by_term: FxHashMap<Term, Vec<u32>>,
}

impl Cores {
    pub(crate) fn clear(&mut self) {
        *self = Cores::default();
    }

    pub(crate) fn memory(&self) -> usize {
        self.cores.len() * (16 + 8 * 4) + self.by_term.len() * 64
    }

    /// Every core contains the goal, if there is one; else any conjunct may be in it.
    pub(crate) fn answer(&self, query: &Query) -> Option<Verdict> {
        let goal = query.goal;
        let starts =
            goal.as_slice().iter().chain(if goal.is_none() { query.conjuncts } else { &[] });
        for start in starts {
            let Some(indices) = self.by_term.get(start) else { continue };
            for index in indices.iter().rev() {
                let core = &self.cores[*index as usize];
                if is_subset(core, query.conjuncts) {
                    return Some(Verdict::Unsat(core.to_vec()));
                }
            }
        }
        None
    }

    pub(crate) fn insert(&mut self, core: &[Term]) {
        if core.len() > LONGEST {
            return;
        }
        if self.cores.len() >= KEPT {
            self.clear();
        }
        let mut core: Box<[Term]> = core.into();
        core.sort_unstable();
        let index = self.cores.len() as u32;
        for term in &core {
            let indices = self.by_term.entry(*term).or_default();
            if indices.len() == PER_TERM {
                indices.remove(0);
            }
            indices.push(index);
        }
        self.cores.push(core);
    }
}

/// Both are sorted.
fn is_subset(small: &[Term], mut large: &[Term]) -> bool {
    for term in small {
        match large.binary_search(term) {
            Ok(index) => large = &large[index + 1..],
            Err(_) => return false,
        }
    }
    true
}

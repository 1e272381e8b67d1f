//! Inputs beyond the values that a path has fixed.
//!
//! The machine fixes a term to its value on the path where it must be a number: the size of an
//! object, the length of a copy. What the program asks of that term later then has one answer on
//! this path, and each other value is a path of its own: among thousands of them the one that
//! matters is found by luck. So where a decision has no input on its path, it is looked for once
//! more without what the machine alone has fixed. Such an input may go another way before, and only
//! its run tells whether it takes the decision; but it has the value that the decision asks for.

use super::{Ready, Worker};
use crate::frontier::Entry;
use assay_expr::Term;
use assay_solver::Answer;
use rustc_hash::FxHashMap;
use std::time::Duration;

/// Tries for one edge, which may be wanted and out of reach for all of a run.
const MOST_TRIES: u32 = 16;

#[derive(Default)]
pub(super) struct Loosening {
    tries: FxHashMap<u32, u32>,
}

impl Worker {
    /// Tries a candidate that no input takes on its path.
    pub(super) fn loosen(&mut self, entry: &Entry, ready: &Ready, time: Duration) {
        let Some(edge) = entry.edge().filter(|&edge| self.shared.is_wanted(edge)) else { return };
        let constraints = &ready.constraints[..ready.length];
        let is_free = |term: &Term| !self.machine.chosen.contains(term);
        let free: Vec<Term> = constraints.iter().copied().filter(is_free).collect();
        if free.len() == constraints.len() {
            return;
        }
        let tries = self.loosening.tries.entry(edge).or_default();
        *tries += 1;
        if *tries > MOST_TRIES {
            return;
        }
        let free = Ready {
            length: free.len(),
            constraints: free.into(),
            condition: ready.condition,
            inputs: ready.inputs.clone(),
            snapshot: None,
        };
        if let Answer::Sat(inputs) = self.solve(entry.candidate.id, &free, time) {
            let run = self.execute(assay_engine::Start::fresh(inputs));
            self.absorb_if_new(run);
        }
    }
}

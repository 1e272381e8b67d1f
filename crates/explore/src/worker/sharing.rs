//! Work for other workers, and from them.

use super::{Choice, Worker};
use crate::donation::{Donation, Wake};
use crate::frontier::{Entry, PathRecord};
use assay_search::Stretch;

/// Candidates that a worker keeps for itself before it gives any away.
const KEPT: usize = 4;

impl Worker {
    pub(super) fn donate(&mut self) {
        while self.strategy.len() > KEPT && self.shared.exchange.demand() > 0 {
            let Some(Choice::Candidate(entry)) = self.pick(false) else { return };
            let path = self.frontier.path(entry.path);
            let inputs = match &path.recipe {
                Some(recipe) => recipe.to_vec(),
                None => self.variables(&path.input_log, &path.inputs),
            };
            self.shared.exchange.offer(Donation {
                inputs,
                prefix: self.tree.steps(entry.candidate.parent, 0),
                flipped: entry.flipped(),
                goal: entry.candidate.goal,
                function: entry.candidate.function,
            });
            self.frontier.release(entry.path);
        }
    }

    /// Waits for something to do; false when there will be nothing.
    pub(super) fn adopt(&mut self) -> bool {
        match self.shared.exchange.wait() {
            Some(Wake::Work(donation)) => self.take_over(donation),
            Some(Wake::Recalled) => {}
            Some(Wake::Last) => return self.reopen_or_close(),
            None => return false,
        }
        true
    }

    fn take_over(&mut self, donation: Donation) {
        let inputs = self.machine.assign(&donation.inputs);
        let path = self.frontier.add_path(PathRecord::adopted(inputs, donation.inputs.into()));
        let mut parent = self.tree.root();
        for step in &donation.prefix {
            parent = self.tree.add(parent, *step, None, Stretch::default());
        }
        self.runs += 1;
        let candidate =
            self.candidate(parent, donation.function, donation.flipped, donation.goal, 0);
        self.offer(Entry::unsolved(path, candidate, donation.flipped.choice));
    }
}

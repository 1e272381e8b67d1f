//! What may go wrong at a place, tried once at each before an exploration ends because all is
//! covered.
//!
//! While there is something to cover, strategies decide when a finding is worth a try. A program of
//! which all is covered at once would otherwise end with its defects untried.

use crate::shared::Shared;
use assay_search::{Candidate, CandidateId};
use rustc_hash::FxHashSet;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// The time that it may take, where time counts.
const LONGEST: Duration = Duration::from_secs(3);

/// Places that are remembered: a term that must be concrete may have any number of values.
const MANY_SITES: usize = 10_000;

#[derive(Default)]
pub(super) struct Checks {
    /// The first candidate of each place.
    open: Vec<CandidateId>,
    sites: FxHashSet<(u32, u32, u64)>,
    is_trying: bool,
    began: Option<Instant>,
}

impl Checks {
    /// `choice` is what the candidate chooses otherwise.
    pub(super) fn add(&mut self, candidate: &Candidate, choice: u64, shared: &Shared) {
        if self.sites.len() < MANY_SITES
            && self.sites.insert((candidate.site, candidate.outcome, choice))
        {
            self.open.push(candidate.id);
            shared.unchecked.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// One that is to be tried now, if a strategy has not done that before.
    pub(super) fn next(&mut self, shared: &Shared) -> Option<CandidateId> {
        self.done(shared);
        let began = *self.began.get_or_insert_with(Instant::now);
        if shared.plan.budget.iterations.is_none() && began.elapsed() > LONGEST {
            self.give_up(shared);
        }
        let next = self.open.pop();
        self.is_trying = next.is_some();
        next
    }

    /// Whether one is being tried.
    pub(super) fn are_tried(&self) -> bool {
        self.is_trying
    }

    /// What was being tried has been.
    pub(super) fn done(&mut self, shared: &Shared) {
        if std::mem::take(&mut self.is_trying) {
            shared.unchecked.fetch_sub(1, Ordering::Relaxed);
        }
    }

    pub(super) fn give_up(&mut self, shared: &Shared) {
        self.done(shared);
        shared.unchecked.fetch_sub(self.open.len(), Ordering::Relaxed);
        self.open.clear();
    }
}

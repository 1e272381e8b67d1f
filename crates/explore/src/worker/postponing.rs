//! Candidates whose query takes long are put off: others may lead further meanwhile, or show that this one is not
//! needed. They have their full time when nothing else is left, and now and then before.

use super::Worker;
use crate::frontier::Entry;
use std::collections::VecDeque;
use std::sync::atomic::Ordering;
use std::time::Duration;

/// For the first try of a query.
const FIRST_TIME: Duration = Duration::from_millis(100);

/// One of so many steps is a second try, while there are others.
const BETWEEN: u32 = 32;

#[derive(Default)]
pub(super) struct Postponed {
    entries: VecDeque<Entry>,
    /// Steps since the last second try.
    steps: u32,
}

impl Worker {
    /// The next candidate that may lead to something, and the time that its query may take.
    pub(super) fn pick_timed(&mut self) -> Option<(Entry, Duration)> {
        let full = self.shared.plan.solver.timeout;
        // Where the same run must do the same again, as little as possible depends on time.
        let first = if self.is_repeatable() { full } else { full.min(FIRST_TIME) };
        self.postponed.steps += 1;
        let is_turn = self.postponed.steps > BETWEEN && !self.postponed.entries.is_empty();
        let new = if is_turn { None } else { self.pick() };
        if let Some(entry) = new {
            return Some((entry, first));
        }
        self.postponed.steps = 0;
        match self.take_postponed() {
            Some(entry) => Some((entry, full)),
            None if is_turn => self.pick().map(|entry| (entry, first)),
            None => None,
        }
    }

    /// Keeps a candidate for a second try.
    pub(super) fn postpone(&mut self, entry: Entry) {
        self.shared.candidates.fetch_add(1, Ordering::Relaxed);
        self.postponed.entries.push_back(entry);
    }

    /// The first of them that is still of use.
    fn take_postponed(&mut self) -> Option<Entry> {
        while let Some(entry) = self.postponed.entries.pop_front() {
            self.shared.candidates.fetch_sub(1, Ordering::Relaxed);
            if let Some(entry) = self.of_use(entry) {
                return Some(entry);
            }
        }
        None
    }
}

//! Bounds of inputs that grow: strings get longer, objects more, and values of sizes come back that
//! many others came before.
//!
//! What is reached with small inputs is reached soonest with them, so a raised bound is tried when
//! nothing else is left, and when the search has gained nothing for a while, sooner and sooner
//! forgotten if that does not help either.

use super::Worker;
use crate::frontier::Entry;
use std::collections::VecDeque;
use std::sync::atomic::Ordering;

/// Steps without a gain after which a bound is raised though other candidates are left.
const PATIENCE: u32 = 128;

#[derive(Default)]
pub(super) struct Growth {
    entries: VecDeque<Entry>,
    /// Steps since something was gained or a bound was raised.
    fruitless: u32,
    /// Bounds that were raised since something was gained.
    raised: u32,
}

impl Growth {
    pub(super) fn is_gaining(&mut self) {
        (self.fruitless, self.raised) = (0, 0);
    }

    /// Whether it is time to raise a bound, while there are other candidates.
    pub(super) fn is_due(&mut self) -> bool {
        self.fruitless += 1;
        !self.entries.is_empty() && self.fruitless > PATIENCE << self.raised.min(16)
    }
}

impl Worker {
    /// Keeps a candidate that raises a bound.
    pub(super) fn grow_later(&mut self, mut entry: Entry) {
        self.frontier.keep(entry.path);
        self.shared.candidates.fetch_add(1, Ordering::Relaxed);
        // The snapshot is far behind by then, and its memory is needed.
        entry.condition = None;
        entry.snapshot = None;
        self.growth.entries.push_back(entry);
    }

    /// The oldest of them that is still of use.
    pub(super) fn take_growth(&mut self) -> Option<Entry> {
        self.growth.fruitless = 0;
        self.look();
        let mut later = VecDeque::new();
        let mut taken = None;
        while let Some(entry) = self.growth.entries.pop_front() {
            if self.is_for_later(&entry) {
                later.push_back(entry);
                continue;
            }
            self.shared.candidates.fetch_sub(1, Ordering::Relaxed);
            taken = self.of_use(entry);
            if taken.is_some() {
                self.growth.raised += 1;
                break;
            }
        }
        later.append(&mut self.growth.entries);
        self.growth.entries = later;
        taken
    }

    pub(super) fn bounds_to_raise(&self) -> impl Iterator<Item = &Entry> {
        self.growth.entries.iter()
    }
}

//! The memory cap: resident memory of the process against the budget.
//!
//! Near the cap, workers first drop their snapshots (paths are then run again from the start),
//! then their terms and solver caches too. Candidates themselves stay: they are small.
//!
//! Each worker looks at the resident memory of the process up to a hundred times a second, between
//! two runs. What goes then, by how much of `--memory`, less 64 MiB or an eighth, is taken:
//!
//! - above 70 %: all snapshots; candidates will be run again from the start, and snapshots are
//!   taken less often
//!
//! - above 85 %: also all terms and the solver's caches: a new term arena, a new *generation*
//!
//! - above 85 %: also the prover, which ends with what it has proved so far
//!
//! - above 88 % after that: the exploration ends; what was found stays
//!
//! One path could outgrow the cap between two looks, so a thread looks too, and ends the paths
//! under way above 88 %; and terms have a limit of their own: a third of `--memory`, divided by
//! `--jobs`. A worker that has used half of it starts a new generation; a path that reaches it
//! ends as `PathEnd::OutOfMemory`.
//!
//! Candidates stay, for they are small: a node of the tree, an outcome, an input. Terms and
//! snapshots of an older generation are never looked at; the path is run again instead. The guest
//! has limits of its own for heap and stack; the one for the heap is no more than that for terms.

use std::fs;
use std::sync::Weak;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Between two looks from outside, while paths are under way.
const PAUSE: Duration = Duration::from_millis(4);

/// What may be allocated between two looks, and is not given back at once.
const HEADROOM: u64 = 64 << 20;

/// What to give up.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Pressure {
    None,
    DropSnapshots,
    DropTerms,
}

pub struct MemoryGuard {
    cap: u64,
    page: u64,
}

impl MemoryGuard {
    pub fn new(cap: u64) -> MemoryGuard {
        MemoryGuard { cap: cap - HEADROOM.min(cap / 8), page: 4096 }
    }

    pub fn pressure(&self) -> Pressure {
        let resident = self.resident();
        if resident > self.cap / 100 * 85 {
            Pressure::DropTerms
        } else if resident > self.cap / 100 * 70 {
            Pressure::DropSnapshots
        } else {
            Pressure::None
        }
    }

    /// Nothing left to give up helps: the run must end to keep the cap.
    pub fn is_exhausted(&self) -> bool {
        self.resident() > self.cap / 100 * 88
    }

    /// Keeps a flag up to date, for what cannot look itself, until nobody has it any more.
    pub fn watch(self, is_exhausted: &Weak<AtomicBool>) {
        while let Some(flag) = is_exhausted.upgrade() {
            flag.store(self.is_exhausted(), Ordering::Relaxed);
            drop(flag);
            std::thread::sleep(PAUSE);
        }
    }

    fn resident(&self) -> u64 {
        let statm = fs::read_to_string("/proc/self/statm").unwrap_or_default();
        let pages = statm.split_whitespace().nth(1).and_then(|pages| pages.parse::<u64>().ok());
        pages.unwrap_or(0) * self.page
    }
}

//! The memory cap: resident memory of the process against the budget.
//!
//! Near the cap, workers first drop their snapshots (paths are then run again from the start),
//! then their terms and solver caches too. Candidates themselves stay: they are small.

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

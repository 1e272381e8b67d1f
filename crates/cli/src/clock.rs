//! The time of one unit.
//!
//! It starts with the exploration and ends with the last line of the report, so what comes after
//! the exploration is planned for: see [`Confirmer::rest`](crate::confirm::Confirmer::rest).

use std::time::{Duration, Instant};

/// After Ctrl-C, what was found is still confirmed, if that is quick.
const AFTER_INTERRUPT: Duration = Duration::from_millis(500);

/// The budget is kept within 5 %. A part of that is for what was planned too tightly.
const GRACE_SHARE: u32 = 40;

/// No more than this share of the budget is kept free for what may be left undone.
const RESERVE_SHARE: u32 = 8;

#[derive(Copy, Clone, Debug)]
pub struct Clock {
    budget: Duration,
    deadline: Instant,
    grace: Duration,
}

impl Clock {
    pub fn start(budget: Duration) -> Clock {
        let now = Instant::now();
        // A budget of ages has no deadline that can be written down; a century will do.
        let century = Duration::from_secs(100 * 365 * 24 * 3600);
        let deadline = now.checked_add(budget.min(century)).unwrap_or(now);
        Clock { budget, deadline, grace: budget / GRACE_SHARE }
    }

    pub fn deadline(&self) -> Instant {
        self.deadline
    }

    pub fn left(&self) -> Duration {
        self.deadline.saturating_duration_since(Instant::now())
    }

    /// The most that findings and reports may take from the exploration. On a busy machine they cost
    /// so much that nothing would be explored.
    pub fn reserve(&self) -> Duration {
        self.budget / RESERVE_SHARE
    }

    /// When waiting for anything ends.
    pub fn last_call(&self) -> Instant {
        self.deadline + self.grace
    }

    pub fn interrupt(&mut self) {
        self.budget = AFTER_INTERRUPT;
        self.deadline = self.deadline.min(Instant::now() + AFTER_INTERRUPT);
        self.grace = Duration::ZERO;
    }
}

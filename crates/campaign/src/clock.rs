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
    started: Instant,
    deadline: Instant,
    grace: Duration,
    is_interrupted: bool,
}

impl Clock {
    pub fn start(budget: Duration) -> Clock {
        let now = Instant::now();
        // A budget of ages has no deadline that can be written down; a century will do.
        let century = Duration::from_secs(100 * 365 * 24 * 3600);
        let deadline = now.checked_add(budget.min(century)).unwrap_or(now);
        let grace = budget / GRACE_SHARE;
        Clock { budget, started: now, deadline, grace, is_interrupted: false }
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

    /// When the last test may be started, if the first one could be at `ready`: tests of a program that took most
    /// of the time to build get as much for themselves.
    pub fn last_test(&self, ready: Option<Instant>) -> Instant {
        match ready {
            _ if self.is_interrupted => self.last_call(),
            Some(ready) => {
                let building = ready.saturating_duration_since(self.started);
                self.last_call().max(ready + building.max(self.reserve()))
            }
            // Without it nothing is covered: it is waited for, however long what comes after the tests takes.
            None => self.last_call().max(Instant::now() + 2 * self.reserve()),
        }
    }

    pub fn interrupt(&mut self) {
        if self.is_interrupted {
            return;
        }
        self.is_interrupted = true;
        self.budget = AFTER_INTERRUPT;
        self.deadline = self.deadline.min(Instant::now() + AFTER_INTERRUPT);
        self.grace = Duration::ZERO;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    fn clock() -> Clock {
        Clock::start(8 * SECOND)
    }

    #[test]
    fn a_program_that_is_built_soon_changes_nothing() {
        let clock = clock();
        assert_eq!(clock.last_test(Some(clock.started + SECOND)), clock.last_call());
    }

    #[test]
    fn building_does_not_take_the_time_of_tests() {
        let clock = clock();
        let ready = clock.started + 20 * SECOND;
        assert_eq!(clock.last_test(Some(ready)), ready + 20 * SECOND);
        let clock = Clock { deadline: clock.started, ..clock };
        assert!(clock.last_test(None) > Instant::now() + clock.reserve());
    }

    #[test]
    fn nobody_waits_after_an_interrupt() {
        let mut clock = clock();
        clock.interrupt();
        let end = clock.last_call();
        assert!(end <= Instant::now() + AFTER_INTERRUPT);
        assert_eq!(clock.last_test(None), end);
        assert_eq!(clock.last_test(Some(end)), end);
    }
}

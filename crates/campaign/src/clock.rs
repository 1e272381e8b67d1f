//! The time of one unit.
//!
//! It starts with the exploration and ends with the last line of the report, so what comes after
//! the exploration is planned for: see [`Confirmer::rest`](crate::confirm::Confirmer::rest).
//!
//! `Clock` is the time of a unit, from the start of the exploration to the last line of the report.
//! The program for native runs is built beside the exploration, with a harness that was compiled
//! with Assay itself (`c/testing/build.rs`); the one with sanitizers from the first finding that
//! needs it, and such findings wait for it. The campaign measures what native runs and reports
//! cost, and ends the exploration when what is left to do takes the time that is left; tests get no
//! more than an eighth of the budget then, findings and reports another. A native run gets a fair
//! share of what is left. Tests that are still to be run when the time is over are dropped and
//! told; but those of a program that took most of the time to build have as long for themselves as
//! that took. The tests of an earlier run (`--resume`) are run again between those of new
//! discoveries, and kept if there is no time for that. Limits of single steps, such as a query, are
//! of the processor's time (`base/src/processor_time.rs`): what else the machine does changes how
//! long a run takes, not what a step can do. A worker that does not stop in time, because a solver
//! does not listen, is left behind: the process ends without it, by `_exit`, so that no destructor
//! of a C++ library runs under it.

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

    /// The most that findings and reports may take from the exploration. On a busy machine they
    /// cost so much that nothing would be explored.
    pub fn reserve(&self) -> Duration {
        self.budget / RESERVE_SHARE
    }

    /// When waiting for anything ends.
    pub fn last_call(&self) -> Instant {
        self.deadline + self.grace
    }

    /// When the last test may be started, if the first one could be at `ready`: tests of a program
    /// that took most of the time to build get as much for themselves.
    pub fn last_test(&self, ready: Option<Instant>) -> Instant {
        match ready {
            _ if self.is_interrupted => self.last_call(),
            Some(ready) => {
                let building = ready.saturating_duration_since(self.started);
                self.last_call().max(ready + building.max(self.reserve()))
            }
            // Without it nothing is covered: it is waited for, however long what comes after the
            // tests takes.
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

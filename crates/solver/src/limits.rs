//! When to stop: the timeout of a query, the deadline of the run, and the interrupt flag. The
//! limits are shared with callbacks and watchers of the backends, hence atomics.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use crate::answer::Unknown;

/// Shared by a solver and the callbacks of its backends.
#[derive(Clone)]
pub(crate) struct Limits {
    start: Instant,
    /// Nanoseconds after `start` at which the running query must stop.
    until: Arc<AtomicU64>,
    interrupt: Arc<AtomicBool>,
    deadline: Option<Instant>,
}

impl Limits {
    pub(crate) fn new() -> Limits {
        Limits {
            start: Instant::now(),
            until: Arc::new(AtomicU64::new(u64::MAX)),
            interrupt: Arc::new(AtomicBool::new(false)),
            deadline: None,
        }
    }

    pub(crate) fn set_interrupt(&mut self, flag: Arc<AtomicBool>) {
        self.interrupt = flag;
    }

    pub(crate) fn set_deadline(&mut self, deadline: Option<Instant>) {
        self.deadline = deadline;
    }

    /// Starts the clock of a piece of work.
    pub(crate) fn begin(&self, timeout: Duration) {
        let now = Instant::now();
        let mut until = now.checked_add(timeout).unwrap_or(now + Duration::from_secs(1 << 32));
        if let Some(deadline) = self.deadline {
            until = until.min(deadline);
        }
        let nanos = until.saturating_duration_since(self.start).as_nanos();
        self.until.store(u64::try_from(nanos).unwrap_or(u64::MAX), Ordering::Relaxed);
    }

    pub(crate) fn remaining(&self) -> Duration {
        let elapsed = self.start.elapsed().as_nanos() as u64;
        Duration::from_nanos(self.until.load(Ordering::Relaxed).saturating_sub(elapsed))
    }

    /// Why the running work must stop, if it must.
    pub(crate) fn exceeded(&self) -> Option<Unknown> {
        if self.interrupt.load(Ordering::Relaxed) {
            Some(Unknown::Interrupted)
        } else if self.remaining().is_zero() {
            Some(Unknown::Timeout)
        } else {
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_deadline_cuts_the_timeout() {
        let mut limits = Limits::new();
        limits.begin(Duration::from_secs(100));
        assert_eq!(limits.exceeded(), None);
        limits.set_deadline(Some(Instant::now()));
        limits.begin(Duration::from_secs(100));
        assert_eq!(limits.exceeded(), Some(Unknown::Timeout));
    }

    #[test]
    fn the_interrupt_comes_first() {
        let mut limits = Limits::new();
        let flag = Arc::new(AtomicBool::new(true));
        limits.set_interrupt(flag.clone());
        limits.begin(Duration::ZERO);
        assert_eq!(limits.exceeded(), Some(Unknown::Interrupted));
        flag.store(false, Ordering::Relaxed);
        assert_eq!(limits.exceeded(), Some(Unknown::Timeout));
    }
}

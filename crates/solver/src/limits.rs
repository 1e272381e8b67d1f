//! When to stop: the timeout of a query, the deadline of the run, and the interrupt flag. The
//! limits are shared with callbacks and watchers of the backends, hence atomics.
//!
//! The timeout is of the processor's time, the deadline of the clock on the wall: how much a query
//! may think must not depend on what else the machine does, and a run must end when it was to.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI32, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use assay_base::ThreadClock;

use crate::answer::Unknown;

/// Shared by a solver and the callbacks of its backends.
#[derive(Clone)]
pub(crate) struct Limits {
    start: Instant,
    until: Arc<Until>,
    interrupt: Arc<AtomicBool>,
    deadline: Option<Instant>,
}

/// When the work under way must stop, in nanoseconds.
struct Until {
    /// After the limits' start.
    deadline: AtomicU64,
    /// After the limits' start; the work cannot have used up its time before.
    earliest: AtomicU64,
    /// On the clock of the thread that works.
    used_up: AtomicU64,
    clock: AtomicI32,
}

impl Limits {
    pub(crate) fn new() -> Limits {
        let never = || AtomicU64::new(u64::MAX);
        let until = Until {
            deadline: never(),
            earliest: never(),
            used_up: never(),
            clock: AtomicI32::new(ThreadClock::of_this_thread().0),
        };
        Limits {
            start: Instant::now(),
            until: Arc::new(until),
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

    /// Starts the clock of a piece of work that this thread is about to do.
    pub(crate) fn begin(&self, timeout: Duration) {
        let after_start = |instant: Instant| nanos(instant.saturating_duration_since(self.start));
        let deadline = self.deadline.map_or(u64::MAX, after_start);
        let timeout = nanos(timeout);
        let clock = ThreadClock::of_this_thread();
        let until = &self.until;
        until.deadline.store(deadline, Ordering::Relaxed);
        let earliest = nanos(self.start.elapsed()).saturating_add(timeout);
        until.earliest.store(earliest, Ordering::Relaxed);
        let used_up = time_on(clock).map_or(0, |now| now.saturating_add(timeout));
        until.used_up.store(used_up, Ordering::Relaxed);
        until.clock.store(clock.0, Ordering::Relaxed);
    }

    /// Why the running work must stop, if it must.
    pub(crate) fn exceeded(&self) -> Option<Unknown> {
        if self.interrupt.load(Ordering::Relaxed) {
            Some(Unknown::Interrupted)
        } else if self.is_over() {
            Some(Unknown::Timeout)
        } else {
            None
        }
    }

    fn is_over(&self) -> bool {
        let now = nanos(self.start.elapsed());
        if now < self.until.earliest.load(Ordering::Relaxed) {
            return now >= self.until.deadline.load(Ordering::Relaxed);
        }
        let used = time_on(ThreadClock(self.until.clock.load(Ordering::Relaxed)));
        now >= self.until.deadline.load(Ordering::Relaxed)
            || used.is_none_or(|used| used >= self.until.used_up.load(Ordering::Relaxed))
    }
}

fn nanos(duration: Duration) -> u64 {
    u64::try_from(duration.as_nanos()).unwrap_or(u64::MAX)
}

fn time_on(clock: ThreadClock) -> Option<u64> {
    clock.time().map(nanos)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_deadline_cuts_the_timeout() {
        let mut limits = Limits::new();
        limits.begin(Duration::MAX);
        assert_eq!(limits.exceeded(), None);
        limits.set_deadline(Some(Instant::now()));
        limits.begin(Duration::MAX);
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

    /// However long other work takes meanwhile: sleeping is no work, so an hour of it would be too
    /// short.
    #[test]
    fn only_the_time_on_a_processor_counts() {
        let limits = Limits::new();
        limits.begin(Duration::from_millis(100));
        std::thread::sleep(Duration::from_millis(150));
        assert_eq!(limits.exceeded(), None);
        let seen_by_another = std::thread::scope(|scope| scope.spawn(|| limits.exceeded()).join());
        assert_eq!(seen_by_another.unwrap(), None);
        while limits.exceeded().is_none() {
            std::hint::spin_loop();
        }
    }
}

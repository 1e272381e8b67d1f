//! Time that a thread has had a processor. How much work a limit allows for shall not depend on
//! what else the machine does, so limits of single steps are given in this time; only whole runs go
//! by the clock on the wall.

use std::ops::Add;
use std::time::Duration;

/// A moment of this thread, to be compared only with others of the same thread.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ProcessorTime(Duration);

impl ProcessorTime {
    pub fn now() -> ProcessorTime {
        let clock = ThreadClock(libc::CLOCK_THREAD_CPUTIME_ID);
        ProcessorTime(clock.time().unwrap_or_default())
    }

    /// What the thread has used since then.
    pub fn elapsed(self) -> Duration {
        ProcessorTime::now().0.saturating_sub(self.0)
    }
}

impl Add<Duration> for ProcessorTime {
    type Output = ProcessorTime;

    fn add(self, duration: Duration) -> ProcessorTime {
        ProcessorTime(self.0.saturating_add(duration))
    }
}

/// The clock of a thread, which others may read too.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct ThreadClock(pub libc::clockid_t);

impl ThreadClock {
    pub fn of_this_thread() -> ThreadClock {
        let mut clock = libc::CLOCK_THREAD_CPUTIME_ID;
        // SAFETY: a live thread asks for its own clock; on failure the value stays as it is.
        unsafe { libc::pthread_getcpuclockid(libc::pthread_self(), &mut clock) };
        ThreadClock(clock)
    }

    /// What its thread has used so far; `None` if that has ended.
    pub fn time(self) -> Option<Duration> {
        let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
        // SAFETY: writes to the struct it is given.
        let status = unsafe { libc::clock_gettime(self.0, &mut time) };
        (status == 0).then(|| Duration::new(time.tv_sec as u64, time.tv_nsec as u32))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_work_takes_time() {
        let (start, clock) = (ProcessorTime::now(), ThreadClock::of_this_thread());
        let before = clock.time().unwrap();
        std::thread::sleep(Duration::from_millis(100));
        assert!(start.elapsed() < Duration::from_millis(100));
        while start.elapsed() < Duration::from_millis(2) {
            std::hint::spin_loop();
        }
        assert!(ProcessorTime::now() >= start + Duration::from_millis(2));
        let seen_by_another = std::thread::spawn(move || clock.time()).join().unwrap();
        assert!(seen_by_another.unwrap() >= before + Duration::from_millis(2));
    }
}

//! Work that cannot be stopped, for those who must.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

const PAUSE: Duration = Duration::from_millis(2);

/// The result of work that cannot be stopped. It must not write anything: when nobody wants it any
/// more, it is left behind and ends by itself.
pub fn unless_stopped<T: Send + 'static>(
    stop: &AtomicBool,
    work: impl FnOnce() -> T + Send + 'static,
) -> Option<T> {
    let thread = std::thread::spawn(work);
    while !thread.is_finished() {
        if stop.load(Ordering::Relaxed) {
            return None;
        }
        std::thread::sleep(PAUSE);
    }
    thread.join().ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;
    use std::sync::mpsc::channel;

    #[test]
    fn what_cannot_be_stopped_is_left_behind() {
        let (go_on, may_go_on) = channel();
        let stop = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&stop);
        let waiting = std::thread::spawn(move || unless_stopped(&flag, move || may_go_on.recv()));
        stop.store(true, Ordering::Relaxed);
        assert!(waiting.join().unwrap().is_none());
        // It is still at work, now that nobody waits for it.
        assert_eq!(go_on.send(()), Ok(()));
    }

    #[test]
    fn what_is_wanted_is_there_in_the_end() {
        assert_eq!(unless_stopped(&AtomicBool::new(false), || 7), Some(7));
    }
}

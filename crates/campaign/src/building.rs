//! Something that is built in the background.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

const PAUSE: Duration = Duration::from_millis(2);

pub struct Building<T> {
    state: State<T>,
    stop: Arc<AtomicBool>,
}

enum State<T> {
    Running(Option<JoinHandle<Result<T, String>>>),
    Done(Result<T, String>),
}

impl<T: Send + 'static> Building<T> {
    /// Starts; `build` should give up soon when its flag is set.
    pub fn start(
        build: impl FnOnce(&AtomicBool) -> Result<T, String> + Send + 'static,
    ) -> Building<T> {
        let stop = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&stop);
        let thread = std::thread::spawn(move || build(&flag));
        Building { state: State::Running(Some(thread)), stop }
    }

    /// The result, if it is there at this time. `None` waits for as long as it takes.
    pub fn get(&mut self, until: Option<Instant>) -> Option<&mut Result<T, String>> {
        if let State::Running(thread) = &mut self.state {
            while let Some(until) = until
                && thread.as_ref().is_some_and(|thread| !thread.is_finished())
            {
                if Instant::now() >= until {
                    return None;
                }
                std::thread::sleep(PAUSE);
            }
            let result = thread.take().map(JoinHandle::join);
            let died = || Err("the thread that builds died".to_string());
            self.state = State::Done(result.and_then(Result::ok).unwrap_or_else(died));
        }
        match &mut self.state {
            State::Done(result) => Some(result),
            State::Running(_) => None,
        }
    }
}

/// Nobody wants the result any more: nothing may go on writing to the disk.
impl<T> Drop for Building<T> {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        if let State::Running(thread) = &mut self.state
            && let Some(thread) = thread.take()
        {
            // Its result, or that it died, is of no interest.
            let _ = thread.join();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_wanted_is_there_in_the_end() {
        let mut building = Building::start(|_| Ok(7));
        assert_eq!(building.get(None), Some(&mut Ok(7)));
    }
}

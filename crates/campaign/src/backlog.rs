//! Discoveries whose tests wait for their native run.
//!
//! They are taken in the order in which they came, so that the same search leaves the same tests.
//! But they may come faster than tests can be run. Then the latest one is the first: its path has
//! passed most of what earlier ones were told for, so that these may need no test of their own.
//!
//! Those whose claims other tests were seen to reach are dropped; if what waits takes nearly all
//! the time that is left, the workers rest (`Exploration::hold`) until it does not.

use assay_explore::Discovery;
use std::collections::VecDeque;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::Duration;

#[derive(Default)]
pub struct Backlog {
    waiting: VecDeque<Discovery>,
    is_closed: bool,
}

impl Backlog {
    /// Takes in all that has come; waits so long for the first one.
    pub fn receive(&mut self, discoveries: &Receiver<Discovery>, mut pause: Duration) {
        if self.is_closed {
            return std::thread::sleep(pause);
        }
        loop {
            match discoveries.recv_timeout(pause) {
                Ok(discovery) => self.waiting.push_back(discovery),
                Err(RecvTimeoutError::Timeout) => return,
                Err(RecvTimeoutError::Disconnected) => return self.is_closed = true,
            }
            pause = Duration::ZERO;
        }
    }

    /// The next one, where there is time for all of them or not.
    pub fn next(&mut self, is_behind: bool) -> Option<Discovery> {
        match is_behind {
            true => self.waiting.pop_back(),
            false => self.waiting.pop_front(),
        }
    }

    pub fn is_empty(&self) -> bool {
        self.waiting.is_empty()
    }

    /// Whether nothing waits and nothing more will come.
    pub fn is_over(&self) -> bool {
        self.is_closed && self.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use assay_verdict::Ending;
    use std::sync::mpsc::channel;

    fn discovery(iteration: u64) -> Discovery {
        Discovery {
            inputs: Vec::new(),
            ends: Ending::Return { exit_code: 0 },
            objectives: Vec::new(),
            edges: Vec::new(),
            findings: Vec::new(),
            known_findings: Vec::new(),
            variables: Vec::new(),
            is_faulty: false,
            seed: None,
            iteration,
            elapsed: Duration::ZERO,
        }
    }

    fn order(is_behind: bool) -> Vec<u64> {
        let (sender, discoveries) = channel();
        (1..=3).for_each(|number| sender.send(discovery(number)).unwrap());
        let mut backlog = Backlog::default();
        backlog.receive(&discoveries, Duration::ZERO);
        assert!(!backlog.is_over());
        drop(sender);
        backlog.receive(&discoveries, Duration::ZERO);
        let order =
            std::iter::from_fn(|| backlog.next(is_behind)).map(|found| found.iteration).collect();
        assert!(backlog.is_over());
        order
    }

    #[test]
    fn the_latest_is_the_first_where_there_are_too_many() {
        assert_eq!(order(false), [1, 2, 3]);
        assert_eq!(order(true), [3, 2, 1]);
    }
}

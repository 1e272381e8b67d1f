//! Work handed from one worker to another.
//!
//! Terms, snapshots and solvers belong to one worker. What can be handed over is a recipe: the
//! concrete input of a path, the decisions up to a candidate, and the outcome to flip to. The
//! receiver runs the path again and has the candidate as its own.
//!
//! A worker is a thread with its own machine, terms, solver, tree and strategy. Terms and
//! snapshots use `Rc` and never leave their thread. Shared are the program, the flat code,
//! coverage, the findings, and the budget.
//!
//! The first worker starts with the program's first run; the others wait at the `Exchange`. A
//! worker with more than a handful of candidates looks whether somebody waits, and gives away what
//! its strategy would pick next. What it hands over is a recipe (`Donation`): the concrete input,
//! the decisions before the candidate, and the outcome to flip to. The receiver runs the path as
//! far as the decision and has the candidate in its own terms. When all workers wait, all is done.

use assay_base::Step;
use assay_expr::Value;
use std::sync::{Condvar, Mutex};
use std::time::Duration;

#[derive(Clone, Debug)]
pub struct Donation {
    /// Width and value of each input variable in the order of the path.
    pub inputs: Vec<(u32, Value)>,
    /// Decisions before the flipped one.
    pub prefix: Vec<Step>,
    /// The flipped decision.
    pub flipped: Step,
    pub goal: assay_search::Goal,
    /// Where its function starts.
    pub function: assay_search::GraphNode,
}

/// Why the waiting of a worker ends.
pub enum Wake {
    Work(Donation),
    /// Something that it has put aside may be of use again.
    Recalled,
    /// All the others wait too.
    Last,
}

#[derive(Default)]
struct Table {
    offers: Vec<Donation>,
    workers: usize,
    /// Workers without work.
    waiting: usize,
    recalls: u64,
    is_over: bool,
}

/// Where workers without work wait for it.
pub struct Exchange {
    table: Mutex<Table>,
    changed: Condvar,
}

/// That of a worker at the exchange. A worker that dies gives it up too, so that nobody waits for
/// its work.
pub struct Seat<'a>(&'a Exchange);

impl Drop for Seat<'_> {
    fn drop(&mut self) {
        self.0.table().workers -= 1;
        self.0.changed.notify_all();
    }
}

impl Exchange {
    pub fn new(workers: usize) -> Exchange {
        let table = Table { workers, ..Table::default() };
        Exchange { table: Mutex::new(table), changed: Condvar::new() }
    }

    pub fn seat(&self) -> Seat<'_> {
        Seat(self)
    }

    fn table(&self) -> std::sync::MutexGuard<'_, Table> {
        self.table.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    /// How many offers would be taken at once.
    pub fn demand(&self) -> usize {
        let table = self.table();
        table.waiting.saturating_sub(table.offers.len())
    }

    pub fn offer(&self, donation: Donation) {
        self.table().offers.push(donation);
        self.changed.notify_one();
    }

    /// Waits for work; `None` when the run is over.
    pub fn wait(&self) -> Option<Wake> {
        let mut table = self.table();
        table.waiting += 1;
        let recalls = table.recalls;
        let wake = loop {
            if table.is_over {
                return None;
            }
            if let Some(donation) = table.offers.pop() {
                break Wake::Work(donation);
            }
            if table.recalls != recalls {
                break Wake::Recalled;
            }
            if table.waiting == table.workers {
                break Wake::Last;
            }
            let result = self.changed.wait_timeout(table, Duration::from_millis(100));
            table = result.unwrap_or_else(std::sync::PoisonError::into_inner).0;
        };
        table.waiting -= 1;
        Some(wake)
    }

    /// Wakes all who wait.
    pub fn recall(&self) {
        self.table().recalls += 1;
        self.changed.notify_all();
    }

    /// Sends everybody home.
    pub fn close(&self) {
        self.table().is_over = true;
        self.changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_waits_for_a_worker_that_died() {
        let exchange = Exchange::new(2);
        std::thread::scope(|scope| {
            let waiting = scope.spawn(|| {
                let _seat = exchange.seat();
                exchange.wait()
            });
            let dying = scope.spawn(|| {
                let _seat = exchange.seat();
                // Without a word on the terminal, which `panic!` would print.
                std::panic::resume_unwind(Box::new(()));
            });
            assert!(dying.join().is_err());
            assert!(matches!(waiting.join(), Ok(Some(Wake::Last))));
        });
    }
}

//! What a worker makes of native runs (see [`crate::confirmation`]).
//!
//! They come later than the paths they are of, by an amount that nobody can know. Where a run shall
//! be repeatable, which is when it is given a number of iterations, what they say is taken in at
//! moments that depend on that number alone, and waited for: when it is a power of two, and not so
//! small that the program for native runs cannot have been built. Otherwise it
//! is taken in whenever they have caught up. In both cases it is waited for before an exploration
//! ends because all is covered or nothing is left.
//!
//! Until then some paths take an edge for the second time that native runs will refuse, and some
//! candidates lead only to such edges. Neither are worth anything unless that happens, so they are
//! put aside, up to a limit.
//!
//! The campaign tells the workers what each native run took. An edge that a path took in the
//! machine only is wanted again, three times at most, and an exploration that is about to end
//! waits for what native runs will say. See `worker/settling.rs` for when this is taken in, so
//! that runs stay repeatable.

use super::Worker;
use crate::frontier::Entry;
use assay_engine::{Run, Start};
use assay_expr::Assignment;
use std::sync::atomic::Ordering;
use std::time::Duration;

const PAUSE: Duration = Duration::from_millis(1);

const FIRST_MOMENT: u64 = 1 << 8;

/// What is put aside at most. Where there are more, others like them are still to come.
const MAX_CANDIDATES: usize = 1 << 16;
const MAX_PATHS: usize = 1 << 10;

#[derive(Default)]
pub struct Aside {
    candidates: Vec<Entry>,
    /// Inputs of paths, the last one first to be run again.
    paths: Vec<Assignment>,
}

impl Worker {
    pub(super) fn is_repeatable(&self) -> bool {
        self.shared.plan.budget.iterations.is_some()
    }

    /// Takes in what native runs have said, if it is time for that.
    pub(super) fn settle(&mut self) {
        let iterations = self.shared.iterations.load(Ordering::Relaxed);
        let is_moment = iterations >= FIRST_MOMENT && iterations.is_power_of_two();
        let is_awaited = self.shared.is_complete() || self.is_repeatable() && is_moment;
        if is_awaited {
            self.wait_for_native_runs();
        }
        if is_awaited || !self.is_repeatable() && !self.shared.has_pending() {
            self.shared.reopen();
        }
        self.catch_up();
        if (is_awaited || !self.is_repeatable()) && self.shared.is_settled() {
            self.clear_aside();
        }
    }

    /// Nobody has anything left to do; whether native runs have changed that.
    pub(super) fn reopen_or_close(&mut self) -> bool {
        self.wait_for_native_runs();
        let is_reopened = self.shared.reopen();
        if !is_reopened {
            self.shared.exchange.close();
        }
        is_reopened
    }

    fn wait_for_native_runs(&mut self) {
        while self.shared.has_pending() && self.shared.may_go_on() {
            std::thread::sleep(PAUSE);
        }
    }

    /// Sees to it that edges that are wanted again are noticed again, tries paths that may take
    /// them, and brings back candidates that may lead to them.
    fn catch_up(&mut self) {
        let reopened = self.shared.reopened_since(self.reopened);
        if reopened.is_empty() {
            return;
        }
        self.reopened += reopened.len();
        self.watched.clear();
        self.machine.forget_edges(&reopened);
        self.run_paths_again(&reopened);
        let candidates = std::mem::take(&mut self.aside.candidates);
        self.totals(|totals| totals.filtered -= candidates.len() as u64);
        for entry in candidates {
            self.offer(entry);
            self.frontier.release(entry.path);
        }
    }

    fn run_paths_again(&mut self, reopened: &[u32]) {
        let interval = std::mem::replace(&mut self.machine.snapshot_interval, u64::MAX);
        while reopened.iter().any(|&edge| self.shared.is_wanted(edge)) && self.shared.may_go_on() {
            let Some(inputs) = self.aside.paths.pop() else { break };
            let run = self.execute(Start::fresh(inputs));
            self.discover(&run);
        }
        self.machine.snapshot_interval = interval;
    }

    /// Of a path that need not be a discovery.
    pub(super) fn put_path_aside(&mut self, run: &Run) {
        let is_of_use = self.is_repeatable() || !self.shared.is_settled();
        if is_of_use && run.end.is_behaviour() && self.aside.paths.len() < MAX_PATHS {
            self.aside.paths.push(run.inputs.clone());
        }
    }

    /// Of a candidate that can lead to nothing that is wanted now.
    pub(super) fn put_candidate_aside(&mut self, entry: Entry) {
        self.totals(|totals| totals.filtered += 1);
        if self.aside.candidates.len() < MAX_CANDIDATES {
            self.aside.candidates.push(entry);
        } else {
            self.frontier.release(entry.path);
        }
    }

    /// Nothing can bring back what was put aside.
    fn clear_aside(&mut self) {
        self.aside.paths.clear();
        for entry in std::mem::take(&mut self.aside.candidates) {
            self.frontier.release(entry.path);
        }
    }
}

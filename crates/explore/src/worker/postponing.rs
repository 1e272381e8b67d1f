//! Candidates whose query takes long are put off: others may lead further meanwhile, or show that
//! this one is not needed. They have their full time when nothing else is left, and now and then
//! before. Those that this is too short for come back with more and more while time is left.
//!
//! A query first has a tenth of a second; a candidate whose query takes longer is put off
//! (`worker/postponing.rs`) until nothing else is left, with a second try now and then before.
//! Without an answer in `--query-time` it comes back with twice the time, and so on up to sixteen
//! times; the prover starts when nothing else is left. When `auto` gains nothing any more, a tenth
//! of the time goes to concrete runs with inputs that chance makes from those of earlier tests
//! (`worker/mutating.rs`), and more if that pays: what no solver can do with floats, nearly any
//! input may. Such a run ends when it is a few times as long as those of its parents; else one
//! that only asks for more input would make millions of variables.

use super::{Choice, Worker};
use crate::frontier::Entry;
use std::collections::VecDeque;
use std::sync::atomic::Ordering;
use std::time::Duration;

/// For the first try of a query.
const FIRST_TIME: Duration = Duration::from_millis(100);

/// What a query may have in the end, as a multiple of its full time.
const MOST_TIMES: u32 = 16;

/// One of so many steps is a second try, while there are others.
const BETWEEN: u32 = 32;

#[derive(Default)]
pub(super) struct Postponed {
    entries: VecDeque<Entry>,
    /// Those for which the full time was too short, and what they get next.
    hard: VecDeque<(Entry, Duration)>,
    /// The last step without anything new was a hard one: raised bounds take turns with them.
    was_hard: bool,
    /// Steps since the last second try.
    steps: u32,
}

impl Worker {
    /// What is tried next, and the time that its query may take.
    pub(super) fn pick_timed(&mut self) -> Option<(Choice, Duration)> {
        let full = self.shared.plan.solver.timeout;
        // Where the same run must do the same again, as little as possible depends on time.
        let first = if self.is_repeatable() { full } else { full.min(FIRST_TIME) };
        if self.growth.is_due()
            && let Some(entry) = self.take_growth()
        {
            return Some((Choice::Candidate(entry), full));
        }
        self.try_doubtful_in_turn();
        self.look_beyond_own();
        self.postponed.steps += 1;
        let is_turn = self.postponed.steps > BETWEEN && !self.postponed.entries.is_empty();
        let new = if is_turn { None } else { self.pick(true) };
        if let Some(choice) = new {
            self.shared.is_stuck.store(false, Ordering::Relaxed);
            return Some((choice, first));
        }
        self.postponed.steps = 0;
        if let Some(entry) = self.take_postponed() {
            return Some((Choice::Candidate(entry), full));
        }
        if is_turn && let Some(choice) = self.pick(true) {
            return Some((choice, first));
        }
        // What they reach needs no larger inputs, perhaps.
        while self.try_doubtful() && self.shared.may_go_on() {}
        self.postponed.was_hard = !self.postponed.was_hard;
        if self.postponed.was_hard
            && let Some((entry, time)) = self.take_hard()
        {
            return Some((Choice::Candidate(entry), time));
        }
        if let Some(entry) = self.take_growth() {
            return Some((Choice::Candidate(entry), full));
        }
        // All that leads to what comes first is done, but for what is hard.
        if self.want_everything() {
            return self.pick_timed();
        }
        self.take_hard().map(|(entry, time)| (Choice::Candidate(entry), time))
    }

    /// Those whose query has had no answer so far.
    pub(super) fn postponed(&self) -> impl Iterator<Item = &Entry> {
        self.postponed.entries.iter().chain(self.postponed.hard.iter().map(|(entry, _)| entry))
    }

    /// The time that a query may come back with which had no answer in this time.
    pub(super) fn more(&self, time: Duration) -> Option<Duration> {
        let full = self.shared.plan.solver.timeout;
        more(full, time).filter(|&more| more <= full || !self.is_repeatable())
    }

    /// Keeps a candidate whose query comes back with this time.
    pub(super) fn postpone(&mut self, entry: Entry, time: Duration) {
        self.shared.candidates.fetch_add(1, Ordering::Relaxed);
        match time <= self.shared.plan.solver.timeout {
            true => self.postponed.entries.push_back(entry),
            false => self.postponed.hard.push_back((entry, time)),
        }
    }

    /// The one that had least time so far.
    fn take_hard(&mut self) -> Option<(Entry, Duration)> {
        while let Some((entry, time)) = self.postponed.hard.pop_front() {
            self.shared.candidates.fetch_sub(1, Ordering::Relaxed);
            if let Some(entry) = self.of_use(entry) {
                // Others may know better what to do with the time.
                self.shared.is_stuck.store(true, Ordering::Relaxed);
                return Some((entry, time));
            }
        }
        None
    }

    /// The first of them that is still of use.
    fn take_postponed(&mut self) -> Option<Entry> {
        while let Some(entry) = self.postponed.entries.pop_front() {
            self.shared.candidates.fetch_sub(1, Ordering::Relaxed);
            if self.is_for_later(&entry) {
                self.put_off(entry);
            } else if let Some(entry) = self.of_use(entry) {
                return Some(entry);
            }
        }
        None
    }
}

/// What comes after this time, where `full` is for a query that is asked once.
fn more(full: Duration, time: Duration) -> Option<Duration> {
    let next = if time < full { full } else { time * 2 };
    (next <= full * MOST_TIMES).then_some(next)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_query_comes_back_with_more_and_more() {
        let full = Duration::from_secs(2);
        let times: Vec<Duration> =
            std::iter::successors(Some(FIRST_TIME), |&time| more(full, time)).collect();
        let seconds = [2, 4, 8, 16, 32].map(Duration::from_secs);
        assert_eq!(times[0], FIRST_TIME);
        assert_eq!(times[1..], seconds);
    }

    #[test]
    fn a_short_full_time_grows_too() {
        let full = Duration::from_millis(10);
        assert_eq!(more(full, full), Some(full * 2));
        assert_eq!(more(full, full * MOST_TIMES), None);
    }
}

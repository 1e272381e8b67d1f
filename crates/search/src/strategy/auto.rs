//! The default: several strategies on the same candidates, and the budget goes where it pays.
//!
//! Each pick is credited to the strategy that made it: what the run reached first, and what it
//! cost in queries and instructions. Both fade, so that what counts is the recent past. Most picks
//! go to the strategy with the best return; the others are asked in turn every few picks, for
//! what pays changes during a run.

use super::Strategy;
use super::interleave::Interleave;
use crate::{Candidate, CandidateId, Explored, View};

/// Instructions that cost as much as one query, about.
const INSTRUCTIONS_PER_QUERY: f64 = 100_000.0;
/// What is left of the past after one more pick of the same strategy.
const MEMORY: f64 = 0.98;
/// Every so many picks belong to the others.
const TURN: u64 = 5;

pub struct Auto {
    parts: Interleave,
    returns: Vec<Return>,
    picks: u64,
    /// Which one is asked next when it is the turn of the others.
    other: usize,
    /// Who made the last pick, and which it was.
    last: Option<(usize, CandidateId)>,
}

/// What a strategy has brought lately.
struct Return {
    gain: f64,
    cost: f64,
}

impl Return {
    fn rate(&self) -> f64 {
        self.gain / self.cost
    }
}

impl Auto {
    pub fn new(parts: Vec<Box<dyn Strategy>>) -> Auto {
        // As if each had once been lucky: nobody is written off untried.
        let returns = parts.iter().map(|_| Return { gain: 1.0, cost: 1.0 }).collect();
        Auto { parts: Interleave::new(parts), returns, picks: 0, other: 0, last: None }
    }

    fn choose(&mut self) -> usize {
        self.picks += 1;
        if self.picks.is_multiple_of(TURN) {
            self.other = (self.other + 1) % self.returns.len();
            return self.other;
        }
        let best = |a: &usize, b: &usize| {
            let (a, b) = (&self.returns[*a], &self.returns[*b]);
            // The first among equals.
            a.rate().total_cmp(&b.rate()).then(std::cmp::Ordering::Greater)
        };
        (0..self.returns.len()).max_by(best).unwrap_or(0)
    }

    fn credit(&mut self, part: usize, gain: f64, cost: f64) {
        let past = &mut self.returns[part];
        past.gain = past.gain * MEMORY + gain;
        past.cost = past.cost * MEMORY + cost;
    }
}

impl Strategy for Auto {
    fn add(&mut self, candidate: Candidate) {
        self.parts.add(candidate);
    }

    fn next(&mut self, view: &mut View<'_>) -> Option<CandidateId> {
        // The last pick came to nothing.
        if let Some((part, _)) = self.last.take() {
            self.credit(part, 0.0, 1.0);
        }
        let part = self.choose();
        let id = self.parts.next_of(part, view)?;
        self.last = Some((part, id));
        Some(id)
    }

    fn explored(&mut self, explored: &Explored<'_>, view: &View<'_>) {
        let is_last = |id: CandidateId| explored.candidate.is_some_and(|c| c.id == id);
        if let Some((part, _)) = self.last.take_if(|(_, id)| is_last(*id)) {
            let cost = 1.0 + explored.instructions as f64 / INSTRUCTIONS_PER_QUERY;
            self.credit(part, explored.gain as f64, cost);
        }
        self.parts.explored(explored, view);
    }

    fn watched(&self) -> Vec<u32> {
        self.parts.watched()
    }

    fn len(&self) -> usize {
        self.parts.len()
    }
}

//! The generational search of SAGE (Godefroid, Levin and Molnar, NDSS 2008): all decisions that
//! are new on a path are flipped, one after the other; then those of the path that reached most
//! that was new.

use super::{News, Pick, Strategy};
use crate::{Candidate, CandidateId, View};
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap, VecDeque};

#[derive(Default)]
pub struct Generational {
    by_run: HashMap<u32, VecDeque<CandidateId>>,
    /// Runs with candidates: most gained first, then the earliest.
    runs: BinaryHeap<(usize, Reverse<u32>)>,
    current: VecDeque<CandidateId>,
    count: usize,
}

impl Strategy for Generational {
    fn add(&mut self, candidate: Candidate) {
        let list = self.by_run.entry(candidate.run).or_default();
        if list.is_empty() {
            // Until its gain is known.
            self.runs.push((0, Reverse(candidate.run)));
        }
        list.push_back(candidate.id);
        self.count += 1;
    }

    fn pick(&mut self, _view: &mut View<'_>) -> Option<Pick> {
        while self.current.is_empty() {
            let (_, Reverse(run)) = self.runs.pop()?;
            self.current = self.by_run.remove(&run).unwrap_or_default();
        }
        self.count -= 1;
        self.current.pop_front().map(Pick::Candidate)
    }

    fn learn(&mut self, news: &News<'_>, _view: &mut View<'_>) {
        let News::Ran(explored) = news else { return };
        if explored.gain > 0 && self.by_run.contains_key(&explored.run) {
            self.runs.push((explored.gain, Reverse(explored.run)));
        }
    }

    fn len(&self) -> usize {
        self.count
    }
}

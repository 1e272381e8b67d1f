//! A strategy that is seldom asked, or never: until it is, its candidates are only kept.

use super::Strategy;
use crate::gcfg::{Aim, Backward, Model, RegionId};
use crate::{Candidate, CandidateId, Explored, View};

pub struct Late {
    strategy: Box<dyn Strategy>,
    kept: Vec<Candidate>,
    is_awake: bool,
}

impl Late {
    pub fn of(strategy: Box<dyn Strategy>) -> Box<dyn Strategy> {
        Box::new(Late { strategy, kept: Vec::new(), is_awake: false })
    }

    fn wake(&mut self) {
        self.is_awake = true;
        for candidate in std::mem::take(&mut self.kept) {
            self.strategy.add(candidate);
        }
    }
}

impl Strategy for Late {
    fn add(&mut self, candidate: Candidate) {
        self.kept.push(candidate);
    }

    fn next(&mut self, view: &mut View<'_>) -> Option<CandidateId> {
        self.wake();
        self.strategy.next(view)
    }

    fn has_aims(&mut self, view: &View<'_>) -> bool {
        self.wake();
        self.strategy.has_aims(view)
    }

    fn aim(&mut self, view: &mut View<'_>, backward: &mut dyn Backward) -> Option<Aim> {
        self.wake();
        self.strategy.aim(view, backward)
    }

    fn hit(&mut self, candidate: &Candidate) {
        self.strategy.hit(candidate);
    }

    fn meet(&mut self, regions: &[RegionId]) {
        self.strategy.meet(regions);
    }

    fn model(&self) -> Option<&Model> {
        self.strategy.model()
    }

    /// Runs before it was first asked are none of its business.
    fn explored(&mut self, explored: &Explored<'_>, view: &View<'_>) {
        if self.is_awake {
            self.strategy.explored(explored, view);
        }
    }

    fn watched(&self) -> Vec<u32> {
        self.strategy.watched()
    }

    fn len(&self) -> usize {
        self.strategy.len() + self.kept.len()
    }
}

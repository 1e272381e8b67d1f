//! Several strategies in turn, on the same candidates.

use super::Strategy;
use crate::gcfg::{Aim, Backward, Model, RegionId};
use crate::live::Live;
use crate::{Candidate, CandidateId, Explored, View};

pub struct Interleave {
    parts: Vec<Box<dyn Strategy>>,
    /// Not yet taken by any of them. The others still have what one of them took.
    live: Live,
    turn: usize,
}

impl Interleave {
    pub fn new(parts: Vec<Box<dyn Strategy>>) -> Interleave {
        Interleave { parts, live: Live::default(), turn: 0 }
    }

    /// What this part takes next.
    fn next_of(&mut self, part: usize, view: &mut View<'_>) -> Option<CandidateId> {
        loop {
            let id = self.parts[part].next(view)?;
            if self.live.remove(id) {
                return Some(id);
            }
        }
    }
}

impl Strategy for Interleave {
    fn add(&mut self, candidate: Candidate) {
        self.live.insert(candidate.id);
        for part in &mut self.parts {
            part.add(candidate);
        }
    }

    fn next(&mut self, view: &mut View<'_>) -> Option<CandidateId> {
        // A bounded strategy may refuse what others still have.
        for _ in 0..self.parts.len() {
            let part = self.turn;
            self.turn = (self.turn + 1) % self.parts.len();
            if let Some(id) = self.next_of(part, view) {
                return Some(id);
            }
        }
        None
    }

    fn has_aims(&mut self, view: &View<'_>) -> bool {
        self.parts[self.turn].has_aims(view)
    }

    fn aim(&mut self, view: &mut View<'_>, backward: &mut dyn Backward) -> Option<Aim> {
        let aim = self.parts[self.turn].aim(view, backward)?;
        self.turn = (self.turn + 1) % self.parts.len();
        Some(aim)
    }

    fn hit(&mut self, candidate: &Candidate) {
        self.live.remove(candidate.id);
        self.parts.iter_mut().for_each(|part| part.hit(candidate));
    }

    fn meet(&mut self, regions: &[RegionId]) {
        self.parts.iter_mut().for_each(|part| part.meet(regions));
    }

    fn model(&self) -> Option<&Model> {
        self.parts.iter().find_map(|part| part.model())
    }

    fn explored(&mut self, explored: &Explored<'_>, view: &View<'_>) {
        for part in &mut self.parts {
            part.explored(explored, view);
        }
    }

    fn watched(&self) -> Vec<u32> {
        self.parts.iter().flat_map(|part| part.watched()).collect()
    }

    fn len(&self) -> usize {
        self.live.len()
    }
}

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
    /// Who has taken a candidate last.
    taken_by: Option<usize>,
}

impl Interleave {
    pub fn new(parts: Vec<Box<dyn Strategy>>) -> Interleave {
        Interleave { parts, live: Live::default(), turn: 0, taken_by: None }
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
                self.taken_by = Some(part);
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

    /// Only some can tell; one that can is believed.
    fn is_stuck(&self) -> bool {
        self.parts.iter().any(|part| part.is_stuck())
    }

    fn gave_up(&mut self) {
        if let Some(part) = self.taken_by {
            self.parts[part].gave_up();
        }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Graph, NodeId, Tree};
    use assay_base::{Id, Rng};
    use std::cell::Cell;
    use std::rc::Rc;

    /// Is stuck from its first query that was given up.
    #[derive(Default)]
    struct Patience {
        left: Vec<CandidateId>,
        given_up: Rc<Cell<u32>>,
    }

    impl Strategy for Patience {
        fn add(&mut self, candidate: Candidate) {
            self.left.push(candidate.id);
        }

        fn next(&mut self, _view: &mut View<'_>) -> Option<CandidateId> {
            self.left.pop()
        }

        fn is_stuck(&self) -> bool {
            self.given_up.get() > 0
        }

        fn gave_up(&mut self) {
            self.given_up.set(self.given_up.get() + 1);
        }

        fn len(&self) -> usize {
            self.left.len()
        }
    }

    #[test]
    fn who_has_taken_a_candidate_hears_that_it_was_given_up() {
        let (tree, graph) = (Tree::new(), Graph::default());
        let mut rng = Rng::new(1);
        let mut view = View::at_start(&tree, &graph, &mut rng);
        let parts = [Patience::default(), Patience::default()];
        let given_up = [Rc::clone(&parts[0].given_up), Rc::clone(&parts[1].given_up)];
        let parts = parts.map(|part| Box::new(part) as Box<dyn Strategy>);
        let mut both = Interleave::new(parts.into());
        for number in 0..4 {
            both.add(Candidate {
                id: CandidateId::new(number),
                ..Candidate::at(NodeId::new(0), 0)
            });
        }
        let counts = || given_up.each_ref().map(|count| count.get());

        both.gave_up();
        assert_eq!(counts(), [0, 0], "nobody has taken anything");
        assert!(both.next(&mut view).is_some() && both.next(&mut view).is_some());
        assert!(!both.is_stuck());
        both.gave_up();
        assert_eq!(counts(), [0, 1]);
        assert!(both.is_stuck());
        assert!(both.next(&mut view).is_some());
        both.gave_up();
        assert_eq!(counts(), [1, 1]);
    }
}

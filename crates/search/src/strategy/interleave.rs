//! Several strategies in turn, on the same candidates.

use super::{News, Pick, Strategy};
use crate::live::Live;
use crate::{Candidate, View};

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

    /// What this part picks next.
    fn pick_of(&mut self, part: usize, view: &mut View<'_>) -> Option<Pick> {
        loop {
            let pick = self.parts[part].pick(view)?;
            match pick {
                Pick::Candidate(id) if !self.live.remove(id) => {}
                _ => return Some(pick),
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

    fn pick(&mut self, view: &mut View<'_>) -> Option<Pick> {
        // A bounded strategy may refuse what others still have.
        for _ in 0..self.parts.len() {
            let part = self.turn;
            self.turn = (self.turn + 1) % self.parts.len();
            if let Some(pick) = self.pick_of(part, view) {
                return Some(pick);
            }
        }
        None
    }

    fn learn(&mut self, news: &News<'_>, view: &mut View<'_>) {
        if let News::Taken(candidate) = news {
            self.live.remove(candidate.id);
        }
        self.parts.iter_mut().for_each(|part| part.learn(news, view));
    }

    fn len(&self) -> usize {
        self.live.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::strategy::strategy_named;
    use crate::strategy::tests::taken;
    use crate::{CandidateId, Graph, NodeId, Tree};
    use assay_base::{Id, Rng};

    #[test]
    fn each_candidate_comes_once_and_each_part_has_its_turn() {
        let (tree, graph) = (Tree::new(), Graph::default());
        let (mut rng, mut watched) = (Rng::new(1), Vec::new());
        let mut view = View::at_start(&tree, &graph, &mut rng, &mut watched);
        let parts = ["dfs", "bfs"].map(|name| strategy_named(name).expect("is a strategy"));
        let mut both = Interleave::new(parts.into());
        for number in 0..6 {
            let at = Candidate::at(NodeId::new(0), number);
            both.add(Candidate { id: CandidateId::new(number as usize), ..at });
        }
        let order: Vec<usize> = taken(&mut both, &mut view).iter().map(|id| id.index()).collect();
        assert_eq!(order, [5, 0, 4, 1, 3, 2]);
    }
}

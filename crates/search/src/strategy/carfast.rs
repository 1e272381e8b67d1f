//! CarFast (Park et al., FSE 2012): greedily the outcome that is not yet covered and decides about
//! most code, counted as the instructions that are control-dependent on it. Where all outcomes at
//! hand are covered, a random one.

use super::{Pick, Strategy};
use crate::groups::{Group, Groups, Key, Score, Within};
use crate::{Candidate, Goal, View};

const COVERED: Score = 1 << 40;

#[derive(Default)]
pub struct CarFast(Groups);

fn score(group: &Group, view: &View<'_>) -> Score {
    match group.example.goal {
        Goal::Edge(edge) if (view.is_wanted)(edge) => {
            Score::from(u32::MAX - view.graph.region(edge))
        }
        _ => COVERED,
    }
}

impl Strategy for CarFast {
    fn add(&mut self, candidate: Candidate) {
        self.0.add(candidate, Key::of(&candidate));
    }

    fn pick(&mut self, view: &mut View<'_>) -> Option<Pick> {
        let (best, key) = self.0.best(view, score)?;
        let key = match best {
            COVERED => self.0.sample(view, |_, _| 1.0)?,
            _ => key,
        };
        self.0.take(key, Within::Random, view, score).map(Pick::Candidate)
    }

    fn len(&self) -> usize {
        self.0.len()
    }
}

//! Predictive path search (CAUT): what may be gained nearby decides.
//!
//! Candidates whose flipped decision reaches something new at once come before those that may
//! only lead to it. Among each, those with most wanted edges within a few branches behind the
//! flipped one come first, then the shorter ones. A level is a branch here; the paper counts
//! statements too, so that the same number of levels looks further ahead here.

use super::{Parameters, Pick, Strategy};
use crate::groups::{Group, Groups, Key, Score, Within};
use crate::{Candidate, Goal, Relevance, View};
use rustc_hash::FxHashMap;
use std::cell::RefCell;

type Near = RefCell<FxHashMap<u32, Box<[u32]>>>;

pub struct Predictive {
    groups: Groups,
    levels: u32,
    /// What is near the edges that were looked at.
    near: Near,
}

impl Predictive {
    pub fn make(parameters: &mut Parameters) -> Result<Box<dyn Strategy>, String> {
        let mut strategy = Predictive::default();
        if let Some(levels) = parameters.number("s")? {
            strategy.levels = levels;
        }
        Ok(Box::new(strategy))
    }
}

impl Default for Predictive {
    fn default() -> Self {
        Predictive { groups: Groups::default(), levels: 3, near: RefCell::default() }
    }
}

fn score(levels: u32, near: &Near, group: &Group, view: &View<'_>) -> Score {
    let class = match view.relevance(&group.example) {
        Relevance::Must => 0,
        Relevance::May => 1,
        Relevance::None => 2,
    };
    let gain = match group.example.goal {
        Goal::Edge(edge) => {
            let mut known = near.borrow_mut();
            let look = || view.graph.walk_down(edge, levels).into();
            let near = known.entry(edge).or_insert_with(look);
            near.iter().filter(|&&edge| (view.is_wanted)(edge)).count() as u32
        }
        _ => 0,
    };
    const MOST: Score = (1 << 20) - 1;
    class << 60 | (MOST - Score::from(gain).min(MOST)) << 32 | Score::from(group.least_depth())
}

impl Strategy for Predictive {
    fn add(&mut self, candidate: Candidate) {
        self.groups.add(candidate, Key::of(&candidate));
    }

    fn pick(&mut self, view: &mut View<'_>) -> Option<Pick> {
        let Predictive { groups, levels, near } = self;
        let score = |group: &Group, view: &View<'_>| score(*levels, near, group, view);
        let (_, key) = groups.best(view, score)?;
        groups.take(key, Within::Shortest, view, score).map(Pick::Candidate)
    }

    fn len(&self) -> usize {
        self.groups.len()
    }
}

//! Random choices of KLEE that are weighted by coverage: `md2u` by the distance to what is not
//! yet covered, `covnew` also by how lately the path has reached something new.

use super::{Pick, Strategy};
use crate::groups::{Group, Groups, Key, Within};
use crate::{Candidate, UNREACHABLE, View};

pub struct Weighted {
    groups: Groups,
    counts_news: bool,
}

impl Weighted {
    pub fn distance() -> Box<dyn Strategy> {
        Box::new(Weighted { groups: Groups::default(), counts_news: false })
    }

    pub fn news() -> Box<dyn Strategy> {
        Box::new(Weighted { groups: Groups::default(), counts_news: true })
    }

    fn weight(&self, group: &Group, view: &View<'_>) -> f64 {
        let candidate = &group.example;
        let distance = match view.distance(candidate) {
            _ if view.is_goal_wanted(candidate.goal) => 1.0,
            UNREACHABLE => 10_000.0,
            distance => f64::from(distance) + 2.0,
        };
        let news = match self.counts_news {
            true => 1.0 / f64::from(1 + candidate.stale),
            false => 0.0,
        };
        1.0 / (distance * distance) + news * news
    }
}

impl Strategy for Weighted {
    fn add(&mut self, candidate: Candidate) {
        // Powers of two are close enough, and keep the groups few.
        let class = if self.counts_news { u32::BITS - candidate.stale.leading_zeros() } else { 0 };
        self.groups.add(candidate, Key { class, ..Key::of(&candidate) });
    }

    fn pick(&mut self, view: &mut View<'_>) -> Option<Pick> {
        let mut groups = std::mem::take(&mut self.groups);
        let key = groups.sample(view, |group, view| self.weight(group, view));
        let chosen = key.and_then(|key| groups.take(key, Within::Random, view, |_, _| 0));
        self.groups = groups;
        chosen.map(Pick::Candidate)
    }

    fn len(&self) -> usize {
        self.groups.len()
    }
}

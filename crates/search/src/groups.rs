//! Candidates grouped by what they lead to, for strategies whose preference depends on that
//! alone. Ranking groups instead of candidates keeps a choice cheap with a million of them.

use crate::{Candidate, CandidateId, Goal, View};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// What a group is about: its candidates are alternatives for the same purpose.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Key {
    pub goal: Goal,
    /// 0 for edges, which start at one site only.
    pub site: u32,
    /// A further distinction of the strategy's own.
    pub class: u32,
}

impl Key {
    pub fn of(candidate: &Candidate) -> Key {
        let is_edge = matches!(candidate.goal, Goal::Edge(_));
        let site = if is_edge { 0 } else { candidate.site };
        Key { goal: candidate.goal, site, class: 0 }
    }
}

pub struct Group {
    /// Any of them stands for all: what they lead to is the same.
    pub example: Candidate,
    /// How often one of them was taken.
    pub tries: u32,
    by_depth: BTreeSet<(u32, CandidateId)>,
    /// The same in no order; those that were taken are dropped when they turn up.
    shuffled: Vec<(u32, CandidateId)>,
}

impl Group {
    pub fn len(&self) -> usize {
        self.by_depth.len()
    }

    /// Of the shortest candidate.
    pub fn least_depth(&self) -> u32 {
        self.shortest().map_or(u32::MAX, |(depth, _)| depth)
    }

    fn shortest(&self) -> Option<(u32, CandidateId)> {
        self.by_depth.first().copied()
    }

    fn random(&mut self, view: &mut View<'_>) -> Option<(u32, CandidateId)> {
        while !self.shuffled.is_empty() {
            let index = view.rng.below(self.shuffled.len());
            let entry = self.shuffled[index];
            if self.by_depth.contains(&entry) {
                return Some(entry);
            }
            self.shuffled.swap_remove(index);
        }
        self.shortest()
    }
}

/// Which candidate of a group to take.
#[derive(Copy, Clone, PartialEq, Eq)]
pub enum Within {
    Shortest,
    Random,
}

/// The lower the better. It never falls as more is covered, only when edges are wanted again.
pub type Score = u64;

#[derive(Default)]
pub struct Groups {
    groups: FxHashMap<Key, Group>,
    /// Groups with candidates.
    ranking: BTreeSet<(Score, Key)>,
    /// The score of each of those, and the coverage it was computed for.
    scores: FxHashMap<Key, (Score, u64)>,
    /// Groups that came to life since the last choice.
    unranked: Vec<Key>,
    count: usize,
    /// [`View::reopened`] at the last ranking.
    reopened: usize,
}

impl Groups {
    pub fn len(&self) -> usize {
        self.count
    }

    pub fn add(&mut self, candidate: Candidate, key: Key) {
        let group = self.groups.entry(key).or_insert_with(|| Group {
            example: candidate,
            tries: 0,
            by_depth: BTreeSet::new(),
            shuffled: Vec::new(),
        });
        // What ranks by depth wants to know of a shorter one.
        if candidate.depth < group.least_depth() {
            self.unranked.push(key);
        }
        group.by_depth.insert((candidate.depth, candidate.id));
        group.shuffled.push((candidate.depth, candidate.id));
        self.count += 1;
    }

    /// Drops a candidate, if it is still there.
    pub fn remove(&mut self, candidate: &Candidate, key: Key) {
        let Some(group) = self.groups.get_mut(&key) else { return };
        if group.by_depth.remove(&(candidate.depth, candidate.id)) {
            self.count -= 1;
            self.unranked.push(key);
        }
    }

    /// How often a candidate of this group was taken.
    pub fn tries(&self, key: Key) -> u32 {
        self.groups.get(&key).map_or(0, |group| group.tries)
    }

    /// Groups with candidates, once [`place_new`](Groups::place_new) has seen them, in a fixed
    /// order.
    pub fn live(&self) -> impl Iterator<Item = (Key, &Group)> {
        self.ranking.iter().map(|(_, key)| (*key, &self.groups[key]))
    }

    /// Makes new groups known where no ranking is asked for.
    pub fn place_new(&mut self, view: &View<'_>) {
        for key in std::mem::take(&mut self.unranked) {
            self.place(key, view, &|_, _| 0);
        }
    }

    /// The group with the lowest score. A score that was computed for less coverage is a lower
    /// bound: only those that come out first are computed again.
    pub fn best(
        &mut self,
        view: &View<'_>,
        rank: impl Fn(&Group, &View<'_>) -> Score,
    ) -> Option<(Score, Key)> {
        if std::mem::replace(&mut self.reopened, view.reopened) != view.reopened {
            self.unranked.extend(self.scores.keys());
        }
        for key in std::mem::take(&mut self.unranked) {
            self.place(key, view, &rank);
        }
        loop {
            let (score, key) = self.ranking.first().copied()?;
            if self.scores[&key].1 == view.coverage_version {
                return Some((score, key));
            }
            self.place(key, view, &rank);
        }
    }

    fn place(&mut self, key: Key, view: &View<'_>, rank: &impl Fn(&Group, &View<'_>) -> Score) {
        if let Some((score, _)) = self.scores.remove(&key) {
            self.ranking.remove(&(score, key));
        }
        let Some(group) = self.groups.get(&key).filter(|group| group.len() > 0) else { return };
        let score = rank(group, view);
        self.scores.insert(key, (score, view.coverage_version));
        self.ranking.insert((score, key));
    }

    /// Takes a candidate of the group out.
    pub fn take(
        &mut self,
        key: Key,
        within: Within,
        view: &mut View<'_>,
        rank: impl Fn(&Group, &View<'_>) -> Score,
    ) -> Option<CandidateId> {
        let group = self.groups.get_mut(&key)?;
        group.tries += 1;
        let chosen = match within {
            Within::Shortest => group.shortest(),
            Within::Random => group.random(view),
        }?;
        group.by_depth.remove(&chosen);
        if group.by_depth.is_empty() {
            group.shuffled = Vec::new();
        }
        self.count -= 1;
        self.place(key, view, &rank);
        Some(chosen.1)
    }

    /// A group by chance, each as likely as its weight times its number of candidates.
    pub fn sample(
        &mut self,
        view: &mut View<'_>,
        weight: impl Fn(&Group, &View<'_>) -> f64,
    ) -> Option<Key> {
        self.place_new(view);
        let weigh = |(key, group): (Key, &Group)| (key, weight(group, view) * group.len() as f64);
        let weights: Vec<(Key, f64)> = self.live().map(weigh).collect();
        let total: f64 = weights.iter().map(|(_, weight)| weight).sum();
        let mut at = view.rng.unit() * total;
        for (key, weight) in &weights {
            at -= weight;
            if at < 0.0 {
                return Some(*key);
            }
        }
        weights.last().map(|(key, _)| *key)
    }
}

//! Candidates grouped by what they lead to, for strategies whose preference depends on that
//! alone. Ranking groups instead of candidates keeps a choice cheap with a million of them.

use crate::live::Live;
use crate::{Candidate, CandidateId, Goal, View};
use rustc_hash::FxHashMap;
use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap};

/// Candidates that were taken are dropped from a group only together with as many others.
const FEW: usize = 16;

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
    /// The shortest first, and that one was not taken.
    waiting: BinaryHeap<Reverse<(u32, CandidateId)>>,
    /// How many of them were not.
    count: usize,
}

impl Group {
    pub fn len(&self) -> usize {
        self.count
    }

    /// Of the shortest candidate.
    pub fn least_depth(&self) -> u32 {
        self.waiting.peek().map_or(u32::MAX, |Reverse((depth, _))| *depth)
    }

    fn shortest(&self) -> Option<CandidateId> {
        self.waiting.peek().map(|Reverse((_, id))| *id)
    }

    /// Most of those that wait are live, so that it is found soon.
    fn random(&self, live: &Live, view: &mut View<'_>) -> Option<CandidateId> {
        let waiting = self.waiting.as_slice();
        (self.count > 0).then(|| {
            loop {
                let Reverse((_, id)) = waiting[view.rng.below(waiting.len())];
                if live.contains(id) {
                    break id;
                }
            }
        })
    }

    /// One of them has been taken.
    fn took(&mut self, live: &Live) {
        self.count -= 1;
        if self.waiting.len() > FEW + 2 * self.count {
            self.waiting.retain(|Reverse((_, id))| live.contains(*id));
            self.waiting.shrink_to(2 * self.count);
        }
        while self.shortest().is_some_and(|id| !live.contains(id)) {
            self.waiting.pop();
        }
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
    live: Live,
    /// [`View::reopened`] at the last ranking.
    reopened: usize,
}

impl Groups {
    pub fn len(&self) -> usize {
        self.live.len()
    }

    pub fn add(&mut self, candidate: Candidate, key: Key) {
        if !self.live.insert(candidate.id) {
            return;
        }
        let group = self.groups.entry(key).or_insert_with(|| Group {
            example: candidate,
            tries: 0,
            waiting: BinaryHeap::new(),
            count: 0,
        });
        // What ranks by depth wants to know of a shorter one.
        if candidate.depth < group.least_depth() {
            self.unranked.push(key);
        }
        group.waiting.push(Reverse((candidate.depth, candidate.id)));
        group.count += 1;
    }

    /// Drops a candidate, if it is still there.
    pub fn remove(&mut self, candidate: &Candidate, key: Key) {
        let Some(group) = self.groups.get_mut(&key) else { return };
        if self.live.remove(candidate.id) {
            group.took(&self.live);
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
            Within::Random => group.random(&self.live, view),
        }?;
        self.live.remove(chosen);
        group.took(&self.live);
        self.place(key, view, &rank);
        Some(chosen)
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Graph, NodeId, Tree};
    use assay_base::{Id, Rng};

    fn candidate(number: usize, depth: u32, edge: u32) -> Candidate {
        let (id, goal) = (CandidateId::new(number), Goal::Edge(edge));
        Candidate { id, goal, ..Candidate::at(NodeId::new(0), depth) }
    }

    #[test]
    fn groups_hold_what_was_added_and_not_taken() {
        let (tree, graph) = (Tree::new(), Graph::default());
        let (mut rng, mut dice) = (Rng::new(1), Rng::new(2));
        let mut watched = Vec::new();
        let mut view = View::at_start(&tree, &graph, &mut rng, &mut watched);
        let mut groups = Groups::default();
        // (depth, number) by group.
        let mut lists: Vec<Vec<(u32, usize)>> = vec![Vec::new(); 3];
        for number in 0..3000 {
            let (edge, depth) = (dice.below(3), dice.below(50) as u32);
            let new = candidate(number, depth, edge as u32);
            groups.add(new, Key::of(&new));
            lists[edge].push((depth, number));
            // Somewhat more are taken than come, so that groups grow and shrink.
            for _ in 0..dice.below(1 + number / 700) {
                let (edge, way) = (dice.below(3), dice.below(3));
                let list = &mut lists[edge];
                let key = Key::of(&candidate(0, 0, edge as u32));
                if way == 0 {
                    let Some(&(depth, number)) = list.get(dice.below(list.len() + 1)) else {
                        continue;
                    };
                    groups.remove(&candidate(number, depth, edge as u32), key);
                    list.retain(|entry| *entry != (depth, number));
                    continue;
                }
                let within = if way == 1 { Within::Shortest } else { Within::Random };
                let taken = groups.take(key, within, &mut view, |_, _| 0);
                let place = list.iter().position(|(_, number)| taken == Some(Id::new(*number)));
                assert_eq!(place.is_some(), !list.is_empty(), "{taken:?} of {list:?}");
                if way == 1 {
                    assert_eq!(place.map(|place| list[place]), list.iter().min().copied());
                }
                place.map(|place| list.remove(place));
            }
            for (edge, list) in lists.iter().enumerate() {
                let Some(group) = groups.groups.get(&Key::of(&candidate(0, 0, edge as u32))) else {
                    continue;
                };
                let least = list.iter().min().map_or(u32::MAX, |(depth, _)| *depth);
                assert_eq!((group.len(), group.least_depth()), (list.len(), least));
            }
            assert_eq!(groups.len(), lists.iter().map(Vec::len).sum());
        }
        assert!(groups.groups.values().all(|group| group.waiting.len() <= FEW + 2 * group.len()));
    }
}

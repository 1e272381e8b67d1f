//! One objective after the other: an edge that is still wanted is the target for a while, and what
//! is nearest to it in the graph is tried, each way to it at a growing price. A target that was not
//! reached comes again later, with more patience.

use super::{Pick, Strategy};
use crate::groups::{Group, Groups, Key, Score, Within};
use crate::{Candidate, Distances, Goal, UNREACHABLE, View};
use rustc_hash::FxHashMap;

/// Tries for a target in the first round; they double in each.
const PATIENCE: u32 = 16;

#[derive(Default)]
pub struct Directed {
    groups: Groups,
    target: Option<Target>,
    /// How often each edge has been the target.
    rounds: FxHashMap<u32, u32>,
}

struct Target {
    edge: u32,
    distances: Distances,
    tries: FxHashMap<Key, u32>,
    left: u32,
}

impl Directed {
    /// The wanted edge that was the target least often, of those that have a way to them the
    /// nearest to a candidate.
    fn choose_target(&mut self, view: &View<'_>) -> Option<()> {
        let wanted = (0..view.graph.edge_count() as u32).filter(|&edge| (view.is_wanted)(edge));
        let rounds = |edge: u32| self.rounds.get(&edge).copied().unwrap_or(0);
        let edge = wanted.min_by_key(|&edge| (rounds(edge), edge))?;
        let round = self.rounds.entry(edge).or_default();
        let left = PATIENCE << (*round).min(8);
        *round += 1;
        let distances = view.graph.distances(|other| other == edge);
        self.target = Some(Target { edge, distances, tries: FxHashMap::default(), left });
        Some(())
    }

    fn choose(&self, target: &Target) -> Option<Key> {
        let score = |(key, group): (Key, &Group)| {
            let tries = Score::from(target.tries.get(&key).copied().unwrap_or(0));
            match target.distance(group) {
                UNREACHABLE => None,
                distance => Some((Score::from(distance) + 4 * tries, key)),
            }
        };
        self.groups.live().filter_map(score).min().map(|(_, key)| key)
    }
}

impl Target {
    fn distance(&self, group: &Group) -> u32 {
        match group.example.goal {
            Goal::Edge(edge) if edge == self.edge => 0,
            Goal::Edge(edge) => match self.distances.behind(edge) {
                Some(distance) => distance.saturating_add(1),
                None => self.distances.from_block(group.example.function),
            },
            _ => self.distances.from_block(group.example.function).saturating_add(8),
        }
    }
}

impl Strategy for Directed {
    fn add(&mut self, candidate: Candidate) {
        self.groups.add(candidate, Key::of(&candidate));
    }

    fn pick(&mut self, view: &mut View<'_>) -> Option<Pick> {
        self.groups.place_new(view);
        // Targets without a way to them are passed over, but not for ever.
        for _ in 0..64 {
            let is_over = |target: &Target| target.left == 0 || !(view.is_wanted)(target.edge);
            if self.target.as_ref().is_none_or(is_over) && self.choose_target(view).is_none() {
                break;
            }
            let Some(mut target) = self.target.take() else { break };
            if let Some(key) = self.choose(&target) {
                target.left -= 1;
                *target.tries.entry(key).or_default() += 1;
                self.target = Some(target);
                let taken = self.groups.take(key, Within::Random, view, |_, _| 0);
                return taken.map(Pick::Candidate);
            }
        }
        let key = self.groups.sample(view, |_, _| 1.0)?;
        self.groups.take(key, Within::Random, view, |_, _| 0).map(Pick::Candidate)
    }

    fn len(&self) -> usize {
        self.groups.len()
    }
}

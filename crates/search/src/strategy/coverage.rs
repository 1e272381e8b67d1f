//! The coverage-guided default.
//!
//! Candidates are grouped by what they lead to: an edge, or a finding or choice at a site. A group
//! is scored by what it promises and how often it has been tried in vain:
//!
//! 1. assumptions first: the path they belong to is worth nothing otherwise;
//! 2. wanted edges, the least tried first;
//! 3. everything else by the distance from behind it to the nearest wanted edge, plus a growing
//!    price for every try, so that no group starves another for long.
//!
//! Within a group, the shallowest candidate and a random one take turns: short paths are cheap,
//! random ones get out of dead ends.

use super::{Strategy, View};
use crate::{Candidate, CandidateId, Goal};
use std::collections::{BTreeMap, HashMap};

/// What a group is about: candidates of one group are alternatives for the same purpose.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct Key {
    goal: Goal,
    /// 0 for edges, which may be reached from one site only.
    site: u32,
}

#[derive(Default)]
struct Group {
    candidates: BTreeMap<(u32, CandidateId), ()>,
    order: Vec<(u32, CandidateId)>,
    tries: u32,
}

#[derive(Default)]
pub struct CoverageGuided {
    groups: HashMap<Key, Group>,
    /// Groups that have candidates, in a fixed order.
    active: Vec<Key>,
    count: usize,
    picks: u64,
}

const UNREACHABLE: u64 = 1 << 20;

impl CoverageGuided {
    fn score(&self, key: Key, view: &View<'_>) -> u64 {
        let tries = u64::from(self.groups[&key].tries);
        match key.goal {
            Goal::Assumption => tries,
            Goal::Edge(edge) if (view.is_wanted)(edge) => 8 + 2 * tries,
            Goal::Edge(edge) => {
                let distance = view.distances.get(edge as usize).copied().unwrap_or(u32::MAX);
                let far = if distance == u32::MAX { UNREACHABLE } else { 4 * u64::from(distance) };
                64 + far + 8 * tries
            }
            Goal::Finding => 48 + 16 * tries,
            Goal::Choice => 96 + 8 * tries,
            Goal::Rest => 80 + 16 * tries,
        }
    }

    fn take(&mut self, key: Key, view: &mut View<'_>) -> Option<CandidateId> {
        let group = self.groups.get_mut(&key)?;
        group.tries += 1;
        let chosen = if group.tries % 2 == 1 {
            group.candidates.keys().next().copied()
        } else {
            // Entries of `order` that were taken already are skipped and dropped.
            loop {
                let index = view.rng.below(group.order.len().max(1));
                match group.order.get(index).copied() {
                    Some(entry) if group.candidates.contains_key(&entry) => break Some(entry),
                    Some(_) => {
                        group.order.swap_remove(index);
                    }
                    None => break group.candidates.keys().next().copied(),
                }
            }
        }?;
        group.candidates.remove(&chosen);
        self.count -= 1;
        if group.candidates.is_empty() {
            group.order.clear();
            self.active.retain(|active| *active != key);
        }
        Some(chosen.1)
    }
}

impl Strategy for CoverageGuided {
    fn add(&mut self, candidate: Candidate) {
        let site = match candidate.goal {
            Goal::Edge(_) => 0,
            _ => candidate.site,
        };
        let key = Key { goal: candidate.goal, site };
        let group = self.groups.entry(key).or_default();
        if group.candidates.is_empty() {
            self.active.push(key);
        }
        group.candidates.insert((candidate.depth, candidate.id), ());
        group.order.push((candidate.depth, candidate.id));
        self.count += 1;
    }

    fn next(&mut self, view: &mut View<'_>) -> Option<CandidateId> {
        self.picks += 1;
        let best = self.active.iter().copied().min_by_key(|key| (self.score(*key, view), *key))?;
        self.take(best, view)
    }

    fn len(&self) -> usize {
        self.count
    }
}

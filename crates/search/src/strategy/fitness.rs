//! Fitness-guided exploration (Xie et al., DSN 2009), for branches that inputs decide only by way
//! of concrete values, such as a counter that a loop over the input has made.
//!
//! A target is an outcome that is still wanted at a branch that runs have come to. The *fitness*
//! of a run is how near it came: the least difference of the two values that the branch compares.
//! Runs nearest to the target are taken further: of their decisions, those whose flipping has
//! improved the fitness most so far.

use super::order::BreadthFirst;
use super::{News, Pick, Strategy};
use crate::live::Live;
use crate::{Candidate, CandidateId, Goal, View};
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};

/// Targets at a time: each costs the machine a little.
const TARGETS: usize = 16;

#[derive(Default)]
pub struct FitnessGuided {
    by_run: FxHashMap<u32, Vec<Candidate>>,
    /// For runs of which no fitness is known.
    others: BreadthFirst,
    live: Live,
    targets: BTreeMap<u32, Target>,
    version: Option<u64>,
}

#[derive(Default)]
struct Target {
    /// The fitness of runs, 0 being best.
    fitness: FxHashMap<u32, u64>,
    /// Runs that may have candidates, the fittest first.
    runs: BTreeSet<(u64, u32)>,
    /// What flipping to a goal has improved so far, and how often it was done.
    gains: FxHashMap<Goal, (i64, i64)>,
    tries: u64,
}

impl Target {
    fn gain(&self, goal: Goal) -> i64 {
        // Twice the mean; what was never tried may do good.
        self.gains.get(&goal).map_or(1, |(sum, count)| 2 * sum / count)
    }

    fn learn(&mut self, candidate: &Candidate, fitness: u64) {
        let Some(&before) = self.fitness.get(&candidate.run) else { return };
        let bounded = |fitness: u64| fitness.min(1 << 40) as i64;
        let (sum, count) = self.gains.entry(candidate.goal).or_default();
        *sum += bounded(before) - bounded(fitness);
        *count += 1;
    }
}

impl FitnessGuided {
    /// Branches that runs have come to and of which an outcome is wanted.
    fn choose_targets(&mut self, view: &View<'_>) {
        if self.version == Some(view.coverage_version) {
            return;
        }
        self.version = Some(view.coverage_version);
        self.targets.retain(|&edge, _| (view.is_wanted)(edge));
        let is_open = |edge: &u32| {
            let siblings = view.graph.siblings(*edge);
            (view.is_wanted)(*edge) && siblings.iter().any(|&other| !(view.is_wanted)(other))
        };
        for edge in (0..view.graph.edge_count() as u32).filter(is_open) {
            if self.targets.len() >= TARGETS {
                break;
            }
            self.targets.entry(edge).or_default();
        }
    }

    /// The most promising candidate for the target that runs have come nearest to.
    fn fittest(&mut self) -> Option<CandidateId> {
        let order: BTreeSet<(u64, u32)> = self
            .targets
            .iter()
            .filter_map(|(&edge, target)| {
                let (fitness, _) = target.runs.first()?;
                Some((fitness.saturating_add(target.tries), edge))
            })
            .collect();
        order.into_iter().find_map(|(_, edge)| self.fittest_for(edge))
    }

    fn fittest_for(&mut self, edge: u32) -> Option<CandidateId> {
        let target = self.targets.get_mut(&edge)?;
        while let Some(&(fitness, run)) = target.runs.first() {
            let candidates = self.by_run.entry(run).or_default();
            candidates.retain(|candidate| self.live.contains(candidate.id));
            let promise = |candidate: &&Candidate| {
                (target.gain(candidate.goal), std::cmp::Reverse(candidate.depth))
            };
            if let Some(best) = candidates.iter().max_by_key(promise) {
                target.tries += 1;
                return Some(best.id);
            }
            target.runs.remove(&(fitness, run));
        }
        None
    }
}

impl Strategy for FitnessGuided {
    fn add(&mut self, candidate: Candidate) {
        self.live.insert(candidate.id);
        self.by_run.entry(candidate.run).or_default().push(candidate);
        self.others.add(candidate);
    }

    fn pick(&mut self, view: &mut View<'_>) -> Option<Pick> {
        self.choose_targets(view);
        if let Some(id) = self.fittest() {
            self.live.remove(id);
            return Some(Pick::Candidate(id));
        }
        loop {
            let id = self.others.next()?;
            if self.live.remove(id) {
                return Some(Pick::Candidate(id));
            }
        }
    }

    fn learn(&mut self, news: &News<'_>, view: &mut View<'_>) {
        let News::Ran(explored) = news else { return };
        self.choose_targets(view);
        for &(edge, nearness) in explored.nearness {
            let Some(target) = self.targets.get_mut(&edge) else { continue };
            if let Some(candidate) = explored.candidate {
                target.learn(candidate, nearness);
            }
            target.fitness.insert(explored.run, nearness);
            target.runs.insert((nearness, explored.run));
        }
        view.watched.extend(self.targets.keys());
    }

    fn len(&self) -> usize {
        self.live.len()
    }
}

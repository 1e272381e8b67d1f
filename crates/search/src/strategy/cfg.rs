//! The CFG-directed search of CREST (Burnim and Sen, ASE 2008).
//!
//! The decisions of a path are flipped in the order of their distance to what is not yet covered; a
//! decision that occurs again costs more each time. If a run reaches something new, its path is the
//! next to be looked at. If not, the search goes on from its path for a few runs, nearer to the
//! goal only. After too many runs in vain it starts again from a random candidate.

use super::{News, Pick, Strategy};
use crate::{Candidate, CandidateId, Goal, NodeId, Pool, UNREACHABLE, View};
use std::collections::HashMap;

/// Runs that are made from one path, and from a path that did not lead to its goal at once.
const RUNS: u32 = 30;
const INNER_RUNS: u32 = 5;
/// How many such paths may follow each other.
const NESTING: usize = 5;

/// The decisions of one path.
struct Level {
    /// The best last.
    scored: Vec<(u32, Candidate)>,
    runs: u32,
}

#[derive(Default)]
pub struct CfgDirected {
    pool: Pool,
    levels: Vec<Level>,
    /// The candidate that was taken last, and its score. Beside other strategies, not every run is
    /// its own.
    last: Option<CandidateId>,
    last_score: u32,
    /// The end of the path to look at next.
    fresh: Option<NodeId>,
}

impl CfgDirected {
    fn level(
        &self,
        view: &View<'_>,
        leaf: NodeId,
        from_depth: u32,
        limit: u32,
        runs: u32,
    ) -> Level {
        let mut seen: HashMap<Goal, u32> = HashMap::new();
        let mut scored = Vec::new();
        for candidate in self.pool.on_path(view.tree, leaf) {
            let occurrence = seen.entry(candidate.goal).or_default();
            let score = distance(view, &candidate).saturating_add(*occurrence);
            *occurrence += 1;
            if candidate.depth >= from_depth && score <= limit {
                scored.push((score, candidate));
            }
        }
        scored.sort_by_key(|(score, _)| std::cmp::Reverse(*score));
        Level { scored, runs }
    }
}

/// 0 for a wanted edge.
fn distance(view: &View<'_>, candidate: &Candidate) -> u32 {
    if view.is_goal_wanted(candidate.goal) {
        return 0;
    }
    view.distance(candidate).min(UNREACHABLE - 1) + 1
}

impl Strategy for CfgDirected {
    fn add(&mut self, candidate: Candidate) {
        self.pool.add(candidate);
    }

    fn pick(&mut self, view: &mut View<'_>) -> Option<Pick> {
        if let Some(leaf) = self.fresh.take() {
            self.levels = vec![self.level(view, leaf, 0, UNREACHABLE, RUNS)];
        }
        while let Some(level) = self.levels.last_mut() {
            let next = if level.runs == 0 { None } else { level.scored.pop() };
            let Some((score, candidate)) = next else {
                self.levels.pop();
                continue;
            };
            if self.pool.take(candidate.parent, candidate.id) {
                self.last = Some(candidate.id);
                self.last_score = score;
                return Some(Pick::Candidate(candidate.id));
            }
        }
        let start = self.pool.random(|bound| view.rng.below(bound))?;
        self.pool.take(start.parent, start.id);
        self.last = Some(start.id);
        self.last_score = UNREACHABLE;
        Some(Pick::Candidate(start.id))
    }

    fn learn(&mut self, news: &News<'_>, view: &mut View<'_>) {
        let News::Ran(explored) = news else { return };
        let is_own = explored.candidate.is_none_or(|candidate| self.last == Some(candidate.id));
        if explored.gain > 0 || is_own && self.levels.is_empty() {
            self.fresh = Some(explored.leaf);
            return;
        }
        if !is_own {
            return;
        }
        if let Some(level) = self.levels.last_mut() {
            level.runs = level.runs.saturating_sub(1);
        }
        if self.levels.len() < NESTING && self.last_score > 0 {
            let depth = view.tree.depth(explored.from);
            let limit = self.last_score - 1;
            let level = self.level(view, explored.leaf, depth, limit, INNER_RUNS);
            self.levels.push(level);
        }
    }

    fn len(&self) -> usize {
        self.pool.len()
    }
}

//! Uncovered edges first, then what is near to them and was tried least.
//!
//! 1. assumptions first: the path they belong to is worth nothing otherwise;
//! 2. wanted edges, the least tried first;
//! 3. everything else by the distance from behind it to the nearest wanted edge, plus a growing
//!    price for every try, so that no group starves another for long.
//!
//! Within a group, the shortest candidate and a random one take turns: short paths are cheap,
//! random ones get out of dead ends.

use super::{Pick, Strategy};
use crate::groups::{Group, Groups, Key, Score, Within};
use crate::{Candidate, CandidateId, Goal, UNREACHABLE, View};

const FAR: Score = 1 << 20;

#[derive(Default)]
pub struct CoverageGuided(Groups);

/// Below this are assumptions, and wanted edges that were not tried in vain for long.
const PROMISING: Score = 48;

impl CoverageGuided {
    /// Whether there is something that can be gained at once.
    pub fn has_wanted(&mut self, view: &View<'_>) -> bool {
        self.0.best(view, score).is_some_and(|(score, _)| score < PROMISING)
    }

    pub fn next(&mut self, view: &mut View<'_>) -> Option<CandidateId> {
        let (_, key) = self.0.best(view, score)?;
        let is_even = self.0.tries(key).is_multiple_of(2);
        let within = if is_even { Within::Shortest } else { Within::Random };
        self.0.take(key, within, view, score)
    }

    /// Somebody else has taken this candidate.
    pub fn remove(&mut self, candidate: &Candidate) {
        self.0.remove(candidate, Key::of(candidate));
    }
}

fn score(group: &Group, view: &View<'_>) -> Score {
    let tries = Score::from(group.tries);
    match group.example.goal {
        Goal::Assumption => tries,
        Goal::Edge(edge) if (view.is_wanted)(edge) => 8 + 2 * tries,
        Goal::Edge(_) => {
            let far = match view.distance(&group.example) {
                UNREACHABLE => FAR,
                distance => 4 * Score::from(distance),
            };
            64 + far + 8 * tries
        }
        Goal::Finding => 48 + 16 * tries,
        Goal::Choice => 96 + 8 * tries,
        Goal::Rest => 80 + 16 * tries,
    }
}

impl Strategy for CoverageGuided {
    fn add(&mut self, candidate: Candidate) {
        self.0.add(candidate, Key::of(&candidate));
    }

    fn pick(&mut self, view: &mut View<'_>) -> Option<Pick> {
        self.next(view).map(Pick::Candidate)
    }

    fn len(&self) -> usize {
        self.0.len()
    }
}

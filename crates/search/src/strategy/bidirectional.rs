//! Bidirectional analysis: what forward search leaves open is looked at from its end (see
//! [`gcfg`](crate::gcfg)).
//!
//! A candidate whose outcome is wanted is tried at once: its region says nothing yet. Then frontier
//! edges are tried, each with the condition of its region, and the frontier is moved back where
//! none of them has an input. Only where that brings nothing the nearest candidate is taken, to
//! have other runs to start from.

use super::coverage::CoverageGuided;
use super::{News, Pick, Strategy};
use crate::gcfg::{Aim, Meeting};
use crate::{Candidate, View};

/// Looks further back before runs are made without an aim.
const PATIENCE: usize = 24;

/// Picks that others have after a look for an aim that was in vain.
const PAUSE: u32 = 4;

/// Takes aim at what is wanted.
#[derive(Default)]
pub struct Aimer {
    /// Candidates that the model has not heard of.
    fresh: Vec<Candidate>,
    /// What the model was last told to be wanted.
    version: Option<u64>,
    /// How often it has none, because the last look for one was in vain.
    unaimed: u32,
    /// The run that is being made has an aim.
    is_aimed: bool,
}

impl Aimer {
    pub fn add(&mut self, candidate: Candidate) {
        self.fresh.push(candidate);
    }

    /// Whether it may have an aim now.
    pub fn is_due(&mut self) -> bool {
        let is_due = self.unaimed == 0;
        self.unaimed = self.unaimed.saturating_sub(1);
        is_due
    }

    pub fn aim(&mut self, view: &mut View<'_>) -> Option<Aim> {
        let Meeting { model, backward, .. } = view.meeting.as_mut()?;
        std::mem::take(&mut self.fresh).into_iter().for_each(|candidate| model.add(candidate));
        if self.version != Some(view.coverage_version) {
            self.version = Some(view.coverage_version);
            let edges = 0..view.graph.edge_count() as u32;
            let wanted: Vec<u32> = edges.filter(|&edge| (view.is_wanted)(edge)).collect();
            model.coarsen(&wanted);
        }
        let aim = model.next(*backward, PATIENCE);
        if aim.is_none() {
            self.unaimed = PAUSE;
        }
        aim
    }

    pub fn learn(&mut self, news: &News<'_>, view: &mut View<'_>) {
        match news {
            News::Taken(candidate) => {
                self.forget(candidate, view);
                self.is_aimed = true;
            }
            News::Ran(explored) => {
                if let Some(candidate) = explored.candidate {
                    self.forget(candidate, view);
                }
                // A condition that leaves much open may be met for ever without coming nearer.
                if std::mem::take(&mut self.is_aimed) && explored.gain == 0 {
                    self.unaimed += 1;
                }
            }
            News::GaveUp(_) => {}
        }
    }

    fn forget(&mut self, candidate: &Candidate, view: &mut View<'_>) {
        self.fresh.retain(|other| other.id != candidate.id);
        if let Some(meeting) = &mut view.meeting {
            meeting.model.remove(candidate);
        }
    }
}

#[derive(Default)]
pub struct Bidirectional {
    aimer: Aimer,
    forward: CoverageGuided,
}

impl Strategy for Bidirectional {
    fn add(&mut self, candidate: Candidate) {
        self.aimer.add(candidate);
        self.forward.add(candidate);
    }

    fn pick(&mut self, view: &mut View<'_>) -> Option<Pick> {
        if self.aimer.is_due()
            && !self.forward.has_wanted(view)
            && let Some(aim) = self.aimer.aim(view)
        {
            return Some(Pick::Aim(aim));
        }
        self.forward.pick(view)
    }

    fn learn(&mut self, news: &News<'_>, view: &mut View<'_>) {
        self.aimer.learn(news, view);
        if let News::Taken(candidate) = news {
            self.forward.remove(candidate);
        }
    }

    fn len(&self) -> usize {
        self.forward.len()
    }
}

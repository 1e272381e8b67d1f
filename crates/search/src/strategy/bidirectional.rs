//! Bidirectional analysis: what forward search leaves open is looked at from its end (see [`gcfg`](crate::gcfg)).
//!
//! A candidate whose outcome is wanted is tried at once: its region says nothing yet. Then frontier edges are tried,
//! each with the condition of its region, and the frontier is moved back where none of them has an input. Only where
//! that brings nothing the nearest candidate is taken, to have other runs to start from.

use super::Strategy;
use super::coverage::CoverageGuided;
use crate::gcfg::{Aim, Backward, Model, RegionId};
use crate::{Candidate, CandidateId, Explored, View};

/// Looks further back before runs are made without an aim.
const PATIENCE: usize = 24;

#[derive(Default)]
pub struct Bidirectional {
    model: Model,
    forward: CoverageGuided,
    /// What the model was last told to be wanted.
    version: Option<u64>,
    /// How often it has none, because the last look for one was in vain.
    unaimed: u32,
    /// The run that is being made has an aim.
    is_aimed: bool,
    /// Nobody else tries what is wanted.
    is_alone: bool,
}

impl Bidirectional {
    pub fn alone() -> Bidirectional {
        Bidirectional { is_alone: true, ..Bidirectional::default() }
    }
}

impl Strategy for Bidirectional {
    fn add(&mut self, candidate: Candidate) {
        self.model.add(candidate);
        self.forward.add(candidate);
    }

    fn next(&mut self, view: &mut View<'_>) -> Option<CandidateId> {
        self.forward.next(view)
    }

    fn has_aims(&mut self, view: &View<'_>) -> bool {
        let is_due = self.unaimed == 0;
        self.unaimed = self.unaimed.saturating_sub(1);
        is_due && !(self.is_alone && self.forward.has_wanted(view))
    }

    fn aim(&mut self, view: &mut View<'_>, backward: &mut dyn Backward) -> Option<Aim> {
        if self.version != Some(view.coverage_version) {
            self.version = Some(view.coverage_version);
            let edges = 0..view.graph.edge_count() as u32;
            let wanted: Vec<u32> = edges.filter(|&edge| (view.is_wanted)(edge)).collect();
            self.model.coarsen(&wanted);
        }
        let aim = self.model.next(backward, PATIENCE);
        if aim.is_none() {
            self.unaimed = 4;
        }
        aim
    }

    fn model(&self) -> Option<&Model> {
        Some(&self.model)
    }

    fn meet(&mut self, regions: &[RegionId]) {
        self.model.meet(regions.iter().copied());
    }

    fn hit(&mut self, candidate: &Candidate) {
        self.model.remove(candidate);
        self.forward.remove(candidate);
        self.is_aimed = true;
    }

    fn explored(&mut self, explored: &Explored<'_>, _view: &View<'_>) {
        if let Some(candidate) = explored.candidate {
            self.model.remove(candidate);
        }
        // A condition that leaves much open may be met for ever without coming nearer.
        if std::mem::take(&mut self.is_aimed) && explored.gain == 0 {
            self.unaimed += 1;
        }
    }

    fn len(&self) -> usize {
        self.forward.len()
    }
}

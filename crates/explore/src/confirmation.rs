//! What native runs say of the paths that were found.
//!
//! A path may take an edge in the machine that its native run does not take, because it depends on
//! an address, or on something that the machine only models. Such an edge is *refused*: it is
//! wanted again, so that another path to it is looked for, but not more than [`RETRIES`] times.

use assay_criteria::{Coverage, Objectives};
use assay_program::EdgeId;
use rustc_hash::FxHashMap;
use std::sync::Arc;

const RETRIES: u32 = 3;

pub struct Confirmation {
    /// What native runs have shown.
    native: Coverage,
    /// What paths have shown first that their native runs did not take.
    refused: Vec<EdgeId>,
    /// How often an edge was wanted again.
    retries: FxHashMap<EdgeId, u32>,
}

impl Confirmation {
    pub fn new(objectives: Arc<Objectives>) -> Confirmation {
        Confirmation {
            native: Coverage::new(objectives),
            refused: Vec::new(),
            retries: FxHashMap::default(),
        }
    }

    /// A path that was the first to show `claimed` took these edges natively, in order of their
    /// ids.
    pub fn add(&mut self, claimed: &[EdgeId], native: &[EdgeId]) {
        self.native.take(native.iter().copied());
        self.refused.extend(claimed.iter().filter(|edge| native.binary_search(edge).is_err()));
    }

    pub fn has_refused(&self) -> bool {
        !self.refused.is_empty()
    }

    /// The refused edges that are worth another try, and what native runs have shown: later ones
    /// may have taken them.
    pub fn retry(&mut self) -> (Vec<EdgeId>, &Coverage) {
        let mut edges = std::mem::take(&mut self.refused);
        edges.sort_unstable();
        edges.dedup();
        edges.retain(|&edge| {
            let retries = self.retries.entry(edge).or_default();
            *retries += 1;
            *retries <= RETRIES
        });
        (edges, &self.native)
    }
}

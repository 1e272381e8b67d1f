//! Which conditions belong to which MC/DC decision.
//!
//! The map does not say. `llvm-cov` goes through the regions in order and gives each condition to
//! the first decision before it that contains its place and still lacks a condition of its id; a
//! macro that is expanded inside a decision, at any depth, is inside it as a whole. This is that
//! rule: another one would judge other pairs than `llvm-cov` does.

use super::mapping::{FunctionRecord, RawKind, RawRegion};

/// A decision with the regions of all its conditions, by their indices.
#[derive(Debug, PartialEq, Eq)]
pub struct Decision {
    pub region: usize,
    /// The first bit of its bitmap, and the number of bits.
    pub bitmap: u32,
    pub vectors: u32,
    /// The one with id 1 in front, the others in the order of the list.
    pub conditions: Vec<usize>,
}

/// A decision some of whose conditions are still to come.
struct Open {
    decision: Decision,
    wanted: usize,
    ids: Vec<u32>,
    /// Of expansions inside it.
    files: Vec<u32>,
}

impl Open {
    fn contains(&self, regions: &[RawRegion], region: &RawRegion) -> bool {
        let own = &regions[self.decision.region];
        self.files.contains(&region.file_id)
            || (own.file_id == region.file_id && own.start <= region.start && region.end <= own.end)
    }

    /// Takes a condition if it is one of its own.
    fn take(&mut self, regions: &[RawRegion], index: usize, id: u32) -> bool {
        let is_own = (id as usize) <= self.wanted
            && !self.ids.contains(&id)
            && self.contains(regions, &regions[index]);
        if is_own {
            self.ids.push(id);
            let at = if id == 1 { 0 } else { self.decision.conditions.len() };
            self.decision.conditions.insert(at, index);
        }
        is_own
    }
}

/// The decisions whose conditions are all there.
pub fn decisions(record: &FunctionRecord) -> Vec<Decision> {
    let regions = &record.regions;
    let mut ends: Vec<u32> = regions.iter().filter_map(|region| region.decision_end()).collect();
    ends.sort_unstable();
    let mut open: Vec<Open> = Vec::new();
    let mut complete = Vec::new();
    for (index, region) in regions.iter().enumerate() {
        match region.kind {
            RawKind::Decision { end, conditions } => {
                // Decisions lie one after the other in the bitmap.
                let bitmap = ends.iter().rev().copied().find(|&other| other < end).unwrap_or(0);
                let vectors = end - bitmap;
                let decision = Decision { region: index, bitmap, vectors, conditions: Vec::new() };
                let wanted = conditions as usize;
                open.push(Open { decision, wanted, ids: Vec::new(), files: Vec::new() });
            }
            RawKind::Expansion { file } => {
                let around = open.iter_mut().rev().find(|open| open.contains(regions, region));
                around.into_iter().for_each(|open| open.files.push(file));
            }
            RawKind::Branch { condition: Some(condition), .. } => {
                let taker =
                    open.iter_mut().position(|open| open.take(regions, index, condition.id));
                if let Some(at) = taker.filter(|&at| open[at].ids.len() == open[at].wanted) {
                    complete.push(open.remove(at).decision);
                }
            }
            _ => {}
        }
    }
    complete
}

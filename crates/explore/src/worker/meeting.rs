//! Which regions of the bidirectional analysis a run meets: their conditions, evaluated on its
//! concrete states where the decisions are taken that they begin with.
//!
//! The run of an aim is looked at. At the decision that it flips, all regions that begin there are
//! evaluated, and from then on those that the regions it has met lead to: the ways to their targets
//! that it follows, as far as it does.

use super::Worker;
use crate::observation::value;
use assay_base::Id;
use assay_engine::Machine;
use assay_program::EdgeId;
use assay_prove::{Backward, RegionId};
use rustc_hash::FxHashSet;
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::rc::Rc;

/// States that one run is looked at in: a loop may pass a decision for ever.
const MANY_LOOKS: u32 = 1_000;

/// Who looks at the states of a run.
struct Meeting {
    analysis: Backward,
    /// The regions that no run has met.
    unmet: FxHashSet<RegionId>,
    /// Those that are evaluated next.
    awaited: BTreeSet<RegionId>,
    met: BTreeSet<RegionId>,
    looks: u32,
}

impl Worker {
    /// Does something that makes a run which takes this edge first, and tells the model which
    /// regions the run meets.
    pub(super) fn meeting_regions(&mut self, first: u32, run: impl FnOnce(&mut Worker)) {
        let Some(analysis) = self.behind.analysis.take() else { return run(self) };
        let mut meeting = Meeting {
            analysis,
            unmet: FxHashSet::default(),
            awaited: BTreeSet::new(),
            met: BTreeSet::new(),
            looks: 0,
        };
        let mut edges: FxHashSet<u32> = FxHashSet::default();
        for (edge, region) in self.gcfg.unmet() {
            let region = RegionId::new(region as usize);
            edges.insert(edge);
            meeting.unmet.insert(region);
            if edge == first {
                meeting.awaited.insert(region);
            }
        }
        self.machine.show(edges);
        let meeting = Rc::new(RefCell::new(meeting));
        let look = Rc::clone(&meeting);
        self.machine.observer = Some(Box::new(move |machine, edge| {
            look.borrow_mut().look(machine, EdgeId::new(edge as usize));
        }));
        run(self);
        self.machine.observer = None;
        self.machine.show([]);
        let Some(meeting) = Rc::into_inner(meeting).map(RefCell::into_inner) else { return };
        self.behind.analysis = Some(meeting.analysis);
        self.gcfg.meet(meeting.met.iter().map(|region| region.index() as u32));
    }
}

impl Meeting {
    fn look(&mut self, machine: &mut Machine, edge: EdgeId) {
        self.looks += 1;
        if self.looks > MANY_LOOKS {
            return;
        }
        let begins_here = |id: &&RegionId| self.analysis.region(**id).edges.contains(&edge);
        let here: Vec<RegionId> = self.awaited.iter().filter(begins_here).copied().collect();
        if here.is_empty() {
            return;
        }
        let calls = machine.calls();
        let calls = calls.iter().map(|call| (call.function, call.site, !call.is_model));
        let contexts = self.analysis.contexts(calls);
        let context = contexts.last().copied().flatten();
        let mut met = here.clone();
        met.retain(|&region| {
            let look = &mut |origin, width| value(machine, &contexts, origin, width);
            self.analysis.context(region) == context && self.analysis.is_met(region, look)
        });
        if self.looks == 1 {
            // What begins with the flipped decision is not waited for any longer.
            self.awaited.clear();
        }
        for region in met {
            self.awaited.remove(&region);
            self.met.insert(region);
            let next = self.analysis.successors(region).into_iter();
            let is_new = |next: &RegionId| self.unmet.contains(next) && !self.met.contains(next);
            self.awaited.extend(next.filter(is_new));
        }
    }
}

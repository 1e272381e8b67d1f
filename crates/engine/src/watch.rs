//! Decisions that somebody wants to see each time they are taken.
//!
//! A branch on concrete values has no alternative to solve for: what the input decides is which
//! values arrive there. Search that is guided by fitness wants to know how far the two values of
//! the comparison were apart, and the bidirectional analysis in which states an outcome is taken.
//!
//! The interpreter's loop knows nothing of this. An edge that no run has taken leaves the fast path
//! anyway (see [`Machine::new_edge`]); those that are to be seen are hidden from the record of
//! taken edges, so that they leave it too, every time.

use crate::code::{Edge, Inst, Pc, Slot};
use crate::machine::Machine;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;

#[derive(Default)]
pub(crate) struct Watch {
    /// By the edge that is taken instead: the watched ones of the same branch.
    instead_of: FxHashMap<Edge, Vec<Edge>>,
    /// Edges that the observer wants to see.
    shown: FxHashSet<Edge>,
    /// Those of both that have been taken, and are not in the record for now.
    hidden: FxHashSet<Edge>,
    /// The least difference seen in this run.
    nearness: BTreeMap<Edge, u64>,
    /// By edge: its branch, as far as the code was there when it was last asked for.
    branches: Vec<Pc>,
    /// The code has grown since.
    is_behind: bool,
}

const NO_BRANCH: Pc = Pc::MAX;

impl Watch {
    /// The code has grown; what is known of it stays true.
    pub(crate) fn code_has_grown(&mut self) {
        self.is_behind = true;
    }

    /// Whether an edge that is not in the record has been taken nevertheless.
    pub(crate) fn is_hidden(&self, edge: Edge) -> bool {
        self.hidden.contains(&edge)
    }
}

impl Machine {
    /// Watches these edges from now on, and no others.
    pub fn watch(&mut self, edges: &[Edge]) {
        self.unhide();
        self.watch.instead_of.clear();
        if !edges.is_empty() && (self.watch.branches.is_empty() || self.watch.is_behind) {
            self.watch.branches = self.branches();
            self.watch.is_behind = false;
        }
        for &edge in edges {
            let branch = self.watch.branches.get(edge as usize).copied().unwrap_or(NO_BRANCH);
            if branch == NO_BRANCH {
                continue;
            }
            for other in self.edges_of(branch).filter(|&other| other != edge) {
                if self.hits[other as usize] {
                    self.watch.instead_of.entry(other).or_default().push(edge);
                }
            }
        }
        self.hide();
    }

    /// Lets the observer look whenever one of these edges is taken from now on, and at no others:
    /// before anything behind the decision has happened.
    pub fn show(&mut self, edges: impl IntoIterator<Item = Edge>) {
        self.unhide();
        self.watch.shown = edges.into_iter().collect();
        self.hide();
    }

    /// Watches and shows nothing any more, and takes these edges for new when they are taken again.
    pub fn forget_edges(&mut self, edges: &[Edge]) {
        self.watch(&[]);
        self.show([]);
        for &edge in edges {
            self.hits[edge as usize] = false;
        }
    }

    fn hide(&mut self) {
        for &edge in self.watch.instead_of.keys().chain(&self.watch.shown) {
            if std::mem::replace(&mut self.hits[edge as usize], false) {
                self.watch.hidden.insert(edge);
            }
        }
    }

    fn unhide(&mut self) {
        for edge in self.watch.hidden.drain() {
            self.hits[edge as usize] = true;
        }
    }

    /// What the run has come to, and a clean slate for the next.
    pub(crate) fn take_nearness(&mut self) -> Vec<(Edge, u64)> {
        std::mem::take(&mut self.watch.nearness).into_iter().collect()
    }

    /// An edge was taken that is not in the record; whether it is only hidden there.
    pub(crate) fn observe(&mut self, taken: Edge) -> bool {
        if self.watch.shown.contains(&taken) {
            self.show_state(taken);
        }
        for edge in self.watch.instead_of.get(&taken).cloned().unwrap_or_default() {
            let difference = self.difference(edge);
            let least = self.watch.nearness.entry(edge).or_insert(u64::MAX);
            *least = difference.min(*least);
        }
        self.watch.hidden.contains(&taken)
    }

    /// How far the values at the branch are from taking this edge; at least 1.
    fn difference(&mut self, edge: Edge) -> u64 {
        let branch = self.watch.branches[edge as usize];
        let code = std::sync::Arc::clone(&self.subject.code);
        let difference = match code.insts[branch as usize] {
            Inst::BranchEq { w, a, b, .. }
            | Inst::BranchNe { w, a, b, .. }
            | Inst::BranchSlt { w, a, b, .. }
            | Inst::BranchSle { w, a, b, .. } => self.signed(a, w).abs_diff(self.signed(b, w)),
            Inst::BranchUlt { w, a, b, .. } | Inst::BranchUle { w, a, b, .. } => {
                self.unsigned(a, w).abs_diff(self.unsigned(b, w))
            }
            Inst::Switch { w, a, table } => {
                let table = &code.switches[table as usize];
                let case = table.cases.iter().find(|(_, other)| *other == edge);
                case.map_or(1, |(case, _)| self.unsigned(a, w).abs_diff(*case))
            }
            _ => 1,
        };
        difference.max(1)
    }

    fn unsigned(&mut self, slot: Slot, width: u8) -> u64 {
        let value = self.get(slot, u32::from(width));
        self.current(value) as u64
    }

    fn signed(&mut self, slot: Slot, width: u8) -> i64 {
        crate::value::signed(self.unsigned(slot, width), width)
    }

    fn edges_of(&self, branch: Pc) -> impl Iterator<Item = Edge> + use<> {
        let code = &self.subject.code;
        let edges: Vec<Edge> = match code.insts[branch as usize] {
            Inst::Branch { edge, .. }
            | Inst::BranchEq { edge, .. }
            | Inst::BranchNe { edge, .. }
            | Inst::BranchUlt { edge, .. }
            | Inst::BranchUle { edge, .. }
            | Inst::BranchSlt { edge, .. }
            | Inst::BranchSle { edge, .. } => vec![edge, edge + 1],
            Inst::Switch { table, .. } => {
                let table = &code.switches[table as usize];
                let cases = table.cases.iter().map(|(_, edge)| *edge);
                cases.chain([table.default]).collect()
            }
            _ => Vec::new(),
        };
        edges.into_iter()
    }

    fn branches(&self) -> Vec<Pc> {
        let mut branches = vec![NO_BRANCH; self.hits.len()];
        for pc in 0..self.subject.code.insts.len() as Pc {
            for edge in self.edges_of(pc) {
                branches[edge as usize] = pc;
            }
        }
        branches
    }
}

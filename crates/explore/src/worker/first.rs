//! The unit's own objectives come first: those of the function under test, before those of what it
//! calls.
//!
//! There are two stages. In the first, strategies see only the own objectives as wanted, and
//! candidates that lead to none of them wait. When nothing else is left, or nothing of the own code
//! was gained for a while, everything is wanted, and what waited is brought back; the next gain in
//! the own code is the first stage again. Only numbers of steps count, so that runs stay
//! repeatable.

use super::{Worker, view};
use crate::frontier::Entry;
use crate::shared::Shared;
use assay_engine::Run;
use assay_program::Program;
use assay_prove::Start;
use assay_search::{Relevance, View};
use std::sync::atomic::Ordering;

/// Steps without a gain in the own code after which everything is wanted.
const PATIENCE: u32 = 128;

#[derive(Default)]
pub(super) struct First {
    /// Edges of the own code, and by edge whether it is one; empty where all code is the unit's
    /// own.
    own: Vec<u32>,
    is_own: Vec<bool>,
    /// Only the own objectives are wanted now.
    is_on: bool,
    fruitless: u32,
    /// What leads to none of them.
    later: Vec<Entry>,
    /// How often the stage has changed, and how often everything came to be wanted.
    changes: u64,
    widened: usize,
}

impl First {
    pub(super) fn of(program: &Program, shared: &Shared) -> First {
        let is_own: Vec<bool> = match shared.plan.analysed {
            (function, Start::Function) => {
                program.edges.values().map(|edge| edge.function == function).collect()
            }
            (_, Start::Program) => Vec::new(),
        };
        let edges = (0u32..).zip(&is_own).filter(|(_, is_own)| **is_own);
        let own = edges.map(|(edge, _)| edge).collect();
        let mut first = First { own, is_own, ..First::default() };
        first.is_on = first.has_open(shared);
        first
    }

    pub(super) fn wants(&self, edge: u32) -> bool {
        !self.is_on || self.is_own.get(edge as usize).copied().unwrap_or(false)
    }

    /// Changes with what it wants.
    pub(super) fn version(&self) -> u64 {
        self.changes
    }

    /// How often edges came to be wanted by it again.
    pub(super) fn widened(&self) -> usize {
        self.widened
    }

    fn has_open(&self, shared: &Shared) -> bool {
        self.own.iter().any(|&edge| shared.is_wanted(edge))
    }

    fn is_impatient(&mut self) -> bool {
        self.fruitless += 1;
        self.fruitless > PATIENCE
    }
}

impl Worker {
    /// A path has gained something.
    pub(super) fn note_own_gain(&mut self, run: &Run) {
        let is_own = |edge: &u32| self.first.is_own.get(*edge as usize).copied().unwrap_or(false);
        if !run.new_edges.iter().any(is_own) {
            return;
        }
        self.first.fruitless = 0;
        if !self.first.is_on && self.first.has_open(&self.shared) {
            self.first.is_on = true;
            self.first.changes += 1;
        }
    }

    /// Before each step: whether it is time for everything.
    pub(super) fn look_beyond_own(&mut self) {
        if self.first.is_on && (self.first.is_impatient() || !self.first.has_open(&self.shared)) {
            self.want_everything();
        }
    }

    /// Ends the first stage; whether it was on.
    pub(super) fn want_everything(&mut self) -> bool {
        if !std::mem::take(&mut self.first.is_on) {
            return false;
        }
        self.first.changes += 1;
        self.first.widened += 1;
        for entry in std::mem::take(&mut self.first.later) {
            self.shared.candidates.fetch_sub(1, Ordering::Relaxed);
            self.offer(entry);
            self.frontier.release(entry.path);
        }
        true
    }

    /// Whether a candidate that was taken out leads to none of the own objectives, while they come
    /// first.
    pub(super) fn is_for_later(&mut self, entry: &Entry) -> bool {
        self.first.is_on
            && self.shared.plan.filter
            && !self.checks.are_tried()
            && view!(self).relevance(&entry.candidate) == Relevance::None
    }

    pub(super) fn put_off(&mut self, entry: Entry) {
        self.shared.candidates.fetch_add(1, Ordering::Relaxed);
        self.first.later.push(entry);
    }

    /// What waits for everything to be wanted.
    pub(super) fn waiting(&self) -> &[Entry] {
        &self.first.later
    }
}

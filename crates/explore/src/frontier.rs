//! The candidates of one worker, with what is needed to solve and resume them.

use assay_base::{Arena, Step, id};
use assay_engine::{InputRecord, Snapshot};
use assay_expr::{Assignment, Term, Value};
use assay_search::{Candidate, CandidateId, Goal};
use imbl::Vector;
use std::rc::Rc;

id!(PathId, "path");
id!(SlotId, "slot");

/// A path that candidates branch off from. Kept as long as one of them is left.
pub struct PathRecord {
    /// The path condition; empty when the terms have been dropped.
    pub constraints: Rc<[Term]>,
    pub inputs: Assignment,
    /// What the path asks for, in order.
    pub input_log: Vector<InputRecord>,
    /// Of a path that another worker has run: the width and value of each of its inputs.
    pub recipe: Option<Rc<[(u32, Value)]>>,
    pub snapshots: Vec<Rc<Snapshot>>,
    /// Which term arena the terms and snapshots belong to.
    pub generation: u32,
    live: u32,
}

impl PathRecord {
    /// A path that another worker has run.
    pub fn adopted(inputs: Assignment, recipe: Rc<[(u32, Value)]>) -> PathRecord {
        PathRecord {
            constraints: Rc::new([]),
            inputs,
            input_log: Vector::new(),
            recipe: Some(recipe),
            snapshots: Vec::new(),
            generation: u32::MAX,
            live: 0,
        }
    }

    pub fn new(
        constraints: Rc<[Term]>,
        inputs: Assignment,
        input_log: Vector<InputRecord>,
        snapshots: Vec<Rc<Snapshot>>,
        generation: u32,
    ) -> PathRecord {
        PathRecord { constraints, inputs, input_log, recipe: None, snapshots, generation, live: 0 }
    }
}

/// A candidate as the worker knows it.
#[derive(Copy, Clone, Debug)]
pub struct Entry {
    pub path: PathId,
    /// What strategies know of it; its id is given by the frontier.
    pub candidate: Candidate,
    /// What a flipped choice was about.
    pub choice: u64,
    /// The condition of the other outcome; `None` if it must be found by running the path again.
    pub condition: Option<Term>,
    /// Constraints of the path before the decision.
    pub constraints: u32,
    /// The latest snapshot at or before it.
    pub snapshot: Option<u32>,
}

impl Entry {
    /// A candidate whose path must be run again to know its condition.
    pub fn unsolved(path: PathId, candidate: Candidate, choice: u64) -> Entry {
        Entry { path, candidate, choice, condition: None, constraints: 0, snapshot: None }
    }

    pub fn flipped(&self) -> Step {
        let Candidate { site, outcome, .. } = self.candidate;
        Step { site, outcome, choice: self.choice }
    }

    /// The edge that the flipped decision takes, where it is about one.
    pub fn edge(&self) -> Option<u32> {
        match self.candidate.goal {
            Goal::Edge(edge) => Some(edge),
            _ => None,
        }
    }
}

#[derive(Default)]
pub struct Frontier {
    /// Where the entry of a candidate is. An id is never given twice: a strategy may still hold one
    /// that another strategy took.
    slots: Arena<CandidateId, Option<SlotId>>,
    entries: Arena<SlotId, Option<Entry>>,
    free: Vec<SlotId>,
    paths: Arena<PathId, Option<PathRecord>>,
    free_paths: Vec<PathId>,
}

impl Frontier {
    pub fn add_path(&mut self, record: PathRecord) -> PathId {
        if let Some(id) = self.free_paths.pop() {
            self.paths[id] = Some(record);
            return id;
        }
        self.paths.push(Some(record))
    }

    /// A candidate of this path is kept elsewhere, until [`release`](Frontier::release).
    pub fn keep(&mut self, id: PathId) {
        if let Some(path) = &mut self.paths[id] {
            path.live += 1;
        }
    }

    /// The candidate with its id.
    pub fn add(&mut self, mut entry: Entry) -> Candidate {
        self.keep(entry.path);
        let slot = self.free.pop().unwrap_or_else(|| self.entries.push(None));
        entry.candidate.id = self.slots.push(Some(slot));
        self.entries[slot] = Some(entry);
        entry.candidate
    }

    /// Those that nobody has taken.
    pub fn entries(&self) -> impl Iterator<Item = &Entry> {
        self.entries.values().flatten()
    }

    /// The entry of a candidate, if nobody has taken it.
    pub fn entry(&self, id: CandidateId) -> Option<Entry> {
        self.entries[self.slots[id]?]
    }

    /// Takes a candidate out. Its path stays until [`release`](Frontier::release).
    pub fn take(&mut self, id: CandidateId) -> Option<Entry> {
        let slot = self.slots[id].take()?;
        self.free.push(slot);
        self.entries[slot].take()
    }

    /// A candidate of this path is dealt with.
    pub fn release(&mut self, id: PathId) {
        if let Some(path) = &mut self.paths[id] {
            path.live -= 1;
            if path.live == 0 {
                self.paths[id] = None;
                self.free_paths.push(id);
            }
        }
    }

    pub fn path(&self, id: PathId) -> &PathRecord {
        self.paths[id].as_ref().expect("a path lives as long as its candidates")
    }

    /// Drops all snapshots; paths will be run again from the start.
    pub fn drop_snapshots(&mut self) {
        for path in self.paths.values_mut().flatten() {
            path.snapshots = Vec::new();
        }
    }

    /// Drops all terms and snapshots.
    pub fn drop_terms(&mut self) {
        let nothing: Rc<[Term]> = Rc::new([]);
        for path in self.paths.values_mut().flatten() {
            path.snapshots = Vec::new();
            path.constraints = Rc::clone(&nothing);
        }
        for entry in self.entries.values_mut().flatten() {
            entry.condition = None;
        }
    }
}

//! The model of a bidirectional analysis, the generalised control flow graph of "Bidirectional Symbolic Analysis
//! for Effective Branch Testing" (sections 3 to 5).
//!
//! *S-states* are what runs have passed: here those from which something is left to be tried, so a candidate is
//! an S-state with an outcome that was not taken. *R-states* are regions, conditions under which a target can
//! still be reached; [`Backward`] makes them. A *frontier edge* pairs a candidate with a region that begins with
//! its outcome.
//!
//! A region is over the state just before a decision: the condition of the outcome is part of it, and so is what
//! lies behind the outcome. So both sides of a frontier edge are at one block, the weakest precondition of
//! the paper's algorithm 2 is computed once for all of its S-states, and each edge costs one query.
//!
//! - Symbolic execution step (algorithm 1): the next frontier edge is tried. An input for it is run, and what the
//!   run passes becomes new S-states.
//! - Symbolic reachability step (algorithm 2): when the frontier is empty, a target is looked at from one step
//!   further back.
//! - Coarsening (algorithm 3): a target that was reached or excluded goes away, with all of its R-states. Where an
//!   R-state leaves nothing open, a state that satisfies it reaches the target, so that is when R-states become
//!   superfluous; one that leaves something open may be met in vain, and stays.
//!
//! The invariants of definition 3.1, as they are here:
//!
//! 1. S-states are satisfiable: a run has passed each of them.
//! 2. R-states are satisfiable: [`Backward`] gives no others.
//! 3. No S-state that was tried satisfies an R-state of its block, or it would not be an S-state of the frontier any more:
//!    a frontier edge that has an input is taken, and its candidate with it.
//! 4. Each R-state leads to a target that is still wanted.
//! 5. A frontier edge is tried once.

use crate::{Candidate, Goal};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cmp::Reverse;
use std::collections::{BTreeMap, VecDeque};

/// An R-state, as [`Backward`] numbers them.
pub type RegionId = u32;

/// The part of the analysis that goes back from targets.
pub trait Backward {
    /// Looks at a target from one step further back.
    fn advance(&mut self, target: u32) -> Advance;
}

/// What going back has brought.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Advance {
    /// A new R-state, which begins with one of these edges.
    Region(RegionId, Vec<u32>),
    /// No run takes the target.
    Excluded,
    /// There is nothing more to find out this way.
    Stuck,
}

/// A frontier edge.
#[derive(Copy, Clone, Debug)]
pub struct Aim {
    pub candidate: Candidate,
    pub region: RegionId,
}

/// S-states with the same outcome to try that are kept.
const MANY_STATES: usize = 12;

#[derive(Default)]
pub struct Model {
    /// Targets that are looked at, with their R-states.
    targets: BTreeMap<u32, Vec<RegionId>>,
    /// Whose turn it is to be looked at from further back.
    turns: VecDeque<u32>,
    /// Targets that are given up.
    closed: FxHashSet<u32>,
    regions: FxHashMap<RegionId, RState>,
    /// The R-states that begin with an edge.
    by_edge: FxHashMap<u32, Vec<RegionId>>,
    /// S-states by the outcome that is left to be tried, the latest last.
    states: FxHashMap<u32, VecDeque<Candidate>>,
    /// Those nearest to their target first, and of these the latest.
    frontier: BTreeMap<(usize, Reverse<u64>), Aim>,
    /// How many frontier edges there have been.
    count: u64,
    /// How often targets were looked at from further back.
    pub looks: u64,
}

struct RState {
    target: u32,
    /// How many R-states of the target were made before.
    rank: usize,
    edges: Vec<u32>,
}

impl Model {
    /// A run has passed a decision from which something is left to be tried.
    pub fn add(&mut self, candidate: Candidate) {
        let Goal::Edge(edge) = candidate.goal else { return };
        let states = self.states.entry(edge).or_default();
        states.push_back(candidate);
        if states.len() > MANY_STATES {
            states.pop_front();
        }
        for region in self.by_edge.get(&edge).cloned().unwrap_or_default() {
            self.pair(Aim { candidate, region });
        }
    }

    /// Adds a frontier edge.
    fn pair(&mut self, aim: Aim) {
        let rank = self.regions.get(&aim.region).map_or(usize::MAX, |state| state.rank);
        self.count += 1;
        self.frontier.insert((rank, Reverse(self.count)), aim);
    }

    /// What was left to be tried there has been.
    pub fn remove(&mut self, candidate: &Candidate) {
        let Goal::Edge(edge) = candidate.goal else { return };
        let is_it = |other: &Candidate| other.id == candidate.id && other.run == candidate.run;
        if let Some(states) = self.states.get_mut(&edge) {
            states.retain(|other| !is_it(other));
        }
    }

    /// Takes on new targets and drops those that are not wanted any more, with all that belongs to them.
    pub fn coarsen(&mut self, wanted: &[u32]) {
        let wanted: FxHashSet<u32> = wanted.iter().copied().collect();
        let settled: Vec<u32> =
            self.targets.keys().copied().filter(|target| !wanted.contains(target)).collect();
        for target in settled {
            self.drop_target(target);
        }
        let mut new: Vec<u32> = wanted.into_iter().collect();
        new.retain(|edge| !self.targets.contains_key(edge) && !self.closed.contains(edge));
        new.sort_unstable();
        for edge in new {
            self.targets.insert(edge, Vec::new());
            self.turns.push_back(edge);
        }
        self.check();
    }

    fn drop_target(&mut self, target: u32) {
        for region in self.targets.remove(&target).unwrap_or_default() {
            for edge in self.regions.remove(&region).map(|state| state.edges).unwrap_or_default() {
                if let Some(regions) = self.by_edge.get_mut(&edge) {
                    regions.retain(|&other| other != region);
                }
            }
        }
        self.turns.retain(|&other| other != target);
        let regions = &self.regions;
        self.frontier.retain(|_, aim| regions.contains_key(&aim.region));
    }

    /// The next frontier edge to try; none when `patience` looks further back have brought none.
    pub fn next(&mut self, backward: &mut dyn Backward, mut patience: usize) -> Option<Aim> {
        loop {
            if let Some((_, aim)) = self.frontier.pop_first() {
                return Some(aim);
            }
            let target = self.turns.pop_front().filter(|_| patience > 0)?;
            patience -= 1;
            self.looks += 1;
            match backward.advance(target) {
                Advance::Region(region, edges) => {
                    self.turns.push_back(target);
                    self.add_region(target, region, edges);
                }
                Advance::Excluded | Advance::Stuck => {
                    self.closed.insert(target);
                    // What is known of one that is stuck can still be tried.
                }
            }
            self.check();
        }
    }

    fn add_region(&mut self, target: u32, region: RegionId, edges: Vec<u32>) {
        let of_target = self.targets.entry(target).or_default();
        let rank = of_target.len();
        of_target.push(region);
        self.regions.insert(region, RState { target, rank, edges: edges.clone() });
        for edge in edges {
            self.by_edge.entry(edge).or_default().push(region);
            for candidate in self.states.get(&edge).cloned().unwrap_or_default() {
                self.pair(Aim { candidate, region });
            }
        }
    }

    /// Invariants 4 and 5 in debug builds; the others hold by the way states are made.
    fn check(&self) {
        #[cfg(debug_assertions)]
        {
            let leads_on = |state: &RState| self.targets.contains_key(&state.target);
            debug_assert!(self.regions.values().all(leads_on), "invariant 4: a target is gone");
            let mut seen = FxHashSet::default();
            let is_new = |aim: &Aim| seen.insert((aim.candidate.run, aim.candidate.id, aim.region));
            debug_assert!(
                self.frontier.values().all(is_new),
                "invariant 5: an edge is there twice"
            );
        }
    }

    pub fn is_empty(&self) -> bool {
        self.targets.is_empty()
    }

    /// How many R-states, S-states and frontier edges there are.
    pub fn size(&self) -> (usize, usize, usize) {
        let states = self.states.values().map(VecDeque::len).sum();
        (self.regions.len(), states, self.frontier.len())
    }

    /// How many S-states there are for each outcome that is left to be tried.
    pub fn states(&self) -> Vec<(u32, usize)> {
        let all = self.states.iter().map(|(&edge, states)| (edge, states.len()));
        let mut all: Vec<(u32, usize)> = all.filter(|(_, count)| *count > 0).collect();
        all.sort_unstable();
        all
    }

    /// The R-states, each with its target and the number of S-states that it may still be reached from.
    pub fn regions(&self) -> Vec<(RegionId, u32, usize)> {
        let states = |state: &RState| {
            let of = |edge: &u32| self.states.get(edge).map_or(0, VecDeque::len);
            state.edges.iter().map(of).sum()
        };
        let all = self.regions.iter().map(|(&id, state)| (id, state.target, states(state)));
        let mut all: Vec<_> = all.collect();
        all.sort_unstable();
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{CandidateId, Tree};
    use assay_base::Id;

    /// Regions as a table: per target what each look further back brings.
    struct Table(FxHashMap<u32, VecDeque<Advance>>);

    impl Backward for Table {
        fn advance(&mut self, target: u32) -> Advance {
            let rest = self.0.get_mut(&target);
            rest.and_then(VecDeque::pop_front).unwrap_or(Advance::Stuck)
        }
    }

    fn table(of: &[(u32, &[Advance])]) -> Table {
        Table(of.iter().map(|(target, all)| (*target, all.iter().cloned().collect())).collect())
    }

    fn candidate(id: usize, edge: u32) -> Candidate {
        Candidate {
            id: CandidateId::new(id),
            parent: Tree::new().root(),
            depth: 0,
            site: 0,
            outcome: 0,
            goal: Goal::Edge(edge),
            run: 1,
            stale: 0,
            function: 0,
        }
    }

    #[test]
    fn the_frontier_pairs_states_with_regions_of_their_block() {
        let mut model = Model::default();
        model.add(candidate(0, 5));
        model.add(candidate(1, 6));
        model.coarsen(&[9]);
        let mut backward =
            table(&[(9, &[Advance::Region(0, vec![9]), Advance::Region(1, vec![5, 7])])]);
        let aim = model.next(&mut backward, 4).expect("region 1 begins with edge 5");
        assert_eq!((aim.candidate.id.index(), aim.region), (0, 1));
        assert!(model.next(&mut backward, 4).is_none());
        // A later run passes the block of region 1 too.
        model.add(candidate(2, 7));
        let aim = model.next(&mut backward, 4).expect("region 1 begins with edge 7");
        assert_eq!((aim.candidate.id.index(), aim.region), (2, 1));
    }

    #[test]
    fn coarsening_removes_what_leads_to_no_target() {
        let mut model = Model::default();
        model.add(candidate(0, 5));
        model.coarsen(&[8, 9]);
        let mut backward = table(&[
            (8, &[Advance::Region(0, vec![5])]),
            (9, &[Advance::Region(1, vec![5]), Advance::Excluded]),
        ]);
        assert_eq!(model.next(&mut backward, 1).map(|aim| aim.region), Some(0));
        assert_eq!(model.next(&mut backward, 1).map(|aim| aim.region), Some(1));
        model.coarsen(&[9]);
        assert_eq!(model.regions(), vec![(1, 9, 1)]);
        model.coarsen(&[]);
        assert!(model.is_empty());
        assert_eq!(model.size(), (0, 1, 0));
    }

    #[test]
    fn a_target_that_is_given_up_is_not_taken_on_again() {
        let mut model = Model::default();
        model.coarsen(&[3]);
        let mut backward = table(&[(3, &[Advance::Stuck, Advance::Region(0, vec![3])])]);
        assert!(model.next(&mut backward, 9).is_none());
        model.coarsen(&[3]);
        assert!(model.next(&mut backward, 9).is_none());
    }
}

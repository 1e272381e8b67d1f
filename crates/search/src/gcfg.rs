//! The model of a bidirectional analysis, the generalised control flow graph of "Bidirectional
//! Symbolic Analysis for Effective Branch Testing" (sections 3 to 5).
//!
//! *S-states* are what runs have passed: here those from which something is left to be tried, so a
//! candidate is an S-state with an outcome that was not taken. *R-states* are regions, conditions
//! under which a target can still be reached; [`Backward`] makes them. A *frontier edge* pairs a
//! candidate with a region that begins with its outcome.
//!
//! A region is over the state just before a decision: the condition of the outcome is part of it,
//! and so is what lies behind the outcome. So both sides of a frontier edge are at one block, the
//! weakest precondition of the paper's algorithm 2 is computed once for all of its S-states, and
//! each edge costs one query.
//!
//! - Symbolic execution step (algorithm 1): the next frontier edge is tried. An input for it is
//!   run, and what the run passes becomes new S-states.
//! - Symbolic reachability step (algorithm 2): when the frontier is empty, a target is looked at
//!   from one step further back.
//! - Coarsening (algorithm 3): a target that was reached or excluded goes away, with all of its
//!   R-states. The R-states of other targets are evaluated on the concrete states of the new run:
//!   those that it meets leave the frontier, and what they lead to comes first in it. Where an
//!   R-state leaves something open (an input that is read later), it may be met in vain; when
//!   nothing else is left it is tried from other S-states.
//!
//! The invariants of definition 3.1, as they are here:
//!
//! 1. S-states are satisfiable: a run has passed each of them.
//! 2. R-states are satisfiable: [`Backward`] gives no others.
//! 3. No S-state is seen to satisfy an R-state of the frontier: one that the run of an aim is seen
//!    to meet leaves it.
//! 4. Each R-state leads to a target that is still wanted.
//! 5. A frontier edge is tried once.

use crate::{Candidate, CandidateId, Goal};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// An R-state, as [`Backward`] numbers them.
pub type RegionId = u32;

/// The part of the analysis that goes back from targets.
pub trait Backward {
    /// Looks at a target from one step further back.
    fn advance(&mut self, target: u32) -> Advance;
}

/// What strategies that aim work with: the model, and who looks back for it.
pub struct Meeting<'a> {
    pub model: &'a mut Model,
    pub backward: &'a mut dyn Backward,
    /// The part of the time so far that went to looking at targets from behind; 0 where time must
    /// not count.
    pub share: f64,
}

/// A new R-state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Region {
    pub id: RegionId,
    /// It begins with one of these.
    pub edges: Vec<u32>,
    /// The R-states that it leads to, nearer to the target.
    pub leads_to: Vec<RegionId>,
}

/// What going back has brought.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Advance {
    Region(Region),
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

/// Looks at a target from further back that may be in vain: beyond them it is left to others.
const MANY_LOOKS: usize = 24;
/// Steps on a way that a run has begun within which it is followed first.
const FAR_AHEAD: usize = 8;
/// S-states with the same outcome to try that are kept, and those of one run.
const MANY_STATES: usize = 48;
const MANY_OF_RUN: usize = 16;

/// The order in which R-states are tried: those that a run has met last, else how far ahead it is
/// on a way that a run has begun, its rank, and which it is.
type Order = (bool, usize, usize, RegionId);

#[derive(Default)]
pub struct Model {
    /// Targets that are looked at.
    targets: BTreeMap<u32, Target>,
    /// Whose turn it is to be looked at from further back.
    turns: VecDeque<u32>,
    /// Targets that are given up.
    closed: FxHashSet<u32>,
    regions: FxHashMap<RegionId, RState>,
    /// The R-states that begin with an edge.
    by_edge: FxHashMap<u32, Vec<RegionId>>,
    /// S-states by the outcome that is left to be tried, in the order of the runs.
    states: FxHashMap<u32, Vec<Candidate>>,
    /// Outcomes with S-states that are not at the frontier yet.
    fresh: BTreeSet<u32>,
    /// R-states that may have frontier edges.
    frontier: BTreeSet<Order>,
    /// How often targets were looked at from further back.
    pub looks: u64,
}

#[derive(Default)]
struct Target {
    regions: Vec<RegionId>,
    /// Looks from further back since the last one that brought a frontier edge.
    in_vain: usize,
}

struct RState {
    target: u32,
    /// How many R-states of the target were made before.
    rank: usize,
    edges: Vec<u32>,
    leads_to: Vec<RegionId>,
    /// A run has been in a state of it.
    is_met: bool,
    /// How many steps it is away from where the latest run was that was on a way to it.
    ahead: usize,
    /// S-states that it was tried from.
    tried: FxHashSet<SState>,
}

/// An S-state: the run, and the candidate of it.
type SState = (u32, CandidateId);

impl RState {
    fn order(&self, id: RegionId) -> Order {
        (self.is_met, self.ahead, self.rank, id)
    }
}

impl Model {
    /// A run has passed a decision from which something is left to be tried.
    pub fn add(&mut self, candidate: Candidate) {
        let Goal::Edge(edge) = candidate.goal else { return };
        let states = self.states.entry(edge).or_default();
        if states.iter().any(|other| s_state(other) == s_state(&candidate)) {
            return;
        }
        states.push(candidate);
        let of_run = states.iter().rev().take_while(|other| other.run == candidate.run).count();
        if of_run > MANY_OF_RUN {
            // Both what is near to the known path and what is far from it.
            states.remove(states.len() - of_run + MANY_OF_RUN / 2);
        } else if states.len() > MANY_STATES {
            states.remove(0);
        }
        self.fresh.insert(edge);
    }

    /// What was left to be tried there has been.
    pub fn remove(&mut self, candidate: &Candidate) {
        let Goal::Edge(edge) = candidate.goal else { return };
        if let Some(states) = self.states.get_mut(&edge) {
            states.retain(|other| s_state(other) != s_state(candidate));
        }
    }

    /// A run has been in states of these R-states: what matters now is what lies between there and
    /// the target.
    pub fn meet(&mut self, regions: impl IntoIterator<Item = RegionId>) {
        let mut reached: VecDeque<(RegionId, usize)> =
            regions.into_iter().map(|region| (region, 0)).collect();
        let mut seen: FxHashSet<RegionId> = FxHashSet::default();
        while let Some((id, ahead)) = reached.pop_front() {
            let Some(state) = self.regions.get_mut(&id) else { continue };
            if ahead > FAR_AHEAD || !seen.insert(id) {
                continue;
            }
            let is_waiting = self.frontier.remove(&state.order(id));
            state.is_met |= ahead == 0;
            state.ahead = ahead;
            reached.extend(state.leads_to.iter().map(|&next| (next, ahead + 1)));
            if is_waiting {
                self.frontier.insert(state.order(id));
            }
        }
    }

    /// Takes on new targets and drops those that are not wanted any more, with all that belongs to
    /// them.
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
            self.targets.insert(edge, Target::default());
            self.turns.push_back(edge);
        }
        self.check();
    }

    fn drop_target(&mut self, target: u32) {
        let of_target = self.targets.remove(&target).unwrap_or_default();
        for region in of_target.regions {
            let Some(state) = self.regions.remove(&region) else { continue };
            self.frontier.remove(&state.order(region));
            for edge in state.edges {
                if let Some(regions) = self.by_edge.get_mut(&edge) {
                    regions.retain(|&other| other != region);
                }
            }
        }
        self.turns.retain(|&other| other != target);
    }

    /// The next frontier edge to try. When `patience` looks further back have brought none, it is
    /// one to an R-state that has been met, if there is any: what that leaves open may come out
    /// differently.
    pub fn next(&mut self, backward: &mut dyn Backward, patience: usize) -> Option<Aim> {
        for _ in 0..patience {
            if let Some(aim) = self.edge(false) {
                let is_met = self.regions.get(&aim.region).is_some_and(|state| state.is_met);
                debug_assert!(!is_met, "invariant 3: a run has met an R-state of the frontier");
                return Some(aim);
            }
            let Some(target) = self.turns.pop_front() else { break };
            self.looks += 1;
            match backward.advance(target) {
                Advance::Region(region) => {
                    if self.add_region(target, region) {
                        self.turns.push_back(target);
                    }
                }
                Advance::Excluded | Advance::Stuck => {
                    self.closed.insert(target);
                    // What is known of one that is stuck can still be tried.
                }
            }
            self.check();
        }
        self.edge(true)
    }

    /// The first frontier edge, which is tried now: to an R-state that no run has met, or else to
    /// any.
    fn edge(&mut self, may_be_met: bool) -> Option<Aim> {
        for edge in std::mem::take(&mut self.fresh) {
            for id in self.by_edge.get(&edge).into_iter().flatten() {
                self.frontier.insert(self.regions[id].order(*id));
            }
        }
        while let Some(&order) = self.frontier.first() {
            let (is_met, .., region) = order;
            if is_met && !may_be_met {
                return None;
            }
            let untried = self.untried(region);
            // Of the latest run, what comes first in it.
            let latest = untried.iter().map(|candidate| candidate.run).max();
            let first = untried.iter().find(|candidate| Some(candidate.run) == latest);
            if let Some(&candidate) = first {
                self.try_from(region, &candidate);
                return Some(Aim { candidate, region });
            }
            self.frontier.remove(&order);
        }
        None
    }

    /// The S-states that a frontier edge leads from to this R-state.
    fn untried(&self, region: RegionId) -> Vec<Candidate> {
        let Some(state) = self.regions.get(&region) else { return Vec::new() };
        let states = state.edges.iter().filter_map(|edge| self.states.get(edge)).flatten();
        states.filter(|candidate| !state.tried.contains(&s_state(candidate))).copied().collect()
    }

    fn try_from(&mut self, region: RegionId, candidate: &Candidate) {
        let Some(state) = self.regions.get_mut(&region) else { return };
        let is_new = state.tried.insert(s_state(candidate));
        debug_assert!(is_new, "invariant 5: a frontier edge is tried again");
        if state.tried.len() > 4 * MANY_STATES {
            let states = state.edges.iter().filter_map(|edge| self.states.get(edge)).flatten();
            let known: FxHashSet<SState> = states.map(s_state).collect();
            state.tried.retain(|tried| known.contains(tried));
        }
    }

    /// Whether the target may be looked at again.
    fn add_region(&mut self, target: u32, region: Region) -> bool {
        let Region { id, edges, leads_to } = region;
        let of_target = self.targets.entry(target).or_default();
        let rank = of_target.regions.len();
        of_target.regions.push(id);
        edges.iter().for_each(|&edge| self.by_edge.entry(edge).or_default().push(id));
        let tried = FxHashSet::default();
        let state =
            RState { target, rank, edges, leads_to, is_met: false, ahead: usize::MAX, tried };
        self.frontier.insert(state.order(id));
        self.regions.insert(id, state);
        let is_in_vain = self.untried(id).is_empty();
        let of_target = self.targets.entry(target).or_default();
        of_target.in_vain = if is_in_vain { of_target.in_vain + 1 } else { 0 };
        of_target.in_vain < MANY_LOOKS
    }

    /// Invariant 4 in debug builds. Those of edges are checked where edges are taken, those of
    /// states by whoever makes them: an R-state has an example, and an S-state the input of its
    /// run.
    fn check(&self) {
        #[cfg(debug_assertions)]
        {
            let leads_on = |state: &RState| self.targets.contains_key(&state.target);
            debug_assert!(self.regions.values().all(leads_on), "invariant 4: a target is gone");
            let is_known = |(.., id): &Order| self.regions.contains_key(id);
            debug_assert!(self.frontier.iter().all(is_known), "an R-state of the frontier is gone");
        }
    }

    pub fn is_empty(&self) -> bool {
        self.targets.is_empty()
    }

    /// How many R-states, S-states and frontier edges there are.
    pub fn size(&self) -> (usize, usize, usize) {
        let states = self.states.values().map(Vec::len).sum();
        let edges = self.regions.keys().map(|&region| self.untried(region).len()).sum();
        (self.regions.len(), states, edges)
    }

    /// How many S-states there are for each outcome that is left to be tried.
    pub fn states(&self) -> Vec<(u32, usize)> {
        let all = self.states.iter().map(|(&edge, states)| (edge, states.len()));
        let mut all: Vec<(u32, usize)> = all.filter(|(_, count)| *count > 0).collect();
        all.sort_unstable();
        all
    }

    /// The R-states that no run has met, by the edges that they begin with.
    pub fn unmet(&self) -> impl Iterator<Item = (u32, RegionId)> {
        let is_unmet = |&(_, state): &(&RegionId, &RState)| !state.is_met;
        let unmet = self.regions.iter().filter(is_unmet);
        unmet.flat_map(|(&region, state)| state.edges.iter().map(move |&edge| (edge, region)))
    }

    /// The R-states, each with its target and the number of S-states that it may still be reached
    /// from.
    pub fn regions(&self) -> Vec<(RegionId, u32, usize)> {
        let states = |state: &RState| {
            let of = |edge: &u32| self.states.get(edge).map_or(0, Vec::len);
            state.edges.iter().map(of).sum()
        };
        let all = self.regions.iter().map(|(&id, state)| (id, state.target, states(state)));
        let mut all: Vec<_> = all.collect();
        all.sort_unstable();
        all
    }
}

fn s_state(candidate: &Candidate) -> SState {
    (candidate.run, candidate.id)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Tree;
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

    fn region(id: RegionId, edges: Vec<u32>, leads_to: &[RegionId]) -> Advance {
        Advance::Region(Region { id, edges, leads_to: leads_to.to_vec() })
    }

    fn candidate(id: usize, edge: u32) -> Candidate {
        let goal = Goal::Edge(edge);
        Candidate { id: CandidateId::new(id), goal, ..Candidate::at(Tree::new().root(), 0) }
    }

    #[test]
    fn the_frontier_pairs_states_with_regions_of_their_block() {
        let mut model = Model::default();
        model.add(candidate(0, 5));
        model.add(candidate(1, 6));
        model.coarsen(&[9]);
        let mut backward = table(&[(9, &[region(0, vec![9], &[]), region(1, vec![5, 7], &[])])]);
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
            (8, &[region(0, vec![5], &[])]),
            (9, &[region(1, vec![5], &[]), Advance::Excluded]),
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
    fn what_a_run_meets_comes_last() {
        let mut model = Model::default();
        model.add(candidate(0, 5));
        model.add(candidate(1, 6));
        model.coarsen(&[9]);
        let mut backward = table(&[(
            9,
            &[region(0, vec![5], &[]), region(1, vec![6], &[]), region(2, vec![6], &[])],
        )]);
        assert_eq!(model.next(&mut backward, 9).map(|aim| aim.region), Some(0));
        model.add(candidate(2, 5));
        model.meet([0]);
        let unmet: Vec<(u32, RegionId)> = model.unmet().collect();
        assert!(unmet.is_empty());
        // Candidate 2 would reach region 0 too, but now what lies further back is looked at first.
        let next = |model: &mut Model, backward: &mut Table| {
            model.next(backward, 9).map(|aim| (aim.candidate.id.index(), aim.region))
        };
        assert_eq!(next(&mut model, &mut backward), Some((1, 1)));
        assert_eq!(next(&mut model, &mut backward), Some((1, 2)));
        assert_eq!(next(&mut model, &mut backward), Some((2, 0)));
        assert_eq!(next(&mut model, &mut backward), None);
    }

    #[test]
    fn a_way_that_was_begun_is_followed() {
        let mut model = Model::default();
        model.coarsen(&[9]);
        let mut backward = table(&[(
            9,
            &[
                region(0, vec![5], &[]),
                region(1, vec![6], &[0]),
                region(2, vec![6], &[1]),
                region(3, vec![7], &[2]),
            ],
        )]);
        assert!(model.next(&mut backward, 9).is_none());
        model.add(candidate(0, 6));
        model.add(candidate(1, 5));
        model.meet([3]);
        // Region 2 is the next on the way, though regions 0 and 1 are nearer to the target.
        let order: Vec<RegionId> =
            std::iter::from_fn(|| model.next(&mut backward, 9).map(|aim| aim.region)).collect();
        assert_eq!(order, vec![2, 1, 0]);
    }

    #[test]
    fn a_target_whose_turn_comes_too_late_keeps_it() {
        let mut model = Model::default();
        model.add(candidate(0, 5));
        model.coarsen(&[8, 9]);
        let mut backward = table(&[
            (8, &[region(0, vec![8], &[])]),
            (9, &[region(1, vec![9], &[]), region(2, vec![5], &[])]),
        ]);
        for _ in 0..3 {
            assert!(model.next(&mut backward, 1).is_none());
        }
        assert_eq!(model.next(&mut backward, 1).map(|aim| aim.region), Some(2));
    }

    #[test]
    fn a_target_that_is_given_up_is_not_taken_on_again() {
        let mut model = Model::default();
        model.coarsen(&[3]);
        let mut backward = table(&[(3, &[Advance::Stuck, region(0, vec![3], &[])])]);
        assert!(model.next(&mut backward, 9).is_none());
        model.coarsen(&[3]);
        assert!(model.next(&mut backward, 9).is_none());
    }
}

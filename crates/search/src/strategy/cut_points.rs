//! Cut-point guided search (Su et al., "Towards Efficient Data-flow Test Data Generation",
//! section 5.2), and the search by shortest distance that it is compared with.
//!
//! One wanted edge is the target for a while. What every way to it goes through are its *cut
//! points*: the edges that dominate it. Where something must have happened before (the definition
//! of a def-use pair), those of that place come first. The candidate whose path has passed most of
//! them comes first, among equals by `1/d² + 1/i²`: d is the distance to the next cut point, and i
//! counts what the path did since it last reached something new (decisions here, where the paper
//! counts instructions), which leads back out of tight loops.
//!
//! A path that cannot come to the target any more without undoing what must have happened (a
//! redefinition) has that before it again, so that it is tried after all others (the paper's
//! pruning; nothing is dropped here, for one exploration serves all targets). So has a path that
//! was seen to undo it through a pointer, which is known of each path and not of the code.
//!
//! A target that was not reached comes again later, with more patience. Every other pick is of any
//! candidate: what always goes on from where it has come furthest may be stuck there.

use super::{Pick, Strategy};
use crate::{
    Candidate, CandidateId, Distances, Goal, Graph, GraphNode, NodeId, Tree, UNREACHABLE, View,
};
use rustc_hash::FxHashMap;
use std::collections::BinaryHeap;

/// Picks for a target in the first round; they double in each.
const PATIENCE: u32 = 16;
/// Targets without a candidate that are passed over for one pick.
const PASSED_OVER: usize = 64;
/// One pick in so many is of any candidate.
const ASIDE: u32 = 2;
/// Candidates that are ranked when a target is chosen. Where there are more, that is the newest,
/// and a sample of the others.
const RANKED: usize = 2048;

pub struct CutPointGuided {
    /// Each with its number: ids are used again.
    candidates: FxHashMap<CandidateId, (u32, Candidate)>,
    /// The same in the order in which they came, with some that were taken since.
    in_order: Vec<(u32, CandidateId)>,
    /// How many have come.
    count: u32,
    /// Those that the target does not know yet.
    fresh: Vec<Candidate>,
    target: Option<Target>,
    /// How often each edge has been the target.
    rounds: FxHashMap<u32, u32>,
    /// Else only the distance counts.
    counts_cut_points: bool,
}

impl CutPointGuided {
    pub fn new() -> CutPointGuided {
        CutPointGuided {
            candidates: FxHashMap::default(),
            in_order: Vec::new(),
            count: 0,
            fresh: Vec::new(),
            target: None,
            rounds: FxHashMap::default(),
            counts_cut_points: true,
        }
    }

    /// The nearest candidate, whatever it has passed.
    pub fn by_distance() -> CutPointGuided {
        CutPointGuided { counts_cut_points: false, ..CutPointGuided::new() }
    }

    /// The wanted edge that was the target least often.
    fn choose_target(&mut self, view: &mut View<'_>) -> Option<Target> {
        let wanted = (0..view.graph.edge_count() as u32).filter(|&edge| (view.is_wanted)(edge));
        let rounds = |edge: u32| self.rounds.get(&edge).copied().unwrap_or(0);
        let edge = wanted.min_by_key(|&edge| (rounds(edge), edge))?;
        let round = self.rounds.entry(edge).or_default();
        let left = PATIENCE << (*round).min(8);
        *round += 1;
        let mut target = Target::new(view.graph, edge, left, self.counts_cut_points);
        for id in self.sample(view) {
            target.add(&self.candidates[&id].1, view);
        }
        self.fresh.clear();
        Some(target)
    }

    /// Candidates to rank, each once.
    fn sample(&mut self, view: &mut View<'_>) -> Vec<CandidateId> {
        self.forget_taken();
        let Self { in_order, candidates, .. } = self;
        let older = in_order.len().saturating_sub(RANKED / 2);
        let mut chosen: Vec<usize> = match in_order.len() > RANKED {
            true => (0..RANKED / 2).map(|_| view.rng.below(older)).collect(),
            false => (0..older).collect(),
        };
        chosen.sort_unstable();
        chosen.dedup();
        chosen.extend(older..in_order.len());
        let left = |at: usize| is_left(candidates, in_order[at]).then_some(in_order[at].1);
        chosen.into_iter().filter_map(left).collect()
    }

    /// Sees to it that at least half of those in order are left.
    fn forget_taken(&mut self) {
        let Self { in_order, candidates, .. } = self;
        if in_order.len() > 2 * candidates.len() {
            in_order.retain(|&entry| is_left(candidates, entry));
        }
    }

    /// The best candidate for the target, if there is one that can reach it.
    fn best(&mut self, target: &mut Target) -> Option<CandidateId> {
        while let Some((_, id)) = target.queue.pop() {
            if self.candidates.remove(&id).is_some() {
                return Some(id);
            }
        }
        None
    }

    fn any(&mut self, view: &mut View<'_>) -> Option<CandidateId> {
        self.forget_taken();
        while !self.candidates.is_empty() {
            let entry = self.in_order[view.rng.below(self.in_order.len())];
            if is_left(&self.candidates, entry) {
                self.candidates.remove(&entry.1);
                return Some(entry.1);
            }
        }
        None
    }
}

/// Whether a candidate has not been taken since it came.
fn is_left(
    candidates: &FxHashMap<CandidateId, (u32, Candidate)>,
    (number, id): (u32, CandidateId),
) -> bool {
    candidates.get(&id).is_some_and(|&(other, _)| other == number)
}

impl Strategy for CutPointGuided {
    fn add(&mut self, candidate: Candidate) {
        self.count = self.count.wrapping_add(1);
        self.candidates.insert(candidate.id, (self.count, candidate));
        self.in_order.push((self.count, candidate.id));
        self.fresh.push(candidate);
    }

    fn pick(&mut self, view: &mut View<'_>) -> Option<Pick> {
        for _ in 0..PASSED_OVER {
            let is_over = |target: &Target| target.left == 0 || !(view.is_wanted)(target.edge);
            let mut target = match self.target.take() {
                Some(target) if !is_over(&target) => target,
                _ => match self.choose_target(view) {
                    Some(target) => target,
                    None => break,
                },
            };
            for candidate in std::mem::take(&mut self.fresh) {
                target.add(&candidate, view);
            }
            let is_aside = target.left.is_multiple_of(ASIDE);
            let aside = if is_aside { self.any(view) } else { None };
            if let Some(id) = aside.or_else(|| self.best(&mut target)) {
                target.left -= 1;
                self.target = Some(target);
                return Some(Pick::Candidate(id));
            }
        }
        self.any(view).map(Pick::Candidate)
    }

    fn len(&self) -> usize {
        self.candidates.len()
    }
}

/// How far a path has come, and then what is near. The larger the better.
type Rank = (u32, u64);

struct Target {
    edge: u32,
    chain: Chain,
    counts_cut_points: bool,
    /// How many cut points were passed after each decision.
    passed: FxHashMap<NodeId, u32>,
    /// To each cut point and to the target, as far as somebody asked.
    distances: FxHashMap<u32, Distances>,
    queue: BinaryHeap<(Rank, CandidateId)>,
    left: u32,
}

impl Target {
    fn new(graph: &Graph, edge: u32, left: u32, counts_cut_points: bool) -> Target {
        Target {
            edge,
            chain: Chain::of(graph, edge),
            counts_cut_points,
            passed: FxHashMap::default(),
            distances: FxHashMap::default(),
            queue: BinaryHeap::new(),
            left,
        }
    }

    /// Ranks a candidate that can reach the target.
    fn add(&mut self, candidate: &Candidate, view: &View<'_>) {
        let mut passed = self.passed_before(candidate.parent, view);
        if let Goal::Edge(edge) = candidate.goal {
            passed = self.chain.pass(passed, edge, view.graph);
        }
        let next = self.chain.next(passed).unwrap_or(self.edge);
        let distances = self
            .distances
            .entry(next)
            .or_insert_with(|| view.graph.distances(|other| other == next));
        let distance = match candidate.goal {
            Goal::Edge(edge) if edge == self.edge => 0,
            Goal::Edge(edge) => {
                distances.behind(edge).unwrap_or_else(|| distances.from_block(candidate.function))
            }
            _ => distances.from_block(candidate.function),
        };
        if distance == UNREACHABLE {
            return;
        }
        let square = |number: u32| (f64::from(number) + 1.0).powi(-2);
        let rank = match self.counts_cut_points {
            // The bits of positive numbers are in their order.
            true => (passed, (square(distance) + square(candidate.stale)).to_bits()),
            false => (u32::from(passed >= self.chain.before), square(distance).to_bits()),
        };
        self.queue.push((rank, candidate.id));
    }

    /// How many cut points the path to a decision has passed.
    fn passed_before(&mut self, node: NodeId, view: &View<'_>) -> u32 {
        let mut pending = Vec::new();
        let mut at = node;
        let mut passed = loop {
            if let Some(&known) = self.passed.get(&at) {
                break known;
            }
            if at == view.tree.root() {
                break self.chain.after_undoing(1, view.tree.passed(at));
            }
            pending.push(at);
            at = view.tree.parent(at);
        };
        for node in pending.into_iter().rev() {
            passed = self.after(passed, node, view.tree, view.graph);
            self.passed.insert(node, passed);
        }
        passed
    }

    fn after(&self, passed: u32, node: NodeId, tree: &Tree, graph: &Graph) -> u32 {
        let passed = tree.edge(node).map_or(passed, |edge| self.chain.pass(passed, edge, graph));
        self.chain.after_undoing(passed, tree.passed(node))
    }
}

/// The start of the program as a cut point. A path that has undone what must have happened, at a
/// place that nothing leads to in particular, has not even passed that.
const START: u32 = u32::MAX;

/// What every way to a target goes through, in this order.
struct Chain {
    /// The first is [`START`].
    cut_points: Vec<u32>,
    /// Those of them that lead to what must have happened before.
    before: u32,
    /// Blocks from which the target is reached without undoing that; `None` where nothing does.
    clear: Option<Vec<bool>>,
    /// Edges that a path takes where it undoes that all the same.
    undoing: Vec<u32>,
}

impl Chain {
    fn of(graph: &Graph, edge: u32) -> Chain {
        let Some((target, _)) = graph.ends(edge) else {
            let cut_points = vec![START];
            return Chain { cut_points, before: 1, clear: None, undoing: Vec::new() };
        };
        let waypoint = graph.waypoint(edge);
        let mut cut_points = vec![START];
        cut_points.extend(waypoint.map_or_else(Vec::new, |of| graph.cut_points(of.node)));
        let before = cut_points.len() as u32;
        let others = graph.cut_points(target);
        cut_points.extend(
            others.into_iter().filter(|other| !cut_points.contains(other)).collect::<Vec<_>>(),
        );
        let clear = waypoint.map(|of| {
            let undoes: Vec<GraphNode> =
                of.undone_by.iter().copied().filter(|&node| node != of.node).collect();
            graph.reaching_without(target, &undoes)
        });
        let undoing = waypoint.map_or_else(Vec::new, |of| {
            of.undoing.iter().copied().filter(|&edge| Some(edge) != of.own).collect()
        });
        Chain { cut_points, before, clear, undoing }
    }

    /// How many are passed behind edges that a path took without deciding so. Only the path knows
    /// whether a pointer has hit the variable.
    fn after_undoing(&self, passed: u32, edges: &[u32]) -> u32 {
        let is_undone = edges.iter().any(|edge| self.undoing.contains(edge));
        if is_undone && passed >= self.before { self.before - 1 } else { passed }
    }

    /// The one that comes next; none if that is the target, or if nothing leads there in
    /// particular.
    fn next(&self, passed: u32) -> Option<u32> {
        self.cut_points.get(passed as usize).copied().filter(|&next| next != START)
    }

    /// How many are passed behind an edge. Those that were not seen lie on every way to one that
    /// was.
    fn pass(&self, passed: u32, edge: u32, graph: &Graph) -> u32 {
        let from = passed as usize;
        // Those behind what must have happened count only after it.
        let to = if passed < self.before { self.before as usize } else { self.cut_points.len() };
        let ahead = self.cut_points[from.min(to)..to].iter().position(|&cut| cut == edge);
        let passed = ahead.map_or(passed, |ahead| passed + ahead as u32 + 1);
        let is_lost =
            passed >= self.before
                && self.clear.as_ref().zip(graph.ends(edge)).is_some_and(|(clear, (_, to))| {
                    !clear.get(to as usize).copied().unwrap_or(true)
                });
        if is_lost { self.before - 1 } else { passed }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::strategy::tests::taken;
    use crate::{Parts, Waypoint};
    use assay_base::{Id, Rng};
    use rustc_hash::FxHashMap;

    /// 0 -e0-> 1 (the definition), 0 -e1-> 2; 1, 2 -> 3; 3 -e2-> 4 (redefines), 3 -e3-> 5; 4, 5 ->
    /// 6; 6 -e4-> 7 (the use, edge e6), 6 -e5-> 8.
    fn pair() -> Graph {
        let successors: [&[u32]; 9] = [&[1, 2], &[3], &[3], &[4, 5], &[6], &[6], &[7, 8], &[], &[]];
        let ends = [(0, 1), (0, 2), (3, 4), (3, 5), (6, 7), (6, 8), (7, 7)];
        let waypoint =
            Waypoint { node: 1, undone_by: [1, 4].into(), undoing: [7, 8].into(), own: Some(7) };
        Graph::new(Parts {
            successors: successors.iter().map(|list| list.to_vec()).collect(),
            edges: ends.into_iter().map(Some).collect(),
            entry: 0,
            sizes: vec![1; 9],
            functions: vec![0; 9],
            post_dominators: vec![None; 9],
            waypoints: FxHashMap::from_iter([(6, waypoint)]),
        })
    }

    #[test]
    fn every_candidate_comes_up_in_the_end() {
        let (tree, graph, mut rng) = (Tree::new(), pair(), Rng::new(0));
        let mut watched = Vec::new();
        let start = View::at_start(&tree, &graph, &mut rng, &mut watched);
        let mut view = View { is_wanted: &|edge| edge == 6, ..start };
        let mut strategy = CutPointGuided::new();
        let count = 3 * RANKED;
        for id in 0..count {
            let at = Candidate::at(tree.root(), 1);
            strategy.add(Candidate { id: CandidateId::new(id), ..at });
        }
        let mut all = taken(&mut strategy, &mut view);
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), count);
    }

    #[test]
    fn the_definition_comes_before_the_use() {
        let graph = pair();
        let chain = Chain::of(&graph, 6);
        assert_eq!((chain.cut_points.as_slice(), chain.before), (&[START, 0, 4][..], 2));
        assert_eq!(chain.pass(1, 0, &graph), 2);
        assert_eq!(chain.pass(2, 3, &graph), 2);
        assert_eq!(chain.pass(2, 4, &graph), 3);
        // Without the definition, what leads to the use does not count.
        assert_eq!(chain.pass(1, 4, &graph), 1);
    }

    #[test]
    fn a_redefinition_puts_the_definition_before_the_path_again() {
        let graph = pair();
        let chain = Chain::of(&graph, 6);
        assert_eq!(chain.pass(2, 2, &graph), 1);
    }

    #[test]
    fn a_pointer_that_hits_the_variable_redefines_it() {
        let chain = Chain::of(&pair(), 6);
        assert_eq!(chain.after_undoing(2, &[8]), 1);
        // The definition itself, and another variable.
        assert_eq!(chain.after_undoing(2, &[7, 9]), 2);
    }
}

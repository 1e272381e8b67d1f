//! What stood between the paths of an exploration and what they have not reached, so that each open
//! objective can say what it would take.
//!
//! Workers note where paths were given up, where the solver did, and in the end which candidates
//! are left. Whether one of these may lead to an objective is seen in the interprocedural graph,
//! which has every way that there is and some more: so "may" is all that is said.

use crate::graph::ProgramGraph;
use assay_base::{Id, Place};
use assay_criteria::{ObjectiveId, Objectives};
use assay_program::{EdgeId, EdgeRuns, Program};
use assay_search::{Distances, GraphNode, UNREACHABLE};
use assay_verdict::FindingKind;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;

/// What keeps paths from going on.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Obstacle {
    /// The solver has no answer in its time.
    Undecided,
    /// The machine cannot do that.
    Unsupported(String),
    /// The path asks for more of this than it may have.
    Limit(&'static str),
    /// Something goes wrong there, with the condition on the inputs that excludes it.
    Finding(FindingKind, Option<String>),
}

/// An obstacle and where it is: at a place, or behind the last edge that the path took.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Met {
    pub obstacle: Obstacle,
    pub place: Option<Place>,
    pub edge: Option<u32>,
}

/// Where a candidate leads: behind an edge, or from the start of the function that its decision is
/// in.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Lead {
    Edge(u32),
    Function(GraphNode),
}

/// Candidates that are left, and those of them that raise a bound of the inputs.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Left {
    pub all: u64,
    pub larger: u64,
}

/// What the workers have noted.
#[derive(Clone, Debug, Default)]
pub struct Noted {
    pub(crate) met: BTreeMap<Met, u64>,
    pub(crate) left: BTreeMap<Lead, Left>,
}

/// Obstacles that are remembered.
const MOST_OBSTACLES: usize = 1000;

impl Noted {
    pub(crate) fn meet(&mut self, met: Met) {
        let is_known = self.met.contains_key(&met);
        if is_known || self.met.len() < MOST_OBSTACLES {
            *self.met.entry(met).or_default() += 1;
        }
    }

    pub(crate) fn leave(&mut self, lead: Lead, is_larger: bool) {
        let left = self.left.entry(lead).or_default();
        left.all += 1;
        left.larger += u64::from(is_larger);
    }
}

/// What would have to be different for an objective to be reached.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Missing {
    /// Of those that may lead there.
    pub left: Left,
    /// Paths come to the decision, and all of them go another way.
    pub is_met: bool,
    /// The solver did not decide whether a path goes this way at the objective itself.
    pub is_undecided: bool,
    /// What ended paths that may have led there, and how often; the nearest first.
    pub obstacles: Vec<(Met, u64)>,
}

/// Steps of looking through the graph, for all objectives together.
const MOST_STEPS: usize = 200_000_000;

/// What is missing for each of these objectives, as far as there is time to look; the first come
/// first.
pub(crate) fn missing(
    noted: &Noted,
    (program, graph): (&Program, &ProgramGraph),
    objectives: &Objectives,
    open: &[ObjectiveId],
) -> BTreeMap<ObjectiveId, Missing> {
    let places: FxHashSet<Place> = noted.met.keys().filter_map(|met| met.place).collect();
    let nodes = graph.nodes_at(program, &places);
    let noted_size = noted.left.len() + noted.met.len();
    let cost = graph.graph.edge_count() + graph.graph.len() + noted_size + 1;
    let met = met_nodes(graph, objectives, open);
    let look = |&id: &ObjectiveId| {
        let edges = objectives.edges_of(id);
        let start = |edge: EdgeId| Some(graph.graph.ends(edge.index() as u32)?.0);
        let is_met = edges.iter().filter_map(start).any(|from| met[from as usize]);
        let distances = graph.graph.distances(|edge| edges.contains(EdgeId::new(edge as usize)));
        let entry = graph.graph.entry();
        let missing = Look { noted, nodes: &nodes, entry, edges, distances }.missing();
        (id, Missing { is_met, ..missing })
    };
    open.iter().take(MOST_STEPS / cost).map(look).collect()
}

/// By node: whether paths took one of the edges that start there. All objectives ask for it, and a
/// `switch` has as many edges as objectives: so this is found out once.
fn met_nodes(graph: &ProgramGraph, objectives: &Objectives, open: &[ObjectiveId]) -> Vec<bool> {
    let is_open: FxHashSet<ObjectiveId> = open.iter().copied().collect();
    let reached = objectives.iter().map(|(id, _)| id).filter(|id| !is_open.contains(id));
    let mut met = vec![false; graph.graph.len()];
    for edge in objectives.edges_of_all(reached).iter() {
        if let Some((from, _)) = graph.graph.ends(edge.index() as u32) {
            met[from as usize] = true;
        }
    }
    met
}

struct Look<'a> {
    noted: &'a Noted,
    nodes: &'a FxHashMap<Place, Vec<GraphNode>>,
    entry: GraphNode,
    /// Of the objective.
    edges: EdgeRuns,
    distances: Distances,
}

impl Look<'_> {
    fn missing(&self) -> Missing {
        let mut missing = Missing::default();
        for (lead, left) in &self.noted.left {
            let leads = match *lead {
                Lead::Edge(edge) => self.is_own(edge) || self.leads_on(edge),
                Lead::Function(start) => self.distances.from_block(start) != UNREACHABLE,
            };
            if leads {
                missing.left.all += left.all;
                missing.left.larger += left.larger;
            }
        }
        let mut near: Vec<(u32, &Met, u64)> = Vec::new();
        for (met, &count) in &self.noted.met {
            let is_own = met.edge.is_some_and(|edge| self.is_own(edge));
            let is_here = is_own && met.obstacle == Obstacle::Undecided;
            missing.is_undecided |= is_here;
            let distance = if is_here { 0 } else { self.distance(met) };
            if distance != UNREACHABLE {
                near.push((distance, met, count));
            }
        }
        near.sort();
        missing.obstacles = near.into_iter().map(|(_, met, count)| (met.clone(), count)).collect();
        missing
    }

    fn is_own(&self, edge: u32) -> bool {
        self.edges.contains(EdgeId::new(edge as usize))
    }

    fn leads_on(&self, edge: u32) -> bool {
        self.distances.behind(edge).is_some_and(|distance| distance != UNREACHABLE)
    }

    fn distance(&self, met: &Met) -> u32 {
        let nodes = met.place.and_then(|place| self.nodes.get(&place));
        let at_place = nodes.map(|nodes| {
            let distances = nodes.iter().map(|&node| self.distances.from_block(node));
            distances.min().unwrap_or(UNREACHABLE)
        });
        let start = self.distances.from_block(self.entry);
        let behind = match met.edge {
            Some(edge) => self.distances.behind(edge).unwrap_or(start),
            None => start,
        };
        match met.obstacle {
            // The place is that of the decision, and the edge the way that was not decided.
            Obstacle::Undecided => behind,
            _ => at_place.unwrap_or(behind),
        }
    }
}

impl Met {
    /// Where it is, as far as that is known.
    pub fn shown_place(&self, program: &Program) -> Option<Place> {
        let of_edge = || program.edge_place(EdgeId::new(self.edge? as usize));
        self.place.or_else(of_edge)
    }
}

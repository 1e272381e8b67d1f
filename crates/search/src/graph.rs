//! The interprocedural graph as strategies see it: blocks, the edges between them that count as
//! outcomes of branches, and what lies behind an edge.
//!
//! Calls lead into the called function and out of it behind every call of it, so every real path
//! is a path of the graph, and more. What the graph cannot reach no run can reach.

use assay_base::dominators::Dominators;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::VecDeque;
use std::sync::{Arc, OnceLock};

/// A block of the program.
pub type GraphNode = u32;

/// No way leads there.
pub const UNREACHABLE: u32 = u32::MAX;

/// What a program is for the search.
#[derive(Clone, Debug, Default)]
pub struct Parts {
    /// Successors within the function, into called functions, and back behind the calls.
    pub successors: Vec<Vec<GraphNode>>,
    /// Where each edge starts, and where it leads.
    pub edges: Vec<Option<(GraphNode, GraphNode)>>,
    /// Where execution starts.
    pub entry: GraphNode,
    /// By block: its number of instructions.
    pub sizes: Vec<u32>,
    /// By block: where its function starts.
    pub functions: Vec<GraphNode>,
    /// By block: the nearest one of its function through which every way out of it goes.
    pub post_dominators: Vec<Option<GraphNode>>,
    /// Edges that are taken only after something else has happened.
    pub waypoints: FxHashMap<u32, Waypoint>,
}

/// What must have happened before an edge is taken.
#[derive(Clone, Debug)]
pub struct Waypoint {
    /// Where it happens.
    pub node: GraphNode,
    /// Where it is undone; the place itself may be among them.
    pub undone_by: Arc<[GraphNode]>,
    /// The edges that a path takes which undoes it somewhere else; that of its own happening may be
    /// among them.
    pub undoing: Arc<[u32]>,
    pub own: Option<u32>,
}

#[derive(Debug, Default)]
pub struct Graph {
    pub(crate) parts: Parts,
    pub(crate) predecessors: Vec<Vec<GraphNode>>,
    /// By block: the edges that start there.
    outgoing: Vec<Vec<u32>>,
    dominators: OnceLock<Dominators>,
    regions: OnceLock<Vec<u32>>,
}

impl Graph {
    pub fn new(parts: Parts) -> Graph {
        let mut predecessors = vec![Vec::new(); parts.successors.len()];
        for (node, successors) in parts.successors.iter().enumerate() {
            for &successor in successors {
                predecessors[successor as usize].push(node as GraphNode);
            }
        }
        let mut outgoing = vec![Vec::new(); parts.successors.len()];
        for (edge, ends) in parts.edges.iter().enumerate() {
            if let Some((from, _)) = ends {
                outgoing[*from as usize].push(edge as u32);
            }
        }
        Graph { parts, predecessors, outgoing, ..Graph::default() }
    }

    /// Start and end of an edge.
    pub fn ends(&self, edge: u32) -> Option<(GraphNode, GraphNode)> {
        self.parts.edges.get(edge as usize).copied().flatten()
    }

    /// Where execution starts.
    pub fn entry(&self) -> GraphNode {
        self.parts.entry
    }

    /// Blocks.
    pub fn len(&self) -> usize {
        self.parts.successors.len()
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    pub fn edge_count(&self) -> usize {
        self.parts.edges.len()
    }

    /// The edges that start in the same block as this one, itself among them.
    pub fn siblings(&self, edge: u32) -> &[u32] {
        self.ends(edge).map_or(&[], |(from, _)| &self.outgoing[from as usize])
    }

    /// What is near an edge: itself, and the edges within `levels` branches behind it (CAUT's
    /// walk-down). A call counts as no level. At most [`WALK_LIMIT`] blocks are looked at.
    pub fn walk_down(&self, edge: u32, levels: u32) -> Vec<u32> {
        let mut near = vec![edge];
        let Some((_, start)) = self.ends(edge) else { return near };
        let mut known = FxHashSet::from_iter([edge]);
        let mut seen = FxHashSet::from_iter([start]);
        let mut queue = VecDeque::from([(start, 0)]);
        while let Some((node, level)) = queue.pop_front() {
            let outgoing = &self.outgoing[node as usize];
            if level < levels {
                near.extend(outgoing.iter().filter(|&&edge| known.insert(edge)));
            }
            for &next in &self.parts.successors[node as usize] {
                let is_branch = outgoing.iter().any(|&e| self.ends(e).is_some_and(|p| p.1 == next));
                let level = level + u32::from(is_branch);
                if level > levels || seen.len() >= WALK_LIMIT || !seen.insert(next) {
                    continue;
                }
                if is_branch {
                    queue.push_back((next, level));
                } else {
                    queue.push_front((next, level));
                }
            }
        }
        near
    }

    /// Whether every way from the entry to edge `b` goes through edge `a`.
    pub fn dominates(&self, a: u32, b: u32) -> bool {
        let known = self.ends(a).is_some() && self.ends(b).is_some();
        let blocks = self.parts.successors.len();
        known && self.dominators().dominates(blocks + a as usize, blocks + b as usize)
    }

    /// What must have happened before this edge is taken.
    pub fn waypoint(&self, edge: u32) -> Option<&Waypoint> {
        self.parts.waypoints.get(&edge)
    }

    pub fn has_waypoints(&self) -> bool {
        !self.parts.waypoints.is_empty()
    }

    /// The edges that every way from the entry to a block goes through, in their order.
    pub fn cut_points(&self, node: GraphNode) -> Vec<u32> {
        let blocks = self.parts.successors.len();
        let dominators = self.dominators();
        let above = std::iter::successors(Some(node as usize), |&at| dominators.immediate(at));
        let edges = above.filter(|&at| at >= blocks).map(|at| (at - blocks) as u32);
        let leads_on = |edge: &u32| self.ends(*edge).is_some_and(|(from, to)| from != to);
        let mut found: Vec<u32> = edges.filter(leads_on).collect();
        found.reverse();
        found
    }

    /// The blocks from which a way leads to `target` that goes through none of `avoided` before it.
    pub fn reaching_without(&self, target: GraphNode, avoided: &[GraphNode]) -> Vec<bool> {
        let mut reaches = vec![false; self.parts.successors.len()];
        let mut is_avoided = vec![false; reaches.len()];
        avoided.iter().for_each(|&node| is_avoided[node as usize] = true);
        let mut pending = vec![target];
        reaches[target as usize] = true;
        while let Some(node) = pending.pop() {
            for &before in &self.predecessors[node as usize] {
                let index = before as usize;
                if !is_avoided[index] && !std::mem::replace(&mut reaches[index], true) {
                    pending.push(before);
                }
            }
        }
        reaches
    }

    /// The blocks that ways from these lead to, and they themselves.
    pub fn reached_from(&self, starts: impl Iterator<Item = GraphNode>) -> Vec<bool> {
        let mut reached = vec![false; self.parts.successors.len()];
        let mut pending: Vec<GraphNode> = starts.collect();
        while let Some(node) = pending.pop() {
            if !std::mem::replace(&mut reached[node as usize], true) {
                pending.extend(&self.parts.successors[node as usize]);
            }
        }
        reached
    }

    /// Of blocks, and of edges as nodes of their own behind the blocks.
    fn dominators(&self) -> &Dominators {
        self.dominators.get_or_init(|| {
            let blocks = self.parts.successors.len();
            let is_edge_target = |node: usize, next: GraphNode| {
                let outgoing = &self.outgoing[node];
                outgoing.iter().any(|&e| self.ends(e).is_some_and(|ends| ends.1 == next))
            };
            let successors = |node: usize| -> Vec<usize> {
                if node >= blocks {
                    let ends = self.ends((node - blocks) as u32);
                    return ends.map(|(_, to)| to as usize).into_iter().collect();
                }
                let plain = self.parts.successors[node].iter().copied();
                let plain = plain.filter(|&next| !is_edge_target(node, next)).map(|n| n as usize);
                plain.chain(self.outgoing[node].iter().map(|&e| blocks + e as usize)).collect()
            };
            let len = blocks + self.parts.edges.len();
            let mut predecessors = vec![Vec::new(); len];
            for node in 0..len {
                for next in successors(node) {
                    predecessors[next].push(node);
                }
            }
            let entry = self.parts.entry as usize;
            Dominators::new(len, entry, successors, |node| predecessors[node].clone())
        })
    }

    /// The instructions that are control-dependent on an edge, directly or through others: those
    /// between its end and where all ways from its start meet again, and in what they call.
    pub fn region(&self, edge: u32) -> u32 {
        let regions = self.regions.get_or_init(|| {
            (0..self.parts.edges.len()).map(|edge| self.region_of(edge as u32)).collect()
        });
        regions.get(edge as usize).copied().unwrap_or(0)
    }

    fn region_of(&self, edge: u32) -> u32 {
        let Some((from, to)) = self.ends(edge) else { return 0 };
        let function = self.parts.functions[from as usize];
        let end = self.parts.post_dominators[from as usize];
        let mut seen = FxHashSet::from_iter([to]);
        let mut pending = vec![to];
        let mut instructions = 0;
        while let Some(node) = pending.pop() {
            if Some(node) == end || seen.len() > WALK_LIMIT {
                continue;
            }
            instructions += self.parts.sizes[node as usize];
            for &next in &self.parts.successors[node as usize] {
                // Not out of the function of the edge to its callers.
                let other = self.parts.functions[next as usize];
                let is_here = self.parts.functions[node as usize] == other;
                let is_call = other == next;
                if (is_here || is_call) && !(is_call && next == function) && seen.insert(next) {
                    pending.push(next);
                }
            }
        }
        instructions
    }
}

/// Blocks that a look ahead visits at most.
const WALK_LIMIT: usize = 512;

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// A function of blocks 0.. in which every successor of a block with several is an edge.
    pub(crate) fn graph(successors: &[&[u32]]) -> Graph {
        let mut edges = Vec::new();
        for (from, targets) in
            successors.iter().enumerate().filter(|(_, targets)| targets.len() > 1)
        {
            edges.extend(targets.iter().map(|&to| Some((from as u32, to))));
        }
        Graph::new(Parts {
            successors: successors.iter().map(|targets| targets.to_vec()).collect(),
            edges,
            entry: 0,
            sizes: vec![1; successors.len()],
            functions: vec![0; successors.len()],
            post_dominators: vec![None; successors.len()],
            waypoints: FxHashMap::default(),
        })
    }

    #[test]
    fn cut_points_are_what_every_way_goes_through() {
        // 0 -e0-> 1, 0 -e1-> 5; 1 -> 2; 2 -e2-> 3, 2 -e3-> 1; 3 -> 4.
        let graph = graph(&[&[1, 5], &[2], &[3, 1], &[4], &[], &[]]);
        assert_eq!(graph.cut_points(4), [0, 2]);
        assert_eq!(graph.cut_points(0), [0u32; 0]);
        assert_eq!(graph.reaching_without(4, &[1]), [false, false, true, true, true, false]);
    }

    #[test]
    fn walking_down_comes_to_the_edges_within_levels() {
        // 0 -e0-> 1, 0 -e1-> 2; 1 -e2-> 3, 1 -e3-> 4; 3 -e4-> 5, 3 -e5-> 6.
        let graph = graph(&[&[1, 2], &[3, 4], &[], &[5, 6], &[], &[], &[]]);
        assert_eq!(graph.walk_down(0, 0), [0]);
        assert_eq!(graph.walk_down(0, 1).len(), 3);
        assert_eq!(graph.walk_down(0, 2).len(), 5);
        assert_eq!(graph.walk_down(1, 3), [1]);
        assert!(graph.walk_down(0, 2).contains(&5) && !graph.walk_down(0, 1).contains(&5));
    }

    #[test]
    fn an_edge_dominates_what_only_it_leads_to() {
        // A diamond, then a branch: 0 -e0-> 1, 0 -e1-> 2; 1, 2 -> 3; 3 -e2-> 4, 3 -e3-> 5.
        let graph = graph(&[&[1, 2], &[3], &[3], &[4, 5], &[6, 7], &[], &[], &[]]);
        assert!(!graph.dominates(0, 2));
        assert!(graph.dominates(2, 4));
        assert!(graph.dominates(2, 5));
        assert!(!graph.dominates(3, 4));
    }

    #[test]
    fn a_region_ends_where_the_ways_meet() {
        // 0 -e0-> 1 -> 3, 0 -e1-> 2 -> 3 (post-dominates 0).
        let mut parts = graph(&[&[1, 2], &[3], &[3], &[]]).parts;
        parts.sizes = vec![1, 10, 20, 100];
        parts.post_dominators = vec![Some(3), Some(3), Some(3), None];
        let graph = Graph::new(parts);
        assert_eq!((graph.region(0), graph.region(1)), (10, 20));
    }
}

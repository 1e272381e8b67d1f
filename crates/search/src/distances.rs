//! How far it is to what is still wanted, from every block and every edge.
//!
//! Each run that gains something changes what is wanted. Then distances are mended rather than
//! computed anew: what has lost its nearest wanted edge is found level by level, and only that is
//! looked at again.

use crate::graph::{Graph, GraphNode, UNREACHABLE};
use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};

/// Blocks to the nearest wanted edge, by block and by edge.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Distances {
    blocks: Vec<u32>,
    edges: Vec<u32>,
}

impl Distances {
    /// From the block to the start of the nearest wanted edge.
    pub fn from_block(&self, node: GraphNode) -> u32 {
        self.blocks.get(node as usize).copied().unwrap_or(UNREACHABLE)
    }

    /// From the end of the edge; `None` for an edge that the graph does not know.
    pub fn behind(&self, edge: u32) -> Option<u32> {
        self.edges.get(edge as usize).copied()
    }

    /// Mends them after a change of what is wanted.
    pub fn renew(&mut self, graph: &Graph, is_wanted: impl Fn(u32) -> bool) {
        let is_start = starts(graph, &is_wanted);
        let is_known = self.blocks.len() == is_start.len();
        let is_more = || self.blocks.iter().zip(&is_start).any(|(&at, &is)| is && at != 0);
        if !is_known || is_more() {
            *self = graph.distances(is_wanted);
            return;
        }
        let lost = self.lost(graph, &is_start);
        if lost.is_empty() {
            return;
        }
        self.look_again(graph, &lost);
        self.edges = behind(graph, &self.blocks);
    }

    /// The blocks from which no way of the old length leads to what is wanted.
    fn lost(&self, graph: &Graph, is_start: &[bool]) -> Vec<GraphNode> {
        let mut is_lost = vec![false; self.blocks.len()];
        let is_left =
            |&node: &GraphNode| self.blocks[node as usize] == 0 && !is_start[node as usize];
        let mut level: Vec<GraphNode> =
            (0..self.blocks.len() as GraphNode).filter(is_left).collect();
        level.iter().for_each(|&node| is_lost[node as usize] = true);
        let mut lost = Vec::new();
        let mut length = 0;
        while !level.is_empty() {
            let mut next = Vec::new();
            for &before in level.iter().flat_map(|&node| &graph.predecessors[node as usize]) {
                let stays = |&after: &GraphNode| {
                    self.blocks[after as usize] == length && !is_lost[after as usize]
                };
                let is_further = self.blocks[before as usize] == length + 1;
                let after = &graph.parts.successors[before as usize];
                if is_further && !is_lost[before as usize] && !after.iter().any(stays) {
                    next.push(before);
                }
            }
            next.sort_unstable();
            next.dedup();
            next.iter().for_each(|&node| is_lost[node as usize] = true);
            lost.append(&mut level);
            level = next;
            length += 1;
        }
        lost
    }

    fn look_again(&mut self, graph: &Graph, lost: &[GraphNode]) {
        lost.iter().for_each(|&node| self.blocks[node as usize] = UNREACHABLE);
        let mut queue = BinaryHeap::new();
        for &node in lost {
            let after = graph.parts.successors[node as usize].iter();
            let nearest = after.map(|&after| self.blocks[after as usize]).min();
            if let Some(nearest) = nearest.filter(|&nearest| nearest != UNREACHABLE) {
                queue.push(Reverse((nearest + 1, node)));
            }
        }
        while let Some(Reverse((length, node))) = queue.pop() {
            if length >= self.blocks[node as usize] {
                continue;
            }
            self.blocks[node as usize] = length;
            for &before in &graph.predecessors[node as usize] {
                if self.blocks[before as usize] > length + 1 {
                    queue.push(Reverse((length + 1, before)));
                }
            }
        }
    }
}

impl Graph {
    pub fn distances(&self, is_wanted: impl Fn(u32) -> bool) -> Distances {
        let is_start = starts(self, is_wanted);
        let mut blocks = vec![UNREACHABLE; is_start.len()];
        let mut queue = VecDeque::new();
        for node in (0..is_start.len()).filter(|&node| is_start[node]) {
            blocks[node] = 0;
            queue.push_back(node as GraphNode);
        }
        while let Some(node) = queue.pop_front() {
            for &before in &self.predecessors[node as usize] {
                if blocks[before as usize] == UNREACHABLE {
                    blocks[before as usize] = blocks[node as usize] + 1;
                    queue.push_back(before);
                }
            }
        }
        let edges = behind(self, &blocks);
        Distances { blocks, edges }
    }
}

/// By block: whether a wanted edge starts there.
fn starts(graph: &Graph, is_wanted: impl Fn(u32) -> bool) -> Vec<bool> {
    let mut is_start = vec![false; graph.parts.successors.len()];
    for (edge, ends) in graph.parts.edges.iter().enumerate() {
        if let Some((from, _)) = ends
            && is_wanted(edge as u32)
        {
            is_start[*from as usize] = true;
        }
    }
    is_start
}

/// By edge: the distance from its end.
fn behind(graph: &Graph, blocks: &[u32]) -> Vec<u32> {
    let end = |ends: &Option<(GraphNode, GraphNode)>| {
        ends.map_or(UNREACHABLE, |(_, to)| blocks[to as usize])
    };
    graph.parts.edges.iter().map(end).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::tests::graph;
    use assay_base::Rng;

    #[test]
    fn distance_counts_blocks_to_the_wanted_edge() {
        // Edges: 0: 0-1, 1: 0-3, 2: 2-4, 3: 2-5.
        let graph = graph(&[&[1, 3], &[2], &[4, 5], &[], &[], &[]]);
        let distances = graph.distances(|edge| edge == 2);
        assert_eq!(distances.behind(0), Some(1));
        assert_eq!(distances.behind(1), Some(UNREACHABLE));
        assert_eq!(distances.behind(3), Some(UNREACHABLE));
        assert_eq!(distances.behind(9), None);
        assert_eq!(distances.from_block(2), 0);
    }

    #[test]
    fn mended_distances_are_those_computed_anew() {
        let mut rng = Rng::new(7);
        for _ in 0..200 {
            let count = 2 + rng.below(30);
            let mut successors = || (0..rng.below(4)).map(|_| rng.below(count) as u32).collect();
            let lists: Vec<Vec<u32>> = (0..count).map(|_| successors()).collect();
            let lists: Vec<&[u32]> = lists.iter().map(Vec::as_slice).collect();
            let graph = graph(&lists);
            let mut wanted = vec![true; graph.edge_count()];
            let mut distances = graph.distances(|edge| wanted[edge as usize]);
            while !wanted.is_empty() && wanted.contains(&true) {
                for _ in 0..1 + rng.below(4) {
                    let edge = rng.below(wanted.len());
                    // Now and then one is wanted again.
                    wanted[edge] = rng.below(8) == 0;
                }
                distances.renew(&graph, |edge| wanted[edge as usize]);
                assert_eq!(distances, graph.distances(|edge| wanted[edge as usize]));
            }
        }
    }
}

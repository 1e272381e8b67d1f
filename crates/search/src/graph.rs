//! The interprocedural graph, reduced to what strategies ask: how far is it from behind an edge
//! to the nearest edge that is still wanted?

use std::collections::VecDeque;

/// A block of the program.
pub type GraphNode = u32;

#[derive(Clone, Debug, Default)]
pub struct Graph {
    /// Successors within the function, into called functions, and back behind the calls.
    pub successors: Vec<Vec<GraphNode>>,
    /// Where each edge starts, and where it leads; `None` for edges of the libc model.
    pub edges: Vec<Option<(GraphNode, GraphNode)>>,
}

impl Graph {
    /// For every edge, the number of blocks from its end to the start of the nearest wanted
    /// edge; `u32::MAX` where none can be reached.
    pub fn distances(&self, is_wanted: impl Fn(u32) -> bool) -> Vec<u32> {
        let mut predecessors: Vec<Vec<GraphNode>> = vec![Vec::new(); self.successors.len()];
        for (node, successors) in self.successors.iter().enumerate() {
            for &successor in successors {
                predecessors[successor as usize].push(node as GraphNode);
            }
        }
        let mut distance = vec![u32::MAX; self.successors.len()];
        let mut queue = VecDeque::new();
        for (edge, ends) in self.edges.iter().enumerate() {
            if let Some((from, _)) = ends
                && is_wanted(edge as u32)
                && distance[*from as usize] != 0
            {
                distance[*from as usize] = 0;
                queue.push_back(*from);
            }
        }
        while let Some(node) = queue.pop_front() {
            for &before in &predecessors[node as usize] {
                if distance[before as usize] == u32::MAX {
                    distance[before as usize] = distance[node as usize] + 1;
                    queue.push_back(before);
                }
            }
        }
        let behind = |ends: &Option<(GraphNode, GraphNode)>| {
            ends.map_or(u32::MAX, |(_, to)| distance[to as usize])
        };
        self.edges.iter().map(behind).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distance_counts_blocks_to_the_wanted_edge() {
        // 0 -> 1 -> 2, 0 -> 3; edges: 0:(0,1) 1:(0,3) 2:(2,2)
        let graph = Graph {
            successors: vec![vec![1, 3], vec![2], vec![2], vec![]],
            edges: vec![Some((0, 1)), Some((0, 3)), Some((2, 2)), None],
        };
        assert_eq!(graph.distances(|edge| edge == 2), vec![1, u32::MAX, 0, u32::MAX]);
    }
}

//! Sets of edges, kept as runs of consecutive ids.
//!
//! The opposite of one case of a `switch` is every other edge of it. Listed one by one, the
//! opposites of all cases take the square of their number; as runs, each takes two.

use crate::EdgeId;
use assay_base::Id;
use std::fmt;

/// Each run by its first edge and the one behind its last, in ascending order, with gaps between
/// them.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct EdgeRuns(Vec<(u32, u32)>);

impl EdgeRuns {
    /// The edges from `first` on, as many as `count`, without those at `positions` among them.
    pub fn without(first: EdgeId, count: usize, positions: &[usize]) -> EdgeRuns {
        let (first, end) = (first.index(), first.index() + count);
        let mut removed: Vec<usize> = positions.iter().map(|position| first + position).collect();
        removed.sort_unstable();
        let starts = std::iter::once(first).chain(removed.iter().map(|edge| edge + 1));
        let runs = starts.zip(removed.iter().copied().chain([end]));
        EdgeRuns::of_runs(runs.map(|(from, to)| (from as u32, to as u32)).collect())
    }

    /// All that is in one of these.
    pub fn union<'a>(sets: impl IntoIterator<Item = &'a EdgeRuns>) -> EdgeRuns {
        EdgeRuns::of_runs(sets.into_iter().flat_map(|set| &set.0).copied().collect())
    }

    fn of_runs(mut runs: Vec<(u32, u32)>) -> EdgeRuns {
        runs.sort_unstable();
        let mut joined: Vec<(u32, u32)> = Vec::new();
        for (from, to) in runs.into_iter().filter(|(from, to)| from < to) {
            match joined.last_mut() {
                Some(last) if from <= last.1 => last.1 = last.1.max(to),
                _ => joined.push((from, to)),
            }
        }
        EdgeRuns(joined)
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub fn len(&self) -> usize {
        self.0.iter().map(|(from, to)| (to - from) as usize).sum()
    }

    /// The edge of a set that has one.
    pub fn only(&self) -> Option<EdgeId> {
        match self.0[..] {
            [(from, to)] if to - from == 1 => Some(EdgeId::new(from as usize)),
            _ => None,
        }
    }

    pub fn contains(&self, edge: EdgeId) -> bool {
        let edge = edge.index() as u32;
        let behind = self.0.partition_point(|&(from, _)| from <= edge);
        behind > 0 && edge < self.0[behind - 1].1
    }

    pub fn is_subset(&self, of: &EdgeRuns) -> bool {
        let is_in_one = |&(from, to): &(u32, u32)| {
            let behind = of.0.partition_point(|&(first, _)| first <= from);
            behind > 0 && to <= of.0[behind - 1].1
        };
        self.0.iter().all(is_in_one)
    }

    /// In ascending order.
    pub fn iter(&self) -> impl Iterator<Item = EdgeId> {
        self.0.iter().flat_map(|&(from, to)| from..to).map(|edge| EdgeId::new(edge as usize))
    }

    /// The set in parts of one form: the edges whose ids agree but for so many of the lowest bits.
    /// Each is those bits, and the rest of the ids. There are few of them, however many edges there
    /// are.
    pub fn aligned(&self) -> impl Iterator<Item = (u32, usize)> {
        self.0.iter().flat_map(|&(mut from, to)| {
            std::iter::from_fn(move || {
                let left = (to - from).checked_ilog2()?;
                let bits = left.min(from.trailing_zeros());
                let part = (bits, (from >> bits) as usize);
                from += 1 << bits;
                Some(part)
            })
        })
    }
}

impl FromIterator<EdgeId> for EdgeRuns {
    fn from_iter<I: IntoIterator<Item = EdgeId>>(edges: I) -> EdgeRuns {
        let run = |edge: EdgeId| (edge.index() as u32, edge.index() as u32 + 1);
        EdgeRuns::of_runs(edges.into_iter().map(run).collect())
    }
}

impl fmt::Debug for EdgeRuns {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let edge = |edge: u32| EdgeId::new(edge as usize);
        let mut list = out.debug_list();
        for &(from, to) in &self.0 {
            match to - from {
                1 => list.entry(&edge(from)),
                _ => list.entry(&format_args!("{}..{}", edge(from), edge(to - 1))),
            };
        }
        list.finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn runs(edges: &[usize]) -> EdgeRuns {
        edges.iter().map(|&edge| EdgeId::new(edge)).collect()
    }

    fn listed(runs: &EdgeRuns) -> Vec<usize> {
        runs.iter().map(|edge| edge.index()).collect()
    }

    #[test]
    fn neighbours_are_one_run() {
        let set = runs(&[7, 3, 4, 5, 4, 9]);
        assert_eq!(set.0, [(3, 6), (7, 8), (9, 10)]);
        assert_eq!(listed(&set), [3, 4, 5, 7, 9]);
        assert_eq!(set.len(), 5);
        assert_eq!(format!("{set:?}"), "[e3..e5, e7, e9]");
        assert!(runs(&[]).is_empty());
        assert_eq!(runs(&[4]).only(), Some(EdgeId::new(4)));
        assert_eq!(runs(&[4, 5]).only(), None);
    }

    #[test]
    fn membership_is_that_of_the_list() {
        let set = runs(&[2, 3, 6]);
        let members: Vec<usize> = (0..9).filter(|&edge| set.contains(EdgeId::new(edge))).collect();
        assert_eq!(members, [2, 3, 6]);
        assert!(runs(&[2, 6]).is_subset(&set) && runs(&[]).is_subset(&set));
        assert!(!runs(&[3, 4]).is_subset(&set) && !runs(&[1]).is_subset(&set));
    }

    #[test]
    fn the_opposite_of_a_case_is_two_runs() {
        let opposite = |positions| EdgeRuns::without(EdgeId::new(10), 5, positions);
        assert_eq!(opposite(&[2]).0, [(10, 12), (13, 15)]);
        assert_eq!(listed(&opposite(&[4, 0])), [11, 12, 13]);
        assert_eq!(listed(&opposite(&[1, 2])), [10, 13, 14]);
        assert!(opposite(&[0, 1, 2, 3, 4]).is_empty());
        let all = EdgeRuns::union([&opposite(&[2]), &opposite(&[3])]);
        assert_eq!(all.0, [(10, 15)]);
    }

    #[test]
    fn aligned_parts_make_up_the_set() {
        for set in [runs(&[0, 1, 2, 3]), runs(&[1, 2, 3, 4, 5, 6, 9]), runs(&[5])] {
            let edges = |(bits, rest): (u32, usize)| (rest << bits)..((rest + 1) << bits);
            let parts: Vec<usize> = set.aligned().flat_map(edges).collect();
            assert_eq!(parts, listed(&set));
        }
        let opposite = EdgeRuns::without(EdgeId::new(0), 20_000, &[777]);
        assert!(opposite.aligned().count() < 40);
    }
}

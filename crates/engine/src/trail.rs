//! How a path came to a decision: the branches that it took since the one before, whatever they
//! depend on. Only the latest are kept, for between two decisions there may be millions.

use crate::code::Edge;

const LENGTH: usize = 16;

#[derive(Copy, Clone, Debug, Default)]
pub struct Trail {
    edges: [Edge; LENGTH],
    /// Branches since the last decision, modulo 2^32.
    count: u32,
}

impl Trail {
    #[inline(always)]
    pub fn push(&mut self, edge: Edge) {
        self.edges[self.count as usize % LENGTH] = edge;
        self.count = self.count.wrapping_add(1);
    }

    pub fn clear(&mut self) {
        self.count = 0;
    }

    /// The earliest first.
    pub fn edges(&self) -> impl Iterator<Item = Edge> + '_ {
        let first = self.count.saturating_sub(LENGTH as u32);
        (first..self.count).map(|at| self.edges[at as usize % LENGTH])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_latest_branches_are_kept_in_their_order() {
        let mut trail = Trail::default();
        assert_eq!(trail.edges().count(), 0);
        (0..3).for_each(|edge| trail.push(edge));
        assert_eq!(trail.edges().collect::<Vec<_>>(), [0, 1, 2]);
        (3..40).for_each(|edge| trail.push(edge));
        assert_eq!(trail.edges().collect::<Vec<_>>(), (24..40).collect::<Vec<_>>());
        trail.clear();
        trail.push(7);
        assert_eq!(trail.edges().collect::<Vec<_>>(), [7]);
    }
}

//! A set of edges.

use assay_base::Id;
use assay_program::EdgeId;
use std::fmt;

/// The edges that were taken in a run.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct EdgeSet {
    words: Vec<u64>,
}

impl EdgeSet {
    pub fn insert(&mut self, edge: EdgeId) {
        let (word, bit) = (edge.index() / 64, edge.index() % 64);
        if self.words.len() <= word {
            self.words.resize(word + 1, 0);
        }
        self.words[word] |= 1 << bit;
    }

    pub fn contains(&self, edge: EdgeId) -> bool {
        self.words.get(edge.index() / 64).is_some_and(|word| word >> (edge.index() % 64) & 1 == 1)
    }

    pub fn len(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|&word| word == 0)
    }

    /// Keeps what is in the other set too.
    pub fn intersect(&mut self, other: &EdgeSet) {
        self.words.truncate(other.words.len());
        for (word, other) in self.words.iter_mut().zip(&other.words) {
            *word &= other;
        }
    }

    pub fn iter(&self) -> impl Iterator<Item = EdgeId> {
        (0..self.words.len() * 64).map(EdgeId::new).filter(|&edge| self.contains(edge))
    }
}

impl FromIterator<EdgeId> for EdgeSet {
    fn from_iter<T: IntoIterator<Item = EdgeId>>(edges: T) -> EdgeSet {
        let mut set = EdgeSet::default();
        for edge in edges {
            set.insert(edge);
        }
        set
    }
}

impl fmt::Debug for EdgeSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

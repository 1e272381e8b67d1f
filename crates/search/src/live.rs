//! Which candidates nobody has taken.

use crate::CandidateId;
use assay_base::Id;

/// A set of candidates: a bit for each id, for ids are given in order and never again.
#[derive(Default)]
pub struct Live {
    words: Vec<u64>,
    count: usize,
}

impl Live {
    /// Whether it was not there.
    pub fn insert(&mut self, id: CandidateId) -> bool {
        let (word, bit) = place(id);
        if self.words.len() <= word {
            self.words.resize(word + 1, 0);
        }
        let is_new = self.words[word] & bit == 0;
        self.words[word] |= bit;
        self.count += usize::from(is_new);
        is_new
    }

    /// Whether it was there.
    pub fn remove(&mut self, id: CandidateId) -> bool {
        let was_there = self.contains(id);
        if was_there {
            let (word, bit) = place(id);
            self.words[word] &= !bit;
            self.count -= 1;
        }
        was_there
    }

    pub fn contains(&self, id: CandidateId) -> bool {
        let (word, bit) = place(id);
        self.words.get(word).is_some_and(|word| word & bit != 0)
    }

    pub fn len(&self) -> usize {
        self.count
    }
}

fn place(id: CandidateId) -> (usize, u64) {
    (id.index() / 64, 1 << (id.index() % 64))
}

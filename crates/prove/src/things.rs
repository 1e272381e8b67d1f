//! Sets of things, one bit for each: those of pointers are large, and most of the work is to join
//! them.

use crate::points_to::ThingId;
use assay_base::Id;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Things {
    /// The last is not 0.
    words: Vec<u64>,
}

impl Things {
    /// Whether it was not there yet.
    pub fn insert(&mut self, thing: ThingId) -> bool {
        let (word, bit) = (thing.index() / 64, 1 << (thing.index() % 64));
        if self.words.len() <= word {
            self.words.resize(word + 1, 0);
        }
        let is_new = self.words[word] & bit == 0;
        self.words[word] |= bit;
        is_new
    }

    /// Takes in all of another set. Whether there was something new.
    pub fn include(&mut self, other: &Things) -> bool {
        if self.words.len() < other.words.len() {
            self.words.resize(other.words.len(), 0);
        }
        let mut fresh = 0;
        for (word, &other) in self.words.iter_mut().zip(&other.words) {
            fresh |= other & !*word;
            *word |= other;
        }
        fresh != 0
    }

    pub fn contains(&self, thing: ThingId) -> bool {
        let word = self.words.get(thing.index() / 64).copied().unwrap_or(0);
        word >> (thing.index() % 64) & 1 == 1
    }

    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// In the order of their numbers.
    pub fn iter(&self) -> impl Iterator<Item = ThingId> + '_ {
        self.words.iter().enumerate().flat_map(|(index, &word)| {
            let mut rest = word;
            std::iter::from_fn(move || {
                let bit = (rest != 0).then(|| rest.trailing_zeros())?;
                rest &= rest - 1;
                Some(ThingId::new(index * 64 + bit as usize))
            })
        })
    }

    /// What joining it costs.
    pub fn words(&self) -> usize {
        self.words.len()
    }
}

impl Extend<ThingId> for Things {
    fn extend<I: IntoIterator<Item = ThingId>>(&mut self, things: I) {
        things.into_iter().for_each(|thing| _ = self.insert(thing));
    }
}

impl FromIterator<ThingId> for Things {
    fn from_iter<I: IntoIterator<Item = ThingId>>(things: I) -> Things {
        let mut set = Things::default();
        set.extend(things);
        set
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(numbers: &[usize]) -> Things {
        numbers.iter().map(|&number| ThingId::new(number)).collect()
    }

    #[test]
    fn a_set_has_what_was_put_in() {
        let mut set = of(&[3, 200, 64]);
        assert_eq!(set.iter().map(Id::index).collect::<Vec<_>>(), [3, 64, 200]);
        assert!(set.contains(ThingId::new(64)) && !set.contains(ThingId::new(65)));
        assert!(!set.contains(ThingId::new(10_000)));
        assert!(!set.insert(ThingId::new(3)) && set.insert(ThingId::new(4)));
    }

    #[test]
    fn including_tells_whether_something_is_new() {
        let mut set = of(&[1]);
        assert!(!set.include(&of(&[])) && !set.include(&of(&[1])));
        assert!(set.include(&of(&[1, 300])));
        assert_eq!(set, of(&[1, 300]));
        assert!(!set.include(&of(&[300])));
        assert!(of(&[]).is_empty() && !set.is_empty());
    }
}

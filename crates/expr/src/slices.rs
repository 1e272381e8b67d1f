//! Interned slices: equal slices have equal ids and are stored once, one after the other. Used
//! for the variable sets of terms and for lookup tables.

use std::hash::{Hash, Hasher};

use hashbrown::HashTable;
use rustc_hash::FxHasher;

pub(crate) struct Slices<T> {
    items: Vec<T>,
    /// Slice `i` is `items[starts[i]..starts[i + 1]]`.
    starts: Vec<usize>,
    ids: HashTable<u32>,
}

impl<T: Copy + Eq + Hash> Slices<T> {
    pub fn new() -> Self {
        Slices { items: Vec::new(), starts: vec![0], ids: HashTable::new() }
    }

    pub fn len(&self) -> usize {
        self.starts.len() - 1
    }

    pub fn get(&self, id: u32) -> &[T] {
        slice(&self.items, &self.starts, id)
    }

    pub fn intern(&mut self, wanted: &[T]) -> u32 {
        let hash = hash_of(wanted);
        let (items, starts) = (&self.items, &self.starts);
        if let Some(&id) = self.ids.find(hash, |&id| slice(items, starts, id) == wanted) {
            return id;
        }
        let id = self.len() as u32;
        self.items.extend_from_slice(wanted);
        self.starts.push(self.items.len());
        let (items, starts) = (&self.items, &self.starts);
        self.ids.insert_unique(hash, id, |&id| hash_of(slice(items, starts, id)));
        id
    }

    pub fn memory(&self) -> usize {
        self.items.capacity() * size_of::<T>()
            + self.starts.capacity() * size_of::<usize>()
            + self.ids.allocation_size()
    }
}

fn slice<'a, T>(items: &'a [T], starts: &[usize], id: u32) -> &'a [T] {
    &items[starts[id as usize]..starts[id as usize + 1]]
}

fn hash_of<T: Hash>(slice: &[T]) -> u64 {
    let mut hasher = FxHasher::default();
    slice.hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_slices_share_an_id() {
        let mut slices = Slices::new();
        let ids: Vec<u32> = (0..100u32).map(|n| slices.intern(&[n, n + 1])).collect();
        for n in 0..100u32 {
            assert_eq!(slices.intern(&[n, n + 1]), ids[n as usize]);
            assert_eq!(slices.get(ids[n as usize]), [n, n + 1]);
        }
        assert_eq!(slices.len(), 100);
        assert_eq!(slices.intern(&[]), 100);
    }
}

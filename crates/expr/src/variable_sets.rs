//! The sets of variables that terms read. Most terms of a path read the same few sets, so sets
//! are interned and the unions of two sets remembered: a term's set is one number.

use rustc_hash::FxHashMap;

use crate::VarId;
use crate::slices::Slices;

#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) struct SetId(u32);

impl SetId {
    pub const EMPTY: SetId = SetId(0);
}

pub(crate) struct VariableSets {
    sets: Slices<VarId>,
    unions: FxHashMap<(SetId, SetId), SetId>,
    scratch: Vec<VarId>,
}

impl VariableSets {
    pub fn new() -> Self {
        let mut sets = Slices::new();
        assert_eq!(sets.intern(&[]), SetId::EMPTY.0);
        VariableSets { sets, unions: FxHashMap::default(), scratch: Vec::new() }
    }

    pub fn get(&self, id: SetId) -> &[VarId] {
        self.sets.get(id.0)
    }

    pub fn singleton(&mut self, var: VarId) -> SetId {
        SetId(self.sets.intern(&[var]))
    }

    #[inline]
    pub fn union(&mut self, a: SetId, b: SetId) -> SetId {
        if a == b || b == SetId::EMPTY {
            return a;
        }
        if a == SetId::EMPTY {
            return b;
        }
        self.union_of_different(a.min(b), a.max(b))
    }

    fn union_of_different(&mut self, a: SetId, b: SetId) -> SetId {
        if let Some(&known) = self.unions.get(&(a, b)) {
            return known;
        }
        let mut merged = std::mem::take(&mut self.scratch);
        merged.clear();
        merge_sorted(self.get(a), self.get(b), &mut merged);
        let union = SetId(self.sets.intern(&merged));
        self.scratch = merged;
        self.unions.insert((a, b), union);
        union
    }

    pub fn memory(&self) -> usize {
        self.sets.memory() + self.unions.capacity() * size_of::<(SetId, SetId, SetId)>()
    }
}

fn merge_sorted(mut a: &[VarId], mut b: &[VarId], merged: &mut Vec<VarId>) {
    while let (Some(&first_a), Some(&first_b)) = (a.first(), b.first()) {
        merged.push(first_a.min(first_b));
        if first_a <= first_b {
            a = &a[1..];
        }
        if first_b <= first_a {
            b = &b[1..];
        }
    }
    merged.extend_from_slice(a);
    merged.extend_from_slice(b);
}

#[cfg(test)]
mod tests {
    use super::*;
    use assay_base::Id;

    #[test]
    fn unions_are_sorted_distinct_and_shared() {
        let mut sets = VariableSets::new();
        let [a, b, c] = [4, 1, 9].map(|n| sets.singleton(VarId::new(n)));
        let ab = sets.union(a, b);
        let bc = sets.union(c, b);
        let abc = sets.union(ab, bc);
        assert_eq!(sets.get(abc), [1, 4, 9].map(VarId::new));
        let ca = sets.union(c, a);
        assert_eq!(sets.union(ca, b), abc);
        assert_eq!(sets.union(abc, SetId::EMPTY), abc);
    }
}

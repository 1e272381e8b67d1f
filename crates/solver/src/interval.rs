//! Sets of values as unions of intervals.

use assay_expr::Value;
use assay_expr::bits::mask;

/// Inclusive, sorted, disjoint and not adjacent.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct IntervalSet(Vec<(Value, Value)>);

impl IntervalSet {
    pub(crate) fn empty() -> IntervalSet {
        IntervalSet(Vec::new())
    }

    pub(crate) fn full(width: u32) -> IntervalSet {
        IntervalSet(vec![(0, mask(width))])
    }

    /// Empty if `low` is above `high`.
    pub(crate) fn range(low: Value, high: Value) -> IntervalSet {
        IntervalSet(if low <= high { vec![(low, high)] } else { Vec::new() })
    }

    pub(crate) fn single(value: Value) -> IntervalSet {
        IntervalSet(vec![(value, value)])
    }

    /// The union of any ranges.
    pub(crate) fn of(mut ranges: Vec<(Value, Value)>) -> IntervalSet {
        ranges.sort_unstable();
        let mut merged: Vec<(Value, Value)> = Vec::with_capacity(ranges.len());
        for (low, high) in ranges {
            match merged.last_mut() {
                Some(last) if low <= last.1.saturating_add(1) => last.1 = last.1.max(high),
                _ => merged.push((low, high)),
            }
        }
        IntervalSet(merged)
    }

    pub(crate) fn ranges(&self) -> &[(Value, Value)] {
        &self.0
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(crate) fn contains(&self, value: Value) -> bool {
        let after = self.0.partition_point(|(low, _)| *low <= value);
        after > 0 && value <= self.0[after - 1].1
    }

    /// The smallest and the largest member.
    pub(crate) fn bounds(&self) -> Option<(Value, Value)> {
        Some((self.0.first()?.0, self.0.last()?.1))
    }

    /// How many members there are, as far as it can be counted.
    pub(crate) fn size(&self) -> Value {
        let length = |(low, high): &(Value, Value)| (high - low).saturating_add(1);
        self.0.iter().map(length).fold(0, Value::saturating_add)
    }

    /// The member nearest to a value.
    pub(crate) fn nearest(&self, value: Value) -> Option<Value> {
        let end = |(low, high): &(Value, Value)| value.clamp(*low, *high);
        self.0.iter().map(end).min_by_key(|member| member.abs_diff(value))
    }

    pub(crate) fn intersect(&self, other: &IntervalSet) -> IntervalSet {
        let (mut mine, mut theirs) = (self.0.as_slice(), other.0.as_slice());
        let mut common = Vec::new();
        while let (Some(a), Some(b)) = (mine.first(), theirs.first()) {
            let (low, high) = (a.0.max(b.0), a.1.min(b.1));
            if low <= high {
                common.push((low, high));
            }
            if a.1 < b.1 {
                mine = &mine[1..];
            } else {
                theirs = &theirs[1..];
            }
        }
        IntervalSet(common)
    }

    pub(crate) fn union(&self, other: &IntervalSet) -> IntervalSet {
        IntervalSet::of(self.0.iter().chain(&other.0).copied().collect())
    }

    pub(crate) fn complement(&self, width: u32) -> IntervalSet {
        let mut gaps = Vec::with_capacity(self.0.len() + 1);
        let mut next = Some(0);
        for (low, high) in &self.0 {
            if let Some(start) = next
                && start < *low
            {
                gaps.push((start, low - 1));
            }
            next = high.checked_add(1);
        }
        if let Some(start) = next
            && start <= mask(width)
        {
            gaps.push((start, mask(width)));
        }
        IntervalSet(gaps)
    }

    /// `{ (x + by) mod 2^width }`.
    pub(crate) fn rotate(&self, by: Value, width: u32) -> IntervalSet {
        let top = mask(width);
        let mut ranges = Vec::with_capacity(self.0.len() + 1);
        for (low, high) in &self.0 {
            let (start, end) = (low.wrapping_add(by) & top, high.wrapping_add(by) & top);
            if high - low == top {
                return IntervalSet::full(width);
            } else if start <= end {
                ranges.push((start, end));
            } else {
                ranges.push((start, top));
                ranges.push((0, end));
            }
        }
        IntervalSet::of(ranges)
    }

    /// `{ -1 - x }`: the bitwise complements.
    pub(crate) fn reflect(&self, width: u32) -> IntervalSet {
        let top = mask(width);
        IntervalSet(self.0.iter().rev().map(|(low, high)| (top - high, top - low)).collect())
    }

    /// The image under a map of ranges; ranges mapped to none vanish.
    pub(crate) fn map(
        &self,
        image: impl FnMut((Value, Value)) -> Option<(Value, Value)>,
    ) -> IntervalSet {
        IntervalSet::of(self.0.iter().copied().filter_map(image).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use assay_base::Rng;

    const WIDTH: u32 = 5;

    fn members(set: &IntervalSet) -> Vec<Value> {
        (0..1 << WIDTH).filter(|value| set.contains(*value)).collect()
    }

    fn random(rng: &mut Rng) -> IntervalSet {
        let mut ranges = Vec::new();
        for _ in 0..rng.below(4) {
            let (a, b) = (rng.below(32) as Value, rng.below(32) as Value);
            ranges.push((a.min(b), a.max(b)));
        }
        IntervalSet::of(ranges)
    }

    #[test]
    fn operations_are_those_of_sets() {
        let mut rng = Rng::new(1);
        let all: Vec<Value> = (0..32).collect();
        for _ in 0..500 {
            let (a, b) = (random(&mut rng), random(&mut rng));
            let by = rng.below(32) as Value;
            let filtered = |keep: &dyn Fn(Value) -> bool| -> Vec<Value> {
                all.iter().copied().filter(|value| keep(*value)).collect()
            };
            assert_eq!(members(&a.intersect(&b)), filtered(&|v| a.contains(v) && b.contains(v)));
            assert_eq!(members(&a.union(&b)), filtered(&|v| a.contains(v) || b.contains(v)));
            assert_eq!(members(&a.complement(WIDTH)), filtered(&|v| !a.contains(v)));
            assert_eq!(members(&a.reflect(WIDTH)), filtered(&|v| a.contains(31 - v)));
            let rotated = filtered(&|v| a.contains(v.wrapping_sub(by) & 31));
            assert_eq!(members(&a.rotate(by, WIDTH)), rotated);
            assert_eq!(a.size() as usize, members(&a).len());
            let nearest = members(&a).into_iter().min_by_key(|member| member.abs_diff(by));
            assert_eq!(a.nearest(by), nearest);
        }
    }
}

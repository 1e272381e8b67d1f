//! Which tests to keep, and in which order.
//!
//! A test stays if it is needed for itself (it shows a defect of Assay), or for what it is to be
//! kept for: objectives that it reached natively, the same without doing anything undefined, halves
//! of pairs, findings, all numbered. The latter is a set cover: the test that adds most comes
//! first, as long as one adds anything. That is greedy and can leave a test whose objectives later
//! ones reach together; such a test goes in a second pass. No objective is ever lost.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashSet};

/// What matters about a test.
pub struct Merits<'a> {
    /// Each only once.
    pub covers: &'a [usize],
    /// Stays, whatever it covers.
    pub is_needed: bool,
    /// Other tools lose what a test covered that crashes or is cut off.
    pub ends_well: bool,
}

/// The tests to keep, as indices, those that add most first.
pub fn kept(tests: &[Merits<'_>]) -> Vec<usize> {
    let needed = (0..tests.len()).filter(|&index| tests[index].is_needed);
    let mut kept: Vec<usize> = needed.collect();
    let others: Vec<usize> = (0..tests.len()).filter(|&index| !tests[index].is_needed).collect();
    kept.extend(by_merit(tests, &others, &kept));
    drop_superfluous(tests, &mut kept);
    let mut ordered = by_merit(tests, &kept, &[]);
    // Those that stay for another reason than their objectives come last.
    let placed: HashSet<usize> = ordered.iter().copied().collect();
    ordered.extend(kept.into_iter().filter(|index| !placed.contains(index)));
    ordered
}

/// Again and again the test that adds most to what is reached, until none adds anything. Among
/// equals one that ends well comes first, then the one found first. `chosen` have been taken
/// before.
///
/// What each test adds is kept up to date: an objective that is reached is looked at once.
fn by_merit(tests: &[Merits<'_>], from: &[usize], chosen: &[usize]) -> Vec<usize> {
    let mut gains = vec![0; tests.len()];
    let mut reached_by = vec![Vec::new(); objective_count(tests)];
    for &index in from {
        gains[index] = tests[index].covers.len();
        tests[index].covers.iter().for_each(|&objective| reached_by[objective].push(index));
    }
    let mut take = |gains: &mut [usize], test: usize| {
        for &objective in tests[test].covers {
            // Empty once it is reached.
            std::mem::take(&mut reached_by[objective]).iter().for_each(|&by| gains[by] -= 1);
        }
    };
    chosen.iter().for_each(|&test| take(&mut gains, test));
    let ranked = |gain: usize, index: usize| (gain, tests[index].ends_well, Reverse(index));
    let mut heap: BinaryHeap<_> = from.iter().map(|&index| ranked(gains[index], index)).collect();
    let mut order = Vec::new();
    while let Some((gain, _, Reverse(index))) = heap.pop() {
        let now = gains[index];
        if now == 0 {
            continue;
        }
        if now < gain {
            heap.push(ranked(now, index));
            continue;
        }
        take(&mut gains, index);
        order.push(index);
    }
    order
}

/// Drops tests that are not needed and reach only what others reach too, the weakest first.
fn drop_superfluous(tests: &[Merits<'_>], kept: &mut Vec<usize>) {
    let mut times = vec![0_usize; objective_count(tests)];
    for &index in kept.iter() {
        tests[index].covers.iter().for_each(|&objective| times[objective] += 1);
    }
    let mut stays = vec![true; tests.len()];
    for &candidate in kept.iter().rev() {
        let covers = tests[candidate].covers;
        if !tests[candidate].is_needed && covers.iter().all(|&objective| times[objective] > 1) {
            covers.iter().for_each(|&objective| times[objective] -= 1);
            stays[candidate] = false;
        }
    }
    kept.retain(|&index| stays[index]);
}

/// One more than the largest number of an objective.
fn objective_count(tests: &[Merits<'_>]) -> usize {
    let all = tests.iter().flat_map(|test| test.covers);
    all.max().map_or(0, |&largest| largest + 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use assay_base::Rng;
    use rustc_hash::FxHashSet;

    fn kept_of(tests: &[(&[usize], bool)]) -> Vec<usize> {
        let merits: Vec<_> = tests
            .iter()
            .map(|(covers, is_needed)| Merits { covers, is_needed: *is_needed, ends_well: true })
            .collect();
        kept(&merits)
    }

    #[test]
    fn a_test_that_adds_nothing_goes() {
        assert_eq!(kept_of(&[(&[1], false), (&[1, 2, 3], false), (&[3], false)]), [1]);
    }

    #[test]
    fn a_test_with_a_finding_stays_and_counts() {
        assert_eq!(kept_of(&[(&[1, 2], false), (&[1, 2], true), (&[], true)]), [1, 2]);
    }

    #[test]
    fn what_the_greedy_choice_made_superfluous_goes() {
        // Greedy takes the first, then needs both others for 5 and 6, which reach all of it.
        let tests: [(&[usize], bool); 3] =
            [(&[1, 2, 3, 4], false), (&[1, 2, 5], false), (&[3, 4, 6], false)];
        assert_eq!(kept_of(&tests), [1, 2]);
    }

    #[test]
    fn among_equals_the_one_that_ends_well_stays() {
        let covers = [1, 2];
        let merits =
            [false, true].map(|ends_well| Merits { covers: &covers, is_needed: false, ends_well });
        assert_eq!(kept(&merits), [1]);
    }

    #[test]
    fn nothing_is_lost_and_nothing_is_superfluous() {
        let mut rng = Rng::new(1);
        for _ in 0..200 {
            let sets: Vec<Vec<usize>> =
                (0..12).map(|_| (0..20).filter(|_| rng.below(5) == 0).collect()).collect();
            let merits: Vec<_> = sets
                .iter()
                .map(|covers| Merits { covers, is_needed: false, ends_well: true })
                .collect();
            let reach = |indices: &[usize]| -> FxHashSet<usize> {
                indices.iter().flat_map(|&index| &sets[index]).copied().collect()
            };
            let kept = kept(&merits);
            let all = reach(&(0..sets.len()).collect::<Vec<_>>());
            assert_eq!(reach(&kept), all);
            for left_out in &kept {
                let others: Vec<usize> = kept.iter().copied().filter(|i| i != left_out).collect();
                assert_ne!(reach(&others), all);
            }
        }
    }

    #[test]
    fn those_that_add_most_come_first() {
        // By the definition: what each would add is counted anew for each choice.
        let mut rng = Rng::new(2);
        for _ in 0..200 {
            let sets: Vec<Vec<usize>> =
                (0..12).map(|_| (0..20).filter(|_| rng.below(4) == 0).collect()).collect();
            let merits: Vec<_> = sets
                .iter()
                .map(|covers| Merits { covers, is_needed: false, ends_well: rng.below(2) == 0 })
                .collect();
            let mut reached: FxHashSet<usize> = FxHashSet::default();
            for index in by_merit(&merits, &(0..sets.len()).collect::<Vec<_>>(), &[]) {
                let gain = |index: usize| {
                    let new = sets[index].iter().filter(|o| !reached.contains(o)).count();
                    (new, merits[index].ends_well, Reverse(index))
                };
                assert_eq!(Some(gain(index)), (0..sets.len()).map(gain).max());
                reached.extend(&sets[index]);
            }
        }
    }

    #[test]
    fn many_tests_with_much_in_common_take_one_look_each() {
        // Each takes one case of a switch, and not all the others.
        let count = 4000;
        let sets: Vec<Vec<usize>> = (0..count)
            .map(|own| (0..count).map(|case| 2 * case + usize::from(case == own)).collect())
            .collect();
        let merits: Vec<_> = sets
            .iter()
            .map(|covers| Merits { covers, is_needed: false, ends_well: true })
            .collect();
        assert_eq!(kept(&merits), (0..count).collect::<Vec<_>>());
    }
}

//! Which tests to keep, and in which order.
//!
//! A test stays if it is needed for itself (it shows a defect of Assay), or for what it is to be kept
//! for: objectives that it reached natively, the same without doing anything undefined, halves of pairs, findings, all numbered. The latter is a set cover: the test that adds most comes
//! first, as long as one adds anything. That is greedy and can leave a test whose objectives later
//! ones reach together; such a test goes in a second pass. No objective is ever lost.

use rustc_hash::FxHashSet;
use std::cmp::Reverse;

/// What matters about a test.
pub struct Merits<'a> {
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
    let reached = kept.iter().flat_map(|&index| tests[index].covers).copied().collect();
    let others = (0..tests.len()).filter(|&index| !tests[index].is_needed).collect();
    kept.extend(by_merit(tests, others, reached));
    drop_superfluous(tests, &mut kept);
    let mut ordered = by_merit(tests, kept.clone(), FxHashSet::default());
    // Those that stay for another reason than their objectives come last.
    kept.retain(|index| !ordered.contains(index));
    ordered.extend(kept);
    ordered
}

/// Again and again the test that adds most to what is reached, until none adds anything. Among
/// equals one that ends well comes first, then the one found first.
fn by_merit(
    tests: &[Merits<'_>],
    mut from: Vec<usize>,
    mut reached: FxHashSet<usize>,
) -> Vec<usize> {
    let mut chosen = Vec::new();
    loop {
        let gain =
            |index: usize| tests[index].covers.iter().filter(|o| !reached.contains(o)).count();
        let best = from.iter().map(|&index| (gain(index), tests[index].ends_well, Reverse(index)));
        let Some((gain, _, Reverse(index))) = best.max() else { return chosen };
        if gain == 0 {
            return chosen;
        }
        reached.extend(tests[index].covers);
        from.retain(|&other| other != index);
        chosen.push(index);
    }
}

/// Drops tests that are not needed and reach only what others reach too, the weakest first.
fn drop_superfluous(tests: &[Merits<'_>], kept: &mut Vec<usize>) {
    for candidate in kept.clone().into_iter().rev() {
        let others = kept.iter().filter(|&&index| index != candidate);
        let reached: FxHashSet<usize> =
            others.flat_map(|&index| tests[index].covers).copied().collect();
        let is_superfluous = tests[candidate].covers.iter().all(|o| reached.contains(o));
        if !tests[candidate].is_needed && is_superfluous {
            kept.retain(|&index| index != candidate);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use assay_base::Rng;

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
}

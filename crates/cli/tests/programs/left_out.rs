//! What Assay records of decisions that clang leaves out is what clang records of a decision with
//! the same meaning.

use crate::corpus;
use crate::emitted::cover;
use crate::workplace::Workplace;
use assay_verdict::{Decision, Judge};
use std::collections::BTreeSet;

/// The vectors that were seen, with the letters of some conditions the other way round.
fn vectors(decision: &Decision, negated: usize) -> BTreeSet<(String, bool)> {
    let letter = |(at, letter): (usize, char)| match (negated >> at & 1, letter) {
        (1, 'T') => 'F',
        (1, 'F') => 'T',
        (_, letter) => letter,
    };
    let shown = |values: &str| values.chars().enumerate().map(letter).collect();
    decision.vectors.iter().map(|vector| (shown(&vector.values), vector.outcome)).collect()
}

#[test]
fn vectors_of_decisions_that_clang_leaves_out_are_those_it_would_record() {
    let place = Workplace::new();
    let program = corpus().join("criterion_left_out.c").display().to_string();
    let report = cover(&place, &[&program, "--exhaust", "--time", "1h", "--criterion", "mcdc"]);
    let decisions = || report.units.iter().flat_map(|unit| &unit.decisions);
    let pairs = ["call", "not", "front", "arms"];
    for name in pairs {
        let first = |function: String| decisions().find(|of| of.function == function).unwrap();
        let (left, kept) = (first(format!("{name}_left")), first(format!("{name}_kept")));
        assert_eq!((left.judged_by, kept.judged_by), (Judge::Assay, Judge::Peer), "{name}");
        let count = left.conditions.len();
        assert_eq!(count, kept.conditions.len(), "{name}");
        let wanted = vectors(kept, 0);
        assert!(wanted.len() > count, "{name}: {wanted:?}");
        // A condition under `!` is written the other way round in the one that clang keeps.
        let is_same = (0..1 << count).any(|negated| vectors(left, negated) == wanted);
        assert!(is_same, "{name}: {:?}, not {wanted:?}", vectors(left, 0));
    }
}

//! Which tests of a unit are kept in the end, and under which numbers.

use super::{Admitted, Session};
use crate::minimise::{self, Merits};
use crate::suite;
use assay_base::Id;
use assay_language::NativeEnd;
use assay_verdict::Test;

impl Session<'_> {
    /// Keeps the tests that add something, numbered by how much they add.
    pub(super) fn minimise(&mut self) {
        let reaches = self.admitted.iter().map(|known| &known.reach);
        let mut assets = self.tally.assets(reaches, self.has_others);
        // A finding is one more thing to keep.
        let others = assets.iter().flatten().max().map_or(0, |last| last + 1);
        for (finding, tests) in self.shown_by.iter().enumerate() {
            tests.iter().for_each(|&test| assets[test].push(others + finding));
        }
        // So is each objective that a run reaches which does nothing undefined.
        let others = others + self.shown_by.len();
        for (covers, admitted) in assets.iter_mut().zip(&self.admitted) {
            if !admitted.is_faulty {
                covers.extend(admitted.reach.objectives.iter().map(|id| others + id.index()));
            }
            // Two edges may show one vector, and a test a finding more than once.
            covers.sort_unstable();
            covers.dedup();
        }
        // Where nothing is asked for, one test shows at least that it runs.
        let is_only = |test: usize| self.objectives.is_empty() && test == 0;
        let merits: Vec<_> = assets
            .iter()
            .enumerate()
            .map(|(test, covers)| Merits {
                covers,
                is_needed: self.tally.is_unconfirmed(test)
                    || self.admitted[test].is_unseen
                    || is_only(test),
                ends_well: matches!(self.admitted[test].ended, Some(NativeEnd::Exit(_))),
            })
            .collect();
        self.keep(&minimise::kept(&merits));
    }

    /// Drops all other tests and numbers these, in this order.
    fn keep(&mut self, kept: &[usize]) {
        let place_of = |old: usize| kept.iter().position(|&index| index == old);
        for (finding, tests) in self.unit.findings.iter_mut().zip(&self.shown_by) {
            if let Some(new) = tests.iter().filter_map(|&old| place_of(old)).min() {
                finding.test = suite::test_id(self.earlier_tests + new);
            }
        }
        self.tally.renumber(place_of);
        let mut tests: Vec<_> = self.unit.tests.drain(..).map(Some).collect();
        let mut admitted: Vec<_> = self.admitted.drain(..).map(Some).collect();
        for (new, &old) in kept.iter().enumerate() {
            let (Some(test), Some(known)) = (tests[old].take(), admitted[old].take()) else {
                continue;
            };
            let known = self.renumbered(known, new);
            self.unit.tests.push(Test { id: self.test_id(new), ..test });
            self.admitted.push(known);
        }
    }

    /// The test with its new number, which reaches what the tests before it do not.
    fn renumbered(&mut self, mut known: Admitted, new: usize) -> Admitted {
        let added = self.tally.add(new, &known.reach);
        known.test.case.id = self.test_id(new);
        if !known.is_unseen {
            known.test.case.reaches = added.into_iter().map(|id| self.reached(id)).collect();
        }
        known
    }
}

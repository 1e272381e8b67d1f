//! Several units seen as one.

use crate::example::{covered, infeasible, objective, report, report_of, unit, unknown};
use assay_report::merge::{Merged, MergedVerdict, own_summaries, summaries};
use assay_verdict::{Report, Verdict};

/// The verdict of an objective that two units have.
fn merged(one: Verdict, other: Verdict) -> Report {
    report_of(vec![unit("one", vec![objective(4, one)]), unit("two", vec![objective(4, other)])])
}

#[test]
fn covered_by_one_unit_is_covered() {
    for other in [unknown("out of time"), infeasible("b.smt2")] {
        let report = merged(other, covered());
        let merged = Merged::of(&report);
        assert_eq!(merged.objectives.len(), 1);
        let objective = &merged.objectives[0];
        assert_eq!(objective.verdict, MergedVerdict::Covered { test: Some(1), is_faulty: false });
        assert_eq!((objective.tests.as_slice(), merged.tests[1].unit), (&[1][..], 1));
    }
}

#[test]
fn infeasible_is_only_what_all_units_prove() {
    let both = merged(infeasible("a.smt2"), infeasible("b.smt2"));
    let both = Merged::of(&both);
    let MergedVerdict::Infeasible { certificates, .. } = &both.objectives[0].verdict else {
        panic!("both have a proof");
    };
    assert_eq!(certificates, &["a.smt2", "b.smt2"]);
    let one = merged(infeasible("a.smt2"), unknown("out of time"));
    let expected = MergedVerdict::Unknown { reasons: vec!["out of time"] };
    assert_eq!(Merged::of(&one).objectives[0].verdict, expected);
}

#[test]
fn what_takes_two_tests_is_not_infeasible_for_several_units_together() {
    let mut report = merged(infeasible("a.smt2"), infeasible("b.smt2"));
    for unit in &mut report.units {
        unit.objectives[0].criterion = "mcdc".into();
    }
    let MergedVerdict::Unknown { .. } = Merged::of(&report).objectives[0].verdict else {
        panic!("two units may make a pair");
    };
    let summary = report.overall("mcdc");
    assert_eq!((summary.infeasible, summary.unknown), (0, 1));
}

#[test]
fn reasons_are_told_once_each() {
    let report = report_of(
        ["time", "memory", "time"].map(|why| unit(why, vec![objective(4, unknown(why))])).into(),
    );
    let expected = MergedVerdict::Unknown { reasons: vec!["memory", "time"] };
    assert_eq!(Merged::of(&report).objectives[0].verdict, expected);
}

/// The same, where only the second unit is about the objective.
fn called_by_one(one: Verdict, two: Verdict) -> Report {
    let mut report = merged(one, two);
    report.units[0].objectives[0].is_own = false;
    report
}

#[test]
fn the_unit_whose_own_it_is_says_why_it_is_unknown() {
    let report = called_by_one(unknown("not called with that"), unknown("out of time"));
    let objective = &Merged::of(&report).objectives[0];
    assert_eq!(objective.verdict, MergedVerdict::Unknown { reasons: vec!["out of time"] });
    assert!(objective.is_own);
    let swapped = Report { units: report.units.into_iter().rev().collect(), ..Report::default() };
    let objective = &Merged::of(&swapped).objectives[0];
    assert_eq!(objective.verdict, MergedVerdict::Unknown { reasons: vec!["out of time"] });
}

#[test]
fn own_figures_are_those_of_the_own_code_of_any_unit() {
    let mut report = called_by_one(unknown("out of time"), covered());
    assert_eq!(own_summaries(&report)["branch"].covered, 1, "whichever unit covers it");
    report.units[1].objectives[0].is_own = false;
    assert_eq!(own_summaries(&report)["branch"].total, 0);
    assert_eq!(summaries(&report)["branch"].total, 1);
}

#[test]
fn the_figures_count_each_objective_once() {
    let one = unit("one", vec![objective(4, covered()), objective(5, unknown("time"))]);
    let other = unit("two", vec![objective(5, covered()), objective(6, infeasible("a"))]);
    let report = report_of(vec![one, other]);
    let summary = &summaries(&report)["branch"];
    assert_eq!((summary.total, summary.covered), (3, 2));
    assert_eq!((summary.infeasible, summary.unknown, summary.cov_f), (1, 0, 100.0));
}

#[test]
fn a_finding_of_two_units_is_one_and_the_confirmed_one_counts() {
    let mut report = report();
    report.units.push(report.units[0].clone());
    report.units[0].findings[0].confirmed = false;
    let merged = Merged::of(&report);
    assert_eq!(merged.findings.len(), 1);
    assert!(merged.findings[0].finding.confirmed);
    assert_eq!(merged.findings[0].tests, [1, 0]);
}

#[test]
fn what_any_caller_can_cause_counts_before_what_needs_a_careless_one() {
    let mut report = report();
    report.units.push(report.units[0].clone());
    report.units[0].findings[0].needs_contract = Some("`list` is not null".into());
    report.units[1].findings[0].confirmed = false;
    let merged = Merged::of(&report);
    assert_eq!(merged.findings.len(), 1);
    assert_eq!(merged.findings[0].finding.needs_contract, None);
}

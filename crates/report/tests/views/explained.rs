//! Why an objective has its verdict.

use crate::example::{
    Folder, covered, infeasible, objective, outcome_of, report, report_of, unit, unknown,
};
use assay_report::explain::explain;
use assay_verdict::{Ending, Report, SourceFile};

fn explained(report: &Report, wanted: &str) -> String {
    explain(report, "out", wanted).unwrap_or_else(|error| panic!("{wanted}: {error}"))
}

#[test]
fn a_covered_objective_names_its_test_inputs_and_path() {
    let text = explained(&report(), "branch:check#4:true");
    let expected = "\
branch:check#4:true
valves.c:4:9 true, in check
covered by t0001
  it ends: division-by-zero; natively: SIGFPE
  it is in out/tests/t0001.c
  its inputs, in order:
      level = -3
      name = a\\n
  its path takes, in the order of the source:
      valves.c:4:9 true  (check)
      valves.c:5:9 true  (check)
";
    assert_eq!(text, expected);
}

#[test]
fn a_test_of_a_function_ends_with_the_function() {
    let mut report = report();
    report.units[0].tests[0].ends = Ending::Return { exit_code: 0 };
    assert!(explained(&report, "valves.c:4").contains("it ends: the function returns;"));
    report.units[0].name = "main".into();
    assert!(explained(&report, "valves.c:4").contains("it ends: main returns 0;"));
}

#[test]
fn an_unknown_objective_says_what_is_missing_and_how_near_the_tests_came() {
    let objectives = vec![
        outcome_of(4, "true", covered()),
        outcome_of(4, "false", unknown("out of time")),
        outcome_of(9, "true", unknown("out of time")),
    ];
    let report = report_of(vec![unit("check", objectives)]);
    let near = explained(&report, "branch:check#4:false");
    assert!(near.contains("unknown: out of time"), "{near}");
    assert!(near.contains("goes the other way: true is covered by t0001"), "{near}");
    assert!(near.contains("31 runs in 0.5 s; 0 candidates left"), "{near}");
    let far = explained(&report, "branch:check#9:true");
    assert!(far.contains("no test comes there; 1 objective in check covered"), "{far}");
}

#[test]
fn a_proof_is_named() {
    let report = report_of(vec![unit("check", vec![objective(4, infeasible("proofs/a.smt2"))])]);
    let text = explained(&report, "check#4");
    assert!(text.contains("infeasible") && text.contains("out/proofs/a.smt2"), "{text}");
}

#[test]
fn places_and_parts_of_ids_name_objectives_too() {
    let mut report = report();
    for objective in &mut report.units[0].objectives {
        objective.file = "src/valves.c".into();
    }
    let names = ["check#7:true", "check#7", "branch:check#7", "valves.c:7", "src/valves.c:7:9"];
    for name in names {
        let text = explained(&report, name);
        assert!(text.starts_with("branch:check#7:true\n"), "{name}: {text}");
    }
    for name in ["alves.c:7", "valves.c:77", "", ":7", "valves.c"] {
        assert!(explain(&report, "out", name).is_err(), "{name:?}");
    }
}

#[test]
fn what_is_not_there_is_an_error_with_examples() {
    let error = explain(&report(), "out", "branch:check#99:true").unwrap_err();
    assert!(error.contains("'branch:check#99:true'"), "{error}");
    assert!(error.contains("branch:check#4:true"), "{error}");
    let error = explain(&report_of(vec![]), "out", "x").unwrap_err();
    assert!(error.contains("has no objectives"), "{error}");
}

#[test]
fn the_line_is_shown_with_a_mark_unless_it_has_changed() {
    let folder = Folder::new("explained");
    let source = "\n\n\n    if (\u{1b}level)\n";
    folder.write("valves.c", source);
    let mut report = report();
    report.folder = folder.path().display().to_string();
    report.sources = vec![SourceFile::of("valves.c", source.as_bytes())];
    let text = explained(&report, "valves.c:4");
    assert!(text.contains("     4 |     if ( level)\n       |         ^\n"), "{text}");
    folder.write("valves.c", "changed");
    assert!(!explained(&report, "valves.c:4").contains('^'));
}

//! Reports of a run made up by hand.

use assay_report::json;
use assay_report::terminal::{Colour, summary};
use assay_verdict::*;
use std::fs;

fn objective(line: u32, verdict: Verdict) -> Objective {
    Objective {
        id: format!("branch:check#{line}:true"),
        criterion: "branch".into(),
        function: "check".into(),
        file: "valves.c".into(),
        line,
        column: 9,
        outcome: "true".into(),
        verdict,
    }
}

fn report() -> Report {
    let out_of_time = || Verdict::Unknown { reason: "out of time".into() };
    let objectives = vec![
        objective(4, Verdict::Covered { test: "t0001".into() }),
        objective(5, Verdict::Covered { test: "t0001".into() }),
        objective(7, out_of_time()),
        objective(9, out_of_time()),
    ];
    let frame = |function: &str, line| Frame {
        function: function.into(),
        file: "valves.c".into(),
        line,
        column: 3,
    };
    Report {
        assay: "0.1.0".into(),
        seconds: 1.25,
        units: vec![Unit {
            name: "check".into(),
            file: "valves.c".into(),
            criteria: [(
                "branch".to_string(),
                CriterionSummary::count(objectives.iter().map(|o| &o.verdict), 2),
            )]
            .into(),
            objectives,
            tests: vec![Test {
                id: "t0001".into(),
                files: vec!["tests/t0001.c".into()],
                inputs: ShownInputs::default(),
                covers: vec![],
                ends: Ending::Finding { finding: FindingKind::DivisionByZero },
                native: Some("signal 8".into()),
                diverged: None,
            }],
            findings: vec![Finding {
                kind: FindingKind::DivisionByZero,
                file: "valves.c".into(),
                line: 21,
                column: 14,
                test: "t0001".into(),
                confirmed: true,
                needs_contract: None,
                message: "the divisor `flow` is 0".into(),
                stack: vec![frame("share", 21), frame("main", 40)],
            }],
            effort: Effort { iterations: 31, ..Effort::default() },
            ..Unit::default()
        }],
        ..Report::default()
    }
}

#[test]
fn the_summary_tells_coverage_findings_open_objectives_and_where_results_are() {
    let text = summary(&report(), "assay-out", Colour::Never);
    let expected = "\
unit   criterion  covered  infeasible  unknown  total  cov %  cov_f %  tests
check  branch           2           0        2      4   50.0     50.0      1

findings: 1
  valves.c:21:14: division-by-zero  (t0001, seen natively)
      the divisor `flow` is 0
      called from main at valves.c:40:3

unknown: 2
  out of time: 2
      valves.c:7:9 true
      valves.c:9:9 true

31 runs in 1.2 s
results: assay-out/report.json
tests:   make -C assay-out/tests check
";
    assert_eq!(text, expected);
}

#[test]
fn colours_change_nothing_but_escape_sequences() {
    let plain = summary(&report(), "out", Colour::Never);
    let coloured = summary(&report(), "out", Colour::Ansi);
    assert!(!plain.contains('\x1b'));
    assert!(coloured.contains("\x1b[31mdivision-by-zero\x1b[0m"));
    let mut stripped = coloured;
    for code in ["\x1b[0m", "\x1b[1m", "\x1b[31m", "\x1b[32m", "\x1b[33m"] {
        stripped = stripped.replace(code, "");
    }
    assert_eq!(stripped, plain);
}

#[test]
fn a_covered_objective_that_is_not_confirmed_is_said_loudly() {
    let mut report = report();
    report.units[0].criteria.get_mut("branch").unwrap().confirmed = 1;
    report.units[0].tests[0].diverged = Some("asked for 8 bytes".into());
    let text = summary(&report, "out", Colour::Never);
    assert!(text.contains("WARNING: check: only 1 of 2 covered branch objectives"), "{text}");
    assert!(text.contains("WARNING: check: t0001 diverged: asked for 8 bytes"), "{text}");
}

#[test]
fn a_run_without_open_objectives_says_so() {
    let mut report = report();
    report.units[0].objectives.truncate(2);
    let text = summary(&report, "out", Colour::Never);
    assert!(text.contains("\nevery objective has a verdict\n"), "{text}");
}

#[test]
fn long_lists_of_places_are_cut() {
    let mut report = report();
    report.units[0].objectives =
        (1..=20).map(|line| objective(line, Verdict::Unknown { reason: "depth".into() })).collect();
    let text = summary(&report, "out", Colour::Never);
    assert!(text.contains("unknown: 20") && text.contains("and 12 more"), "{text}");
}

#[test]
fn the_json_file_is_replaced_whole_and_leaves_no_draft() {
    let out = std::env::temp_dir().join(format!("assay-report-{}", std::process::id()));
    fs::create_dir_all(&out).unwrap();
    let mut report = report();
    json::write(&out, &report).unwrap();
    report.seconds = 2.5;
    json::write(&out, &report).unwrap();
    assert_eq!(json::read(&out).unwrap(), report);
    assert_eq!(fs::read_dir(&out).unwrap().count(), 1);
    fs::remove_dir_all(&out).unwrap();
}

#[test]
fn a_folder_that_does_not_exist_is_an_error() {
    let out = std::env::temp_dir().join("assay-report-that-does-not-exist");
    assert!(json::write(&out, &report()).is_err());
    assert!(json::read(&out).is_err());
}

//! What the terminal shows.

use crate::example::{covered, infeasible, objective, report, report_of, unit, unknown};
use assay_report::terminal::{Colour, summary};

#[test]
fn the_summary_tells_coverage_findings_open_objectives_and_where_results_are() {
    let text = summary(&report(), "assay-out", Colour::Never);
    let expected = "\
unit   criterion  covered  infeasible  unknown  cov %  cov_f %  tests  findings   time
check  branch         2/4           0        2   50.0     50.0      1         1  0.5 s

findings: 1
  valves.c:21:14: division-by-zero  (t0001, seen natively)
      the divisor `flow` is 0
      called from main at valves.c:40:3

unknown: 2
  out of time: 2
      valves.c:7:9 true
      valves.c:9:9 true

31 runs in 1.2 s; next:
  make -C assay-out/tests check                run the tests
  assay-out/report.html                        see the source with its verdicts, in a browser
  assay explain assay-out branch:check#7:true  see what is missing
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
    report.units[0].objectives = (1..=20).map(|line| objective(line, unknown("depth"))).collect();
    let text = summary(&report, "out", Colour::Never);
    assert!(text.contains("unknown: 20") && text.contains("and 12 more"), "{text}");
}

#[test]
fn several_units_have_a_line_each_and_one_together() {
    let one = unit("open", vec![objective(4, covered()), objective(5, unknown("out of time"))]);
    let other = unit("shut", vec![objective(5, covered()), objective(7, infeasible("a.smt2"))]);
    let text = summary(&report_of(vec![one, other]), "out", Colour::Never);
    let line = |name: &str| {
        let found = text.lines().find(|line| line.starts_with(name)).unwrap_or_default();
        found.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    assert_eq!(line("open"), "open branch 1/2 0 1 50.0 50.0 1 0 0.5 s");
    assert_eq!(line("shut"), "shut branch 1/2 1 0 50.0 100.0 1 0 0.5 s");
    assert_eq!(line("all together"), "all together branch 2/3 1 0 66.6 100.0 2 0 1.2 s");
    assert!(text.contains("every objective has a verdict"), "{text}");
}

#[test]
fn of_very_many_units_those_with_the_least_coverage_are_listed() {
    let mut units: Vec<_> =
        (0..100).map(|at| unit(&format!("full{at}"), vec![objective(4, covered())])).collect();
    units.push(unit("poor", vec![objective(9, unknown("out of time"))]));
    let text = summary(&report_of(units), "out", Colour::Never);
    assert!(text.contains("\npoor ") && text.contains("the 30 of 101 units"), "{text}");
    assert!(text.lines().count() < 50, "{text}");
}

#[test]
fn reasons_come_with_the_most_frequent_first() {
    let mut report = report();
    report.units[0].objectives.push(objective(11, unknown("an oracle is needed")));
    let text = summary(&report, "out", Colour::Never);
    let at = |reason: &str| text.find(reason).expect("the reason is there");
    assert!(at("out of time: 2") < at("an oracle is needed: 1"), "{text}");
}

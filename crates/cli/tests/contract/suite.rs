//! The tests as a whole: none is superfluous, and none is lost when a run is killed and resumed.

use crate::interrupted::interrupt;
use crate::programs::{SMALL, many_cases};
use crate::workplace::Workplace;
use crate::{LIMIT, assay, report, wait, write};
use assay_base::Rng;
use assay_verdict::{Unit, Verdict};
use std::collections::BTreeSet;
use std::process::Stdio;
use std::time::{Duration, Instant};

fn cover(place: &Workplace, arguments: &[&str]) -> Unit {
    let finished = assay(place, &[&["cover", "--out", "out"], arguments].concat());
    assert_eq!(finished.code(), 0, "{arguments:?}: {}", finished.stderr);
    report(place).units.remove(0)
}

fn covered(unit: &Unit) -> BTreeSet<String> {
    let is_covered = |verdict: &Verdict| matches!(verdict, Verdict::Covered { .. });
    let objectives = unit.objectives.iter().filter(|objective| is_covered(&objective.verdict));
    objectives.map(|objective| objective.id.clone()).collect()
}

/// Tests that are on disk, by the lines of the list without its head.
fn stored(place: &Workplace) -> usize {
    let list = std::fs::read_to_string(place.path("out/tests/suite.jsonl")).unwrap_or_default();
    list.lines().count().saturating_sub(1)
}

#[test]
fn every_test_adds_something_and_the_first_adds_most() {
    let place = Workplace::new();
    write(&place, "valves.c", include_str!("../../../../examples/valves.c"));
    let all = cover(&place, &["valves.c", "--jobs", "1", "--keep-all-tests"]);
    let unit = cover(&place, &["valves.c", "--jobs", "1"]);
    assert!(unit.tests.len() < all.tests.len(), "{} tests are kept", unit.tests.len());
    assert_eq!(covered(&unit), covered(&all));

    let shows_finding =
        |id: &String| unit.findings.iter().any(|finding| finding.confirmed && finding.test == *id);
    let mut reached = BTreeSet::new();
    let mut gains = Vec::new();
    for test in &unit.tests {
        let before = reached.len();
        reached.extend(test.covers.iter());
        gains.push(reached.len() - before);
        assert!(reached.len() > before || shows_finding(&test.id), "{} adds nothing", test.id);
        assert!(test.files.iter().all(|file| place.path("out").join(file).exists()));
    }
    assert!(gains.is_sorted_by(|a, b| a >= b), "{gains:?}");
    assert_eq!(unit.findings.len(), all.findings.len());
    assert_eq!(stored(&place), unit.tests.len());
    let files = std::fs::read_dir(place.path("out/tests")).unwrap().flatten();
    let is_test = |name: &str| name.starts_with("t0") && name.ends_with(".c");
    let tests = files.filter(|file| is_test(&file.file_name().to_string_lossy())).count();
    assert_eq!(tests, unit.tests.len());
}

/// How long a run takes on this machine until a test is there.
fn until_first_test(place: &Workplace) -> Duration {
    let started = Instant::now();
    while stored(place) == 0 {
        assert!(started.elapsed() < LIMIT, "no test is written");
        std::thread::sleep(Duration::from_millis(5));
    }
    started.elapsed()
}

#[test]
fn nothing_is_lost_at_ten_kills() {
    let place = Workplace::new();
    write(&place, "cases.c", many_cases(60));
    let (mut known, mut tests) = (BTreeSet::new(), 0);
    let (mut rng, mut usual) = (Rng::new(4711), None);
    for number in 0..10 {
        let arguments =
            ["cover", "cases.c", "--time", "1h", "--exhaust", "--resume", "--out", "out"];
        let mut command = place.assay(&arguments);
        let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        let usual = *usual.get_or_insert_with(|| until_first_test(&place));
        std::thread::sleep(usual * rng.below(200) as u32 / 100);
        child.kill().expect("it runs for an hour");
        child.wait().expect("the child is ours");
        if place.path("out/report.json").exists() {
            let unit = report(&place).units.remove(0);
            known.extend(covered(&unit));
        }
        assert!(stored(&place) >= tests, "kill {number} lost tests");
        tests = stored(&place);
    }
    let unit = cover(&place, &["cases.c", "--time", "1h", "--resume"]);
    let lost: Vec<_> = known.difference(&covered(&unit)).cloned().collect();
    assert!(lost.is_empty(), "lost: {lost:?}");
    let branch = &unit.criteria["branch"];
    assert_eq!((branch.covered, branch.confirmed), (branch.total, branch.total), "{branch:?}");
    let made = place.finish(place.tool("make", &["-C", "out/tests", "check"]), LIMIT).unwrap();
    assert_eq!(made.code(), 0, "{}{}", made.stdout, made.stderr);
}

#[test]
fn a_run_that_is_resumed_starts_from_what_is_known() {
    let place = Workplace::new();
    write(&place, "cases.c", many_cases(20));
    let first = cover(&place, &["cases.c", "--jobs", "1"]);
    let again = cover(&place, &["cases.c", "--jobs", "1", "--resume"]);
    assert_eq!(covered(&again), covered(&first));
    assert_eq!(again.tests.len(), first.tests.len());
    assert!(again.effort.iterations <= first.tests.len() as u64, "{:?}", again.effort);
}

#[test]
fn earlier_tests_that_there_is_no_time_for_are_kept() {
    let place = Workplace::new();
    write(&place, "cases.c", many_cases(40));
    let first = cover(&place, &["cases.c", "--jobs", "1"]);
    let hurried = cover(&place, &["cases.c", "--jobs", "1", "--resume", "--time", "1ms"]);
    let branch = &hurried.criteria["branch"];
    assert_eq!((branch.confirmed, hurried.tests.len()), (branch.covered, first.tests.len()));
    assert_eq!(covered(&hurried), covered(&first), "what was seen before is known");
    let again = cover(&place, &["cases.c", "--jobs", "1", "--resume"]);
    assert_eq!(covered(&again), covered(&first));
    assert!(again.effort.iterations <= first.tests.len() as u64, "{:?}", again.effort);
}

#[test]
fn an_interrupted_run_keeps_the_tests_that_it_was_resumed_with() {
    let place = Workplace::new();
    let endless = "    while (__VERIFIER_nondet_uint()) x++;\n    return x;\n";
    write(&place, "cases.c", many_cases(40).replace("    return 0;\n", endless));
    let first = cover(&place, &["cases.c", "--jobs", "1", "--iterations", "400"]);
    let tests = stored(&place);
    assert!(tests > 30, "only {tests} tests");
    let arguments = ["cover", "cases.c", "--time", "1h", "--exhaust", "--resume", "--out", "out"];
    let mut command = place.assay(&arguments);
    let child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let begun = Instant::now();
    while !place.path("out/.assay/scratch").exists() {
        assert!(begun.elapsed() < LIMIT, "it does not begin");
        std::thread::sleep(Duration::from_millis(5));
    }
    interrupt(&child);
    assert_eq!(wait(child).code(), Some(130));
    assert!(stored(&place) >= tests, "{} of {tests} tests are left", stored(&place));
    let known = covered(&report(&place).units[0]);
    assert!(known.is_superset(&covered(&first)), "what was seen before is known");
}

#[test]
fn tests_of_another_program_are_not_resumed() {
    let place = Workplace::new();
    write(&place, "small.c", SMALL);
    let tests = cover(&place, &["small.c"]).tests.len();
    write(&place, "small.c", SMALL.replace("-1000", "-2000"));
    let finished = assay(&place, &["cover", "small.c", "--resume", "--out", "out"]);
    assert_eq!(finished.code(), 3);
    assert!(finished.stderr.contains("it has changed since"), "{}", finished.stderr);
    assert_eq!(stored(&place), tests, "what was there is kept");

    let list = place.path("out/tests/suite.jsonl");
    let text = std::fs::read_to_string(&list).unwrap().replacen("\"variables\"", "\"v\"", 1);
    std::fs::write(&list, text).unwrap();
    let finished = assay(&place, &["cover", "small.c", "--resume", "--out", "out"]);
    assert_eq!(finished.code(), 3);
    assert!(finished.stderr.contains("suite.jsonl: line 2"), "{}", finished.stderr);
}

/// Functions of which one has a proof and one a finding.
const SEVERAL: &str = "int first(unsigned x) { if (x % 8 > 9) return 1; return 0; }
int second(int x) { if (x == 77) return 100 / (x - 77); return 0; }
int third(int x) { if (x == 1234) return 1; return 0; }
";

fn cover_several(place: &Workplace, more: &[&str]) -> crate::workplace::Finished {
    let arguments = ["cover", "several.c", "--out", "out", "--jobs", "1"];
    assay(place, &[&arguments[..], more].concat())
}

/// A run that ended when two of three units were finished.
fn with_two_finished() -> Workplace {
    let place = Workplace::new();
    write(&place, "several.c", SEVERAL);
    assert_eq!(cover_several(&place, &[]).code(), 0);
    let mut report = report(&place);
    assert!(report.finished && report.units.iter().all(|unit| unit.finished));
    report.finished = false;
    report.units[2] = Unit { name: "third".into(), ..Unit::default() };
    rewrite_report(&place, &report);
    place
}

/// As if Assay had written it.
fn rewrite_report(place: &Workplace, report: &assay_verdict::Report) {
    let output = assay_output::Output::open(&place.path("out"), &[]).expect("nobody writes to it");
    let text = serde_json::to_string_pretty(report).unwrap();
    output.replace("report.json", text.as_bytes()).expect("it can be written");
}

/// Of the one objective that no input reaches.
fn certificate(unit: &Unit) -> String {
    let proved = unit.objectives.iter().find_map(|objective| match &objective.verdict {
        Verdict::Infeasible { certificate, .. } => Some(certificate.clone()),
        _ => None,
    });
    proved.expect("there is a proof")
}

#[test]
fn a_resumed_run_goes_on_with_units_that_are_not_finished() {
    let place = with_two_finished();
    let before = report(&place).units;
    let certificate = certificate(&before[0]);
    let proof = std::fs::read(place.path("out").join(&certificate)).unwrap();
    let finished = cover_several(&place, &["--resume", "--no-prove"]);
    assert_eq!(finished.code(), 0, "{}", finished.stderr);
    let after = report(&place);
    assert!(after.finished);
    assert_eq!(after.units[..2], before[..2], "they are as they were, effort and all");
    assert_eq!(after.units[0].criteria["branch"].infeasible, 1);
    assert_eq!(after.units[1].findings.len(), 1);
    assert_eq!(std::fs::read(place.path("out").join(&certificate)).unwrap(), proof);
    let branch = &after.units[2].criteria["branch"];
    assert_eq!((branch.covered, branch.total), (2, 2));
    let made = place.finish(place.tool("make", &["-C", "out/tests", "check"]), LIMIT).unwrap();
    assert_eq!(made.code(), 0, "{}{}", made.stdout, made.stderr);
    assert_eq!(assay(&place, &["replay", "out"]).code(), 0);
    assert_eq!(assay(&place, &["check-proof", "out"]).code(), 0);
}

#[test]
fn a_unit_that_is_tested_again_keeps_proofs_and_findings() {
    let place = with_two_finished();
    let mut report = report(&place);
    report.units.iter_mut().for_each(|unit| unit.finished = false);
    rewrite_report(&place, &report);
    let budget = ["--resume", "--no-prove", "--iterations", "0"];
    assert_eq!(cover_several(&place, &budget).code(), 0);
    let after = crate::report(&place);
    assert_eq!(after.units[0].criteria["branch"].infeasible, 1);
    let finding = &after.units[1].findings[0];
    assert!(finding.confirmed && after.units[1].tests.iter().any(|test| test.id == finding.test));
    assert_eq!(assay(&place, &["check-proof", "out"]).code(), 0);
}

#[test]
fn a_damaged_folder_is_not_taken_without_a_word() {
    let place = with_two_finished();
    let resume = |place: &Workplace| cover_several(place, &["--resume", "--quiet", "--no-prove"]);
    let certificate = certificate(&report(&place).units[0]);
    write(&place, &format!("out/{certificate}"), "(check-sat)\n");
    let finished = resume(&place);
    assert_eq!(finished.code(), 0);
    let words = format!("{certificate} is missing, or was changed");
    assert!(finished.stderr.contains(&words), "{}", finished.stderr);
    assert_eq!(report(&place).units[0].criteria["branch"].infeasible, 0);

    let text = std::fs::read_to_string(place.path("out/report.json")).unwrap();
    write(&place, "out/report.json", &text[..text.len() / 2]);
    let finished = resume(&place);
    assert_eq!(finished.code(), 3);
    assert!(finished.stderr.contains("report.json was changed"), "{}", finished.stderr);

    let place = with_two_finished();
    write(&place, "out/tests/suite.jsonl", "");
    let finished = resume(&place);
    assert_eq!(finished.code(), 3);
    assert!(finished.stderr.contains("has no list of tests"), "{}", finished.stderr);
}

//! Proofs: verdicts, certificates, and their check.

use crate::workplace::Workplace;
use crate::{assay, report, write};
use assay_verdict::{Objective, Scope, Verdict};
use std::fs;
use std::path::PathBuf;

/// An outcome that a loop of any length excludes, and one that two conditions exclude.
const PROGRAM: &str = "
int __VERIFIER_nondet_int(void);
int main(void) {
    int even = 0, turns = __VERIFIER_nondet_int();
    while (turns-- > 0)
        even += 2;
    if (even == 7)
        return 1;
    int x = __VERIFIER_nondet_int();
    if (x > 10)
        if (x < 5)
            return 2;
    return 0;
}
";

fn covered(arguments: &[&str]) -> Workplace {
    let place = Workplace::new();
    write(&place, "program.c", PROGRAM);
    let fixed = ["cover", "program.c", "--out", "out", "--time", "1h"];
    let finished = assay(&place, &[&fixed[..], arguments].concat());
    assert_eq!(finished.code(), 0, "{}", finished.stderr);
    place
}

/// The certificates of what is infeasible, and the lines.
fn proved(place: &Workplace) -> Vec<(u32, PathBuf)> {
    proved_in(place, report(place).units.remove(0).objectives)
}

fn proved_in(place: &Workplace, objectives: Vec<Objective>) -> Vec<(u32, PathBuf)> {
    let certificate = |verdict: &Verdict| match verdict {
        Verdict::Infeasible { scope: Scope::AllInputs, certificate, .. } => {
            Some(place.path("out").join(certificate))
        }
        _ => None,
    };
    let proved = objectives.iter().filter_map(|of| Some((of.line, certificate(&of.verdict)?)));
    proved.collect()
}

#[test]
fn what_no_input_reaches_has_a_certificate_that_can_be_checked() {
    let place = covered(&[]);
    let branch = report(&place).units[0].criteria["branch"].clone();
    assert_eq!((branch.covered, branch.infeasible, branch.unknown), (6, 2, 0));
    assert_eq!((branch.cov, branch.cov_f), (75.0, 100.0));
    let proved = proved(&place);
    assert_eq!(proved.iter().map(|(line, _)| *line).collect::<Vec<_>>(), [7, 11]);

    let checked = assay(&place, &["check-proof", "out"]);
    assert_eq!(checked.code(), 0, "{}", checked.stdout);
    assert!(checked.stdout.contains("all 2 infeasible objectives are proved"));
    let invariants = report(&place).units[0].invariants.clone().expect("the loop has facts");
    assert!(invariants.evaluated > 0 && invariants.evaluations >= invariants.evaluated);
    assert_eq!(invariants.violated, 0);
    assert!(checked.stdout.contains("facts were evaluated in the runs of"), "{}", checked.stdout);
    let explained = assay(&place, &["explain", "out", "program.c:7"]);
    assert!(explained.stdout.contains("even of main is even"), "{}", explained.stdout);
}

/// The hook that makes facts wrong exists in such builds only.
#[cfg(debug_assertions)]
#[test]
fn a_proof_whose_facts_a_run_refutes_is_taken_back_loudly() {
    let place = Workplace::new();
    write(&place, "program.c", PROGRAM);
    let mut command = place.assay(&["cover", "program.c", "--out", "out", "--time", "1h"]);
    command.env("ASSAY_WRONG_FACTS", "1");
    let finished = place.finish(command, crate::LIMIT).expect("it ends");
    let said = format!("{}{}", finished.stdout, finished.stderr);
    assert!(said.contains("BUG: a run of a test refutes the proof against"), "{said}");
    let unit = report(&place).units.remove(0);
    let at = |line: u32| unit.objectives.iter().filter(move |of| of.line == line);
    // The proof by induction is gone; that of the two conditions has no facts and stays.
    assert!(at(7).all(|of| !matches!(of.verdict, Verdict::Infeasible { .. })), "{:?}", unit);
    assert_eq!(at(7).filter(|of| matches!(of.verdict, Verdict::Unknown { .. })).count(), 1);
    assert!(unit.invariants.expect("facts were evaluated").violated > 0);
    assert_eq!(proved(&place).iter().map(|(line, _)| *line).collect::<Vec<_>>(), [11]);
    let checked = assay(&place, &["check-proof", "out"]);
    assert!(checked.stdout.contains("all 1 infeasible"), "{}", checked.stdout);
}

#[test]
fn conditions_that_contradict_each_other_are_named_with_their_lines() {
    let place = covered(&["--prove-only"]);
    let explained = assay(&place, &["explain", "out", "program.c:11"]).stdout;
    let needs = "program.c:11 needs (x of main < 5), but on the ways there program.c:10 needs";
    assert!(explained.contains(needs), "{explained}");
    write(
        &place,
        "calls.c",
        "
int __VERIFIER_nondet_int(void);
static int get(int i, int size) {
    if (i >= size)
        return -1;
    return i;
}
int main(void) {
    int size = __VERIFIER_nondet_int(), sum = 0;
    for (int i = 0; i < size; i++)
        sum += get(i, size);
    return sum;
}
",
    );
    let run =
        assay(&place, &["cover", "calls.c", "--out", "calls", "--time", "1h", "--prove-only"]);
    assert_eq!(run.code(), 0, "{}", run.stderr);
    let explained = assay(&place, &["explain", "calls", "calls.c:4"]).stdout;
    let needs = "calls.c:4 needs (size of main <= i of main), but on the ways there calls.c:10 needs \
                 (i of main < size of main)";
    assert!(explained.contains(needs), "{explained}");
}

#[test]
fn a_certificate_that_was_changed_is_not_believed() {
    let place = covered(&[]);
    for (_, certificate) in proved(&place) {
        let text = fs::read_to_string(&certificate).expect("there is a certificate");
        let weaker: Vec<&str> = text.lines().filter(|line| !line.starts_with("(assert")).collect();
        fs::write(&certificate, weaker.join("\n") + "\n").expect("it can be changed");
        let checked = assay(&place, &["check-proof", "out"]);
        assert_eq!(checked.code(), 1);
        assert!(checked.stdout.contains("NOT PROVED"), "{}", checked.stdout);
        fs::write(&certificate, text).expect("it can be put back");
    }
    let (_, first) = proved(&place).remove(0);
    let text = fs::read_to_string(&first).expect("there is a certificate");
    fs::write(&first, text.replace("; exclusion: ", "; ")).expect("it can be changed");
    let checked = assay(&place, &["check-proof", "out"]);
    assert!(checked.stdout.contains("is not about it"), "{}", checked.stdout);
    fs::remove_file(first).expect("it can be removed");
    assert_eq!(assay(&place, &["check-proof", "out"]).code(), 1);
}

#[test]
fn search_and_proof_can_be_had_alone() {
    let place = covered(&["--no-prove", "--iterations", "50"]);
    let branch = report(&place).units[0].criteria["branch"].clone();
    assert_eq!((branch.covered, branch.infeasible, branch.unknown), (6, 0, 2));
    let checked = assay(&place, &["check-proof", "out"]);
    assert!(checked.stdout.contains("nothing to check"), "{}", checked.stdout);

    let place = covered(&["--prove-only"]);
    let unit = report(&place).units.remove(0);
    let branch = &unit.criteria["branch"];
    assert_eq!((branch.covered, branch.infeasible, unit.tests.len()), (0, 2, 0));
}

#[test]
fn a_new_run_keeps_what_others_put_beside_its_certificates() {
    let place = covered(&[]);
    let foreign = write(&place, "out/proofs/notes.txt", "mine");
    let beside = write(&place, "out/proofs/main/notes.smt2", "mine too");
    let named_alike = write(&place, "out/proofs/main/proof-99.smt2", "mine as well");
    let old = certificates(&place);
    assert!(!old.is_empty() && old.iter().all(|file| file.exists()));
    assay(&place, &["cover", "program.c", "--out", "out", "--no-prove", "--iterations", "50"]);
    assert!(foreign.exists() && beside.exists() && named_alike.exists());
    assert!(old.iter().all(|file| !file.exists()), "{old:?}");
}

/// Those of the report.
fn certificates(place: &Workplace) -> Vec<PathBuf> {
    let objectives = report(place).units.into_iter().flat_map(|unit| unit.objectives);
    let certificate = |objective: Objective| match objective.verdict {
        Verdict::Infeasible { certificate, .. } => Some(place.path("out").join(certificate)),
        _ => None,
    };
    objectives.filter_map(certificate).collect()
}

/// An outcome that takes thirteen high readings in a row, and a guard that is asked twice.
const COUNTER: &str = "
int __VERIFIER_nondet_int(void);
static int sound(int misses) {
    if (misses <= 12)
        return 1;
    return 2;
}
int main(void) {
    int misses = 0;
    for (;;) {
        int reading = __VERIFIER_nondet_int();
        if (reading == -1)
            return 0;
        if (reading > 100)
            misses++;
        else
            misses = 0;
        if (misses > 12)
            break;
    }
    return sound(misses);
}
";

#[test]
fn going_back_from_what_is_open_reaches_what_a_counter_hides() {
    let place = Workplace::new();
    write(&place, "program.c", COUNTER);
    let cover = ["cover", "program.c", "--out", "out", "--search", "bidirectional"];
    let budget = ["--iterations", "60", "--jobs", "1", "--dump-gcfg", "model"];
    let finished = assay(&place, &[&cover[..], &budget].concat());
    assert_eq!(finished.code(), 0, "{}", finished.stderr);
    let unit = report(&place).units.remove(0);
    let branch = &unit.criteria["branch"];
    assert_eq!((branch.covered, branch.infeasible, branch.unknown), (7, 1, 0));

    // The proof is that of the analysis itself, and holds.
    let (line, certificate) = proved_in(&place, unit.objectives).remove(0);
    assert_eq!(line, 4);
    let certificate = fs::read_to_string(&certificate).expect("a certificate");
    assert!(certificate.contains("; dead end: "), "{certificate}");
    let explained = assay(&place, &["explain", "out", "program.c:4"]);
    let why = "cannot hold together: (misses of main > 12) and (misses of main < 13)";
    assert!(explained.stdout.contains(why), "{}", explained.stdout);
    let checked = assay(&place, &["check-proof", "out"]);
    assert_eq!(checked.code(), 0, "{}", checked.stdout);

    let pictures: Vec<_> = fs::read_dir(place.path("model")).expect("a folder").collect();
    assert!(!pictures.is_empty() && !unit.gcfg.is_empty());
    let first = fs::read_to_string(place.path("model/main-0001.dot")).expect("a picture");
    assert!(first.starts_with("digraph gcfg {") && first.contains("doubleoctagon"), "{first}");
    let page = fs::read_to_string(place.path("out/report.html")).expect("a page");
    assert!(page.contains("\"r_states\":["));
}

/// Two outcomes that no text of three bytes reaches; one of them is reached by a longer text.
const ARGUMENT: &str = r#"
#include <string.h>
int main(int argc, char **argv) {
    if (argc != 2)
        return 1;
    if (strlen(argv[1]) > 5)
        return 2;
    if (strchr(argv[1], 'x') != 0 && strspn(argv[1], "abc") == strlen(argv[1]))
        return 3;
    return 0;
}
"#;

#[test]
fn a_proof_within_bounds_says_so_and_is_counted_apart() {
    let place = Workplace::new();
    write(&place, "program.c", ARGUMENT);
    let options = ["--sym-arg", "3", "--out", "out", "--time", "1h"];
    let finished = assay(&place, &[&["cover", "program.c"], &options[..]].concat());
    assert_eq!(finished.code(), 0, "{}", finished.stderr);
    let unit = report(&place).units.remove(0);
    let branch = &unit.criteria["branch"];
    assert_eq!((branch.infeasible, branch.unknown), (0, 0));
    assert_eq!(branch.covered + branch.infeasible_bounded, branch.total);
    assert!(branch.cov_f < 100.0 && branch.cov_bounded == 100.0, "{branch:?}");
    let bounded = |line: u32| {
        let mut there = unit.objectives.iter().filter(|of| of.line == line && of.outcome == "true");
        there.any(|of| matches!(of.verdict, Verdict::Infeasible { scope: Scope::Bounded, .. }))
    };
    assert!(bounded(6) && bounded(8));
    assert!(finished.stdout.contains("bounded"), "{}", finished.stdout);
    let checked = assay(&place, &["check-proof", "out"]);
    assert_eq!(checked.code(), 0, "{}", checked.stdout);
    let explained = assay(&place, &["explain", "out", "program.c:6"]).stdout;
    assert!(explained.contains("within the bounds of this run"), "{explained}");
    assert!(explained.contains("none of them takes it"), "{explained}");
}

/// No text of three bytes makes `seen` more than 3, which only all paths show.
const COUNTED: &str = r#"
#include <string.h>
int main(int argc, char **argv) {
    int seen = 0;
    if (argc != 2)
        return 1;
    for (char *at = argv[1]; (at = strpbrk(at, "xyz")) != 0; at++)
        seen += 1;
    int left = 7;
    if (seen > 3)
        left = 9;
    return left - 1;
}
"#;

#[test]
fn pairs_are_proved_within_bounds_too() {
    let place = Workplace::new();
    write(&place, "program.c", COUNTED);
    let options = ["--criterion", "dataflow", "--sym-arg", "3", "--out", "out", "--time", "1h"];
    let finished = assay(&place, &[&["cover", "program.c"], &options[..]].concat());
    assert_eq!(finished.code(), 0, "{}", finished.stderr);
    let unit = report(&place).units.remove(0);
    assert_eq!(unit.criteria["dataflow"].unknown, 0);
    let bounded = |line: u32, outcome: &str| {
        let mut there = unit.objectives.iter().filter(|of| of.line == line);
        there.any(|of| {
            let is_bounded =
                matches!(of.verdict, Verdict::Infeasible { scope: Scope::Bounded, .. });
            of.outcome == outcome && is_bounded
        })
    };
    assert!(bounded(10, "seen from 8:14 then true"), "{:?}", unit.objectives);
    assert!(bounded(12, "left from 11:14"), "{:?}", unit.objectives);
    let checked = assay(&place, &["check-proof", "out"]);
    assert_eq!(checked.code(), 0, "{}", checked.stdout);
}

/// Takes nine turns of the loop.
const NINTH_TURN: &str = r#"
int __VERIFIER_nondet_int(void);
int main(void) {
    int turns = 0;
    while (__VERIFIER_nondet_int())
        turns++;
    if (turns == 9)
        return 1;
    return 0;
}
"#;

#[test]
fn a_bound_on_turns_of_loops_is_taken_at_its_word() {
    let place = Workplace::new();
    write(&place, "program.c", NINTH_TURN);
    let ninth = |options: &[&str]| {
        let fixed = ["cover", "program.c", "--out", "out", "--time", "1h"];
        let finished = assay(&place, &[&fixed[..], options].concat());
        assert_eq!(finished.code(), 0, "{}", finished.stderr);
        let objectives = report(&place).units.remove(0).objectives;
        let is_ninth = |of: &Objective| of.line == 7 && of.outcome == "true";
        objectives.into_iter().find(is_ninth).expect("it is an objective").verdict
    };
    let is_bounded = |verdict| matches!(verdict, Verdict::Infeasible { scope: Scope::Bounded, .. });
    // Nine turns and the end of the loop are ten times at its head.
    assert!(is_bounded(ninth(&["--prove-only", "--unwind", "9"])));
    let explained = assay(&place, &["explain", "out", "program.c:7"]).stdout;
    assert!(explained.contains("has passed at most 9 heads of loops"), "{explained}");
    let checked = assay(&place, &["check-proof", "out"]);
    assert_eq!(checked.code(), 0, "{}", checked.stdout);
    assert!(matches!(ninth(&["--prove-only", "--unwind", "10"]), Verdict::Unknown { .. }));
    // A test is worth more.
    assert!(matches!(ninth(&["--unwind", "9"]), Verdict::Covered { .. }));
}

#[test]
fn paths_that_stand_for_some_of_their_inputs_prove_nothing() {
    let place = Workplace::new();
    // How much of the text is an input is an input too, and taken as it is on the path.
    write(
        &place,
        "program.c",
        "
void klee_make_symbolic(void *, unsigned long, const char *);
unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
    char text[8] = {0};
    klee_make_symbolic(text, __VERIFIER_nondet_uchar() & 7, \"text\");
    return text[5] == 'x' ? 1 : 0;
}
",
    );
    let finished = assay(&place, &["cover", "program.c", "--out", "out", "--time", "1h"]);
    assert_eq!(finished.code(), 0, "{}", finished.stderr);
    let branch = report(&place).units[0].criteria["branch"].clone();
    assert_eq!((branch.infeasible, branch.infeasible_bounded), (0, 0));
}

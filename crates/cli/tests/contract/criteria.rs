//! Criteria, the code of interest, and what is shown of them.

use crate::workplace::Workplace;
use crate::{LIMIT, assay, report, write};
use assay_verdict::Verdict;

const DECISIONS: &str = "int __VERIFIER_nondet_int(void);
static int far(int a) {
    if (a > 9)
        return 2;
    return 3;
}
int main(void) {
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    if (a > 1 && b < 7)
        return far(a);
    return a == 0 && a == 1;
}
";

const OPTIONS: [&str; 7] = ["cover", "--time", "1h", "--jobs", "1", "--out", "out"];

fn cover(place: &Workplace, arguments: &[&str]) {
    let finished = assay(place, &[&OPTIONS[..], arguments].concat());
    assert_eq!(finished.code(), 0, "{arguments:?}: {}", finished.stderr);
}

fn rejected(place: &Workplace, arguments: &[&str], reason: &str) {
    let finished = assay(place, &[&OPTIONS[..], arguments].concat());
    assert_eq!(finished.code(), 3, "{arguments:?}: {}", finished.stderr);
    assert!(finished.stderr.contains(reason), "{arguments:?}: {}", finished.stderr);
}

/// The lines of all objectives.
fn lines(place: &Workplace) -> Vec<u32> {
    let unit = report(place).units.remove(0);
    let mut lines: Vec<u32> = unit.objectives.iter().map(|objective| objective.line).collect();
    lines.sort_unstable();
    lines.dedup();
    lines
}

#[test]
fn mcdc_is_shown_with_its_vectors_and_measured_again() {
    let place = Workplace::new();
    write(&place, "small.c", DECISIONS);
    cover(&place, &["small.c", "--criterion", "mcdc,statement", "--no-prove"]);
    let unit = report(&place).units.remove(0);
    let mcdc = &unit.criteria["mcdc"];
    assert_eq!((mcdc.covered, mcdc.total, mcdc.confirmed), (2, 4, 2));
    let pair = unit.objectives.iter().find(|objective| objective.criterion == "mcdc").unwrap();
    let Verdict::Covered { test, partner: Some(partner), .. } = &pair.verdict else {
        panic!("{pair:?} has no pair")
    };
    for id in [test, partner] {
        let test = unit.tests.iter().find(|test| test.id == *id).unwrap();
        assert!(test.covers.contains(&pair.id), "{test:?}");
    }
    let shown = assay(&place, &["explain", "out", &pair.id]).stdout;
    for part in [test, partner, "differ in it and in the outcome", "TT is true", "F- is false"] {
        assert!(shown.contains(part), "{shown} lacks {part}");
    }
    let open = assay(&place, &["explain", "out", "small.c:11:22"]).stdout;
    assert!(open.contains("two tests are needed") && open.contains("TF is false"), "{open}");
    let replayed = assay(&place, &["replay", "out"]);
    assert_eq!(replayed.code(), 0, "{}{}", replayed.stdout, replayed.stderr);
    assert!(replayed.stdout.contains("main mcdc: 2 of 2"), "{}", replayed.stdout);
    let other = assay(&place, &["replay", "out", "--criterion", "branch"]);
    assert_eq!(other.code(), 0, "{}{}", other.stdout, other.stderr);
    assert!(other.stdout.contains("main branch: 9 of 10 reached"), "{}", other.stdout);
}

#[test]
fn a_focus_leaves_out_the_rest() {
    let place = Workplace::new();
    write(&place, "small.c", DECISIONS);
    let all = "statement,branch,condition,mcdc";
    cover(&place, &["small.c", "--criterion", all, "--focus", "small.c:3"]);
    assert_eq!(lines(&place), [2, 3]);
    cover(&place, &["small.c", "--focus", "small.c:1-4", "--focus", "small.c:11"]);
    assert_eq!(lines(&place), [3, 11]);
    rejected(&place, &["small.c", "--focus", "other.c"], "no such file among the sources: small.c");
    rejected(&place, &["small.c", "--focus", "small.c:1"], "main has no objective in the focus");
}

/// Makes the folder a repository with this file in it.
fn commit(place: &Workplace, file: &str) {
    let git = |arguments: &[&str]| {
        let identity = ["-c", "user.name=x", "-c", "user.email=x@example.org"];
        let command = place.tool("git", &[&identity[..], arguments].concat());
        let finished = place.finish(command, LIMIT).expect("git comes to an end");
        assert_eq!(finished.code(), 0, "{arguments:?}: {}", finished.stderr);
    };
    git(&["init", "-q"]);
    git(&["add", file]);
    git(&["commit", "-q", "-m", "x"]);
}

#[test]
fn a_static_function_that_has_changed_is_a_unit() {
    let place = Workplace::new();
    let text = "static int one(int x) {
    return x > 3 ? 1 : 0;
}
static int other(int x) {
    return x > 4 ? 1 : 0;
}
int f(int x) {
    return one(x) + other(x);
}
";
    write(&place, "a.c", text);
    commit(&place, "a.c");
    write(&place, "a.c", text.replace("x > 4", "x > 5"));
    cover(&place, &["a.c", "--diff", "HEAD"]);
    let units: Vec<String> = report(&place).units.into_iter().map(|unit| unit.name).collect();
    assert_eq!(units, ["f", "other"], "it is its own unit, and what can reach it is one too");
}

#[test]
fn a_difference_is_a_focus() {
    let place = Workplace::new();
    write(&place, "small.c", DECISIONS);
    rejected(&place, &["small.c", "--diff", "HEAD"], "not a git repository");
    commit(&place, "small.c");
    rejected(&place, &["small.c", "--diff", "HEAD"], "no source of the program has changed");
    rejected(&place, &["small.c", "--diff", "nowhere"], "no such revision");
    rejected(&place, &["small.c", "--diff=--output=x"], "no such revision");
    write(&place, "small.c", DECISIONS.replace("a > 9", "a > 8"));
    cover(&place, &["small.c", "--diff", "HEAD"]);
    assert_eq!(lines(&place), [3]);
}

/// Of `shared`, each unit shows one vector, and only both together are a pair of its first
/// condition.
const HALVES: &str = "static int shared(int a, int b) { return a > 0 && b > 0; }
int one(int x) { return x > 3 ? shared(1, 2) : 0; }
int two(int x) { return x > 4 ? shared(0, x) : 1; }
";

#[test]
fn vectors_of_two_units_are_a_pair_as_for_llvm_cov() {
    let place = Workplace::new();
    write(&place, "halves.c", HALVES);
    cover(&place, &["halves.c", "--entry", "one", "--entry", "two", "--criterion", "branch,mcdc"]);
    let report = report(&place);
    assert!(report.units.iter().all(|unit| unit.criteria["mcdc"].covered == 0));
    let all = report.overall("mcdc");
    assert_eq!((all.covered, all.total), (1, 2));
    let id = report.paired().into_keys().next().unwrap().to_string();
    let explained = assay(&place, &["explain", "out", &id]);
    for part in ["covered by", "TT is true", "F- is false", "of one", "of two"] {
        assert!(explained.stdout.contains(part), "{part}: {}", explained.stdout);
    }
    let replayed = assay(&place, &["replay", "out"]);
    assert_eq!(replayed.code(), 0, "{}", replayed.stdout);
    let branches = report.overall("branch").total;
    let agreed = format!("llvm-cov: agrees on {0} of {0} objectives", branches + all.total);
    assert!(replayed.stdout.contains(&agreed), "{agreed}: {}", replayed.stdout);
}

//! Strategies do what they are known for, and filtering loses nothing.

use crate::workplace::Workplace;
use crate::{assay, report, write};
use assay_verdict::{ComparedRun, RunOutcome};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

fn corpus() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/programs")
}

fn program(name: &str) -> String {
    fs::read_to_string(corpus().join(name)).expect("a program of the corpus")
}

/// Runs that it takes to cover all of a program of the corpus, 0 if that was not enough.
fn iterations(name: &str, search: &str) -> u64 {
    let place = Workplace::new();
    write(&place, name, program(name));
    let fixed = ["cover", name, "--out", "out", "--jobs", "1", "--iterations", "1000"];
    let finished = assay(&place, &[&fixed[..], &["--search", search]].concat());
    assert_eq!(finished.code(), 0, "{}", finished.stderr);
    let unit = report(&place).units.remove(0);
    let branch = &unit.criteria["branch"];
    if branch.covered == branch.total { unit.effort.iterations } else { 0 }
}

#[test]
fn predictive_search_sorts_in_four_runs() {
    assert_eq!(iterations("search_sorting.c", "pps"), 4);
}

#[test]
fn fitness_finds_the_counter_in_a_third_of_the_runs() {
    let predictive = iterations("search_counter.c", "pps");
    for search in ["fitness", "pps+fitness"] {
        let guided = iterations("search_counter.c", search);
        assert!(0 < guided && 3 * guided <= predictive, "{search}: {guided}, pps: {predictive}");
    }
}

#[test]
fn contexts_without_dominators_reach_as_far_as_longer_ones() {
    let two = iterations("search_contexts.c", "cgs:k=2");
    let two_with_dominators = iterations("search_contexts.c", "cgs:k=2,nodom");
    let six = iterations("search_contexts.c", "cgs:k=6,nodom");
    assert!(0 < two && 2 * two < two_with_dominators, "{two}, {two_with_dominators}");
    assert!(two <= six, "{two}, {six}");
    let growing = iterations("search_contexts.c", "cgs");
    assert!(0 < growing && 2 * growing < iterations("search_contexts.c", "cgs:nodom"));
}

const MOST_RUNS: u64 = 2000;

/// Objectives that each strategy covers in the end, and the runs it made.
fn covered(place: &Workplace, name: &str, flags: &[&str]) -> BTreeMap<String, (u64, u64)> {
    let _ = fs::remove_dir_all(place.path("cmp"));
    let most = MOST_RUNS.to_string();
    let fixed = ["compare", name, "--out", "cmp", "--seeds", "1", "--iterations", &most];
    let search = ["--search", "dfs,bfs,cgs,pps,cfg,generational,random-path"];
    let finished = assay(place, &[&fixed[..], &search, flags].concat());
    assert_eq!(finished.code(), 0, "{name}: {}", finished.stderr);
    let text = fs::read_to_string(place.path("cmp/runs.jsonl")).expect("there are runs");
    let runs = text.lines().skip(1).map(|line| serde_json::from_str(line).expect("a run"));
    runs.map(|run: ComparedRun| match run.outcome {
        RunOutcome::Finished(measured) => (run.strategy, (measured.covered(), measured.iterations)),
        RunOutcome::Failed { failed } => panic!("{name}: {failed}"),
    })
    .collect()
}

/// Programs of the corpus that are explored as they are.
fn explored() -> Vec<PathBuf> {
    let mut programs: Vec<PathBuf> = fs::read_dir(corpus())
        .expect("the corpus")
        .map(|entry| entry.expect("a file").path())
        .collect();
    programs.sort();
    programs.retain(|path| {
        let text = fs::read_to_string(path).unwrap_or_default();
        let has = |directive: &str| text.lines().any(|line| line.starts_with(directive));
        has("//! cover:") && !has("//! options:") && !has("//! entry:") && !has("//! flags:")
    });
    programs
}

#[test]
fn filtering_never_costs_coverage() {
    let mut compared = 0;
    for path in explored() {
        let place = Workplace::new();
        let name = path.file_name().and_then(|name| name.to_str()).expect("a name");
        write(&place, name, fs::read_to_string(&path).expect("a program"));
        let filtered = covered(&place, name, &[]);
        for (strategy, (without, runs)) in covered(&place, name, &["--no-filter"]) {
            // What was not explored to its end says nothing.
            if runs < MOST_RUNS {
                compared += 1;
                assert_eq!(filtered[&strategy].0, without, "{name} with {strategy}");
            }
        }
    }
    assert!(compared >= 200, "only {compared} explorations");
}

#[test]
fn a_bounded_search_does_not_claim_to_have_seen_all() {
    let place = Workplace::new();
    write(&place, "sort.c", program("search_sorting.c"));
    let fixed = ["cover", "sort.c", "--out", "out", "--jobs", "1", "--search", "dfs:depth=1"];
    assert_eq!(assay(&place, &fixed).code(), 0);
    let unit = report(&place).units.remove(0);
    assert!(unit.effort.candidates_left > 0, "{:?}", unit.effort);
    let reasons: Vec<String> = unit.objectives.iter().map(|o| format!("{:?}", o.verdict)).collect();
    let is_left = |reason: &String| reason.contains("not followed by the strategy: ");
    assert!(reasons.iter().any(is_left), "{reasons:?}");
    assert!(!reasons.iter().any(|reason| reason.contains("no path leads to it")), "{reasons:?}");
}

#[test]
fn filtering_saves_runs() {
    let place = Workplace::new();
    write(&place, "sort.c", program("search_sorting.c"));
    let fixed = ["cover", "sort.c", "--out", "out", "--jobs", "1", "--search", "dfs"];
    let runs = |flags: &[&str]| {
        assert_eq!(assay(&place, &[&fixed[..], flags].concat()).code(), 0);
        let effort = report(&place).units.remove(0).effort;
        (effort.iterations, effort.filtered)
    };
    let (all, dropped) = runs(&["--no-filter"]);
    assert_eq!(dropped, 0);
    let (few, dropped) = runs(&[]);
    assert!(dropped > 0 && 10 * few < all, "{few} of {all}, {dropped} dropped");
}

/// Paths of an exploration to the end.
fn all_paths(place: &Workplace, search: &str) -> u64 {
    let fixed = ["cover", "bits.c", "--out", "out", "--jobs", "1", "--exhaust", "--time", "1h"];
    let finished = assay(place, &[&fixed[..], &["--search", search]].concat());
    assert_eq!(finished.code(), 0, "{search}: {}", finished.stderr);
    report(place).units.remove(0).effort.paths
}

#[test]
fn whoever_chooses_every_path_is_taken_once() {
    let place = Workplace::new();
    // All is covered after a few of its 4096 paths.
    let bits = "int __VERIFIER_nondet_int(void);
int main(void) {
    int x = __VERIFIER_nondet_int(), ones = 0;
    for (int i = 0; i < 12; i++)
        if (x >> i & 1)
            ones++;
    return ones & 1;
}
";
    write(&place, "bits.c", bits);
    for search in ["auto", "dfs", "interleave(cfg,random-path)"] {
        assert_eq!(all_paths(&place, search), 4096, "{search}");
    }
}

/// A long way to the first decision; from there on they lie closer together than snapshots do.
const LONG_WAY: &str = "int __VERIFIER_nondet_int(void);
int main(void) {
    unsigned sum = 0;
    for (unsigned i = 0; i < 100000; i++)
        sum += i * i;
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int(), c = __VERIFIER_nondet_int();
    int n = sum == 7;
    if (a > 3) n++;
    if (b > 5) n++;
    if (c > 7) n++;
    if (a < b) n++;
    if (b < c) n++;
    if (c < n) n++;
    return n;
}
";

#[test]
fn no_run_takes_the_long_way_again() {
    let place = Workplace::new();
    write(&place, "long.c", LONG_WAY);
    let instructions = |iterations: &str| {
        let fixed = ["cover", "long.c", "--out", "out", "--jobs", "1", "--exhaust", "--no-prove"];
        let flags = ["--search", "dfs", "--iterations", iterations];
        let finished = assay(&place, &[&fixed[..], &flags].concat());
        assert_eq!(finished.code(), 0, "{}", finished.stderr);
        report(&place).units.remove(0).effort.instructions
    };
    let (one, many) = (instructions("1"), instructions("40"));
    assert!(100_000 < one && many < one + one / 2, "{one} for one run, {many} for forty");
}

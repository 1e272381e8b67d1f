//! `report.json` has every key that scripts were promised, and the same run writes the same tests.

use crate::programs::{SMALL, THREE_OF_FOUR};
use crate::workplace::Workplace;
use crate::{assay, report, write};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// Has a test, a finding, and branches with every verdict that there is so far.
const MANY_RESULTS: &str = "#include <assert.h>
int __VERIFIER_nondet_int(void);
int main(void) {
    int x = __VERIFIER_nondet_int(), table[4] = {1, 2, 3, 4};
    if (x > 5 && x < 4)
        return 1;
    if (x == 77)
        return table[x - 73];
    return 0;
}
";

fn has_keys(value: &Value, keys: &[&str], what: &str) {
    for key in keys {
        assert!(value.get(key).is_some(), "{what} lacks `{key}`: {value}");
    }
}

#[test]
fn the_report_has_all_promised_keys() {
    let place = Workplace::new();
    write(&place, "many.c", MANY_RESULTS);
    let finished = assay(&place, &["cover", "many.c", "--time", "1h", "--out", "out"]);
    assert_eq!(finished.code(), 0, "{}", finished.stderr);
    let text = std::fs::read_to_string(place.path("out/report.json")).unwrap();
    let report: Value = serde_json::from_str(&text).unwrap();
    has_keys(&report, &["assay", "command", "seconds", "seed", "units"], "the report");
    let unit = &report["units"][0];
    let keys = ["name", "file", "criteria", "objectives", "tests", "findings", "effort"];
    has_keys(unit, &keys, "the unit");
    let keys = ["total", "covered", "infeasible", "unknown", "cov", "cov_f", "confirmed"];
    has_keys(&unit["criteria"]["branch"], &keys, "the criterion");
    let keys = [
        "id",
        "criterion",
        "file",
        "line",
        "column",
        "outcome",
        "verdict",
        "scope",
        "certificate",
        "reason",
        "test",
    ];
    has_keys(&unit["objectives"][0], &keys, "the objective");
    has_keys(&unit["tests"][0], &["id", "files", "inputs", "covers", "ends"], "the test");
    has_keys(&unit["findings"][0], &["kind", "file", "line", "test", "confirmed"], "the finding");
    let keys = [
        "iterations",
        "solver_queries",
        "solver_unsat",
        "solver_unknown",
        "solver_seconds",
        "instructions",
    ];
    has_keys(&unit["effort"], &keys, "the effort");

    assert_eq!(report["assay"], "0.1.0");
    assert_eq!(report["command"][1], "cover");
    assert_eq!((&unit["name"], &unit["file"]), (&"main".into(), &"many.c".into()));
    assert_eq!(unit["findings"][0]["kind"], "out-of-bounds");
    assert_eq!(
        (&unit["findings"][0]["line"], &unit["findings"][0]["confirmed"]),
        (&8.into(), &true.into())
    );
}

#[test]
fn verdicts_tests_and_counts_agree() {
    let place = Workplace::new();
    write(&place, "three.c", THREE_OF_FOUR);
    assert_eq!(assay(&place, &["cover", "three.c", "--time", "1h", "--out", "out"]).code(), 0);
    let report = report(&place);
    let unit = &report.units[0];
    let ids: BTreeSet<&str> = unit.objectives.iter().map(|objective| &*objective.id).collect();
    assert_eq!(ids.len(), 4, "ids are unique");
    let covered_by_tests: BTreeSet<&str> =
        unit.tests.iter().flat_map(|test| &test.covers).map(String::as_str).collect();
    assert!(covered_by_tests.is_subset(&ids));
    let branch = &unit.criteria["branch"];
    assert_eq!((branch.covered, branch.confirmed, branch.total), (3, 3, 4));
    assert_eq!((branch.infeasible + branch.unknown, branch.cov), (1, 75.0));
    assert_eq!(covered_by_tests.len(), 3);
    for file in unit.tests.iter().flat_map(|test| &test.files) {
        assert!(place.path("out").join(file).exists(), "{file} is not there");
    }
}

/// Names and contents of a folder's files.
fn contents(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = std::fs::read_dir(folder).expect("the folder is there");
    let read = |path: std::path::PathBuf| {
        let name = path.file_name().unwrap_or_default().display().to_string();
        (name, std::fs::read(&path).expect("only files"))
    };
    entries.map(|entry| read(entry.expect("the folder can be read").path())).collect()
}

#[test]
fn the_same_seed_and_iterations_give_the_same_bytes() {
    let place = Workplace::new();
    let program = include_str!("../../../../tests/programs/explore_state_machine.c");
    write(&place, "machine.c", program);
    let run = || {
        let arguments = ["--jobs", "1", "--iterations", "12", "--seed", "7", "--out", "out"];
        let finished = assay(&place, &[&["cover", "machine.c"], &arguments[..]].concat());
        assert_eq!(finished.code(), 0, "{}", finished.stderr);
        contents(&place.path("out/tests"))
    };
    let (first, second) = (run(), run());
    assert!(first.keys().any(|name| name.starts_with("t0002")), "{:?}", first.keys());
    assert!(first == second, "the folders differ");
}

#[test]
fn an_earlier_run_leaves_no_tests_behind() {
    let place = Workplace::new();
    write(&place, "small.c", SMALL);
    write(&place, "none.c", "int main(void) { return 0; }\n");
    let run = |name| assay(&place, &["cover", name, "--time", "1h", "--out", "out"]).code();
    assert_eq!((run("small.c"), report(&place).units[0].tests.len()), (0, 4));
    assert_eq!(run("none.c"), 0);
    let left = contents(&place.path("out/tests"));
    let tests = left.keys().filter(|name| name.starts_with("t0")).count();
    assert_eq!(tests, report(&place).units[0].tests.len());
}

#[test]
fn two_threads_cover_what_one_covers() {
    let place = Workplace::new();
    let program = include_str!("../../../../tests/programs/explore_sort.c");
    write(&place, "sort.c", program);
    let covered = |jobs| {
        let arguments = ["--time", "1h", "--exhaust", "--out", "out", "--jobs", jobs];
        assert_eq!(assay(&place, &[&["cover", "sort.c"], &arguments[..]].concat()).code(), 0);
        let unit = report(&place).units.remove(0);
        let covered: BTreeSet<String> =
            unit.tests.into_iter().flat_map(|test| test.covers).collect();
        (covered, unit.effort.paths)
    };
    let one = covered("1");
    assert!(!one.0.is_empty());
    assert_eq!(one, covered("2"));
}

#[test]
fn every_format_has_a_file_for_every_test() {
    let place = Workplace::new();
    write(&place, "small.c", SMALL);
    let formats = ["--format", "c,ktest,testcomp", "--out", "out"];
    let finished = assay(&place, &[&["cover", "small.c"], &formats[..]].concat());
    assert_eq!(finished.code(), 0, "{}", finished.stderr);
    let unit = report(&place).units.remove(0);
    assert_eq!(unit.tests.len(), 4);
    for test in &unit.tests {
        let id = &test.id;
        let expected = ["tests/ID.c", "tests/ID.ktest", "tests/testcomp/ID.xml"];
        assert_eq!(test.files, expected.map(|file| file.replace("ID", id)));
        assert!(test.files.iter().all(|file| place.path("out").join(file).exists()));
    }
    let archive = std::fs::read(place.path("out/tests/testcomp.zip")).expect("there is an archive");
    let names = |name: &str| archive.windows(name.len()).filter(|w| *w == name.as_bytes()).count();
    // Once before the file and once in the directory at the end.
    assert_eq!((names("metadata.xml"), names("t0004.xml"), names("t0005.xml")), (2, 2, 0));
}

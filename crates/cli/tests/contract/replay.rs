//! `assay replay`: 0 if all is seen again, 1 if not, 3 if the folder is not as it was left.

use crate::workplace::{Finished, Workplace};
use crate::{assay, report, write};
use std::path::PathBuf;

const PROGRAM: &str = include_str!("../../../../examples/valves.c");

/// A folder with results of the example.
fn covered() -> Workplace {
    let place = Workplace::new();
    write(&place, "valves.c", PROGRAM);
    let finished = assay(&place, &["cover", "valves.c", "--jobs", "1", "--out", "out"]);
    assert_eq!(finished.code(), 0, "{}", finished.stderr);
    place
}

fn replay(place: &Workplace) -> Finished {
    assay(place, &["replay", "out"])
}

/// Puts other text into a file, and gives back what was there.
fn change(place: &Workplace, file: &str, from: &str, to: &str) -> String {
    let path: PathBuf = place.path(file);
    let text = std::fs::read_to_string(&path).unwrap();
    assert!(text.contains(from), "{file} has no '{from}'");
    std::fs::write(&path, text.replacen(from, to, 1)).unwrap();
    text
}

fn is_rejected(place: &Workplace, file: &str, reason: &str) {
    let finished = replay(place);
    assert_eq!(finished.code(), 3, "{}{}", finished.stdout, finished.stderr);
    assert!(finished.stderr.contains(file), "{}", finished.stderr);
    assert!(finished.stderr.contains(reason), "{}", finished.stderr);
}

#[test]
fn what_was_confirmed_is_confirmed_again() {
    let place = covered();
    let before = report(&place);
    change(&place, "out/report.json", "\"confirmed\": 12", "\"confirmed\": 0");
    change(&place, "out/report.json", "\"confirmed\": true", "\"confirmed\": false");
    let finished = replay(&place);
    assert_eq!(finished.code(), 0, "{}{}", finished.stdout, finished.stderr);
    assert!(
        finished.stdout.contains("12 of 12 covered objectives confirmed"),
        "{}",
        finished.stdout
    );
    assert!(finished.stdout.contains("agrees on 14 of 14 objectives"), "{}", finished.stdout);
    assert_eq!(report(&place), before);
    assert!(!place.path("out/.assay/scratch").exists());
}

#[test]
fn a_program_that_has_changed_gives_differences() {
    let place = covered();
    let tests = report(&place).units[0].tests.clone();
    change(&place, "valves.c", "return 1;", "return 9;");
    let finished = replay(&place);
    assert_eq!(finished.code(), 1, "{}{}", finished.stdout, finished.stderr);
    assert!(finished.stdout.contains("the program has changed since"), "{}", finished.stdout);
    assert!(finished.stdout.contains("ends with exit 9, was exit 1"), "{}", finished.stdout);
    let after = report(&place).units[0].tests.clone();
    assert_eq!(after.len(), tests.len());
    assert!(after.iter().any(|test| test.native.as_deref() == Some("exit 9")));
}

#[test]
fn a_folder_edited_by_hand_is_told_and_kept() {
    let place = covered();
    let before = std::fs::read(place.path("out/report.json")).unwrap();

    let text = change(&place, "out/tests/t0001.c", "int32_t, ", "int32_t, 7");
    is_rejected(&place, "t0001.c", "was changed since Assay wrote it");
    std::fs::write(place.path("out/tests/t0001.c"), &text).unwrap();

    let text = change(&place, "out/tests/t0002.c", "};", "}");
    is_rejected(&place, "t0002.c", "was changed since Assay wrote it");
    std::fs::remove_file(place.path("out/tests/t0002.c")).unwrap();
    is_rejected(&place, "t0002.c", "is missing");
    std::fs::write(place.path("out/tests/t0002.c"), &text).unwrap();

    let text = change(&place, "out/tests/suite.jsonl", "\"id\":\"t0002\"", "\"id\":2");
    is_rejected(&place, "suite.jsonl", "line 3");
    std::fs::write(place.path("out/tests/suite.jsonl"), &text).unwrap();

    let text = change(&place, "out/report.json", "\"id\": \"t0003\"", "\"id\": \"t0009\"");
    is_rejected(&place, "report.json", "only in one of");
    std::fs::write(place.path("out/report.json"), text.replacen('{', "[", 1)).unwrap();
    is_rejected(&place, "report.json", "line");
    std::fs::write(place.path("out/report.json"), &text).unwrap();

    assert_eq!(std::fs::read(place.path("out/report.json")).unwrap(), before);
    assert_eq!(replay(&place).code(), 0);
}

#[test]
fn a_folder_without_results() {
    let place = Workplace::new();
    is_rejected(&place, "out", "No such file");
    std::fs::create_dir(place.path("out")).unwrap();
    is_rejected(&place, "out", "there is no report.json in it");
}

//! What is more than there can be is said and cut, or rejected with what to do; nothing is taken
//! silently.

use crate::programs::SMALL;
use crate::workplace::Workplace;
use crate::{assay, report, write};
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;

const TEXT: &str =
    "int f(const char *p, int n) { if (n > 3 && p[0] == 'x') return 1; return 0; }\n";

fn cover<'a>(more: &[&'a str]) -> Vec<&'a str> {
    let fixed =
        ["cover", "text.c", "--entry", "f", "--no-prove", "--iterations", "5", "--out", "out"];
    [&fixed[..], more].concat()
}

#[test]
fn more_jobs_than_are_of_use_are_cut() {
    let place = Workplace::new();
    write(&place, "text.c", TEXT);
    for jobs in ["100000", "18446744073709551615"] {
        let finished = assay(&place, &cover(&["--jobs", jobs]));
        assert_eq!(finished.code(), 0, "{}", finished.stderr);
        let notes = report(&place).notes;
        assert!(notes.iter().any(|note| note.contains(&format!("--jobs {jobs}:"))), "{notes:?}");
    }
}

#[test]
fn contracts_that_cannot_be_kept_are_told() {
    let place = Workplace::new();
    write(&place, "text.c", TEXT);
    write(&place, "long.toml", "[f]\np = { length = 1000000000 }\n");
    let finished = assay(&place, &cover(&["--contract", "long.toml"]));
    assert_eq!(finished.code(), 3, "{}", finished.stderr);
    assert!(finished.stderr.contains("length = 1000000000"), "{}", finished.stderr);

    write(&place, "other.toml", "[g]\np = { non-null = true }\n");
    let finished = assay(&place, &cover(&["--contract", "other.toml"]));
    assert_eq!(finished.code(), 0, "{}", finished.stderr);
    let notes = report(&place).notes;
    assert!(notes.iter().any(|note| note.contains("contract of `g` is not used")), "{notes:?}");
}

#[test]
fn lines_of_a_focus_count_from_one_upwards() {
    let place = Workplace::new();
    write(&place, "text.c", TEXT);
    for lines in ["text.c:0", "text.c:9-3"] {
        let finished = assay(&place, &cover(&["--focus", lines]));
        assert_eq!(finished.code(), 3, "{}", finished.stderr);
        assert!(finished.stderr.contains("lines count from 1"), "{}", finished.stderr);
    }
}

#[test]
fn a_source_whose_name_is_no_text_is_rejected_for_that() {
    let place = Workplace::new();
    let name = OsStr::from_bytes(b"odd\xff.c");
    std::fs::write(place.path("").join(name), SMALL).unwrap();
    let mut command = place.assay(&["cover", "--out", "out"]);
    command.arg(name);
    let finished = place.finish(command, crate::LIMIT).expect("it ends");
    assert_eq!(finished.code(), 3, "{}", finished.stderr);
    assert!(finished.stderr.contains("not UTF-8"), "{}", finished.stderr);
    assert!(!place.path("out").exists());
}

#[test]
fn globals_that_do_not_fit_are_rejected() {
    let place = Workplace::new();
    write(&place, "text.c", "static char a[1UL << 32];\nint f(int x) { return a[x & 7]; }\n");
    let finished = assay(&place, &cover(&[]));
    assert_eq!(finished.code(), 3, "{}", finished.stderr);
    assert!(finished.stderr.contains("the global variables take 409"), "{}", finished.stderr);
}

/// A message that names the limit, and not clang or Assay as what is wrong.
#[test]
fn what_the_system_does_not_give_is_named() {
    let place = Workplace::new();
    write(&place, "text.c", TEXT);
    let mut command = place.assay(&cover(&[]));
    with_open_files(&mut command, 5);
    let finished = place.finish(command, crate::LIMIT).expect("it ends");
    assert_eq!(finished.code(), 3, "{}", finished.stderr);
    assert!(finished.stderr.contains("ulimit"), "{}", finished.stderr);
    assert!(!finished.stderr.contains("rejects"), "{}", finished.stderr);
}

fn with_open_files(command: &mut std::process::Command, count: u64) {
    use std::os::unix::process::CommandExt;
    let limit = libc::rlimit { rlim_cur: count, rlim_max: count };
    // SAFETY: setrlimit may be called between fork and exec, and reads only `limit`.
    unsafe {
        command.pre_exec(move || {
            libc::setrlimit(libc::RLIMIT_NOFILE, &limit);
            Ok(())
        });
    }
}

#[test]
fn what_is_nested_too_deeply_for_a_coverage_map_is_tested_without() {
    let place = Workplace::new();
    let one = |at: usize| format!("if (x == {}) return {at};\n  else ", at + 1);
    let conditions: String = (0..9000).map(one).collect();
    write(&place, "deep.c", format!("int f(int x) {{\n  {conditions}return -1;\n}}\n"));
    let arguments = ["cover", "deep.c", "--no-prove", "--iterations", "5", "--out", "out"];
    let finished = assay(&place, &arguments);
    assert_eq!(finished.code(), 0, "{}", finished.stderr);
    let report = report(&place);
    assert!(report.notes.iter().any(|note| note.contains("coverage map")), "{:?}", report.notes);
    let summary = &report.units[0].criteria["branch"];
    // Compilers go as deep for the native run, and for the tests as they are written.
    assert_eq!(summary.confirmed, summary.covered);
    assert!(summary.covered >= 9000, "{summary:?}");
    let broken = report.notes.iter().find(|note| note.contains("NOT"));
    assert_eq!(broken, None);
}

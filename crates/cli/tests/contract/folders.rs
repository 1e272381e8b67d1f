//! The output folder: what the user has there stays, and one run writes to it at a time.

use crate::programs::{ENDLESS_PATHS, SMALL, THREE_OF_FOUR};
use crate::workplace::{Finished, Workplace};
use crate::{LIMIT, assay, report, write};
use std::fs;
use std::io::Read;
use std::os::unix::fs::{FileTypeExt, MetadataExt, PermissionsExt, symlink};
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

fn cover(place: &Workplace, arguments: &[&str]) -> Finished {
    let quick = ["cover", "small.c", "--jobs", "1", "--no-prove"];
    assay(place, &[&quick, arguments].concat())
}

fn text(place: &Workplace, name: &str) -> String {
    fs::read_to_string(place.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// A workplace with a program in it.
fn with_small() -> Workplace {
    let place = Workplace::new();
    write(&place, "small.c", SMALL);
    place
}

#[test]
fn a_folder_with_tests_of_its_own_is_refused() {
    let place = with_small();
    fs::create_dir_all(place.path("tests/deep")).unwrap();
    write(&place, "tests/deep/precious.c", "int precious;\n");
    let finished = cover(&place, &["--out", "."]);
    assert_eq!(finished.code(), 3);
    let words = "tests holds what Assay has not written (deep)";
    assert!(finished.stderr.contains(words), "{}", finished.stderr);
    assert_eq!(text(&place, "tests/deep/precious.c"), "int precious;\n");
    assert!(!place.path("report.json").exists());
}

#[test]
fn every_name_that_would_be_written_is_looked_at() {
    for name in ["report.json", "report.html", "proofs", "tests", ".assay"] {
        let place = with_small();
        fs::create_dir(place.path("out")).unwrap();
        write(&place, &format!("out/{name}"), "mine");
        let finished = cover(&place, &["--out", "out"]);
        assert_eq!(finished.code(), 3, "{name}");
        let words = format!("{name} was not written by Assay");
        assert!(finished.stderr.contains(&words), "{}", finished.stderr);
        assert_eq!(text(&place, &format!("out/{name}")), "mine");
    }
    for name in ["tests", "proofs", "report.json"] {
        let place = with_small();
        fs::create_dir(place.path("out")).unwrap();
        fs::create_dir(place.path("elsewhere")).unwrap();
        symlink("../elsewhere", place.path(&format!("out/{name}"))).unwrap();
        assert_eq!(cover(&place, &["--out", "out"]).code(), 3, "{name}");
        assert_eq!(fs::read_dir(place.path("elsewhere")).unwrap().count(), 0);
    }
    let place = with_small();
    fs::create_dir(place.path("out")).unwrap();
    write(&place, "out/runs.jsonl", "mine");
    let strategies = ["--search", "dfs,bfs", "--seeds", "1", "--iterations", "5", "--out", "out"];
    let finished = assay(&place, &[&["compare", "small.c"], &strategies[..]].concat());
    assert_eq!(finished.code(), 3);
    assert_eq!(text(&place, "out/runs.jsonl"), "mine");
}

#[test]
fn what_is_beside_the_results_stays() {
    let place = with_small();
    assert_eq!(cover(&place, &["--out", "."]).code(), 0, "nothing is in the way");
    fs::create_dir(place.path("scratch")).unwrap();
    write(&place, "scratch/mine", "mine");
    write(&place, "tests.new", "mine");
    assert_eq!(cover(&place, &["--out", "."]).code(), 0);
    assert_eq!(text(&place, "small.c"), SMALL);
    assert_eq!(text(&place, "scratch/mine"), "mine");
    assert_eq!(text(&place, "tests.new"), "mine");
}

#[test]
fn files_and_edits_of_the_user_outlive_another_run() {
    let place = Workplace::new();
    write(&place, "small.c", THREE_OF_FOUR);
    let run = || assay(&place, &["cover", "small.c", "--jobs", "1", "--out", "out"]);
    assert_eq!(run().code(), 0);
    let first = text(&place, "out/tests/t0001.c");
    let proof = "out/proofs/main/proof.smt2";
    let edited = ["out/tests/t0001.c", "out/tests/Makefile", "out/report.html", proof];
    for name in edited {
        write(&place, name, text(&place, name) + "\n# edited\n");
    }
    write(&place, "out/tests/mine.c", "int mine;\n");
    write(&place, "out/proofs/mine.txt", "mine");
    symlink("mine.c", place.path("out/tests/link.c")).unwrap();
    assert_eq!(run().code(), 0);
    for name in edited {
        let kept = text(&place, &format!("{name}.kept"));
        assert!(kept.ends_with("\n# edited\n"), "{name}");
        assert!(!text(&place, name).ends_with("\n# edited\n"), "{name}");
    }
    assert_eq!(text(&place, "out/tests/t0001.c"), first);
    assert_eq!(text(&place, "out/tests/mine.c"), "int mine;\n");
    assert_eq!(text(&place, "out/proofs/mine.txt"), "mine");
    assert!(fs::symlink_metadata(place.path("out/tests/link.c")).unwrap().is_symlink());
    let notes = report(&place).notes;
    let is_told = notes.iter().any(|note| note.starts_with("kept as t0001.c.kept: tests/t0001.c"));
    assert!(is_told, "{notes:?}");
    assert_eq!(run().code(), 0);
    assert!(!place.path("out/tests/t0001.c.kept-2").exists(), "nothing was edited since");
}

#[test]
fn what_make_has_built_is_not_kept() {
    let place = with_small();
    assert_eq!(cover(&place, &["--out", "out"]).code(), 0);
    let make =
        || place.finish(place.tool("make", &["-C", "out/tests", "coverage"]), LIMIT).unwrap();
    assert_eq!(make().code(), 0);
    assert!(place.path("out/tests/coverage.json").exists());
    assert_eq!(cover(&place, &["--out", "out"]).code(), 0);
    assert!(!place.path("out/tests/coverage.json").exists());
    assert!(!place.path("out/tests/build").exists());
    assert_eq!(make().code(), 0);
}

/// A run that does not end by itself and has begun to write.
fn endless(place: &Workplace) -> Child {
    write(place, "endless.c", ENDLESS_PATHS);
    let arguments = ["cover", "endless.c", "--time", "1h", "--no-prove", "--out", "out"];
    let mut command = place.assay(&arguments);
    let child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let started = Instant::now();
    while !place.path("out/report.json").exists() {
        assert!(started.elapsed() < LIMIT, "nothing is written");
        std::thread::sleep(Duration::from_millis(5));
    }
    child
}

#[test]
fn one_run_at_a_time_writes_to_a_folder() {
    let place = with_small();
    let mut other = endless(&place);
    let holder = format!("process {}, writes to out", other.id());
    let strategies = ["--search", "dfs,bfs", "--seeds", "1", "--iterations", "5"];
    let commands: [&[&str]; 5] = [
        &["cover", "small.c", "--out", "out"],
        &["measure", "small.c", "--out", "out", "--", "true"],
        &[&["compare", "small.c", "--out", "out"], &strategies[..]].concat(),
        &["report", "out"],
        &["cover", "small.c", "--resume", "--out", "out"],
    ];
    for command in commands {
        let finished = assay(&place, command);
        assert_eq!(finished.code(), 3, "{command:?}");
        assert!(finished.stderr.contains(&holder), "{command:?}: {}", finished.stderr);
    }
    assert_eq!(assay(&place, &["replay", "out"]).code(), 3);
    assert_eq!(assay(&place, &["report", "out", "--output", "-"]).code(), 0, "that only reads");
    other.kill().expect("it runs for an hour");
    other.wait().expect("the child is ours");
    assert_eq!(cover(&place, &["--out", "out"]).code(), 0, "the lock of a dead process is free");
}

#[test]
fn an_export_goes_through_what_the_user_names() {
    let place = with_small();
    assert_eq!(cover(&place, &["--out", "out"]).code(), 0);
    let export = |target: &str| {
        let arguments = ["report", "out", "--export", "lcov", "--output", target];
        let finished = assay(&place, &arguments);
        assert_eq!(finished.code(), 0, "{target}: {}", finished.stderr);
    };
    write(&place, "target.info", "old, and longer than any export of such a small program can be");
    fs::set_permissions(place.path("target.info"), fs::Permissions::from_mode(0o640)).unwrap();
    fs::hard_link(place.path("target.info"), place.path("other.info")).unwrap();
    symlink("target.info", place.path("link.info")).unwrap();
    export("link.info");
    let exported = text(&place, "other.info");
    assert!(exported.starts_with("TN:") || exported.starts_with("SF:"), "{exported}");
    assert!(fs::symlink_metadata(place.path("link.info")).unwrap().is_symlink());
    let facts = fs::metadata(place.path("target.info")).unwrap();
    assert_eq!((facts.mode() & 0o777, facts.nlink()), (0o640, 2));
    assert_eq!(text(&place, "target.info"), exported);

    let pipe = place.path("pipe");
    let made = place.tool("mkfifo", &["pipe"]).status().unwrap();
    assert!(made.success());
    let reader = std::thread::spawn({
        let pipe = pipe.clone();
        move || {
            let mut read = String::new();
            fs::File::open(pipe).unwrap().read_to_string(&mut read).unwrap();
            read
        }
    });
    export("pipe");
    assert_eq!(reader.join().unwrap(), exported);
    assert!(fs::symlink_metadata(&pipe).unwrap().file_type().is_fifo());
    export("/dev/null");

    let printed = |target| {
        let arguments = ["report", "out", "--export", "lcov", "--output", target];
        assay(&place, &arguments).stdout
    };
    assert_eq!(printed("/dev/stdout"), printed("-"));
}

//! Tests in C are written, built and run with make, as a user would.

use assay_c_testing::format::format_named;
use assay_c_testing::{ExternalFunction, Externals, SourceUnit, Subject};
use assay_language::{Reached, TestCase};
use assay_output::Folder;
use assay_program::Scalar;
use assay_verdict::{Ending, FindingKind, InputSource, InputValue, Shown};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A project with spaces in its path and a header behind a relative include path.
fn project(name: &str) -> PathBuf {
    let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("emitted {name}"));
    let _ = fs::remove_dir_all(&root);
    fs::create_dir_all(root.join("the headers")).unwrap();
    fs::write(root.join("the headers/grades.h"), "#define LIMIT MAXIMUM\n").unwrap();
    let program = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/programs/grades.c");
    fs::copy(program, root.join("my grades.c")).unwrap();
    root
}

fn subject(root: &Path) -> Subject {
    Subject {
        sources: vec![SourceUnit {
            folder: root.to_path_buf(),
            file: "my grades.c".into(),
            flags: vec!["-I".into(), "the headers".into(), "-DMAXIMUM=(100)".into(), "-w".into()],
        }],
        is_32_bit: false,
        externals: Externals {
            functions: vec![ExternalFunction {
                name: "bonus".into(),
                returns: vec![Scalar::Integer(32)],
                params: vec![],
                prototype: Default::default(),

                never_returns: false,
            }],
            objects: vec![],
            ..Externals::default()
        },
        interface: None,
        has_decisions: false,
    }
}

fn input(source: InputSource, bytes: &[u8], shown: Shown) -> InputValue {
    InputValue { name: "x".into(), source, bytes: bytes.to_vec(), shown }
}

fn nondet(function: &str, bytes: &[u8], shown: Shown) -> InputValue {
    input(InputSource::Nondet { function: function.into() }, bytes, shown)
}

fn test(number: u32, points: i32, ends: Ending) -> TestCase {
    TestCase {
        id: format!("t{number:04}"),
        inputs: vec![nondet("__VERIFIER_nondet_int", &points.to_le_bytes(), Shown::Signed)],
        ends,
        surroundings: Default::default(),
        reaches: vec![Reached {
            file: "my grades.c".into(),
            line: 21,
            column: 9,
            outcome: "true".into(),
        }],
        observed: vec![],
        depends_on_addresses: false,
        wording: Default::default(),
    }
}

fn finding(finding: FindingKind) -> Ending {
    Ending::Finding { finding }
}

fn test_of_all_families(number: u32) -> TestCase {
    let mut test = test(number, 18, Ending::Return { exit_code: 255 });
    test.inputs.extend([
        input(InputSource::Object { name: "other".into() }, &(-7i32).to_le_bytes(), Shown::Signed),
        input(InputSource::Object { name: "name".into() }, b"\"*/\x011\0\0\0", Shown::Text),
        nondet("__VERIFIER_nondet_double", &0.1f64.to_le_bytes(), Shown::Float),
        input(
            InputSource::External { function: "bonus".into() },
            &(-3i32).to_le_bytes(),
            Shown::Signed,
        ),
        nondet("__VERIFIER_nondet_uchar", &[2], Shown::Unsigned),
    ]);
    test.inputs[2].bytes[4] = b'z';
    test
}

fn write(root: &Path, tests: &[TestCase]) -> PathBuf {
    write_for(&subject(root), root, tests)
}

fn write_for(subject: &Subject, root: &Path, tests: &[TestCase]) -> PathBuf {
    let folder = root.join("out dir/tests");
    let format = format_named("c").unwrap();
    let place = Folder::plain(&folder);
    (format.prepare)(&place, subject).unwrap();
    for test in tests {
        let files = (format.write)(&place, subject, test).unwrap();
        assert_eq!(files, [format!("{}.c", test.id)]);
    }
    folder
}

fn make(folder: &Path, target: &str) -> Output {
    Command::new("make").arg("-C").arg(folder).args([target, "TIMEOUT=2"]).output().unwrap()
}

fn text(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

fn all_endings() -> Vec<TestCase> {
    vec![
        test(1, 5, Ending::Return { exit_code: 0 }),
        test(2, 101, Ending::Exit { exit_code: 3 }),
        test(3, 13, finding(FindingKind::Abort)),
        test(4, 14, finding(FindingKind::DivisionByZero)),
        test(5, 15, finding(FindingKind::NullDereference)),
        test(6, 16, finding(FindingKind::Assertion)),
        test(7, 17, finding(FindingKind::Timeout)),
        test(8, -1, Ending::AssumptionFailed),
        test_of_all_families(9),
        test(10, 14, finding(FindingKind::OutOfBounds)),
    ]
}

#[test]
fn check_runs_every_test_and_compares_how_it_ends() {
    let folder = write(&project("check"), &all_endings());
    let output = make(&folder, "check");
    let text = text(&output);
    assert!(output.status.success(), "{text}");
    for line in [
        "ok    t0001  exit 0",
        "ok    t0002  exit 3",
        "ok    t0003  SIGABRT",
        "ok    t0004  SIGFPE",
        "ok    t0005  SIGSEGV",
        "ok    t0006  SIGABRT",
        "ok    t0007  timeout",
        "ok    t0008  assumption failed",
        "ok    t0009  exit 255",
        "ran   t0010  SIGFPE, and nothing is compared",
        "10 tests, 0 failed, 1 only run",
    ] {
        assert!(text.contains(line), "{line} is missing in\n{text}");
    }
    let compiled = text.lines().filter(|line| line.contains("-c 'my grades.c'")).count();
    assert_eq!(compiled, 1, "the subject is compiled once:\n{text}");
    assert!(folder.join("build/check/subject0.o").exists(), "and kept for tests to come");
}

#[test]
fn check_fails_when_a_test_ends_otherwise_or_takes_other_inputs() {
    let mut wrong_input = test(2, 18, Ending::Return { exit_code: 0 });
    wrong_input.inputs.push(nondet("__VERIFIER_nondet_double", &[0; 8], Shown::Float));
    let tests = [test(1, 5, Ending::Return { exit_code: 1 }), wrong_input];
    let output = make(&write(&project("wrong"), &tests), "check");
    let text = text(&output);
    assert!(!output.status.success(), "{text}");
    assert!(text.contains("FAIL  t0001  expected exit 1, got exit 0"), "{text}");
    assert!(text.contains("FAIL  t0002  expected exit 0, got diverged"), "{text}");
}

#[test]
fn coverage_is_kept_even_from_tests_that_crash() {
    let root = project("coverage");
    let folder = write(&root, &all_endings());
    let output = make(&folder, "coverage");
    assert!(output.status.success(), "{}", text(&output));
    let export: serde_json::Value =
        serde_json::from_slice(&fs::read(folder.join("coverage.json")).unwrap()).unwrap();
    let files = export["data"][0]["files"].as_array().unwrap();
    let name = |file: &serde_json::Value| file["filename"].as_str().unwrap().to_string();
    assert!(files.iter().all(|file| !name(file).contains("assay_")), "only the subject counts");
    let subject = files.iter().find(|file| name(file).ends_with("/my grades.c")).unwrap();
    let lines = &subject["summary"]["lines"];
    assert_eq!(lines["count"], lines["covered"], "every line runs in some test: {lines}");
}

#[test]
fn thirty_two_bit_subjects_are_tested_and_measured_as_such() {
    let root = project("32-bit");
    let subject = Subject { is_32_bit: true, ..subject(&root) };
    let tests = [test(1, 5, Ending::Return { exit_code: 0 }), test_of_all_families(9)];
    let folder = write_for(&subject, &root, &tests);
    let checked = make(&folder, "check");
    assert!(checked.status.success(), "{}", text(&checked));
    let header = fs::read(folder.join("build/check/t0001")).unwrap();
    assert_eq!(header[4], 1, "the class of a 32-bit ELF file");
    let measured = make(&folder, "coverage");
    assert!(measured.status.success(), "{}", text(&measured));
}

#[test]
fn a_test_is_short_and_says_what_it_is_for() {
    let folder = write(&project("text"), &[test_of_all_families(9)]);
    let expected = r#"/* t0009
 * Expect: exit 255
 *
 * Ends: main returns 255
 * Reaches:
 *   my grades.c:21:9 true
 */
#include "assay_inputs.h"

const struct assay_input assay_inputs[] = {
    NONDET("__VERIFIER_nondet_int", int32_t, 18), /* x#1 */
    OBJECT("other", int32_t, -7), /* x#2 */
    OBJECT("name", unsigned char[8], "\"*/\001z"), /* x#3 */
    NONDET("__VERIFIER_nondet_double", double, 0.1), /* x#4 */
    EXTERNAL("bonus", int32_t, -3), /* x#5 */
    NONDET("__VERIFIER_nondet_uchar", uint8_t, 2u), /* x#6 */
    END,
};
"#;
    assert_eq!(fs::read_to_string(folder.join("t0009.c")).unwrap(), expected);
}

#[test]
fn names_of_the_program_cannot_break_the_source_of_a_test() {
    let mut test = test(1, 5, Ending::Cut { reason: "a */ b\nc".into() });
    test.inputs[0].name = "*/ int x;".into();
    test.reaches[0].file = "odd*/name.c".into();
    let output = make(&write(&project("names"), &[test]), "check");
    assert!(text(&output).contains("ok    t0001  exit 0"), "{}", text(&output));
}

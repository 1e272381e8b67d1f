//! Tests for Unity, CMocka and GoogleTest are written, built with the framework and run, as a user
//! would. Debian has no package of Unity: a stand-in for it lies in this folder.

use crate::workplace::{Finished, Workplace};
use crate::{LIMIT, assay, write};
use std::fs;

const FORMATS: [&str; 3] = ["unity", "cmocka", "gtest"];

fn cover(place: &Workplace, arguments: &[&str]) {
    write(place, "device.c", include_str!("device.c"));
    write(place, "alarm.c", include_str!("alarm.c"));
    let common = ["cover", "--out", "out", "--jobs", "1", "--time", "1h"];
    let finished = assay(place, &[&common, arguments].concat());
    assert_eq!(finished.code(), 0, "{arguments:?}: {}", finished.stderr);
}

fn make(place: &Workplace, target: &str) -> Finished {
    fs::create_dir_all(place.path("unity")).unwrap();
    write(place, "unity/unity.c", include_str!("unity.c"));
    write(place, "unity/unity.h", include_str!("unity.h"));
    let unity = format!("UNITY_DIR={}", place.path("unity").display());
    let command = place.tool("make", &["-C", "out/tests", target, &unity]);
    place.finish(command, LIMIT).expect("make ends")
}

fn is_green(place: &Workplace, target: &str) {
    let finished = make(place, target);
    let said = format!("{}{}", finished.stdout, finished.stderr);
    assert_eq!(finished.code(), 0, "make {target}: {said}");
}

/// Changes what a file in the folder of tests expects, and sees its target fail where it should.
fn is_red_with(place: &Workplace, target: &str, file: &str, change: [&str; 2], told: &str) {
    let path = place.path("out/tests").join(file);
    let text = fs::read_to_string(&path).unwrap();
    let [right, wrong] = change;
    assert!(text.contains(right), "{file} has no {right}:\n{text}");
    fs::write(&path, text.replacen(right, wrong, 1)).unwrap();
    let finished = make(place, target);
    let said = format!("{}{}", finished.stdout, finished.stderr);
    assert_ne!(finished.code(), 0, "{wrong} in {file} passes: {said}");
    assert!(said.contains(told), "{told} is missing: {said}");
    fs::write(&path, text).unwrap();
}

#[test]
fn tests_of_all_frameworks_pass_and_a_wrong_expectation_fails() {
    let place = Workplace::new();
    cover(&place, &["device.c", "--format", "c,unity,cmocka,gtest"]);
    ["check", "unity", "cmocka", "gtest"].iter().for_each(|target| is_green(&place, target));

    let number = ["result == -1.5", "result == -2.5"];
    is_red_with(&place, "unity", "unity_tests.c", number, "1 Failures");
    is_red_with(&place, "cmocka", "cmocka_tests.c", number, "1 FAILED TEST");
    is_red_with(&place, "gtest", "gtest_cases.c", number, "not as recorded: result == -2.5");

    let ending = ["\"SIGABRT\"", "\"exit 0\""];
    is_red_with(&place, "unity", "unity_tests.c", ending, "expected exit 0, got SIGABRT");
    is_red_with(&place, "cmocka", "cmocka_tests.c", ending, "expected exit 0, got SIGABRT");
    let ending = ["KilledBySignal(SIGFPE)", "ExitedWithCode(0)"];
    is_red_with(&place, "gtest", "gtest_tests.cpp", ending, "1 FAILED TEST");
}

#[test]
fn assertions_are_in_the_words_of_the_framework() {
    let place = Workplace::new();
    cover(&place, &["device.c", "--format", "unity,cmocka,gtest"]);
    let has = |file: &str, words: &[&str]| {
        let text = fs::read_to_string(place.path("out/tests").join(file)).unwrap();
        for word in words {
            assert!(text.contains(word), "{file} has no {word}:\n{text}");
        }
    };
    has(
        "unity_tests.c",
        &[
            "TEST_ASSERT_EQUAL_INT(1, calls);",
            "TEST_ASSERT_TRUE(result);",
            "TEST_ASSERT_EQUAL_PTR(&list1, result);",
            "TEST_ASSERT_EQUAL_INT64(",
            "RUN_ALONE(test_risky_t",
        ],
    );
    has(
        "cmocka_tests.c",
        &["assert_int_equal(calls, 1);", "assert_ptr_equal(result, &list1);", "\"SIGFPE\"),"],
    );
    has("gtest_cases.c", &["EXPECT(calls == 1);", "\nvoid test_risky_t"]);
    has("gtest_tests.cpp", &["TEST(risky, t", "KilledBySignal(SIGABRT)", "ExitedWithCode(3)"]);
    assert!(!place.path("out/tests/t0001.c").exists(), "nobody asked for tests in C");
}

#[test]
fn each_source_has_a_file_of_its_own() {
    let place = Workplace::new();
    cover(&place, &["device.c", "alarm.c", "--format", "unity,cmocka,gtest"]);
    FORMATS.iter().for_each(|target| is_green(&place, target));
    for file in ["unity_tests0.c", "cmocka_tests1.c", "gtest_tests0.cpp", "gtest_cases1.c"] {
        assert!(place.path("out/tests").join(file).exists(), "{file}");
    }
    let change = ["(0, result)", "(5, result)"];
    is_red_with(&place, "unity", "unity_tests1.c", change, "1 Failures");
}

#[test]
fn whole_programs_are_rejected_before_anything_is_written() {
    let place = Workplace::new();
    write(&place, "small.c", crate::programs::SMALL);
    for format in FORMATS {
        let finished = assay(&place, &["cover", "small.c", "--format", format]);
        assert_eq!(finished.code(), 3, "{}", finished.stderr);
        let reason = format!("--format {format} is for tests of functions");
        assert!(finished.stderr.contains(&reason), "{}", finished.stderr);
        assert!(!place.path("assay-out").exists());
    }
}

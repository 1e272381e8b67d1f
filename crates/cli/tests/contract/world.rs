//! What the outside world may answer: proofs that believe no model of it, verdicts that say what
//! they assume, and calls that fail.

use crate::workplace::Workplace;
use crate::{assay, report, write};
use assay_verdict::{Objective, Scope, Verdict};
use std::fs;

/// Every line with `if` asks the world; what is true there, and what is not, is for the world to
/// say.
const ASKING: &str = r#"
#define _GNU_SOURCE
#include <ctype.h>
#include <errno.h>
#include <libintl.h>
#include <locale.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>
extern char **environ;

int ask(int letter) {
    struct timespec pause = {0, 5}, now;
    int answers = 0;
    setlocale(LC_ALL, "");
    if (nanosleep(&pause, 0) == -1) answers++;
    if (usleep(5) == -1) answers++;
    if (sleep(1) != 0) answers++;
    if (alarm(1) != 0) answers++;
    if (getpid() != 1000) answers++;
    if (getuid() == 0) answers++;
    if (getpagesize() != 4096) answers++;
    if (fflush(stdout) != 0) answers++;
    if (sched_yield() != 0) answers++;
    if (pthread_self() != 1) answers++;
    if (strcmp(gettext("yes"), "yes") != 0) answers++;
    if (MB_CUR_MAX > 1) answers++;
    if (clock_gettime(CLOCK_MONOTONIC, &now) != 0) answers++;
    if (write(1, "x", 1) < 0) answers++;
    if (printf("x") < 0) answers++;
    if (strdup("x") == NULL) answers++;
    if (getenv("HOME") != NULL) answers++;
    if (*environ != NULL) answers++;
    if (isalpha(letter | 128)) answers++;
    return answers;
}
"#;

/// With this many runs, every path of the programs here is followed.
const RUNS: [&str; 2] = ["--iterations", "2000"];

fn covered(source: &str, entry: &str, options: &[&str]) -> (Workplace, String) {
    let place = Workplace::new();
    write(&place, "program.c", source);
    let fixed = ["cover", "program.c", "--entry", entry, "--out", "out", "--time", "90s"];
    let finished = assay(&place, &[&fixed[..], &RUNS, options].concat());
    assert_eq!(finished.code(), 0, "{}", finished.stderr);
    (place, finished.stdout)
}

fn objectives(place: &Workplace) -> Vec<Objective> {
    report(place).units.remove(0).objectives
}

#[test]
fn no_answer_of_the_world_is_infeasible_for_all_inputs() {
    let (place, _) = covered(ASKING, "ask", &["--prove-only"]);
    let objectives = objectives(&place);
    assert!(objectives.len() >= 38, "{objectives:?}");
    let is_wrong =
        |of: &&Objective| matches!(of.verdict, Verdict::Infeasible { scope: Scope::AllInputs, .. });
    let wrong: Vec<String> = objectives
        .iter()
        .filter(is_wrong)
        .map(|of| format!("line {} {}", of.line, of.outcome))
        .collect();
    assert!(wrong.is_empty(), "{wrong:?}");
}

/// The result of `printf` is not looked at, and nobody asks for `errno`.
const ASSUMING: &str = r#"
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
int keep(int value) {
    struct timespec now;
    if (clock_gettime(CLOCK_MONOTONIC, &now) != 0)
        return 1;
    int *room = malloc(sizeof *room);
    if (room == NULL)
        return 2;
    printf("%d\n", value);
    free(room);
    if (value > 9)
        if (value < 5)
            return 3;
    return 0;
}
"#;

/// What the verdict on this line assumes, if it is infeasible within bounds.
fn assumed(place: &Workplace, line: u32) -> Option<Vec<String>> {
    objectives(place).into_iter().filter(|of| of.line == line).find_map(|of| match of.verdict {
        Verdict::Infeasible { scope: Scope::Bounded, assumes, .. } => Some(assumes),
        _ => None,
    })
}

#[test]
fn verdicts_within_bounds_name_what_they_assume_of_the_world() {
    let (place, summary) = covered(ASSUMING, "keep", &[]);
    let expected = ["clock_gettime".to_string(), "malloc".to_string()];
    assert_eq!(assumed(&place, 7).as_deref(), Some(&expected[..]));
    assert_eq!(assumed(&place, 10).as_deref(), Some(&expected[..]));
    assert!(
        summary.contains("2 verdicts within bounds: assumed that clock_gettime, malloc answer"),
        "{summary}"
    );
    let explained = assay(&place, &["explain", "out", "program.c:7"]).stdout;
    assert!(explained.contains("though the system may let them fail"), "{explained}");
    assert!(explained.contains("clock_gettime, malloc"), "{explained}");
    let page = fs::read_to_string(place.path("out/report.html")).expect("there is a page");
    assert!(page.contains(r#""assumes":["clock_gettime","malloc"]"#));

    let always = objectives(&place).into_iter().find(|of| of.line == 15 && of.outcome == "true");
    let Some(Verdict::Infeasible { scope, assumes, .. }) = always.map(|of| of.verdict) else {
        panic!("no proof of what two conditions exclude")
    };
    assert_eq!((scope, assumes), (Scope::AllInputs, vec![]));
}

#[test]
fn what_was_let_fail_is_not_assumed() {
    let (place, _) = covered(ASSUMING, "keep", &["--malloc-may-fail"]);
    assert_eq!(assumed(&place, 7), Some(vec!["clock_gettime".to_string()]));
    assert_eq!(assumed(&place, 10), None);

    let (place, _) = covered(ASSUMING, "keep", &["--calls-may-fail"]);
    let branch = report(&place).units[0].criteria["branch"].clone();
    assert_eq!((branch.covered, branch.infeasible, branch.unknown), (7, 1, 0));
    let replayed = assay(&place, &["replay", "out"]);
    assert_eq!(replayed.code(), 0, "{}{}", replayed.stdout, replayed.stderr);
}

#[test]
fn error_numbers_that_no_failing_call_was_given_are_an_assumption() {
    let rest = "
#include <errno.h>
#include <unistd.h>
int rest(unsigned time) {
    if (usleep(time) == -1)
        return errno == EINVAL ? 1 : 2;
    return 0;
}
";
    let (place, _) = covered(rest, "rest", &["--calls-may-fail"]);
    assert_eq!(assumed(&place, 6), Some(vec!["usleep".to_string()]));
}

#[test]
fn a_call_without_a_model_can_fail() {
    let source = "
#include <errno.h>
#include <sys/socket.h>
int reach(void) {
    int end = socket(AF_INET, SOCK_STREAM, 0);
    if (end < 0)
        return errno == EMFILE ? 1 : 2;
    return 0;
}
";
    let (place, _) = covered(source, "reach", &["--calls-may-fail"]);
    let is_covered = |of: &&Objective| matches!(of.verdict, Verdict::Covered { .. });
    let objectives = objectives(&place);
    let covered: Vec<(u32, &str)> =
        objectives.iter().filter(is_covered).map(|of| (of.line, of.outcome.as_str())).collect();
    assert_eq!(covered, [(6, "true"), (6, "false"), (7, "true"), (7, "false")]);
}

#[test]
fn tests_say_which_calls_fail_and_what_comes_of_it() {
    let (place, _) = covered(ASSUMING, "keep", &["--calls-may-fail"]);
    let report = report(&place);
    let failing = report.units[0]
        .tests
        .iter()
        .find(|test| test.inputs.0.iter().any(|(name, _)| name == "errno of malloc 1"));
    let test = failing.expect("a test in which malloc fails");
    let text = fs::read_to_string(place.path("out").join(&test.files[0])).expect("its source");
    assert!(text.contains("FAILING({\"malloc\", 1, 12 /* ENOMEM */});"), "{text}");
    assert!(text.contains("EXPECT(result == 2);"), "{text}");
    for test in &report.units[0].tests {
        let text = fs::read_to_string(place.path("out").join(&test.files[0])).expect("its source");
        assert!(text.contains("EXPECT("), "{text}");
    }
}

/// The tests of functions, replayed.
fn sources_of_tests(place: &Workplace) -> Vec<String> {
    let replayed = assay(place, &["replay", "out"]);
    assert_eq!(replayed.code(), 0, "{}{}", replayed.stdout, replayed.stderr);
    let source = |file| fs::read_to_string(place.path("out").join(file)).expect("its source");
    let tests = report(place).units.remove(0).tests;
    tests.iter().map(|test| source(&test.files[0])).collect()
}

#[test]
fn a_call_that_does_a_part_does_the_same_natively() {
    let source = r#"
#include <fcntl.h>
#include <unistd.h>
int keep(void) {
    int file = open("kept", O_CREAT | O_RDWR, 0600);
    if (file < 0)
        return 1;
    long (*put)(int, const void *, unsigned long) = (void *)write;
    long count = put(file, "abcdef", 6);
    return count == 5 ? 2 : 0;
}
"#;
    let (place, _) = covered(source, "keep", &["--calls-may-fail"]);
    let branch = report(&place).units[0].criteria["branch"].clone();
    assert_eq!((branch.covered, branch.confirmed), (4, 4));
    let tests = sources_of_tests(&place);
    let test = tests.iter().find(|text| text.contains("EXPECT(result == 2);"));
    let text = test.expect("a test in which write writes five bytes");
    assert!(text.contains(r#"FAILING({"write", 1, 0, 5 /* at most */});"#), "{text}");
}

#[test]
fn every_one_of_several_calls_fails() {
    let source = "
#include <unistd.h>
int insist(void) {
    for (int tries = 0; tries < 3; tries++)
        if (write(1, \"x\", 1) == 1)
            return tries;
    return 9;
}
";
    let (place, _) = covered(source, "insist", &["--calls-may-fail"]);
    let branch = report(&place).units[0].criteria["branch"].clone();
    assert_eq!((branch.covered, branch.confirmed), (4, 4));
    let tests = sources_of_tests(&place);
    assert!(tests.iter().any(|text| text.contains("EXPECT(result == 9);")), "{tests:?}");
}

#[test]
fn what_only_the_system_knows_may_be_less_than_was_asked_for() {
    let source = "
#include <sys/socket.h>
int take(int end) {
    char text[8];
    long count = recv(end, text, sizeof text, 0);
    if (count == 3)
        return text[2] == 'x' ? 1 : 2;
    return 0;
}
";
    let (place, _) = covered(source, "take", &[]);
    let branch = report(&place).units[0].criteria["branch"].clone();
    assert_eq!((branch.covered, branch.confirmed), (4, 4));
    sources_of_tests(&place);
}

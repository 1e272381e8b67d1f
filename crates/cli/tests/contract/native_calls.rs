//! `--allow-external`: functions of a library that the program may call on the host.

use crate::workplace::Workplace;
use crate::{assay, report, write};
use std::process::Command;

/// What the program below calls. Some of it remembers, some of it misbehaves.
const LIBRARY: &str = "#include <errno.h>
#include <stdarg.h>
static unsigned seed;
void set_seed(unsigned s) { seed = s; }
unsigned next_number(void) { return seed = seed * 5 + 1; }
struct handle { int number; } only;
struct handle *open_handle(int n) { only.number = n; return &only; }
int number_of(struct handle *handle) { return handle->number; }
const char *name_of(int n) { errno = ERANGE; return n == 7 ? \"seven\" : \"other\"; }
void fill(char *buffer, int size) { while (size > 0) buffer[--size] = 'q'; }
struct node { struct node *next; int value; };
int empty(struct node *node) {
    int sum = 0;
    for (; node; node = node->next) { sum += node->value; node->value = 0; }
    return sum;
}
double total(int count, ...) {
    va_list list;
    va_start(list, count);
    double sum = 0;
    for (int i = 0; i < count; i++) sum += i % 2 ? va_arg(list, double) : va_arg(list, int);
    va_end(list);
    return sum;
}
int crash(int *at) { return *at; }
int hang(void) { for (volatile int i = 0;; i++); }
";

/// Returns the number of the case, and 100 more where the library was not understood.
const PROGRAM: &str = "#include <errno.h>
#include <string.h>
int __VERIFIER_nondet_int(void);
void set_seed(unsigned);
unsigned next_number(void);
struct handle *open_handle(int);
int number_of(struct handle *);
const char *name_of(int);
void fill(char *, int);
struct node { struct node *next; int value; };
int empty(struct node *);
double total(int, ...);
int crash(int *);
int hang(void);
int main(void) {
    int x = __VERIFIER_nondet_int();
    switch (x) {
    case 1:
        set_seed(3);
        return next_number() == 16 && next_number() == 81 ? 1 : 101;
    case 2:
        return number_of(open_handle(9)) == 9 ? 2 : 102;
    case 3:
        return !strcmp(name_of(7), \"seven\") && errno == ERANGE ? 3 : 103;
    case 4: {
        char buffer[8];
        fill(buffer, 8);
        return buffer[0] == 'q' && buffer[7] == 'q' ? 4 : 104;
    }
    case 5: {
        struct node last = {0, 4}, first = {&last, 5};
        return empty(&first) == 9 && last.value == 0 ? 5 : 105;
    }
    case 6:
        return total(4, 1, 2.5, 3, 4.5) == 11 ? 6 : 106;
    case 7:
        return crash(0) ? 7 : 107;
    case 8:
        return hang() ? 8 : 108;
    }
    if (x > 20 && x < 30)
        return number_of(open_handle(x)) == x ? 9 : 109;
    return 0;
}
";

const NAMES: [&str; 10] = [
    "set_seed",
    "next_number",
    "open_handle",
    "number_of",
    "name_of",
    "fill",
    "empty",
    "total",
    "crash",
    "hang",
];

fn with_library(flags: &[&str]) -> Workplace {
    let place = Workplace::new();
    write(&place, "library.c", LIBRARY);
    write(&place, "program.c", PROGRAM);
    let built = Command::new("clang-19")
        .args(["-shared", "-fPIC", "library.c", "-o", "libsmall.so"])
        .args(flags)
        .current_dir(place.path("."))
        .status()
        .unwrap();
    assert!(built.success());
    place
}

fn cover(place: &Workplace, names: &[&str], flags: &[&str]) -> crate::workplace::Finished {
    let mut arguments = vec!["cover", "program.c", "--out", "out", "--time", "1h"];
    for name in names {
        arguments.extend(["--allow-external", name]);
    }
    arguments.push("--");
    arguments.extend(flags);
    assay(place, &arguments)
}

/// How the tests end natively.
fn endings(place: &Workplace) -> Vec<String> {
    let report = report(place);
    let mut endings: Vec<String> =
        report.units[0].tests.iter().filter_map(|test| test.native.clone()).collect();
    endings.sort();
    endings
}

#[test]
fn allowed_functions_are_called_with_concrete_arguments() {
    let place = with_library(&[]);
    let finished = cover(&place, &NAMES, &["-L.", "-lsmall"]);
    assert_eq!(finished.code(), 0, "{}", finished.stderr);
    let report = report(&place);
    let unit = &report.units[0];
    assert!(unit.findings.is_empty(), "{:?}", unit.findings);
    assert!(unit.tests.iter().all(|test| test.diverged.is_none()));
    let expected = [
        "SIGSEGV", "exit 0", "exit 1", "exit 2", "exit 3", "exit 4", "exit 5", "exit 6", "exit 9",
        "timeout",
    ];
    let mut seen = endings(&place);
    seen.dedup();
    assert_eq!(seen, expected);
    let notes = report.notes.join("\n");
    assert!(notes.contains("concretised: what 'open_handle' is called with"), "{notes}");
    let unsupported = format!("{:?}", unit.effort);
    for what in ["'crash' died of SIGSEGV", "'hang' did not end in time"] {
        assert!(unsupported.contains(&format!("external-call-crashed: {what}")), "{unsupported}");
    }
}

#[test]
fn emitted_tests_are_linked_with_the_library() {
    let place = with_library(&[]);
    cover(&place, &NAMES[..6], &["-L.", "-lsmall"]);
    let make = Command::new("make")
        .args(["-C", "out/tests", "check"])
        .current_dir(place.path("."))
        .output()
        .unwrap();
    let told = String::from_utf8_lossy(&make.stdout);
    assert!(told.contains(" 0 failed"), "{told}");
    let again = assay(&place, &["replay", "out"]);
    assert_eq!(again.code(), 0, "{}", again.stdout);
}

#[test]
fn a_32_bit_program_calls_32_bit_functions() {
    let place = with_library(&["-m32"]);
    let finished = cover(&place, &NAMES, &["-L.", "-lsmall", "-m32"]);
    assert_eq!(finished.code(), 0, "{}", finished.stderr);
    let seen = endings(&place);
    for ending in ["exit 1", "exit 3", "exit 4", "exit 5", "exit 6"] {
        assert!(seen.contains(&ending.to_string()), "{seen:?}");
    }
}

#[test]
fn without_permission_nothing_is_called() {
    let place = with_library(&[]);
    cover(&place, &[], &["-L.", "-lsmall"]);
    let seen = endings(&place);
    assert!(seen.contains(&"exit 8".to_string()), "its result is an input: {seen:?}");
    assert!(!seen.contains(&"timeout".to_string()), "{seen:?}");
}

#[test]
fn names_that_cannot_be_called_are_rejected() {
    let place = with_library(&[]);
    let rejected = [
        ("no_such_function", "no library has it"),
        ("main", "the program defines it"),
        ("malloc", "Assay carries it out itself"),
        ("strcmp", "the model of the C library has it"),
    ];
    for (name, why) in rejected {
        let finished = cover(&place, &[name], &["-L.", "-lsmall"]);
        assert_eq!(finished.code(), 3, "{name}: {}", finished.stderr);
        let expected = format!("--allow-external {name}: {why}");
        assert!(finished.stderr.contains(&expected), "{name}: {}", finished.stderr);
        assert!(!place.path("out/report.json").exists(), "{name}");
    }
    let finished = cover(&place, &["crash"], &[]);
    assert!(finished.stderr.contains("--allow-external crash: no library has it"));
    let by_value = "struct pair { long a, b, c; };
        int use(struct pair);
        int main(void) { struct pair p = {1, 2, 3}; return use(p); }";
    write(&place, "program.c", by_value);
    let finished = cover(&place, &["use"], &[]);
    assert!(finished.stderr.contains("--allow-external use: it takes or returns a struct"));
}

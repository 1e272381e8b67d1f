//! Tests of functions compile beside any source, and what does not compile is told.

use crate::workplace::Workplace;
use crate::{LIMIT, assay, report, write};
use std::fs;

/// Names that the tests or their headers could have too, as variables, types, enumerators and
/// macros.
const NAMES: &str = "\
typedef unsigned long size_t;
typedef unsigned long long uint64_t;
typedef unsigned char bool;
typedef struct node { int value; struct node *next; } node;
typedef int list;
enum { END, STOP, TEXT };
#define TEST(x) other_##x
#define EXPECT(x) ((void)0)
#define RETURNED 3
#define NONDET(x) x
void *my_malloc(size_t n);
#define malloc(x) my_malloc(x)
#define free(x) my_free(x)
#define exit(x) do_not
#define memcmp(a, b) 0
#define memcpy no_such_function
#define fprintf 17
int count;
int t0001;
char label[4];
int outside(int);
static int get(void) { return count; }
int with_result(int result) { return result > 3 ? END : STOP + 1; }
int same(int same) { if (same == 4) return 1; return 2; }
int typed(list list, node *node) { if (node && node->value == list) return 1; return 0; }
int shadow(int count) { if (count == get() + 3) return 1; return 0; }
int numbered(int *a, int *a1) { if (a && a1 && *a == 3 && *a1 == 4) return 1; return 0; }
int named(void) { if (label[0] == 'x') { label[1] = 'y'; return 1; } return 0; }
int external(int x) { if (outside(x) == 5) return 1; return 0; }
long long lowest(long long x) { if (x == -9223372036854775807LL - 1) return x; return 0; }
";

/// Macros that come after the functions, and would change all of their tests.
const LATE_MACROS: &str = "\
int later(int width, char *text) { if (width == 7 && text && text[0] == 'x') return 1; return 0; }
int other(int result) { if (result == 8) return 1; return 0; }
#define width 17
#define text {
#define result 5
";

/// A parameter whose type has no name, beside a function that can be tested.
const NAMELESS: &str = "\
int nameless(struct { int x; } point) { if (point.x == 3) return 1; return 0; }
int plain(int x) { if (x == 3) return 1; return 0; }
";

/// Covers all functions of a file; what the report says about tests that do not compile.
fn cover(place: &Workplace, name: &str, source: &str) -> Vec<String> {
    write(place, name, source);
    let arguments = ["cover", name, "--out", "out", "--jobs", "1", "--iterations", "40"];
    let finished = assay(place, &[&arguments[..], &["--no-prove", "--time", "100s"]].concat());
    assert_eq!(finished.code(), 0, "{}", finished.stderr);
    let loud = ["LEFT OUT", "NOT CHECKED", "NOT COMPILED"];
    let is_loud = |note: &String| loud.iter().any(|word| note.starts_with(word));
    report(place).notes.into_iter().filter(is_loud).collect()
}

fn make_check(place: &Workplace) {
    let made = place.finish(place.tool("make", &["-C", "out/tests", "check"]), LIMIT).unwrap();
    assert_eq!(made.code(), 0, "{}{}", made.stdout, made.stderr);
}

#[test]
fn names_do_not_collide() {
    let place = Workplace::new();
    let notes = cover(&place, "names.c", NAMES);
    assert!(notes.is_empty(), "{notes:?}");
    make_check(&place);
    for unit in report(&place).units {
        assert!(!unit.tests.is_empty(), "{} has no test", unit.name);
        assert!(unit.tests.iter().all(|test| test.files.len() == 1), "{}", unit.name);
        let branch = &unit.criteria["branch"];
        assert_eq!(branch.covered, branch.total, "{}", unit.name);
    }
}

#[test]
fn macros_behind_the_function_change_no_test() {
    let place = Workplace::new();
    let notes = cover(&place, "late.c", LATE_MACROS);
    assert!(notes.is_empty(), "{notes:?}");
    make_check(&place);
    assert_eq!(assay(&place, &["replay", "out"]).code(), 0);
}

#[test]
fn a_test_that_does_not_compile_is_left_out_and_told() {
    let place = Workplace::new();
    let notes = cover(&place, "nameless.c", NAMELESS);
    assert!(notes.iter().all(|note| note.starts_with("LEFT OUT: t000")), "{notes:?}");
    let report = report(&place);
    let unit = |name: &str| report.units.iter().find(|unit| unit.name == name).unwrap();
    assert_eq!(notes.len(), unit("nameless").tests.len());
    assert!(unit("nameless").tests.iter().all(|test| test.files.is_empty()));
    assert!(unit("nameless").criteria["branch"].covered > 0, "the native run has confirmed it");
    for test in &unit("plain").tests {
        assert!(test.files.iter().all(|file| place.path("out").join(file).exists()));
    }
    make_check(&place);
    assert_eq!(assay(&place, &["replay", "out"]).code(), 0);
    let files = fs::read_dir(place.path("out/tests")).unwrap().flatten();
    let is_test = |name: &str| name.starts_with("t0") && name.ends_with(".c");
    let tests = files.filter(|file| is_test(&file.file_name().to_string_lossy())).count();
    assert_eq!(tests, unit("plain").tests.len());
}

#[test]
fn a_replay_that_cannot_measure_fails() {
    let place = Workplace::new();
    cover(&place, "small.c", "int f(int x) { if (x == 3) return 1; return 0; }\n");
    let mut command = place.assay(&["replay", "out"]);
    command.env("LLVM_COV", "false");
    let finished = place.finish(command, LIMIT).expect("it comes to an end");
    assert_eq!(finished.code(), 1, "{}", finished.stdout);
    assert!(finished.stdout.contains("no measurement by llvm-cov"), "{}", finished.stdout);
}

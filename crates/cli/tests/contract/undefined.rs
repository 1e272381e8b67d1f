//! What is said of runs that do what C leaves undefined, and of what lies behind that.

use crate::workplace::Workplace;
use crate::{assay, report, write};
use assay_verdict::{CriterionSummary, Objective, Unit, Verdict};

/// The one unit of a program, explored until there is nothing left to do, and what was printed.
fn covered(place: &Workplace, source: &str) -> (Unit, String) {
    write(place, "program.c", source);
    let options = ["--out", "out", "--time", "60s", "--jobs", "1", "--iterations", "400"];
    let finished = assay(place, &[&["cover", "program.c"], &options[..]].concat());
    assert_eq!(finished.code(), 0, "{}", finished.stderr);
    (report(place).units.remove(0), finished.stdout)
}

fn reason(objective: &Objective) -> &str {
    match &objective.verdict {
        Verdict::Unknown { reason } => reason,
        decided => panic!("{} is {decided:?}", objective.id),
    }
}

fn counts(unit: &Unit) -> (u64, u64, u64) {
    let CriterionSummary { infeasible, infeasible_bounded, unknown, .. } = unit.criteria["branch"];
    (infeasible, infeasible_bounded, unknown)
}

const REGISTER: &str = r#"
#include <stdint.h>
int main(void) {
    if (*(volatile uint32_t *)ADDRESS & 1)
        return 1;
    return 0;
}
"#;

/// Where the machine has its own objects, it can have no device.
#[test]
fn behind_an_access_to_a_fixed_address_nothing_is_claimed() {
    let place = Workplace::new();
    let (unit, printed) = covered(&place, &REGISTER.replace("ADDRESS", "0x90021000"));
    assert_eq!(counts(&unit), (0, 0, 2));
    assert!(!printed.contains("every objective has a verdict"), "{printed}");
    for objective in &unit.objectives {
        let reason = reason(objective);
        assert!(reason.contains("undefined behaviour before"), "{reason}");
        assert!(reason.contains("out-of-bounds at program.c:4"), "{reason}");
        assert!(reason.contains("0x90021000, where the program has no memory"), "{reason}");
        assert!(reason.contains("needs a variable in its place"), "{reason}");
    }
}

/// Without `volatile` nobody knows that it is a device; the reason names the option that says so.
#[test]
fn an_address_that_is_no_device_says_how_it_becomes_one() {
    let place = Workplace::new();
    let plain = REGISTER.replace("volatile ", "").replace("ADDRESS", "0x40021000");
    let (unit, _) = covered(&place, &plain);
    assert_eq!(counts(&unit), (0, 0, 2));
    for objective in &unit.objectives {
        let reason = reason(objective);
        assert!(reason.contains("is an input with --device 0x40021000:4"), "{reason}");
    }
}

/// What lies behind the array decides, but only where the path ends in the machine.
const BEHIND_ARRAY: &str = r#"
#include <stdlib.h>
unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    int at = 0;
    char *two = calloc(2, 1);
    if (__VERIFIER_nondet_uint() == 7)
        at = 3;
    if (two[at] == 77)
        return 1;
    return 0;
}
"#;

#[test]
fn behind_an_access_out_of_bounds_nothing_is_claimed() {
    let place = Workplace::new();
    let (unit, _) = covered(&place, BEHIND_ARRAY);
    assert_eq!(counts(&unit), (0, 0, 1));
    let open = unit.objectives.iter().find(|of| (of.line, of.outcome.as_str()) == (9, "true"));
    let reason = reason(open.expect("it is an objective"));
    assert!(reason.contains("out-of-bounds at program.c:9"), "{reason}");
}

/// Only a null pointer, which ends the native run too, comes before what all paths exclude.
const BEHIND_NULL: &str = r#"
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
int main(void) {
    int *p = __VERIFIER_nondet_int() == 3 ? NULL : calloc(1, sizeof *p);
    if (*p == 77)
        return 1;
    return 0;
}
"#;

#[test]
fn what_ends_the_native_run_too_is_no_obstacle() {
    let place = Workplace::new();
    let (unit, _) = covered(&place, BEHIND_NULL);
    assert_eq!(counts(&unit), (0, 1, 0));
}

/// Whoever may send the signal can do so at any time.
const TOLD_TO_STOP: &str = r#"
#include <signal.h>
int __VERIFIER_nondet_int(void);
static volatile sig_atomic_t stopped;
static void stop(int number) {
    if (number == SIGTERM)
        stopped = 1;
}
int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x > 5 && x < 3)
        return 3;
    signal(SIGTERM, stop);
    if (stopped)
        return 1;
    return 0;
}
"#;

#[test]
fn where_others_may_send_a_signal_nothing_is_claimed() {
    let place = Workplace::new();
    let (unit, _) = covered(&place, TOLD_TO_STOP);
    // Only what lies before the handler is set is excluded.
    assert_eq!(counts(&unit), (0, 1, 3));
    let is_open = |of: &&Objective| matches!(of.verdict, Verdict::Unknown { .. });
    let mut open: Vec<_> =
        unit.objectives.iter().filter(is_open).map(|of| (of.line, of.outcome.as_str())).collect();
    open.sort_unstable();
    assert_eq!(open, [(6, "false"), (6, "true"), (14, "true")]);
}

/// The native run goes on behind the read that ends the path in the machine.
const READ_TOO_FAR: &str = r#"
int __VERIFIER_nondet_int(void);
int main(void) {
    int list[2] = {1, 2}, i = __VERIFIER_nondet_int() & 3, sum = 0;
    if (i == 0)
        sum = 5;
    sum += list[i];
    if (i > 1)
        return 1;
    return sum == 0;
}
"#;

#[test]
fn what_only_faulty_runs_reach_is_counted_apart_and_told() {
    let place = Workplace::new();
    let (unit, printed) = covered(&place, READ_TOO_FAR);
    let branch = &unit.criteria["branch"];
    assert_eq!((branch.covered, branch.total, branch.covered_by_faulty_runs_only), (4, 4, 1));
    let is_faulty =
        |of: &&Objective| matches!(of.verdict, Verdict::Covered { is_faulty: true, .. });
    let faulty: Vec<_> = unit.objectives.iter().filter(is_faulty).collect();
    let [only] = faulty.as_slice() else { panic!("{faulty:?}") };
    assert_eq!((only.line, only.outcome.as_str()), (8, "true"));
    let said = "1 of 4 covered branch objectives are reached only by runs with undefined behaviour";
    assert!(printed.contains(said), "{printed}");
    let explained = assay(&place, &["explain", "out", "program.c:8"]).stdout;
    let said = explained.matches("only runs with undefined behaviour reach it").count();
    assert_eq!(said, 1, "{explained}");
    // The other outcomes have tests without.
    let faulty_test = match &only.verdict {
        Verdict::Covered { test, .. } => test,
        other => panic!("{other:?}"),
    };
    let others = unit.objectives.iter().filter(|of| of.id != only.id);
    for objective in others {
        assert!(
            matches!(&objective.verdict, Verdict::Covered { test, .. } if test != faulty_test),
            "{objective:?}"
        );
    }
}

/// More sizes than paths, and a condition that only one of them meets.
const MANY_SIZES: &str = r#"
#include <stdlib.h>
unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    if (n > 100000)
        return 3;
    char *p = malloc(n + 1);
    p[n] = (char)n;
    if (p[n] == 9 && n > 77770 && n % 7 == 3)
        return 1;
    if (p[n] == 9 && n > 77770 && n * n == 2)
        return 2;
    return 0;
}
"#;

#[test]
fn where_only_some_values_were_tried_all_paths_are_no_proof() {
    let place = Workplace::new();
    let (unit, printed) = covered(&place, MANY_SIZES);
    let (infeasible, bounded, unknown) = counts(&unit);
    // The values that matter are found; that none meets the last condition does not show.
    assert_eq!((infeasible + unknown, bounded), (1, 0), "{printed}");
}

/// Where objects lie decides, and whether freed memory is used again; and what does not depend on
/// that.
const ADDRESSES: &str = r#"
#include <stdint.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
int main(void) { int input = __VERIFIER_nondet_int();
    char *one = calloc(64, 1), *other = calloc(64, 1), *end = one + 64;
    int count = 0;
    for (char *at = one; at < end; at++)
        count += at - one == 3;
    if (one == other || end - one != 64 || count != 1 || one[5] != 0)
        return 1;
    if (one > other)
        return 2;
    free(one);
    char *again = malloc(64);
    if (again == one)
        return 3;
    if (((uintptr_t)again & 32) == (((uintptr_t)other + 32) & 32))
        return 4;
    return input == 7;
}
"#;

#[test]
fn what_depends_on_where_objects_lie_is_not_claimed() {
    let place = Workplace::new();
    let (unit, _) = covered(&place, ADDRESSES);
    let bounded: Vec<_> = unit
        .objectives
        .iter()
        .filter(|of| matches!(of.verdict, Verdict::Infeasible { .. }))
        .map(|of| (of.line, of.outcome.as_str()))
        .collect();
    assert_eq!(bounded, [(10, "true"); 4]);
}

//! Why something is unknown: each kind of reason, in the report and in `assay explain`.

use crate::programs::ENDLESS_PATHS;
use crate::workplace::Workplace;
use crate::{assay, report, write};
use assay_verdict::{Report, Verdict};

/// The reason for which the outcome of the branch at this line is unknown, after a run with these
/// options.
fn reason(place: &Workplace, (line, outcome): (u32, &str), options: &[&str]) -> String {
    let fixed = ["cover", "a.c", "--out", "out", "--jobs", "1"];
    let finished = assay(place, &[&fixed[..], options].concat());
    assert_eq!(finished.code(), 0, "{}", finished.stderr);
    let report: Report = report(place);
    let objectives = report.units.iter().flat_map(|unit| &unit.objectives);
    let mut meant = objectives.filter(|of| of.line == line && of.outcome == outcome);
    let objective = meant.next().expect("there is such a branch");
    let Verdict::Unknown { reason } = &objective.verdict else {
        panic!("{:?} is known", objective.verdict);
    };
    let explained = assay(place, &["explain", "out", &objective.id]).stdout;
    assert!(explained.contains(reason.as_str()), "{explained}");
    assert!(finished.stdout.contains(reason.as_str()), "{}", finished.stdout);
    reason.clone()
}

fn place_with(text: &str) -> Workplace {
    let place = Workplace::new();
    write(&place, "a.c", text);
    place
}

#[test]
fn what_ends_a_path_is_named_with_its_place() {
    let place = place_with(
        "int read_counter(void);
int f(int x) {
    int low = 0;
    if (x > 3) {
        __asm__ volatile(\"rdtsc\" : \"=a\"(low) : : \"edx\");
        if (low == x)
            return 1;
    }
    return 0;
}
",
    );
    let reason = reason(&place, (6, "true"), &["--entry", "f"]);
    assert!(reason.starts_with("only paths that were given up may lead to it: "), "{reason}");
    assert!(reason.contains("inline assembly"), "{reason}");
    assert!(reason.contains("at a.c:5 (`__asm__ volatile(\"rdtsc\""), "{reason}");
}

#[test]
fn a_condition_that_the_solver_does_not_decide_is_quoted() {
    let place = place_with(
        "int f(unsigned long a, unsigned long b) {
    unsigned long sum = a * a * a * (b ^ 0x5bd1e995) + b * b * b;
    unsigned long product = (a ^ b) * (a + b) * a;
    if (sum == 0x9e3779b97f4a7c15 + product * product * product * b)
        if (product * sum == 0x123456789abcdef1)
            return 1;
    return 2;
}
",
    );
    let reason =
        reason(&place, (5, "true"), &["--entry", "f", "--query-time", "100ms", "--no-prove"]);
    let expected = "the solver has no answer in 0.1 s for the condition at a.c:";
    assert!(reason.contains(expected) && reason.contains("(`if (sum == 0x9e37"), "{reason}");
}

#[test]
fn paths_that_are_left_are_counted() {
    let place = place_with(ENDLESS_PATHS);
    let reason = reason(&place, (10, "true"), &["--iterations", "20", "--no-prove"]);
    let count = reason.strip_prefix("not reached within the iterations: ").expect("it says so");
    let number: u64 = count.split(' ').next().unwrap_or("").parse().expect("a number");
    assert!(number > 0 && count.contains("left that may lead to it"), "{reason}");
}

#[test]
fn limits_of_a_path_are_named() {
    let place = place_with(
        "int f(unsigned x) {
    volatile unsigned steps = 0;
    while (steps != 1)
        steps += 2;
    if (x == 3)
        return 1;
    return 0;
}
",
    );
    let options = ["--entry", "f", "--path-instructions", "5000", "--no-prove"];
    let reason = reason(&place, (5, "true"), &options);
    assert!(reason.starts_with("only paths that were given up may lead to it: "), "{reason}");
    assert!(
        reason.contains(
            "the limit of instructions for one path at a.c:3 (`while (steps != 1)`) ended 1 path"
        ),
        "{reason}"
    );
}

#[test]
fn a_finding_before_it_is_named_with_what_excludes_it() {
    let place = place_with(
        "int f(int x) {
    int *p = 0;
    if (x > 100)
        x = 100;
    *p = x;
    if (x == 5)
        return 1;
    return 0;
}
",
    );
    let reason = reason(&place, (6, "true"), &["--entry", "f", "--no-prove"]);
    assert!(
        reason.contains("paths end before it: null-dereference at a.c:5 (`*p = x;`)"),
        "{reason}"
    );
}

#[test]
fn memory_that_is_always_found_is_named() {
    let place = place_with(
        "#include <stdlib.h>
char *f(int x) {
    char *block = malloc(4);
    if (block == NULL)
        return NULL;
    block[0] = x;
    return block;
}
",
    );
    let options = ["--entry", "f", "--no-prove"];
    let reason = reason(&place, (4, "true"), &options);
    assert!(reason.contains("memory is always found: --malloc-may-fail"), "{reason}");
    let failing = ["cover", "a.c", "--out", "out", "--malloc-may-fail", "--fail-under", "100"];
    assert_eq!(assay(&place, &[&failing[..], &options].concat()).code(), 0, "it helps");
}

/// Where strings may become longer without end, too.
#[test]
fn memory_that_is_always_found_is_named_while_inputs_grow() {
    let place = place_with(
        "#include <stdlib.h>
#include <string.h>
char *f(const char *text) {
    char *copy = malloc(strlen(text) + 1);
    if (copy == NULL)
        return NULL;
    return strcpy(copy, text);
}
",
    );
    let options = ["--entry", "f", "--no-prove", "--iterations", "60"];
    let reason = reason(&place, (5, "true"), &options);
    assert!(reason.contains("memory is always found: --malloc-may-fail"), "{reason}");
}

#[test]
fn functions_whose_code_is_not_known_are_named() {
    let place = place_with(
        "int g(void);
int f(void) {
    int x = g();
    if (x > 5) {
        if (x < 3)
            return 1;
    }
    return 0;
}
",
    );
    let unproved = reason(&place, (5, "true"), &["--entry", "f", "--no-prove"]);
    assert_eq!(
        unproved,
        "all paths that come to it go another way; --no-prove: proofs were not looked for"
    );
}

#[test]
fn verdicts_within_bounds_name_all_bounds() {
    let place = place_with(
        "int main(int argc, char **argv) {
    if (argc > 3)
        return 1;
    return argv[0] == 0;
}
",
    );
    let options = ["--sym-args", "0", "2", "5", "--sym-stdin", "7"];
    let fixed = ["cover", "a.c", "--out", "out", "--jobs", "1"];
    assert_eq!(assay(&place, &[&fixed[..], &options].concat()).code(), 0);
    let bounds = &report(&place).units[0].effort.bounds;
    assert_eq!(bounds, &["2 arguments of 5 bytes", "7 bytes of standard input"]);
    let explained = assay(&place, &["explain", "out", "a.c:2"]).stdout;
    assert!(explained.contains("2 arguments of 5 bytes"), "{explained}");
}

#[test]
fn what_is_no_reason_is_not_said() {
    let sources = [
        include_str!("../../../campaign/src/reasons.rs"),
        include_str!("../../../campaign/src/totals.rs"),
    ];
    for phrase in ["certificate of that yet", "followed to its end reaches"] {
        assert!(sources.iter().all(|source| !source.contains(phrase)), "{phrase}");
    }
}

/// Each of these objectives has as many edges as there are cases, and so has each of their
/// decisions.
#[test]
fn many_open_outcomes_of_one_switch_have_reasons_too() {
    let cases: String = (0..1500).map(|x| format!("case {x}: return {};\n", x % 7)).collect();
    let place = place_with(&format!("int f(int x) {{\nswitch (x) {{\n{cases}}}\nreturn 9;\n}}\n"));
    let reason = reason(&place, (1400, "true"), &["--iterations", "1", "--no-prove"]);
    assert!(reason.starts_with("not reached within the iterations: 1 path"), "{reason}");
}

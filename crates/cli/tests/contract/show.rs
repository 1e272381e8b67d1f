//! `assay show` prints the model of an input, and what it prints is a program.

use crate::workplace::Workplace;
use crate::{assay, write};
use assay_program::Program;
use assay_program::text::{parse, print};

const SOURCE: &str = "\
#include <string.h>
static int small(int x) { return x > 4 && x < 9 ? 1 : 2; }
int length(const char *text) { return text ? small((int)strlen(text)) : 0; }
int main(void) { return length(\"abc\"); }
";

fn shown(arguments: &[&str]) -> String {
    let place = Workplace::new();
    write(&place, "small.c", SOURCE);
    let finished = assay(&place, arguments);
    assert_eq!(finished.code(), 0, "{}", finished.stderr);
    finished.stdout
}

fn program(text: &str) -> Program {
    let program = parse(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!(print(&program), text);
    program
}

#[test]
fn the_whole_program_is_shown() {
    let program = program(&shown(&["show", "small.c"]));
    let small = program.function_named("small").expect("it is there");
    assert!(program.functions[small].body.is_some() && !program.functions[small].is_model);
    // The library is a part of it.
    let strlen = program.function_named("strlen").expect("it is called");
    assert!(program.functions[strlen].is_model);
}

#[test]
fn an_entry_is_shown_with_its_driver() {
    let program = program(&shown(&["show", "small.c", "--entry", "length"]));
    assert!(program.function_named("__assay_unit_ready").is_some());
    assert!(program.function_named("length").is_some());
}

#[test]
fn one_function_is_shown_alone_with_what_a_criterion_observes() {
    let plain = shown(&["show", "small.c", "--function", "small"]);
    assert!(plain.starts_with("define internal i32 @small(i32 v0 \"x\")"), "{plain}");
    assert!(!plain.contains("@length(") && !plain.contains("mark "), "{plain}");
    let decisions = ["show", "small.c", "--function", "small", "--criterion", "mcdc"];
    let decisions = shown(&decisions);
    assert!(decisions.contains("mark "), "{decisions}");
}

#[test]
fn a_function_that_is_not_there_is_named() {
    let place = Workplace::new();
    write(&place, "small.c", SOURCE);
    let finished = assay(&place, &["show", "small.c", "--function", "tiny"]);
    assert_eq!(finished.code(), 3);
    assert!(finished.stderr.contains("no function `tiny`"), "{}", finished.stderr);
    assert_eq!(assay(&place, &["show"]).code(), 2);
}

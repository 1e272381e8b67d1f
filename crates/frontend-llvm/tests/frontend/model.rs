//! The libc model: what is referenced comes in, and the user's own definitions win.

use crate::workplace::{Workplace, function, load_checked, request};
use assay_program::Program;

fn with_model(source: &str, flags: &[&str]) -> Program {
    let place = Workplace::new();
    let mut request = request(&[place.write("a.c", source)]);
    request.runtime = true;
    request.clang_flags = flags.iter().map(|flag| flag.to_string()).collect();
    load_checked(&request).program
}

const USES_STRLEN: &str = "unsigned long strlen(const char *);
    int f(const char *s) { return strlen(s) > 3; }";

#[test]
fn referenced_functions_are_linked_and_marked() {
    for flags in [&[][..], &["-m32", "-Wno-incompatible-library-redeclaration"]] {
        let program = with_model(USES_STRLEN, flags);
        let strlen = function(&program, "strlen");
        // A build without the model's sources has no model to test.
        if strlen.body.is_none() {
            return;
        }
        assert!(strlen.is_model);
        assert!(!function(&program, "f").is_model);
        let unused = program.function_named("strcpy");
        assert!(unused.is_none(), "only what is referenced comes in");
    }
}

#[test]
fn the_users_own_definition_wins() {
    let source = "unsigned long strlen(const char *s) { return s[0]; }
        int f(const char *s) { return strlen(s) > 3; }";
    let program = with_model(source, &["-fno-builtin"]);
    let strlen = function(&program, "strlen");
    assert!(strlen.body.is_some() && !strlen.is_model);
}

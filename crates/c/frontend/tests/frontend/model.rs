//! The libc model: what is referenced comes in, and the user's own definitions win.

use crate::workplace::{Workplace, function, load_checked, request};
use assay_c_frontend::Project;
use assay_program::role::{Effect, Meaning};
use assay_program::{Primitive, Program, Role};

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

#[test]
fn functions_get_their_roles() {
    let source = "void *malloc(unsigned long); int sensor(void); int __VERIFIER_nondet_int(void);
        long recv(int, void *, unsigned long, int); void *dlopen(const char *, int);
        void free(void *p) { *(char *)p = 0; }
        void reach_error(void) { free(malloc(1)); }
        __attribute__((constructor)) void first(void) {}
        int main(void) {
            if (__VERIFIER_nondet_int()) reach_error();
            recv(0, 0, 0, 0);
            dlopen(0, 0);
            return sensor();
        }";
    let program = with_model(source, &["-fno-builtin"]);
    let role = |name: &str| function(&program, name).role.clone();
    assert_eq!(role("malloc"), Role::Primitive(Primitive::Allocate));
    assert_eq!(function(&program, "malloc").conduct.effect, Effect::Allocates);
    let input = Role::Primitive(Primitive::Input(Meaning::Signed));
    assert_eq!(role("__VERIFIER_nondet_int"), input);
    assert_eq!(function(&program, "__VERIFIER_nondet_int").label(), "nondet_int");
    assert_eq!(role("sensor"), Role::Unknown);
    assert_eq!(role("recv"), Role::Answered { is_cut: true });
    assert!(matches!(role("dlopen"), Role::Unmodelled(_)));
    assert_eq!(role("free"), Role::Plain, "the program has one of its own");
    assert_eq!(function(&program, "free").conduct.effect, Effect::Anything);
    assert_eq!(role("reach_error"), Role::Error);
    assert_eq!(program.entry, program.function_named("main"));
    assert_eq!(program.startup, [program.function_named("first").unwrap()]);
}

#[test]
fn a_unit_is_analysed_from_the_function_under_test() {
    let place = Workplace::new();
    let source = "static int twice(int x) { return x + x; } int f(int x) { return twice(x); }";
    let project = Project::open(&request(&[place.write("a.c", source)])).unwrap();
    for name in ["f", "twice"] {
        let loaded = project.unit(name).unwrap();
        let analysed = loaded.analysed.expect("it is in the program");
        assert_eq!(loaded.program.functions[analysed].name, name);
        assert_ne!(loaded.program.entry, loaded.analysed, "the driver is the entry");
    }
    assert_eq!(project.program().unwrap().analysed, None, "there is no main");
}

//! Integers of more than 128 bits become words.

use crate::workplace::*;
use assay_c_frontend::Loaded;
use assay_program::{Op, Terminator};

fn load_assembly(body: &str) -> Loaded {
    let place = Workplace::new();
    let text = format!("target triple = \"x86_64-pc-linux-gnu\"\n{body}");
    load_checked(&request(&[place.write("unit.ll", &text)]))
}

/// No instruction has these types, but for variables in memory.
fn has_no(loaded: &Loaded, function: &str, types: &[&str]) {
    let text = text(&loaded.program, function);
    let mut lines = text.lines().skip(1).filter(|line| !line.contains("alloca"));
    assert!(lines.all(|line| types.iter().all(|ty| !line.contains(ty))), "{text}");
}

#[test]
fn fields_that_share_bytes() {
    let loaded = load_text(
        "#pragma pack(1)
         struct s { unsigned a:21; int b:18; unsigned c:27; int d:29; unsigned e:22; int f:30; };
         int get(struct s *p) { return p->b + p->f + (p->c == p->e); }
         void set(struct s *p, int x) { p->d = x; p->f = x; }",
    );
    for name in ["get", "set"] {
        has_no(&loaded, name, &["i152"]);
        has_line(&loaded.program, name, &["i24"]);
    }
}

#[test]
fn arithmetic() {
    let loaded = load_text(
        "typedef _BitInt(256) I; typedef unsigned _BitInt(200) U;
         I sum(I a, I b) { return a + b - 3 * a; }
         I quotient(I a, U b) { return a / b % 77; }
         int order(I a, U b) { return a < b && b >= 5 && a != -b; }
         U shifts(U a, int n) { return (a << n) ^ (a >> 3) ^ (U)((I)a >> n); }
         double floats(I a, double d) { return (double)a + (float)(U)d; }
         int overflow(U a, U b) { return __builtin_mul_overflow(a, b, &b); }
         int product(__int128 a) { return __builtin_mul_overflow(a, a, &a); }",
    );
    for name in ["sum", "quotient", "order", "shifts", "floats", "overflow"] {
        has_no(&loaded, name, &["i256", "i200"]);
    }
    has_line(&loaded.program, "sum", &["call", "__assay_wide_multiply"]);
    has_line(&loaded.program, "quotient", &["call", "__assay_wide_divide"]);
    has_line(&loaded.program, "quotient", &["call", "__assay_check_quotient"]);
    has_line(&loaded.program, "shifts", &["call", "__assay_check_shift"]);
    has_line(&loaded.program, "product", &["call", "__assay_wide_multiply"]);
}

#[test]
fn a_loop_that_carries_one() {
    let loaded = load_assembly(
        "define i64 @f(i64 %n) {
        entry:
          br label %loop
        loop:
          %wide = phi i152 [ 1, %entry ], [ %next, %loop ]
          %i = phi i64 [ 0, %entry ], [ %j, %loop ]
          %next = shl i152 %wide, 13
          %j = add i64 %i, 1
          %more = icmp ult i64 %j, %n
          br i1 %more, label %loop, label %end
        end:
          %high = lshr i152 %next, 70
          %result = trunc i152 %high to i64
          ret i64 %result
        }",
    );
    has_no(&loaded, "f", &["i152"]);
}

/// A value that is defined in a later block than it is used in.
#[test]
fn blocks_in_any_order() {
    let loaded = load_assembly(
        "define i64 @f(ptr %p) {
        entry:
          br label %definition
        use:
          %z = zext i64 %low to i256
          %s = shl i256 %z, 60
          %high = lshr i256 %s, 64
          %result = trunc i256 %high to i64
          ret i64 %result
        definition:
          %wide = load i256, ptr %p
          %low = trunc i256 %wide to i64
          br label %use
        }",
    );
    has_line(&loaded.program, "f", &["lshr i64", ", 4"]);
}

/// Directly, through a pointer, and by recursion.
#[test]
fn arguments_and_results_go_through_memory() {
    let loaded = load_assembly(
        "@pointer = global ptr @f
        define internal i256 @f(i256 %a, i32 %n, i192 %b) {
          %e = zext i192 %b to i256
          %m = sub i32 %n, 1
          %r = call i256 @f(i256 %e, i32 %m, i192 %b)
          ret i256 %r
        }
        define i64 @main() {
          %p = load ptr, ptr @pointer
          %r = call i256 @f(i256 1, i32 3, i192 2)
          %t = call i256 %p(i256 %r, i32 1, i192 3)
          %l = trunc i256 %t to i64
          ret i64 %l
        }",
    );
    for name in ["f", "main"] {
        has_no(&loaded, name, &["i256", "i192"]);
    }
    let function = loaded.program.functions.values().find(|function| function.name == "f").unwrap();
    assert_eq!(function.params.len(), 4);
}

/// The number of the case is switched on, with the edges of the switch in the source.
#[test]
fn switches() {
    let loaded = load_text(
        "int f(__int128 a) { switch (a) { case 1: return 5; case -1: return 6; default: return 8; } }
         int g(_BitInt(300) a) { switch (a) { case 1: return 5; case -1: return 6; } return 7; }",
    );
    for name in ["f", "g"] {
        let mut blocks = body(&loaded.program, name).blocks.values();
        let cases = blocks.find_map(|block| match &block.terminator {
            Terminator::Switch { cases, .. } => Some(cases.clone()),
            _ => None,
        });
        let cases: Vec<u128> = cases.unwrap().into_iter().map(|(case, _)| case).collect();
        assert_eq!(cases, [0, 1]);
    }
    assert_eq!(loaded.replay.edge_count, 6);
}

#[test]
fn what_is_too_wide_is_named() {
    let loaded = load_text("int f(_BitInt(5000) *a) { return *a > 3; }");
    let mut blocks = body(&loaded.program, "f").blocks.values();
    let mark = blocks.find_map(|block| {
        block.insts.iter().find_map(|inst| match &inst.op {
            Op::Unsupported { what } => Some(what.clone()),
            _ => None,
        })
    });
    assert_eq!(mark.as_deref(), Some("an integer of 5056 bits (at most 4096)"));
}

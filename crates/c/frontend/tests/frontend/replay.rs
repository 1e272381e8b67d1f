//! The replay module: it links natively, and its edges are those of the program.

use crate::workplace::{Workplace, body, load_checked, map, request};
use assay_base::Id;
use assay_c_frontend::RegionKind;
use assay_program::{EdgeRuns, Terminator};

const HARNESS: &str = r#"
#include <stdio.h>
extern unsigned char __assay_edges[]; extern int __assay_edge_count;
int subject(int a, int b);
int main(int argc, char **argv) {
  int a, b; sscanf(argv[1], "%d", &a); sscanf(argv[2], "%d", &b);
  subject(a, b);
  for (int i = 0; i < __assay_edge_count; i++) putchar('0' + __assay_edges[i]);
  return 0;
}"#;

const SUBJECT: &str = "static int clamp(int v) { return v > 10 ? 10 : v; }
int subject(int a, int b) {
  int r = 0;
  if (a > 3 && b < 2) r = clamp(a);
  switch (b) { case 1: r++; break; case 4: case 5: r--; break; }
  while (r > 0) r -= 4;
  return r;
}";

/// The edges taken natively for some inputs.
fn edges_taken(place: &Workplace, a: &str, b: &str) -> Vec<bool> {
    place.run("./replay", &[a, b]).bytes().map(|byte| byte == b'1').collect()
}

#[test]
fn edges_are_recorded_exactly() {
    let place = Workplace::new();
    let loaded = load_checked(&request(&[place.write("subject.c", SUBJECT)]));
    place.write("replay.bc", &loaded.replay.bitcode);
    place.write("harness.c", HARNESS);
    place.run("clang-19", &["-fprofile-instr-generate", "replay.bc", "harness.c", "-o", "replay"]);
    let program = &loaded.program;
    assert_eq!(program.edges.len(), loaded.replay.edge_count);

    let blocks = &body(program, "subject").blocks;
    let switch = blocks.values().find_map(|block| match &block.terminator {
        Terminator::Switch { edges, cases, .. } => Some((edges.index(), cases.len())),
        _ => None,
    });
    let (first, cases) = switch.unwrap();
    assert_eq!(cases, 3);
    for (b, index) in [("1", 0), ("4", 1), ("5", 2), ("9", 3)] {
        let taken = edges_taken(&place, "0", b);
        assert_eq!(taken.len(), loaded.replay.edge_count);
        let expected: Vec<bool> = (0..4).map(|edge| edge == index).collect();
        assert_eq!(taken[first..first + 4], expected, "case {b}");
    }

    // The ternary in `clamp` is a select, and only runs when both conditions hold.
    let coverage = map(&loaded, "clamp");
    let ternary = coverage.regions.iter().find_map(|region| match &region.kind {
        RegionKind::Branch(branch) => Some(branch),
        _ => None,
    });
    let edge = |edges: &EdgeRuns| edges.only().unwrap().index();
    let (on_true, on_false) =
        (edge(&ternary.unwrap().true_edges), edge(&ternary.unwrap().false_edges));
    for (a, b, expected) in
        [("20", "0", (true, false)), ("5", "0", (false, true)), ("5", "7", (false, false))]
    {
        let taken = edges_taken(&place, a, b);
        assert_eq!((taken[on_true], taken[on_false]), expected, "{a} {b}");
    }
}

#[test]
fn the_profile_of_the_replay_is_that_of_a_plain_build() {
    let place = Workplace::new();
    let loaded = load_checked(&request(&[place.write("subject.c", SUBJECT)]));
    place.write("replay.bc", &loaded.replay.bitcode);
    place.write("harness.c", HARNESS);
    place.write(
        "plain.c",
        HARNESS.replace(
            "extern unsigned char __assay_edges[]; extern int __assay_edge_count;",
            "unsigned char __assay_edges[1]; int __assay_edge_count;",
        ),
    );
    let options = ["-fprofile-instr-generate", "-fcoverage-mapping"];
    place.run("clang-19", &[options[0], "replay.bc", "harness.c", "-o", "replay"]);
    place.run("clang-19", &["-c", "plain.c", "-o", "plain.o"]);
    let subject = place.path("subject.c").display().to_string();
    place.run("clang-19", &[options[0], options[1], &subject, "plain.o", "-o", "plain"]);
    let exports = ["replay", "plain"].map(|binary| {
        place.run("sh", &["-c", &format!("LLVM_PROFILE_FILE={binary}.profraw ./{binary} 7 1")]);
        let (raw, merged) = (format!("{binary}.profraw"), format!("{binary}.profdata"));
        place.run("llvm-profdata-19", &["merge", &raw, "-o", &merged]);
        let profile = format!("-instr-profile={merged}");
        let export = ["export", &format!("./{binary}"), &profile, "-sources", &subject];
        place.run("llvm-cov-19", &export)
    });
    assert_eq!(exports[0], exports[1]);
}

#[test]
fn a_program_without_branches_still_links() {
    let place = Workplace::new();
    let source = "int subject(int a, int b) { return a + b; }";
    let loaded = load_checked(&request(&[place.write("subject.c", source)]));
    assert_eq!(loaded.replay.edge_count, 0);
    place.write("replay.bc", &loaded.replay.bitcode);
    place.write("harness.c", HARNESS);
    let arguments = ["-fprofile-instr-generate", "replay.bc", "harness.c", "-o", "replay"];
    place.run("clang-19", &arguments);
    assert_eq!(edges_taken(&place, "1", "2"), Vec::<bool>::new());
}

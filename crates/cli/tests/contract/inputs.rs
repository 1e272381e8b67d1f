//! All kinds of inputs give the same results.

use crate::programs::SMALL;
use crate::workplace::Workplace;
use crate::{LIMIT, assay, report, write};

const CALLER: &str = "int __VERIFIER_nondet_int(void);
int grade(int points);
int main(void) {
    return grade(__VERIFIER_nondet_int()) == 3;
}
";

const CALLEE: &str = "int grade(int points) {
    if (points > LIMIT)
        return 3;
    return points < -LIMIT ? 2 : 1;
}
";

/// Covered branches, all branches, and tests.
fn counts(place: &Workplace, inputs: &[&str]) -> (u64, u64, usize) {
    let options = ["cover", "--time", "1h", "--jobs", "1", "--out", "out"];
    let finished = assay(place, &[&options[..], inputs].concat());
    assert_eq!(finished.code(), 0, "{inputs:?}: {}", finished.stderr);
    let unit = report(place).units.remove(0);
    let branch = &unit.criteria["branch"];
    assert_eq!(branch.covered, branch.confirmed, "{inputs:?}");
    (branch.covered, branch.total, unit.tests.len())
}

fn compile(place: &Workplace, arguments: &[&str]) {
    let coverage = ["-g", "-w", "-fprofile-instr-generate", "-fcoverage-mapping", "-emit-llvm"];
    let kept = ["-O0", "-Xclang", "-disable-O0-optnone", "-Xclang", "-disable-llvm-passes"];
    let command = place.tool("clang-19", &[arguments, &coverage, &kept].concat());
    let compiled = place.finish(command, LIMIT).expect("clang comes to an end");
    assert_eq!(compiled.code(), 0, "{}", compiled.stderr);
}

fn tests_pass(place: &Workplace) {
    let command = place.tool("make", &["-C", "out/tests", "check"]);
    let made = place.finish(command, LIMIT).expect("make comes to an end");
    assert_eq!(made.code(), 0, "{}{}", made.stdout, made.stderr);
}

#[test]
fn source_bitcode_and_text_are_alike() {
    let place = Workplace::new();
    write(&place, "small.c", SMALL);
    compile(&place, &["-c", "small.c", "-o", "small.bc"]);
    compile(&place, &["-S", "small.c", "-o", "small.ll"]);
    assert_eq!(counts(&place, &["small.c"]), (6, 6, 4));
    assert_eq!(counts(&place, &["small.bc"]), (6, 6, 4));
    tests_pass(&place);
    assert_eq!(counts(&place, &["small.ll"]), (6, 6, 4));
    tests_pass(&place);
}

#[test]
fn several_files_are_one_program() {
    let place = Workplace::new();
    write(&place, "caller.c", CALLER);
    write(&place, "callee.c", CALLEE);
    assert_eq!(counts(&place, &["caller.c", "callee.c", "--", "-DLIMIT=90"]).1, 4);
    assert_eq!(counts(&place, &["callee.c", "caller.c", "--", "-DLIMIT=90"]).0, 4);
    compile(&place, &["-c", "callee.c", "-DLIMIT=90", "-o", "callee.bc"]);
    assert_eq!(counts(&place, &["caller.c", "callee.bc"]).0, 4);
    tests_pass(&place);
}

#[test]
fn a_compilation_database_brings_its_flags() {
    let place = Workplace::new();
    std::fs::create_dir(place.path("source")).unwrap();
    write(&place, "source/caller.c", CALLER);
    write(&place, "source/callee.c", CALLEE);
    let folder = place.path("source").display().to_string();
    let entry = |file: &str, flags: &str| {
        let command = format!("cc {flags} -O2 -o {file}.o -c {file}");
        serde_json::json!({ "directory": folder, "file": file, "command": command })
    };
    let database = serde_json::json!([entry("caller.c", ""), entry("callee.c", "-DLIMIT=90")]);
    write(&place, "compile_commands.json", database.to_string());
    let (covered, total, tests) = counts(&place, &["compile_commands.json"]);
    assert_eq!((covered, total), (4, 4));
    assert!(tests >= 3);
    tests_pass(&place);
}

#[test]
fn a_contract_says_how_long_texts_and_arrays_may_be() {
    let place = Workplace::new();
    write(
        &place,
        "part.c",
        "#include <string.h>
int part(const char *text, const unsigned char *bytes, int n) {
    int found = 0;
    if (strlen(text) > 40)
        found++;
    for (int i = 0; i < n; i++)
        if (i == 30 && bytes[i] == 7)
            found++;
    return found;
}
",
    );
    let cover = ["cover", "part.c", "--entry", "part", "--out", "out", "--time", "1h"];
    let usual = assay(&place, &cover);
    assert_eq!(usual.code(), 0, "{}", usual.stderr);
    let covered = |place: &Workplace| report(place).units[0].criteria["branch"].covered;
    assert_eq!(covered(&place), 8, "bounds grow: {}", usual.stdout);
    let contract = |text: u32, bytes: u32| {
        format!(
            "[part]\ntext = {{ max = {text}, non-null = true }}\n\
             bytes = {{ length = \"n\", max = {bytes} }}\n"
        )
    };
    write(&place, "assay.toml", contract(40, 20));
    let shorter = assay(&place, &cover);
    assert_eq!(shorter.code(), 0, "{}", shorter.stderr);
    // Neither the longer text, nor an element 30 with what is in it.
    assert_eq!(covered(&place), 4, "no further than what is promised: {}", shorter.stdout);
    write(&place, "assay.toml", contract(60, 40));
    let longer = assay(&place, &cover);
    assert_eq!(longer.code(), 0, "{}", longer.stderr);
    let branch = report(&place).units[0].criteria["branch"].clone();
    assert_eq!((branch.covered, branch.confirmed), (8, 8), "{}", longer.stdout);
    let replayed = assay(&place, &["replay", "out"]);
    assert_eq!(replayed.code(), 0, "{}", replayed.stdout);
}

/// What it does with arguments is not known when it gets none.
#[test]
fn a_program_without_inputs_has_no_verdicts_by_its_one_run() {
    let place = Workplace::new();
    let source = "int count;
int main(int argc, char **argv) {
    for (int i = 1; i < argc; i++)
        if (argv[i][0] == 'x')
            count++;
    if (count > 3)
        return 1;
    return 0;
}
";
    write(&place, "main.c", source);
    let options = ["cover", "main.c", "--out", "out", "--jobs", "1", "--iterations", "50"];
    let finished = assay(&place, &[&options[..], &["--time", "10s"]].concat());
    assert_eq!(finished.code(), 0, "{}", finished.stderr);
    assert!(finished.stdout.contains("note: NO INPUTS: main was run"), "{}", finished.stdout);
    let branch = report(&place).units[0].criteria["branch"].clone();
    assert_eq!(branch.infeasible_bounded, 0, "{branch:?}");
    assert!(branch.unknown > 0, "{branch:?}");

    let finished = assay(&place, &[&options[..], &["--sym-args", "0", "4", "1"]].concat());
    assert_eq!(finished.code(), 0, "{}", finished.stderr);
    assert!(!finished.stdout.contains("NO INPUTS"), "{}", finished.stdout);
}

//! Whatever the input is, the binary comes to an ordinary end: no crash, no panic, and no exit
//! code that is not in the contract.
//!
//! Programs are damaged in two ways. Random changes to the text of LLVM's assembly mostly give
//! programs that LLVM accepts and no compiler would write; random bytes in bitcode mostly reach
//! the reader only. `ASSAY_MUTANTS=N` asks for more of them than the usual few.

mod mutation;
#[path = "../processor_time/mod.rs"]
mod processor_time;
#[path = "../workers/mod.rs"]
mod workers;
#[path = "../workplace/mod.rs"]
mod workplace;

use assay_base::Rng;
use std::path::Path;
use workplace::{Finished, LIMIT, Workplace};

const CASES: u64 = 60;

/// They differ in what they use: tables, strings, structs, floats, calls through pointers,
/// very wide integers.
const PROGRAMS: [&str; 7] = [
    "explore_state_machine.c",
    "explore_string_copy.c",
    "explore_struct_input.c",
    "explore_float.c",
    "explore_function_pointer.c",
    "varargs_mixed.c",
    "explore_bit_int.c",
];

/// Most changes to a text leave no valid program; the last attempt is taken in any case.
const ATTEMPTS: usize = 20;

/// A damaged program need not end.
const RUN_SECONDS: u64 = 2;

struct Original {
    text: String,
    bitcode: Vec<u8>,
}

impl Original {
    /// Values get names, so that a line can go without renumbering the others.
    fn of(name: &str) -> Original {
        let place = Workplace::new();
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/programs").join(name);
        let source = source.display().to_string();
        let arguments = [
            &source,
            "-g",
            "-O0",
            "-Xclang",
            "-disable-O0-optnone",
            "-Xclang",
            "-disable-llvm-passes",
            "-fprofile-instr-generate",
            "-fcoverage-mapping",
            "-emit-llvm",
            "-c",
            "-o",
            "original.bc",
        ];
        succeeds(&place, "clang-19", &arguments);
        let naming = ["-passes=instnamer", "-S", "original.bc", "-o", "original.ll"];
        succeeds(&place, "opt-19", &naming);
        let read = |name| std::fs::read(place.path(name)).expect("written by clang and opt");
        let text = String::from_utf8(read("original.ll")).expect("assembly is text");
        Original { text, bitcode: read("original.bc") }
    }
}

fn succeeds(place: &Workplace, tool: &str, arguments: &[&str]) {
    let finished = place.finish(place.tool(tool, arguments), LIMIT);
    assert!(finished.is_some_and(|finished| finished.code() == 0), "{tool} {arguments:?}");
}

/// Whether LLVM takes it for a program.
fn is_valid(place: &Workplace, name: &str) -> bool {
    let command = place.tool("opt-19", &["-passes=verify", "-disable-output", name]);
    place.finish(command, LIMIT).is_some_and(|finished| finished.code() == 0)
}

fn check(seed: u64, originals: &[Original]) -> Vec<String> {
    let mut rng = Rng::new(seed);
    let original = &originals[rng.below(originals.len())];
    let place = Workplace::new();
    let write = |name, content: &[u8]| {
        std::fs::write(place.path(name), content).expect("the folder can be written to");
        name
    };
    let name = if seed.is_multiple_of(3) {
        write("mutant.bc", &mutation::of_bytes(&original.bitcode, &mut rng))
    } else {
        let mutants = || write("mutant.ll", mutation::of_text(&original.text, &mut rng).as_bytes());
        let mut attempts = std::iter::repeat_with(mutants).take(ATTEMPTS);
        attempts.find(|name| is_valid(&place, name)).unwrap_or("mutant.ll")
    };
    let cover = place.assay(&["cover", name, "--time", "1s", "--jobs", "1"]);
    let covered = place.finish(cover, LIMIT);
    let run = place.finish(processor_time::limit(place.assay(&["run", name]), RUN_SECONDS), LIMIT);
    let run = run.filter(|run| run.code() != processor_time::USED_UP);
    let mut problems = Vec::new();
    match covered {
        None => problems.push("cover does not end".to_string()),
        Some(covered) => problems.extend(ending("cover", &covered, &[0, 1, 2, 3, 130])),
    }
    if let Some(run) = run {
        // The exit code is that of the program.
        problems.extend(ending("run", &run, &(0..256).collect::<Vec<_>>()));
    }
    problems.into_iter().map(|problem| format!("seed {seed} ({name}): {problem}")).collect()
}

fn ending(command: &str, finished: &Finished, codes: &[i32]) -> Vec<String> {
    let mut problems = Vec::new();
    if !codes.contains(&finished.code()) {
        problems.push(format!("{command} ends with {}", finished.code()));
    }
    let panic = finished.stderr.lines().skip_while(|line| !line.contains("panicked"));
    let message: Vec<&str> = panic.take(2).collect();
    if !message.is_empty() {
        problems.push(format!("{command}: {}", message.join(" ")));
    }
    if finished.stdout.contains("workers died") || finished.stderr.contains("internal error") {
        problems.push(format!("{command} blames itself: {}", finished.stderr));
    }
    problems
}

#[test]
fn damaged_programs_never_crash_the_binary() {
    let originals: Vec<Original> = PROGRAMS.into_iter().map(Original::of).collect();
    let asked = std::env::var("ASSAY_MUTANTS").ok().and_then(|count| count.parse().ok());
    let seeds: Vec<u64> = (0..asked.unwrap_or(CASES)).collect();
    workers::check_all(&seeds, |&seed| check(seed, &originals));
}

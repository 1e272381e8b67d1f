//! Inputs that cannot be used end with 3, the reason, and no folder of results.

use crate::programs::SMALL;
use crate::workplace::Workplace;
use crate::{assay, write};
use std::fs::File;
use std::io::Write as _;

/// Every message starts with the program's name, is one line, and names the reason.
fn is_rejected(place: &Workplace, inputs: &[&str], reason: &str) -> String {
    for command in ["cover", "run"] {
        let mut arguments = vec![command];
        arguments.extend(inputs);
        let finished = assay(place, &arguments);
        let message = finished.stderr.lines().last().unwrap_or_default().to_string();
        assert_eq!(finished.code(), 3, "{arguments:?}: {}", finished.stderr);
        assert!(message.starts_with("assay: "), "{arguments:?}: {message}");
        assert!(message.contains(reason), "{arguments:?}: {message}");
        assert!(!place.path("assay-out").exists(), "{arguments:?} leaves a folder");
    }
    assay(place, &[&["cover"], inputs].concat()).stderr
}

#[test]
fn files_that_hold_no_program() {
    let place = Workplace::new();
    is_rejected(&place, &["missing.c"], "missing.c: no such file");
    write(&place, "empty.c", "");
    is_rejected(&place, &["empty.c"], "empty.c: the file is empty");
    write(&place, "empty.bc", "");
    is_rejected(&place, &["empty.bc"], "empty.bc: the file is empty");
    write(&place, "text.bc", SMALL);
    is_rejected(&place, &["text.bc"], "text.bc: not LLVM bitcode");
    write(&place, "text.ll", SMALL);
    is_rejected(&place, &["text.ll"], "text.ll:1:1: LLVM 19 rejects it");
    write(&place, "program.py", "print('hello')");
    is_rejected(&place, &["program.py"], "program.py: not a kind of input");
    write(&place, "compile_commands.json", "[{]");
    is_rejected(&place, &["compile_commands.json"], "compile_commands.json: ");
    is_rejected(&place, &["."], ".: cannot be read");
}

#[test]
fn a_program_that_does_not_compile_shows_the_diagnostics_of_clang() {
    let place = Workplace::new();
    write(&place, "broken.c", "int main(void) {\n    return missing;\n}\n");
    let shown = is_rejected(&place, &["broken.c"], "broken.c:2:12: clang rejects it");
    assert!(shown.contains("use of undeclared identifier 'missing'"), "{shown}");
    assert!(shown.contains("    return missing;"), "{shown}");
}

#[test]
fn programs_without_the_function_to_start_from() {
    let place = Workplace::new();
    write(&place, "small.c", SMALL);
    write(&place, "part.c", "int limit;\n");
    let finished = assay(&place, &["cover", "part.c"]);
    assert_eq!(finished.code(), 3);
    assert!(finished.stderr.contains("name one with --entry"), "{}", finished.stderr);
    is_rejected(&place, &["small.c", "small.c"], "`main` is defined more than once");
    let finished = assay(&place, &["cover", "small.c", "--entry", "mian"]);
    assert_eq!(finished.code(), 3);
    assert!(finished.stderr.contains("entry `mian` is not defined"), "{}", finished.stderr);
    assert!(!place.path("assay-out").exists());
}

#[test]
fn contracts_with_a_mistake() {
    let place = Workplace::new();
    write(&place, "part.c", "int part(int *x) { return x && *x > 2; }\n");
    for (contract, message) in [
        ("[part]\nx = { nonnull = true }\n", "c.toml:2:7: unknown field"),
        ("[part]\ny = { non-null = true }\n", "`y` is no input of it; these are: x"),
        ("[part]\nx = { range = [1, 2] }\n", "`x` is no integer"),
        ("[part]\nx = { max = 65 }\n", "`x` has max = 65: it must be from 1 to 64"),
        ("[part\n", "c.toml:1:"),
    ] {
        write(&place, "c.toml", contract);
        let finished = assay(&place, &["cover", "part.c", "--contract", "c.toml"]);
        assert_eq!(finished.code(), 3, "{}", finished.stderr);
        assert!(finished.stderr.contains(message), "{}", finished.stderr);
        assert!(!place.path("assay-out").exists());
    }
}

#[test]
fn results_that_cannot_be_written() {
    let place = Workplace::new();
    write(&place, "small.c", SMALL);
    write(&place, "taken", "not a folder");
    let finished = assay(&place, &["cover", "small.c", "--out", "taken"]);
    assert_eq!(finished.code(), 3, "{}", finished.stderr);
    assert!(finished.stderr.contains("cannot write to taken"), "{}", finished.stderr);
    assert_eq!(std::fs::read_to_string(place.path("taken")).unwrap(), "not a folder");
}

/// 50 MB that are no program, sparse and random, are turned away at once.
#[test]
fn large_files_of_garbage() {
    const BYTES: usize = 50 << 20;
    let place = Workplace::new();
    let mut state = 0x2545_f491_4f6c_dd1d_u64;
    let mut random = Vec::with_capacity(BYTES);
    while random.len() < BYTES {
        // Xorshift: quick, and no pattern that a compressor or a parser would see.
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        random.extend(state.to_le_bytes());
    }
    for extension in ["c", "bc", "ll"] {
        let sparse = File::create(place.path(&format!("sparse.{extension}"))).unwrap();
        sparse.set_len(BYTES as u64).unwrap();
        let mut file = File::create(place.path(&format!("random.{extension}"))).unwrap();
        file.write_all(&random).unwrap();
    }
    for name in ["sparse.c", "sparse.bc", "sparse.ll", "random.c", "random.bc", "random.ll"] {
        let finished = assay(&place, &["cover", name]);
        assert_eq!(finished.code(), 3, "{name}: {}", finished.stderr);
    }
    assert!(!place.path("assay-out").exists());
}

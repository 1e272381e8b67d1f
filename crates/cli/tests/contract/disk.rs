//! A disk that takes no more, and folders that take nothing at all.

use crate::programs::SMALL;
use crate::workplace::{Finished, Workplace};
use crate::{LIMIT, assay, report, write};
use std::os::unix::process::CommandExt;

/// Two objects, so large that no test with them fits into a small file.
const LARGE_INPUT: &str =
    "void klee_make_symbolic(void *address, unsigned long size, const char *name);
int main(void) {
    static unsigned char block[30000];
    klee_make_symbolic(block, sizeof block, \"block\");
    return block[5] == 7 && block[29999] == 9;
}
";

/// Bitcode needs no file on the way into Assay.
fn bitcode(place: &Workplace, name: &str, program: &str) {
    let source = write(place, &format!("{name}.c"), program);
    let flags = ["-g", "-O0", "-Xclang", "-disable-O0-optnone", "-Xclang", "-disable-llvm-passes"];
    let coverage = ["-fprofile-instr-generate", "-fcoverage-mapping", "-emit-llvm", "-c"];
    let mut command = place.tool("clang-19", &[&flags[..], &coverage].concat());
    command.arg(source);
    let compiled = place.finish(command, LIMIT).expect("clang comes to an end");
    assert_eq!(compiled.code(), 0, "{}", compiled.stderr);
}

/// Runs Assay with a limit on the size of every file that it writes.
fn cover_with_file_size(place: &Workplace, input: &str, bytes: u64) -> Finished {
    let mut command = place.assay(&["cover", input, "--time", "1h", "--out", "out"]);
    let limit = libc::rlimit { rlim_cur: bytes, rlim_max: bytes };
    // SAFETY: one system call with a value of its own.
    unsafe {
        command.pre_exec(move || match libc::setrlimit(libc::RLIMIT_FSIZE, &limit) {
            0 => Ok(()),
            _ => Err(std::io::Error::last_os_error()),
        });
    }
    place.finish(command, LIMIT).expect("it comes to an end")
}

#[test]
fn a_disk_that_is_full_from_the_start_keeps_what_is_there() {
    let place = Workplace::new();
    bitcode(&place, "small", SMALL);
    assert_eq!(assay(&place, &["cover", "small.bc", "--out", "out"]).code(), 0);
    let before = report(&place);
    let finished = cover_with_file_size(&place, "small.bc", 1000);
    assert_eq!(finished.code(), 3, "{}", finished.stderr);
    assert!(finished.stderr.contains("cannot write to out"), "{}", finished.stderr);
    assert_eq!(report(&place), before);
    for test in &before.units[0].tests {
        assert!(test.files.iter().all(|file| place.path("out").join(file).exists()));
    }
    assert!(!place.path("out/.assay-tests").exists());
}

#[test]
fn a_disk_that_gets_full_is_told_and_leaves_a_report() {
    let place = Workplace::new();
    bitcode(&place, "large", LARGE_INPUT);
    let finished = cover_with_file_size(&place, "large.bc", 50_000);
    assert_eq!(finished.code(), 3, "{}", finished.stderr);
    assert!(finished.stderr.contains("cannot write to out"), "{}", finished.stderr);
    assert!(report(&place).units[0].criteria["branch"].total > 0);
    assert!(!place.path("out/.assay/scratch").exists(), "the scratch folder is left");
}

/// What is printed may go to a disk too.
#[test]
fn messages_that_cannot_be_written_change_nothing_but_the_status() {
    let place = Workplace::new();
    write(&place, "small.c", SMALL);
    let full = || std::fs::OpenOptions::new().write(true).open("/dev/full").expect("Linux has it");
    let code = |arguments: &[&str]| {
        let mut command = place.assay(arguments);
        command.stdout(full()).stderr(full());
        command.status().expect("it can be started").code()
    };
    assert_eq!(code(&["cover", "small.c", "--out", "out"]), Some(3));
    assert!(report(&place).units[0].criteria["branch"].covered > 0);
    assert_eq!(code(&["cover", "small.c", "--out", "out", "--quiet"]), Some(0));
    assert_eq!(code(&["cover", "missing.c", "--out", "out"]), Some(3));
    assert_eq!(code(&["cover"]), Some(2));
    assert_eq!(code(&["replay", "out"]), Some(3));
}

/// Not even root may make a folder there.
#[test]
fn a_folder_that_cannot_be_made() {
    let place = Workplace::new();
    write(&place, "small.c", SMALL);
    let finished = assay(&place, &["cover", "small.c", "--out", "/proc/assay-out"]);
    assert_eq!(finished.code(), 3, "{}", finished.stderr);
    assert!(finished.stderr.contains("cannot write to /proc/assay-out"), "{}", finished.stderr);
}

#[test]
fn tests_of_an_earlier_run_stay_until_the_new_program_is_accepted() {
    let place = Workplace::new();
    write(&place, "small.c", SMALL);
    assert_eq!(assay(&place, &["cover", "small.c", "--out", "out"]).code(), 0);
    let before = report(&place);
    write(&place, "wrong.c", "int main(void) { return 0 }\n");
    assert_eq!(assay(&place, &["cover", "wrong.c", "--out", "out"]).code(), 3);
    assert_eq!(report(&place), before);
    for test in &before.units[0].tests {
        assert!(test.files.iter().all(|file| place.path("out").join(file).exists()));
    }
}

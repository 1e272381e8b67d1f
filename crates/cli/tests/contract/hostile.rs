//! Programs that do harm when they run natively: only their own test suffers.

use crate::workplace::Workplace;
use crate::{assay, report, write};
use std::fs::Permissions;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};

/// Harmless, unless the input is 17. The ordinary inputs must be covered all the same.
fn program(harm: &str) -> String {
    format!(
        "#define _GNU_SOURCE
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
int __VERIFIER_nondet_int(void);
int main(void) {{
    int x = __VERIFIER_nondet_int();
    if (x == 17) {{
        {harm}
    }}
    if (x > 100)
        return 2;
    return x < 5;
}}
"
    )
}

/// Covers the program; both sides of its two conditions, or more, must have been seen.
fn survive(place: &Workplace, harm: &str) {
    write(place, "hostile.c", program(harm));
    let finished = assay(place, &["cover", "hostile.c", "--time", "1h", "--out", "out"]);
    assert_eq!(finished.code(), 0, "{harm}: {}", finished.stderr);
    let branch = &report(place).units[0].criteria["branch"];
    assert!(branch.confirmed >= 4 && branch.confirmed == branch.covered, "{harm}: {branch:?}");
    assert!(!place.path("out/.assay/scratch").exists(), "{harm}: the scratch folder is left");
}

/// Processes whose program lies in the folder of the test.
fn is_left_behind(folder: &Path) -> bool {
    let processes = std::fs::read_dir("/proc").unwrap().flatten();
    let programs =
        processes.filter_map(|process| std::fs::read_link(process.path().join("exe")).ok());
    programs.into_iter().any(|program| program.starts_with(folder))
}

#[test]
fn files_are_written_nowhere_else() {
    let place = Workplace::new();
    let victim = write(&place, "victim", "precious");
    let outside = place.path("outside").display().to_string();
    survive(
        &place,
        &format!(
            "FILE *own = fopen(\"own\", \"w\");
        if (own) {{ fputs(\"text\", own); fclose(own); }}
        int file = open(\"{outside}\", O_CREAT | O_WRONLY, 0600);
        if (file >= 0 && write(file, \"x\", 1) == 1) close(file);
        truncate(\"{victim}\", 0);
        unlink(\"{victim}\");
        mkdir(\"{outside}.d\", 0700);",
            victim = victim.display()
        ),
    );
    if is_landlock_there() {
        assert_eq!(std::fs::read_to_string(&victim).unwrap(), "precious");
        assert!(!place.path("outside").exists() && !place.path("outside.d").exists());
    }
    assert!(!place.path("own").exists());
}

fn is_landlock_there() -> bool {
    let nothing = std::ptr::null::<u8>();
    // SAFETY: asks for the version only.
    unsafe { libc::syscall(libc::SYS_landlock_create_ruleset, nothing, 0, 1) >= 3 }
}

/// What a program could do to a file of the user's without opening it, also through a link of its
/// own.
fn meddling(file: &Path) -> String {
    format!(
        "chmod(\"{file}\", 0777);
        symlink(\"{file}\", \"way-out\");
        chmod(\"way-out\", 0777);
        struct timespec times[2] = {{{{1, 0}}, {{1, 0}}}};
        utimensat(AT_FDCWD, \"{file}\", times, 0);
        utimensat(AT_FDCWD, \"way-out\", times, 0);
        rename(\"{file}\", \"{file}.renamed\");",
        file = file.display()
    )
}

fn precious_file(place: &Workplace) -> PathBuf {
    let file = write(place, "precious", "precious");
    std::fs::set_permissions(&file, Permissions::from_mode(0o600)).unwrap();
    file
}

fn assert_untouched(file: &Path) {
    let status = std::fs::metadata(file).unwrap();
    assert_eq!(status.mode() & 0o777, 0o600);
    assert!(status.mtime() > 1);
}

/// The sandbox has more of these, in tests of its own.
#[test]
fn files_outside_are_not_meddled_with() {
    let place = Workplace::new();
    let file = precious_file(&place);
    survive(&place, &meddling(&file));
    assert_untouched(&file);
}

#[test]
fn functions_that_are_called_natively_are_in_the_sandbox_too() {
    let place = Workplace::new();
    let file = precious_file(&place);
    let function = format!("int meddle(int x) {{ {} return x + 1; }}", meddling(&file));
    let headers = ["fcntl.h", "stdio.h", "sys/stat.h", "unistd.h"];
    let headers = headers.map(|name| format!("#include <{name}>\n")).concat();
    write(&place, "library.c", format!("#define _GNU_SOURCE\n{headers}{function}"));
    let arguments = ["-shared", "-fPIC", "library.c", "-o", "libmeddle.so"];
    let built = place.finish(place.tool("clang-19", &arguments), crate::LIMIT).unwrap();
    assert_eq!(built.code(), 0, "{}", built.stderr);
    let program = "int meddle(int);
int __VERIFIER_nondet_int(void);
int main(void) {
    if (meddle(__VERIFIER_nondet_int()) == 8)
        return 1;
    return 0;
}";
    write(&place, "caller.c", program);
    let arguments = [
        "cover",
        "caller.c",
        "--out",
        "out",
        "--allow-external",
        "meddle",
        "--",
        "-L.",
        "-lmeddle",
    ];
    let finished = assay(&place, &arguments);
    assert_eq!(finished.code(), 0, "{}", finished.stderr);
    // The function was called: its result decides the branch.
    assert!(report(&place).units[0].criteria["branch"].confirmed >= 1);
    assert_untouched(&file);
}

#[test]
fn processes_do_not_outlive_their_test() {
    let place = Workplace::new();
    let harm = "for (int i = 0; i < 3; i++)
            if (fork() == 0) { if (i) setsid(); for (;;) sleep(100); }";
    survive(&place, harm);
    assert!(!is_left_behind(&place.path("")), "a process is left");
}

#[test]
fn sleeping_and_looping_come_to_an_end() {
    let place = Workplace::new();
    for harm in ["sleep(1000);", "for (;;) ;", "pause();", "signal(SIGTERM, SIG_IGN); for (;;) ;"] {
        survive(&place, harm);
    }
    assert!(!is_left_behind(&place.path("")), "a process is left");
}

#[test]
fn memory_and_output_have_a_limit() {
    let place = Workplace::new();
    survive(&place, "for (;;) { char *p = malloc(1 << 20); if (p) memset(p, 1, 1 << 20); }");
    survive(&place, "for (;;) puts(\"more and more output that nobody reads\");");
}

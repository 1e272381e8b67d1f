//! Budgets of time, runs and memory are kept.

use crate::programs::{ENDLESS_LOOP, ENDLESS_PATHS, HARD_QUESTION, MEMORY_HUNGRY, SLOW_TO_CONFIRM};
use crate::workplace::Workplace;
use crate::{assay, report, write};
use std::process::Stdio;

/// That it ends at all is what is promised: none of them would end by itself within days.
#[test]
fn the_time_is_kept_whatever_the_program_does() {
    for program in [ENDLESS_PATHS, ENDLESS_LOOP, HARD_QUESTION, SLOW_TO_CONFIRM] {
        let place = Workplace::new();
        write(&place, "endless.c", program);
        let finished = assay(&place, &["cover", "endless.c", "--out", "out", "--time", "2s"]);
        assert_eq!(finished.code(), 0, "{}", finished.stderr);
        let branch = &report(&place).units[0].criteria["branch"];
        assert_eq!(branch.confirmed, branch.covered, "{branch:?}: {program}");
    }
}

#[test]
fn iterations_are_counted() {
    let place = Workplace::new();
    write(&place, "endless.c", ENDLESS_PATHS);
    let arguments = ["cover", "endless.c", "--out", "out", "--iterations", "5", "--jobs", "1"];
    assert_eq!(assay(&place, &arguments).code(), 0);
    let unit = report(&place).units.remove(0);
    assert_eq!(unit.effort.iterations, 5);
    let branch = &unit.criteria["branch"];
    assert!(branch.covered > 0 && branch.confirmed == branch.covered, "{branch:?}");
}

/// The most memory that the process and its children had, in bytes, and its exit code.
#[expect(clippy::zombie_processes, reason = "`wait4` waits for it, and tells its memory")]
fn peak_memory(place: &Workplace, arguments: &[&str]) -> (u64, i32) {
    let mut command = place.assay(arguments);
    let child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let (mut status, pid) = (0, child.id() as libc::pid_t);
    // SAFETY: all zeros is a value of this plain struct; the child is ours and not waited for by
    // anyone else.
    let usage = unsafe {
        let mut usage: libc::rusage = std::mem::zeroed();
        assert_eq!(libc::wait4(pid, &mut status, 0, &mut usage), pid);
        usage
    };
    assert!(libc::WIFEXITED(status), "ended by signal {}", libc::WTERMSIG(status));
    (usage.ru_maxrss as u64 * 1024, libc::WEXITSTATUS(status))
}

#[test]
fn the_memory_is_kept() {
    const CAP: u64 = 300 << 20;
    for (program, iterations) in [(MEMORY_HUNGRY, "100"), (ENDLESS_PATHS, "2000")] {
        let place = Workplace::new();
        write(&place, "hungry.c", program);
        let budget = ["--memory", "300M", "--time", "1h", "--iterations", iterations];
        let arguments =
            [&["cover", "hungry.c", "--no-prove", "--out", "out"], &budget[..]].concat();
        let (peak, code) = peak_memory(&place, &arguments);
        assert_eq!(code, 0);
        assert!(peak <= CAP + CAP / 20, "{} MiB: {program}", peak >> 20);
        assert!(report(&place).units[0].effort.iterations > 0);
    }
}

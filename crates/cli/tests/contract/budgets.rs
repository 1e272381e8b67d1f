//! Budgets of time and memory are kept.

use crate::programs::{ENDLESS_LOOP, ENDLESS_PATHS, HARD_QUESTION, MEMORY_HUNGRY, SLOW_TO_CONFIRM};
use crate::workplace::Workplace;
use crate::{assay, report, write};
use std::process::Stdio;
use std::time::{Duration, Instant};

fn seconds(place: &Workplace, arguments: &[&str]) -> Duration {
    let started = Instant::now();
    let finished = assay(place, &[&["cover", "endless.c", "--out", "out"], arguments].concat());
    assert_eq!(finished.code(), 0, "{}", finished.stderr);
    started.elapsed()
}

/// Within 5 %, apart from the time to load the program, which a busy machine may double.
#[test]
fn the_time_is_kept_whatever_the_program_does() {
    for program in [ENDLESS_PATHS, ENDLESS_LOOP, HARD_QUESTION, SLOW_TO_CONFIRM] {
        let place = Workplace::new();
        write(&place, "endless.c", program);
        let load = seconds(&place, &["--iterations", "0"]);
        let most = Duration::from_millis(2100) + 2 * load;
        // Other work on the machine may come in between, but not every time.
        let total = (0..3).map(|_| seconds(&place, &["--time", "2s"])).find(|total| *total <= most);
        assert!(total.is_some(), "with {load:?} to load: {program}");
        let branch = &report(&place).units[0].criteria["branch"];
        assert!(branch.covered > 0 && branch.confirmed == branch.covered, "{branch:?}: {program}");
    }
}

#[test]
fn iterations_are_counted() {
    let place = Workplace::new();
    write(&place, "endless.c", ENDLESS_PATHS);
    seconds(&place, &["--iterations", "5", "--jobs", "1"]);
    assert_eq!(report(&place).units[0].effort.iterations, 5);
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
    for program in [MEMORY_HUNGRY, ENDLESS_PATHS] {
        let place = Workplace::new();
        write(&place, "hungry.c", program);
        let arguments = ["--memory", "300M", "--time", "8s", "--out", "out"];
        let (peak, code) = peak_memory(&place, &[&["cover", "hungry.c"], &arguments[..]].concat());
        assert_eq!(code, 0);
        assert!(peak <= CAP + CAP / 20, "{} MiB: {program}", peak >> 20);
        assert!(report(&place).units[0].effort.iterations > 0);
    }
}

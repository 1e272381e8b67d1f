//! Doing something dangerous in a copy of this process first.
//!
//! The copy is made by `fork`: it needs no program of its own to start, so it works from any
//! binary that uses this crate. Only the forking thread exists in it; what it does there must not
//! wait for another one.

use crate::input::LIMIT;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

/// What a damaged file may make LLVM allocate.
const MEMORY_BYTES: u64 = 8 << 30;

/// Whether `work` comes to an end in a child process: no crash, no panic, no endless loop.
/// Nothing it does is visible here. Where no child can be made, there is no rehearsal.
pub fn survives(work: impl FnOnce()) -> bool {
    // SAFETY: the child runs on in its copy of the memory and leaves by `_exit`, so nothing of
    // the parent is dropped, flushed or run twice.
    match unsafe { libc::fork() } {
        -1 => true,
        0 => {
            become_quiet();
            let result = catch_unwind(AssertUnwindSafe(work));
            // SAFETY: ends the child at once.
            unsafe { libc::_exit(i32::from(result.is_err())) }
        }
        child => ends_well(child),
    }
}

/// The child says nothing, leaves no core file, and keeps to its limits.
fn become_quiet() {
    let limit = |resource, most| {
        let limit = libc::rlimit { rlim_cur: most, rlim_max: most };
        // SAFETY: the struct lives during the call; without the limit it works too.
        unsafe { libc::setrlimit(resource, &limit) };
    };
    limit(libc::RLIMIT_CORE, 0);
    limit(libc::RLIMIT_AS, MEMORY_BYTES);
    limit(libc::RLIMIT_CPU, LIMIT.as_secs());
    // SAFETY: plain system calls on descriptors of the child.
    unsafe {
        let nowhere = libc::open(c"/dev/null".as_ptr(), libc::O_WRONLY);
        if nowhere >= 0 {
            libc::dup2(nowhere, libc::STDERR_FILENO);
        }
    }
}

fn ends_well(child: libc::pid_t) -> bool {
    let deadline = Instant::now() + LIMIT;
    let mut pause = Duration::from_millis(1);
    loop {
        let mut status = 0;
        // SAFETY: `child` is ours, and waited for until it has ended.
        let ended = unsafe { libc::waitpid(child, &mut status, libc::WNOHANG) };
        if ended == child {
            return libc::WIFEXITED(status) && libc::WEXITSTATUS(status) == 0;
        }
        if ended == -1 {
            return false;
        }
        if Instant::now() >= deadline {
            // SAFETY: as above.
            unsafe {
                libc::kill(child, libc::SIGKILL);
                libc::waitpid(child, &mut status, 0);
            }
            return false;
        }
        std::thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(20));
    }
}

#[cfg(test)]
mod tests {
    use super::survives;

    #[test]
    fn crashes_and_panics_stay_in_the_child() {
        assert!(survives(|| {}));
        assert!(!survives(|| std::process::abort()));
        assert!(!survives(|| panic!("only in the child")));
    }
}

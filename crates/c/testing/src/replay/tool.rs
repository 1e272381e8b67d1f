//! Limits for tools of our own, which are not confined: compilers and linkers.

use std::io;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command};

/// The largest file that a compiler may write. The counters alone of a damaged program can take
/// 16 GB of its object file.
const OBJECT_SIZE: u64 = 256 << 20;

/// Compilers recurse over what is nested: enough for a hundred thousand `else if`s.
const STACK_SIZE: u64 = 4 << 30;

/// It cannot fill the disk, and it does not outlive the thread that waits for it.
pub(super) fn bind_tool(command: &mut Command) {
    let limit = at_most(libc::RLIMIT_FSIZE, OBJECT_SIZE);
    let stack = at_most(libc::RLIMIT_STACK, STACK_SIZE);
    // SAFETY: system calls with values computed before the fork.
    unsafe {
        command.pre_exec(move || {
            libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL);
            // With less, only what is nested very deeply fails.
            libc::setrlimit(libc::RLIMIT_STACK, &stack);
            match libc::setrlimit(libc::RLIMIT_FSIZE, &limit) {
                0 => Ok(()),
                _ => Err(io::Error::last_os_error()),
            }
        });
    }
}

/// The child and whatever it started and left in its process group.
pub(super) fn kill_group(child: &Child) {
    if let Ok(group) = libc::pid_t::try_from(child.id()) {
        // SAFETY: a plain system call. The group has the child's id because it was started
        // as its leader; if it is
        // gone already the call fails, which is fine.
        unsafe { libc::kill(-group, libc::SIGKILL) };
    }
}

/// Nobody but root may raise a limit that is in force already.
fn at_most(resource: libc::__rlimit_resource_t, value: u64) -> libc::rlimit {
    let mut current = libc::rlimit { rlim_cur: value, rlim_max: value };
    // SAFETY: writes to the struct it is given; on failure the struct stays as it is.
    unsafe { libc::getrlimit(resource, &mut current) };
    let value = value.min(current.rlim_max);
    libc::rlimit { rlim_cur: value, rlim_max: value }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tool_knows_how_much_it_may_write() {
        let mut command = Command::new("cat");
        bind_tool(command.arg("/proc/self/limits"));
        let limits = String::from_utf8(command.output().unwrap().stdout).unwrap();
        let line = limits.lines().find(|line| line.starts_with("Max file size")).unwrap();
        assert!(line.contains(&OBJECT_SIZE.to_string()), "{line}");
        let line = limits.lines().find(|line| line.starts_with("Max stack size")).unwrap();
        let stack = at_most(libc::RLIMIT_STACK, STACK_SIZE).rlim_cur;
        assert!(line.contains(&stack.to_string()), "{line}");
    }
}

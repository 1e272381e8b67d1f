//! Programs that need not end are given some of the processor's time: how much they do with it does
//! not depend on what else the machine does.

use std::io;
use std::os::unix::process::CommandExt;
use std::process::Command;

/// What ends whoever has used it up, as [`Finished::code`](crate::workplace::Finished::code) tells
/// it.
pub const USED_UP: i32 = -libc::SIGXCPU;

/// Gives the command so many seconds.
pub fn limit(mut command: Command, seconds: u64) -> Command {
    let limit = libc::rlimit { rlim_cur: seconds, rlim_max: seconds + 1 };
    // SAFETY: one system call with a value of its own.
    unsafe {
        command.pre_exec(move || match libc::setrlimit(libc::RLIMIT_CPU, &limit) {
            0 => Ok(()),
            _ => Err(io::Error::last_os_error()),
        });
    }
    command
}

//! One writer at a time. The kernel holds the lock for a process and knows whose it is; it is free
//! when that process has ended, however it ended. Copies of the process (`fork`) do not have it.

use std::fs::{File, OpenOptions};
use std::io::{self, Read, Write};
use std::os::fd::AsRawFd;
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

pub(crate) enum Outcome {
    /// As long as the file is open, and no other file that the same process opens there is closed.
    Locked(File),
    HeldBy(i32),
}

pub(crate) fn lock(path: &Path) -> io::Result<Outcome> {
    let mut file = OpenOptions::new()
        .read(true)
        .write(true)
        .create(true)
        .truncate(false)
        .custom_flags(libc::O_NOFOLLOW)
        .open(path)?;
    let mut wanted = whole_file();
    if ask(&file, libc::F_SETLK, &mut wanted).is_ok() {
        file.set_len(0)?;
        write!(file, "{}", std::process::id())?;
        return Ok(Outcome::Locked(file));
    }
    let error = io::Error::last_os_error();
    match error.raw_os_error() {
        Some(libc::EACCES | libc::EAGAIN) => Ok(Outcome::HeldBy(holder(&mut file))),
        // A file system without locks: then there is none.
        Some(libc::ENOLCK | libc::EOPNOTSUPP | libc::ENOSYS) => Ok(Outcome::Locked(file)),
        _ => Err(error),
    }
}

/// As the kernel says; where it is the process of another machine or container, as the file says.
fn holder(file: &mut File) -> i32 {
    let mut found = whole_file();
    if ask(file, libc::F_GETLK, &mut found).is_ok() && found.l_pid > 0 {
        return found.l_pid;
    }
    let mut text = String::new();
    let written = file.read_to_string(&mut text).ok().and_then(|_| text.trim().parse().ok());
    written.unwrap_or(0)
}

fn whole_file() -> libc::flock {
    libc::flock {
        l_type: libc::F_WRLCK as libc::c_short,
        l_whence: libc::SEEK_SET as libc::c_short,
        l_start: 0,
        l_len: 0,
        l_pid: 0,
    }
}

fn ask(file: &File, what: libc::c_int, lock: &mut libc::flock) -> io::Result<()> {
    // SAFETY: a system call on an open file with a value that outlives it.
    match unsafe { libc::fcntl(file.as_raw_fd(), what, lock as *mut libc::flock) } {
        0 => Ok(()),
        _ => Err(io::Error::last_os_error()),
    }
}

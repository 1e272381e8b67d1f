//! A copy of this process that computes one thing and hands it back.
//!
//! The copy is made by `fork`. Only the forking thread exists in it; the only other one of this
//! process waits for Ctrl-C and holds nothing. The copy dies with this process.

use std::fs::File;
use std::io::{self, Read, Seek, Write};
use std::os::fd::FromRawFd;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Exit status of a copy that panicked.
const PANICKED: i32 = 101;

pub struct Copy {
    pid: libc::pid_t,
    /// A file in memory, shared by both.
    answer: File,
    has_ended: bool,
}

impl Copy {
    /// Starts `work`; its answer can be had when it has ended.
    pub fn start(work: impl FnOnce() -> Vec<u8>) -> io::Result<Copy> {
        let mut answer = memory_file()?;
        // SAFETY: plain system calls.
        let parent = unsafe { libc::getpid() };
        // SAFETY: the copy runs on in its own memory and leaves by `_exit`, so nothing of the
        // parent is dropped, flushed or run twice.
        match unsafe { libc::fork() } {
            -1 => Err(io::Error::last_os_error()),
            0 => {
                depend_on(parent);
                let work = AssertUnwindSafe(|| answer.write_all(&work()).is_ok());
                let status = match catch_unwind(work) {
                    Ok(true) => 0,
                    Ok(false) => 1,
                    Err(_) => PANICKED,
                };
                // SAFETY: ends the copy at once.
                unsafe { libc::_exit(status) }
            }
            pid => Ok(Copy { pid, answer, has_ended: false }),
        }
    }

    /// The answer, or how the copy died; `None` while it is at work.
    pub fn poll(&mut self) -> Option<Result<Vec<u8>, String>> {
        let mut status = 0;
        // SAFETY: the child is ours, and not waited for yet.
        let ended = unsafe { libc::waitpid(self.pid, &mut status, libc::WNOHANG) };
        if ended == 0 {
            return None;
        }
        self.has_ended = true;
        Some(if ended == -1 {
            Err(format!("lost: {}", io::Error::last_os_error()))
        } else if libc::WIFSIGNALED(status) {
            Err(format!("BUG in Assay: the run was ended by signal {}", libc::WTERMSIG(status)))
        } else if libc::WEXITSTATUS(status) == 0 {
            self.read().map_err(|error| format!("its result cannot be read: {error}"))
        } else if libc::WEXITSTATUS(status) == PANICKED {
            Err("BUG in Assay: the run panicked".to_string())
        } else {
            Err("its result cannot be written".to_string())
        })
    }

    fn read(&mut self) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        self.answer.rewind()?;
        self.answer.read_to_end(&mut bytes)?;
        Ok(bytes)
    }
}

impl Drop for Copy {
    fn drop(&mut self) {
        if self.has_ended {
            return;
        }
        // SAFETY: the child is ours, and not waited for yet.
        unsafe {
            libc::kill(self.pid, libc::SIGKILL);
            libc::waitpid(self.pid, std::ptr::null_mut(), 0);
        }
    }
}

fn memory_file() -> io::Result<File> {
    // SAFETY: the name is a C string; the descriptor is new, and owned by the file from now on.
    unsafe {
        match libc::memfd_create(c"run".as_ptr(), libc::MFD_CLOEXEC) {
            -1 => Err(io::Error::last_os_error()),
            descriptor => Ok(File::from_raw_fd(descriptor)),
        }
    }
}

/// The copy ends when its parent does, and leaves it to the parent what Ctrl-C means.
fn depend_on(parent: libc::pid_t) {
    let no_core = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
    // SAFETY: plain system calls; the struct lives during the call.
    unsafe {
        libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL);
        libc::signal(libc::SIGINT, libc::SIG_IGN);
        libc::setrlimit(libc::RLIMIT_CORE, &no_core);
        if libc::getppid() != parent {
            libc::_exit(1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    fn answer(work: impl FnOnce() -> Vec<u8>) -> Result<Vec<u8>, String> {
        let mut copy = Copy::start(work).expect("a process can be made");
        loop {
            if let Some(answer) = copy.poll() {
                return answer;
            }
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    #[test]
    fn a_long_answer_comes_back_whole() {
        assert_eq!(answer(|| vec![7; 1 << 20]), Ok(vec![7; 1 << 20]));
    }

    #[test]
    fn a_copy_that_dies_has_a_reason() {
        let killed = answer(|| std::process::abort());
        assert_eq!(killed, Err("BUG in Assay: the run was ended by signal 6".to_string()));
        let panicked = answer(|| panic!("only in the copy"));
        assert_eq!(panicked, Err("BUG in Assay: the run panicked".to_string()));
    }
}

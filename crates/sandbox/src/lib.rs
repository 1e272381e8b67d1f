//! Where tested code runs natively: it may do anything, and nothing gets out.
//!
//! A test is started by a *warden*, a small process of its own (`warden/`, in C), so that this
//! costs the same however large Assay has grown. A warden runs one test at a time, with
//!
//! - namespaces of its own: other processes, the network, the host's name and System V's objects
//!   are not there, and of the file system only the system's libraries and programs, read-only;
//! - an identity that owns nothing, without capabilities;
//! - Landlock, which takes the right to write outside of its folder, to read anything but the
//!   system, and to signal others;
//! - a filter of system calls (seccomp) that lists what is allowed;
//! - limits on time, memory, processes, open files, the size of files and their number;
//! - an empty environment.
//!
//! Each of them alone would leave holes, and not every system gives them all: [`missing`] says
//! which, and the rest goes on without. Whatever a test has started is dead when it has ended.

mod leftovers;
mod memory_file;
mod message;
mod warden;

pub use leftovers::{adopt_leftovers, kill_leftovers};
pub use memory_file::memory_file;
pub use warden::missing;

use message::Answer;
use std::fs::File;
use std::io;
use std::os::fd::BorrowedFd;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use warden::Warden;

/// What one test may use.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Wall-clock time; `None` for no end.
    pub time: Option<Duration>,
    /// Address space of each process, in bytes.
    pub memory: u64,
    /// Size of each file it writes, in bytes.
    pub file_size: u64,
    /// Processes and threads.
    pub processes: u64,
}

/// What to run.
pub struct Order<'a> {
    pub program: &'a Path,
    /// The name that it is told to have.
    pub name: &'a str,
    /// At most 32.
    pub arguments: &'a [String],
    /// What it starts with: the standard input, output and error, and those after them.
    pub descriptors: &'a [BorrowedFd<'a>],
    /// The variable that tells it the path of a file which is handed back, if it leaves one there.
    /// It is all of its environment.
    pub keeps: Option<&'a str>,
    pub limits: Limits,
}

pub struct Finished {
    pub ended: Ended,
    /// What [`Order::keeps`] asks for.
    pub kept: Option<File>,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Ended {
    Exit(i32),
    Signal(i32),
    Timeout,
}

/// Runs programs; several at the same time if it is asked by several threads.
pub struct Sandbox {
    /// Files and folders that they may read beside the system's.
    readable: Vec<PathBuf>,
    idle: Mutex<Vec<Warden>>,
}

impl Sandbox {
    pub fn new(readable: Vec<PathBuf>) -> Sandbox {
        Sandbox { readable, idle: Mutex::default() }
    }

    /// Runs a program to its end.
    pub fn run(&self, order: &Order<'_>) -> io::Result<Finished> {
        let idle = || self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        let waiting = idle().pop();
        let mut warden = waiting.map_or_else(|| Warden::start(&self.readable), Ok)?;
        warden.send(order)?;
        let Answer { ended, kept } = warden.receive()?;
        // One that could not be talked to is not asked again.
        idle().push(warden);
        Ok(Finished { ended: ended?, kept })
    }

    /// Starts a program that runs beside this process until the result is dropped.
    pub fn start(&self, order: &Order<'_>) -> io::Result<Running> {
        let mut warden = Warden::start(&self.readable)?;
        warden.send(order)?;
        Ok(Running { _warden: warden })
    }
}

/// A program that runs; it ends when this is dropped.
pub struct Running {
    _warden: Warden,
}

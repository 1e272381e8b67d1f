//! A process that runs tests, from this side.

use crate::Order;
use crate::memory_file::executable_memory_file;
use crate::message::{self, Answer, Greeting};
use std::fs::{File, Permissions};
use std::io::{self, Write};
use std::os::fd::{AsFd, AsRawFd, FromRawFd, OwnedFd};
use std::os::unix::fs::PermissionsExt;
use std::os::unix::net::UnixDatagram;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

static EXECUTABLE: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/warden"));

/// What a test is asked to leave in its folder.
const KEPT: &str = ".assay-kept";

/// What the wardens of this process did not get, as they have told.
static MISSING: AtomicU32 = AtomicU32::new(0);

/// What the system does not give to the sandbox, and what a test can do for want of it. Known when
/// the first test has been run.
pub fn missing() -> Vec<&'static str> {
    const PARTS: [&str; 4] = [
        "the sandbox of native runs has no namespaces here: a test shares the list of processes with its user, and \
         the number of its files is not limited",
        "the sandbox of native runs has no Landlock here: a test can read what its user can",
        "the sandbox of native runs has no seccomp here: a test can make any system call",
        "the sandbox of native runs cannot give up to be root here: a test can start any number of processes",
    ];
    let missing = MISSING.load(Ordering::Relaxed);
    PARTS
        .iter()
        .enumerate()
        .filter(|(bit, _)| missing >> bit & 1 == 1)
        .map(|(_, part)| *part)
        .collect()
}

pub(crate) struct Warden {
    process: Child,
    /// `None` when it has been told to end.
    socket: Option<UnixDatagram>,
    home: String,
}

impl Warden {
    pub(crate) fn start(readable: &[PathBuf]) -> io::Result<Warden> {
        let (ours, theirs) = socket_pair()?;
        // Without code of ours between fork and exec, the library starts it without copying this
        // process.
        let process = Command::new(executable()?)
            .arg0("assay-warden")
            .arg(std::env::temp_dir())
            .args(readable)
            .env_clear()
            .stdin(Stdio::from(OwnedFd::from(theirs)))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()?;
        let mut warden = Warden { process, socket: Some(ours), home: String::new() };
        let greeting = Greeting::receive(warden.socket()?)?;
        MISSING.fetch_or(greeting.missing, Ordering::Relaxed);
        warden.home = greeting.home;
        Ok(warden)
    }

    fn socket(&self) -> io::Result<&UnixDatagram> {
        self.socket.as_ref().ok_or_else(|| io::ErrorKind::BrokenPipe.into())
    }

    pub(crate) fn send(&mut self, order: &Order<'_>) -> io::Result<()> {
        let program = open_program(order.program)?;
        let variable = order.keeps.map(|name| format!("{name}={}/{KEPT}", self.home));
        let kept = if order.keeps.is_some() { KEPT } else { "" };
        let variables: Vec<String> = variable.into_iter().collect();
        let text = message::encode(&order.limits, order.name, kept, order.arguments, &variables);
        let descriptors = [&[program.as_fd()], order.descriptors].concat();
        message::send(self.socket()?, &text, &descriptors)
    }

    /// What became of the program that was sent.
    pub(crate) fn receive(&mut self) -> io::Result<Answer> {
        Answer::receive(self.socket()?)
    }
}

/// It ends, with all that it runs, when nobody listens to it any more.
impl Drop for Warden {
    fn drop(&mut self) {
        self.socket = None;
        // How it ended does not matter.
        let _ = self.process.wait();
    }
}

/// A path of the executable that holds as long as this process.
fn executable() -> io::Result<PathBuf> {
    static FILE: OnceLock<File> = OnceLock::new();
    let file = match FILE.get() {
        Some(file) => file,
        None => {
            let mut file = executable_memory_file(c"assay-warden")?;
            file.write_all(EXECUTABLE)?;
            FILE.get_or_init(|| file)
        }
    };
    Ok(format!("/proc/self/fd/{}", file.as_raw_fd()).into())
}

/// A test of root runs as somebody else, who must be able to execute the file, wherever it lies.
fn open_program(path: &Path) -> io::Result<File> {
    const FOR_ALL: u32 = 0o555;
    let file = File::open(path)?;
    let mode = file.metadata()?.permissions().mode();
    if mode & FOR_ALL != FOR_ALL {
        file.set_permissions(Permissions::from_mode(mode | FOR_ALL))?;
    }
    Ok(file)
}

/// A pair that keeps messages apart and tells when the other side is gone.
fn socket_pair() -> io::Result<(UnixDatagram, UnixDatagram)> {
    let mut pair = [0; 2];
    let kind = libc::SOCK_SEQPACKET | libc::SOCK_CLOEXEC;
    // SAFETY: writes the two descriptors to the array.
    if unsafe { libc::socketpair(libc::AF_UNIX, kind, 0, pair.as_mut_ptr()) } != 0 {
        return Err(io::Error::last_os_error());
    }
    // SAFETY: the system has just made them, for nobody else.
    Ok(unsafe { (UnixDatagram::from_raw_fd(pair[0]), UnixDatagram::from_raw_fd(pair[1])) })
}

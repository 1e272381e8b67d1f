//! A folder of its own for each test, and processes in it that end in time.

use std::fs::{self, File};
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

/// For one process: only a net for those that hang.
pub const LIMIT: Duration = Duration::from_secs(1800);

/// Removed with all its files when the test is done.
pub struct Workplace {
    folder: PathBuf,
}

/// A process that has ended by itself.
pub struct Finished {
    status: ExitStatus,
    pub stdout: String,
    pub stderr: String,
}

impl Workplace {
    pub fn new() -> Workplace {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let name = format!("assay-cli-{}-{number}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        fs::create_dir_all(&folder).expect("the temporary folder can be written to");
        Workplace { folder }
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    /// The binary under test, to be run in this folder.
    pub fn assay<A: AsRef<std::ffi::OsStr>>(&self, arguments: &[A]) -> Command {
        self.tool(env!("CARGO_BIN_EXE_assay"), arguments)
    }

    /// Another program, to be run in this folder.
    pub fn tool<A: AsRef<std::ffi::OsStr>>(&self, program: &str, arguments: &[A]) -> Command {
        let mut command = Command::new(program);
        command.args(arguments).current_dir(&self.folder).stdin(Stdio::null());
        command
    }

    /// Runs a command; `None` if it had to be killed at the limit. What it prints goes through
    /// files, so that no amount of it can block either side.
    pub fn finish(&self, mut command: Command, limit: Duration) -> Option<Finished> {
        let (out, err) = (self.path(".stdout"), self.path(".stderr"));
        let create = |path: &Path| File::create(path).expect("the folder can be written to");
        command.stdout(create(&out)).stderr(create(&err));
        let name = command.get_program().to_owned();
        let mut child = command.spawn().unwrap_or_else(|error| panic!("{name:?}: {error}"));
        let deadline = Instant::now() + limit;
        let status = loop {
            if let Some(status) = child.try_wait().expect("the child is ours") {
                break status;
            }
            if Instant::now() >= deadline {
                let _ = child.kill();
                let _ = child.wait();
                return None;
            }
            std::thread::sleep(Duration::from_millis(2));
        };
        let text = |path: &Path| {
            let bytes = fs::read(path).expect("written by the child");
            String::from_utf8_lossy(&bytes).into_owned()
        };
        Some(Finished { status, stdout: text(&out), stderr: text(&err) })
    }
}

impl Drop for Workplace {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.folder);
    }
}

impl Finished {
    /// The number of the signal, negative, if one ended the process.
    pub fn code(&self) -> i32 {
        let signal = || -self.status.signal().unwrap_or(0);
        self.status.code().unwrap_or_else(signal)
    }
}

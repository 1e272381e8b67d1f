//! Running a tool with a limit on its time, whatever it writes.

use std::io::{self, Read, Write};
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// How long a tool may think about one input; malformed bitcode can send LLVM into loops.
pub const LIMIT: Duration = Duration::from_secs(600);

/// What a tool may take, in bytes.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Room {
    /// Of the heap; what it needs beyond is an error of its own.
    pub memory: u64,
    /// Tools recurse over what is nested.
    pub stack: u64,
}

pub struct Finished {
    /// `None`: killed after the limit.
    pub status: Option<ExitStatus>,
    pub output: Vec<u8>,
    pub errors: Vec<u8>,
}

impl Finished {
    pub fn succeeded(&self) -> bool {
        self.status.is_some_and(|status| status.success())
    }
}

/// The tool reads `input`. The error is that it could not be started.
pub fn run(command: &mut Command, input: &[u8], room: Room) -> io::Result<Finished> {
    confine(command, room);
    run_within(command, input, LIMIT)
}

fn confine(command: &mut Command, room: Room) {
    // SAFETY: what runs between fork and exec makes system calls on values of its own only.
    unsafe {
        command.pre_exec(move || {
            set_limit(libc::RLIMIT_DATA, room.memory);
            set_limit(libc::RLIMIT_STACK, room.stack);
            set_limit(libc::RLIMIT_CORE, 0);
            Ok(())
        });
    }
}

/// As near as the system allows: what a tool may not have is seen when it fails.
fn set_limit(resource: libc::__rlimit_resource_t, value: u64) {
    let mut limit = libc::rlimit { rlim_cur: value, rlim_max: value };
    // SAFETY: the struct lives during both calls; where the first fails it stays as it is.
    unsafe {
        libc::getrlimit(resource, &mut limit);
        limit.rlim_cur = value.min(limit.rlim_max);
        libc::setrlimit(resource, &limit);
    }
}

fn run_within(command: &mut Command, input: &[u8], limit: Duration) -> io::Result<Finished> {
    command.stdin(if input.is_empty() { Stdio::null() } else { Stdio::piped() });
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
    if let Some(mut pipe) = child.stdin.take() {
        let input = input.to_vec();
        // A tool that does not want all of it has its reasons.
        thread::Builder::new().spawn(move || pipe.write_all(&input))?;
    }
    let output = drain(child.stdout.take())?;
    let errors = drain(child.stderr.take())?;
    let status = wait(&mut child, limit)?;
    Ok(Finished {
        status,
        output: output.join().unwrap_or_default(),
        errors: errors.join().unwrap_or_default(),
    })
}

/// Reads a pipe to its end in a thread of its own, so that neither pipe can fill and block.
fn drain<R: Read + Send + 'static>(pipe: Option<R>) -> io::Result<thread::JoinHandle<Vec<u8>>> {
    thread::Builder::new().spawn(move || {
        let mut bytes = Vec::new();
        if let Some(mut pipe) = pipe {
            // What was read before an error is still worth having.
            let _ = pipe.read_to_end(&mut bytes);
        }
        bytes
    })
}

fn wait(child: &mut Child, limit: Duration) -> io::Result<Option<ExitStatus>> {
    let deadline = Instant::now() + limit;
    let mut pause = Duration::from_millis(1);
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        if Instant::now() >= deadline {
            child.kill()?;
            child.wait()?;
            return Ok(None);
        }
        thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(20));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tool_that_hangs_is_killed() {
        let finished =
            run_within(Command::new("sleep").arg("60"), &[], Duration::from_millis(50)).unwrap();
        assert!(finished.status.is_none());
        assert!(!finished.succeeded());
    }

    #[test]
    fn both_pipes_are_read_to_the_end() {
        let script = "head -c 300000 /dev/zero; head -c 300000 /dev/zero >&2; exit 4";
        let room = Room { memory: 1 << 30, stack: 8 << 20 };
        let finished = run(Command::new("sh").args(["-c", script]), &[], room).unwrap();
        assert_eq!((finished.output.len(), finished.errors.len()), (300_000, 300_000));
        assert_eq!(finished.status.and_then(|status| status.code()), Some(4));
    }

    #[test]
    fn a_tool_has_the_room_that_it_is_given() {
        let room = Room { memory: 300 << 20, stack: 64 << 20 };
        let finished = run(Command::new("cat").arg("/proc/self/limits"), &[], room).unwrap();
        let limits = String::from_utf8(finished.output).unwrap();
        let soft = |name: &str| {
            let line = limits.lines().find(|line| line.starts_with(name)).unwrap();
            line[name.len()..].split_whitespace().next().unwrap().to_string()
        };
        assert_eq!(soft("Max data size"), room.memory.to_string());
        assert_eq!(soft("Max stack size"), room.stack.to_string());
    }
}

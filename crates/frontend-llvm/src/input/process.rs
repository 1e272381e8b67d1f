//! Running a tool with a limit on its time, whatever it writes.

use std::io::{self, Read, Write};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// How long a tool may think about one input; malformed bitcode can send LLVM into loops.
pub const LIMIT: Duration = Duration::from_secs(600);

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

/// The error is that the tool could not be started.
pub fn run(command: &mut Command) -> io::Result<Finished> {
    run_within(command, &[], LIMIT)
}

/// The tool reads `input`.
pub fn run_with_input(command: &mut Command, input: &[u8]) -> io::Result<Finished> {
    run_within(command, input, LIMIT)
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
        let finished = run(Command::new("sh").args(["-c", script])).unwrap();
        assert_eq!((finished.output.len(), finished.errors.len()), (300_000, 300_000));
        assert_eq!(finished.status.and_then(|status| status.code()), Some(4));
    }
}

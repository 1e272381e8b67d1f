//! The compiler and the virtual machine of the JDK on the path, or of that in `JAVA_HOME`.

use crate::Outcome;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

fn tool(name: &str) -> Command {
    match std::env::var_os("JAVA_HOME").filter(|home| !home.is_empty()) {
        Some(home) => Command::new(Path::new(&home).join("bin").join(name)),
        None => Command::new(name),
    }
}

pub fn compile(sources: &[PathBuf], into: &Path) -> Result<(), String> {
    let mut command = tool("javac");
    command.args(["-g", "-nowarn", "-encoding", "UTF-8", "-d"]).arg(into).args(sources);
    let output = command.output().map_err(|error| format!("javac: {error}"))?;
    match output.status.success() {
        true => Ok(()),
        false => Err(String::from_utf8_lossy(&output.stderr).into_owned()),
    }
}

fn java(classes: &Path) -> Command {
    let mut command = tool("java");
    command.args(["-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xshare:auto"]);
    command.args(["-Dfile.encoding=UTF-8", "-Dsun.stdout.encoding=UTF-8"]);
    command.args(["-Duser.language=en", "-Duser.country=US", "-Duser.timezone=UTC", "-cp"]);
    command.arg(classes);
    command
}

/// One program in a virtual machine of its own.
pub fn run(classes: &Path, main: &str, stdin: &[u8]) -> Outcome {
    let mut command = java(classes);
    command.arg(main).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = command.spawn().expect("java runs");
    // A program need not read all that there is.
    let _ = child.stdin.take().expect("it is piped").write_all(stdin);
    let output = child.wait_with_output().expect("java runs");
    Outcome {
        output: String::from_utf8_lossy(&output.stdout).into_owned(),
        status: output.status.code().map(i64::from).ok_or_else(|| "a signal".to_string()),
    }
}

/// All of them in one virtual machine, which has the class `Together`.
pub fn run_all(classes: &Path, mains: &[&str]) -> Vec<Outcome> {
    let output = java(classes).arg("Together").args(mains).stdin(Stdio::null()).output();
    let output = output.expect("java runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let mut rest = &output.stdout[..];
    mains.iter().map(|main| take(&mut rest).unwrap_or_else(|| panic!("no end of {main}"))).collect()
}

/// What `Together` tells of the next program.
fn take(rest: &mut &[u8]) -> Option<Outcome> {
    let end = rest.iter().position(|&byte| byte == b'\n')?;
    let line = std::str::from_utf8(&rest[..end]).ok()?;
    let (status, size) = line.split_once(' ')?;
    let (status, size): (i64, usize) = (status.parse().ok()?, size.parse().ok()?);
    let output = rest.get(end + 1..end + 1 + size)?;
    *rest = &rest[end + 1 + size..];
    Some(Outcome { output: String::from_utf8_lossy(output).into_owned(), status: Ok(status) })
}

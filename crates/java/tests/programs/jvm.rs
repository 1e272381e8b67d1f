//! The compiler and the virtual machine of the JDK on the path.

use crate::Outcome;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

pub fn compile(sources: &[PathBuf], into: &Path) -> Result<(), String> {
    let mut command = Command::new("javac");
    command.args(["-g", "-nowarn", "-encoding", "UTF-8", "-d"]).arg(into).args(sources);
    let output = command.output().map_err(|error| format!("javac: {error}"))?;
    match output.status.success() {
        true => Ok(()),
        false => Err(String::from_utf8_lossy(&output.stderr).into_owned()),
    }
}

pub fn run(classes: &Path, main: &str) -> Outcome {
    let mut command = Command::new("java");
    command.args(["-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xshare:auto"]);
    command.args(["-Dfile.encoding=UTF-8", "-Dsun.stdout.encoding=UTF-8", "-cp"]);
    command.arg(classes).arg(main).stdin(Stdio::null());
    let output = command.output().expect("java runs");
    Outcome {
        output: String::from_utf8_lossy(&output.stdout).into_owned(),
        status: output.status.code().map(i64::from).ok_or_else(|| "a signal".to_string()),
    }
}

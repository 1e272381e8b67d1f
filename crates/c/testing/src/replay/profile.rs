//! Coverage as `llvm-cov` measures it, of the emitted tests as they are.
//!
//! The `Makefile` of the folder builds them and makes the export, as for a person who has no Assay.
//! Only the runs are ours, for they belong into the sandbox.

use super::{Limits, NULL, ReplayError};
use crate::Externals;
use assay_sandbox::{Order, Sandbox};
use std::fs::{self, File};
use std::io;
use std::os::fd::AsFd;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Below the folder of tests; named in the `Makefile`.
const PROGRAMS: &str = "build/coverage";
const EXPORT: &str = "coverage.json";

/// Builds and runs the tests with these ids; the file with the export of `llvm-cov`.
pub fn profile(
    folder: &Path,
    ids: &[String],
    externals: &Externals,
    limits: &Limits,
) -> Result<PathBuf, ReplayError> {
    let folder = folder.canonicalize().map_err(ReplayError::system("finding the tests"))?;
    let sandbox = Sandbox::new(externals.library_folders());
    make(&folder, "coverage-programs")?;
    let programs = folder.join(PROGRAMS);
    for id in ids {
        run(&sandbox, &programs, id, limits)
            .map_err(ReplayError::system(format!("running {id}")))?;
    }
    make(&folder, "coverage-report")?;
    Ok(folder.join(EXPORT))
}

/// A test that is killed leaves no profile; then the one of an earlier run must not count.
fn run(sandbox: &Sandbox, programs: &Path, id: &str, limits: &Limits) -> io::Result<()> {
    let kept = programs.join(format!("{id}.profraw"));
    let _ = fs::remove_file(&kept);
    let nothing = File::options().read(true).write(true).open(NULL)?;
    let finished = sandbox.run(&Order {
        program: &programs.join(id),
        name: id,
        arguments: &[],
        descriptors: &[nothing.as_fd(); 3],
        keeps: Some("LLVM_PROFILE_FILE"),
        limits: limits.of_run(),
    })?;
    if let Some(mut written) = finished.kept {
        io::copy(&mut written, &mut File::create(&kept)?)?;
    }
    Ok(())
}

fn make(folder: &Path, target: &str) -> Result<(), ReplayError> {
    let mut command = Command::new("make");
    command.arg("-s").arg("-C").arg(folder).arg(target).stdin(Stdio::null());
    let output = command.output().map_err(ReplayError::system("running make"))?;
    if output.status.success() {
        return Ok(());
    }
    Err(ReplayError::Build { message: String::from_utf8_lossy(&output.stderr).into_owned() })
}

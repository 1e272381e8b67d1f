//! Coverage as `llvm-cov` measures it, of the emitted tests as they are.
//!
//! The `Makefile` of the folder builds them and makes the export, as for a person who has no Assay.
//! Only the runs are ours, for they belong into the sandbox.

use super::sandbox::{self, Order};
use super::{Limits, ReplayError, make_scratch};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Below the folder of tests; named in the `Makefile`.
const PROGRAMS: &str = "build/coverage";
const EXPORT: &str = "coverage.json";

/// Builds and runs the tests with these ids; the file with the export of `llvm-cov`.
pub fn profile(
    folder: &Path,
    ids: &[String],
    scratch: &Path,
    limits: &Limits,
) -> Result<PathBuf, ReplayError> {
    let folder = folder.canonicalize().map_err(ReplayError::system("finding the tests"))?;
    let scratch = make_scratch(scratch)?;
    make(&folder, "coverage-programs")?;
    let programs = folder.join(PROGRAMS);
    for id in ids {
        run(&programs, id, &scratch.join(id), limits)
            .map_err(ReplayError::system(format!("running {id}")))?;
    }
    make(&folder, "coverage-report")?;
    Ok(folder.join(EXPORT))
}

/// A test that is killed leaves no profile; then the one of an earlier run must not count.
fn run(programs: &Path, id: &str, folder: &Path, limits: &Limits) -> std::io::Result<()> {
    let (home, kept) = (folder.join("home"), programs.join(format!("{id}.profraw")));
    fs::create_dir_all(&home)?;
    let _ = fs::remove_file(&kept);
    let written = home.join("profile");
    sandbox::run(&Order {
        program: &programs.join(id),
        name: id,
        environment: &[("LLVM_PROFILE_FILE", written.as_os_str())],
        folder,
        home: &home,
        writable: &[],
        limits,
    })?;
    if written.exists() {
        fs::copy(&written, &kept)?;
    }
    fs::remove_dir_all(folder)
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

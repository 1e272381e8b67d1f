//! `.java` files become class files with the `javac` of the user's JDK.

use super::class_path::Error;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Compiles these files into a folder, with debug information.
pub fn compile(
    jdk: &Path,
    sources: &[PathBuf],
    class_path: &[PathBuf],
    into: &Path,
) -> Result<(), Error> {
    let javac = jdk.join("bin/javac");
    std::fs::create_dir_all(into).map_err(|error| Error(format!("{}: {error}", into.display())))?;
    let path = std::env::join_paths(class_path.iter().map(PathBuf::as_path).chain([into]))
        .map_err(|error| Error(format!("the class path: {error}")))?;
    let mut command = Command::new(&javac);
    command.arg("-g").arg("-encoding").arg("UTF-8").arg("-d").arg(into);
    command.arg("-cp").arg(path).args(sources);
    let output = command.output().map_err(|error| {
        Error(format!(
            "{}: {error}; a JDK with a compiler is needed for .java files (install one, name its \
             folder with --jdk, or give class files)",
            javac.display()
        ))
    })?;
    match output.status.success() {
        true => Ok(()),
        false => {
            let said = String::from_utf8_lossy(&output.stderr);
            Err(Error(format!("javac does not compile it:\n{}", said.trim_end())))
        }
    }
}

//! Whether emitted tests compile, by the compiler itself. It only parses, all tests of a source at
//! once.

use super::ReplayError;
use super::build::COMPILER;
use super::tool::bind_tool;
use crate::harness::OLD_C;
use crate::{SourceUnit, Subject};
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

/// A message of the compiler.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Complaint {
    /// The file, as it was named to the compiler.
    pub(crate) file: String,
    /// `t0001.c:12:5: error: …`
    pub(crate) message: String,
}

/// What keeps tests of functions of one source from being compiled together with it. `tests` are
/// the names and texts of their files; `prologue` comes before them. The folder holds the headers.
pub(crate) fn complaints(
    subject: &Subject,
    unit: &SourceUnit,
    folder: &Path,
    prologue: &str,
    tests: &[(String, String)],
) -> Result<Vec<Complaint>, ReplayError> {
    let mut text = prologue.to_string();
    for (name, test) in tests {
        text += &format!("# 1 \"{name}\"\n{test}\n");
    }
    let mut command = Command::new(COMPILER);
    command.current_dir(&unit.folder).args(&unit.flags).args(OLD_C).args(["-w", "-fsyntax-only"]);
    command.args(["-ferror-limit=0", "-fno-color-diagnostics", "-fno-caret-diagnostics"]);
    command.arg("-iquote").arg(folder);
    if subject.is_32_bit {
        command.arg("-m32");
    }
    command.args(["-x", "c", "-"]);
    command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::piped());
    bind_tool(&mut command);
    let failed = || ReplayError::system(format!("running {COMPILER}"));
    let mut child = command.spawn().map_err(failed())?;
    if let Some(mut input) = child.stdin.take() {
        // A compiler that does not read it says why.
        let _ = input.write_all(text.as_bytes());
    }
    let output = child.wait_with_output().map_err(failed())?;
    if output.status.success() {
        return Ok(Vec::new());
    }
    let messages = String::from_utf8_lossy(&output.stderr);
    let complaints: Vec<Complaint> = messages.lines().filter_map(complaint).collect();
    let unclear = || Complaint { file: String::new(), message: messages.trim().to_string() };
    Ok(if complaints.is_empty() { vec![unclear()] } else { complaints })
}

fn complaint(line: &str) -> Option<Complaint> {
    let (place, _) = line.split_once(" error: ").or_else(|| line.split_once(" fatal error: "))?;
    let file = place.split(':').next()?.to_string();
    Some(Complaint { file, message: line.to_string() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_have_their_file() {
        let file = |line| complaint(line).map(|complaint| complaint.file);
        assert_eq!(file("t0001.c:3:7: error: use of x").as_deref(), Some("t0001.c"));
        assert_eq!(
            file("/a/b.h:1:1: fatal error: 'c.h' file not found").as_deref(),
            Some("/a/b.h")
        );
        assert_eq!(file("t0001.c:3:7: note: expanded from macro"), None);
    }
}

//! Folders that cannot be written to without harm.

use crate::list::List;
use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// Why a folder cannot be the output folder.
#[derive(Debug)]
pub enum Refusal {
    /// Another process writes to it.
    Busy {
        root: PathBuf,
        process: i32,
    },
    /// Something stands there that is not Assay's; what it holds, if it is a folder.
    Foreign {
        path: PathBuf,
        example: Option<String>,
    },
    Unusable {
        root: PathBuf,
        error: io::Error,
    },
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::Busy { root, process } => write!(
                f,
                "another run of Assay, process {process}, writes to {}: wait for its end, or use \
                 another folder",
                root.display()
            ),
            Refusal::Foreign { path, example } => {
                write!(f, "{} ", path.display())?;
                match example {
                    Some(name) => write!(f, "holds what Assay has not written ({name})")?,
                    None => write!(f, "was not written by Assay")?,
                }
                write!(f, ": use another folder for the results, or move it away")
            }
            Refusal::Unusable { root, error } => {
                write!(f, "cannot write to {}: {error}", root.display())
            }
        }
    }
}

impl std::error::Error for Refusal {}

/// Whether something of this name may be written, because nothing is there, or what Assay wrote.
pub(crate) fn check(root: &Path, name: &str, list: &List) -> Result<(), Refusal> {
    let path = root.join(name);
    let unusable = |error| Refusal::Unusable { root: root.to_path_buf(), error };
    let facts = match fs::symlink_metadata(&path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        facts => facts.map_err(unusable)?,
    };
    if facts.is_file() && list.has(name) || facts.is_dir() && list.has_below(name) {
        return Ok(());
    }
    let example = match facts.is_dir() {
        true => fs::read_dir(&path).map_err(unusable)?.flatten().next(),
        false => return Err(Refusal::Foreign { path, example: None }),
    };
    match example {
        None => Ok(()),
        Some(entry) => {
            let example = Some(entry.file_name().display().to_string());
            Err(Refusal::Foreign { path, example })
        }
    }
}

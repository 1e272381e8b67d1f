//! From what the user names to LLVM bitcode that is safe to parse in this process: C goes
//! through clang, foreign `.bc` and `.ll` through a child process that survives LLVM's aborts.

mod bitcode;
mod clang;
mod compile_commands;
mod foreign_flags;
mod process;

pub use process::LIMIT;

use crate::dropped::Dropped;
use crate::{LoadError, Request, Source};
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

/// One translation unit, compiled.
pub struct Unit {
    pub path: PathBuf,
    pub bitcode: Vec<u8>,
    pub source: Source,
    /// Not compiled here, so not to be trusted.
    pub is_foreign: bool,
    /// What clang does not measure in it.
    pub dropped: Vec<Dropped>,
    /// Flags for another compiler or machine that it is not compiled with.
    pub left_out: Vec<String>,
    /// clang did not get done with its coverage map.
    pub lacks_map: bool,
}

/// All units of the request, in the order of the inputs.
pub fn units(request: &Request) -> Result<Vec<Unit>, LoadError> {
    if request.inputs.is_empty() {
        return Err(LoadError::NoInputs);
    }
    for input in &request.inputs {
        check_readable(input)?;
    }
    let mut units = Vec::new();
    let mut jobs = Vec::new();
    for input in &request.inputs {
        let extension = input.extension().and_then(|extension| extension.to_str());
        if !matches!(extension, Some("c" | "i")) {
            units.extend(clang::compile_all(
                &std::mem::take(&mut jobs),
                request.mcdc,
                request.memory,
            )?);
        }
        match extension {
            Some("c" | "i") => jobs.push(job(input, request)?),
            Some("bc" | "ll") => {
                units.push(bitcode::read(input, extension == Some("ll"), request.memory)?)
            }
            Some("json") => units.extend(compile_commands::units(input, request)?),
            _ => return Err(LoadError::UnknownKind { path: input.clone() }),
        }
    }
    units.extend(clang::compile_all(&jobs, request.mcdc, request.memory)?);
    Ok(units)
}

/// A source once more, with sanitizers.
pub fn sanitized(source: &Source, memory: u64) -> Result<Unit, LoadError> {
    let is_c = source.file.extension().is_some_and(|kind| kind == "c" || kind == "i");
    if !is_c {
        return Err(LoadError::UnknownKind { path: source.file.clone() });
    }
    let job = clang::Job {
        source: source.file.clone(),
        folder: source.folder.clone(),
        flags: source.flags.clone(),
        left_out: Vec::new(),
    };
    clang::compile_sanitized(&job, memory)
}

/// The bitcode of a C source with declarations behind it; those with errors are left out.
pub fn with_declarations(source: &Source, lines: &[String], memory: u64) -> Option<Vec<u8>> {
    let is_c = source.file.extension().is_some_and(|kind| kind == "c" || kind == "i");
    let job = clang::Job {
        source: source.file.clone(),
        folder: source.folder.clone(),
        flags: source.flags.clone(),
        left_out: Vec::new(),
    };
    is_c.then(|| clang::compile_with_lines(&job, lines, memory))?
}

/// clang warns of each zero byte in time that grows with the line, so what is no text does not
/// reach it.
fn job(source: &Path, request: &Request) -> Result<clang::Job, LoadError> {
    const LOOKED_AT: u64 = 4096;
    let mut start = Vec::new();
    let read = File::open(source).and_then(|file| file.take(LOOKED_AT).read_to_end(&mut start));
    if read.is_ok() && start.contains(&0) {
        return Err(LoadError::NotText { path: source.to_path_buf() });
    }
    Ok(clang::Job {
        source: source.to_path_buf(),
        folder: None,
        flags: request.clang_flags.clone(),
        left_out: Vec::new(),
    })
}

/// Missing, unreadable and empty files are told apart before any tool sees them.
fn check_readable(path: &Path) -> Result<(), LoadError> {
    let unreadable = |error: std::io::Error| match error.kind() {
        std::io::ErrorKind::NotFound => LoadError::Missing { path: path.to_path_buf() },
        _ => LoadError::Unreadable { path: path.to_path_buf(), reason: error.to_string() },
    };
    let mut file = File::open(path).map_err(unreadable)?;
    if path.to_str().is_none() {
        return Err(LoadError::UnnamedInText { path: path.to_path_buf() });
    }
    match file.read(&mut [0]).map_err(unreadable)? {
        0 => Err(LoadError::Empty { path: path.to_path_buf() }),
        _ => Ok(()),
    }
}

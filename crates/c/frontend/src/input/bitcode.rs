//! Reading `.bc` and `.ll` files of unknown origin.
//!
//! LLVM may abort, loop or corrupt memory on malformed bitcode. So a child process (`opt`)
//! parses and verifies the file and writes it out again; this process only ever parses what
//! LLVM itself has just written.

use super::process::{self, Finished};
use super::{Unit, clang};
use crate::{LoadError, Source};
use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::process::Command;

const OPT: &str = "opt-19";
const OUR_MAJOR: u32 = 19;

/// Raw bitcode, and the wrapper that some tools put around it.
const MAGICS: [[u8; 4]; 2] = [*b"BC\xC0\xDE", [0xDE, 0xC0, 0x17, 0x0B]];

pub fn read(path: &Path, is_text: bool, memory: u64) -> Result<Unit, LoadError> {
    if !is_text && !has_magic(path)? {
        return Err(LoadError::NotBitcode { path: path.to_path_buf() });
    }
    let absolute = std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf());
    let mut command = Command::new(OPT);
    command.args(["-passes=verify", "-o", "-"]).arg(absolute);
    let finished = process::run(&mut command, &[], clang::alone(memory)).map_err(|error| {
        match error.kind() {
            std::io::ErrorKind::NotFound => {
                LoadError::ToolMissing { tool: OPT, package: "llvm-19" }
            }
            _ => LoadError::Malformed {
                path: path.to_path_buf(),
                place: None,
                reason: error.to_string(),
            },
        }
    })?;
    if !finished.succeeded() {
        return Err(rejected(path, &finished));
    }
    let file = path.to_path_buf();
    Ok(Unit {
        path: file.clone(),
        bitcode: finished.output,
        source: Source { file, folder: None, flags: Vec::new() },
        is_foreign: true,
        lacks_map: false,
        dropped: Vec::new(),
        left_out: Vec::new(),
    })
}

fn has_magic(path: &Path) -> Result<bool, LoadError> {
    let mut start = [0; 4];
    let read = File::open(path).and_then(|file| file.take(4).read(&mut start));
    match read {
        Ok(count) => Ok(count == 4 && MAGICS.contains(&start)),
        Err(error) => {
            Err(LoadError::Unreadable { path: path.to_path_buf(), reason: error.to_string() })
        }
    }
}

fn rejected(path: &Path, finished: &Finished) -> LoadError {
    let path = path.to_path_buf();
    let text = String::from_utf8_lossy(&finished.errors);
    if let Some(producer) = newer_producer(&text) {
        return LoadError::NewerBitcode { path, producer };
    }
    let Some(status) = finished.status else {
        let reason = "reading it takes too long".to_string();
        return LoadError::Malformed { path, place: None, reason };
    };
    if status.code().is_none_or(|code| code > 1) {
        let reason = "it is malformed, LLVM itself crashes on it".to_string();
        return LoadError::Malformed { path, place: None, reason };
    }
    match clang::first_error(&text) {
        Some(error) => LoadError::Malformed { path, place: error.place, reason: error.reason },
        None => LoadError::Malformed { path, place: None, reason: text.into_owned() },
    }
}

/// LLVM names the writer of what it cannot read: `(Producer: 'LLVM21.1.0' Reader: …)`.
fn newer_producer(message: &str) -> Option<String> {
    let (_, rest) = message.split_once("Producer: '")?;
    let (producer, _) = rest.split_once('\'')?;
    let digits: String = producer
        .trim_start_matches(|character: char| !character.is_ascii_digit())
        .chars()
        .take_while(char::is_ascii_digit)
        .collect();
    (digits.parse::<u32>().ok()? > OUR_MAJOR).then(|| producer.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_producer_is_read_from_the_message() {
        let message =
            "error: Unknown attribute kind (102) (Producer: 'LLVM21.1.0' Reader: 'LLVM 19.1.7')";
        assert_eq!(newer_producer(message), Some("LLVM21.1.0".to_string()));
        let message = "error: Invalid record (Producer: 'LLVM19.1.7' Reader: 'LLVM 19.1.7')";
        assert_eq!(newer_producer(message), None);
    }
}

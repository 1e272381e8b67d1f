//! `report.json`, the form that scripts read. It is written again whenever something new is known.

use assay_verdict::Report;
use std::fmt;
use std::fs;
use std::io::{self, Write};
use std::path::Path;

pub const FILE_NAME: &str = "report.json";

/// As it stands in the file.
pub fn write(report: &Report, mut writer: &mut dyn Write) -> io::Result<()> {
    serde_json::to_writer_pretty(&mut writer, report)?;
    writer.write_all(b"\n")
}

/// Why there is no report to be had.
#[derive(Debug)]
pub enum ReadError {
    NoFolder,
    NoReport,
    Unreadable(io::Error),
    /// Not what any version writes: where, and what is wrong there.
    Damaged(serde_json::Error),
    /// Whole, but written by another version whose reports are different.
    OtherVersion {
        version: String,
        difference: serde_json::Error,
    },
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReadError::NoFolder => write!(f, "there is no such folder"),
            ReadError::NoReport => write!(
                f,
                "there is no {FILE_NAME} in it: give the folder that `assay cover --out` wrote to"
            ),
            ReadError::Unreadable(error) => write!(f, "{FILE_NAME}: {error}"),
            ReadError::Damaged(error) => write!(f, "{FILE_NAME} is damaged: {error}"),
            ReadError::OtherVersion { version, difference } => write!(
                f,
                "{FILE_NAME} was written by Assay {version}, which this version cannot read: run \
                 `assay cover` again ({difference})"
            ),
        }
    }
}

impl std::error::Error for ReadError {}

/// Reads `OUT/report.json`.
pub fn read(out: &Path) -> Result<Report, ReadError> {
    if !out.is_dir() {
        return Err(ReadError::NoFolder);
    }
    let text = fs::read(out.join(FILE_NAME)).map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => ReadError::NoReport,
        _ => ReadError::Unreadable(error),
    })?;
    serde_json::from_slice(&text).map_err(|error| {
        let parsed: Option<serde_json::Value> = serde_json::from_slice(&text).ok();
        match parsed.as_ref().and_then(|json| json.get("assay")?.as_str()) {
            Some(version) if version != env!("CARGO_PKG_VERSION") => {
                ReadError::OtherVersion { version: version.to_string(), difference: error }
            }
            _ => ReadError::Damaged(error),
        }
    })
}

/// The same text as in the file.
pub fn text(report: &Report) -> serde_json::Result<String> {
    Ok(serde_json::to_string_pretty(report)? + "\n")
}

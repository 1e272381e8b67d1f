//! `report.json`, the form that scripts read.
//!
//! It is written again whenever something new is known. A reader, or a run that was killed in
//! the middle of writing, must never meet half a file: the new content goes to a file beside it
//! that then takes its place in one step.

use assay_verdict::Report;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

pub const FILE_NAME: &str = "report.json";

/// Writes `OUT/report.json`; the folder must exist.
pub fn write(out: &Path, report: &Report) -> io::Result<PathBuf> {
    let target = out.join(FILE_NAME);
    let draft = out.join(format!(".{FILE_NAME}.{}", std::process::id()));
    match write_draft(&draft, report).and_then(|()| fs::rename(&draft, &target)) {
        Ok(()) => Ok(target),
        Err(error) => {
            // The first error is the one to report; a draft left behind harms nobody.
            let _ = fs::remove_file(&draft);
            Err(error)
        }
    }
}

/// Reads `OUT/report.json`.
pub fn read(out: &Path) -> io::Result<Report> {
    let text = fs::read_to_string(out.join(FILE_NAME))?;
    serde_json::from_str(&text).map_err(io::Error::from)
}

fn write_draft(draft: &Path, report: &Report) -> io::Result<()> {
    let mut writer = BufWriter::new(File::create(draft)?);
    serde_json::to_writer_pretty(&mut writer, report)?;
    writer.write_all(b"\n")?;
    writer.into_inner()?.sync_data()
}

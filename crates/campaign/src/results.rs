//! The report of a run and its page, as files in the output folder.

use crate::event::{Event, Listener};
use crate::session::output_error;
use assay_language::Rejected;
use assay_output::Output;
use assay_report::{html, json};
use assay_verdict::Report;
use std::time::{SystemTime, UNIX_EPOCH};

/// A report with nothing in it but where, when and how it was asked for.
pub fn new_report(command: &[String], seed: u64) -> Report {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    let folder = std::env::current_dir().unwrap_or_default();
    Report {
        assay: env!("CARGO_PKG_VERSION").to_string(),
        command: command.to_vec(),
        seed,
        started: since.map_or(0, |since| since.as_secs()),
        folder: folder.display().to_string(),
        ..Report::default()
    }
}

/// Says what of the user's was kept aside, where there is no report that says it.
pub fn tell_notes(output: &Output, tell: &mut Listener<'_>) {
    output.take_notes().iter().for_each(|note| tell(Event::Warning(note)));
}

/// Writes `report.json`.
pub fn write_report(
    output: &Output,
    report: &Report,
    tell: &mut Listener<'_>,
) -> Result<(), Rejected> {
    output
        .replace_safely(json::FILE_NAME, |writer| json::write(report, writer))
        .map_err(output_error(output.path()))?;
    tell(Event::Written(json::FILE_NAME));
    Ok(())
}

/// Writes `report.html`.
pub fn write_page(
    output: &Output,
    report: &Report,
    tell: &mut Listener<'_>,
) -> Result<(), Rejected> {
    let out = output.path();
    let page = html::render(report, out).map_err(|error| Rejected(error.to_string()))?;
    output.replace(html::FILE_NAME, page.as_bytes()).map_err(output_error(out))?;
    tell(Event::Written(html::FILE_NAME));
    Ok(())
}

//! What `cover` leaves behind for people at its end: the page, and what it prints.

use crate::arguments::Cover;
use crate::exit::Exit;
use crate::session::output_error;
use assay_output::Output;
use assay_report::{html, json, terminal};
use assay_verdict::Report;
use std::io::{ErrorKind, Write};
use std::time::{SystemTime, UNIX_EPOCH};

/// A report with nothing in it but where, when and how it was asked for.
pub fn new_report(seed: u64) -> Report {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    let folder = std::env::current_dir().unwrap_or_default();
    Report {
        assay: env!("CARGO_PKG_VERSION").to_string(),
        command: std::env::args_os().map(|word| word.to_string_lossy().into_owned()).collect(),
        seed,
        started: since.map_or(0, |since| since.as_secs()),
        folder: folder.display().to_string(),
        ..Report::default()
    }
}

/// Writes `report.html` and prints what the user wants to see.
pub fn show(arguments: &Cover, output: &Output, report: &Report) -> Result<(), Exit> {
    let out = output.path();
    write_page(output, report)?;
    if arguments.quiet {
        return Ok(());
    }
    let text = if arguments.json {
        json::text(report).map_err(|error| Exit::Rejected(error.to_string()))?
    } else {
        let colour = terminal::Colour::for_stream(&std::io::stdout());
        terminal::summary(report, &out.display().to_string(), colour)
    };
    print(&text).map(|_| ())
}

/// Says what of the user's was kept aside, where there is no report that says it.
pub fn print_notes(output: &Output) {
    for note in output.take_notes() {
        // Where nobody can be told, the files are there nevertheless.
        let _ = writeln!(std::io::stderr(), "assay: {note}");
    }
}

/// Writes `report.json`.
pub fn write_report(output: &Output, report: &Report) -> Result<(), Exit> {
    output
        .replace_safely(json::FILE_NAME, |writer| json::write(report, writer))
        .map_err(output_error(output.path()))
}

/// Writes `report.html`.
pub fn write_page(output: &Output, report: &Report) -> Result<(), Exit> {
    let out = output.path();
    let page = html::render(report, out).map_err(|error| Exit::Rejected(error.to_string()))?;
    output.replace(html::FILE_NAME, page.as_bytes()).map_err(output_error(out))
}

/// Prints; a reader that has seen enough is no error.
pub fn print(text: &str) -> Result<Exit, Exit> {
    let mut stdout = std::io::stdout().lock();
    match stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            Err(Exit::Rejected(format!("cannot print: {error}")))
        }
        _ => Ok(Exit::Done),
    }
}

//! `assay report`: the page again, or the results in another form, from what `cover` wrote.

use crate::arguments::Report as Arguments;
use crate::exit::Exit;
use crate::results;
use assay_report::export::export_named;
use assay_report::{html, json};
use assay_verdict::Report;
use std::path::Path;

pub fn report(arguments: &Arguments) -> Result<Exit, Exit> {
    let report = read(&arguments.out)?;
    let export = arguments.export.as_deref().and_then(export_named);
    let (content, name) = match export {
        Some(export) => ((export.render)(&report), export.file_name),
        None => (page(&report, &arguments.out)?, html::FILE_NAME),
    };
    let target = arguments.output.clone().unwrap_or_else(|| arguments.out.join(name));
    if target.as_os_str() == "-" {
        return results::print(&content);
    }
    json::replace(&target, content.as_bytes()).map_err(|error| unwritable(&target, &error))?;
    results::print(&format!("{}\n", target.display()))
}

/// The report of an output folder.
pub fn read(out: &Path) -> Result<Report, Exit> {
    json::read(out).map_err(|error| Exit::Rejected(format!("{}: {error}", out.display())))
}

fn page(report: &Report, out: &Path) -> Result<String, Exit> {
    html::render(report, out).map_err(|error| Exit::Rejected(error.to_string()))
}

fn unwritable(target: &Path, error: &std::io::Error) -> Exit {
    Exit::Rejected(format!("cannot write {}: {error}", target.display()))
}

//! `assay report`: the page again, or the results in another form, from what `cover` wrote.

use crate::arguments::Report as Arguments;
use crate::exit::Exit;
use crate::print;
use assay_output::Output;
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
    match &arguments.output {
        Some(target) if target.as_os_str() == "-" => print::text(&content),
        Some(target) => {
            // Whatever the user names, a link, a pipe or a device, stays what it is. There is
            // nothing to say: it may be where words would go (`/dev/stdout`).
            std::fs::write(target, &content).map_err(|error| unwritable(target, &error))?;
            Ok(Exit::Done)
        }
        None => {
            let target = arguments.out.join(name);
            let output = Output::open(&arguments.out, &[name])?;
            let replaced = output.replace(name, content.as_bytes());
            replaced.map_err(|error| unwritable(&target, &error))?;
            print::notes(&output);
            print::text(&format!("{}\n", target.display()))
        }
    }
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

//! `assay explain`: why an objective has its verdict.

use crate::arguments::Explain;
use crate::commands::report;
use crate::exit::Exit;
use crate::print;

pub fn explain(arguments: &Explain) -> Result<Exit, Exit> {
    let report = report::read(&arguments.out)?;
    let out = arguments.out.display().to_string();
    let text = assay_report::explain::explain(&report, &out, &arguments.objective);
    print::text(&text.map_err(Exit::Rejected)?)
}

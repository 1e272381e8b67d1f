//! `assay measure`: the coverage of a test command of the user's own.

use crate::arguments::Measure;
use crate::exit::Exit;
use crate::print;
use crate::printer::Printer;
use assay_report::terminal;

pub fn measure(arguments: &Measure) -> Result<Exit, Exit> {
    let mut printer = Printer::new(true);
    let report = assay_campaign::measure(&arguments.orders(), &mut |event| printer.hear(event))?;
    let colour = terminal::Colour::for_stream(&std::io::stdout());
    print::text(&terminal::summary(&report, &arguments.out.display().to_string(), colour))?;
    let target = arguments.fail_under.unwrap_or(0.0);
    let is_met = arguments.criterion.iter().all(|name| report.overall(name).cov_f >= target);
    Ok(if is_met { Exit::Done } else { Exit::BelowTarget })
}

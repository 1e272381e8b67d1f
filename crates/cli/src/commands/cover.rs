//! `assay cover`: the main job, from the input to tests, verdicts and the exit status.

use crate::arguments::Cover;
use crate::exit::Exit;
use crate::printer::Printer;
use crate::{interrupt, print};
use assay_report::{json, terminal};
use assay_verdict::Report;
use std::sync::atomic::Ordering;

pub fn cover(arguments: &Cover) -> Result<Exit, Exit> {
    let interrupt = interrupt::flag();
    let orders = arguments.orders()?;
    let mut printer = Printer::new(arguments.quiet);
    let report = assay_campaign::cover(&orders, &interrupt, &mut |event| printer.hear(event))?;
    show(arguments, &report)?;
    Ok(match interrupt.load(Ordering::Relaxed) {
        true => Exit::Interrupted,
        false => target(arguments, &report),
    })
}

/// Prints what the user wants to see.
fn show(arguments: &Cover, report: &Report) -> Result<(), Exit> {
    if arguments.quiet {
        return Ok(());
    }
    let text = if arguments.json {
        json::text(report).map_err(|error| Exit::Rejected(error.to_string()))?
    } else {
        let colour = terminal::Colour::for_stream(&std::io::stdout());
        terminal::summary(report, &arguments.out.display().to_string(), colour)
    };
    print::text(&text).map(|_| ())
}

/// Whether the coverage is what `--fail-under` asks for.
fn target(arguments: &Cover, report: &Report) -> Exit {
    let target = arguments.fail_under.unwrap_or(0.0);
    let figures = |name: &String| match arguments.own {
        true => report.overall_own(name),
        false => report.overall(name),
    };
    let is_met = arguments.unit.criterion.iter().all(|name| figures(name).cov_f >= target);
    if is_met { Exit::Done } else { Exit::BelowTarget }
}

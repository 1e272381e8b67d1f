//! `assay compare`: strategies × subjects × seeds.

mod arguments;
mod subjects;

pub use arguments::Compare;

use crate::exit::Exit;
use crate::interrupt;
use crate::printer::Printer;
use assay_campaign::ComparisonOrders;
use assay_report::comparison::{self, Target};
use assay_report::terminal::Colour;
use std::sync::atomic::Ordering;

pub fn compare(arguments: &Compare) -> Result<Exit, Exit> {
    let interrupt = interrupt::flag();
    let orders = orders(arguments)?;
    let mut printer = Printer::new(arguments.quiet);
    let comparison =
        assay_campaign::compare(&orders, &interrupt, &mut |event| printer.hear_all(event))?;
    if !arguments.quiet {
        let colour = Colour::for_stream(&std::io::stdout());
        let out = arguments.out.display().to_string();
        print!("{}", comparison::tables(&comparison, &out, colour));
    }
    let is_interrupted = interrupt.load(Ordering::Relaxed);
    Ok(if is_interrupted { Exit::Interrupted } else { Exit::Done })
}

fn orders(arguments: &Compare) -> Result<ComparisonOrders, Exit> {
    Ok(ComparisonOrders {
        subjects: subjects::subjects(arguments)?,
        strategies: arguments.search.0.clone(),
        seeds: arguments.seeds,
        goals: arguments.unit.goals(),
        exploring: arguments.exploring.exploring(),
        iterations: arguments.budget(),
        time: arguments.time,
        memory: arguments.memory,
        jobs: arguments.jobs,
        marks: arguments.marks(),
        target: arguments.target.unwrap_or(Target::Weakest),
        out: arguments.out.clone(),
        resume: arguments.resume,
    })
}

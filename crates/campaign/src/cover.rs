//! The main job, from the input to tests and verdicts: many units, one output folder, one report.

use crate::event::{Event, Listener};
use crate::native::Native;
use crate::orders::Orders;
use crate::rejected::Rejected;
use crate::resume::Earlier;
use crate::session::output_error;
use crate::subject::{self, Wanted};
use crate::{alone, certificates, contract, emitted, focus, jobs, results, resume};
use assay_frontend_llvm::Project;
use assay_output::Output;
use assay_report::{html, json};
use assay_testgen::replay::adopt_leftovers;
use assay_testgen::{Externals, Format, Suite, format_named, suite};
use assay_verdict::Report;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// What a run leaves in the output folder.
const WRITTEN: [&str; 4] = [suite::FOLDER, certificates::FOLDER, json::FILE_NAME, html::FILE_NAME];

/// Tests everything that the orders name, and leaves the results in the output folder. When `interrupt` is set it
/// ends soon, with all that is known by then, and the report is not finished.
///
/// All child processes that are there when a unit ends are taken for leftovers of tests, and are ended.
pub fn cover(
    orders: &Orders,
    interrupt: &Arc<AtomicBool>,
    tell: &mut Listener<'_>,
) -> Result<Report, Rejected> {
    let _alone = alone::alone();
    let mut campaign = Campaign::open(orders, interrupt, tell)?;
    campaign.cover_units()?;
    campaign.finish()
}

/// What all units of a run share.
pub struct Campaign<'a> {
    pub orders: &'a Orders,
    pub interrupt: &'a Arc<AtomicBool>,
    pub tell: &'a mut Listener<'a>,
    pub started: Instant,
    pub project: Project,
    /// The units, by the names of the functions that they are about.
    pub entries: Vec<String>,
    pub wanted: Wanted<'a>,
    /// What the program may call natively.
    pub native: Native,
    /// The stand-ins that the tests of all units need.
    pub externals: Externals,
    /// What an earlier run knew of units that this one has not come to yet.
    pub earlier: Earlier,
    pub output: Output,
    pub suite: Suite,
    pub report: Report,
}

impl<'a> Campaign<'a> {
    /// Opens the project and the output folder. Until then nothing is written.
    fn open(
        orders: &'a Orders,
        interrupt: &'a Arc<AtomicBool>,
        tell: &'a mut Listener<'a>,
    ) -> Result<Campaign<'a>, Rejected> {
        let started = Instant::now();
        let contracts = contract::read(orders.goals.contract.as_ref())?;
        let promised = format!("{contracts:?}");
        let promised_for: Vec<String> = contracts.keys().cloned().collect();
        let needs = orders.goals.needs();
        let project =
            subject::open(&orders.input, contracts, needs, orders.allowance.memory, &orders.world)?;
        let focus = focus::focus(orders, &project)?;
        // What is named is the function; lines of a file may be of many.
        let changed = focus.as_ref().filter(|_| orders.interest.since.is_some());
        let entries = subject::entries(&project, &orders.input.entries, changed)?;
        let formats = formats(&orders.out.formats, &entries)?;
        let origin = resume::origin(orders, &project, &promised)?;
        let native = Native::of(&orders.input);
        native.check(&project)?;
        let output = Output::open(&orders.out.folder, &WRITTEN)?;
        let mut earlier = match orders.out.resume {
            true => resume::earlier(&output, &origin, orders.search.exhaust, tell)?,
            false => Earlier::default(),
        };
        adopt_leftovers();
        // The others are of another program, or are found again.
        output
            .clear(certificates::FOLDER, &earlier.certificates)
            .map_err(output_error(output.path()))?;
        let tests = std::mem::take(&mut earlier.tests);
        let mut campaign = Campaign {
            orders,
            interrupt,
            tell,
            started,
            wanted: Wanted { criteria: &orders.goals.criteria, focus },
            native,
            externals: Externals::in_world(&orders.world),
            earlier,
            suite: Suite::new(output.clone(), formats, origin, tests),
            output,
            report: results::new_report(&orders.command, orders.search.seed),
            entries,
            project,
        };
        let unused = contract::unused(&promised_for, &campaign.project);
        let too_many = jobs::jobs(orders.allowance.jobs).1;
        too_many.into_iter().chain(unused).for_each(|note| campaign.note(note));
        campaign.report.load_seconds = started.elapsed().as_secs_f64();
        Ok(campaign)
    }

    fn is_interrupted(&self) -> bool {
        self.interrupt.load(Ordering::Relaxed)
    }

    /// For the report.
    pub fn note(&mut self, note: String) {
        (self.tell)(Event::Note(&note));
        self.report.notes.push(note);
    }

    fn cover_units(&mut self) -> Result<(), Rejected> {
        for entry in self.entries.clone() {
            if self.is_interrupted() && !self.earlier.is_done(&entry) {
                continue;
            }
            let loading = Instant::now();
            let loaded = subject::load_unit(&self.project, &entry);
            self.report.load_seconds += loading.elapsed().as_secs_f64();
            match loaded {
                Ok(loaded) => self.cover_unit(&entry, loaded)?,
                // One of many functions that nobody asked for by name.
                Err(problem) if self.orders.input.entries.is_empty() && self.entries.len() > 1 => {
                    self.note(format!("left out: {problem}"));
                }
                Err(problem) => return Err(Rejected(problem.to_string())),
            }
        }
        Ok(())
    }

    /// Writes what people read.
    fn finish(mut self) -> Result<Report, Rejected> {
        if self.report.units.is_empty() && !self.is_interrupted() {
            let reasons = self.report.notes.join("; ");
            return Err(Rejected(format!("there is nothing to test: {reasons}")));
        }
        let known = self.report.notes.len();
        emitted::compile(&mut self.suite, &mut self.report);
        self.report.notes.extend(self.output.take_notes());
        self.report.notes[known..].iter().for_each(|note| (self.tell)(Event::Note(note)));
        self.report.finished = !self.is_interrupted();
        results::write_report(&self.output, &self.report, self.tell)?;
        results::write_page(&self.output, &self.report, self.tell)?;
        Ok(self.report)
    }
}

/// The formats of the tests, if all of them suit what is tested.
fn formats(names: &[String], entries: &[String]) -> Result<Vec<&'static Format>, Rejected> {
    let formats: Vec<_> = names.iter().filter_map(|name| format_named(name)).collect();
    let unfit = formats.iter().find(|format| format.is_for_functions);
    match unfit {
        Some(format) if entries.iter().any(|entry| subject::is_program(entry)) => {
            Err(Rejected(format!(
                "--format {} is for tests of functions, not of whole programs: name a function with \
                 --entry, or take another format",
                format.name
            )))
        }
        _ => Ok(formats),
    }
}

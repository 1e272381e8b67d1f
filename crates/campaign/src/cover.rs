//! The main job, from the input to tests and verdicts: many units, one output folder, one report.

use crate::event::{Event, Listener};
use crate::orders::Orders;
use crate::resume::Earlier;
use crate::session::output_error;
use crate::subject::{self, Wanted};
use crate::suite::Suite;
use crate::{alone, certificates, emitted, focus, jobs, results, resume};
use assay_language::{Project, Rejected, TESTS};
use assay_output::Output;
use assay_report::{html, json};
use assay_sandbox::adopt_leftovers;
use assay_verdict::Report;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// What a run leaves in the output folder.
const WRITTEN: [&str; 4] = [TESTS, certificates::FOLDER, json::FILE_NAME, html::FILE_NAME];

/// Tests everything that the orders name, and leaves the results in the output folder. When
/// `interrupt` is set it ends soon, with all that is known by then, and the report is not finished.
///
/// All child processes that are there when a unit ends are taken for leftovers of tests, and are
/// ended.
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
    pub project: Box<dyn Project>,
    /// The units, by the names of the functions that they are about.
    pub entries: Vec<String>,
    pub wanted: Wanted<'a>,
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
        let memory = orders.allowance.memory;
        let project = subject::open(&orders.input, &orders.goals, memory, &orders.world)?;
        let focus = focus::focus(orders, &*project)?;
        // What is named is the function; lines of a file may be of many.
        let changed = focus.as_ref().filter(|_| orders.interest.since.is_some());
        let is_changed = |file: &str, (first, last): (u32, u32)| {
            changed.is_some_and(|changed| changed.contains(file, first, last))
        };
        let entries = project.units(&orders.input.entries, &is_changed)?;
        let writer = project.writer(&orders.out.formats, &entries)?;
        let origin = resume::origin(orders, &*project)?;
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
            earlier,
            suite: Suite::new(output.clone(), writer, origin, tests),
            output,
            report: results::new_report(&orders.command, orders.search.seed),
            entries,
            project,
        };
        let too_many = jobs::jobs(orders.allowance.jobs).1;
        let notes = campaign.project.notes();
        too_many.into_iter().chain(notes).for_each(|note| campaign.note(note));
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
            let loaded = self.project.load(&entry);
            self.report.load_seconds += loading.elapsed().as_secs_f64();
            match loaded {
                Ok(loaded) => self.cover_unit(&entry, loaded)?,
                // One of many functions that nobody asked for by name.
                Err(problem) if self.orders.input.entries.is_empty() && self.entries.len() > 1 => {
                    self.note(format!("left out: {problem}"));
                }
                Err(problem) => return Err(problem),
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

//! The report with what is known of a unit: kept while results come in, and finished.

use super::{Session, output_error, place_of};
use crate::bounds;
use crate::emitted::shown_files;
use crate::event::Event;
use crate::orders::Aim;
use crate::reasons::Reasons;
use crate::results;
use crate::totals::{NO_INPUTS, bugs, effort, is_complete, unconfirmed, without_inputs};
use assay_explore::{Completion, Totals};
use assay_language::Rejected;
use assay_program::{Callee, Op};
use assay_report::sources::{self, SourceText};
use assay_verdict::{Effort, Gcfg, Report, Sample};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How often the report is rewritten while results come in, and how much longer than writing
/// takes the pause is at least.
const REPORT_INTERVAL: Duration = Duration::from_secs(1);
const REPORT_SHARE: u32 = 20;

impl Session<'_> {
    /// Takes over what the page shall show of the bidirectional analysis.
    pub fn set_pictures(&mut self, pictures: &mut Vec<Gcfg>) {
        self.unit.gcfg = std::mem::take(pictures);
    }

    /// Notes how far the coverage is.
    pub fn sample(&mut self, iterations: u64) {
        let sample = self.sample_now(iterations);
        self.unit.progress.record(sample);
    }

    fn sample_now(&self, iterations: u64) -> Sample {
        let seconds = self.started.elapsed().as_secs_f64();
        Sample { seconds, iterations, covered: self.tally.covered.clone() }
    }

    /// The page takes about as long as the report.
    pub fn cost_of_reports(&self) -> Duration {
        2 * self.report_cost
    }

    /// Writes what is known so far, if there is news and the last time is long enough ago.
    pub fn keep_report(&mut self) -> Result<(), Rejected> {
        if !self.has_news || Instant::now() < self.next_report {
            return Ok(());
        }
        let begin = Instant::now();
        self.describe(|_| "not reached yet".to_string());
        self.summarise();
        self.write_report()?;
        self.report_cost = begin.elapsed();
        let pause = REPORT_INTERVAL.max(self.report_cost * REPORT_SHARE);
        self.next_report = Instant::now() + pause;
        Ok(())
    }

    fn write_report(&mut self) -> Result<(), Rejected> {
        self.has_news = false;
        self.report.seconds = self.started.elapsed().as_secs_f64();
        self.report.units.truncate(self.finished);
        self.report.units.push(self.unit.clone());
        self.report.units.extend(self.waiting.iter().cloned());
        results::write_report(self.suite.output(), &self.report, self.tell)
    }

    /// The bounds of the inputs as they are now; of a function, where a path came to one.
    fn bounds_at_end(&self, totals: &Totals) -> Vec<String> {
        match (self.is_function, totals.level) {
            (false, _) => bounds::of_program(&self.orders.world),
            (true, Some(level)) => self.bounds.get(level as usize).cloned().unwrap_or_default(),
            (true, None) => Vec::new(),
        }
    }

    fn give_reasons(&mut self, totals: &Totals, bounds: &[String], is_early: bool) {
        let program = Arc::clone(&self.program);
        let reasons = Reasons {
            program: &program,
            totals,
            bounds,
            always_finds_memory: self.always_finds_memory(),
            is_proved: self.orders.search.aim != Aim::Tests,
            is_early,
            query_time: self.orders.exploring.query_time,
            texts: self.texts_of_obstacles(totals),
        };
        self.describe(|id| reasons.reason(totals.missing.get(&id)));
    }

    fn always_finds_memory(&self) -> bool {
        let asks = ["malloc", "calloc", "realloc", "strdup"];
        let is_failing = self.orders.world.allocation_may_fail || self.orders.world.calls_may_fail;
        let user = self.program.functions.values().filter(|function| !function.is_model);
        let blocks = user.flat_map(|function| &function.body).flat_map(|body| body.blocks.values());
        let calls = blocks.flat_map(|block| &block.insts).filter_map(|inst| match &inst.op {
            Op::Call { callee: Callee::Direct(callee), .. } => Some(*callee),
            _ => None,
        });
        let is_asking = |callee| asks.contains(&self.program.functions[callee].name.as_str());
        !is_failing && calls.into_iter().any(is_asking)
    }

    /// The files that reasons quote.
    fn texts_of_obstacles(&self, totals: &Totals) -> BTreeMap<String, String> {
        let met = totals.missing.values().flat_map(|missing| &missing.obstacles);
        let places = met.filter_map(|(met, _)| met.shown_place(&self.program));
        let files: BTreeSet<String> =
            places.map(|place| place_of(&self.program, Some(place)).0).collect();
        let text = |file: String| match sources::text(&self.report, &file) {
            SourceText::Found(text) => Some((file, text)),
            SourceText::Absent(_) => None,
        };
        files.into_iter().filter_map(text).collect()
    }

    /// The report with this unit in it.
    pub fn finish(
        mut self,
        totals: &Totals,
        problem: Option<String>,
        is_early: bool,
    ) -> Result<Report, Rejected> {
        if !self.orders.out.keep_all_tests {
            self.minimise();
        }
        let is_without = self.has_no_inputs() && is_complete(totals.completion);
        let bounds = self.bounds_at_end(totals);
        match is_without {
            true => self.describe(|_| NO_INPUTS.to_string()),
            false => self.give_reasons(totals, &bounds, is_early),
        }
        self.unit.effort = Effort { bounds, ..effort(&self.program, totals) };
        self.unit.progress.finish(self.sample_now(totals.iterations));
        self.summarise();
        for note in self.notes(totals, problem, is_without) {
            if !self.report.notes.contains(&note) {
                (self.tell)(Event::Note(&note));
                self.report.notes.push(note);
            }
        }
        let tests = self.admitted.drain(..).map(|admitted| admitted.test).collect();
        let stored = self.suite.finish(tests).map_err(output_error(&self.orders.out.folder))?;
        for (shown, stored) in self.unit.tests.iter_mut().zip(stored) {
            shown.files = shown_files(stored);
        }
        self.unit.finished = totals.completion != Completion::Interrupted;
        self.write_report()?;
        self.report.units.truncate(self.finished + 1);
        (self.tell)(Event::UnitEnded(&self.unit));
        Ok(self.report)
    }
    /// What is to be said about the unit.
    fn notes(
        &mut self,
        totals: &Totals,
        problem: Option<String>,
        is_without_inputs: bool,
    ) -> Vec<String> {
        let name = &self.unit.name;
        // The bounds of one unit are not those of another.
        let bound = |note: &String| match self.has_others {
            true => format!("{name}: {note}"),
            false => note.clone(),
        };
        let mut notes: Vec<String> = totals.notes.iter().map(bound).collect();
        notes.extend(problem.map(|problem| format!("not confirmed: {problem}")));
        notes.extend(bugs(totals));
        notes.extend(unconfirmed(self.tally.unconfirmed(), self.skipped, self.asked.len()));
        notes.extend(self.contradictions());
        let is_open = !self.open_objectives().is_empty();
        let told = (is_without_inputs && is_open).then(|| without_inputs(name));
        notes.append(&mut self.refuted);
        notes.extend(told);
        notes
    }
}

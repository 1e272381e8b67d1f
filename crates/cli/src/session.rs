//! The results of one unit: tests and verdicts as they come in, and the report of them.

use crate::arguments::Cover;
use crate::confirm::{Confirmer, Shown};
use crate::exit::Exit;
use crate::totals::{bugs, effort, open_reason};
use assay_base::{Id, Place};
use assay_criteria::{ObjectiveId, Objectives};
use assay_explore::{Discovery, Totals};
use assay_program::Program;
use assay_report::{json, sources};
use assay_testgen::{Reached, Subject as TestSubject, TestCase};
use assay_verdict::{
    CriterionSummary, Finding, FindingKind, Frame, Objective, Report, Sample, ShownInputs, Test,
    Unit, Verdict,
};
use std::collections::{BTreeMap, VecDeque};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How often the report is rewritten while results come in, and how much longer than writing
/// takes the pause is at least.
const REPORT_INTERVAL: Duration = Duration::from_secs(1);
const REPORT_SHARE: u32 = 20;

/// File, line and column as the report has them.
pub fn place_of(program: &Program, place: Option<Place>) -> (String, u32, u32) {
    match place {
        Some(place) => (program.files[place.file].name.clone(), place.line, place.column),
        None => (String::new(), 0, 0),
    }
}

/// The results of a unit as they come in.
pub struct Session<'a> {
    arguments: &'a Cover,
    program: Arc<Program>,
    objectives: Arc<Objectives>,
    report: Report,
    /// Units that are finished.
    finished: usize,
    /// Tests of earlier units.
    earlier_tests: usize,
    unit: Unit,
    test_subject: Arc<TestSubject>,
    /// Findings, by their index, that only a sanitizer can confirm, and their tests.
    asked: VecDeque<(usize, TestCase)>,
    /// Covered objectives by the criterion's name.
    covered: BTreeMap<String, u64>,
    /// The test that reached each objective natively.
    covered_by: Vec<Option<String>>,
    /// The test that reached it in the machine.
    claimed_by: Vec<Option<String>>,
    next_report: Instant,
    /// What it took to write the report the last time.
    report_cost: Duration,
    started: Instant,
}

fn output_error(path: &Path) -> impl Fn(std::io::Error) -> Exit {
    let path = path.to_path_buf();
    move |error| Exit::Rejected(format!("cannot write to {}: {error}", path.display()))
}

impl<'a> Session<'a> {
    /// `report` holds the units that are finished.
    pub fn new(
        arguments: &'a Cover,
        mut report: Report,
        program: Arc<Program>,
        objectives: Arc<Objectives>,
        unit: Unit,
        test_subject: Arc<TestSubject>,
        started: Instant,
    ) -> Session<'a> {
        for note in &program.notes {
            if !report.notes.contains(note) {
                report.notes.push(note.clone());
            }
        }
        let files = objectives.iter().map(|(_, objective)| objective.file.as_str());
        sources::note(&mut report, files);
        Session {
            arguments,
            finished: report.units.len(),
            earlier_tests: report.units.iter().map(|unit| unit.tests.len()).sum(),
            report,
            unit,
            test_subject,
            asked: VecDeque::new(),
            covered: arguments.criterion.iter().map(|name| (name.clone(), 0)).collect(),
            covered_by: vec![None; objectives.len()],
            claimed_by: vec![None; objectives.len()],
            next_report: Instant::now(),
            report_cost: Duration::ZERO,
            started,
            program,
            objectives,
        }
    }

    fn tests_folder(&self) -> PathBuf {
        self.arguments.out.join("tests")
    }

    /// Makes the output folder, without the tests of an earlier run.
    pub fn prepare(&self) -> Result<(), Exit> {
        let folder = self.tests_folder();
        if self.finished == 0 && folder.exists() {
            std::fs::remove_dir_all(&folder).map_err(output_error(&folder))?;
        }
        std::fs::create_dir_all(&folder).map_err(output_error(&folder))?;
        for format in self.formats() {
            (format.prepare)(&folder, &self.test_subject).map_err(output_error(&folder))?;
        }
        Ok(())
    }

    fn formats(&self) -> impl Iterator<Item = &'static assay_testgen::Format> {
        self.arguments.format.iter().filter_map(|name| assay_testgen::format_named(name))
    }

    /// Writes the test of a discovery and runs it natively.
    pub fn add(&mut self, discovery: Discovery, confirmer: &mut Confirmer) -> Result<(), Exit> {
        let id = format!("t{:04}", self.earlier_tests + self.unit.tests.len() + 1);
        for &objective in &discovery.objectives {
            self.claimed_by[objective.index()].get_or_insert_with(|| id.clone());
        }
        let reaches = discovery.objectives.iter().map(|&id| self.reached(id)).collect();
        let mut case = TestCase {
            id: id.clone(),
            inputs: discovery.inputs,
            ends: discovery.ends,
            reaches,
            observed: Vec::new(),
            depends_on_addresses: false,
        };
        let mut native = confirmer.run(&case);
        if let Some(run) = &mut native {
            case.observed = std::mem::take(&mut run.observed);
            case.depends_on_addresses = run.depends_on_addresses;
            // A union may show a function the address of an object as a number.
            case.depends_on_addresses |=
                run.diverged.is_some() && self.test_subject.interface.is_some();
        }
        let folder = self.tests_folder();
        let mut files = Vec::new();
        for format in self.formats() {
            let names = (format.write)(&folder, &self.test_subject, &case)
                .map_err(output_error(&folder))?;
            files.extend(names.into_iter().map(|name| format!("tests/{name}")));
        }
        let mut covers = Vec::new();
        if let Some(run) = native.as_ref().filter(|run| run.diverged.is_none()) {
            covers.extend(run.edges.iter().flat_map(|edge| self.objectives.on_edge(edge)).copied());
        }
        covers.sort_unstable();
        covers.dedup();
        covers.iter().for_each(|&objective| self.cover(objective, &id));
        for finding in &discovery.findings {
            let mut finding = self.finding(finding, &id);
            let shown = confirmer.shows(&finding, native.as_ref());
            finding.confirmed = shown == Shown::Yes;
            // What is only too long for the machine is no finding.
            if !finding.confirmed && finding.kind == FindingKind::Timeout {
                continue;
            }
            if shown == Shown::AskSanitizer {
                confirmer.want_sanitizers();
                self.asked.push_back((self.unit.findings.len(), case.clone()));
            }
            self.unit.findings.push(finding);
        }
        self.unit.tests.push(Test {
            id,
            files,
            inputs: ShownInputs::of(&case.inputs),
            covers: covers.iter().map(|&o| self.objectives.get(o).id.clone()).collect(),
            ends: case.ends,
            diverged: native.as_ref().and_then(|run| run.diverged.clone()),
            native: native.map(|run| run.ended.to_string()),
        });
        self.write_report(false)
    }

    fn cover(&mut self, objective: ObjectiveId, test: &str) {
        let covered_by = &mut self.covered_by[objective.index()];
        if covered_by.is_none() {
            *covered_by = Some(test.to_string());
            let criterion = self.objectives.get(objective).criterion;
            *self.covered.entry(criterion.to_string()).or_default() += 1;
        }
    }

    /// Notes how far the coverage is.
    pub fn sample(&mut self, iterations: u64) {
        let sample = self.sample_now(iterations);
        self.unit.progress.record(sample);
    }

    fn sample_now(&self, iterations: u64) -> Sample {
        let seconds = self.started.elapsed().as_secs_f64();
        Sample { seconds, iterations, covered: self.covered.clone() }
    }

    /// Puts questions to the sanitizers as far as they are ready for them until then.
    pub fn ask_sanitizers(&mut self, confirmer: &mut Confirmer, until: Instant) {
        while let Some((index, case)) = self.asked.front() {
            let finding = &mut self.unit.findings[*index];
            let Some(answer) = confirmer.sanitizer_reports(finding.kind, case, until) else {
                return;
            };
            finding.confirmed = answer;
            self.asked.pop_front();
        }
    }

    /// What is left to do when the exploration ends now. The page takes about as long as the report.
    pub fn rest(&self, confirmer: &Confirmer) -> Duration {
        confirmer.rest(self.asked.len()) + 2 * self.report_cost
    }

    fn reached(&self, id: ObjectiveId) -> Reached {
        let objective = self.objectives.get(id);
        Reached {
            file: objective.file.clone(),
            line: objective.line,
            column: objective.column,
            outcome: objective.outcome.clone(),
        }
    }

    fn finding(&self, finding: &assay_engine::Finding, test: &str) -> Finding {
        let (file, line, column) = place_of(&self.program, finding.place);
        let frame = |(function, place): &(assay_program::FuncId, Option<Place>)| {
            let (file, line, column) = place_of(&self.program, *place);
            let function = self.program.functions[*function].name.clone();
            Frame { function, file, line, column }
        };
        // The driver of a unit is nobody's code.
        let own = finding.stack.len() - usize::from(self.test_subject.interface.is_some());
        let stack = &finding.stack[..own.max(1).min(finding.stack.len())];
        Finding {
            kind: finding.kind,
            file,
            line,
            column,
            test: test.to_string(),
            confirmed: false,
            message: finding.message.clone(),
            needs_contract: finding.precondition.clone(),
            stack: stack.iter().map(frame).collect(),
        }
    }

    fn verdicts(&self, reason: &str) -> Vec<Objective> {
        self.objectives
            .iter()
            .map(|(id, objective)| Objective {
                id: objective.id.clone(),
                criterion: objective.criterion.to_string(),
                function: self.program.functions[objective.function].name.clone(),
                file: objective.file.clone(),
                line: objective.line,
                column: objective.column,
                outcome: objective.outcome.clone(),
                verdict: match (&self.covered_by[id.index()], &self.claimed_by[id.index()]) {
                    (Some(test), _) => Verdict::Covered { test: test.clone() },
                    (None, Some(test)) => Verdict::Unknown {
                        reason: format!("{test} reaches it in the machine but not natively"),
                    },
                    (None, None) => Verdict::Unknown { reason: reason.to_string() },
                },
            })
            .collect()
    }

    fn write_report(&mut self, is_final: bool) -> Result<(), Exit> {
        if !is_final && Instant::now() < self.next_report {
            return Ok(());
        }
        let begin = Instant::now();
        if !is_final {
            self.unit.objectives = self.verdicts("not reached yet");
            self.summarise();
        }
        self.report.seconds = self.started.elapsed().as_secs_f64();
        self.report.units.truncate(self.finished);
        self.report.units.push(self.unit.clone());
        let out = &self.arguments.out;
        json::write(out, &self.report).map_err(output_error(out))?;
        self.report_cost = begin.elapsed();
        let pause = REPORT_INTERVAL.max(self.report_cost * REPORT_SHARE);
        self.next_report = Instant::now() + pause;
        Ok(())
    }

    /// What the machine reached and the processor did not, told loudly.
    fn unconfirmed(&self) -> Option<String> {
        let both = self.claimed_by.iter().zip(&self.covered_by);
        let count =
            both.filter(|(claimed, covered)| claimed.is_some() && covered.is_none()).count();
        (count > 0).then(|| {
            format!(
                "NOT CONFIRMED: {count} objectives were reached in the machine but not natively"
            )
        })
    }

    fn unanswered(&self) -> Option<String> {
        let count = self.asked.len();
        (count > 0).then(|| {
            format!("not confirmed: no time was left to look at {count} findings with sanitizers")
        })
    }

    fn summarise(&mut self) {
        for criterion in &self.arguments.criterion {
            let of_criterion = |objective: &&Objective| objective.criterion == *criterion;
            let verdicts: Vec<&Verdict> =
                self.unit.objectives.iter().filter(of_criterion).map(|o| &o.verdict).collect();
            let confirmed =
                verdicts.iter().filter(|v| matches!(v, Verdict::Covered { .. })).count() as u64;
            let summary = CriterionSummary::count(verdicts, confirmed);
            self.unit.criteria.insert(criterion.clone(), summary);
        }
    }

    /// The report with this unit in it.
    pub fn finish(mut self, totals: &Totals, problem: Option<String>) -> Result<Report, Exit> {
        self.unit.objectives = self.verdicts(open_reason(totals.completion));
        self.unit.effort = effort(&self.program, totals);
        self.unit.progress.finish(self.sample_now(totals.iterations));
        self.summarise();
        let notes =
            totals.notes.iter().cloned().chain(problem.map(|p| format!("not confirmed: {p}")));
        let notes = notes.chain(bugs(totals)).chain(self.unconfirmed()).chain(self.unanswered());
        let notes: Vec<String> = notes.collect();
        for note in notes {
            if !self.report.notes.contains(&note) {
                self.report.notes.push(note);
            }
        }
        let folder = self.tests_folder();
        for format in self.formats() {
            (format.finish)(&folder).map_err(output_error(&folder))?;
        }
        self.write_report(true)?;
        Ok(self.report)
    }
}

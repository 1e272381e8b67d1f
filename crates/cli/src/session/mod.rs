//! The results of one unit: tests and verdicts as they come in, and the report of them.

mod verdicts;

pub use verdicts::{Proved, described};

use crate::arguments::Cover;
use crate::confirm::{Confirmer, Shown};
use crate::emitted::shown_files;
use crate::exit::Exit;
use crate::minimise::{self, Merits};
use crate::results;
use crate::subject::Tested;
use crate::tally::{Reach, Tally};
use crate::totals::{
    NO_INPUTS, bugs, effort, is_complete, open_reason, unconfirmed, without_inputs,
};
use assay_base::{Id, Place};
use assay_criteria::{ObjectiveId, Objectives};
use assay_explore::{Completion, Discovery, Totals};
use assay_program::{EdgeId, Program};
use assay_report::sources;
use assay_testgen::replay::{NativeEnd, NativeRun};
use assay_testgen::{Reached, StoredTest, Subject as TestSubject, Suite, TestCase, suite};
use assay_verdict::{
    Finding, FindingKind, Frame, Gcfg, Report, Sample, ShownInputs, Test, Unit, World,
    named_outcome,
};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::path::Path;
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

/// What a report says of a program besides results.
pub fn introduce(report: &mut Report, tested: &Tested) {
    for note in &tested.program.notes {
        if !report.notes.contains(note) {
            report.notes.push(note.clone());
        }
    }
    let files = tested.objectives.iter().map(|(_, objective)| objective.file.as_str());
    sources::note(report, files);
}

/// The results of a unit as they come in.
pub struct Session<'a> {
    arguments: &'a Cover,
    program: Arc<Program>,
    objectives: Arc<Objectives>,
    report: Report,
    /// Units that are finished.
    finished: usize,
    /// Tests of units that are finished.
    earlier_tests: usize,
    unit: Unit,
    suite: &'a mut Suite,
    /// The tests that show each finding.
    shown_by: Vec<Vec<usize>>,
    /// As many as the unit has tests.
    admitted: Vec<Admitted>,
    test_subject: Arc<TestSubject>,
    /// Findings, by their index, that only a sanitizer can confirm, and their tests.
    asked: VecDeque<(usize, TestCase)>,
    /// Tests of an earlier run, by their indices, that are to be run again.
    unseen: VecDeque<usize>,
    /// Tests that there was no time to run.
    skipped: usize,
    /// What surrounds the program in all tests.
    pub world: World,
    /// Whether the run has other units, which may share code with this one.
    pub has_others: bool,
    /// Units of an earlier run that this one has not come to yet.
    pub waiting: Vec<Unit>,
    /// Which of the tests cover what.
    tally: Tally,
    /// What no input reaches: for which inputs, and the certificate, below the output folder.
    proved: BTreeMap<ObjectiveId, Proved>,
    /// What may lie behind undefined behaviour (see [`Exhaustive::beyond`](assay_explore::Exhaustive)).
    beyond: BTreeSet<ObjectiveId>,
    /// Proofs that runs have shown to be wrong, told loudly.
    refuted: Vec<String>,
    next_report: Instant,
    /// There is something that the last report does not say.
    has_news: bool,
    /// What it took to write the report the last time.
    report_cost: Duration,
    started: Instant,
}

/// A test of the unit and what is known about it beyond the report.
struct Admitted {
    test: StoredTest,
    reach: Reach,
    ended: Option<NativeEnd>,
    /// Of an earlier run, and not run again so far: it is kept, whatever it may cover.
    is_unseen: bool,
    /// Its run does something undefined.
    is_faulty: bool,
}

pub fn output_error(path: &Path) -> impl Fn(std::io::Error) -> Exit {
    let path = path.to_path_buf();
    move |error| Exit::Rejected(format!("cannot write to {}: {error}", path.display()))
}

impl<'a> Session<'a> {
    /// `report` holds the units that are finished.
    pub fn new(
        arguments: &'a Cover,
        mut report: Report,
        tested: Tested,
        unit: Unit,
        suite: &'a mut Suite,
        started: Instant,
    ) -> Session<'a> {
        introduce(&mut report, &tested);
        let Tested { program, objectives, subject } = tested;
        Session {
            arguments,
            finished: report.units.len(),
            earlier_tests: report.units.iter().map(|unit| unit.tests.len()).sum(),
            report,
            unit,
            suite,
            shown_by: Vec::new(),
            admitted: Vec::new(),
            test_subject: subject,
            asked: VecDeque::new(),
            unseen: VecDeque::new(),
            skipped: 0,
            world: World::default(),
            has_others: false,
            waiting: Vec::new(),
            tally: Tally::new(Arc::clone(&objectives), &arguments.unit.criterion),
            proved: BTreeMap::new(),
            beyond: BTreeSet::new(),
            refuted: Vec::new(),
            next_report: Instant::now(),
            has_news: true,
            report_cost: Duration::ZERO,
            started,
            program,
            objectives,
        }
    }

    /// Takes in the tests of an earlier run, which the suite holds already, and its findings. The tests count when
    /// they are seen to run.
    pub fn restore(
        &mut self,
        tests: Vec<StoredTest>,
        findings: Vec<(Finding, usize)>,
    ) -> Result<(), Exit> {
        for test in tests {
            let index = self.admit(test, None);
            self.admitted[index].is_unseen = true;
            self.unseen.push_back(index);
        }
        for (finding, test) in findings {
            let test_id = self.test_id(test);
            self.unit.findings.push(Finding { test: test_id, ..finding });
            self.shown_by.push(vec![test]);
        }
        self.keep_report()
    }

    /// How many of them are still to be run.
    pub fn unseen(&self) -> usize {
        self.unseen.len()
    }

    /// Runs the next of them, if there is one.
    pub fn see_next(&mut self, confirmer: &mut Confirmer) {
        if let Some(index) = self.unseen.pop_front() {
            self.see(index, confirmer);
        }
    }

    /// There is no time for them.
    pub fn skip_unseen(&mut self) {
        let is_unseen = |index: &usize| self.admitted[*index].is_unseen;
        self.skipped += self.unseen.iter().filter(|index| is_unseen(index)).count();
        self.unseen.clear();
    }

    fn see(&mut self, index: usize, confirmer: &mut Confirmer) {
        if !self.admitted[index].is_unseen {
            return;
        }
        let Some(run) = confirmer.run(&self.admitted[index].test.case) else { return };
        let reach = self.reach(&run);
        self.tally.add(index, &reach);
        let covers = self.ids(&reach);
        let shown = &mut self.unit.tests[index];
        (shown.covers, shown.diverged) = (covers, run.diverged.clone());
        shown.native = Some(run.ended.to_string());
        let known = &mut self.admitted[index];
        (known.reach, known.ended, known.is_unseen) = (reach, Some(run.ended), false);
        self.has_news = true;
    }

    /// Whether tests may be left out that are not needed, in an order that depends on time.
    pub fn may_choose(&self) -> bool {
        !self.arguments.keep_all_tests && self.arguments.iterations.is_none()
    }

    /// Whether other tests were seen to do all that this one would be for.
    pub fn is_superseded(&self, discovery: &Discovery) -> bool {
        discovery.findings.is_empty()
            && !discovery.edges.is_empty()
            && discovery.edges.iter().all(|&edge| self.tally.is_seen(edge))
            && discovery.objectives.iter().all(|&id| self.tally.is_covered(id))
    }

    /// Writes the test of a discovery and runs it natively; what it was seen to take, if it ran. The
    /// test of a seed is there already.
    pub fn add(
        &mut self,
        discovery: &Discovery,
        confirmer: &mut Confirmer,
    ) -> Result<Option<&[EdgeId]>, Exit> {
        let index = match discovery.seed {
            Some(seed) => {
                self.see(seed, confirmer);
                seed
            }
            None => self.add_test(discovery, confirmer)?,
        };
        for &objective in &discovery.objectives {
            self.tally.claim(objective, index);
        }
        self.admitted[index].is_faulty |= discovery.is_faulty;
        for finding in &discovery.findings {
            self.add_finding(finding, index, confirmer);
        }
        for finding in &discovery.known_findings {
            self.add_witness(finding, index, confirmer);
        }
        self.has_news = true;
        let Admitted { reach, ended, .. } = &self.admitted[index];
        Ok(ended.map(|_| reach.edges.as_slice()))
    }

    /// Of a discovery whose test there is no time to run: then it is none. Nothing is known natively.
    pub fn skip(&mut self, discovery: &Discovery) -> Option<&[EdgeId]> {
        self.skipped += 1;
        for &objective in &discovery.objectives {
            self.tally.postpone(objective);
        }
        None
    }

    /// Runs the test natively, then writes it, with what was observed; its index.
    fn add_test(&mut self, found: &Discovery, confirmer: &mut Confirmer) -> Result<usize, Exit> {
        let mut case = TestCase {
            id: self.test_id(self.unit.tests.len()),
            surroundings: self.world.with(&found.inputs),
            inputs: found.inputs.clone(),
            ends: found.ends.clone(),
            reaches: found.objectives.iter().map(|&id| self.reached(id)).collect(),
            observed: Vec::new(),
            depends_on_addresses: false,
            wording: Default::default(),
        };
        let mut native = confirmer.run(&case);
        if let Some(run) = &mut native {
            case.observed = std::mem::take(&mut run.observed);
            // A unit that computes with addresses may end otherwise than in the machine.
            let is_otherwise =
                run.diverged.is_some() || !run.ended.is_as_expected(case.expectation());
            let is_unit = self.test_subject.interface.is_some();
            case.depends_on_addresses = run.depends_on_addresses
                || (is_unit && (is_otherwise || case.mentions_addresses()));
        }
        let test = StoredTest {
            unit: self.unit.name.clone(),
            case,
            variables: found.variables.clone(),
            files: Vec::new(),
        };
        let test = self.suite.add(test).map_err(output_error(&self.arguments.out))?;
        Ok(self.admit(test, native))
    }

    fn test_id(&self, index: usize) -> String {
        suite::test_id(self.earlier_tests + index)
    }

    /// Counts what a test covers; its index.
    fn admit(&mut self, test: StoredTest, native: Option<NativeRun>) -> usize {
        let reach = native.as_ref().map_or_else(Reach::default, |run| self.reach(run));
        let index = self.unit.tests.len();
        self.tally.add(index, &reach);
        self.unit.tests.push(Test {
            id: test.case.id.clone(),
            files: shown_files(&test),
            inputs: ShownInputs::of(&test.case.inputs),
            covers: self.ids(&reach),
            ends: test.case.ends.clone(),
            diverged: native.as_ref().and_then(|run| run.diverged.clone()),
            native: native.as_ref().map(|run| run.ended.to_string()),
        });
        let is_faulty = test.case.ends.is_undefined();
        let ended = native.map(|run| run.ended);
        self.admitted.push(Admitted { test, reach, ended, is_unseen: false, is_faulty });
        index
    }

    /// What a native run counts for.
    fn reach(&self, run: &NativeRun) -> Reach {
        match run.diverged {
            None => Reach::of(&self.objectives, run.edges.iter()),
            Some(_) => Reach::default(),
        }
    }

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

    fn add_finding(
        &mut self,
        finding: &assay_engine::Finding,
        index: usize,
        confirmer: &mut Confirmer,
    ) {
        let Admitted { test, ended, .. } = &self.admitted[index];
        if self.known(&self.finding(finding, "")).is_some() {
            self.add_witness(finding, index, confirmer);
            return;
        }
        let mut finding = self.finding(finding, &test.case.id);
        let shown = confirmer.shows(&finding, *ended);
        finding.confirmed = shown == Shown::Yes;
        // What is only too long for the machine is no finding.
        if !finding.confirmed && finding.kind == FindingKind::Timeout {
            return;
        }
        if shown == Shown::AskSanitizer {
            confirmer.want_sanitizers();
            self.asked.push_back((self.unit.findings.len(), test.case.clone()));
        }
        self.unit.findings.push(finding);
        self.shown_by.push(vec![index]);
    }

    /// Another test that shows a known finding, and may be kept instead of the first one.
    fn add_witness(
        &mut self,
        finding: &assay_engine::Finding,
        index: usize,
        confirmer: &Confirmer,
    ) {
        let finding = self.finding(finding, "");
        if let Some(known) = self.known(&finding)
            && confirmer.shows(&finding, self.admitted[index].ended) == Shown::Yes
        {
            // A test that was not seen to show it is none for it any more.
            if !std::mem::replace(&mut self.unit.findings[known].confirmed, true) {
                self.unit.findings[known].test.clone_from(&self.admitted[index].test.case.id);
                self.shown_by[known].clear();
            }
            self.shown_by[known].push(index);
        }
    }

    /// The same finding, if there is one already.
    fn known(&self, finding: &Finding) -> Option<usize> {
        let place = |finding: &Finding| (finding.file.clone(), finding.line, finding.column);
        let is_same =
            |known: &Finding| known.kind == finding.kind && place(known) == place(finding);
        self.unit.findings.iter().position(is_same)
    }

    /// Puts the next question to the sanitizers, if they are ready for it until then; whether
    /// there was one.
    pub fn ask_sanitizer(&mut self, confirmer: &mut Confirmer, until: Instant) -> bool {
        let Some((index, case)) = self.asked.front() else { return false };
        let finding = &mut self.unit.findings[*index];
        let Some(answer) = confirmer.sanitizer_reports(finding.kind, case, until) else {
            return false;
        };
        finding.confirmed = answer;
        self.asked.pop_front();
        true
    }

    /// What is left to do when the exploration ends now.
    pub fn rest(&self, confirmer: &Confirmer) -> Duration {
        confirmer.rest(self.asked.len(), self.cost_of_reports())
    }

    /// The page takes about as long as the report.
    pub fn cost_of_reports(&self) -> Duration {
        2 * self.report_cost
    }

    fn reached(&self, id: ObjectiveId) -> Reached {
        let objective = self.objectives.get(id);
        Reached {
            file: objective.file.clone(),
            line: objective.line,
            column: objective.column,
            outcome: named_outcome(objective.criterion, &objective.outcome),
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

    fn ids(&self, reach: &Reach) -> Vec<String> {
        reach.objectives.iter().map(|&id| self.objectives.get(id).id.clone()).collect()
    }

    /// Writes what is known so far, if there is news and the last time is long enough ago.
    pub fn keep_report(&mut self) -> Result<(), Exit> {
        if !self.has_news || Instant::now() < self.next_report {
            return Ok(());
        }
        let begin = Instant::now();
        self.describe("not reached yet");
        self.summarise();
        self.write_report()?;
        self.report_cost = begin.elapsed();
        let pause = REPORT_INTERVAL.max(self.report_cost * REPORT_SHARE);
        self.next_report = Instant::now() + pause;
        Ok(())
    }

    fn write_report(&mut self) -> Result<(), Exit> {
        self.has_news = false;
        self.report.seconds = self.started.elapsed().as_secs_f64();
        self.report.units.truncate(self.finished);
        self.report.units.push(self.unit.clone());
        self.report.units.extend(self.waiting.iter().cloned());
        results::write_report(self.suite.output(), &self.report)
    }

    /// Keeps the tests that add something, numbered by how much they add.
    fn minimise(&mut self) {
        let reaches = self.admitted.iter().map(|known| &known.reach);
        let mut assets = self.tally.assets(reaches, self.has_others);
        // A finding is one more thing to keep.
        let others = assets.iter().flatten().max().map_or(0, |last| last + 1);
        for (finding, tests) in self.shown_by.iter().enumerate() {
            tests.iter().for_each(|&test| assets[test].push(others + finding));
        }
        // So is each objective that a run reaches which does nothing undefined.
        let others = others + self.shown_by.len();
        for (covers, admitted) in assets.iter_mut().zip(&self.admitted) {
            if !admitted.is_faulty {
                covers.extend(admitted.reach.objectives.iter().map(|id| others + id.index()));
            }
        }
        // Where nothing is asked for, one test shows at least that it runs.
        let is_only = |test: usize| self.objectives.is_empty() && test == 0;
        let merits: Vec<_> = assets
            .iter()
            .enumerate()
            .map(|(test, covers)| Merits {
                covers,
                is_needed: self.tally.is_unconfirmed(test)
                    || self.admitted[test].is_unseen
                    || is_only(test),
                ends_well: matches!(self.admitted[test].ended, Some(NativeEnd::Exit(_))),
            })
            .collect();
        self.keep(&minimise::kept(&merits));
    }

    /// Drops all other tests and numbers these, in this order.
    fn keep(&mut self, kept: &[usize]) {
        let place_of = |old: usize| kept.iter().position(|&index| index == old);
        for (finding, tests) in self.unit.findings.iter_mut().zip(&self.shown_by) {
            if let Some(new) = tests.iter().filter_map(|&old| place_of(old)).min() {
                finding.test = suite::test_id(self.earlier_tests + new);
            }
        }
        self.tally.renumber(place_of);
        let mut tests: Vec<_> = self.unit.tests.drain(..).map(Some).collect();
        let mut admitted: Vec<_> = self.admitted.drain(..).map(Some).collect();
        for (new, &old) in kept.iter().enumerate() {
            let (Some(test), Some(known)) = (tests[old].take(), admitted[old].take()) else {
                continue;
            };
            let known = self.renumbered(known, new);
            self.unit.tests.push(Test { id: self.test_id(new), ..test });
            self.admitted.push(known);
        }
    }

    /// The test with its new number, which reaches what the tests before it do not.
    fn renumbered(&mut self, mut known: Admitted, new: usize) -> Admitted {
        let added = self.tally.add(new, &known.reach);
        known.test.case.id = self.test_id(new);
        if !known.is_unseen {
            known.test.case.reaches = added.into_iter().map(|id| self.reached(id)).collect();
        }
        known
    }

    /// The report with this unit in it.
    pub fn finish(mut self, totals: &Totals, problem: Option<String>) -> Result<Report, Exit> {
        if !self.arguments.keep_all_tests {
            self.minimise();
        }
        let is_without = self.has_no_inputs() && is_complete(totals.completion);
        self.describe(if is_without { NO_INPUTS } else { open_reason(totals.completion) });
        self.unit.effort = effort(&self.program, totals);
        self.unit.progress.finish(self.sample_now(totals.iterations));
        self.summarise();
        // The bounds of one unit are not those of another.
        let bound = |note: &String| match self.has_others {
            true => format!("{}: {note}", self.unit.name),
            false => note.clone(),
        };
        let bounds: Vec<String> = totals.notes.iter().map(bound).collect();
        let notes = bounds.into_iter().chain(problem.map(|p| format!("not confirmed: {p}")));
        let open = unconfirmed(self.tally.unconfirmed(), self.skipped, self.asked.len());
        let notes = notes.chain(bugs(totals)).chain(open).chain(self.contradictions());
        let notes = notes.chain(std::mem::take(&mut self.refuted));
        let is_open = !self.open_objectives().is_empty();
        let notes = notes.chain((is_without && is_open).then(|| without_inputs(&self.unit.name)));
        let notes: Vec<String> = notes.collect();
        for note in notes {
            if !self.report.notes.contains(&note) {
                self.report.notes.push(note);
            }
        }
        let tests = self.admitted.drain(..).map(|admitted| admitted.test).collect();
        let stored = self.suite.finish(tests).map_err(output_error(&self.arguments.out))?;
        for (shown, stored) in self.unit.tests.iter_mut().zip(stored) {
            shown.files = shown_files(stored);
        }
        self.unit.finished = totals.completion != Completion::Interrupted;
        self.write_report()?;
        self.report.units.truncate(self.finished + 1);
        Ok(self.report)
    }
}

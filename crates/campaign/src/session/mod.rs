//! The results of one unit: tests and verdicts as they come in, and the report of them.

mod findings;
mod kept;
mod report;
mod verdicts;

pub use verdicts::{Proved, described};

use crate::confirm::Confirmer;
use crate::emitted::shown_files;
use crate::event::{Event, Listener};
use crate::orders::Orders;
use crate::resume::Known;
use crate::suite::{self, StoredTest, Suite};
use crate::tally::{Reach, Tally};
use crate::unit::Tested;
use assay_base::Place;
use assay_criteria::{ObjectiveId, Objectives};
use assay_explore::{Discovery, Progress};
use assay_language::Rejected;
use assay_language::{NativeEnd, NativeRun, Reached, TestCase};
use assay_program::{EdgeId, FuncId, Program};
use assay_report::sources;
use assay_verdict::{Finding, Report, ShownInputs, Test, Unit, named_outcome};
use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

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

/// What there is when a unit begins.
pub struct Beginning<'a> {
    pub orders: &'a Orders,
    pub tell: &'a mut Listener<'a>,
    /// Holds the units that are finished.
    pub report: Report,
    /// Its name and file.
    pub unit: Unit,
    pub suite: &'a mut Suite,
    pub tested: Tested,
    /// See [`Session`].
    pub has_others: bool,
    pub own: Vec<FuncId>,
    pub is_function: bool,
    pub bounds: Vec<Vec<String>>,
    pub waiting: Vec<Unit>,
    /// When the run began.
    pub started: Instant,
}

/// The results of a unit as they come in.
pub struct Session<'a> {
    orders: &'a Orders,
    tell: &'a mut Listener<'a>,
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
    /// Findings, by their index, that only a sanitizer can confirm, and their tests.
    asked: VecDeque<(usize, TestCase)>,
    /// Tests of an earlier run, by their indices, that are to be run again.
    unseen: VecDeque<usize>,
    /// What each of them was seen to reach by the run that left it, and whether it does something
    /// undefined.
    seen_before: HashMap<usize, Vec<(ObjectiveId, bool)>>,
    /// Tests that there was no time to run.
    skipped: usize,
    /// Whether the run has other units, which may share code with this one.
    has_others: bool,
    /// The functions that the unit is about; none of a whole program.
    own: Vec<FuncId>,
    /// It is about a function that is called with whatever its caller likes.
    is_function: bool,
    /// Those of the inputs of a function, by how often they were raised.
    bounds: Vec<Vec<String>>,
    /// Units of an earlier run that this one has not come to yet.
    waiting: Vec<Unit>,
    /// Which of the tests cover what.
    tally: Tally,
    /// What no input reaches: for which inputs, and the certificate, below the output folder.
    proved: BTreeMap<ObjectiveId, Proved>,
    /// What may lie behind undefined behaviour (see
    /// [`Exhaustive::beyond`](assay_explore::Exhaustive)).
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

pub fn output_error(path: &Path) -> impl Fn(std::io::Error) -> Rejected {
    let path = path.to_path_buf();
    move |error| Rejected(format!("cannot write to {}: {error}", path.display()))
}

impl<'a> Session<'a> {
    pub fn new(beginning: Beginning<'a>) -> Session<'a> {
        let Beginning { orders, tell, mut report, unit, suite, tested, .. } = beginning;
        introduce(&mut report, &tested);
        let Tested { program, objectives, .. } = tested;
        (*tell)(Event::UnitBegun { unit: &unit.name, time: orders.allowance.time });
        Session {
            orders,
            tell,
            finished: report.units.len(),
            earlier_tests: report.units.iter().map(|unit| unit.tests.len()).sum(),
            report,
            unit,
            suite,
            shown_by: Vec::new(),
            admitted: Vec::new(),
            asked: VecDeque::new(),
            unseen: VecDeque::new(),
            seen_before: HashMap::new(),
            skipped: 0,
            has_others: beginning.has_others,
            own: beginning.own,
            is_function: beginning.is_function,
            bounds: beginning.bounds,
            waiting: beginning.waiting,
            tally: Tally::new(Arc::clone(&objectives), &orders.goals.criteria),
            proved: BTreeMap::new(),
            beyond: BTreeSet::new(),
            refuted: Vec::new(),
            next_report: Instant::now(),
            has_news: true,
            report_cost: Duration::ZERO,
            started: beginning.started,
            program,
            objectives,
        }
    }

    /// Takes in the tests of an earlier run, which the suite holds already, and its findings. The
    /// tests count when they are seen to run, or when there is no time for that.
    pub fn restore(&mut self, tests: Vec<StoredTest>, known: Known) -> Result<(), Rejected> {
        for test in tests {
            let index = self.admit(test, None);
            self.admitted[index].is_unseen = true;
            self.unseen.push_back(index);
        }
        let objectives = Arc::clone(&self.objectives);
        let ids = by_name(&objectives);
        for (name, test, is_faulty) in known.covered {
            let Some(&id) = ids.get(name.as_str()) else { continue };
            self.seen_before.entry(test).or_default().push((id, is_faulty));
        }
        for (finding, test) in known.findings {
            let test_id = self.test_id(test);
            self.unit.findings.push(Finding { test: test_id, ..finding });
            self.shown_by.push(vec![test]);
        }
        self.keep_report()
    }

    /// Tells whoever listens.
    pub fn tell(&mut self, event: Event<'_>) {
        (self.tell)(event);
    }

    /// How far the search is.
    pub fn tell_progress(&mut self, progress: Progress) {
        (self.tell)(Event::Progress { unit: &self.unit.name, progress });
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

    /// There is no time for them: they have reached what the earlier run saw.
    pub fn skip_unseen(&mut self) {
        for index in std::mem::take(&mut self.unseen) {
            if !self.admitted[index].is_unseen {
                continue;
            }
            self.skipped += 1;
            let known = self.seen_before.remove(&index).unwrap_or_default();
            let objectives = known.iter().map(|(id, _)| *id).collect();
            let reach = Reach { objectives, ..Reach::default() };
            self.tally.add(index, &reach);
            self.unit.tests[index].covers = self.ids(&reach);
            let admitted = &mut self.admitted[index];
            admitted.is_faulty |= known.iter().any(|(_, is_faulty)| *is_faulty);
            admitted.reach = reach;
        }
        self.has_news = true;
    }

    fn see(&mut self, index: usize, confirmer: &mut Confirmer) {
        if !self.admitted[index].is_unseen {
            return;
        }
        let Some(run) = confirmer.run(&self.admitted[index].test.case) else { return };
        let reach = self.reach(&run);
        let new = self.tally.add(index, &reach);
        let covers = self.ids(&reach);
        let shown = &mut self.unit.tests[index];
        (shown.covers, shown.diverged) = (covers, run.diverged.clone());
        shown.native = Some(run.ended.to_string());
        let known = &mut self.admitted[index];
        (known.reach, known.ended, known.is_unseen) = (reach, Some(run.ended), false);
        self.tell_test(index);
        self.tell_covered(&new);
        self.has_news = true;
    }

    /// Whether tests may be left out that are not needed, in an order that depends on time.
    pub fn may_choose(&self) -> bool {
        !self.orders.out.keep_all_tests && self.orders.allowance.iterations.is_none()
    }

    /// Whether other tests were seen to do all that this one would be for.
    pub fn is_superseded(&self, discovery: &Discovery) -> bool {
        discovery.findings.is_empty()
            && !discovery.edges.is_empty()
            && discovery.edges.iter().all(|&edge| self.tally.is_seen(edge))
            && discovery.objectives.iter().all(|&id| self.tally.is_covered(id))
    }

    /// Writes the test of a discovery and runs it natively; what it was seen to take, if it ran.
    /// The test of a seed is there already.
    pub fn add(
        &mut self,
        discovery: &Discovery,
        confirmer: &mut Confirmer,
    ) -> Result<Option<&[EdgeId]>, Rejected> {
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

    /// Of a discovery whose test there is no time to run: then it is none. Nothing is known
    /// natively.
    pub fn skip(&mut self, discovery: &Discovery) -> Option<&[EdgeId]> {
        // The test of a seed is counted where it waits.
        self.skipped += usize::from(discovery.seed.is_none());
        for &objective in &discovery.objectives {
            self.tally.postpone(objective);
        }
        None
    }

    /// Runs the test natively, then writes it, with what was observed; its index.
    fn add_test(
        &mut self,
        found: &Discovery,
        confirmer: &mut Confirmer,
    ) -> Result<usize, Rejected> {
        let mut case = TestCase {
            id: self.test_id(self.unit.tests.len()),
            surroundings: self.orders.world.with(&found.inputs),
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
            case.depends_on_addresses = run.depends_on_addresses;
        }
        let test = StoredTest {
            unit: self.unit.name.clone(),
            case,
            variables: found.variables.clone(),
            files: Vec::new(),
        };
        let test = self.suite.add(test).map_err(output_error(&self.orders.out.folder))?;
        for file in shown_files(&test) {
            (self.tell)(Event::Written(&file));
        }
        Ok(self.admit(test, native))
    }

    fn test_id(&self, index: usize) -> String {
        suite::test_id(self.earlier_tests + index)
    }

    /// Counts what a test covers; its index.
    fn admit(&mut self, test: StoredTest, native: Option<NativeRun>) -> usize {
        let reach = native.as_ref().map_or_else(Reach::default, |run| self.reach(run));
        let index = self.unit.tests.len();
        let new = self.tally.add(index, &reach);
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
        self.tell_test(index);
        self.tell_covered(&new);
        index
    }

    fn tell_test(&mut self, index: usize) {
        let (unit, test) = (self.unit.name.as_str(), &self.unit.tests[index]);
        (self.tell)(Event::Test { unit, test });
    }

    /// Tells whoever listens what a test is the first to cover.
    fn tell_covered(&mut self, new: &[ObjectiveId]) {
        for &id in new {
            let Some(tests) = self.tally.covering(id) else { continue };
            let (unit, objective) = (self.unit.name.as_str(), &self.objectives.get(id).id);
            let verdict = &self.covered(tests, None);
            (self.tell)(Event::Verdict { unit, objective, verdict });
        }
    }

    /// What a native run counts for.
    fn reach(&self, run: &NativeRun) -> Reach {
        match run.diverged {
            None => Reach::of(&self.objectives, run.edges.iter()),
            Some(_) => Reach::default(),
        }
    }

    /// What is left to do when the exploration ends now.
    pub fn rest(&self, confirmer: &Confirmer) -> Duration {
        confirmer.rest(self.asked.len(), self.cost_of_reports())
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

    fn ids(&self, reach: &Reach) -> Vec<String> {
        reach.objectives.iter().map(|&id| self.objectives.get(id).id.clone()).collect()
    }
}

fn by_name(objectives: &Objectives) -> HashMap<&str, ObjectiveId> {
    objectives.iter().map(|(id, objective)| (objective.id.as_str(), id)).collect()
}

//! `assay cover`: the main job, from the input to tests, verdicts and the exit status.

use crate::arguments::Cover;
use crate::confirm::Confirmer;
use crate::exit::Exit;
use crate::progress::ProgressLine;
use crate::subject;
use assay_base::{Id, Place};
use assay_criteria::{ObjectiveId, Objectives, criterion_named};
use assay_engine::{Limits, LowerOptions};
use assay_explore::{Budget, Completion, Discovery, Plan, Totals, explore};
use assay_program::Program;
use assay_program::callgraph::CallGraph;
use assay_report::{json, terminal};
use assay_solver::Config;
use assay_testgen::{Externals, Reached, SourceUnit, Subject as TestSubject, TestCase};
use assay_verdict::{
    CriterionSummary, Effort, Finding, FindingKind, Frame, Objective, Report, ShownInputs, Test,
    Unit, Unsupported, Verdict,
};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::RecvTimeoutError;
use std::time::{Duration, Instant};

/// How often the report is rewritten while results come in, and how much longer than writing
/// takes the pause is at least.
const REPORT_INTERVAL: Duration = Duration::from_secs(1);
const REPORT_SHARE: u32 = 20;

pub fn cover(arguments: &Cover) -> Result<Exit, Exit> {
    let started = Instant::now();
    let interrupt = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&interrupt);
    // Fails only if a handler is set already, and none is.
    let _ = ctrlc::set_handler(move || flag.store(true, Ordering::Relaxed));

    let loaded = subject::load(&arguments.input, &arguments.entry)?;
    let program = Arc::new(loaded.program);
    let name = arguments.entry.first().map_or("main", String::as_str);
    let entry = subject::entry(&program, name)?;

    let reachable = CallGraph::new(&program).reachable(&[entry]);
    let criteria: Vec<_> =
        arguments.criterion.iter().filter_map(|name| criterion_named(name)).collect();
    let objectives = Arc::new(Objectives::of(&program, &reachable, &criteria));

    let is_external =
        |name: &str| assay_engine::find_builtin(name).is_none() && !is_defined(&program, name);
    let externals = Externals::declared_in(&program, is_external);
    let test_subject = TestSubject {
        sources: source_units(&loaded.replay)?,
        is_32_bit: loaded.replay.is_32_bit,
        externals: externals.clone(),
    };
    let scratch = arguments.out.join("scratch");
    let mut session = Session {
        arguments,
        program: Arc::clone(&program),
        objectives: Arc::clone(&objectives),
        report: new_report(arguments, &program),
        unit: Unit {
            name: name.to_string(),
            file: place_of(&program, program.functions[entry].place).0,
            ..Unit::default()
        },
        covered_by: vec![None; objectives.len()],
        claimed_by: vec![None; objectives.len()],
        next_report: Instant::now(),
        started,
    };
    session.prepare(&test_subject)?;
    let options = LowerOptions { check_overflow: arguments.check_overflow };
    let machine_subject = subject::subject(Arc::clone(&program), entry, options);
    let deadline = Instant::now() + arguments.time;
    let plan = plan(arguments, deadline, Arc::clone(&interrupt));
    let exploration = explore(machine_subject, Arc::clone(&objectives), plan);
    let line = ProgressLine::new(arguments.time);
    let mut confirmer =
        Confirmer::new(&loaded.replay, &externals, test_subject, &scratch, deadline);
    loop {
        match exploration.discoveries.recv_timeout(Duration::from_millis(50)) {
            Ok(discovery) => session.add(discovery, &mut confirmer)?,
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => break,
        }
        if interrupt.load(Ordering::Relaxed) {
            exploration.stop();
        }
        line.show(name, &exploration.progress());
    }
    line.clear();
    let totals = exploration.finish();
    // Nothing in it is of use any more.
    let _ = std::fs::remove_dir_all(&scratch);
    session.finish(&totals, confirmer.problem)
}

fn is_defined(program: &Program, name: &str) -> bool {
    program.function_named(name).is_some_and(|id| program.functions[id].body.is_some())
}

fn plan(arguments: &Cover, deadline: Instant, interrupt: Arc<AtomicBool>) -> Plan {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    Plan {
        search: arguments.search.clone(),
        budget: Budget {
            deadline: Some(deadline),
            iterations: arguments.iterations,
            memory: arguments.memory,
        },
        seed: arguments.seed,
        jobs: arguments.jobs.map_or(cores, NonZeroUsize::get),
        solver: Config {
            backend: arguments.solver.into(),
            check: arguments.check_solver,
            dump: arguments.dump_queries.clone(),
            timeout: arguments.query_time,
            seed: arguments.seed,
        },
        limits: Limits { instructions: arguments.path_instructions, ..Limits::default() },
        check_paths: arguments.check_paths,
        stop_when_covered: !arguments.exhaust,
        interrupt,
    }
}

fn new_report(arguments: &Cover, program: &Program) -> Report {
    Report {
        assay: env!("CARGO_PKG_VERSION").to_string(),
        command: std::env::args().collect(),
        seed: arguments.seed,
        notes: program.notes.clone(),
        ..Report::default()
    }
}

/// The subject's files as the emitted tests compile them.
fn source_units(module: &assay_frontend_llvm::ReplayModule) -> Result<Vec<SourceUnit>, Exit> {
    let folder = std::env::current_dir()
        .map_err(|error| Exit::Rejected(format!("the working folder: {error}")))?;
    let unit = |source: &assay_frontend_llvm::Source| SourceUnit {
        folder: source.folder.clone().unwrap_or_else(|| folder.clone()),
        file: source.file.clone(),
        flags: source.flags.clone(),
    };
    Ok(module.sources.iter().map(unit).collect())
}

/// File, line and column as the report has them.
fn place_of(program: &Program, place: Option<Place>) -> (String, u32, u32) {
    match place {
        Some(place) => (program.files[place.file].name.clone(), place.line, place.column),
        None => (String::new(), 0, 0),
    }
}

/// The results of a unit as they come in.
struct Session<'a> {
    arguments: &'a Cover,
    program: Arc<Program>,
    objectives: Arc<Objectives>,
    report: Report,
    unit: Unit,
    /// The test that reached each objective natively.
    covered_by: Vec<Option<String>>,
    /// The test that reached it in the machine.
    claimed_by: Vec<Option<String>>,
    next_report: Instant,
    started: Instant,
}

fn output_error(path: &Path) -> impl Fn(std::io::Error) -> Exit {
    let path = path.to_path_buf();
    move |error| Exit::Rejected(format!("cannot write to {}: {error}", path.display()))
}

impl Session<'_> {
    fn tests_folder(&self) -> PathBuf {
        self.arguments.out.join("tests")
    }

    /// Makes the output folder, without the tests of an earlier run.
    fn prepare(&self, subject: &TestSubject) -> Result<(), Exit> {
        let folder = self.tests_folder();
        if folder.exists() {
            std::fs::remove_dir_all(&folder).map_err(output_error(&folder))?;
        }
        std::fs::create_dir_all(&folder).map_err(output_error(&folder))?;
        for format in self.formats() {
            (format.prepare)(&folder, subject).map_err(output_error(&folder))?;
        }
        Ok(())
    }

    fn formats(&self) -> impl Iterator<Item = &'static assay_testgen::Format> {
        self.arguments.format.iter().filter_map(|name| assay_testgen::format_named(name))
    }

    /// Writes the test of a discovery and runs it natively.
    fn add(&mut self, discovery: Discovery, confirmer: &mut Confirmer) -> Result<(), Exit> {
        let id = format!("t{:04}", self.unit.tests.len() + 1);
        for &objective in &discovery.objectives {
            self.claimed_by[objective.index()].get_or_insert_with(|| id.clone());
        }
        let reaches = discovery.objectives.iter().map(|&id| self.reached(id)).collect();
        let case =
            TestCase { id: id.clone(), inputs: discovery.inputs, ends: discovery.ends, reaches };
        let folder = self.tests_folder();
        let mut files = Vec::new();
        for format in self.formats() {
            let names = (format.write)(&folder, &case).map_err(output_error(&folder))?;
            files.extend(names.into_iter().map(|name| format!("tests/{name}")));
        }
        let native = confirmer.run(&case);
        let mut covers = Vec::new();
        if let Some(run) = native.as_ref().filter(|run| run.diverged.is_none()) {
            for edge in run.edges.iter() {
                for &objective in self.objectives.on_edge(edge) {
                    covers.push(objective);
                    self.covered_by[objective.index()].get_or_insert_with(|| id.clone());
                }
            }
        }
        covers.sort_unstable();
        covers.dedup();
        for finding in &discovery.findings {
            let mut finding = self.finding(finding, &id);
            finding.confirmed = confirmer.shows(&finding, &case, native.as_ref());
            // What is only too long for the machine is no finding.
            if finding.confirmed || finding.kind != FindingKind::Timeout {
                self.unit.findings.push(finding);
            }
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
        Finding {
            kind: finding.kind,
            file,
            line,
            column,
            test: test.to_string(),
            confirmed: false,
            message: finding.message.clone(),
            stack: finding.stack.iter().map(frame).collect(),
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
        self.report.units = vec![self.unit.clone()];
        let out = &self.arguments.out;
        json::write(out, &self.report).map_err(output_error(out))?;
        let pause = REPORT_INTERVAL.max(begin.elapsed() * REPORT_SHARE);
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

    fn finish(mut self, totals: &Totals, problem: Option<String>) -> Result<Exit, Exit> {
        self.unit.objectives = self.verdicts(open_reason(totals.completion));
        self.unit.effort = effort(&self.program, totals);
        self.summarise();
        self.report.notes.extend(totals.notes.iter().cloned());
        self.report.notes.extend(problem.map(|problem| format!("not confirmed: {problem}")));
        self.report.notes.extend(bugs(totals));
        self.report.notes.extend(self.unconfirmed());
        self.write_report(true)?;
        let colour = terminal::Colour::for_stream(&std::io::stdout());
        let out = self.arguments.out.display().to_string();
        println!("{}", terminal::summary(&self.report, &out, colour));
        if totals.completion == Completion::Interrupted {
            return Ok(Exit::Interrupted);
        }
        let target = self.arguments.fail_under.unwrap_or(0.0);
        let is_met = self.unit.criteria.values().all(|summary| summary.cov_f >= target);
        Ok(if is_met { Exit::Done } else { Exit::BelowTarget })
    }
}

/// Why an objective without a test has no verdict.
fn open_reason(completion: Completion) -> &'static str {
    match completion {
        Completion::Exhausted => "no path reaches it, and there is no certificate of that yet",
        Completion::Incomplete => "no path that could be followed to its end reaches it",
        Completion::AllCovered => "not reached",
        Completion::OutOfTime => "not reached within the time",
        Completion::OutOfIterations => "not reached within the iterations",
        Completion::OutOfMemory => "not reached within the memory",
        Completion::Interrupted => "interrupted",
    }
}

/// What must not happen, told loudly.
fn bugs(totals: &Totals) -> Vec<String> {
    let mut bugs = Vec::new();
    if totals.divergences > 0 {
        let example = totals.divergence_example.as_deref().unwrap_or("");
        bugs.push(format!(
            "BUG in Assay: {} runs left the path they were solved for ({example})",
            totals.divergences
        ));
    }
    if totals.panics > 0 {
        bugs.push(format!("BUG in Assay: {} workers died; their work is lost", totals.panics));
    }
    if totals.solver_disagreements > 0 {
        let count = totals.solver_disagreements;
        bugs.push(format!("BUG in Assay: the solvers contradict each other on {count} queries"));
    }
    bugs
}

fn effort(program: &Program, totals: &Totals) -> Effort {
    let unsupported = totals.unsupported.iter().map(|((what, place), count)| {
        let (file, line, _) = place_of(program, *place);
        Unsupported { what: what.clone(), file, line, count: *count }
    });
    Effort {
        iterations: totals.iterations,
        explore_seconds: totals.seconds,
        solver_queries: totals.solver_queries,
        solver_seconds: totals.solver_seconds,
        instructions: totals.instructions,
        paths: totals.paths,
        candidates_left: totals.candidates_left,
        divergences: totals.divergences,
        solver_layers: totals.solver_layers.clone(),
        unsupported: unsupported.collect(),
        external_inputs: totals.external_functions.iter().cloned().collect(),
    }
}

//! `assay cover`: the main job, from the input to tests, verdicts and the exit status.

use crate::arguments::Cover;
use crate::backlog::Backlog;
use crate::clock::Clock;
use crate::confirm::Confirmer;
use crate::contract;
use crate::exit::Exit;
use crate::focus;
use crate::gcfg::Pictures;
use crate::native::Native;
use crate::progress::ProgressLine;
use crate::prover::{OBSERVATION, Prover, Task};
use crate::resume::Earlier;
use crate::session::{Session, introduce, output_error, place_of};
use crate::subject::{self, Tested, Wanted};
use crate::{certificates, emitted, interrupt, jobs, results, resume};
use assay_engine::{Limits, LowerOptions, Subject};
use assay_explore::{Budget, Completion, Exploration, Plan, Totals, explore};
use assay_frontend_llvm::Loaded;
use assay_output::Output;
use assay_program::FuncId;
use assay_prove::Start;
use assay_report::{html, json};
use assay_solver::Config;
use assay_testgen::replay::{adopt_leftovers, kill_leftovers, missing_from_sandbox};
use assay_testgen::{Externals, Format, Suite, format_named, suite};
use assay_verdict::{Report, Unit, World};
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// How long to wait for the next discovery before looking at the clock again.
const SHORTEST_PAUSE: Duration = Duration::from_millis(1);
const LONGEST_PAUSE: Duration = Duration::from_millis(50);

/// How long a proof for all inputs is looked for where there is one within bounds.
const BEYOND_BOUNDS: Duration = Duration::from_secs(5);
/// The share of the time that is left for looking at all paths once more. The prover works beside it.
const ALL_PATHS_SHARE: f64 = 0.8;

/// What a run leaves in the output folder.
const WRITTEN: [&str; 4] = [suite::FOLDER, certificates::FOLDER, json::FILE_NAME, html::FILE_NAME];

pub fn cover(arguments: &Cover) -> Result<Exit, Exit> {
    let started = Instant::now();
    let interrupt = interrupt::flag();
    let contracts = contract::read(arguments.unit.contract.as_ref())?;
    let promised = format!("{contracts:?}");
    let promised_for: Vec<String> = contracts.keys().cloned().collect();
    let project =
        subject::open(&arguments.input, &arguments.unit.entry, contracts, arguments.unit.needs())?;
    let unused = contract::unused(&promised_for, &project);
    let entries = subject::entries(&project, &arguments.unit.entry)?;
    let formats = formats(&arguments.format, &entries)?;
    let world = arguments.world.world()?;
    let origin = resume::origin(arguments, &project, &promised, &world)?;
    let native = Native::of(&arguments.input);
    native.check(&project)?;
    let wanted =
        Wanted { criteria: &arguments.unit.criterion, focus: focus::focus(arguments, &project)? };
    let externals = Externals::in_world(&world);
    let units = entries.len();
    let output = Output::open(&arguments.out, &WRITTEN)?;
    let mut earlier = match arguments.resume {
        true => resume::earlier(&output, &origin, arguments.exhaust)?,
        false => Earlier::default(),
    };
    adopt_leftovers();
    // The others are of another program, or are found again.
    output
        .clear(certificates::FOLDER, &earlier.certificates)
        .map_err(output_error(&arguments.out))?;
    let tests = std::mem::take(&mut earlier.tests);
    let mut suite = Suite::new(output.clone(), formats, origin, tests);
    let mut job =
        Job { arguments, units, interrupt, started, world, wanted, native, externals, earlier };
    let mut report = results::new_report(arguments.seed);
    report.notes.extend(jobs::jobs(arguments.jobs).1);
    report.notes.extend(unused);
    report.load_seconds = started.elapsed().as_secs_f64();
    for entry in &entries {
        if job.is_interrupted() && !job.earlier.is_done(entry) {
            continue;
        }
        let loading = Instant::now();
        let loaded = subject::load_unit(&project, entry);
        report.load_seconds += loading.elapsed().as_secs_f64();
        match loaded {
            Ok(loaded) => report = job.cover_unit(entry, loaded, report, &mut suite)?,
            // One of many functions that nobody asked for by name.
            Err(problem) if arguments.unit.entry.is_empty() && entries.len() > 1 => {
                report.notes.push(format!("left out: {problem}"));
            }
            Err(problem) => return Err(Exit::Rejected(problem.to_string())),
        }
    }
    if report.units.is_empty() && !job.is_interrupted() {
        let reasons = report.notes.join("; ");
        return Err(Exit::Rejected(format!("there is nothing to test: {reasons}")));
    }
    emitted::compile(&mut suite, &mut report);
    report.notes.extend(output.take_notes());
    report.finished = !job.is_interrupted();
    results::write_report(&output, &report)?;
    results::show(arguments, &output, &report)?;
    Ok(job.exit(&report))
}

/// The formats of the tests, if all of them suit what is tested.
fn formats(names: &[String], entries: &[String]) -> Result<Vec<&'static Format>, Exit> {
    let formats: Vec<_> = names.iter().filter_map(|name| format_named(name)).collect();
    let unfit = formats.iter().find(|format| format.is_for_functions);
    match unfit {
        Some(format) if entries.iter().any(|entry| subject::is_program(entry)) => {
            Err(Exit::Rejected(format!(
                "--format {} is for tests of functions, not of whole programs: name a function with \
                 --entry, or take another format",
                format.name
            )))
        }
        _ => Ok(formats),
    }
}

/// What all units of a run share.
struct Job<'a> {
    arguments: &'a Cover,
    /// How many there are.
    units: usize,
    interrupt: Arc<AtomicBool>,
    started: Instant,
    /// What surrounds the program.
    world: World,
    wanted: Wanted<'a>,
    /// What the program may call natively.
    native: Native,
    /// The stand-ins that the tests of all units need.
    externals: Externals,
    /// What an earlier run knew of units that this one has not come to yet.
    earlier: Earlier,
}

impl Job<'_> {
    fn is_interrupted(&self) -> bool {
        self.interrupt.load(Ordering::Relaxed)
    }

    fn exit(&self, report: &Report) -> Exit {
        if self.is_interrupted() {
            return Exit::Interrupted;
        }
        let target = self.arguments.fail_under.unwrap_or(0.0);
        let is_met =
            self.arguments.unit.criterion.iter().all(|name| report.overall(name).cov_f >= target);
        if is_met { Exit::Done } else { Exit::BelowTarget }
    }

    /// Explores one unit and adds it to the report.
    fn cover_unit(
        &mut self,
        name: &str,
        loaded: Loaded,
        mut report: Report,
        suite: &mut Suite,
    ) -> Result<Report, Exit> {
        let arguments = self.arguments;
        let program = Arc::new(loaded.program);
        let entry = subject::entry(&program)?;
        let tested = subject::tested(
            Arc::clone(&program),
            &loaded.replay,
            loaded.interface,
            &self.wanted,
            &self.native,
            &mut self.externals,
        )?;
        if self.wanted.focus.is_some() && tested.objectives.is_empty() {
            report.notes.push(format!("left out: {name} has no objective in the focus"));
            return Ok(report);
        }
        if let Some(unit) = self.earlier.take_done(name, &tested.objectives) {
            return self.take_over(unit, tested, report, suite);
        }
        let known = self.earlier.take(name);
        let loaded_is_program = tested.subject.interface.is_none();
        let test_subject = Arc::clone(&tested.subject);
        let objectives = Arc::clone(&tested.objectives);
        let function = program.function_named(name).unwrap_or(entry);
        let unit = Unit {
            name: name.to_string(),
            file: place_of(&program, program.functions[function].place).0,
            ..Unit::default()
        };
        let output = suite.output().clone();
        let scratch = output.scratch();
        let native =
            self.native.start(&program, loaded.replay.is_32_bit, &scratch.join("native"))?;
        let earlier =
            suite.begin(name, Arc::clone(&test_subject)).map_err(output_error(output.path()))?;
        let mut session = Session::new(arguments, report, tested, unit, suite, self.started);
        session.waiting = self.earlier.waiting();
        let proved = session.keep_proofs(&known.proofs);
        session.world = self.world.clone();
        session.has_others = self.units > 1;
        let options =
            LowerOptions { check_overflow: arguments.check_overflow, ..LowerOptions::default() };
        let machine_subject =
            subject::subject(Arc::clone(&program), entry, options, self.world.clone(), native)?;
        let clock = Clock::start(arguments.time);
        let confirmer =
            Confirmer::new(loaded.replay, test_subject, loaded.sanitizable, &scratch, clock);
        let start = if loaded_is_program { Start::Program } else { Start::Function };
        let interrupt = Arc::clone(&self.interrupt);
        let mut plan = plan(arguments, clock.deadline(), interrupt, (function, start));
        plan.seeds = earlier.iter().map(|test| test.variables.clone()).collect();
        let task = Task {
            unit: name.to_string(),
            program: Arc::clone(&program),
            entry: function,
            start,
            objectives: Arc::clone(&objectives),
            seed: arguments.seed,
            deadline: clock.deadline(),
            memory: arguments.memory,
            turns: arguments.unwind.map(NonZeroUsize::get),
        };
        // What it proves changes the search, at moments that differ from run to run.
        let is_beside = arguments.iterations.is_none();
        let mut pictures = Pictures::new(arguments.dump_gcfg.as_ref(), name);
        let mut prover = Prover::new(task, &output, !arguments.no_prove, is_beside);
        prover.keep_certificates(&known.proofs);
        let all_paths = (machine_subject.clone(), plan.clone());
        let exploration = explore(machine_subject, objectives, plan).map_err(jobs::no_thread)?;
        exploration.exclude(&proved);
        let line = ProgressLine::new(name, arguments.time, arguments.quiet);
        session.restore(earlier, known.findings)?;
        let result = collect(
            exploration,
            confirmer,
            &mut session,
            (&mut prover, &mut pictures),
            all_paths,
            &self.interrupt,
            &line,
        );
        line.clear();
        kill_leftovers();
        // Nothing in it is of use any more.
        let _ = std::fs::remove_dir_all(&scratch);
        let (mut totals, problem) = result?;
        totals.notes.extend(prover.problem);
        totals.notes.extend(missing_from_sandbox().into_iter().map(String::from));
        session.finish(&totals, problem)
    }
}

impl Job<'_> {
    /// Adds a unit to the report as an earlier run has left it.
    fn take_over(
        &self,
        mut unit: Unit,
        tested: Tested,
        mut report: Report,
        suite: &mut Suite,
    ) -> Result<Report, Exit> {
        introduce(&mut report, &tested);
        let unwritable = output_error(&self.arguments.out);
        let tests = suite.begin(&unit.name, tested.subject).map_err(&unwritable)?;
        resume::rename_tests(&mut unit, suite.finish(tests).map_err(&unwritable)?);
        report.units.push(unit);
        Ok(report)
    }
}

/// Confirms what the exploration finds, and ends it in time for all of that.
fn collect(
    exploration: Exploration,
    mut confirmer: Confirmer,
    session: &mut Session<'_>,
    (prover, pictures): (&mut Prover, &mut Pictures),
    (subject, plan): (Subject, Plan),
    interrupt: &AtomicBool,
    line: &ProgressLine,
) -> Result<(Totals, Option<String>), Exit> {
    let mut backlog = Backlog::default();
    loop {
        let progress = exploration.progress();
        line.show(&progress);
        session.sample(progress.iterations);
        confirmer.pending = progress.pending as usize + session.unseen();
        let rest = session.rest(&confirmer) + prover.rest(&confirmer.clock);
        let until_end = confirmer.clock.left().saturating_sub(rest);
        if interrupt.load(Ordering::Relaxed) {
            confirmer.clock.interrupt();
            exploration.stop(Completion::Interrupted);
        } else if until_end.is_zero() {
            exploration.stop(Completion::OutOfTime);
        }
        // After the end it is the last worker that ends the waiting.
        let pause = until_end.clamp(SHORTEST_PAUSE, LONGEST_PAUSE);
        let has_work = !backlog.is_empty() || session.unseen() > 0;
        backlog.receive(&exploration.discoveries, if has_work { Duration::ZERO } else { pause });
        // Until then nothing is known to be open.
        let is_ready = confirmer.is_ready(if has_work { pause } else { Duration::ZERO });
        confirm_next(&mut backlog, &exploration, session, &mut confirmer, is_ready)?;
        if is_ready {
            prover.attend(&exploration, session).map_err(proof_error)?;
        }
        exploration.make_way(prover.is_worth_a_core() || confirmer.is_behind());
        exploration.hold(session.may_choose() && confirmer.is_overrun());
        pictures.attend(&exploration).map_err(picture_error)?;
        session.keep_report()?;
        // At the end, tests come first.
        if confirmer.pending == 0 || !until_end.is_zero() {
            session.ask_sanitizer(&mut confirmer, Instant::now());
        }
        let is_late = Instant::now() >= confirmer.clock.last_call();
        let is_done = backlog.is_over() || is_late && exploration.progress().pending == 0;
        if is_done && session.unseen() == 0 {
            break;
        }
    }
    prover.attend(&exploration, session).map_err(proof_error)?;
    pictures.attend(&exploration).map_err(picture_error)?;
    session.set_pictures(&mut pictures.kept);
    let rest = session.rest(&confirmer) + prover.rest(&confirmer.clock);
    let mut until = confirmer.clock.deadline().checked_sub(rest).unwrap_or_else(Instant::now);
    // Where one run is all that there is, looking at all of them says nothing.
    if exploration.is_exhausted() && !session.has_no_inputs() {
        let now = Instant::now();
        let some = now + until.saturating_duration_since(now).mul_f64(ALL_PATHS_SHARE);
        prover.look_at_all_paths(session, subject.clone(), &plan, some).map_err(proof_error)?;
        if session.is_decided_within_bounds() {
            until = until.min(Instant::now() + BEYOND_BOUNDS);
        }
    }
    prover.finish(session, until, interrupt).map_err(proof_error)?;
    prover.look_at_first_turns(session).map_err(proof_error)?;
    let last_call = confirmer.clock.last_call();
    let now = Instant::now();
    let planned = confirmer.clock.left().saturating_sub(session.rest(&confirmer));
    let some = planned.max(last_call.saturating_duration_since(now) / 2).min(OBSERVATION);
    prover.observe_tests(session, &subject, now + some);
    while Instant::now() < last_call && session.ask_sanitizer(&mut confirmer, last_call) {}
    Ok((exploration.finish(last_call), confirmer.problem.take()))
}

/// Runs the next test natively, or none of those that are left if there is no time for them.
fn confirm_next(
    backlog: &mut Backlog,
    exploration: &Exploration,
    session: &mut Session<'_>,
    confirmer: &mut Confirmer,
    is_ready: bool,
) -> Result<(), Exit> {
    if !confirmer.has_time(session.cost_of_reports()) {
        while let Some(discovery) = backlog.next(true) {
            exploration.settle(&discovery, session.skip(&discovery));
        }
        session.skip_unseen();
        return Ok(());
    }
    if !is_ready {
        return Ok(());
    }
    let is_behind = confirmer.is_behind() && session.may_choose();
    if let Some(discovery) = backlog.next(is_behind) {
        let native = match is_behind && session.is_superseded(&discovery) {
            true => {
                confirmer.spare();
                None
            }
            false => session.add(&discovery, confirmer)?,
        };
        exploration.settle(&discovery, native);
    } else {
        session.see_next(confirmer);
    }
    Ok(())
}

fn picture_error(error: std::io::Error) -> Exit {
    Exit::Rejected(format!("cannot write the model of the analysis: {error}"))
}

fn proof_error(error: std::io::Error) -> Exit {
    Exit::Rejected(format!("cannot write a proof: {error}"))
}

fn plan(
    arguments: &Cover,
    deadline: Instant,
    interrupt: Arc<AtomicBool>,
    analysed: (FuncId, Start),
) -> Plan {
    Plan {
        search: arguments.search.clone(),
        filter: !arguments.exploring.no_filter && !arguments.exhaust,
        budget: Budget {
            deadline: Some(deadline),
            iterations: if arguments.prove_only { Some(0) } else { arguments.iterations },
            memory: arguments.memory,
        },
        seed: arguments.seed,
        jobs: jobs::jobs(arguments.jobs).0,
        solver: Config {
            backend: arguments.solver.into(),
            check: arguments.check_solver,
            dump: arguments.dump_queries.clone(),
            timeout: arguments.exploring.query_time,
            seed: arguments.seed,
        },
        limits: Limits { instructions: arguments.exploring.path_instructions, ..Limits::default() },
        check_paths: arguments.check_paths,
        stop_when_covered: !arguments.exhaust,
        seeds: Vec::new(),
        random_start: arguments.exploring.random_start,
        analysed,
        pictures: arguments.dump_gcfg.is_some(),
        interrupt,
    }
}

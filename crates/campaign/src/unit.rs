//! One unit of a campaign: made ready, searched, and entered into the report.

use crate::backlog::Backlog;
use crate::clock::Clock;
use crate::confirm::Confirmer;
use crate::cover::Campaign;
use crate::event::Event;
use crate::gcfg::Pictures;
use crate::jobs;
use crate::orders::{Aim, Orders};
use crate::prover::{Prover, Task};
use crate::resume;
use crate::session::{Beginning, Session, introduce, output_error, place_of};
use crate::subject;
use crate::work::Work;
use assay_criteria::Objectives;
use assay_engine::{Limits, LowerOptions};
use assay_explore::{Budget, Plan, explore};
use assay_language::{Loaded, Native, Rejected, UnitId};
use assay_output::Output;
use assay_program::{FuncId, Grow, Program};
use assay_prove::Start;
use assay_sandbox::{kill_leftovers, missing};
use assay_solver::Config;
use assay_verdict::{Region, Unit};
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

/// A unit that is loaded, and of which something is wanted.
struct Ready {
    unit: UnitId,
    program: Program,
    regions: Vec<Region>,
    growth: Option<Box<dyn Grow>>,
    objectives: Arc<Objectives>,
    own: Vec<FuncId>,
    /// The function that it is about, and with what that starts.
    analysed: (FuncId, Start),
    /// Of its inputs, by how often they were raised.
    bounds: Vec<Vec<String>>,
    native: Arc<dyn Native>,
}

/// What is tested.
pub struct Tested {
    pub unit: UnitId,
    pub program: Arc<Program>,
    pub objectives: Arc<Objectives>,
}

impl Campaign<'_> {
    /// Tests one unit and adds it to the report.
    pub fn cover_unit(&mut self, name: &str, loaded: Loaded) -> Result<(), Rejected> {
        let objectives = Arc::new(subject::objectives(&loaded.program, &loaded.own, &self.wanted)?);
        let analysed = subject::analysed(&loaded)?;
        let Loaded { unit, program, own, regions, notes, growth, bounds, native, .. } = loaded;
        if self.wanted.focus.is_some() && objectives.is_empty() {
            self.note(format!("left out: {name} has no objective in the focus"));
            return Ok(());
        }
        if let Some(done) = self.earlier.take_done(name, &objectives) {
            return self.take_over(done, Tested { unit, program: Arc::new(program), objectives });
        }
        for note in notes {
            if !self.report.notes.contains(&note) {
                self.note(note);
            }
        }
        self.search(
            name,
            Ready { unit, program, regions, growth, objectives, own, analysed, bounds, native },
        )
    }

    /// Adds a unit to the report as an earlier run has left it.
    fn take_over(&mut self, mut unit: Unit, tested: Tested) -> Result<(), Rejected> {
        introduce(&mut self.report, &tested);
        let unwritable = output_error(self.output.path());
        let tests = self.suite.begin(&unit.name, tested.unit).map_err(&unwritable)?;
        resume::rename_tests(&mut unit, self.suite.finish(tests).map_err(&unwritable)?);
        (self.tell)(Event::UnitEnded(&unit));
        self.report.units.push(unit);
        Ok(())
    }

    /// Looks for tests and proofs until the time is over or there is nothing left to look for.
    fn search(&mut self, name: &str, ready: Ready) -> Result<(), Rejected> {
        let (orders, interrupt, output) = (self.orders, self.interrupt, self.output.clone());
        let scratch = output.scratch();
        let Ready { unit, program, regions, growth, objectives, own, analysed, bounds, native } =
            ready;
        let known = self.earlier.take(name);
        let host = native.functions(&program, &scratch.join("native"))?;
        let lowered =
            LowerOptions { check_overflow: orders.checks.overflow, ..LowerOptions::default() };
        let subject =
            subject::subject(program, growth, lowered, orders.world.with_regions(regions), host)?;
        let program = Arc::clone(&subject.program);
        let tested =
            Tested { unit, program: Arc::clone(&program), objectives: Arc::clone(&objectives) };
        let begun = self.suite.begin(name, unit);
        let earlier = begun.map_err(output_error(output.path()))?;
        let mut session = self.session(name, tested, own, analysed, bounds);
        let proved = session.keep_proofs(&known.proofs);
        let clock = Clock::start(orders.allowance.time);
        let confirmer = Confirmer::new(native, &scratch, clock);
        let mut plan = plan(orders, clock.deadline(), interrupt, analysed);
        plan.seeds = earlier.iter().map(|test| test.variables.clone()).collect();
        let task = task(orders, name, program, Arc::clone(&objectives), analysed, clock.deadline());
        let mut prover = prover(orders, task, &output);
        prover.keep_certificates(&known.proofs);
        let exploration =
            explore(subject.clone(), objectives, plan.clone()).map_err(jobs::no_thread)?;
        exploration.exclude(&proved);
        session.restore(earlier, known)?;
        let work = Work {
            exploration,
            confirmer,
            session: &mut session,
            prover: &mut prover,
            pictures: Pictures::new(orders.out.pictures.as_ref(), name),
            backlog: Backlog::default(),
            subject,
            plan,
        };
        let result = work.run(interrupt);
        session.tell(Event::SearchEnded);
        kill_leftovers();
        // Nothing in it is of use any more.
        let _ = std::fs::remove_dir_all(&scratch);
        let (mut totals, problem) = result?;
        totals.notes.extend(prover.problem);
        totals.notes.extend(missing().into_iter().map(String::from));
        let is_early = clock.left() > clock.reserve();
        self.report = session.finish(&totals, problem, is_early)?;
        Ok(())
    }

    /// The results of a unit, of which there are none yet.
    fn session(
        &mut self,
        name: &str,
        tested: Tested,
        own: Vec<FuncId>,
        (function, start): (FuncId, Start),
        bounds: Vec<Vec<String>>,
    ) -> Session<'_> {
        let program = &tested.program;
        let unit = Unit {
            name: name.to_string(),
            file: place_of(program, program.functions[function].place).0,
            language: self.project.language().to_string(),
            next_steps: self.project.next_steps(),
            ..Unit::default()
        };
        Session::new(Beginning {
            orders: self.orders,
            tell: &mut *self.tell,
            report: std::mem::take(&mut self.report),
            unit,
            suite: &mut self.suite,
            has_others: self.entries.len() > 1,
            own,
            is_function: start == Start::Function,
            bounds,
            waiting: self.earlier.waiting(),
            started: self.started,
            tested,
        })
    }
}

fn prover(orders: &Orders, task: Task, output: &Output) -> Prover {
    // What it proves changes the search, at moments that differ from run to run.
    let is_beside = orders.allowance.iterations.is_none();
    Prover::new(task, output, orders.search.aim != Aim::Tests, is_beside)
}

fn task(
    orders: &Orders,
    name: &str,
    program: Arc<Program>,
    objectives: Arc<Objectives>,
    (entry, start): (FuncId, Start),
    deadline: Instant,
) -> Task {
    Task {
        unit: name.to_string(),
        program,
        entry,
        start,
        objectives,
        seed: orders.search.seed,
        deadline,
        memory: orders.allowance.memory,
        turns: orders.search.unwind.map(NonZeroUsize::get),
    }
}

fn plan(
    orders: &Orders,
    deadline: Instant,
    interrupt: &Arc<AtomicBool>,
    analysed: (FuncId, Start),
) -> Plan {
    Plan {
        search: orders.search.strategy.clone(),
        filter: orders.exploring.filter && !orders.search.exhaust,
        budget: Budget {
            deadline: Some(deadline),
            iterations: match orders.search.aim {
                Aim::Proofs => Some(0),
                Aim::Tests | Aim::Both => orders.allowance.iterations,
            },
            memory: orders.allowance.memory,
        },
        seed: orders.search.seed,
        jobs: jobs::jobs(orders.allowance.jobs).0,
        solver: Config {
            backend: orders.search.solver,
            check: orders.checks.solver,
            dump: orders.out.queries.clone(),
            timeout: orders.exploring.query_time,
            seed: orders.search.seed,
        },
        limits: Limits {
            instructions: orders.exploring.path_instructions,
            // All paths there are: with bounds that grow there is no end of them.
            grows: !orders.search.exhaust,
            ..Limits::default()
        },
        check_paths: orders.checks.paths,
        stop_when_covered: !orders.search.exhaust,
        seeds: Vec::new(),
        random_start: orders.exploring.random_start,
        analysed,
        pictures: orders.out.pictures.is_some(),
        interrupt: Arc::clone(interrupt),
    }
}

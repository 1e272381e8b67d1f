//! The prover beside the exploration: when it starts, what it is asked, and the certificates it
//! leaves.
//!
//! Search comes first. When it has found nothing new for a while, or is over, the prover is asked
//! about the objectives that are still open. What it proves is taken from the search; what the
//! search covers meanwhile stays covered, for a test is never outweighed by a proof.

use crate::certificates::{Extent, FOLDER, Proofs, file_name};
use crate::clock::Clock;
use crate::event::Event;
use crate::session::{Proved, Session};
use assay_criteria::{ObjectiveId, Objectives};
use assay_engine::Subject;
use assay_explore::{Exhaustive, Exploration, MemoryGuard, Plan, Pressure, exhaust, observe};
use assay_output::Output;
use assay_program::{EdgeId, FuncId, Program};
use assay_prove::{
    Certificate, Counterexample, Facts, Limits, News, Question, Refusal, Start, prove,
};
use assay_verdict::Scope;
use rustc_hash::FxHashSet;
use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// The search has found nothing new for at least this long, and this share of its time.
const PLATEAU: Duration = Duration::from_millis(400);
const PLATEAU_SHARE: u32 = 5;

/// How long the runs of tests are looked at once more, to see whether the facts of proofs hold.
pub const OBSERVATION: Duration = Duration::from_secs(5);

/// Terms may be very deep.
const STACK_BYTES: usize = 512 << 20;

/// Between two looks at a prover that is about to end.
const PAUSE: Duration = Duration::from_millis(2);

/// What is to be proved about.
pub struct Task {
    pub unit: String,
    pub program: Arc<Program>,
    pub entry: FuncId,
    pub start: Start,
    pub objectives: Arc<Objectives>,
    pub seed: u64,
    pub deadline: Instant,
    /// Bytes of resident memory of the whole process.
    pub memory: u64,
    /// How many heads of loops runs pass that are asked about too.
    pub turns: Option<usize>,
}

pub struct Prover {
    task: Task,
    /// Whether it may work while the search does.
    is_beside: bool,
    /// Whether anything is to be proved.
    is_on: bool,
    state: State,
    interrupt: Arc<AtomicBool>,
    memory: MemoryGuard,
    /// It had to end for want of memory.
    is_cut_short: bool,
    began: Instant,
    covered: u64,
    last_news: Instant,
    last_proof: Instant,
    is_worth_a_core: bool,
    /// How many objectives are, by the native runs so far.
    open: usize,
    /// Edges that nobody needs any more, while the prover works.
    settled: Arc<Mutex<FxHashSet<EdgeId>>>,
    /// Whether the search finds something new now and then.
    is_search_fruitful: Arc<AtomicBool>,
    proofs: Proofs,
    /// What holds for runs of some turns only: of no use before the end, for others may reach it.
    within_turns: Vec<Certificate>,
    /// What may be a test, and was not tried yet.
    found: Vec<Counterexample>,
    /// Why nothing could be proved, or that the prover broke.
    pub problem: Option<String>,
}

enum State {
    Waiting,
    Running { news: Receiver<News>, thread: JoinHandle<Result<(), Refusal>> },
    Done,
}

impl Prover {
    /// With `is_on` false it never starts.
    pub fn new(task: Task, output: &Output, is_on: bool, is_beside: bool) -> Prover {
        let folder = output.folder(&format!("{FOLDER}/{}", file_name(&task.unit)));
        Prover {
            memory: MemoryGuard::new(task.memory),
            task,
            is_beside,
            is_on,
            state: if is_on { State::Waiting } else { State::Done },
            interrupt: Arc::default(),
            is_cut_short: false,
            began: Instant::now(),
            covered: 0,
            last_news: Instant::now(),
            last_proof: Instant::now(),
            is_worth_a_core: false,
            open: 0,
            settled: Arc::default(),
            is_search_fruitful: Arc::default(),
            proofs: Proofs::new(folder),
            within_turns: Vec::new(),
            found: Vec::new(),
            problem: None,
        }
    }

    /// The certificates of an earlier run keep their names.
    pub fn keep_certificates(&mut self, proofs: &[(String, Proved)]) {
        proofs.iter().for_each(|(_, proved)| self.proofs.keep(&proved.certificate));
    }

    /// Starts when it is time to, and takes in what was proved.
    pub fn attend(
        &mut self,
        exploration: &Exploration,
        session: &mut Session<'_>,
    ) -> std::io::Result<()> {
        let covered = exploration.progress().covered as u64;
        if covered != self.covered {
            (self.covered, self.last_news) = (covered, Instant::now());
        }
        self.settle(session);
        let quiet = self.last_news.elapsed();
        let is_quiet = quiet >= PLATEAU && quiet >= self.began.elapsed() / PLATEAU_SHARE;
        let is_plateau = is_quiet || exploration.is_stuck();
        self.is_search_fruitful.store(!is_plateau, Ordering::Relaxed);
        if self.is_beside && is_plateau && self.has_room() {
            self.start(session);
        }
        self.keep_memory();
        if self.is_on {
            let proofs = exploration.take_proofs().into_iter();
            proofs.for_each(|proof| self.proofs.add(Extent::AllInputs, proof));
        }
        let proved = self.news(session)?;
        if self.is_beside && !proved.is_empty() {
            self.last_proof = Instant::now();
            exploration.exclude(&proved);
        }
        self.is_worth_a_core = is_plateau && self.is_worth_more();
        for found in self.found.drain(..) {
            let inputs = found.inputs.into_iter();
            exploration.suggest(inputs.map(|of| (of.name, of.bits, of.value)).collect());
        }
        Ok(())
    }

    /// Whether it makes more of a core than the search does.
    pub fn is_worth_a_core(&self) -> bool {
        self.is_worth_a_core
    }

    /// The search is over: goes on until everything is decided, or the time is.
    pub fn finish(
        &mut self,
        session: &mut Session<'_>,
        until: Instant,
        stop: &AtomicBool,
    ) -> std::io::Result<()> {
        self.is_search_fruitful.store(false, Ordering::Relaxed);
        if self.has_room() {
            self.start(session);
        } else if matches!(self.state, State::Waiting) && self.is_on {
            self.problem = Some("the prover did not start, to keep --memory".to_string());
        }
        loop {
            self.keep_memory();
            self.news(session)?;
            let is_over = Instant::now() >= until || stop.load(Ordering::Relaxed);
            if is_over || session.is_decided() {
                self.interrupt.store(true, Ordering::Relaxed);
            }
            let State::Running { thread, .. } = &self.state else { return Ok(()) };
            // A solver that does not listen is left behind.
            if is_over && !thread.is_finished() {
                std::thread::sleep(10 * PAUSE);
                self.news(session)?;
                return Ok(());
            }
            std::thread::sleep(PAUSE);
        }
    }

    /// Everything else is over: what is still open may be excluded for runs of some turns.
    pub fn look_at_first_turns(&mut self, session: &mut Session<'_>) -> std::io::Result<()> {
        for certificate in std::mem::take(&mut self.within_turns) {
            self.proofs.add(Extent::SomeTurns, certificate);
        }
        self.news(session).map(drop)
    }

    /// What it needs at the end, to evaluate facts.
    pub fn rest(&self, clock: &Clock) -> Duration {
        match self.proofs.facts.is_empty() {
            true => Duration::ZERO,
            false => (clock.reserve() / 2).min(OBSERVATION),
        }
    }

    /// Whether it has brought something since the search last did, and lately.
    fn is_worth_more(&self) -> bool {
        let quiet = self.last_proof.elapsed();
        let is_fruitful = quiet <= PLATEAU.max(self.began.elapsed() / PLATEAU_SHARE);
        let is_running = matches!(self.state, State::Running { .. });
        is_running && is_fruitful && self.last_proof > self.last_news
    }

    /// Whether it may start; with less it would have to end at once.
    fn has_room(&self) -> bool {
        self.memory.pressure() == Pressure::None
    }

    fn is_short_of_memory(&self) -> bool {
        self.memory.pressure() == Pressure::DropTerms
    }

    /// Ends the prover before the exploration has to end for want of memory.
    fn keep_memory(&mut self) {
        if matches!(self.state, State::Running { .. }) && self.is_short_of_memory() {
            self.interrupt.store(true, Ordering::Relaxed);
            self.is_cut_short = true;
        }
    }

    /// Tells the prover which edges are still wanted, where that has changed.
    fn settle(&mut self, session: &Session<'_>) {
        let open = session.open_objectives();
        if std::mem::replace(&mut self.open, open.len()) == open.len() {
            return;
        }
        let objectives = &self.task.objectives;
        let wanted = objectives.edges_of_all(open);
        let is_wanted =
            |edge: EdgeId| wanted.contains(edge) || self.proofs.edges.contains_key(&edge);
        let all = objectives.edges_of_all(objectives.iter().map(|(id, _)| id));
        let settled = all.iter().filter(|&edge| !is_wanted(edge)).collect();
        *self.settled.lock().unwrap_or_else(PoisonError::into_inner) = settled;
    }

    fn start(&mut self, session: &Session<'_>) {
        if !matches!(self.state, State::Waiting) {
            return;
        }
        let open = session.open_objectives();
        let mut edges: BTreeSet<EdgeId> = self.task.objectives.edges_of_all(open).iter().collect();
        if edges.is_empty() {
            return;
        }
        // The facts that exclude one edge are half the proof for another.
        edges.extend(self.proofs.edges.keys());
        let (sender, news) = channel();
        let program = Arc::clone(&self.task.program);
        let (entry, start, turns) = (self.task.entry, self.task.start, self.task.turns);
        let limits = Limits {
            deadline: Some(self.task.deadline),
            interrupt: Arc::clone(&self.interrupt),
            seed: self.task.seed,
            is_repeatable: !self.is_beside,
        };
        let settled = Arc::clone(&self.settled);
        let is_search_fruitful = Arc::clone(&self.is_search_fruitful);
        let work = move || {
            let is_fruitful = || is_search_fruitful.load(Ordering::Relaxed);
            let is_open = |edge: EdgeId| {
                !settled.lock().unwrap_or_else(PoisonError::into_inner).contains(&edge)
            };
            let question = Question {
                program: &program,
                entry,
                start,
                edges,
                is_open: &is_open,
                is_search_fruitful: &is_fruitful,
                turns,
            };
            // Nobody listens any more when the run is over.
            prove(&question, &limits, &mut |news| drop(sender.send(news)))
        };
        let thread = std::thread::Builder::new().name("prover".into()).stack_size(STACK_BYTES);
        match thread.spawn(work) {
            Ok(thread) => self.state = State::Running { news, thread },
            Err(error) => {
                self.problem = Some(format!("the prover could not start: {error}"));
                self.state = State::Done;
            }
        }
    }

    /// Takes in what was proved since the last time.
    fn news(&mut self, session: &mut Session<'_>) -> std::io::Result<Vec<ObjectiveId>> {
        self.listen();
        if !std::mem::take(&mut self.proofs.has_news) {
            return Ok(Vec::new());
        }
        self.conclude(session)
    }

    /// What the proofs say about objectives that were open, or are so beyond some bounds.
    fn conclude(&mut self, session: &mut Session<'_>) -> std::io::Result<Vec<ObjectiveId>> {
        let objectives = &self.task.objectives;
        let never = |edge: EdgeId| self.proofs.edges.contains_key(&edge);
        let scope_of = |id: ObjectiveId| self.proofs.scope(&objectives.edges_of(id));
        let mut proved = session.open_objectives();
        proved.retain(|&id| {
            let is_news = session.scope_of(id).is_none() || scope_of(id) == Scope::AllInputs;
            objectives.is_impossible(id, &never) && is_news
        });
        let scopes: Vec<Scope> = proved.iter().map(|&id| scope_of(id)).collect();
        let names = self.proofs.write(objectives, &proved)?;
        let path = |name: &String| format!("{FOLDER}/{}/{name}", file_name(&self.task.unit));
        let certificates: Vec<String> = names.iter().map(path).collect();
        let written: BTreeSet<&String> = certificates.iter().collect();
        written.into_iter().for_each(|file| session.tell(Event::Written(file)));
        for ((&id, certificate), scope) in proved.iter().zip(certificates).zip(scopes) {
            let assumes = self.proofs.assumed(&objectives.edges_of(id));
            session.prove(id, Proved { scope, certificate, assumes });
        }
        Ok(proved)
    }

    /// Looks at all paths, where the search has followed every one to its end: what none of them
    /// takes is not taken within the bounds of the run.
    pub fn look_at_all_paths(
        &mut self,
        session: &mut Session<'_>,
        subject: Subject,
        plan: &Plan,
        until: Instant,
    ) -> std::io::Result<()> {
        let open = session.open_objectives();
        let edges: BTreeSet<EdgeId> =
            self.task.objectives.edges_of_all(open.iter().copied()).iter().collect();
        if !self.is_on || edges.is_empty() {
            return Ok(());
        }
        let stop: Arc<AtomicBool> = Arc::default();
        let own = Plan { interrupt: Arc::clone(&stop), ..plan.clone() };
        let found = std::thread::scope(|scope| {
            let look = || exhaust(subject, &edges, &own, until);
            let thread = std::thread::Builder::new().name("paths".into()).stack_size(STACK_BYTES);
            let thread = thread.spawn_scoped(scope, look)?;
            // The prover goes on meanwhile, and may decide the rest.
            let mut attended = Ok(());
            while !thread.is_finished() {
                self.keep_memory();
                attended = attended.and(self.news(session).map(drop));
                let is_over = plan.interrupt.load(Ordering::Relaxed) || session.is_decided();
                stop.store(is_over || attended.is_err(), Ordering::Relaxed);
                std::thread::sleep(PAUSE);
            }
            attended.map(|()| thread.join().unwrap_or_default())
        });
        let Some(Exhaustive { edges, beyond, paths, script, assumes }) = found? else {
            return Ok(());
        };
        let is_beyond = |id: &ObjectiveId| {
            self.task.objectives.edges_of(*id).iter().any(|edge| beyond.contains(&edge))
        };
        session.note_beyond(open.into_iter().filter(is_beyond));
        if edges.is_empty() {
            return Ok(());
        }
        self.proofs.add(Extent::AllPaths, Certificate::of_paths(script, paths, edges));
        self.proofs.assume(assumes);
        self.conclude(session).map(drop)
    }

    /// Evaluates the facts of all proofs on the states that the runs of the tests come by: one that
    /// does not hold is the end of its proof.
    pub fn observe_tests(&mut self, session: &mut Session<'_>, subject: &Subject, until: Instant) {
        if self.proofs.facts.is_empty() {
            return;
        }
        let mut facts: Vec<Facts> =
            self.proofs.facts.iter().map(|(_, facts)| facts.clone()).collect();
        if are_facts_wrong() {
            facts.iter_mut().for_each(|facts| (0..facts.list.len()).for_each(|n| facts.negate(n)));
        }
        let tests = session.inputs();
        let memory = self.task.memory;
        let observed = std::thread::scope(|scope| {
            let look = || observe(subject, &facts, &tests, memory, until);
            let thread = std::thread::Builder::new().name("facts".into()).stack_size(STACK_BYTES);
            thread.spawn_scoped(scope, look).ok()?.join().ok()
        });
        let Some(observation) = observed else { return };
        session.note_observation(&observation);
        for (number, fact) in observation.violated {
            let edges = self.proofs.remove(self.proofs.facts[number].0);
            let mut refuted: Vec<ObjectiveId> = session.proved_objectives();
            refuted.retain(|&id| {
                self.task.objectives.edges_of(id).iter().any(|edge| edges.contains(&edge))
            });
            if !refuted.is_empty() {
                session.refute(&refuted, &fact);
            }
        }
    }

    /// Takes in what the thread has proved, and why it has ended.
    fn listen(&mut self) {
        let State::Running { news, thread } = &self.state else { return };
        let is_finished = thread.is_finished();
        for news in news.try_iter() {
            match news {
                News::Proved(certificate) => self.proofs.add(Extent::AllInputs, certificate),
                News::ProvedWithin(certificate) => self.within_turns.push(certificate),
                News::Reached(found) => self.found.push(found),
            }
        }
        if !is_finished {
            return;
        }
        if let State::Running { thread, .. } = std::mem::replace(&mut self.state, State::Done) {
            self.problem = match thread.join() {
                Ok(_) if self.is_cut_short => {
                    Some("the prover was stopped to keep --memory".to_string())
                }
                Ok(Err(why)) => Some(format!("nothing was proved: {why}")),
                Ok(Ok(())) => None,
                Err(_) => Some("BUG: the prover broke; please report this".to_string()),
            };
        }
    }
}

/// Whether the facts of all proofs shall be wrong, to see that this does not stay unnoticed: only
/// in a build with debug assertions.
fn are_facts_wrong() -> bool {
    cfg!(debug_assertions) && std::env::var_os("ASSAY_WRONG_FACTS").is_some()
}

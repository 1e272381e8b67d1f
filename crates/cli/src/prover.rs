//! The prover beside the exploration: when it starts, what it is asked, and the certificates it leaves.
//!
//! Search comes first. When it has found nothing new for a while, or is over, the prover is asked about
//! the objectives that are still open. What it proves is taken from the search; what the search covers
//! meanwhile stays covered, for a test is never outweighed by a proof.

use crate::session::Session;
use assay_criteria::{ObjectiveId, Objectives};
use assay_engine::Subject;
use assay_explore::{Exhaustive, Exploration, MemoryGuard, Plan, Pressure, exhaust, observe};
use assay_program::{EdgeId, FuncId, Program};
use assay_prove::{
    Certificate, Counterexample, Facts, Limits, News, Question, Refusal, Start, prove,
};
use assay_verdict::Scope;
use rustc_hash::FxHashSet;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// Below the output folder.
pub const FOLDER: &str = "proofs";

/// The search has found nothing new for at least this long, and this share of its time.
const PLATEAU: Duration = Duration::from_millis(400);
const PLATEAU_SHARE: u32 = 5;

/// Terms may be very deep.
const STACK_BYTES: usize = 512 << 20;

/// Between two looks at a prover that is about to end.
const PAUSE: Duration = Duration::from_millis(2);

/// Removes the certificates of an earlier run, and nothing else that may be there.
pub fn clear(out: &Path) {
    let entries = |folder: &Path| {
        let entries = std::fs::read_dir(folder).into_iter().flatten();
        entries.flatten().map(|entry| entry.path()).collect::<Vec<PathBuf>>()
    };
    let folder = out.join(FOLDER);
    for unit in entries(&folder) {
        for file in entries(&unit) {
            let name = file.file_name().unwrap_or_default().to_string_lossy();
            if name.starts_with(SCRIPT) && name.ends_with(".smt2") {
                // What cannot be removed is overwritten, or not looked at.
                let _ = std::fs::remove_file(&file);
            }
        }
        // Only if it is empty now.
        let _ = std::fs::remove_dir(&unit);
    }
    let _ = std::fs::remove_dir(&folder);
}

/// How the names of certificates begin.
const SCRIPT: &str = "proof";

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
    /// Edges that nobody needs any more, while the prover works.
    settled: Arc<Mutex<FxHashSet<EdgeId>>>,
    proofs: Proofs,
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
    pub fn new(task: Task, out: &Path, is_on: bool, is_beside: bool) -> Prover {
        let folder = out.join(FOLDER).join(file_name(&task.unit));
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
            settled: Arc::default(),
            proofs: Proofs { folder, ..Proofs::default() },
            found: Vec::new(),
            problem: None,
        }
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
            self.settle(session);
        }
        let quiet = self.last_news.elapsed();
        let is_plateau = quiet >= PLATEAU && quiet >= self.began.elapsed() / PLATEAU_SHARE;
        if self.is_beside && is_plateau && !self.is_short_of_memory() {
            self.start(session);
        }
        self.keep_memory();
        if self.is_on {
            let proofs = exploration.take_proofs().into_iter();
            proofs.for_each(|proof| self.proofs.add(Scope::AllInputs, proof));
        }
        let proved = self.news(session)?;
        if self.is_beside && !proved.is_empty() {
            exploration.exclude(&proved);
        }
        for found in self.found.drain(..) {
            let inputs = found.inputs.into_iter();
            exploration.suggest(inputs.map(|of| (of.name, of.bits, of.value)).collect());
        }
        Ok(())
    }

    /// The search is over: goes on until everything is decided, or the time is.
    pub fn finish(
        &mut self,
        session: &mut Session<'_>,
        until: Instant,
        stop: &AtomicBool,
    ) -> std::io::Result<()> {
        self.start(session);
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

    /// Tells the prover which edges are still wanted.
    fn settle(&self, session: &Session<'_>) {
        let open = session.open_objectives();
        let wanted: FxHashSet<EdgeId> =
            open.iter().flat_map(|&id| self.task.objectives.edges_of(id)).collect();
        let all = self.task.objectives.iter();
        let edges = all.flat_map(|(id, _)| self.task.objectives.edges_of(id));
        let settled = edges.filter(|edge| !wanted.contains(edge)).collect();
        *self.settled.lock().unwrap_or_else(PoisonError::into_inner) = settled;
    }

    fn start(&mut self, session: &Session<'_>) {
        if !matches!(self.state, State::Waiting) {
            return;
        }
        let open = session.open_objectives();
        let edges: BTreeSet<EdgeId> =
            open.iter().flat_map(|&id| self.task.objectives.edges_of(id)).collect();
        if edges.is_empty() {
            return;
        }
        let (sender, news) = channel();
        let program = Arc::clone(&self.task.program);
        let (entry, start) = (self.task.entry, self.task.start);
        let limits = Limits {
            deadline: Some(self.task.deadline),
            interrupt: Arc::clone(&self.interrupt),
            seed: self.task.seed,
            is_repeatable: !self.is_beside,
        };
        let settled = Arc::clone(&self.settled);
        let work = move || {
            let is_open = |edge: EdgeId| {
                !settled.lock().unwrap_or_else(PoisonError::into_inner).contains(&edge)
            };
            let question = Question { program: &program, entry, start, edges, is_open: &is_open };
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
        for ((&id, name), scope) in proved.iter().zip(names).zip(scopes) {
            session.prove(id, scope, format!("{FOLDER}/{}/{name}", file_name(&self.task.unit)));
        }
        Ok(proved)
    }

    /// Looks at all paths, where the search has followed every one to its end: what none of them takes is not
    /// taken within the bounds of the run.
    pub fn look_at_all_paths(
        &mut self,
        session: &mut Session<'_>,
        subject: Subject,
        plan: &Plan,
        until: Instant,
    ) -> std::io::Result<()> {
        let open = session.open_objectives();
        let edges: BTreeSet<EdgeId> =
            open.iter().flat_map(|&id| self.task.objectives.edges_of(id)).collect();
        if !self.is_on || edges.is_empty() {
            return Ok(());
        }
        let found = std::thread::scope(|scope| {
            let look = || exhaust(subject, &edges, plan, until);
            let thread = std::thread::Builder::new().name("paths".into()).stack_size(STACK_BYTES);
            thread.spawn_scoped(scope, look).ok()?.join().ok()?
        });
        let Some(Exhaustive { edges, paths, script }) = found else { return Ok(()) };
        self.proofs.add(Scope::Bounded, Certificate::of_paths(script, paths, edges));
        self.conclude(session).map(drop)
    }

    /// Evaluates the facts of all proofs on the states that the runs of the tests come by: one that does not
    /// hold is the end of its proof.
    pub fn observe_tests(&mut self, session: &mut Session<'_>, subject: &Subject, until: Instant) {
        if self.proofs.facts.is_empty() {
            return;
        }
        let facts: Vec<Facts> = self.proofs.facts.iter().map(|(_, facts)| facts.clone()).collect();
        let tests = session.inputs();
        let observed = std::thread::scope(|scope| {
            let look = || observe(subject, &facts, &tests, until);
            let thread = std::thread::Builder::new().name("facts".into()).stack_size(STACK_BYTES);
            thread.spawn_scoped(scope, look).ok()?.join().ok()
        });
        let Some(observation) = observed else { return };
        session.note_observation(&observation);
        for (number, fact) in observation.violated {
            let edges = self.proofs.remove(self.proofs.facts[number].0);
            let mut refuted: Vec<ObjectiveId> = session.proved_objectives();
            refuted.retain(|&id| {
                self.task.objectives.edges_of(id).iter().any(|edge| edges.contains(edge))
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
                News::Proved(certificate) => self.proofs.add(Scope::AllInputs, certificate),
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

/// The proofs of a unit, and their files.
#[derive(Default)]
struct Proofs {
    folder: PathBuf,
    edges: BTreeMap<EdgeId, Proof>,
    scripts: Vec<String>,
    /// The facts that scripts rest on, by their numbers.
    facts: Vec<(usize, Facts)>,
    names: BTreeSet<String>,
    /// Something was added that nobody has looked at.
    has_news: bool,
}

/// That an edge is never taken.
struct Proof {
    scope: Scope,
    /// The number of the script with its checks.
    script: usize,
    facts: Vec<String>,
}

const CHECKS: &str = "\
; Every (check-sat) must be answered with unsat, by any solver of bit-vectors.
";
const FOR_ALL_INPUTS: &str = "\
; The proof holds for all inputs of any size, as long as the program does nothing undefined before. A function
; that is defined nowhere returns anything, writes only what its arguments lead to, and does not call back. Variables
; that are never set have the values that clang's -ftrivial-auto-var-init=pattern gives them, as in the tests.
";
const WITHIN_BOUNDS: &str = "\
; The proof holds within the bounds of this run only: the lengths of arrays and strings, the depth of pointers, and the
; sizes of arguments and files that it was given. The conditions of the paths are those that Assay's machine found.
; A path ends where the program does something undefined.
";
const LOGIC: &str = "(set-logic QF_BV)\n";

impl Proofs {
    /// One for all inputs replaces one for some of them.
    fn add(&mut self, scope: Scope, certificate: Certificate) {
        let script = self.scripts.len();
        self.facts.extend(certificate.facts.map(|facts| (script, facts)));
        for (edge, facts) in certificate.edges {
            let known = self.edges.get(&edge).map(|proof| proof.scope);
            if known.is_none_or(|known| known == Scope::Bounded) {
                self.edges.insert(edge, Proof { scope, script, facts });
            }
        }
        self.scripts.push(certificate.script);
        self.has_news = true;
    }

    /// Takes a script back, and all that it says.
    fn remove(&mut self, script: usize) -> BTreeSet<EdgeId> {
        let of_script = self.edges.iter().filter(|(_, proof)| proof.script == script);
        let edges: BTreeSet<EdgeId> = of_script.map(|(edge, _)| *edge).collect();
        self.edges.retain(|edge, _| !edges.contains(edge));
        edges
    }

    /// For which inputs it is known that these edges are never taken.
    fn scope(&self, edges: &[EdgeId]) -> Scope {
        let proofs = edges.iter().filter_map(|edge| self.edges.get(edge));
        proofs.map(|proof| proof.scope).fold(Scope::AllInputs, Scope::and)
    }

    /// Writes the certificates of these objectives, one for all that were proved together; the name of
    /// each.
    fn write(
        &mut self,
        objectives: &Objectives,
        proved: &[ObjectiveId],
    ) -> std::io::Result<Vec<String>> {
        let mut together: BTreeMap<Vec<usize>, Vec<ObjectiveId>> = BTreeMap::new();
        for &id in proved {
            let edges = objectives.edges_of(id);
            let mut scripts: Vec<usize> = edges
                .iter()
                .filter_map(|edge| self.edges.get(edge))
                .map(|proof| proof.script)
                .collect();
            scripts.sort_unstable();
            scripts.dedup();
            together.entry(scripts).or_default().push(id);
        }
        let mut names = BTreeMap::new();
        for (scripts, ids) in together {
            let mut text = String::new();
            ids.iter().for_each(|&id| text += &self.about(objectives, id));
            let scopes = ids.iter().map(|&id| self.scope(&objectives.edges_of(id)));
            text += CHECKS;
            text += match scopes.fold(Scope::AllInputs, Scope::and) {
                Scope::AllInputs => FOR_ALL_INPUTS,
                Scope::Bounded => WITHIN_BOUNDS,
            };
            text += LOGIC;
            scripts.iter().for_each(|&script| text += &self.scripts[script]);
            let name = self.name_for(SCRIPT);
            self.store(&name, &text)?;
            names.extend(ids.into_iter().map(|id| (id, name.clone())));
        }
        Ok(proved.iter().filter_map(|id| names.remove(id)).collect())
    }

    /// What is proved of an objective and why, as comments.
    fn about(&self, objectives: &Objectives, id: ObjectiveId) -> String {
        let of = objectives.get(id);
        let edges = objectives.edges_of(id);
        let proofs: Vec<(&EdgeId, &Proof)> =
            edges.iter().filter_map(|edge| Some((edge, self.edges.get(edge)?))).collect();
        let named: Vec<String> = proofs.iter().map(|(edge, _)| edge.to_string()).collect();
        let mut text = format!(
            "; No input reaches {} ({}:{}:{}, {}), that is: takes {}\n",
            of.id,
            of.file,
            of.line,
            of.column,
            of.outcome,
            named.join(", ")
        );
        let mut facts: Vec<&str> =
            proofs.iter().flat_map(|(_, proof)| &proof.facts).map(String::as_str).collect();
        facts.sort_unstable();
        facts.dedup();
        if facts.is_empty() {
            facts.push("the conditions on all ways to it contradict each other");
        }
        for fact in facts {
            text += &format!("; {} because: {fact}\n", of.id);
        }
        text
    }

    fn name_for(&mut self, id: &str) -> String {
        let base = file_name(id);
        let names = (0..).map(|number| match number {
            0 => format!("{base}.smt2"),
            _ => format!("{base}-{number}.smt2"),
        });
        let mut free = names.filter(|name| !self.names.contains(name));
        let name = free.next().unwrap_or_default();
        self.names.insert(name.clone());
        name
    }

    fn store(&self, name: &str, text: &str) -> std::io::Result<()> {
        std::fs::create_dir_all(&self.folder)?;
        std::fs::write(self.folder.join(name), text)
    }
}

/// A name of something as that of a file.
pub fn file_name(name: &str) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() || "_.".contains(c) { c } else { '-' };
    name.chars().map(plain).collect()
}

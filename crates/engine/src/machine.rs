//! The concolic machine: one path at a time, from the start or from a snapshot.
//!
//! The run follows a concrete input; where a value depends on it, the slot or byte also has a
//! term. A symbolic value's concrete value is the term evaluated on the input, so a snapshot can
//! be resumed with any other input that satisfies its path condition, without touching the state.
//!
//! At a decision that other inputs would take differently, the path goes on its own way and
//! records the [`Event`] with its alternatives. Nothing is solved here.

use crate::code::{Code, Edge, Slot};
use crate::faults::Signal;
use crate::given::{Given, NamedValues};
use crate::growing::Growing;
use crate::image::Image;
use crate::input::InputVariables;
use crate::memory::{Objects, Room, STACK_TOP};
use crate::path::{Alternative, Decision, Event, Finding, PathEnd, Run};
use crate::precondition::{Blamed, Fault};
use crate::state::{Frame, Snapshot, State};
use crate::trail::Trail;
use crate::value::Value;
use crate::variadic::VariadicArea;
use crate::watch::Watch;
use crate::world;
use assay_base::{Id, Place, Rng, Step};
use assay_expr::{Assignment, Evaluator, Term, Terms, Value as Number};
use assay_program::{BlockId, FuncId, NativeFunctions, Program};
use assay_verdict::{FindingKind, World};
use rustc_hash::FxHashSet;
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// The rest of the path, or how it ended.
pub type Outcome<T> = Result<T, PathEnd>;

/// Limits of one path.
#[derive(Clone, Debug)]
pub struct Limits {
    pub instructions: u64,
    /// Variables of inputs, about: a run ends soon after it has asked for more.
    pub inputs: u32,
    /// Bytes of live heap of the guest.
    pub heap: u64,
    /// Bytes of the guest's stack.
    pub stack: u64,
    /// Bytes of terms.
    pub terms: usize,
    /// Decisions on one path.
    pub events: u32,
    /// Decisions without a new edge after which a run is suspended.
    pub patience: u32,
    /// Instructions without a decision or a new edge after which it is suspended too.
    pub endurance: u64,
    /// Bounds of inputs may be raised.
    pub grows: bool,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            instructions: 20_000_000,
            inputs: u32::MAX,
            heap: 256 << 20,
            stack: 8 << 20,
            terms: 1 << 30,
            events: 50_000,
            patience: 200,
            endurance: u64::MAX,
            grows: true,
        }
    }
}

/// Everything the machine shares with the other workers.
#[derive(Clone)]
pub struct Subject {
    pub program: Arc<Program>,
    pub code: Arc<Code>,
    pub image: Arc<Image>,
    pub entry: FuncId,
    pub world: Arc<World>,
    /// Functions that the program may call on the host.
    pub native: Option<Arc<dyn NativeFunctions>>,
    /// Where the rest of a program comes from that is not all there, and how often it had grown.
    pub growing: Option<(Arc<Growing>, usize)>,
}

/// Where a run starts and what it must follow.
pub struct Start {
    pub inputs: Assignment,
    pub snapshot: Option<Rc<Snapshot>>,
    /// Constraints before the snapshot.
    pub constraints: Vec<Term>,
    /// The decisions to come that are known already: a run that takes others has diverged. The
    /// last one is the flipped one; only decisions after it are reported.
    pub expected: Vec<Step>,
}

impl Start {
    /// A run from the start of the program.
    pub fn fresh(inputs: Assignment) -> Start {
        Start { inputs, snapshot: None, constraints: Vec::new(), expected: Vec::new() }
    }
}

/// The path under way.
#[derive(Default)]
pub(crate) struct Log {
    pub events: Vec<Event>,
    pub alternatives: Vec<Alternative>,
    /// See [`Run::passed`].
    pub passed: Vec<(u32, u32)>,
    pub branches: Vec<u32>,
    pub constraints: Vec<Term>,
    pub expected: Vec<Step>,
    /// Decisions since the start of the program, and since the start of this run.
    pub event_index: u32,
    pub replayed: usize,
    pub first_event: u32,
    pub snapshots: Vec<Rc<Snapshot>>,
    pub last_snapshot_at: u64,
    /// How many events the run had when it last took a new edge.
    pub last_progress: usize,
    /// The instructions of the path when it last took one, or a decision.
    pub last_progress_at: u64,
    pub findings: Vec<Finding>,
    /// What the finding that is about to end the path raises.
    pub signal: Option<Signal>,
    pub output: Vec<u8>,
    pub errors: Vec<u8>,
    /// See [`Run::presumed`], [`Run::is_narrowed`], [`Run::open_marks`] and [`Run::astray`].
    pub presumed: Vec<Term>,
    pub is_narrowed: bool,
    pub open_marks: Vec<u32>,
    pub astray: BTreeSet<(FuncId, BlockId)>,
}

/// Who looks at the state of a run, with the number of the point or edge it has come to.
pub type Observer = Box<dyn FnMut(&mut Machine, u32)>;

pub struct Machine {
    pub subject: Subject,
    pub terms: Terms,
    pub limits: Limits,
    /// Instructions between two snapshots of a path; `u64::MAX` for none.
    pub snapshot_interval: u64,
    /// Stops the run when set, or when the deadline has passed.
    pub interrupt: Arc<AtomicBool>,
    /// Ends the path when set: there is no memory for more.
    pub is_memory_short: Arc<AtomicBool>,
    pub deadline: Option<Instant>,
    pub keep_output: bool,
    /// Taken edges, over all runs of this machine.
    pub hits: Vec<bool>,
    pub(crate) watch: Watch,
    pub(crate) evaluator: Evaluator,
    pub(crate) inputs: Assignment,
    /// The run was started without an input.
    pub(crate) is_first_run: bool,
    /// Where a run without an input takes its values from; all are zero without it.
    pub first_values: Option<Rng>,
    /// Inputs are the numbers that the run was given, not variables: for runs that show only what
    /// happens on these.
    pub is_concrete: bool,
    /// What a copy of a string leaves as it was counts as unset if it was: for proofs, which must
    /// not take it for what it happens to be.
    pub keeps_unset: bool,
    /// Looks at the state at the points that the code was made with, or where edges are taken that
    /// are shown.
    pub observer: Option<Observer>,
    /// What the inputs of such a run are to be, as far as it is known.
    pub(crate) given: Given,
    /// For [`precondition`](crate::precondition).
    pub(crate) blamed: [Option<Blamed>; 2],
    pub(crate) fault: Option<Fault>,
    /// Constraints of all runs that say which of many values a term has where the machine must have
    /// a number, and that what is accessed is within an object of such a size: they are the
    /// machine's, not the program's.
    pub chosen: FxHashSet<Term>,
    pub(crate) variables: InputVariables,
    pub(crate) state: State,
    pub(crate) log: Log,
    pub(crate) generation: u32,
    /// Instructions that left the fast path, over all runs.
    pub(crate) slow_instructions: u64,
    /// Functions that are defined nowhere and were called: their results are inputs.
    pub external_functions: BTreeSet<String>,
    /// Functions that were called and might have answered otherwise in another world than the
    /// model's.
    pub assumed: BTreeSet<Arc<str>>,
    /// Where exploration is bounded on purpose, one line each.
    pub notes: BTreeSet<String>,
    root: Option<Rc<Snapshot>>,
}

/// Instructions between two looks at the clock, on the fast path and off it.
pub(crate) const CHECK_INTERVAL: u64 = 1 << 16;
pub(crate) const SLOW_CHECK_INTERVAL: u64 = 1 << 8;

/// Registers that are copied in the time of an instruction, about.
const REGISTERS_PER_INSTRUCTION: u64 = 4;

impl Machine {
    pub fn new(subject: Subject) -> Machine {
        let state = initial_state(&subject);
        Machine {
            hits: vec![false; subject.code.targets.len()],
            subject,
            terms: Terms::new(),
            limits: Limits::default(),
            snapshot_interval: 30,
            interrupt: Arc::new(AtomicBool::new(false)),
            is_memory_short: Arc::default(),
            deadline: None,
            keep_output: false,
            watch: Watch::default(),
            evaluator: Evaluator::new(),
            inputs: Assignment::default(),
            is_first_run: false,
            first_values: None,
            is_concrete: false,
            keeps_unset: false,
            observer: None,
            given: Given::default(),
            blamed: [None; 2],
            fault: None,
            chosen: FxHashSet::default(),
            variables: InputVariables::default(),
            state,
            log: Log::default(),
            generation: 0,
            slow_instructions: 0,
            external_functions: BTreeSet::new(),
            assumed: BTreeSet::new(),
            notes: BTreeSet::new(),
            root: None,
        }
    }

    /// Starts a new term arena. Snapshots taken before are of no use any more.
    pub fn forget_terms(&mut self) {
        self.terms = Terms::new();
        self.variables.declare_again(&mut self.terms);
        self.evaluator = Evaluator::new();
        self.chosen.clear();
        self.generation += 1;
        self.state = initial_state(&self.subject);
        self.log = Log::default();
    }

    /// The assignment that gives the n-th variable of a path the n-th of these values (each with
    /// its width).
    pub fn assign(&mut self, values: &[(u32, Number)]) -> Assignment {
        let mut inputs = Assignment::default();
        for (ordinal, &(width, value)) in values.iter().enumerate() {
            let (variable, _) = self.variables.get(&mut self.terms, ordinal as u32, width);
            inputs.set(variable, value);
        }
        inputs
    }

    /// Which term arena is in use; terms and snapshots of earlier ones mean nothing.
    pub fn generation(&self) -> u32 {
        self.generation
    }

    /// Runs a path whose inputs have these values, and others their first ones.
    pub fn run_given(&mut self, values: NamedValues) -> Run {
        self.given = Given::new(values);
        let run = self.run(Start::fresh(Assignment::default()));
        self.given = Given::default();
        run
    }

    /// Runs one path to its end.
    pub fn run(&mut self, start: Start) -> Run {
        // What comes before its own first snapshot is run again from where this run starts.
        let inherited: Vec<_> = start.snapshot.iter().cloned().collect();
        let snapshot = start.snapshot.unwrap_or_else(|| self.root_snapshot());
        self.state = snapshot.state.borrow_mut().copy();
        self.keep_up();
        // Since the snapshot was taken, another run may have told of what its path took first.
        let (hits, watch) = (&self.hits, &self.watch);
        let is_told = |edge: Edge| hits[edge as usize] || watch.is_hidden(edge);
        self.state.new_edges.retain(|&edge| !is_told(edge));
        self.is_first_run = start.inputs.is_empty() && start.expected.is_empty();
        self.inputs = start.inputs;
        self.evaluator.reset();
        (self.blamed, self.fault) = ([None; 2], None);
        self.log = Log {
            constraints: start.constraints,
            event_index: snapshot.event,
            first_event: snapshot.event + start.expected.len() as u32,
            expected: start.expected,
            snapshots: inherited,
            last_snapshot_at: self.state.instructions,
            last_progress_at: self.state.instructions,
            ..Log::default()
        };
        let before = self.state.instructions;
        let end = self.finish();
        let log = std::mem::take(&mut self.log);
        let new_edges = self.new_edges(&end);
        Run {
            end,
            followed: log.replayed == log.expected.len(),
            first_event: log.first_event,
            events: log.events,
            alternatives: log.alternatives,
            passed: log.passed,
            branches: log.branches,
            constraints: log.constraints,
            presumed: log.presumed,
            is_narrowed: log.is_narrowed,
            open_marks: log.open_marks,
            astray: log.astray,
            inputs: std::mem::take(&mut self.inputs),
            input_log: self.state.inputs.clone(),
            snapshots: log.snapshots,
            findings: log.findings,
            is_faulty: self.state.is_faulty,
            is_doubtful: self.state.is_doubtful,
            instructions: self.state.instructions - before,
            length: self.state.instructions,
            new_edges,
            nearness: self.take_nearness(),
            output: log.output,
            errors: log.errors,
        }
    }

    /// Runs a path that is not suspended, however long it brings nothing new: one that is run again
    /// finds nothing new where it did when it was run first.
    pub fn run_through(&mut self, start: Start) -> Run {
        let patience = std::mem::replace(&mut self.limits.patience, u32::MAX);
        let endurance = std::mem::replace(&mut self.limits.endurance, u64::MAX);
        let run = self.run(start);
        (self.limits.patience, self.limits.endurance) = (patience, endurance);
        run
    }

    /// Executes until the path ends, switching between the two speeds of the interpreter.
    fn finish(&mut self) -> PathEnd {
        if !self.state.has_entered
            && let Err(end) = self.enter_world()
        {
            return end;
        }
        loop {
            let step = if self.frame().is_symbolic {
                self.execute::<true>()
            } else {
                self.execute::<false>()
            };
            let step = match step {
                Err(PathEnd::Unmade(part)) => self.make(part),
                Err(PathEnd::Unanswered(row)) => self.make_answer(row),
                Err(PathEnd::Missing(function)) => self.grow(function),
                step => step.or_else(|end| self.survive(end)),
            };
            if let Err(end) = step {
                return end;
            }
        }
    }

    fn root_snapshot(&mut self) -> Rc<Snapshot> {
        if let Some(root) = &self.root {
            return root.clone();
        }
        let root = Rc::new(Snapshot {
            state: RefCell::new(initial_state(&self.subject)),
            event: 0,
            constraints: 0,
            generation: 0,
        });
        self.root = Some(root.clone());
        root
    }

    // The current frame.

    #[inline]
    pub(crate) fn frame(&self) -> &Frame {
        self.state.frames.last().expect("a running program has a frame")
    }

    #[inline]
    pub(crate) fn frame_mut(&mut self) -> &mut Frame {
        self.state.frames.last_mut().expect("a running program has a frame")
    }

    fn register(&self, slot: Slot) -> usize {
        self.frame().base as usize + slot as usize
    }

    /// The value in a slot, of up to 128 bits.
    pub(crate) fn get(&self, slot: Slot, bits: u32) -> Value {
        let at = self.register(slot);
        if let Some(term) = self.state.shadows[at] {
            return Value::Symbolic(term);
        }
        let low = Number::from(self.state.registers[at]);
        Value::Concrete(if bits > 64 {
            low | Number::from(self.state.registers[at + 1]) << 64
        } else {
            low
        })
    }

    pub(crate) fn set(&mut self, slot: Slot, bits: u32, value: Value) {
        let at = self.register(slot);
        match value {
            Value::Concrete(number) => {
                self.state.registers[at] = number as u64;
                self.state.shadows[at] = None;
                if bits > 64 {
                    self.state.registers[at + 1] = (number >> 64) as u64;
                    self.state.shadows[at + 1] = None;
                }
            }
            Value::Symbolic(term) => match self.terms.as_constant(term) {
                Some(number) => self.set(slot, bits, Value::Concrete(number)),
                None => {
                    self.state.shadows[at] = Some(term);
                    self.frame_mut().is_symbolic = true;
                }
            },
        }
    }

    pub(crate) fn get_term(&mut self, slot: Slot, bits: u32) -> Term {
        self.get(slot, bits).term(&mut self.terms, bits)
    }

    pub(crate) fn set_term(&mut self, slot: Slot, bits: u32, term: Term) {
        self.set(slot, bits, Value::Symbolic(term));
    }

    /// The concrete value on this path's input.
    pub(crate) fn evaluate(&mut self, term: Term) -> Number {
        self.evaluator.value(&self.terms, &self.inputs, term)
    }

    /// A value that is taken to be what it is on this path, though other inputs on it may have
    /// another.
    pub(crate) fn concrete(&mut self, value: Value) -> Number {
        if let Value::Symbolic(term) = value {
            self.log.is_narrowed |= !self.terms.variables(term).is_empty();
            self.rely_on(term);
        }
        self.current(value)
    }

    /// What happens next depends on the value of a term. Where that may be what memory holds that
    /// nobody wrote, another run with the same inputs may go another way.
    pub(crate) fn rely_on(&mut self, term: Term) {
        if !self.terms.reads_uninitialised(term) {
            return;
        }
        let depends = self.terms.uninitialised_condition(term);
        if depends.and_then(|depends| self.known_truth(depends)) != Some(false) {
            self.go_astray();
        }
    }

    /// From here on, what the real program does need not be what the machine does.
    pub(crate) fn go_astray(&mut self) {
        let mut pc = self.state.pc;
        for frame in self.state.frames.iter().rev() {
            let code = self.subject.code.functions[frame.function.index()].as_ref();
            if let Some(code) = code.filter(|code| !code.is_model) {
                self.log.astray.insert((frame.function, code.block_at(pc)));
                return;
            }
            pc = frame.return_to.saturating_sub(1);
        }
    }

    /// A value that decides nothing.
    pub(crate) fn current(&mut self, value: Value) -> Number {
        match value {
            Value::Concrete(number) => number,
            Value::Symbolic(term) => self.evaluate(term),
        }
    }

    // Decisions.

    /// The truth of a one-bit term on this path, as a decision that can be flipped.
    pub(crate) fn decide(&mut self, condition: Term, decision: Decision) -> Outcome<bool> {
        if let Some(truth) = self.known_truth(condition) {
            return Ok(truth);
        }
        self.rely_on(condition);
        let truth = self.evaluate(condition) == 1;
        let other = self.terms.not(condition);
        let (taken, flipped) = if truth { (condition, other) } else { (other, condition) };
        let outcome = u32::from(!truth);
        if matches!(decision, Decision::Within(_)) {
            self.chosen.insert(taken);
        }
        self.record(decision, outcome, taken, &[(1 - outcome, flipped)])?;
        Ok(truth)
    }

    /// The truth of a condition where it is constant or follows at once from the path.
    pub(crate) fn known_truth(&mut self, condition: Term) -> Option<bool> {
        if let Some(number) = self.terms.as_constant(condition) {
            return Some(number == 1);
        }
        if self.state.known.contains(&condition) {
            return Some(true);
        }
        let negated = self.terms.not(condition);
        self.state.known.contains(&negated).then_some(false)
    }

    /// Records a decision whose outcome is `taken`; the alternatives are not explored here.
    pub(crate) fn record(
        &mut self,
        decision: Decision,
        outcome: u32,
        taken: Term,
        others: &[(u32, Term)],
    ) -> Outcome<()> {
        let step = Step { site: self.state.pc, outcome, choice: decision.choice() };
        if self.log.replayed < self.log.expected.len() {
            let expected = self.log.expected[self.log.replayed];
            if expected != step {
                return Err(PathEnd::Diverged { expected: Some(expected), found: step });
            }
            self.log.replayed += 1;
        } else {
            if self.log.event_index >= self.limits.events {
                return Err(PathEnd::OutOfFuel);
            }
            self.push_event(decision, step, others);
        }
        self.state.trail.clear();
        self.log.last_progress_at = self.state.instructions;
        self.log.event_index += 1;
        self.log.constraints.push(taken);
        self.state.known.insert(taken);
        Ok(())
    }

    fn push_event(&mut self, decision: Decision, step: Step, others: &[(u32, Term)]) {
        let event = self.log.events.len() as u32;
        let first_alternative = self.log.alternatives.len() as u32;
        let alternatives =
            others.iter().map(|&(outcome, goal)| Alternative { event, outcome, goal });
        self.log.alternatives.extend(alternatives);
        let first_branch = self.log.branches.len() as u32;
        self.log.branches.extend(self.state.trail.edges());
        self.log.events.push(Event {
            site: step.site,
            function: self.frame().function,
            decision,
            outcome: step.outcome,
            constraints: self.log.constraints.len() as u32,
            snapshot: self.log.snapshots.len().checked_sub(1).map(|index| index as u32),
            first_alternative,
            first_branch,
        });
    }

    /// What the next decision is about, if it is a choice at this instruction that is known
    /// already.
    pub(crate) fn expected_choice(&self) -> Option<u64> {
        let step = self.log.expected.get(self.log.replayed)?;
        (step.site == self.state.pc).then_some(step.choice)
    }

    /// The same where the choice is about an object.
    pub(crate) fn expected_object(&self) -> Option<u64> {
        self.expected_choice().filter(|&number| !Room::is_meant(number))
    }

    /// A fact of all inputs, whatever the program does with them.
    pub(crate) fn presume(&mut self, fact: Term) {
        self.log.presumed.push(fact);
        self.constrain(fact);
    }

    /// A fact of this path that is not worth exploring the other way.
    pub(crate) fn constrain(&mut self, fact: Term) {
        if self.terms.as_constant(fact).is_none() && self.state.known.insert(fact).is_none() {
            self.log.constraints.push(fact);
        }
    }

    /// Takes a snapshot if the last one is far enough behind, and suspends a run that leads
    /// nowhere. Called with `state.pc` at a branch that has not had any effect yet.
    pub(crate) fn maybe_snapshot(&mut self) -> Outcome<()> {
        if self.log.replayed < self.log.expected.len() {
            return Ok(());
        }
        let fruitless = self.log.events.len() - self.log.last_progress;
        if fruitless > self.limits.patience as usize {
            self.take_snapshot();
            return Err(PathEnd::Suspended);
        }
        // A deep stack costs more to copy than to compute again.
        let worthwhile = self.state.registers.len() as u64 / REGISTERS_PER_INSTRUCTION;
        let interval = self.snapshot_interval.max(worthwhile);
        if self.state.instructions - self.log.last_snapshot_at >= interval {
            self.take_snapshot();
        }
        Ok(())
    }

    fn take_snapshot(&mut self) {
        let latest = self.log.snapshots.len().checked_sub(1).map(|index| index as u32);
        let is_of_use = self.log.events.last().is_some_and(|event| event.snapshot == latest);
        // No decision lies between the two: all that is to come starts from the new one.
        if !is_of_use {
            self.log.snapshots.pop();
        }
        self.log.last_snapshot_at = self.state.instructions;
        let snapshot = Snapshot {
            state: RefCell::new(self.state.copy()),
            event: self.log.event_index,
            constraints: self.log.constraints.len() as u32,
            generation: self.generation,
        };
        self.log.snapshots.push(Rc::new(snapshot));
    }

    // Findings and places.

    /// The place of the current instruction, or of the call that led into the library's model.
    pub(crate) fn place(&self) -> Option<Place> {
        self.own_calls().next().and_then(|(_, place)| place)
    }

    /// The current function is of the library's model.
    pub(crate) fn is_in_model(&self) -> bool {
        let function = self.frame().function;
        self.subject.code.functions[function.index()].as_ref().is_some_and(|f| f.is_model)
    }

    /// The calls in progress, innermost first, without models of the library.
    pub(crate) fn stack(&self) -> Vec<(FuncId, Option<Place>)> {
        self.own_calls().take(64).collect()
    }

    fn own_calls(&self) -> impl Iterator<Item = (FuncId, Option<Place>)> {
        let code = &self.subject.code;
        let returns = self.state.frames.iter().rev().map(|frame| frame.return_to.saturating_sub(1));
        let places = std::iter::once(self.state.pc).chain(returns);
        let calls = self.state.frames.iter().rev().zip(places);
        let is_own = |function: FuncId| {
            code.functions[function.index()].as_ref().is_none_or(|code| !code.is_model)
        };
        let calls = calls.filter(move |(frame, _)| is_own(frame.function));
        calls.map(|(frame, pc)| (frame.function, code.places.get(pc as usize).copied().flatten()))
    }

    /// Records a finding; the path goes on.
    pub(crate) fn report(&mut self, kind: FindingKind, message: String) {
        self.state.is_faulty |= kind.is_undefined();
        if self.log.replayed < self.log.expected.len() {
            return;
        }
        let stack = self.stack();
        let place = stack.first().and_then(|(_, place)| *place);
        let precondition = self.precondition(kind);
        let finding = Finding { kind, place, stack, message, precondition };
        if !self.log.findings.contains(&finding) {
            self.log.findings.push(finding);
        }
    }

    /// Records a finding that the program does not survive.
    pub(crate) fn fail<T>(&mut self, kind: FindingKind, message: String) -> Outcome<T> {
        self.fail_by(kind, message, self.signal_of(kind))
    }

    /// The same, with the signal that it raises.
    pub(crate) fn fail_by<T>(
        &mut self,
        kind: FindingKind,
        message: String,
        signal: Option<Signal>,
    ) -> Outcome<T> {
        self.report(kind, message);
        self.log.signal = signal;
        if !kind.stops_the_program() || signal.is_none() && self.handles_signals() {
            self.go_astray();
        }
        Err(PathEnd::Finding)
    }

    pub(crate) fn unsupported<T>(&self, what: impl Into<String>) -> Outcome<T> {
        Err(PathEnd::Unsupported { what: what.into(), place: self.place() })
    }

    /// Ends the path when the budget is used up, or suspends it. Called with `state.pc` at an
    /// instruction that has not had any effect yet; `state.instructions` must be up to date.
    pub(crate) fn check_budget(&mut self) -> Outcome<()> {
        if self.state.instructions > self.limits.instructions {
            let count = self.limits.instructions;
            let message = format!("does not end within {count} instructions");
            self.report(FindingKind::Timeout, message);
            return Err(PathEnd::OutOfFuel);
        }
        if self.state.next_ordinal > self.limits.inputs {
            return Err(PathEnd::OutOfInput);
        }
        let is_memory_short = self.is_memory_short.load(Ordering::Relaxed);
        if is_memory_short || self.terms.memory() > self.limits.terms {
            return Err(PathEnd::OutOfMemory);
        }
        let is_late = self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        if is_late || self.interrupt.load(Ordering::Relaxed) {
            return Err(PathEnd::Interrupted);
        }
        let fruitless = self.state.instructions - self.log.last_progress_at;
        if fruitless > self.limits.endurance && self.log.replayed == self.log.expected.len() {
            self.take_snapshot();
            return Err(PathEnd::Suspended);
        }
        Ok(())
    }

    /// Notes that an edge was taken for the first time.
    #[cold]
    pub(crate) fn new_edge(&mut self, edge: u32) {
        if self.observe(edge) {
            return;
        }
        self.hits[edge as usize] = true;
        self.log.last_progress = self.log.events.len();
        self.log.last_progress_at = self.state.instructions;
        if self.subject.code.is_program_edge(edge) {
            self.state.new_edges.push(edge);
        }
    }

    /// The edges that this run took first. A run that is no behaviour of the program takes none:
    /// those it has passed must be taken again by another (which may start from its snapshots,
    /// so they keep the list).
    fn new_edges(&mut self, end: &PathEnd) -> Vec<u32> {
        let new_edges = std::mem::take(&mut self.state.new_edges);
        let is_behaviour = end.is_behaviour();
        for &edge in &new_edges {
            self.hits[edge as usize] = is_behaviour;
        }
        if is_behaviour { new_edges } else { Vec::new() }
    }
}

/// The program just before its first instruction: constructors, then the entry.
fn initial_state(subject: &Subject) -> State {
    let code = &subject.code;
    let mut state = State {
        pc: 0,
        registers: Vec::new(),
        shadows: Vec::new(),
        frames: Vec::new(),
        memory: subject.image.memory(),
        objects: Objects::new(subject.image.objects()),
        stack: STACK_TOP - world::stack_size(&subject.world),
        stack_objects: Vec::new(),
        jump_points: Vec::new(),
        next_serial: 0,
        inputs: Default::default(),
        known: Default::default(),
        next_ordinal: 0,
        thrown: Value::Concrete(0),
        ending: None,
        globals: subject.image.count(),
        has_entered: false,
        is_faulty: false,
        is_doubtful: false,
        native_calls: Default::default(),
        region_bytes: Default::default(),
        number_pointers: Default::default(),
        outside_calls: Default::default(),
        has_host_pointers: false,
        maker: None,
        answerer: None,
        answers: Vec::new(),
        is_making: false,
        new_edges: Vec::new(),
        trail: Trail::default(),
        instructions: 0,
    };
    // A constructor returns into the next one; the last into the entry.
    let calls = [subject.entry].into_iter().chain(subject.program.startup.iter().rev().copied());
    for function in calls {
        if let Some(body) = &code.functions[function.index()] {
            push_plain_frame(&mut state, body);
        }
    }
    state
}

/// Enters a function without arguments (they are zero), to return to where the state was.
#[inline]
pub(crate) fn push_plain_frame(state: &mut State, function: &crate::code::FunctionCode) {
    let caller_stack = state.stack;
    state.stack = (state.stack - function.frame_size) & !(function.frame_align - 1);
    let base = state.registers.len() as u32;
    state.registers.extend_from_slice(&function.frame);
    state.shadows.resize(state.registers.len(), None);
    for &(offset, size) in &function.locals {
        state.memory.map(state.stack + offset, size, 0xAA, false);
    }
    state.next_serial += 1;
    state.frames.push(Frame {
        function: function.id,
        return_to: state.pc,
        result: Slot::MAX,
        base,
        locals: state.stack,
        caller_stack,
        variadic: VariadicArea::default(),
        outer_objects: state.stack_objects.len() as u32,
        is_symbolic: false,
        serial: state.next_serial,
    });
    state.pc = function.entry;
}

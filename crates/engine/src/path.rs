//! What a run leaves behind: its decisions, its path condition, its findings, and how it ended.

use crate::code::{Edge, Pc};
use crate::input::InputRecord;
use crate::state::Snapshot;
use assay_base::{Place, Step};
use assay_expr::{Assignment, Term};
use assay_program::{BlockId, FuncId};
use assay_verdict::FindingKind;
use imbl::Vector;
use std::collections::BTreeSet;
use std::rc::Rc;

/// How a path ended. Closed: whoever asks must think of every case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PathEnd {
    /// The entry function returned; its value where it is a concrete integer.
    Returned(Option<i64>),
    /// `exit` and its kin.
    Exited(i64),
    /// The last finding of the path stopped it.
    Finding,
    /// The input violates an assumption: not a behaviour of the program.
    AssumptionFailed,
    /// The author does not want a test.
    Silent,
    /// The program does what the machine cannot.
    Unsupported { what: String, place: Option<Place> },
    /// It has not found anything new for a while: its last snapshot goes on where it stopped.
    Suspended,
    /// It asks for more input than it was to have.
    OutOfInput,
    /// More instructions than one path may take.
    OutOfFuel,
    /// The guest's own memory limit, or that of the terms.
    OutOfMemory,
    /// The budget of the run is used up.
    Interrupted,
    /// It calls a function whose code is not there yet. Never seen outside of the machine: the code
    /// is made, and the instruction is done again.
    Missing(FuncId),
    /// It looks at a part of an object of a driver that is not made yet. Never seen outside of the
    /// machine: the part is made, and the instruction is done again.
    Unmade(Unmade),
    /// The same of an answer of a function that is defined nowhere: the row of the driver's table.
    Unanswered(u32),
    /// The run did not take the branches that its input was solved for: a bug in Assay.
    Diverged { expected: Option<Step>, found: Step },
}

/// Bytes of an object of a driver, from where its elements begin.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Unmade {
    pub object: u32,
    pub offset: i64,
    pub size: u64,
    /// All of them are about to be written.
    pub is_write: bool,
}

impl PathEnd {
    /// The path is something that the program does on an input that counts.
    pub fn is_behaviour(&self) -> bool {
        !matches!(self, PathEnd::AssumptionFailed | PathEnd::Silent | PathEnd::Diverged { .. })
    }
}

/// Why a decision was taken.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Decision {
    /// A branch of the program: outcome 0 is edge `first`, outcome 1 the next, and so on.
    Branch { first: Edge },
    /// A check that holds on this path; the other outcome is a finding of this kind.
    Check(FindingKind),
    /// An address lies in the object at this base, or a term that must be concrete has this
    /// value: outcome 0. Outcome 1 is any other object or value.
    Choice(u64),
    /// An access lies within the object at this base, which it is meant for: outcome 0.
    Within(u64),
    /// An assumption: outcome 0 holds.
    Assumption,
    /// Whether a bound is raised, or one more value of a term is tried when many were: the
    /// alternative waits until others lead nowhere. The number is as that of a choice.
    Growth(u64),
}

impl Decision {
    pub fn choice(self) -> u64 {
        match self {
            Decision::Choice(choice) | Decision::Growth(choice) => choice,
            // Another number than that of the choice of the same object at the same place.
            Decision::Within(base) => !base,
            _ => 0,
        }
    }
}

/// A place on the path where other inputs go another way.
#[derive(Clone, Debug)]
pub struct Event {
    pub site: Pc,
    pub function: FuncId,
    pub decision: Decision,
    pub outcome: u32,
    /// How many constraints the path had before this decision.
    pub constraints: u32,
    /// Index into [`Run::snapshots`] of the latest one at or before this event.
    pub snapshot: Option<u32>,
    /// Index into [`Run::alternatives`] of the first one of this event.
    pub first_alternative: u32,
    /// Index into [`Run::branches`] of the first one of this event.
    pub first_branch: u32,
}

/// An outcome that the path did not take, with the condition under which it is taken.
#[derive(Copy, Clone, Debug)]
pub struct Alternative {
    pub event: u32,
    pub outcome: u32,
    pub goal: Term,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    pub kind: FindingKind,
    pub place: Option<Place>,
    /// Innermost call first; models of the library left out.
    pub stack: Vec<(FuncId, Option<Place>)>,
    pub message: String,
    /// The condition on a unit's inputs that would exclude it.
    pub precondition: Option<String>,
}

/// One execution.
pub struct Run {
    pub end: PathEnd,
    /// It took all the decisions that were expected of it.
    pub followed: bool,
    /// Decisions taken before `events`: they are those of the run it started from.
    pub first_event: u32,
    pub events: Vec<Event>,
    pub alternatives: Vec<Alternative>,
    /// Where pointers have hit variables (see
    /// [`Definition::hit`](assay_program::dataflow::Definition::hit)): the number of the event
    /// before which that was, and the edge.
    pub passed: Vec<(u32, Edge)>,
    /// For each event, the latest branches between it and the decision before.
    pub branches: Vec<Edge>,
    /// The whole path condition, from the start of the program.
    pub constraints: Vec<Term>,
    /// Those of them that hold for all inputs there are.
    pub presumed: Vec<Term>,
    /// Some value was taken as it is on this path, without a decision: other inputs that meet the
    /// path condition may do something else.
    pub is_narrowed: bool,
    /// The first edges of marks whose edge depends on the input: other inputs that meet the path
    /// condition may take another edge there.
    pub open_marks: Vec<Edge>,
    /// Blocks in which the real program may do something else than the machine, on the same input:
    /// what it did there is undefined and need not end it, or it depends on memory that nobody
    /// wrote, or on where objects lie.
    pub astray: BTreeSet<(FuncId, BlockId)>,
    /// The input of this run.
    pub inputs: Assignment,
    pub input_log: Vector<InputRecord>,
    /// The one that it started from, if there was one, and those that it took; in order.
    pub snapshots: Vec<Rc<Snapshot>>,
    pub findings: Vec<Finding>,
    /// It has done something undefined, be it before the snapshot that it started from.
    pub is_faulty: bool,
    /// It has ordered pointers to different objects, which the real program may order otherwise.
    pub is_doubtful: bool,
    pub instructions: u64,
    /// The same since the start of the program, with those that a snapshot saved.
    pub length: u64,
    /// Edges of the program that no run of this machine had taken before, or only runs that do
    /// not count.
    pub new_edges: Vec<Edge>,
    /// How near the run came to each watched edge that it did not take (see
    /// [`Machine::watch`](crate::Machine::watch)).
    pub nearness: Vec<(Edge, u64)>,
    /// What the program wrote to its standard output, if that is kept.
    pub output: Vec<u8>,
    /// The same of its standard error.
    pub errors: Vec<u8>,
}

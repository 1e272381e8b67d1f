//! What a function is to those who run it, and what it does to those who only see it called.
//!
//! The front end says it once, by what it knows of the platform; from then on nobody goes by names.

use crate::{FloatKind, FuncId, GlobalId};
use std::sync::Arc;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Role {
    /// Its body is run.
    #[default]
    Plain,
    /// Its body is run, and what fails there says that the program's own error was reached.
    Error,
    /// The machine carries it out, whatever body it has.
    Primitive(Primitive),
    /// It is known and has no model: a path ends where it is called. The text says what is lacking.
    Unmodelled(Arc<str>),
    /// It is defined nowhere: what it answers and writes are inputs.
    Unknown,
    /// The same of a function of the platform, which may leave an error number behind.
    Answered {
        /// It may answer more than what it was given room for.
        is_cut: bool,
    },
    /// Its body is made when it is asked for.
    Stub,
}

/// How a number is meant.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Meaning {
    Signed,
    Unsigned,
    Truth,
    Float,
}

/// Declares the primitives that need nothing said besides, and the words for them.
macro_rules! primitives {
    ($($(#[doc = $doc:literal])* $name:ident $word:literal)*) => {
        /// What the machine itself carries out: what must see its state, what makes inputs, and
        /// what models are written with.
        #[derive(Copy, Clone, Debug, PartialEq, Eq)]
        pub enum Primitive {
            /// A value of the result's type is an input.
            Input(Meaning),
            /// So is the object of so many bits at an address; 0 for as many as a pointer has.
            InputAt { bits: u8, meaning: Meaning },
            /// `(name, arguments…)`: a mathematical function of floats of this format.
            Math(FloatKind),
            $($(#[doc = $doc])* $name,)*
        }

        impl Primitive {
            /// Those without more to say, each with its word.
            pub(crate) const WORDS: &[(Primitive, &str)] = &[$((Primitive::$name, $word)),*];
        }
    };
}

primitives! {
    /// `(size)`
    Allocate "allocate"
    /// `(count, size)`: filled with zeros.
    AllocateZeroed "allocate_zeroed"
    /// `(alignment, size)`
    AllocateAligned "allocate_aligned"
    /// `(size)`: whole pages.
    AllocatePages "allocate_pages"
    /// `(where the address goes, alignment, size)`: returns an error number.
    AllocateInto "allocate_into"
    /// `(address, size)`
    Resize "resize"
    /// `(address)`
    Release "release"
    /// `(to, from, size)`
    Copy "copy"
    /// `(to, byte, size)`
    Fill "fill"
    /// `(status)`: the program ends, after what is registered for its end has run.
    Exit "exit"
    /// `(status)`: at once.
    ExitNow "exit_now"
    Abort "abort"
    /// `(text)`: an assertion has failed.
    FailAssertion "fail_assertion"
    /// The path ends by the finding that was reported last.
    Die "die"
    /// What follows is not what a native run does.
    GoAstray "go_astray"
    /// The program's own error is reached.
    ReachError "reach_error"
    /// `(file, line, message, …)`: the same, with a message.
    ReportError "report_error"
    /// The path ends, and says nothing.
    EndSilently "end_silently"
    /// Control can come back here: `(buffer, whether what is held back is kept)`.
    MarkPlace "mark_place"
    /// `(buffer, value)`
    JumpBack "jump_back"
    /// `(address, size, name)`: an object becomes an input.
    InputObject "input_object"
    /// `(address, size)`
    InputBytes "input_bytes"
    /// `(begin, end, name)`
    InputBetween "input_between"
    /// `(bound)`
    InputBelow "input_below"
    /// `(name)`
    InputNamed "input_named"
    /// `(function)`: what a model finds outside.
    OutsideInput "outside_input"
    /// `(condition)`: only inputs that fulfil it are of interest.
    Assume "assume"
    /// `(condition)`: a finding where it can be 0.
    Assert "assert"
    /// More threads or processes: the path ends.
    OutOfReach "out_of_reach"
    /// It means nothing here, and returns 0.
    Ignore "ignore"
    /// The number of the last error.
    ErrorNumber "error_number"
    /// `(condition, a, b)`
    Select "select"
    /// `(value)`
    IsSymbolic "is_symbolic"
    /// `(address)`: the bytes from there to the end of the object.
    Accessible "accessible"
    /// `(address, limit)`: how many bytes of a text are known.
    KnownText "known_text"
    /// `(descriptor, address, size)`
    Write "write"
    /// `(what)`: the path ends.
    Unsupported "unsupported"
    /// `(value)`: fixed to what it is on this path.
    Concretise "concretise"
    /// `(value)`: what it is on this path.
    Current "current"
    /// `(value)`: as if all of it had been written.
    Initialised "initialised"
    /// `(holds, bits)`, of integers that the front end has cut into words.
    CheckShift "check_shift"
    /// The same.
    CheckQuotient "check_quotient"
    UnitValue "unit_value"
    UnitBytes "unit_bytes"
    UnitBits "unit_bits"
    UnitChoice "unit_choice"
    UnitCount "unit_count"
    UnitObject "unit_object"
    UnitReserve "unit_reserve"
    UnitResize "unit_resize"
    UnitExtent "unit_extent"
    UnitLevel "unit_level"
    UnitMaker "unit_maker"
    UnitMade "unit_made"
    UnitAnswerer "unit_answerer"
    UnitAnswered "unit_answered"
    UnitFirst "unit_first"
    UnitPlace "unit_place"
    FileCount "file_count"
    FileName "file_name"
    FileRoom "file_room"
    FileContent "file_content"
}

/// What is known of a function without a look at its code.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Conduct {
    pub effect: Effect,
    pub depends_on: Inputs,
    /// What other functions depend on, and this one changes.
    pub changes: Option<Mode>,
}

/// What a call does to the program.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub enum Effect {
    /// Returns anything, keeps the pointers it is given, and writes anything to all memory that
    /// code outside of the program can know about.
    #[default]
    Anything,
    /// Does not return.
    Ends,
    /// Returns only if its first argument is not zero.
    Assumes,
    /// Writes nothing that the program can see and keeps no pointer; returns anything.
    Reads,
    /// The same, but for streams that lie in the program's memory.
    Streams,
    /// The same, but for what its format says, which is this argument.
    Prints { format: u32 },
    /// Writes only what its arguments point to, and keeps no pointer; returns one of them, or
    /// anything.
    Fills,
    /// `(to, from, size)`
    Copies,
    /// `(to, byte, size)`
    Sets,
    /// Returns fresh memory, or null.
    Allocates,
    /// May call the program's functions, now or later.
    CallsBack,
    /// Changes control in a way that the prover has no model of.
    OutOfReach,
}

/// What the result of a function depends on, and all that it does.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub enum Inputs {
    #[default]
    Anything,
    /// Only its arguments.
    Arguments,
    /// Those, and what the language of the surroundings is.
    ArgumentsAndLocale,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Mode {
    Locale,
    /// Streams may lie in the program's memory from now on.
    Streams,
}

/// What of the platform's model the machine must know, as far as the program has it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Platform {
    /// The variable with the number of the last error.
    pub error_number: Option<GlobalId>,
    /// What the program calls to get at it.
    pub error_place: Option<FuncId>,
    /// The signals that are held back.
    pub held_back: Option<GlobalId>,
    /// Where a path goes on that has done what raises a signal: `(number, code, address)`.
    pub on_fault: Option<FuncId>,
    /// What is called by programs that handle signals at all.
    pub sets_handlers: Option<FuncId>,
    /// The variables with the addresses of the standard streams.
    pub input: Option<GlobalId>,
    pub output: Option<GlobalId>,
    /// Part of the driver, in a unit that has one.
    pub driver: Option<FuncId>,
    /// Those that hold the table of the environment.
    pub environment: Vec<GlobalId>,
    /// Those that are what the world says.
    pub asks_world: Vec<GlobalId>,
}

impl Role {
    pub fn primitive(&self) -> Option<Primitive> {
        match self {
            Role::Primitive(primitive) => Some(*primitive),
            _ => None,
        }
    }

    /// Whether what it answers is an input, unless somebody else answers for it.
    pub fn is_open(&self) -> bool {
        matches!(self, Role::Unknown | Role::Answered { .. })
    }
}

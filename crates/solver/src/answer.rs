//! What a solver says.

use std::fmt;

use assay_expr::Assignment;

#[derive(Clone, Debug)]
pub enum Answer {
    /// Satisfied by this assignment, which was checked by evaluation.
    Sat(Assignment),
    Unsat,
    Unknown(Unknown),
}

impl Answer {
    pub fn is_sat(&self) -> bool {
        matches!(self, Answer::Sat(_))
    }

    pub fn is_unsat(&self) -> bool {
        matches!(self, Answer::Unsat)
    }
}

/// Why there is no answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Unknown {
    /// The query's own time, or the deadline of the run, is over.
    Timeout,
    /// The interrupt flag was raised.
    Interrupted,
    Memory,
    /// The solver cannot decide this kind of query; says which part.
    Incomplete(String),
}

impl fmt::Display for Unknown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unknown::Timeout => f.write_str("the solver ran out of time"),
            Unknown::Interrupted => f.write_str("the solver was interrupted"),
            Unknown::Memory => f.write_str("the solver ran out of memory"),
            Unknown::Incomplete(what) => write!(f, "the solver cannot decide it: {what}"),
        }
    }
}

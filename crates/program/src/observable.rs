//! What can be observed of a function besides its results, as the tool counts it with which people
//! measure programs of its language.
//!
//! A front end makes these of what that tool looks at, so that every figure can be checked with it.
//! Criteria make objectives of them, and take the numbers into their ids.

use crate::decision::Condition;
use crate::{EdgeId, EdgeRuns};
use assay_base::FileId;
use std::fmt;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Observables {
    /// By their numbers, ascending.
    pub places: Vec<Observable>,
    pub decisions: Vec<DecisionPlace>,
}

impl Observables {
    /// The branch with this number.
    pub fn branch(&self, number: u32) -> Option<(&Observable, &Branch)> {
        let index = self.places.binary_search_by_key(&number, |place| place.number).ok()?;
        match &self.places[index] {
            place @ Observable { kind: Observed::Branch(branch), .. } => Some((place, branch)),
            _ => None,
        }
    }
}

/// A part of a source file.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Extent {
    pub file: FileId,
    /// Line and column of the first character, and of the one after the last. A column is 0 where
    /// nothing says it.
    pub start: (u32, u32),
    pub end: (u32, u32),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Observable {
    /// The same in every run and build of the same source: places are not unique.
    pub number: u32,
    pub extent: Extent,
    pub kind: Observed,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Observed {
    /// Code that is executed as a whole: taking one of these edges is being there. Empty where the
    /// place was not looked for or not found, and for code that is known to be dead.
    Code(EdgeRuns),
    Branch(Branch),
}

/// A place that goes on in one of several ways.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Branch {
    /// With the edges that mean each of them. Where there are none, no code was found for it: then
    /// it is no objective.
    pub outcomes: Vec<(Outcome, EdgeRuns)>,
    /// Its place in a decision.
    pub condition: Option<Condition>,
    /// It always goes the same way (`while (1)`), and is no objective.
    pub is_folded: bool,
}

impl Branch {
    /// The edges of an outcome.
    pub fn edges(&self, outcome: Outcome) -> Option<&EdgeRuns> {
        self.outcomes.iter().find(|(of, _)| *of == outcome).map(|(_, edges)| edges)
    }
}

#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Outcome {
    True,
    False,
    Case(i64),
    Default,
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Outcome::True => f.write_str("true"),
            Outcome::False => f.write_str("false"),
            Outcome::Case(value) => write!(f, "case {value}"),
            Outcome::Default => f.write_str("default"),
        }
    }
}

/// A decision of several conditions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DecisionPlace {
    pub extent: Extent,
    /// How many test vectors it has.
    pub vectors: u32,
    /// The numbers of its conditions, the one that is evaluated first in front, the others in the
    /// order of the source. Empty if they are not all there.
    pub conditions: Vec<u32>,
    /// Wherever vectors are recorded (a ternary does so in both arms) the edge of the first vector;
    /// those of the others follow.
    pub firsts: Vec<EdgeId>,
    /// The tool counts it too; what it leaves out, Assay records itself.
    pub is_counted: bool,
}

//! clang's coverage map of one function, and which edges of the program each region means.
//!
//! A region is named by its index in the list: places are not unique (macro arguments used
//! twice, `assert`). See "Coverage Mapping Format" in LLVM's documentation.

use crate::{EdgeId, EdgeRuns};
use assay_base::FileId;

#[derive(Clone, Debug, Default)]
pub struct FunctionCoverage {
    /// The structural hash that ties profile and map together.
    pub hash: u64,
    /// Name under which the profile knows the function (`file.c:name` for a static one).
    pub profile_name: String,
    pub counters: u32,
    pub expressions: Vec<Expression>,
    pub regions: Vec<Region>,
}

impl FunctionCoverage {
    /// The number of each region in ids of objectives. Decisions are not counted, so that a number
    /// does not depend on whether clang was asked for them.
    pub fn numbers(&self) -> Vec<usize> {
        let mut next = 0;
        let number = |region: &Region| {
            let number = next;
            next += usize::from(!matches!(region.kind, RegionKind::Decision(_)));
            number
        };
        self.regions.iter().map(number).collect()
    }
}

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Counter {
    Zero,
    Counter(u32),
    Expression(u32),
}

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Expression {
    Subtract(Counter, Counter),
    Add(Counter, Counter),
}

#[derive(Clone, Debug)]
pub struct Region {
    pub kind: RegionKind,
    pub file: FileId,
    /// Line and column of the first character, and of the one after the last.
    pub start: (u32, u32),
    pub end: (u32, u32),
    /// The region lies in the expansion of a macro or in an included file.
    pub in_expansion: bool,
}

#[derive(Clone, Debug)]
pub enum RegionKind {
    Code {
        counter: Counter,
        /// Taking one of them is being there. Empty where the place was not looked for or not
        /// found, and for code that clang knows to be dead.
        edges: Vec<EdgeId>,
    },
    Expansion(Counter),
    Skipped,
    Gap(Counter),
    Branch(BranchRegion),
    Decision(DecisionRegion),
}

/// An MC/DC decision.
#[derive(Clone, Debug, Default)]
pub struct DecisionRegion {
    /// The first bit of its bitmap, and how many there are: one for each test vector.
    pub bitmap: u32,
    pub vectors: u32,
    /// The regions of its conditions, the one that is evaluated first in front, the others in the
    /// order of the list. Empty if they are not all there.
    pub conditions: Vec<usize>,
    /// Wherever vectors are recorded (a ternary does so in both arms) the edge of the first
    /// vector; those of the others follow.
    pub firsts: Vec<EdgeId>,
    /// clang leaves it out of its map, and Assay records its vectors itself.
    pub is_left_out: bool,
}

/// A condition: in `if`, loops, `?:`, operands of `&&`/`||`, and each case label.
#[derive(Clone, Debug)]
pub struct BranchRegion {
    pub on_true: Counter,
    pub on_false: Counter,
    /// Its place in an MC/DC decision.
    pub condition: Option<Condition>,
    /// Both counters are zero: a constant condition (`while (1)`), not an objective.
    pub is_folded: bool,
    /// The edges that mean each outcome. Empty where no code was found for it (a duplicate
    /// region of `assert`, an implicit default): then it is not an objective.
    pub true_edges: EdgeRuns,
    pub false_edges: EdgeRuns,
}

/// MC/DC: the condition's id within its decision and what is evaluated after it.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Condition {
    pub id: u32,
    /// `None` ends the decision.
    pub true_next: Option<u32>,
    pub false_next: Option<u32>,
    /// It stands under an odd number of `!` that are not its own: where it ends the decision, that
    /// has the opposite outcome.
    pub is_negated: bool,
}

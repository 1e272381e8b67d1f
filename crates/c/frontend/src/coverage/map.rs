//! clang's coverage map of one function, and which edges of the program each region means.
//!
//! A region is named by its index in the list: places are not unique (macro arguments used
//! twice, `assert`). See "Coverage Mapping Format" in LLVM's documentation.

use assay_base::FileId;
use assay_program::decision::Condition;
use assay_program::observable::{
    Branch, DecisionPlace, Extent, Observable, Observables, Observed, Outcome,
};
use assay_program::{EdgeId, EdgeRuns};

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
    /// What the program model has of it.
    pub fn observables(&self) -> Observables {
        let numbers = self.numbers();
        let mut found = Observables::default();
        for (region, &number) in self.regions.iter().zip(&numbers) {
            let extent = Extent { file: region.file, start: region.start, end: region.end };
            let kind = match &region.kind {
                RegionKind::Code { edges, .. } => Observed::Code(edges.iter().copied().collect()),
                RegionKind::Branch(branch) => Observed::Branch(branch.observed()),
                RegionKind::Decision(decision) => {
                    found.decisions.push(decision.observed(extent, &numbers));
                    continue;
                }
                RegionKind::Expansion(_) | RegionKind::Skipped | RegionKind::Gap(_) => continue,
            };
            found.places.push(Observable { number, extent, kind });
        }
        found
    }

    /// The number of each region in ids of objectives. Decisions are not counted, so that a number
    /// does not depend on whether clang was asked for them.
    fn numbers(&self) -> Vec<u32> {
        let mut next = 0;
        let number = |region: &Region| {
            let number = next;
            next += u32::from(!matches!(region.kind, RegionKind::Decision(_)));
            number
        };
        self.regions.iter().map(number).collect()
    }
}

impl BranchRegion {
    fn observed(&self) -> Branch {
        let outcomes = [(Outcome::True, &self.true_edges), (Outcome::False, &self.false_edges)];
        Branch {
            outcomes: outcomes.map(|(outcome, edges)| (outcome, edges.clone())).into(),
            condition: self.condition,
            is_folded: self.is_folded,
        }
    }
}

impl DecisionRegion {
    fn observed(&self, extent: Extent, numbers: &[u32]) -> DecisionPlace {
        DecisionPlace {
            extent,
            vectors: self.vectors,
            conditions: self.conditions.iter().map(|&region| numbers[region]).collect(),
            firsts: self.firsts.clone(),
            is_counted: !self.is_left_out,
        }
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

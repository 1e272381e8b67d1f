//! clang's coverage map: decoded from the module, and tied to the edges of the program.

mod counts;
mod decisions;
mod flow;
mod folded;
mod left_out;
mod map;
mod mapping;
mod md5;
mod outcomes;
mod places;
mod ranges;
mod sites;

pub use decisions::decisions;
pub use folded::folded;
pub use left_out::{LeftOut, left_out};
pub use map::{
    BranchRegion, Counter, DecisionRegion, Expression, FunctionCoverage, Region, RegionKind,
};
pub use mapping::{CoverageMap, Expansions, FunctionRecord};
pub use places::{Place, places};
pub use sites::Sites;

//! The execution tree and the strategies that choose what to explore next.
//!
//! A strategy sees plain facts about candidates, never states, terms or inputs. Adding one is a
//! file in `strategy/` and a line in [`STRATEGIES`].

mod at_nodes;
mod candidate;
mod distances;
mod gcfg;
mod graph;
mod groups;
mod live;
mod log;
mod name;
mod pool;
mod strategy;
mod tree;
mod view;

pub use candidate::{Candidate, CandidateId, Goal, Relevance};
pub use distances::Distances;
pub use gcfg::{Advance, Aim, Backward, Meeting, Model, Region, RegionId};
pub use graph::{Graph, GraphNode, Parts, UNREACHABLE, Waypoint};
pub use strategy::{News, Pick, STRATEGIES, Strategy, strategy_named, strategy_names};
pub use tree::{NodeId, Stretch, Tree};
pub use view::{Explored, View};

use pool::Pool;

//! The execution tree and the strategies that choose what to explore next.
//!
//! A strategy sees plain facts about candidates, never states, terms or inputs. Adding one is a
//! file in `strategy/` and a line in [`STRATEGIES`].

mod candidate;
mod graph;
mod strategy;
mod tree;

pub use candidate::{Candidate, CandidateId, Goal};
pub use graph::{Graph, GraphNode};
pub use strategy::{STRATEGIES, Strategy, View, strategy_named};
pub use tree::{NodeId, Step, Tree};

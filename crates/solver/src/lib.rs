//! Decides path conditions: conjunctions of one-bit terms.
//!
//! A concolic engine asks many small queries that differ little from one another, so that the
//! time of a query is decided by how seldom it reaches a decision procedure. Queries go down a
//! stack of layers, one file each, until one answers:
//!
//! 1. `trivial`: constants, the base model, a literal contradiction;
//! 2. `slice`: only the constraints that share variables with the goal go on;
//! 3. `cache`, `cores`, `models`: earlier answers, unsatisfiable cores and models;
//! 4. `domains`: intervals and small enumerations, exact;
//! 5. `invert` and, for floats, `guess`: candidates that evaluation confirms or refutes;
//! 6. `backends`: the bit-blaster on CaDiCaL, and Z3 for floats and hard cases.
//!
//! Invariants: every model was evaluated against the query before it is returned; *unsat* comes
//! only from a complete procedure; equal configurations and call sequences give equal answers
//! as long as no limit of time is met.

#[cfg(test)]
mod agreement;
mod answer;
mod arguments;
mod backends;
mod bitblast;
mod cache;
mod config;
mod cores;
mod decider;
mod domains;
mod dump;
mod facts;
mod floats;
mod guess;
mod horn;
mod interval;
mod invert;
mod limits;
mod models;
mod query;
mod script;
mod slice;
mod solver;
mod stats;
mod trivial;
mod z3;

pub use answer::{Answer, Unknown};
pub use config::{Backend, Config};
pub use decider::{Decided, Decider};
pub use horn::{Clause, Fact, Goal, Horn};
pub use script::answer_script;
pub use solver::Solver;
pub use stats::{Layer, Stats};

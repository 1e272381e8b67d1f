//! Proofs that no input takes an edge of the program.
//!
//! ```text
//! program ── build ──▶ system ── blocks ──▶ cut points ── reachability ──▶ invariant ── certificate ──▶ SMT-LIB
//!               ▲
//!           points_to, effects
//! ```
//!
//! [`build`] makes a [`System`](system::System) that can do whatever the program can do, on all inputs.
//! [`blocks`] joins its steps between cut points into single formulas. [`bounded`] looks at all runs, where they
//! are short; [`reachability`] looks for facts that hold at the cut points in every run and rule out that an
//! edge is taken. [`certificate`] writes what was found so that any solver can check it.

mod blocks;
mod bounded;
mod build;
mod certificate;
mod effects;
mod points_to;
mod reachability;
mod system;
mod values;
mod words;

pub use certificate::Certificate;
pub use points_to::Start;

use assay_program::{EdgeId, FuncId, Program};
use assay_solver::Decider;
use blocks::Blocks;
use bounded::unroll;
use reachability::Reachability;
use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// What to look at.
pub struct Question<'a> {
    pub program: &'a Program,
    pub entry: FuncId,
    pub start: Start,
    /// The edges that nothing has taken yet.
    pub edges: BTreeSet<EdgeId>,
    /// Whether that is still so, now that time has passed.
    pub is_open: &'a dyn Fn(EdgeId) -> bool,
}

/// When to stop.
#[derive(Clone)]
pub struct Limits {
    pub deadline: Option<Instant>,
    pub interrupt: Arc<AtomicBool>,
    pub seed: u64,
}

impl Limits {
    fn are_exceeded(&self) -> bool {
        self.interrupt.load(Ordering::Relaxed)
            || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }
}

/// What is left when the prover ends.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rest {
    /// Edges that the model of the program takes: there may be an input that does too.
    pub reached: BTreeSet<EdgeId>,
    /// Why nothing could be proved at all.
    pub refused: Option<String>,
}

/// The time of one query.
const QUERY_TIME: Duration = Duration::from_secs(5);
/// The time for looking at all runs.
const UNROLLING_TIME: Duration = Duration::from_secs(3);
/// Obligations that one edge may cost, in the first and in later rounds.
const EFFORTS: [usize; 3] = [50, 500, 10_000];

/// Looks for proofs, and tells of them as they are found.
pub fn prove(question: &Question<'_>, limits: &Limits, tell: &mut dyn FnMut(Certificate)) -> Rest {
    let mut system = match build::build(question.program, question.entry, question.start) {
        Ok(system) => system,
        Err(why) => return Rest { refused: Some(why), ..Rest::default() },
    };
    let must_stop = || limits.are_exceeded();
    let wanted = |edge| question.edges.contains(&edge);
    let Some(blocks) = Blocks::of(&mut system, &wanted, &must_stop) else { return Rest::default() };
    let new_decider =
        || Decider::new(limits.seed, QUERY_TIME, limits.deadline, Arc::clone(&limits.interrupt));
    let mut open = question.edges.clone();
    let mut reached = BTreeSet::new();
    // Bounded runs are looked at one by one, if that is quick.
    let soon = Instant::now() + UNROLLING_TIME;
    let must_hurry = || limits.are_exceeded() || Instant::now() >= soon;
    let unrolled = unroll(&mut system, &blocks, &open, &mut new_decider(), &must_hurry);
    open.retain(|edge| !unrolled.reached.contains(edge));
    reached.extend(unrolled.reached);
    if let Some(certificate) = unrolled.certificate {
        tell(certificate.within(question.program));
        return Rest { reached, refused: None };
    }
    let mut analysis = Reachability::new(&mut system, &blocks, &new_decider, &must_stop);
    for effort in EFFORTS {
        if open.is_empty() || must_stop() {
            break;
        }
        let found = analysis.run(&open, effort, question.is_open, &mut |certificate| {
            tell(certificate.within(question.program));
        });
        open.retain(|edge| !found.excluded.contains(edge) && !found.reached.contains(edge));
        reached.extend(found.reached);
    }
    Rest { reached, refused: None }
}

//! Proofs that no input takes an edge of the program.
//!
//! ```text
//! program ── build ──▶ system ── blocks ──▶ cut points ── reachability ──▶ invariant ── certificate ──▶ SMT-LIB
//!               ▲
//!           points_to, effects
//! ```
//!
//! [`build`] makes a [`System`](system::System) that can do whatever the program can do, on all inputs.
//! [`blocks`] joins its steps between cut points into single formulas. [`reachability`] looks for facts that
//! hold at the cut points in every run and rule out that an edge is taken. [`certificate`] writes what was
//! found so that any solver can check it.

mod blocks;
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
    let mut analysis = Reachability::new(&mut system, &blocks, &new_decider, &must_stop);
    let mut open = question.edges.clone();
    let mut reached = BTreeSet::new();
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

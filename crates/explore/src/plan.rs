//! The settings of an exploration.

use assay_engine::Limits;
use assay_expr::Value;
use assay_program::FuncId;
use assay_solver::Config;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

/// When to stop.
#[derive(Clone, Debug, Default)]
pub struct Budget {
    pub deadline: Option<Instant>,
    /// Runs of the machine.
    pub iterations: Option<u64>,
    /// Bytes of resident memory of the whole process.
    pub memory: u64,
}

#[derive(Clone, Debug)]
pub struct Plan {
    /// Name of the strategy, one that `strategy_named` knows.
    pub search: String,
    /// Drop candidates that can lead to nothing that is still wanted.
    pub filter: bool,
    pub budget: Budget,
    pub seed: u64,
    pub jobs: usize,
    pub solver: Config,
    pub limits: Limits,
    /// Run every path again from the start and compare its decisions.
    pub check_paths: bool,
    /// Stop when all objectives are covered.
    pub stop_when_covered: bool,
    /// Inputs of known paths, which are run first: width and value of each variable.
    pub seeds: Vec<Vec<(u32, Value)>>,
    /// Without seeds: begin with random inputs, which depend on `seed` alone, instead of zeros.
    pub random_start: bool,
    /// Where the program starts for the analysis that goes back from objectives, and with what.
    pub analysed: (FuncId, assay_prove::Start),
    /// Keep pictures of the bidirectional analysis.
    pub pictures: bool,
    /// Set from outside to stop.
    pub interrupt: Arc<AtomicBool>,
}

/// How much longer a path may bring nothing new where the budget is a number of runs.
const LONGER_RUNS: u32 = 5;

/// Instructions of a path without a decision or a new edge, where other paths wait for the time
/// that they take.
const ENDURANCE: u64 = 1_000_000;

impl Plan {
    /// The limits of one path, if so many are under way at a time: together they keep the memory.
    pub fn path_limits(&self, paths: usize) -> Limits {
        let share = self.budget.memory / (3 * paths.max(1) as u64);
        // Where runs are what counts, each goes further; where time and memory do, the others come
        // sooner.
        let longer = if self.budget.iterations.is_some() { LONGER_RUNS } else { 1 };
        Limits {
            terms: share as usize,
            heap: self.limits.heap.min(share),
            patience: self.limits.patience.saturating_mul(longer),
            endurance: match self.budget.iterations {
                Some(_) => u64::MAX,
                None => ENDURANCE,
            },
            ..self.limits.clone()
        }
    }
}

//! The settings of a solver.

use std::path::PathBuf;
use std::time::Duration;

/// Which decision procedure answers what the cheap layers leave open.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub enum Backend {
    /// The bit-blaster, and Z3 for floats and for what the bit-blaster does not finish.
    #[default]
    Auto,
    Z3,
    /// The bit-blaster alone: queries with floats stay unknown unless a guess satisfies them.
    Bitblast,
}

#[derive(Clone, Debug)]
pub struct Config {
    pub backend: Backend,
    /// Ask both backends and compare (`--check-solver`).
    pub check: bool,
    /// Write each query that reaches a backend into this folder (`--dump-queries`).
    pub dump: Option<PathBuf>,
    /// For each query.
    pub timeout: Duration,
    pub seed: u64,
}

impl Default for Config {
    fn default() -> Self {
        Config {
            backend: Backend::Auto,
            check: false,
            dump: None,
            timeout: Duration::from_secs(5),
            seed: 0,
        }
    }
}

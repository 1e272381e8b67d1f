//! Counters of what was asked and which layer answered.

use std::fmt;
use std::time::Duration;

/// The layers of the stack, from the cheapest down.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Layer {
    /// A constant goal, a goal that the base model satisfies, or a contradicted constraint.
    Trivial,
    ExactCache,
    UnsatCore,
    ModelReuse,
    /// Intervals and enumeration.
    Domains,
    /// The goal inverted from the base model.
    Inversion,
    /// Search for floats.
    Guess,
    Bitblast,
    Z3,
}

impl Layer {
    pub const ALL: [Layer; 9] = [
        Layer::Trivial,
        Layer::ExactCache,
        Layer::UnsatCore,
        Layer::ModelReuse,
        Layer::Domains,
        Layer::Inversion,
        Layer::Guess,
        Layer::Bitblast,
        Layer::Z3,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Layer::Trivial => "trivial",
            Layer::ExactCache => "exact cache",
            Layer::UnsatCore => "unsat core reuse",
            Layer::ModelReuse => "model reuse",
            Layer::Domains => "interval",
            Layer::Inversion => "inversion",
            Layer::Guess => "guess",
            Layer::Bitblast => "bitblast",
            Layer::Z3 => "z3",
        }
    }
}

#[derive(Clone, Debug, Default)]
pub struct Stats {
    /// Calls of `solve` and `check`. A check of independent parts is one query.
    pub queries: u64,
    pub sat: u64,
    pub unsat: u64,
    pub unknown: u64,
    answered: [u64; Layer::ALL.len()],
    /// Time spent in the bit-blaster and in Z3.
    pub bitblast_time: Duration,
    pub z3_time: Duration,
    /// The most constraints that one query had after slicing.
    pub largest: usize,
    /// The most gates that one query needed.
    pub largest_circuit: usize,
    /// Models of a backend that evaluation refuted.
    pub wrong_models: u64,
    /// Queries on which the two backends contradicted each other (`check`).
    pub disagreements: u64,
}

impl Stats {
    /// How many (parts of) queries this layer answered.
    pub fn answered(&self, layer: Layer) -> u64 {
        self.answered[layer as usize]
    }

    pub fn backend_time(&self) -> Duration {
        self.bitblast_time + self.z3_time
    }

    pub(crate) fn count(&mut self, layer: Layer) {
        self.answered[layer as usize] += 1;
    }
}

impl fmt::Display for Stats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} queries: {} sat, {} unsat, {} unknown;",
            self.queries, self.sat, self.unsat, self.unknown
        )?;
        for layer in Layer::ALL.into_iter().filter(|layer| self.answered(*layer) > 0) {
            write!(f, " {} {},", self.answered(layer), layer.name())?;
        }
        write!(
            f,
            " {:.3} s in bitblast, {:.3} s in z3",
            self.bitblast_time.as_secs_f64(),
            self.z3_time.as_secs_f64()
        )
    }
}

//! The one source of randomness. Everything random in a run descends from `--seed`.

/// A small, fast generator; equal seeds give equal sequences on every machine.
#[derive(Clone, Debug)]
pub struct Rng(fastrand::Rng);

impl Rng {
    pub fn new(seed: u64) -> Rng {
        Rng(fastrand::Rng::with_seed(seed))
    }

    /// A generator for an independent part of the run, determined by this one's seed.
    pub fn fork(&mut self) -> Rng {
        Rng(self.0.fork())
    }

    /// A number in `0..bound`; `bound` must not be 0.
    pub fn below(&mut self, bound: usize) -> usize {
        self.0.usize(0..bound)
    }

    pub fn coin(&mut self) -> bool {
        self.0.bool()
    }

    /// A number in `0.0..1.0`.
    pub fn unit(&mut self) -> f64 {
        self.0.f64()
    }

    pub fn word(&mut self) -> u64 {
        self.0.u64(..)
    }
}

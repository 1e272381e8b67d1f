//! The bit-blaster: terms become circuits of gates, gates become clauses, and CaDiCaL decides.

mod blast;
mod circuit;
mod gates;
mod session;

use assay_expr::{Term, Value, VarId};

use crate::answer::Unknown;
use crate::limits::Limits;
use crate::query::{Model, Query, Verdict};
use blast::{Blaster, Unblastable};
use gates::{Bit, Gate};
use session::{Growth, Outcome, Session};

/// Gates beyond which the circuit is started anew: most of it belongs to past queries.
const MANY_GATES: usize = 3_000_000;
/// For queries that come one after the other along paths.
const FOR_PATHS: Growth = Growth { small: 1500, overgrown: 4 };
/// For queries that come back to the same formulas again and again.
const FOR_PROOFS: Growth = Growth { small: 60_000, overgrown: 8 };
/// Conjunctions of at most this many inputs are assumed one by one.
const WIDEST_ASSUMED: usize = 128;

pub(crate) struct Bitblast {
    blaster: Blaster,
    session: Session,
    growth: Growth,
    limits: Limits,
    seed: u64,
    /// The assumptions of the query, and the conjunct that each comes from.
    roots: Vec<Bit>,
    sources: Vec<Term>,
    pub(crate) largest_circuit: usize,
}

impl Bitblast {
    pub(crate) fn new(limits: &Limits, seed: u64) -> Bitblast {
        Bitblast {
            blaster: Blaster::new(limits),
            session: Session::new(limits, seed),
            growth: FOR_PATHS,
            limits: limits.clone(),
            seed,
            roots: Vec::new(),
            sources: Vec::new(),
            largest_circuit: 0,
        }
    }

    pub(crate) fn for_proofs(limits: &Limits, seed: u64) -> Bitblast {
        Bitblast { growth: FOR_PROOFS, ..Bitblast::new(limits, seed) }
    }

    /// Drops all that is known about terms.
    pub(crate) fn forget(&mut self) {
        let (largest_circuit, growth) = (self.largest_circuit, self.growth);
        *self = Bitblast { largest_circuit, growth, ..Bitblast::new(&self.limits, self.seed) };
    }

    pub(crate) fn memory(&self) -> usize {
        self.blaster.memory() + self.session.memory()
    }

    pub(crate) fn solve(&mut self, query: &Query) -> Verdict {
        if self.blaster.gates.len() > MANY_GATES {
            self.forget();
        }
        match self.translate(query) {
            Ok(None) => {}
            Ok(Some(contradiction)) => return Verdict::Unsat(vec![contradiction]),
            Err(Unblastable::Float) => {
                let what = "the bit-blaster has no floats".to_string();
                return Verdict::Unknown(Unknown::Incomplete(what));
            }
            Err(Unblastable::TooLarge) => {
                self.forget();
                return Verdict::Unknown(Unknown::Memory);
            }
            Err(Unblastable::Stopped(why)) => return Verdict::Unknown(why),
        }
        let cone = self.session.cone(&self.blaster.gates, &self.roots);
        self.largest_circuit = self.largest_circuit.max(cone);
        if self.session.is_overgrown(cone, self.growth) {
            self.session = Session::new(&self.limits, self.seed);
        }
        match self.session.solve(&self.blaster.gates, &self.roots) {
            Outcome::Sat => Verdict::Sat(self.model(query)),
            Outcome::Unsat(failed) => Verdict::Unsat(self.core(query, &failed)),
            Outcome::Unknown(reason) => {
                // A search that was cut off leaves a large instance behind.
                self.session = Session::new(&self.limits, self.seed);
                Verdict::Unknown(reason)
            }
        }
    }

    /// Fills the roots; a conjunct that is constantly false is returned.
    fn translate(&mut self, query: &Query) -> Result<Option<Term>, Unblastable> {
        self.roots.clear();
        self.sources.clear();
        for conjunct in query.conjuncts {
            let bit = self.blaster.truth(query.terms, *conjunct)?;
            match bit.as_constant() {
                Some(true) => {}
                Some(false) => return Ok(Some(*conjunct)),
                None => self.assume(bit, *conjunct),
            }
        }
        Ok(None)
    }

    /// Assumes a bit. The inputs of a conjunction are assumed one by one, which saves its gate:
    /// an equality with a constant then needs no clauses at all.
    fn assume(&mut self, bit: Bit, source: Term) {
        let gates = &self.blaster.gates;
        let inputs = match gates.gate(bit.gate()) {
            _ if bit.is_negated() || self.session.is_defined(bit) => &[bit][..],
            Gate::And(a, b) => &[a, b],
            Gate::Wide { start, length } if length as usize <= WIDEST_ASSUMED => {
                gates.wide_inputs(start, length)
            }
            _ => &[bit],
        };
        self.roots.extend_from_slice(inputs);
        self.sources.resize(self.roots.len(), source);
    }

    /// The conjuncts that the failed assumptions come from. Where none failed the circuit itself
    /// is contradictory, which no circuit is; the whole query is then the safe answer.
    fn core(&self, query: &Query, failed: &[Bit]) -> Vec<Term> {
        let pairs = self.roots.iter().zip(&self.sources);
        let mut core: Vec<Term> =
            pairs.filter(|(root, _)| failed.contains(root)).map(|(_, source)| *source).collect();
        core.sort_unstable();
        core.dedup();
        if core.is_empty() { query.conjuncts.to_vec() } else { core }
    }

    fn model(&self, query: &Query) -> Model {
        query.variables.iter().map(|var| (*var, self.variable_value(query, *var))).collect()
    }

    /// Bits that no gate of the query reads keep their value in the base model.
    fn variable_value(&self, query: &Query, variable: VarId) -> Value {
        let mut value = query.base.get(variable);
        for (index, bit) in self.blaster.variable(variable).unwrap_or(&[]).iter().enumerate() {
            match self.session.value(*bit) {
                Some(true) => value |= 1 << index,
                Some(false) => value &= !(1 << index),
                None => {}
            }
        }
        value
    }
}

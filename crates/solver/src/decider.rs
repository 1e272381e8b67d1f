//! Conjunctions without a known model, one bit-blaster for all of them: what a prover asks.
//!
//! There are no layers in front. The queries of a prover share most of their conjuncts, so that the
//! circuit and what CaDiCaL has learnt pay more than caches of answers, and a contradiction is
//! worth little without its core.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use assay_expr::{Assignment, Term, Terms, VarId};

use crate::answer::Unknown;
use crate::bitblast::Bitblast;
use crate::limits::Limits;
use crate::query::{Checker, Query, Verdict};

#[derive(Clone, Debug)]
pub enum Decided {
    /// Evaluated against the query; 0 for what it does not mention.
    Sat(Assignment),
    /// With conjuncts of the query that are contradictory together.
    Unsat(Vec<Term>),
    Unknown(Unknown),
}

pub struct Decider {
    bitblast: Bitblast,
    checker: Checker,
    limits: Limits,
    timeout: Duration,
    pub queries: u64,
}

impl Decider {
    /// No query runs past the deadline, nor goes on when the flag is raised.
    pub fn new(
        seed: u64,
        timeout: Duration,
        deadline: Option<Instant>,
        interrupt: Arc<AtomicBool>,
    ) -> Decider {
        let mut limits = Limits::new();
        limits.set_interrupt(interrupt);
        limits.set_deadline(deadline);
        Decider {
            bitblast: Bitblast::for_proofs(&limits, seed),
            checker: Checker::new(),
            limits,
            timeout,
            queries: 0,
        }
    }

    /// Is the conjunction satisfiable?
    pub fn decide(&mut self, terms: &Terms, conjuncts: &[Term]) -> Decided {
        self.decide_within(self.timeout, terms, conjuncts)
    }

    /// The same, in no more than this time.
    pub fn decide_within(
        &mut self,
        timeout: Duration,
        terms: &Terms,
        conjuncts: &[Term],
    ) -> Decided {
        self.queries += 1;
        let mut wanted: Vec<Term> = Vec::with_capacity(conjuncts.len());
        for &conjunct in conjuncts {
            match terms.as_constant(conjunct) {
                Some(1) => {}
                Some(_) => return Decided::Unsat(vec![conjunct]),
                None => wanted.push(conjunct),
            }
        }
        wanted.sort_unstable();
        wanted.dedup();
        let mut variables: Vec<VarId> =
            wanted.iter().flat_map(|&conjunct| terms.variables(conjunct)).copied().collect();
        variables.sort_unstable();
        variables.dedup();
        let base = Assignment::new();
        let query =
            Query { terms, conjuncts: &wanted, goal: None, variables: &variables, base: &base };
        self.limits.begin(timeout);
        match self.bitblast.solve(&query) {
            Verdict::Unsat(core) => Decided::Unsat(core),
            Verdict::Unknown(why) => Decided::Unknown(why),
            Verdict::Sat(model) => {
                self.checker.set(&model);
                if !self.checker.holds(&query) {
                    let why = "the bit-blaster gave a wrong model".to_string();
                    return Decided::Unknown(Unknown::Incomplete(why));
                }
                let mut assignment = Assignment::new();
                for (variable, value) in model {
                    assignment.set(variable, value);
                }
                Decided::Sat(assignment)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decider() -> Decider {
        Decider::new(0, Duration::from_secs(10), None, Arc::default())
    }

    #[test]
    fn a_contradiction_comes_with_its_core() {
        let mut terms = Terms::new();
        let (_, x) = terms.new_variable(32);
        let (_, y) = terms.new_variable(32);
        let five = terms.constant(32, 5);
        let small = terms.ult(x, five);
        let large = terms.ult(five, x);
        let other = terms.eq(y, five);
        match decider().decide(&terms, &[other, small, large]) {
            Decided::Unsat(core) => {
                assert!(core.contains(&small) && core.contains(&large));
                assert!(!core.contains(&other));
            }
            answer => panic!("{answer:?}"),
        }
    }

    #[test]
    fn a_model_satisfies_all_conjuncts() {
        let mut terms = Terms::new();
        let (v, x) = terms.new_variable(16);
        let (w, y) = terms.new_variable(16);
        let product = terms.mul(x, y);
        let wanted = terms.constant(16, 391);
        let [one, limit] = [1, 100].map(|value| terms.constant(16, value));
        let conjuncts = [
            terms.eq(product, wanted),
            terms.ult(one, x),
            terms.ult(x, limit),
            terms.ult(y, limit),
        ];
        match decider().decide(&terms, &conjuncts) {
            Decided::Sat(model) => assert_eq!(model.get(v) * model.get(w), 391),
            answer => panic!("{answer:?}"),
        }
    }

    #[test]
    fn constants_need_no_search() {
        let terms = Terms::new();
        assert!(matches!(decider().decide(&terms, &[terms.truth(true)]), Decided::Sat(_)));
        assert!(matches!(decider().decide(&terms, &[terms.truth(false)]), Decided::Unsat(_)));
    }
}

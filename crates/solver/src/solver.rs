//! The stack of layers: each query goes down until a layer answers it.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use assay_base::ProcessorTime;
use assay_expr::{Assignment, Term, Terms, VarId};

use crate::answer::Answer;
use crate::backends::Backends;
use crate::cache::ExactCache;
use crate::config::Config;
use crate::cores::Cores;
use crate::domains::Domains;
use crate::limits::Limits;
use crate::models::Models;
use crate::query::{Checker, Query, Verdict};
use crate::slice::SliceIndex;
use crate::stats::{Layer, Stats};
use crate::{guess, invert, trivial};

/// Decides path conditions. One for each worker thread: it owns its caches and its incremental
/// backends.
pub struct Solver {
    config: Config,
    limits: Limits,
    stats: Stats,
    checker: Checker,
    slices: SliceIndex,
    cache: ExactCache,
    cores: Cores,
    models: Models,
    domains: Domains,
    backends: Backends,
    /// The slice of the running query; kept to save the allocations.
    conjuncts: Vec<Term>,
    variables: Vec<VarId>,
}

impl Solver {
    pub fn new(config: Config) -> Self {
        let limits = Limits::new();
        Solver {
            backends: Backends::new(config.clone(), &limits),
            config,
            limits,
            stats: Stats::default(),
            checker: Checker::new(),
            slices: SliceIndex::new(),
            cache: ExactCache::default(),
            cores: Cores::default(),
            models: Models::default(),
            domains: Domains::default(),
            conjuncts: Vec::new(),
            variables: Vec::new(),
        }
    }

    /// Is `constraints ∧ goal` satisfiable? `base` satisfies all of `constraints`: it is the
    /// input of the path they come from. The model agrees with `base` on every variable that
    /// the goal's slice does not touch.
    pub fn solve(
        &mut self,
        terms: &Terms,
        constraints: &[Term],
        goal: Term,
        base: &Assignment,
    ) -> Answer {
        self.stats.queries += 1;
        let verdict = match trivial::constant(terms, goal) {
            Some(true) => Verdict::Sat(Vec::new()),
            Some(false) => Verdict::Unsat(vec![goal]),
            None => self.solve_slice(terms, constraints, goal, base),
        };
        self.conclude(verdict, base)
    }

    fn solve_slice(
        &mut self,
        terms: &Terms,
        constraints: &[Term],
        goal: Term,
        base: &Assignment,
    ) -> Verdict {
        let (mut conjuncts, mut variables) =
            (std::mem::take(&mut self.conjuncts), std::mem::take(&mut self.variables));
        conjuncts.clear();
        variables.clear();
        self.slices.slice(terms, constraints, goal, &mut conjuncts, &mut variables);
        conjuncts.push(goal);
        conjuncts.sort_unstable();
        conjuncts.dedup();
        let query =
            Query { terms, conjuncts: &conjuncts, goal: Some(goal), variables: &variables, base };
        let verdict = self.descend(&query);
        (self.conjuncts, self.variables) = (conjuncts, variables);
        verdict
    }

    /// Is the conjunction satisfiable? There is no known model.
    pub fn check(&mut self, terms: &Terms, constraints: &[Term]) -> Answer {
        self.stats.queries += 1;
        let base = Assignment::new();
        let verdict = self.check_components(terms, constraints, &base);
        self.conclude(verdict, &base)
    }

    /// Some of these that contradict each other; none if they do not, or if that cannot be told.
    pub fn contradiction(&mut self, terms: &Terms, constraints: &[Term]) -> Option<Vec<Term>> {
        self.stats.queries += 1;
        let base = Assignment::new();
        match self.check_components(terms, constraints, &base) {
            Verdict::Unsat(core) => {
                self.stats.unsat += 1;
                Some(core)
            }
            verdict => {
                self.conclude(verdict, &base);
                None
            }
        }
    }

    /// Independent parts are solved apart, and their models joined.
    fn check_components(
        &mut self,
        terms: &Terms,
        constraints: &[Term],
        base: &Assignment,
    ) -> Verdict {
        let without_variables = |term: &&Term| terms.variables(**term).is_empty();
        for term in constraints.iter().filter(without_variables) {
            self.checker.set(&[]);
            if self.checker.value(terms, *term) != 1 {
                return Verdict::Unsat(vec![*term]);
            }
        }
        let mut model = Vec::new();
        let mut unknown = None;
        for (mut conjuncts, variables) in self.slices.components(terms, constraints) {
            conjuncts.sort_unstable();
            conjuncts.dedup();
            let (conjuncts, variables) = (&conjuncts, &variables);
            let query = Query { terms, conjuncts, goal: None, variables, base };
            match self.descend(&query) {
                Verdict::Sat(part) => model.extend(part),
                Verdict::Unknown(reason) => unknown = Some(reason),
                unsat @ Verdict::Unsat(_) => return unsat,
            }
        }
        unknown.map_or(Verdict::Sat(model), Verdict::Unknown)
    }

    /// Asks the layers, the cheapest first.
    fn descend(&mut self, query: &Query) -> Verdict {
        self.stats.largest = self.stats.largest.max(query.conjuncts.len());
        let (verdict, layer) = match self.ask_layers(query) {
            Some(answered) => answered,
            None => {
                let start = ProcessorTime::now();
                let verdict = self.backends.answer(query, &mut self.checker, &mut self.stats);
                self.remember(query, &verdict, None, start.elapsed());
                return verdict;
            }
        };
        self.stats.count(layer);
        self.remember(query, &verdict, Some(layer), Duration::ZERO);
        verdict
    }

    fn ask_layers(&mut self, query: &Query) -> Option<(Verdict, Layer)> {
        let checker = &mut self.checker;
        let from = |layer: Layer| move |verdict: Verdict| (verdict, layer);
        trivial::answer(query, checker)
            .map(from(Layer::Trivial))
            .or_else(|| {
                let known = self.cache.answer(query.conjuncts, self.config.timeout);
                known.map(from(Layer::ExactCache))
            })
            .or_else(|| self.cores.answer(query).map(from(Layer::UnsatCore)))
            .or_else(|| self.models.answer(query, checker).map(from(Layer::ModelReuse)))
            .or_else(|| self.domains.answer(query, checker).map(from(Layer::Domains)))
            .or_else(|| {
                let guess = invert::answer(query, &self.domains, checker);
                guess.map(from(Layer::Inversion))
            })
            .or_else(|| {
                let time = self.config.timeout;
                let guess = query.has_float().then(|| guess::answer(query, checker, time));
                let guess = guess.flatten();
                guess.map(from(Layer::Guess))
            })
    }

    /// Keeps what an expensive layer found for the cheap ones.
    fn remember(
        &mut self,
        query: &Query,
        verdict: &Verdict,
        layer: Option<Layer>,
        spent: Duration,
    ) {
        if matches!(layer, Some(Layer::Trivial | Layer::ExactCache)) {
            return;
        }
        match verdict {
            Verdict::Sat(model) => self.models.insert(query, model),
            Verdict::Unsat(core) if layer != Some(Layer::UnsatCore) => self.cores.insert(core),
            _ => {}
        }
        self.cache.insert(query.conjuncts, verdict, spent);
    }

    fn conclude(&mut self, verdict: Verdict, base: &Assignment) -> Answer {
        match verdict {
            Verdict::Sat(model) => {
                self.stats.sat += 1;
                let mut assignment = base.clone();
                for (variable, value) in model {
                    assignment.set(variable, value);
                }
                Answer::Sat(assignment)
            }
            Verdict::Unsat(_) => {
                self.stats.unsat += 1;
                Answer::Unsat
            }
            Verdict::Unknown(reason) => {
                self.stats.unknown += 1;
                Answer::Unknown(reason)
            }
        }
    }

    /// The arena is being replaced: drops everything that is about terms.
    pub fn forget(&mut self) {
        self.checker.forget();
        self.slices.clear();
        self.cache.clear();
        self.cores.clear();
        self.models.clear();
        self.domains.clear();
        self.backends.forget();
    }

    pub fn stats(&self) -> &Stats {
        &self.stats
    }

    /// The flag that stops a running query when it is raised.
    pub fn set_interrupt(&mut self, flag: Arc<AtomicBool>) {
        self.limits.set_interrupt(flag);
        self.backends.set_limits(&self.limits);
    }

    /// For each of the next queries.
    pub fn set_timeout(&mut self, timeout: Duration) {
        self.config.timeout = timeout;
        self.backends.set_timeout(timeout);
    }

    /// No query runs past the deadline.
    pub fn set_deadline(&mut self, deadline: Option<Instant>) {
        self.limits.set_deadline(deadline);
        self.backends.set_deadline(deadline);
    }

    /// Bytes held, about.
    pub fn memory(&self) -> usize {
        self.checker.memory()
            + self.slices.memory()
            + self.cache.memory()
            + self.cores.memory()
            + self.models.memory()
            + self.domains.memory()
            + self.backends.memory()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_solver_can_move_to_its_thread() {
        fn needs_send<T: Send>(_: T) {}
        needs_send(Solver::new(Config::default()));
    }
}

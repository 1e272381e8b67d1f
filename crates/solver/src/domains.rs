//! Domain reasoning: the facts of all conjuncts about one term are intersected.
//!
//! An empty domain proves the query unsatisfiable, whatever the term is. If every leaf is a
//! variable the facts are the whole query, and any values from the domains satisfy it. A constraint
//! on a single variable of at most eight bits is a fact about that variable, unless it is very
//! large: where it cannot be pulled back it is evaluated for all values. Several such variables are
//! enumerated together as long as few combinations remain.

use rustc_hash::FxHashMap;

use assay_expr::bits::mask;
use assay_expr::{Node, Term, Terms, Value, VarId};

use crate::facts::{Fact, facts_of};
use crate::interval::IntervalSet;
use crate::query::{Checker, Query, Verdict};

/// Variables up to this width are enumerated.
const NARROW: u32 = 8;
/// Combinations of values that are enumerated,
const COMBINATIONS: Value = 256;
/// and where there are floats: what else decides those takes a thousand times as long.
const FLOAT_COMBINATIONS: Value = 1 << 14;
/// Terms evaluated for all of them together.
const FLOAT_STEPS: u64 = 1 << 21;
/// Terms that it may take to evaluate a constraint, or a query, once for each of so many values. A
/// solver learns more from one conflict than is seen here for thousands of them.
const LARGEST_CONSTRAINT: u64 = 1 << 10;
const LARGEST_QUERY: u64 = 1 << 14;
/// Constraints whose facts are kept.
const KEPT: usize = 200_000;

/// What a query says about one term.
struct Domain {
    leaf: Term,
    set: IntervalSet,
}

#[derive(Default)]
pub(crate) struct Domains {
    facts: FxHashMap<Term, Box<[Fact]>>,
    /// Of the running query.
    domains: Vec<Domain>,
    positions: FxHashMap<Term, u32>,
}

impl Domains {
    pub(crate) fn clear(&mut self) {
        *self = Domains::default();
    }

    pub(crate) fn memory(&self) -> usize {
        self.facts.len() * 120
    }

    pub(crate) fn answer(&mut self, query: &Query, checker: &mut Checker) -> Option<Verdict> {
        self.gather(query, checker);
        if let Some(empty) = self.domains.iter().find(|domain| domain.set.is_empty()) {
            return Some(Verdict::Unsat(self.core(query, empty.leaf)));
        }
        let is_variable = |domain: &Domain| variable(query.terms, domain.leaf).is_some();
        if self.domains.iter().all(is_variable) {
            return self.choose(query, checker);
        }
        self.enumerate(query, checker)
    }

    /// The values that the query leaves to a term, as far as is known.
    pub(crate) fn of(&self, leaf: Term) -> Option<&IntervalSet> {
        let position = self.positions.get(&leaf)?;
        Some(&self.domains[*position as usize].set)
    }

    /// Intersects the facts of all conjuncts.
    fn gather(&mut self, query: &Query, checker: &mut Checker) {
        if self.facts.len() > KEPT {
            self.facts.clear();
        }
        self.domains.clear();
        self.positions.clear();
        for conjunct in query.conjuncts {
            let facts = self
                .facts
                .entry(*conjunct)
                .or_insert_with(|| facts(query.terms, *conjunct, checker).into_boxed_slice());
            for fact in facts.iter() {
                let next = self.domains.len() as u32;
                let position = *self.positions.entry(fact.leaf).or_insert(next);
                if position == next {
                    let (low, high) = query.terms.bounds(fact.leaf);
                    let set = fact.set.intersect(&IntervalSet::range(low, high));
                    self.domains.push(Domain { leaf: fact.leaf, set });
                } else {
                    let domain = &mut self.domains[position as usize];
                    domain.set = domain.set.intersect(&fact.set);
                }
            }
        }
    }

    /// Conjuncts whose facts about the leaf exclude each other: the goal first, then always the
    /// one that leaves least, until nothing is left.
    fn core(&self, query: &Query, leaf: Term) -> Vec<Term> {
        let (low, high) = query.terms.bounds(leaf);
        let mut left = IntervalSet::range(low, high);
        let mut core = Vec::new();
        let set = |conjunct: Term| {
            let facts = self.facts.get(&conjunct)?.iter();
            facts.filter(|fact| fact.leaf == leaf).map(|fact| &fact.set).reduce(|a, _| a)
        };
        let mut next = query.goal.filter(|goal| set(*goal).is_some());
        while !left.is_empty() {
            let smallest = || {
                let candidates = query.conjuncts.iter().copied().filter(|c| !core.contains(c));
                candidates
                    .filter_map(|c| Some((left.intersect(set(c)?).size(), c)))
                    .min_by_key(|(size, _)| *size)
            };
            let Some(conjunct) = next.take().or_else(|| Some(smallest()?.1)) else {
                // A conjunct may have several facts about a leaf; then all are needed.
                return query.conjuncts.to_vec();
            };
            if let Some(set) = set(conjunct) {
                left = left.intersect(set);
            }
            core.push(conjunct);
        }
        core
    }

    /// All domains are those of variables: their values are independent of each other.
    fn choose(&self, query: &Query, checker: &mut Checker) -> Option<Verdict> {
        checker.load_base(query);
        let nearest = |domain: &Domain| {
            let variable = variable(query.terms, domain.leaf)?;
            Some((variable, domain.set.nearest(query.base.get(variable))?))
        };
        let values: Option<Vec<(VarId, Value)>> = self.domains.iter().map(nearest).collect();
        checker.set(&values?);
        checker.accept(query)
    }

    /// Tries all combinations of values, if there are few.
    fn enumerate(&self, query: &Query, checker: &mut Checker) -> Option<Verdict> {
        let (most, steps) = match query.has_float() {
            true => (FLOAT_COMBINATIONS, FLOAT_STEPS),
            false => (COMBINATIONS, u64::MAX),
        };
        let mut combinations: Value = 1;
        let mut choices = Vec::with_capacity(query.variables.len());
        for variable in query.variables {
            let leaf = query.terms.variable(*variable);
            let full = || IntervalSet::full(query.terms.width(leaf));
            let set = self.of(leaf).cloned().unwrap_or_else(full);
            combinations = combinations.saturating_mul(set.size());
            if combinations > most {
                return None;
            }
            choices.push((*variable, members(&set)));
        }
        let before = checker.steps();
        for number in 0..combinations as usize {
            if checker.steps() - before > steps.min(LARGEST_QUERY * number as u64) {
                return None;
            }
            let mut rest = number;
            let digit = |(variable, values): &(VarId, Vec<Value>)| {
                let value = values[rest % values.len()];
                rest /= values.len();
                (*variable, value)
            };
            let values: Vec<(VarId, Value)> = choices.iter().map(digit).collect();
            checker.set(&values);
            if let Some(verdict) = checker.accept(query) {
                return Some(verdict);
            }
        }
        Some(Verdict::Unsat(query.conjuncts.to_vec()))
    }
}

fn variable(terms: &Terms, leaf: Term) -> Option<VarId> {
    match terms.node(leaf) {
        Node::Var(variable) => Some(variable),
        _ => None,
    }
}

fn members(set: &IntervalSet) -> Vec<Value> {
    set.ranges().iter().flat_map(|(low, high)| *low..=*high).collect()
}

/// The facts of a constraint; those of a single narrow variable are about that variable.
fn facts(terms: &Terms, constraint: Term, checker: &mut Checker) -> Vec<Fact> {
    let facts = facts_of(terms, constraint);
    let [only] = *terms.variables(constraint) else { return facts };
    let is_leaf = |fact: &Fact| variable(terms, fact.leaf).is_some();
    let width = terms.variable_width(only);
    if width > NARROW || facts.iter().all(is_leaf) {
        return facts;
    }
    let mut allowed = Vec::new();
    let before = checker.steps();
    for value in 0..=mask(width) {
        if checker.steps() - before > LARGEST_CONSTRAINT * value as u64 {
            return facts;
        }
        checker.set(&[(only, value)]);
        if checker.value(terms, constraint) == 1 {
            allowed.push((value, value));
        }
    }
    vec![Fact { leaf: terms.variable(only), set: IntervalSet::of(allowed) }]
}

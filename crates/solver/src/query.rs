//! A query as the layers see it, and the evaluation that every model must pass.

use assay_expr::{Assignment, Evaluator, Term, Terms, Value, VarId};

use crate::answer::Unknown;

/// Is the conjunction of `conjuncts` satisfiable?
#[derive(Copy, Clone)]
pub(crate) struct Query<'a> {
    pub(crate) terms: &'a Terms,
    /// Sorted, distinct, none of them constant: the slice with the goal.
    pub(crate) conjuncts: &'a [Term],
    /// The conjunct that the base model does not satisfy, where there is a base model: every
    /// unsatisfiable core contains it.
    pub(crate) goal: Option<Term>,
    /// All variables of the conjuncts.
    pub(crate) variables: &'a [VarId],
    /// Satisfies all conjuncts but the goal; without a goal it is only a hint.
    pub(crate) base: &'a Assignment,
}

impl Query<'_> {
    pub(crate) fn has_float(&self) -> bool {
        self.conjuncts.iter().any(|term| self.terms.has_float(*term))
    }
}

/// Values for the variables of a query.
pub(crate) type Model = Vec<(VarId, Value)>;

/// What a layer found out.
#[derive(Clone, Debug)]
pub(crate) enum Verdict {
    Sat(Model),
    /// With conjuncts that are already contradictory together.
    Unsat(Vec<Term>),
    Unknown(Unknown),
}

/// Evaluates queries under trial models.
pub(crate) struct Checker {
    evaluator: Evaluator,
    trial: Assignment,
}

impl Checker {
    pub(crate) fn new() -> Checker {
        Checker { evaluator: Evaluator::new(), trial: Assignment::new() }
    }

    pub(crate) fn forget(&mut self) {
        *self = Checker::new();
    }

    pub(crate) fn memory(&self) -> usize {
        self.evaluator.memory() + self.trial.memory()
    }

    /// Makes the base model, restricted to the query's variables, the trial model.
    pub(crate) fn load_base(&mut self, query: &Query) {
        for variable in query.variables {
            self.trial.set(*variable, query.base.get(*variable));
        }
        self.evaluator.reset();
    }

    pub(crate) fn set(&mut self, values: &[(VarId, Value)]) {
        for (variable, value) in values {
            self.trial.set(*variable, *value);
        }
        self.evaluator.reset();
    }

    /// The value of a term of the query under the trial model.
    pub(crate) fn value(&mut self, terms: &Terms, term: Term) -> Value {
        self.evaluator.value(terms, &self.trial, term)
    }

    /// What all values took so far, in terms that were computed.
    pub(crate) fn steps(&self) -> u64 {
        self.evaluator.steps()
    }

    /// Does the trial model satisfy the query? The goal comes first: it fails most often.
    pub(crate) fn holds(&mut self, query: &Query) -> bool {
        query.goal.is_none_or(|goal| self.value(query.terms, goal) == 1)
            && query.conjuncts.iter().rev().all(|term| self.value(query.terms, *term) == 1)
    }

    /// The trial model, if it satisfies the query.
    pub(crate) fn accept(&mut self, query: &Query) -> Option<Verdict> {
        self.holds(query).then(|| Verdict::Sat(self.model(query)))
    }

    pub(crate) fn model(&self, query: &Query) -> Model {
        query.variables.iter().map(|variable| (*variable, self.trial.get(*variable))).collect()
    }
}

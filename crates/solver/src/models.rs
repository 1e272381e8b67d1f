//! Reuse of models: the inputs that solved one query often solve the next one about the same
//! variables.

use rustc_hash::FxHashMap;

use assay_expr::VarId;

use crate::query::{Checker, Model, Query, Verdict};

/// Models kept for a variable, and tried for a goal.
const PER_VARIABLE: usize = 6;
/// Larger models are not kept: checking them costs more than they save.
const LARGEST: usize = 256;
const KEPT: usize = 20_000;

#[derive(Default)]
pub(crate) struct Models {
    models: Vec<Model>,
    /// The newest models for queries with this goal variable, the newest last.
    by_variable: FxHashMap<VarId, Vec<u32>>,
}

impl Models {
    pub(crate) fn clear(&mut self) {
        *self = Models::default();
    }

    pub(crate) fn memory(&self) -> usize {
        self.models.iter().map(|model| 24 + model.len() * 32).sum::<usize>()
            + self.by_variable.len() * 72
    }

    /// A variable that all queries about the same goal agree on.
    fn key(query: &Query) -> Option<VarId> {
        let goal = query.goal.or(query.conjuncts.last().copied())?;
        query.terms.variables(goal).first().copied()
    }

    pub(crate) fn answer(&self, query: &Query, checker: &mut Checker) -> Option<Verdict> {
        let indices = self.by_variable.get(&Models::key(query)?)?;
        for index in indices.iter().rev() {
            checker.load_base(query);
            checker.set(&self.models[*index as usize]);
            if let Some(verdict) = checker.accept(query) {
                return Some(verdict);
            }
        }
        None
    }

    pub(crate) fn insert(&mut self, query: &Query, model: &Model) {
        let Some(key) = Models::key(query) else { return };
        if model.len() > LARGEST {
            return;
        }
        if self.models.len() >= KEPT {
            self.clear();
        }
        let indices = self.by_variable.entry(key).or_default();
        if indices.iter().any(|index| self.models[*index as usize] == *model) {
            return;
        }
        if indices.len() == PER_VARIABLE {
            indices.remove(0);
        }
        indices.push(self.models.len() as u32);
        self.models.push(model.clone());
    }
}

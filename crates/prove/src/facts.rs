//! The facts of a proof, in a form that leaves the prover: for those who see what runs really do.
//!
//! A proof by induction says what always holds where loops begin. Every run of every test comes by there, so
//! each fact can be evaluated on the states of all of them. One that does not hold shows that the proof is
//! wrong, whatever solvers say of its checks: then the system is not the program.

use crate::blocks::{Blocks, CutId};
use crate::certificate::{Certificate, Invariant};
use crate::source::{ContextId, Origin, Source};
use crate::system::System;
use crate::words;
use assay_expr::{Assignment, Evaluator, Term, Terms, Translation, VarId};
use assay_program::{BlockId, FuncId};
use rustc_hash::FxHashMap;
use std::fmt;
use std::sync::Arc;

/// What always holds, according to a proof.
pub struct Facts {
    pub source: Arc<Source>,
    pub list: Vec<Fact>,
    terms: Arc<Terms>,
    /// The variables: their width, and what they stand for if that is known.
    variables: Arc<FxHashMap<VarId, (u32, Option<Origin>)>>,
    /// Of one state.
    values: Assignment,
    evaluator: Evaluator,
}

impl Clone for Facts {
    fn clone(&self) -> Facts {
        Facts {
            source: Arc::clone(&self.source),
            list: self.list.clone(),
            terms: Arc::clone(&self.terms),
            variables: Arc::clone(&self.variables),
            values: Assignment::new(),
            evaluator: Evaluator::new(),
        }
    }
}

#[derive(Clone, Debug)]
pub struct Fact {
    /// The copy of a function in which it holds, and where.
    pub context: ContextId,
    pub function: FuncId,
    pub block: BlockId,
    /// In words.
    pub text: String,
    holds: Term,
    is_negated: bool,
}

impl fmt::Debug for Facts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(&self.list).finish()
    }
}

impl Facts {
    /// Those of an invariant at the beginnings of blocks.
    pub(crate) fn of(system: &System, blocks: &Blocks, invariant: &Invariant) -> Facts {
        let mut export = Export { system, blocks, terms: Terms::new(), own: FxHashMap::default() };
        let all = invariant.iter().flat_map(|(cut, facts)| facts.iter().map(|fact| (*cut, *fact)));
        let list = all.filter_map(|(cut, fact)| export.fact(cut, fact)).collect();
        let variables = export.own.iter().map(|(old, new)| {
            let variable = export.terms.variables(*new)[0];
            let width = system.terms.variable_width(*old);
            (variable, (width, system.source.origins.get(old).copied()))
        });
        Facts {
            source: Arc::new(system.source.clone()),
            list,
            variables: Arc::new(variables.collect()),
            terms: Arc::new(export.terms),
            values: Assignment::new(),
            evaluator: Evaluator::new(),
        }
    }

    /// Claims the opposite of a fact: whoever evaluates facts can see so whether it would be noticed.
    pub fn negate(&mut self, number: usize) {
        let fact = &mut self.list[number];
        fact.is_negated = !fact.is_negated;
        fact.text = format!("not: {}", fact.text);
    }

    /// Forgets the values of the last state.
    pub fn begin_state(&mut self) {
        self.evaluator.reset();
    }

    /// Whether a fact, by its number, holds in this state. `look` tells the value of a variable, by its width and
    /// what it stands for, always the same in one state; none if one cannot be seen.
    pub fn holds(
        &mut self,
        number: usize,
        look: &mut dyn FnMut(VarId, u32, Option<Origin>) -> Option<u128>,
    ) -> Option<bool> {
        let holds = self.list[number].holds;
        for &variable in self.terms.variables(holds) {
            let (width, origin) = self.variables[&variable];
            self.values.set(variable, look(variable, width, origin)?);
        }
        let is_true = self.evaluator.value(&self.terms, &self.values, holds) == 1;
        Some(is_true != self.list[number].is_negated)
    }
}

/// From the system's terms to those of the facts alone.
struct Export<'a> {
    system: &'a System,
    blocks: &'a Blocks,
    terms: Terms,
    /// The new variable for each.
    own: FxHashMap<VarId, Term>,
}

impl Export<'_> {
    /// None for one that does not stand at the beginning of a block.
    fn fact(&mut self, cut: CutId, fact: Term) -> Option<Fact> {
        let Export { system, blocks, terms, own } = self;
        let node = blocks.cuts[cut].node;
        let context = *system.source.nodes.get(&node)?;
        let (function, block) =
            (*system.source.functions.get(&context)?, *system.source.heads.get(&node)?);
        for &variable in system.terms.variables(fact) {
            let width = system.terms.variable_width(variable);
            own.entry(variable).or_insert_with(|| terms.new_variable(width).1);
        }
        let meanings = own.iter().map(|(old, new)| (*old, *new));
        let holds = Translation::new(meanings).apply(&system.terms, terms, fact);
        Some(Fact {
            context,
            function,
            block,
            text: words::say(system, fact),
            holds,
            is_negated: false,
        })
    }
}

impl Certificate {
    /// With the facts that it is made of.
    pub(crate) fn with_facts(
        mut self,
        system: &System,
        blocks: &Blocks,
        invariant: &Invariant,
    ) -> Certificate {
        let facts = Facts::of(system, blocks, invariant);
        self.facts = (!facts.list.is_empty()).then_some(facts);
        self
    }
}

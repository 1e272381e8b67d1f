//! The facts of a proof, in a form that leaves the prover: for those who see what runs really do.
//!
//! A proof by induction says what always holds where loops begin. Every run of every test comes by
//! there, so each fact can be evaluated on the states of all of them. One that does not hold shows
//! that the proof is wrong, whatever solvers say of its checks: then the system is not the program.

use crate::blocks::{Blocks, CutId};
use crate::certificate::{Certificate, Invariant};
use crate::source::{ContextId, Origin, Source};
use crate::system::System;
use crate::words;
use assay_expr::{Term, Terms, Translation, VarId};
use assay_program::{BlockId, FuncId};
use rustc_hash::FxHashMap;
use std::fmt;
use std::sync::Arc;

/// What always holds, according to a proof.
#[derive(Clone)]
pub struct Facts {
    pub source: Arc<Source>,
    pub list: Vec<Fact>,
    terms: Arc<Terms>,
    /// The variables: their width, and what they stand for if that is known.
    variables: Arc<FxHashMap<VarId, (u32, Option<Origin>)>>,
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
            source: Arc::clone(&system.source),
            list,
            variables: Arc::new(variables.collect()),
            terms: Arc::new(export.terms),
        }
    }

    /// Claims the opposite of a fact: whoever evaluates facts can see so whether it would be
    /// noticed.
    pub fn negate(&mut self, number: usize) {
        let fact = &mut self.list[number];
        fact.is_negated = !fact.is_negated;
        fact.text = format!("not: {}", fact.text);
    }

    /// A fact, by its number, as a term of another arena, in which `variable` gives what a variable
    /// of this width stands for; none if that is not known of one.
    pub fn translate(
        &self,
        number: usize,
        to: &mut Terms,
        variable: &mut dyn FnMut(&mut Terms, Origin, u32) -> Term,
    ) -> Option<Term> {
        let fact = &self.list[number];
        let mut meanings = Vec::new();
        for old in self.terms.variables(fact.holds) {
            let (width, origin) = self.variables[old];
            meanings.push((*old, variable(to, origin?, width)));
        }
        let holds = Translation::new(meanings).apply(&self.terms, to, fact.holds);
        Some(if fact.is_negated { to.not(holds) } else { holds })
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

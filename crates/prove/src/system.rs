//! A program as guarded assignments: what all proofs are about.
//!
//! A [`System`] is a graph. A step leads from one node to another if its guard holds, and then
//! assigns terms to variables, all at once. Variables of the arena are either *state*, which steps
//! assign and which keep their values otherwise, or *free*, which have any value each time a step
//! is taken: inputs, and what the model does not know. In the entry every state variable has any
//! value.
//!
//! **The system can do whatever the program can do** without undefined behaviour: each run of the
//! program, on any input, is a run of the system that takes the same edges. So what no run of the
//! system reaches, no input reaches. It may do more, so what it reaches is only a candidate.

use crate::source::Source;
use assay_base::{Arena, Place, id};
use assay_expr::{Term, Terms, VarId};
use assay_program::EdgeId;
use rustc_hash::FxHashMap;
use std::sync::Arc;

id!(
    /// A place between two steps.
    Node,
    "n"
);

#[derive(Clone, Debug)]
pub struct Step {
    pub from: Node,
    pub to: Node,
    /// One bit.
    pub guard: Term,
    pub assigns: Vec<(VarId, Term)>,
    /// The edge of the program that is taken here.
    pub takes: Option<EdgeId>,
}

pub struct System {
    pub terms: Terms,
    /// Where in the source.
    pub nodes: Arena<Node, Option<Place>>,
    pub steps: Vec<Step>,
    pub entry: Node,
    /// Names of state variables for people.
    pub names: FxHashMap<VarId, String>,
    /// What holds of variables that are never assigned: where objects lie.
    pub axioms: Vec<Term>,
    /// Shared with the facts of proofs, which leave the prover.
    pub source: Arc<Source>,
    /// Names of the inputs that variables stand for: of free ones, where a step assigns them; of
    /// state, at the start.
    pub inputs: FxHashMap<VarId, String>,
    /// The free variable that chooses between steps that do not exclude each other, by node.
    pub choices: FxHashMap<Node, Term>,
}

impl System {
    /// One in which nothing happens.
    pub fn new(terms: Terms, nodes: Arena<Node, Option<Place>>, entry: Node) -> System {
        System {
            terms,
            nodes,
            steps: Vec::new(),
            entry,
            names: FxHashMap::default(),
            axioms: Vec::new(),
            source: Arc::default(),
            inputs: FxHashMap::default(),
            choices: FxHashMap::default(),
        }
    }

    pub fn source_mut(&mut self) -> &mut Source {
        Arc::make_mut(&mut self.source)
    }

    pub fn is_state(&self, variable: VarId) -> bool {
        self.names.contains_key(&variable)
    }
}

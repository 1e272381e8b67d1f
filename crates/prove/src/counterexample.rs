//! Ways of the system to an edge, as inputs for the program.
//!
//! The system can do more than the program, so a way of it is only a guess. But what a model of the
//! solver says about it is enough to walk it step by step, and to note the value of each input on
//! the way. Whether the program takes the edge with these inputs, only a run can tell.

use crate::blocks::{Blocks, CutId};
use crate::system::{Node, Step, System};
use assay_expr::{Assignment, Evaluator, Node as TermNode, Term, Value, VarId};
use assay_program::EdgeId;

/// What may lead to an edge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counterexample {
    pub edge: EdgeId,
    /// In the order in which the program asks for them.
    pub inputs: Vec<Input>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Input {
    pub name: String,
    pub bits: u32,
    pub value: Value,
}

/// Steps of the longest way that is walked.
const MANY_STEPS: usize = 200_000;

/// Walks from the entry, where the state is that of `first`, until it takes the edge. `turn` gives
/// the values of free variables from a cut point to the next one. Nothing if the way does not lead
/// there after all.
///
/// What the system forgets, because somebody outside may change it, most often stays as it was. So
/// where a variable that is an input was forgotten and never set, its last value is worth a try
/// too.
pub(crate) fn walk(
    system: &System,
    blocks: &Blocks,
    edge: EdgeId,
    first: &Assignment,
    turn: &mut dyn FnMut(usize, CutId) -> Option<Assignment>,
) -> Vec<Counterexample> {
    let mut walk = Walk {
        system,
        blocks,
        values: first.clone(),
        evaluator: Evaluator::new(),
        inputs: Vec::new(),
        given: Vec::new(),
    };
    walk.note_given();
    match walk.run(edge, turn) {
        Some(()) => walk.found(edge),
        None => Vec::new(),
    }
}

struct Walk<'a> {
    system: &'a System,
    blocks: &'a Blocks,
    values: Assignment,
    evaluator: Evaluator,
    inputs: Vec<Input>,
    /// What was there at the start and was only forgotten since: the first of the inputs.
    given: Vec<Option<VarId>>,
}

impl<'a> Walk<'a> {
    fn run(
        &mut self,
        edge: EdgeId,
        turn: &mut dyn FnMut(usize, CutId) -> Option<Assignment>,
    ) -> Option<()> {
        let system = self.system;
        let mut node = system.entry;
        let mut turns = 0;
        for _ in 0..MANY_STEPS {
            if let Some(cut) = self.blocks.cut_at(node) {
                let free = turn(turns, cut)?;
                turns += 1;
                let is_free = |variable: &VarId| !system.is_state(*variable);
                for (variable, value) in free.iter().filter(|(variable, _)| is_free(variable)) {
                    self.values.set(variable, value);
                }
                self.evaluator.reset();
            }
            let step = self.next(node)?;
            self.take(step);
            if step.takes == Some(edge) {
                return Some(());
            }
            node = step.to;
        }
        None
    }

    /// The inputs of the way, and those with the last values of what was forgotten.
    fn found(self, edge: EdgeId) -> Vec<Counterexample> {
        let mut last = self.inputs.clone();
        for (input, variable) in last.iter_mut().zip(&self.given) {
            input.value = variable.map_or(input.value, |variable| self.values.get(variable));
        }
        let mut found = vec![Counterexample { edge, inputs: self.inputs }];
        if last != found[0].inputs {
            found.push(Counterexample { edge, inputs: last });
        }
        found
    }

    fn value(&mut self, term: Term) -> Value {
        self.evaluator.value(&self.system.terms, &self.values, term)
    }

    fn note(&mut self, variable: VarId) {
        let Some(name) = self.system.inputs.get(&variable) else { return };
        let bits = self.system.terms.variable_width(variable);
        let value = self.values.get(variable);
        self.inputs.push(Input { name: name.clone(), bits, value });
    }

    /// What is there at the start.
    fn note_given(&mut self) {
        let inputs = self.system.inputs.keys().copied();
        let mut given: Vec<VarId> = inputs.filter(|&input| self.system.is_state(input)).collect();
        given.sort_unstable();
        given.iter().for_each(|&variable| self.note(variable));
        self.given = given.into_iter().map(Some).collect();
    }

    /// The step whose guard holds, and that is chosen where several do.
    fn next(&mut self, node: Node) -> Option<&'a Step> {
        let steps = self.blocks.steps_from(node);
        let chosen = self.system.choices.get(&node).map(|&choice| self.value(choice));
        for (number, &index) in steps.iter().enumerate() {
            let step = &self.system.steps[index];
            if chosen.is_none_or(|chosen| chosen == number as Value) && self.value(step.guard) == 1
            {
                return Some(step);
            }
        }
        None
    }

    fn take(&mut self, step: &Step) {
        if step.assigns.is_empty() {
            return;
        }
        let mut after = Vec::with_capacity(step.assigns.len());
        for &(variable, term) in &step.assigns {
            match self.system.terms.node(term) {
                TermNode::Var(free) if !self.system.is_state(free) => self.note(free),
                _ => self.given.iter_mut().for_each(|given| {
                    given.take_if(|given| *given == variable);
                }),
            }
            after.push((variable, self.value(term)));
        }
        after.into_iter().for_each(|(variable, value)| self.values.set(variable, value));
        self.evaluator.reset();
    }
}

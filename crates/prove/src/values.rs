//! Which values a variable can have at a cut point, where they are few.
//!
//! A constant propagation with sets instead of single values, over the transitions, without regard to
//! their guards. What it proposes is only believed after it was checked to be inductive.

use crate::blocks::{Blocks, CutId};
use crate::system::System;
use assay_base::Id;
use assay_expr::{Node, Term, Value, VarId, apply};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use std::rc::Rc;

/// More values are as good as all.
const MANY_VALUES: usize = 40;

/// `None`: any.
type Values = Option<Rc<BTreeSet<Value>>>;
type State = FxHashMap<VarId, Values>;

/// Variables, each with its values.
type FewValues = Vec<(VarId, Rc<BTreeSet<Value>>)>;

/// The variables with few values, by cut point.
pub(crate) fn few_values(system: &System, blocks: &Blocks) -> Vec<(CutId, FewValues)> {
    let mut states: Vec<Option<State>> = vec![None; blocks.cuts.len()];
    states[blocks.entry().index()] = Some(State::default());
    let mut pending = vec![blocks.entry()];
    while let Some(cut) = pending.pop() {
        let Some(state) = states[cut.index()].clone() else { continue };
        let mut known = Known { system, state: &state, done: FxHashMap::default() };
        for transition in &blocks.cuts[cut].transitions {
            let assigned: FxHashMap<VarId, Term> = transition.assigns.iter().copied().collect();
            let after = blocks.cuts[transition.to].live.iter().map(|&variable| {
                let same = system.terms.variable(variable);
                (variable, known.values(*assigned.get(&variable).unwrap_or(&same)))
            });
            let after: State = after.collect();
            if join(&mut states[transition.to.index()], after) {
                pending.push(transition.to);
            }
        }
    }
    let few = |state: State| {
        let mut few: Vec<_> =
            state.into_iter().filter_map(|(variable, values)| Some((variable, values?))).collect();
        few.sort_unstable_by_key(|(variable, _)| *variable);
        few
    };
    let cuts = blocks.cuts.ids().zip(states);
    cuts.map(|(cut, state)| (cut, state.map(few).unwrap_or_default())).collect()
}

/// Whether the state has grown.
fn join(old: &mut Option<State>, new: State) -> bool {
    let Some(old) = old else {
        *old = Some(new);
        return true;
    };
    let mut has_grown = false;
    for (variable, values) in new {
        let known = old.entry(variable).or_default();
        let joined = union(known, &values);
        if joined != *known {
            *known = joined;
            has_grown = true;
        }
    }
    has_grown
}

fn union(a: &Values, b: &Values) -> Values {
    let (a, b) = (a.as_ref()?, b.as_ref()?);
    few(a.union(b).copied().collect())
}

fn few(values: BTreeSet<Value>) -> Values {
    (values.len() <= MANY_VALUES).then(|| Rc::new(values))
}

/// The values of terms in one state.
struct Known<'a> {
    system: &'a System,
    state: &'a State,
    done: FxHashMap<Term, Values>,
}

impl Known<'_> {
    fn values(&mut self, term: Term) -> Values {
        // An explicit stack, because terms may be very deep.
        let mut stack = vec![term];
        while let Some(&top) = stack.last() {
            if self.done.contains_key(&top) {
                stack.pop();
                continue;
            }
            let waiting = stack.len();
            self.system.terms.for_each_argument(top, |argument| {
                if !self.done.contains_key(&argument) {
                    stack.push(argument);
                }
            });
            if stack.len() == waiting {
                let values = self.of_arguments(top);
                self.done.insert(top, values);
                stack.pop();
            }
        }
        self.done[&term].clone()
    }

    fn of_arguments(&self, term: Term) -> Values {
        let terms = &self.system.terms;
        let width = terms.width(term);
        match terms.node(term) {
            Node::Const(value) | Node::Uninitialised(value) => few([value].into()),
            Node::Var(variable) => self.state.get(&variable).cloned().flatten(),
            Node::Not(a) => self.each(a, |value| apply::not(width, value)),
            Node::Neg(a) => self.each(a, |value| apply::neg(width, value)),
            Node::Extract { of, low } => self.each(of, |value| apply::extract(value, low, width)),
            Node::ZeroExtend(a) => self.each(a, |value| value),
            Node::SignExtend(a) => {
                let from = terms.width(a);
                self.each(a, |value| apply::sign_extend(value, from, width))
            }
            Node::Binary(op, a, b) => {
                let of = terms.width(a);
                self.pairs(a, b, |x, y| apply::binary(op, of, x, y))
            }
            Node::Concat(a, b) => {
                let low = terms.width(b);
                self.pairs(a, b, |x, y| apply::concat(x, y, low))
            }
            Node::Ite(condition, a, b) => {
                let (yes, no) = (&self.done[&a], &self.done[&b]);
                match self.done[&condition].as_deref().map(|set| set.iter().copied().collect()) {
                    Some::<Vec<Value>>(only) if only == [1] => yes.clone(),
                    Some(only) if only == [0] => no.clone(),
                    _ => union(yes, no),
                }
            }
            _ => None,
        }
    }

    fn each(&self, a: Term, apply: impl Fn(Value) -> Value) -> Values {
        few(self.done[&a].as_ref()?.iter().map(|&value| apply(value)).collect())
    }

    fn pairs(&self, a: Term, b: Term, apply: impl Fn(Value, Value) -> Value) -> Values {
        let (a, b) = (self.done[&a].as_ref()?, self.done[&b].as_ref()?);
        few(a
            .iter()
            .flat_map(|&x| b.iter().map(move |&y| (x, y)))
            .map(|(x, y)| apply(x, y))
            .collect())
    }
}

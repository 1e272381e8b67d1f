//! Which values variables can have at a cut point, where they are few.
//!
//! A constant propagation with sets instead of single values, step by step from cut point to cut
//! point. Many programs go by a few variables that say what they are doing, such as the state of a
//! protocol: their *mode*. Then the sets are also kept apart by the values of the mode, and say
//! what the others can be in each of them. What is proposed here is only believed after it was
//! checked to be inductive.

use crate::blocks::{Blocks, CutId};
use crate::system::{Node, Step, System};
use assay_base::Id;
use assay_expr::{BinaryOp, Node as TermNode, Term, Value, VarId, apply};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// More values are as good as all.
const MANY_VALUES: usize = 40;
/// Visits of a cut point, for each value of the mode, after which what still grows can be anything.
const MANY_VISITS: usize = 60;
/// Branches that a variable of the mode decides alone, at least.
const FEW_BRANCHES: usize = 3;
/// Modes at a cut point.
const MANY_MODES: usize = 500;

/// `None`: any.
type Values = Option<Rc<BTreeSet<Value>>>;
/// Variables that are not in it can be anything.
type State = Rc<FxHashMap<VarId, Rc<BTreeSet<Value>>>>;
/// A value for each variable of the mode; `None` where it can be anything.
type Mode = Vec<Option<Value>>;
type States = BTreeMap<Mode, State>;

/// The variables with few values.
pub(crate) struct FewValues {
    mode: Vec<VarId>,
    /// By cut point.
    states: Vec<States>,
}

/// A variable that has one of these values whenever the mode is this one.
pub(crate) struct OneOf {
    pub cut: CutId,
    pub mode: Vec<(VarId, Value)>,
    pub variable: VarId,
    pub values: Rc<BTreeSet<Value>>,
}

impl FewValues {
    /// None if there are too many modes, or when told to stop.
    pub(crate) fn of(
        system: &System,
        blocks: &Blocks,
        mode: &[VarId],
        must_stop: &dyn Fn() -> bool,
    ) -> Option<FewValues> {
        let states = vec![States::new(); blocks.cuts.len()];
        let orders = blocks.cuts.ids().map(|cut| blocks.order_from(system, cut)).collect();
        let found = FewValues { mode: mode.to_vec(), states };
        let mut walker = Walker { system, blocks, orders, found, pending: Vec::new() };
        walker.arrive(blocks.entry(), State::default());
        let mut visits: FxHashMap<(CutId, Mode), usize> = FxHashMap::default();
        while let Some((cut, mode)) = walker.pending.pop() {
            if must_stop() || walker.found.states[cut.index()].len() > MANY_MODES {
                return None;
            }
            let visits = visits.entry((cut, mode.clone())).or_default();
            *visits += 1;
            walker.walk(cut, mode, *visits > MANY_VISITS);
        }
        Some(walker.found)
    }

    /// The variables that decide branches alone, those that decide most first.
    pub(crate) fn deciding(&self, system: &System, blocks: &Blocks) -> Vec<VarId> {
        let mut branches: FxHashMap<VarId, usize> = FxHashMap::default();
        for steps in blocks.steps() {
            let steps: Vec<&Step> = steps.iter().map(|&step| &system.steps[step]).collect();
            if steps.iter().all(|step| step.to == steps[0].to) {
                continue;
            }
            let used: FxHashSet<VarId> =
                steps.iter().flat_map(|step| system.terms.variables(step.guard)).copied().collect();
            if let [variable] = used.into_iter().collect::<Vec<_>>()[..] {
                *branches.entry(variable).or_default() += 1;
            }
        }
        let has_values = |variable: VarId| {
            let mut states = self.states.iter().flat_map(|states| states.values());
            states.any(|state| state.get(&variable).is_some_and(|values| values.len() > 1))
        };
        let mut deciding: Vec<(usize, VarId)> = branches
            .into_iter()
            .filter(|&(variable, count)| {
                count >= FEW_BRANCHES && system.is_state(variable) && has_values(variable)
            })
            .map(|(variable, count)| (count, variable))
            .collect();
        deciding.sort_unstable_by(|a, b| b.cmp(a));
        deciding.into_iter().map(|(_, variable)| variable).collect()
    }

    /// All that was found. What holds for whatever the last variables of the mode are is said once.
    pub(crate) fn list(&self) -> Vec<OneOf> {
        let mut list = Vec::new();
        for (index, states) in self.states.iter().enumerate() {
            let mut coarser = States::new();
            for length in 0..=self.mode.len() {
                let mut joined = States::new();
                for (mode, state) in states {
                    let known = joined.entry(mode[..length].to_vec());
                    known
                        .and_modify(|known| *known = join(known, state))
                        .or_insert_with(|| Rc::clone(state));
                }
                for (mode, state) in &joined {
                    let known = length.checked_sub(1).and_then(|less| coarser.get(&mode[..less]));
                    self.say(CutId::new(index), mode, state, known, &mut list);
                }
                coarser = joined;
            }
        }
        list
    }

    /// Adds what is not known already.
    fn say(
        &self,
        cut: CutId,
        mode: &[Option<Value>],
        state: &State,
        known: Option<&State>,
        list: &mut Vec<OneOf>,
    ) {
        let mode: Option<Vec<(VarId, Value)>> = self
            .mode
            .iter()
            .zip(mode)
            .map(|(&variable, value)| Some((variable, (*value)?)))
            .collect();
        // In a mode that can be anything nothing is known that is not known without it.
        let Some(mode) = mode else { return };
        let mut variables: Vec<_> = state.iter().collect();
        variables.sort_unstable_by_key(|(variable, _)| **variable);
        for (&variable, values) in variables {
            let is_known = known.is_some_and(|known| known.get(&variable) == Some(values));
            if !is_known && mode.iter().all(|(of_mode, _)| *of_mode != variable) {
                let (mode, values) = (mode.clone(), Rc::clone(values));
                list.push(OneOf { cut, mode, variable, values });
            }
        }
    }
}

/// What can be in one of two states.
fn join(a: &State, b: &State) -> State {
    if Rc::ptr_eq(a, b) {
        return Rc::clone(a);
    }
    let both = a
        .iter()
        .filter_map(|(variable, values)| Some((*variable, union(values, b.get(variable)?)?)));
    Rc::new(both.collect())
}

fn union(a: &Rc<BTreeSet<Value>>, b: &Rc<BTreeSet<Value>>) -> Values {
    if a == b {
        return Some(Rc::clone(a));
    }
    few(a.union(b).copied().collect())
}

fn few(values: BTreeSet<Value>) -> Values {
    (values.len() <= MANY_VALUES).then(|| Rc::new(values))
}

struct Walker<'a> {
    system: &'a System,
    blocks: &'a Blocks,
    /// The nodes between a cut point and the next ones, in topological order, by cut point.
    orders: Vec<Vec<Node>>,
    found: FewValues,
    pending: Vec<(CutId, Mode)>,
}

impl Walker<'_> {
    fn mode_in(&self, state: &State) -> Mode {
        let only = |variable: &VarId| {
            let values = state.get(variable)?;
            values.first().copied().filter(|_| values.len() == 1)
        };
        self.found.mode.iter().map(only).collect()
    }

    /// The states of a state, one for each mode.
    fn apart(&self, state: State) -> Vec<State> {
        let mut apart = vec![state];
        for &variable in &self.found.mode {
            let several = |state: &State| {
                let values = state.get(&variable).filter(|values| values.len() > 1)?;
                let with = |&value: &Value| {
                    let mut with = (**state).clone();
                    with.insert(variable, Rc::new([value].into()));
                    Rc::new(with)
                };
                Some(values.iter().map(with).collect())
            };
            let split = |state: State| several(&state).unwrap_or_else(|| vec![state]);
            apart = apart.into_iter().flat_map(split).collect();
        }
        apart
    }

    fn arrive(&mut self, cut: CutId, state: State) {
        for state in self.apart(state) {
            let mode = self.mode_in(&state);
            let known = self.found.states[cut.index()].get(&mode);
            let joined = known.map_or_else(|| Rc::clone(&state), |known| join(known, &state));
            if known.is_some_and(|known| **known == *joined) {
                continue;
            }
            self.found.states[cut.index()].insert(mode.clone(), joined);
            let pending = (cut, mode);
            if !self.pending.contains(&pending) {
                self.pending.push(pending);
            }
        }
    }

    /// Goes on from a cut point; what differs at the next ones can be anything if it `is_hopeless`.
    fn walk(&mut self, cut: CutId, mode: Mode, is_hopeless: bool) {
        let Some(state) = self.found.states[cut.index()].get(&mode).cloned() else { return };
        let mut ways: FxHashMap<Node, States> = FxHashMap::default();
        ways.entry(self.blocks.cuts[cut].node).or_default().insert(mode, state);
        for node in self.orders[cut.index()].clone() {
            for (_, state) in ways.remove(&node).unwrap_or_default() {
                for &step in self.blocks.steps_from(node) {
                    let step = &self.system.steps[step];
                    let Some(after) = self.after(step, &state) else { continue };
                    match self.blocks.cut_at(step.to) {
                        Some(cut) => self.arrive(cut, self.settled(cut, after, is_hopeless)),
                        None => {
                            for after in self.apart(after) {
                                let here = ways.entry(step.to).or_default();
                                let state = here.entry(self.mode_in(&after));
                                state
                                    .and_modify(|state| *state = join(state, &after))
                                    .or_insert(after);
                            }
                        }
                    }
                }
            }
        }
    }

    /// Without what still grows, if it `is_hopeless`.
    fn settled(&self, cut: CutId, state: State, is_hopeless: bool) -> State {
        let known = self.found.states[cut.index()].get(&self.mode_in(&state));
        let Some(known) = known.filter(|_| is_hopeless) else { return state };
        let same = |variable: &VarId, values: &BTreeSet<Value>| {
            known.get(variable).is_some_and(|known| known.is_superset(values))
        };
        let kept = state.iter().filter(|(variable, values)| same(variable, values));
        Rc::new(kept.map(|(variable, values)| (*variable, Rc::clone(values))).collect())
    }

    /// The state after a step, if it can be taken.
    fn after(&self, step: &Step, state: &State) -> Option<State> {
        let mut assumed = Rc::clone(state);
        self.assume(step.guard, true, &mut assumed)?;
        let mut known = Known { system: self.system, state: &assumed, done: FxHashMap::default() };
        let is_live = self.blocks.is_live_at(step.to);
        let assigned: Vec<_> =
            step.assigns.iter().filter(|(variable, _)| is_live(*variable)).collect();
        let values: Vec<_> = assigned.iter().map(|(_, value)| known.values(*value)).collect();
        if assigned.is_empty() && assumed.keys().all(|variable| is_live(*variable)) {
            return Some(assumed);
        }
        let mut after: FxHashMap<_, _> = assumed
            .iter()
            .filter(|(variable, _)| is_live(**variable))
            .map(|(variable, values)| (*variable, Rc::clone(values)))
            .collect();
        for ((variable, _), values) in assigned.into_iter().zip(values) {
            match values {
                Some(values) => after.insert(*variable, values),
                None => after.remove(variable),
            };
        }
        Some(Rc::new(after))
    }

    /// Takes out what a condition excludes; none if nothing is left.
    fn assume(&self, condition: Term, holds: bool, state: &mut State) -> Option<()> {
        let terms = &self.system.terms;
        match terms.node(condition) {
            TermNode::Not(a) => return self.assume(a, !holds, state),
            TermNode::Binary(op @ (BinaryOp::And | BinaryOp::Or), a, b)
                if (op == BinaryOp::And) == holds =>
            {
                self.assume(a, holds, state)?;
                return self.assume(b, holds, state);
            }
            _ => {}
        }
        let wanted = Value::from(holds);
        if let &[variable] = terms.variables(condition)
            && let Some(values) = state.get(&variable)
        {
            let possible = |value: &Value| {
                let only = Rc::new([(variable, Rc::new([*value].into()))].into_iter().collect());
                let mut known =
                    Known { system: self.system, state: &only, done: FxHashMap::default() };
                known.values(condition).is_none_or(|values| values.contains(&wanted))
            };
            let left: BTreeSet<Value> = values.iter().copied().filter(possible).collect();
            if left.is_empty() {
                return None;
            }
            if left.len() < values.len() {
                Rc::make_mut(state).insert(variable, Rc::new(left));
            }
            return Some(());
        }
        let mut known = Known { system: self.system, state, done: FxHashMap::default() };
        known.values(condition).is_none_or(|values| values.contains(&wanted)).then_some(())?;
        // A bit is what it is assumed to be; a value is what it is compared with.
        let (variable, value) = match terms.node(condition) {
            TermNode::Var(variable) => (variable, wanted),
            TermNode::Binary(BinaryOp::Eq, a, b) if holds => {
                match (terms.node(a), terms.as_constant(b)) {
                    (TermNode::Var(variable), Some(value)) => (variable, value),
                    _ => return Some(()),
                }
            }
            _ => return Some(()),
        };
        if self.system.is_state(variable) {
            Rc::make_mut(state).insert(variable, Rc::new([value].into()));
        }
        Some(())
    }
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
            TermNode::Const(value) | TermNode::Uninitialised { value, .. } => few([value].into()),
            TermNode::Var(variable) => self.state.get(&variable).cloned(),
            TermNode::Not(a) => self.each(a, |value| apply::not(width, value)),
            TermNode::Neg(a) => self.each(a, |value| apply::neg(width, value)),
            TermNode::Extract { of, low } => {
                self.each(of, |value| apply::extract(value, low, width))
            }
            TermNode::ZeroExtend(a) => self.each(a, |value| value),
            TermNode::SignExtend(a) => {
                let from = terms.width(a);
                self.each(a, |value| apply::sign_extend(value, from, width))
            }
            TermNode::Binary(op, a, b) => {
                let of = terms.width(a);
                self.pairs(a, b, |x, y| apply::binary(op, of, x, y))
            }
            TermNode::Concat(a, b) => {
                let low = terms.width(b);
                self.pairs(a, b, |x, y| apply::concat(x, y, low))
            }
            TermNode::Ite(condition, a, b) => {
                let (yes, no) = (&self.done[&a], &self.done[&b]);
                match self.done[&condition].as_deref().map(|set| set.iter().copied().collect()) {
                    Some::<Vec<Value>>(only) if only == [1] => yes.clone(),
                    Some(only) if only == [0] => no.clone(),
                    _ => union(yes.as_ref()?, no.as_ref()?),
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

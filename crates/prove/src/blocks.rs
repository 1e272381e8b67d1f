//! Large blocks: a system in which each step is all that can happen between two cut points.
//!
//! Cut points are the entry and one node of every cycle. From each of them the nodes are visited in
//! topological order, with the condition under which they are reached and the state in which they
//! are, as terms over the state at the cut point; where ways join, the state is chosen by their
//! conditions. So a system without loops becomes one formula for each edge, and a loop becomes one
//! transition.
//!
//! Where steps from a node do not exclude each other, a free variable chooses between them: the
//! conditions of joining ways must exclude each other for the choice by conditions to be right.

use crate::system::{Node, Step, System};
use assay_base::{Arena, Id, id};
use assay_expr::{BinaryOp, Node as TermNode, Substitution, Term, Terms, VarId};
use assay_program::EdgeId;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;
use std::rc::Rc;

id!(
    /// A cut point.
    CutId,
    "cut"
);

pub struct Blocks {
    pub cuts: Arena<CutId, Cut>,
    graph: Graph,
    live: Vec<Variables>,
    by_node: FxHashMap<Node, CutId>,
}

/// How the formulas are made.
#[derive(Copy, Clone, PartialEq, Eq)]
pub enum Form {
    /// As simple as they can be.
    Simple,
    /// As the program says it, so that a certificate leaves nothing to believe.
    Raw,
}

pub struct Cut {
    pub node: Node,
    /// The state that matters from here on.
    pub live: Vec<VarId>,
    pub transitions: Vec<Transition>,
    /// The edges that can be taken before the next cut point, and when.
    pub exits: BTreeMap<EdgeId, Term>,
}

pub struct Transition {
    pub to: CutId,
    pub guard: Term,
    /// Of the live state of `to`; what is missing keeps its value.
    pub assigns: Vec<(VarId, Term)>,
}

impl Blocks {
    pub const ENTRY: usize = 0;

    pub fn entry(&self) -> CutId {
        CutId::new(Blocks::ENTRY)
    }

    /// The blocks in which `wanted` edges can be taken. None when told to stop.
    pub fn of(
        system: &mut System,
        wanted: &dyn Fn(EdgeId) -> bool,
        must_stop: &dyn Fn() -> bool,
    ) -> Option<Blocks> {
        let graph = Graph::of(system, wanted);
        let live = liveness(system, &graph, must_stop)?;
        let mut by_node: FxHashMap<Node, CutId> = FxHashMap::default();
        for node in graph.cut_points(system) {
            by_node.insert(node, CutId::new(by_node.len()));
        }
        let mut blocks = Blocks { cuts: Arena::new(), graph, live, by_node };
        blocks.cuts = blocks.make(system, Form::Simple, wanted, must_stop)?;
        Some(blocks)
    }

    /// The same formulas, without any simplification between steps, for these edges only.
    pub fn raw(
        &self,
        system: &mut System,
        wanted: &dyn Fn(EdgeId) -> bool,
        must_stop: &dyn Fn() -> bool,
    ) -> Option<Arena<CutId, Cut>> {
        self.make(system, Form::Raw, wanted, must_stop)
    }

    /// The formulas of a system with other guards, for these edges only.
    pub fn with_guards(
        &self,
        system: &mut System,
        guards: Vec<(usize, Term)>,
        wanted: &dyn Fn(EdgeId) -> bool,
        must_stop: &dyn Fn() -> bool,
    ) -> Option<Arena<CutId, Cut>> {
        let own: Vec<Term> = guards.iter().map(|(step, _)| system.steps[*step].guard).collect();
        guards.iter().for_each(|&(step, guard)| system.steps[step].guard = guard);
        let made = self.make(system, Form::Simple, wanted, must_stop);
        guards.iter().zip(own).for_each(|((step, _), own)| system.steps[*step].guard = own);
        made
    }

    /// The steps that matter, those of one node together.
    pub fn steps(&self) -> impl Iterator<Item = &[usize]> {
        self.graph.out.iter().map(Vec::as_slice).filter(|steps| !steps.is_empty())
    }

    pub fn steps_from(&self, node: Node) -> &[usize] {
        &self.graph.out[node.index()]
    }

    pub fn is_cut(&self, node: Node) -> bool {
        self.by_node.contains_key(&node)
    }

    pub fn cut_at(&self, node: Node) -> Option<CutId> {
        self.by_node.get(&node).copied()
    }

    /// The nodes from a cut point to the next ones, in topological order.
    pub fn order_from(&self, system: &System, cut: CutId) -> Vec<Node> {
        self.graph.region(system, self.cuts[cut].node, |node| self.is_cut(node))
    }

    /// Whether a variable matters from a node on.
    pub fn is_live_at(&self, node: Node) -> impl Fn(VarId) -> bool {
        move |variable| self.live[node.index()].contains(variable)
    }

    fn make(
        &self,
        system: &mut System,
        form: Form,
        wanted: &dyn Fn(EdgeId) -> bool,
        must_stop: &dyn Fn() -> bool,
    ) -> Option<Arena<CutId, Cut>> {
        let mut nodes: Vec<(CutId, Node)> =
            self.by_node.iter().map(|(node, cut)| (*cut, *node)).collect();
        nodes.sort_unstable();
        let mut cuts = Arena::new();
        for (_, node) in nodes {
            let region =
                Region { graph: &self.graph, live: &self.live, cuts: &self.by_node, wanted, form };
            let (transitions, exits) = region.run(system, node, must_stop)?;
            let live = self.live[node.index()].iter().collect();
            cuts.push(Cut { node, live, transitions, exits });
        }
        Some(cuts)
    }
}

impl Form {
    pub fn both(self, terms: &mut Terms, a: Term, b: Term) -> Term {
        match self {
            Form::Simple => terms.and(a, b),
            Form::Raw if a == terms.truth(true) => b,
            Form::Raw if b == terms.truth(true) => a,
            Form::Raw => terms.raw(TermNode::Binary(BinaryOp::And, a, b), 1),
        }
    }

    pub fn either(self, terms: &mut Terms, a: Term, b: Term) -> Term {
        match self {
            Form::Simple => terms.or(a, b),
            Form::Raw if a == terms.truth(false) => b,
            Form::Raw => terms.raw(TermNode::Binary(BinaryOp::Or, a, b), 1),
        }
    }

    pub fn choice(self, terms: &mut Terms, condition: Term, a: Term, b: Term) -> Term {
        match self {
            Form::Simple => terms.ite(condition, a, b),
            Form::Raw if a == b => a,
            Form::Raw => terms.raw(TermNode::Ite(condition, a, b), terms.width(a)),
        }
    }
}

/// The steps that can lead to a wanted edge, by node.
struct Graph {
    out: Vec<Vec<usize>>,
    /// Nodes from which a wanted edge can be reached.
    is_useful: Vec<bool>,
}

impl Graph {
    fn of(system: &System, wanted: &dyn Fn(EdgeId) -> bool) -> Graph {
        let mut out: Vec<Vec<usize>> = vec![Vec::new(); system.nodes.len()];
        let mut back: Vec<Vec<Node>> = vec![Vec::new(); system.nodes.len()];
        let mut is_useful = vec![false; system.nodes.len()];
        let mut pending = Vec::new();
        for (index, step) in system.steps.iter().enumerate() {
            if system.terms.as_constant(step.guard) == Some(0) {
                continue;
            }
            out[step.from.index()].push(index);
            back[step.to.index()].push(step.from);
            if step.takes.is_some_and(wanted) {
                pending.push(step.from);
            }
        }
        while let Some(node) = pending.pop() {
            if !std::mem::replace(&mut is_useful[node.index()], true) {
                pending.extend(&back[node.index()]);
            }
        }
        let leads_on = |step: &Step| is_useful[step.to.index()] || step.takes.is_some_and(wanted);
        for steps in &mut out {
            // What chooses between the steps must know all of them, so a node keeps all or none.
            if steps.iter().all(|&step| !leads_on(&system.steps[step])) {
                steps.clear();
            }
        }
        Graph { out, is_useful }
    }

    /// The entry and the ends of all steps that lead back in a depth-first walk.
    fn cut_points(&self, system: &System) -> Vec<Node> {
        #[derive(Copy, Clone, PartialEq)]
        enum Colour {
            New,
            Open,
            Done,
        }
        let mut colours = vec![Colour::New; system.nodes.len()];
        let mut cuts = vec![system.entry];
        let mut stack = vec![(system.entry, 0)];
        colours[system.entry.index()] = Colour::Open;
        while let Some((node, next)) = stack.last_mut() {
            let Some(&step) = self.out[node.index()].get(*next) else {
                colours[node.index()] = Colour::Done;
                stack.pop();
                continue;
            };
            *next += 1;
            let to = system.steps[step].to;
            match colours[to.index()] {
                _ if !self.is_useful[to.index()] => {}
                Colour::New => {
                    colours[to.index()] = Colour::Open;
                    stack.push((to, 0));
                }
                Colour::Open if !cuts.contains(&to) => cuts.push(to),
                Colour::Open | Colour::Done => {}
            }
        }
        cuts
    }

    /// The nodes that can be reached from here without passing a cut point, in topological order.
    fn region(&self, system: &System, from: Node, is_cut: impl Fn(Node) -> bool) -> Vec<Node> {
        let mut seen = FxHashSet::default();
        let mut order = Vec::new();
        let mut stack = vec![(from, 0)];
        seen.insert(from);
        while let Some((node, next)) = stack.last_mut() {
            let node = *node;
            let steps: &[usize] =
                if node != from && is_cut(node) { &[] } else { &self.out[node.index()] };
            match steps.get(*next) {
                Some(&step) => {
                    *next += 1;
                    let to = system.steps[step].to;
                    if self.is_useful[to.index()] && !is_cut(to) && seen.insert(to) {
                        stack.push((to, 0));
                    }
                }
                None => {
                    order.push(node);
                    stack.pop();
                }
            }
        }
        order.reverse();
        order
    }
}

/// A set of variables, as bits.
#[derive(Clone, Default, PartialEq, Eq)]
struct Variables(Vec<u64>);

impl Variables {
    fn insert(&mut self, variable: VarId) {
        let (word, bit) = (variable.index() / 64, variable.index() % 64);
        if self.0.len() <= word {
            self.0.resize(word + 1, 0);
        }
        self.0[word] |= 1 << bit;
    }

    fn remove(&mut self, variable: VarId) {
        if let Some(word) = self.0.get_mut(variable.index() / 64) {
            *word &= !(1 << (variable.index() % 64));
        }
    }

    fn contains(&self, variable: VarId) -> bool {
        self.0
            .get(variable.index() / 64)
            .is_some_and(|word| word >> (variable.index() % 64) & 1 == 1)
    }

    /// Whether something was added.
    fn extend(&mut self, other: &Variables) -> bool {
        if self.0.len() < other.0.len() {
            self.0.resize(other.0.len(), 0);
        }
        let mut has_grown = false;
        for (word, more) in self.0.iter_mut().zip(&other.0) {
            has_grown |= *more & !*word != 0;
            *word |= more;
        }
        has_grown
    }

    fn iter(&self) -> impl Iterator<Item = VarId> {
        self.0.iter().enumerate().flat_map(|(index, word)| {
            (0..64)
                .filter(move |bit| word >> bit & 1 == 1)
                .map(move |bit| VarId::new(index * 64 + bit))
        })
    }
}

/// The state that matters at each node.
fn liveness(
    system: &System,
    graph: &Graph,
    must_stop: &dyn Fn() -> bool,
) -> Option<Vec<Variables>> {
    let mut live = vec![Variables::default(); system.nodes.len()];
    let mut back: Vec<Vec<Node>> = vec![Vec::new(); system.nodes.len()];
    for steps in &graph.out {
        for &step in steps {
            let step = &system.steps[step];
            back[step.to.index()].push(step.from);
        }
    }
    let mut pending: Vec<Node> =
        system.nodes.ids().filter(|node| !graph.out[node.index()].is_empty()).collect();
    let mut is_pending = vec![true; system.nodes.len()];
    let mut count = 0u32;
    while let Some(node) = pending.pop() {
        count += 1;
        if count.is_multiple_of(1024) && must_stop() {
            return None;
        }
        is_pending[node.index()] = false;
        let mut before = Variables::default();
        for &step in &graph.out[node.index()] {
            before.extend(&needed(system, &system.steps[step], &live));
        }
        if live[node.index()].extend(&before) {
            for &from in &back[node.index()] {
                if !std::mem::replace(&mut is_pending[from.index()], true) {
                    pending.push(from);
                }
            }
        }
    }
    Some(live)
}

/// What a step needs to know.
fn needed(system: &System, step: &Step, live: &[Variables]) -> Variables {
    let after = &live[step.to.index()];
    let mut needed = after.clone();
    for (variable, _) in &step.assigns {
        needed.remove(*variable);
    }
    let mut add = |term: Term| {
        for &variable in system.terms.variables(term) {
            if system.is_state(variable) {
                needed.insert(variable);
            }
        }
    };
    add(step.guard);
    for (variable, value) in &step.assigns {
        if after.contains(*variable) {
            add(*value);
        }
    }
    needed
}

type Store = Rc<FxHashMap<VarId, Term>>;

/// What happens from one cut point on.
struct Region<'a> {
    graph: &'a Graph,
    live: &'a [Variables],
    cuts: &'a FxHashMap<Node, CutId>,
    wanted: &'a dyn Fn(EdgeId) -> bool,
    form: Form,
}

/// Ways into a node: the condition of each, and the state.
type Ways = Vec<(Term, Store)>;

impl Region<'_> {
    fn run(
        &self,
        system: &mut System,
        from: Node,
        must_stop: &dyn Fn() -> bool,
    ) -> Option<(Vec<Transition>, BTreeMap<EdgeId, Term>)> {
        let order = self.graph.region(system, from, |node| self.cuts.contains_key(&node));
        let mut ways: FxHashMap<Node, Ways> = FxHashMap::default();
        let mut ends: FxHashMap<Node, Ways> = FxHashMap::default();
        let mut exits: BTreeMap<EdgeId, Term> = BTreeMap::new();
        let begin = (system.terms.truth(true), Store::default());
        ways.insert(from, vec![begin]);
        for (count, &node) in order.iter().enumerate() {
            if count % 256 == 255 && must_stop() {
                return None;
            }
            let Some(incoming) = ways.remove(&node) else { continue };
            let (condition, store) = self.join(system, node, incoming);
            let choices = choices(system, &self.graph.out[node.index()]);
            let values = store.iter().map(|(variable, value)| (*variable, *value));
            let mut state = match self.form {
                Form::Simple => Substitution::new(values),
                Form::Raw => Substitution::raw(values),
            };
            for (&index, choice) in self.graph.out[node.index()].iter().zip(choices) {
                let step = system.steps[index].clone();
                let terms = &mut system.terms;
                let guard = state.apply(terms, step.guard);
                let guard = self.form.both(terms, guard, choice);
                let guard = self.form.both(terms, condition, guard);
                if self.form == Form::Simple && terms.as_constant(guard) == Some(0) {
                    continue;
                }
                if let Some(edge) = step.takes.filter(|&edge| (self.wanted)(edge)) {
                    let before = exits.get(&edge).copied().unwrap_or(terms.truth(false));
                    exits.insert(edge, self.form.either(terms, before, guard));
                }
                if !self.graph.is_useful[step.to.index()] {
                    continue;
                }
                let after = self.after(system, &step, &store, &mut state);
                let to = match self.cuts.contains_key(&step.to) {
                    true => ends.entry(step.to),
                    false => ways.entry(step.to),
                };
                to.or_default().push((guard, after));
            }
        }
        Some((self.transitions(system, ends), exits))
    }

    /// The state after a step, as far as it matters.
    fn after(
        &self,
        system: &mut System,
        step: &Step,
        store: &Store,
        state: &mut Substitution,
    ) -> Store {
        let live = &self.live[step.to.index()];
        if step.assigns.iter().all(|(variable, _)| !live.contains(*variable)) {
            return Rc::clone(store);
        }
        let mut after: FxHashMap<VarId, Term> = store
            .iter()
            .filter(|(variable, _)| live.contains(**variable))
            .map(|(a, b)| (*a, *b))
            .collect();
        for (variable, value) in &step.assigns {
            if live.contains(*variable) {
                after.insert(*variable, state.apply(&mut system.terms, *value));
            }
        }
        Rc::new(after)
    }

    /// One condition and one state of several ways, whose conditions exclude each other.
    fn join(&self, system: &mut System, node: Node, mut ways: Ways) -> (Term, Store) {
        let Some((last_condition, last)) = ways.pop() else {
            return (system.terms.truth(false), Store::default());
        };
        if ways.is_empty() {
            return (last_condition, last);
        }
        let mut assigned: Vec<VarId> = ways
            .iter()
            .flat_map(|(_, store)| store.keys())
            .chain(last.keys())
            .copied()
            .filter(|&variable| self.live[node.index()].contains(variable))
            .collect();
        assigned.sort_unstable();
        assigned.dedup();
        let mut joined = FxHashMap::default();
        for variable in assigned {
            let same = system.terms.variable(variable);
            let value_in = |store: &Store| store.get(&variable).copied().unwrap_or(same);
            let mut value = value_in(&last);
            for (condition, store) in &ways {
                let other = value_in(store);
                value = self.form.choice(&mut system.terms, *condition, other, value);
            }
            joined.insert(variable, value);
        }
        let condition = ways.iter().fold(last_condition, |sum, (condition, _)| {
            self.form.either(&mut system.terms, sum, *condition)
        });
        (condition, Rc::new(joined))
    }

    fn transitions(&self, system: &mut System, ends: FxHashMap<Node, Ways>) -> Vec<Transition> {
        let mut ends: Vec<(Node, Ways)> = ends.into_iter().collect();
        ends.sort_unstable_by_key(|(node, _)| *node);
        let mut transitions = Vec::new();
        for (node, ways) in ends {
            let (guard, store) = self.join(system, node, ways);
            let mut assigns: Vec<(VarId, Term)> = store
                .iter()
                .filter(|(variable, _)| self.live[node.index()].contains(**variable))
                .map(|(variable, value)| (*variable, *value))
                .collect();
            assigns.sort_unstable();
            transitions.push(Transition { to: self.cuts[&node], guard, assigns });
        }
        transitions
    }
}

/// What each of the steps from a node needs beside its guard, so that they exclude each other.
/// Those that take edges are the outcomes of a branch, and do so already.
fn choices(system: &mut System, steps: &[usize]) -> Vec<Term> {
    let is_branch = steps.iter().all(|&step| system.steps[step].takes.is_some());
    let truth = system.terms.truth(true);
    if steps.len() < 2 || is_branch {
        return vec![truth; steps.len()];
    }
    let node = system.steps[steps[0]].from;
    let choice = match system.choices.get(&node) {
        Some(&choice) => choice,
        None => system.terms.new_variable(16).1,
    };
    system.choices.insert(node, choice);
    let number = |index: usize| {
        let number = system.terms.constant(16, index as u128);
        system.terms.eq(choice, number)
    };
    (0..steps.len()).map(number).collect()
}

//! Symbolic reachability analysis: from an edge backwards, by weakest preconditions ("Bidirectional
//! Symbolic Analysis for Effective Branch Testing", sections 4.2 and 6).
//!
//! A *region* (an R-state of the paper) stands at a *stop*, a node of the system from which several
//! steps lead on. Its predicate, over the state at the stop, says from which states the target can
//! still be reached in a certain number of turns of loops. Stops are those of one copy of a
//! function, so a region belongs to a call string.
//!
//! Regions of a target are made in order: all that lie behind a stop before the one at it, so that
//! there is one for each stop and turn, however many ways lead on from it; a way back into a loop
//! counts as a new turn. What a step leaves open (inputs, memory behind unknown pointers) is a
//! variable of its own each time, of which there is some value.
//!
//! A region that no state satisfies is a contradiction, and one that older regions at the same stop
//! contain brings nothing new. When nothing is left to look at and no region has reached the entry,
//! no run takes the target: the regions are closed under going back, and the entry is in none of
//! them. Each part of that is a check in the certificate.

mod closure;

use crate::source::{ContextId, Origin, Site};
use crate::system::{Node, System};
use crate::words;
use crate::{Limits, Start, build};
use assay_base::{Arena, Id, Place, id};
use assay_expr::{
    Assignment, BinaryOp, Evaluator, Node as TermNode, Substitution, Term, Terms, Value, VarId,
};
use assay_program::{EdgeId, FuncId, Program};
use assay_solver::{Decided, Decider};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::{Duration, Instant};

id!(
    /// An R-state.
    RegionId,
    "r"
);

/// The time of one query.
const QUERY_TIME: Duration = Duration::from_secs(2);
/// Ways back from one region, and regions of one target, beyond which it is given up.
const MANY_WAYS: usize = 2_000;
const MANY_REGIONS: usize = 3_000;
/// Terms of all regions.
const MANY_TERMS: usize = 3_000_000;
/// How often making the system may ask whether to stop, where time must not count: some seconds.
const MOST_ASKED: u32 = 2_000;

pub struct Backward {
    system: System,
    /// By node: the steps that lead there.
    into: Vec<Vec<usize>>,
    is_stop: Vec<bool>,
    /// Places in the order of a walk from the entry: a step that leads to a smaller number leads
    /// back.
    order: Vec<usize>,
    /// The axioms about each variable.
    axioms: FxHashMap<VarId, Vec<Term>>,
    regions: Arena<RegionId, Region>,
    targets: BTreeMap<EdgeId, Target>,
    decider: Decider,
    evaluator: Evaluator,
    /// The state that a region is evaluated on, as far as that is about its variables.
    state: Assignment,
    limits: Limits,
}

/// Queries after which a solver has learnt more than it is worth.
const MANY_QUERIES: u64 = 40;

/// Where a region is, and what it says.
pub struct Region {
    pub target: EdgeId,
    node: Node,
    turn: usize,
    predicate: Term,
    /// The edges that are taken first on the ways to the target.
    pub edges: BTreeSet<EdgeId>,
    /// What it is made of.
    ways: Vec<Way>,
    /// What it leaves open, as it is in one state of it.
    example: Vec<(VarId, Value)>,
}

/// A way from a stop, without another one in between.
struct Way {
    /// The steps, the last one first, each with the variables that stand for what it leaves open.
    steps: Vec<(usize, Vec<(VarId, Term)>)>,
    /// Where it ends; none if the last step takes the target.
    to: Option<RegionId>,
}

#[derive(Default)]
struct Target {
    /// Regions that may still grow, by turn and place.
    waiting: BTreeMap<(usize, std::cmp::Reverse<usize>), RegionId>,
    /// Those that are part of the model, by stop.
    accepted: FxHashMap<Node, Vec<RegionId>>,
    /// Contradictions, with the conjuncts that contradict each other, and regions inside of others.
    contradictions: Vec<(RegionId, Vec<Term>)>,
    contained: Vec<(RegionId, Vec<RegionId>)>,
    /// Ways that nothing can come from.
    dead_ends: Vec<Way>,
    /// The last one that became part of the model, if it was not gone back from yet.
    latest: Option<RegionId>,
    count: usize,
    /// It can be reached in the system, or that could not be found out.
    is_open: bool,
}

/// What has become of a target.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Progress {
    /// Its next region.
    Region(RegionId),
    /// No run takes it.
    Excluded,
    /// There is nothing more to find out this way.
    Stuck,
}

impl Backward {
    /// A program seen from its end; none if there is no system of it, none until then, or none
    /// after a certain amount of work.
    pub fn of(
        program: &Program,
        entry: FuncId,
        start: Start,
        limits: &Limits,
        until: Option<Instant>,
    ) -> Option<Backward> {
        let asked = Cell::new(0);
        let is_late = || match until {
            Some(until) => Instant::now() >= until,
            None => asked.replace(asked.get() + 1) >= MOST_ASKED,
        };
        let must_stop = || limits.are_exceeded() || is_late();
        let system = build::build(program, entry, start, &must_stop).ok()?;
        Some(Backward::new(system, limits))
    }

    pub(crate) fn new(system: System, limits: &Limits) -> Backward {
        let count = system.nodes.len();
        let mut into = vec![Vec::new(); count];
        let mut out = vec![Vec::new(); count];
        for (index, step) in system.steps.iter().enumerate() {
            if system.terms.as_constant(step.guard) != Some(0) {
                into[step.to.index()].push(index);
                out[step.from.index()].push(step.to);
            }
        }
        let mut is_stop: Vec<bool> = out.iter().map(|steps| steps.len() > 1).collect();
        is_stop[system.entry.index()] = true;
        if let Some(outside) = system.source.outside {
            is_stop[outside.index()] = false;
        }
        let mut axioms: FxHashMap<VarId, Vec<Term>> = FxHashMap::default();
        for &axiom in &system.axioms {
            for &variable in system.terms.variables(axiom) {
                axioms.entry(variable).or_default().push(axiom);
            }
        }
        Backward {
            order: order(&out, system.entry),
            system,
            into,
            is_stop,
            axioms,
            regions: Arena::new(),
            targets: BTreeMap::new(),
            decider: new_decider(limits),
            evaluator: Evaluator::new(),
            state: Assignment::new(),
            limits: limits.clone(),
        }
    }

    /// Goes back from the latest region of a target, and on to its next one.
    pub fn advance(&mut self, edge: EdgeId) -> Progress {
        let mut target = match self.targets.remove(&edge) {
            Some(target) => target,
            None => self.begin(edge),
        };
        if self.decider.queries > MANY_QUERIES {
            self.decider = new_decider(&self.limits);
        }
        let progress = self.advance_target(&mut target);
        self.targets.insert(edge, target);
        progress
    }

    fn advance_target(&mut self, target: &mut Target) -> Progress {
        loop {
            if target.is_open || self.limits.are_exceeded() {
                return Progress::Stuck;
            }
            if let Some(latest) = target.latest.take() {
                self.go_back(target, latest);
                continue;
            }
            let Some((_, region)) = target.waiting.pop_first() else { return Progress::Excluded };
            target.count += 1;
            if target.count > MANY_REGIONS || self.system.terms.len() > MANY_TERMS {
                target.is_open = true;
            } else if self.accept(target, region) {
                return Progress::Region(region);
            }
        }
    }

    fn begin(&mut self, edge: EdgeId) -> Target {
        let mut target = Target::default();
        let takes: Vec<usize> = (0..self.system.steps.len())
            .filter(|&step| self.system.steps[step].takes == Some(edge))
            .collect();
        let truth = self.system.terms.truth(true);
        for step in takes {
            self.extend(&mut target, edge, (step, truth), Vec::new(), 0, None);
        }
        target
    }

    /// Looks at all ways that lead to a region.
    fn go_back(&mut self, target: &mut Target, region: RegionId) {
        let Region { target: edge, node, turn, predicate, .. } = self.regions[region];
        for step in self.into[node.index()].clone() {
            self.extend(target, edge, (step, predicate), Vec::new(), turn, Some(region));
        }
    }

    /// Follows steps backwards until a stop, from which this becomes a way to the target.
    fn extend(
        &mut self,
        target: &mut Target,
        edge: EdgeId,
        first: (usize, Term),
        behind: Vec<(usize, Vec<(VarId, Term)>)>,
        turn: usize,
        to: Option<RegionId>,
    ) {
        let mut pending = vec![(first.0, first.1, behind, turn)];
        let mut ways = 0;
        while let Some((index, after, mut steps, mut turn)) = pending.pop() {
            ways += 1;
            if ways > MANY_WAYS || target.is_open {
                target.is_open = true;
                return;
            }
            let (from, end) = (self.system.steps[index].from, self.system.steps[index].to);
            if self.order[from.index()] == NEVER {
                continue;
            }
            let opened = self.opened(index, after);
            let before = self.precondition(index, after, &opened, false);
            if self.system.terms.as_constant(before) == Some(0) {
                steps.push((index, opened));
                target.dead_ends.push(Way { steps, to });
                continue;
            }
            if self.order[from.index()] >= self.order[end.index()] {
                turn += 1;
            }
            steps.push((index, opened));
            if self.is_stop[from.index()] {
                self.add(target, edge, (from, turn), before, Way { steps, to });
                continue;
            }
            for &step in &self.into[from.index()] {
                pending.push((step, before, steps.clone(), turn));
            }
        }
    }

    /// New variables for what a step leaves open and the condition behind it depends on.
    fn opened(&mut self, index: usize, after: Term) -> Vec<(VarId, Term)> {
        let step = &self.system.steps[index];
        let mut used: BTreeSet<VarId> =
            self.system.terms.variables(step.guard).iter().copied().collect();
        for (variable, value) in &step.assigns {
            if self.system.terms.variables(after).contains(variable) {
                used.extend(self.system.terms.variables(*value));
            }
        }
        used.retain(|variable| !self.system.is_state(*variable));
        let fresh = |variable: VarId| {
            let width = self.system.terms.variable_width(variable);
            (variable, self.system.terms.new_variable(width).1)
        };
        used.into_iter().map(fresh).collect()
    }

    /// When the step can be taken and the condition holds behind it.
    fn precondition(
        &mut self,
        index: usize,
        after: Term,
        opened: &[(VarId, Term)],
        is_raw: bool,
    ) -> Term {
        let mut opened = opened.to_vec();
        if is_raw {
            // What was simplified away is still there.
            let all = self.opened(index, after);
            let known: Vec<VarId> = opened.iter().map(|(variable, _)| *variable).collect();
            opened.extend(all.into_iter().filter(|(variable, _)| !known.contains(variable)));
        }
        let make = |of: Vec<(VarId, Term)>| match is_raw {
            true => Substitution::raw(of),
            false => Substitution::new(of),
        };
        let mut rename = make(opened);
        let (guard, assigns) = {
            let step = &self.system.steps[index];
            let used = self.system.terms.variables(after);
            let assigns: Vec<(VarId, Term)> = step
                .assigns
                .iter()
                .filter(|(variable, _)| used.contains(variable))
                .copied()
                .collect();
            (step.guard, assigns)
        };
        let terms = &mut self.system.terms;
        let guard = rename.apply(terms, guard);
        let assigns =
            assigns.into_iter().map(|(variable, value)| (variable, rename.apply(terms, value)));
        let assigns: Vec<(VarId, Term)> = assigns.collect();
        let before = make(assigns).apply(terms, after);
        match is_raw {
            true => terms.raw(TermNode::Binary(BinaryOp::And, guard, before), 1),
            false => terms.and(guard, before),
        }
    }

    /// Makes a way part of the region at its start.
    fn add(
        &mut self,
        target: &mut Target,
        edge: EdgeId,
        (node, turn): (Node, usize),
        condition: Term,
        way: Way,
    ) {
        let place = (turn, std::cmp::Reverse(self.order[node.index()]));
        let takes = way.steps.last().and_then(|(step, _)| self.system.steps[*step].takes);
        let region = *target.waiting.entry(place).or_insert_with(|| {
            self.regions.push(Region {
                target: edge,
                node,
                turn,
                predicate: self.system.terms.truth(false),
                edges: BTreeSet::new(),
                ways: Vec::new(),
                example: Vec::new(),
            })
        });
        let region = &mut self.regions[region];
        region.predicate = self.system.terms.or(region.predicate, condition);
        region.edges.extend(takes);
        region.ways.push(way);
    }

    /// Whether a region that is complete now says something new.
    fn accept(&mut self, target: &mut Target, id: RegionId) -> bool {
        let Region { node, predicate, .. } = self.regions[id];
        let query = self.with_axioms(&[predicate]);
        self.evaluator.reset();
        match self.decider.decide(&self.system.terms, &query) {
            Decided::Unsat(core) => {
                target.contradictions.push((id, core));
                return false;
            }
            Decided::Sat(_) if node == self.system.entry => {
                target.is_open = true;
                return false;
            }
            Decided::Sat(example) => {
                let value = self.evaluator.value(&self.system.terms, &example, predicate);
                debug_assert_eq!(value, 1, "invariant 2: no state is in an R-state");
                let open = self.system.terms.variables(predicate).iter();
                let open = open.filter(|variable| !self.system.is_state(**variable));
                self.regions[id].example =
                    open.map(|&variable| (variable, example.get(variable))).collect();
            }
            Decided::Unknown(_) => {
                target.is_open = true;
                return false;
            }
        }
        let older = target.accepted.entry(node).or_default();
        // What a region leaves open it leaves open for some value only.
        let is_plain = |id: &RegionId| {
            let predicate = self.regions[*id].predicate;
            self.system.terms.variables(predicate).iter().all(|v| self.system.is_state(*v))
        };
        let known: Vec<RegionId> = older.iter().copied().filter(is_plain).collect();
        older.push(id);
        if known.is_empty() {
            target.latest = Some(id);
            return true;
        }
        let query = self.outside_of(predicate, &known);
        if matches!(self.decider.decide(&self.system.terms, &query), Decided::Unsat(_)) {
            target.accepted.entry(node).or_default().pop();
            target.contained.push((id, known));
            return false;
        }
        target.latest = Some(id);
        true
    }

    /// That a condition holds and none of these regions does.
    fn outside_of(&mut self, condition: Term, regions: &[RegionId]) -> Vec<Term> {
        let mut query = vec![condition];
        for &region in regions {
            let predicate = self.regions[region].predicate;
            query.push(self.system.terms.not(predicate));
        }
        self.with_axioms(&query)
    }

    fn with_axioms(&self, conjuncts: &[Term]) -> Vec<Term> {
        let mut all = conjuncts.to_vec();
        let variables = conjuncts.iter().flat_map(|&term| self.system.terms.variables(term));
        let about = variables.filter_map(|variable| self.axioms.get(variable)).flatten();
        let mut seen: FxHashSet<Term> = FxHashSet::default();
        all.extend(about.copied().filter(|axiom| seen.insert(*axiom)));
        all
    }
}

/// What others may look at.
impl Backward {
    pub fn region(&self, id: RegionId) -> &Region {
        &self.regions[id]
    }

    /// The terms that predicates are in.
    pub fn terms(&self) -> &Terms {
        &self.system.terms
    }

    pub fn predicate(&self, id: RegionId) -> Term {
        self.regions[id].predicate
    }

    /// Whether a state is seen to be in a region. `look` tells the value of what a variable stands
    /// for, by its width; none if it cannot be seen. What the region leaves open is what it was in
    /// the first state of it that was found: with other values a state may be in the region that
    /// this does not see.
    pub fn is_met(
        &mut self,
        id: RegionId,
        look: &mut dyn FnMut(Origin, u32) -> Option<Value>,
    ) -> bool {
        let Region { predicate, example, .. } = &self.regions[id];
        for &(variable, value) in example {
            self.state.set(variable, value);
        }
        for &variable in self.system.terms.variables(*predicate) {
            if !self.system.is_state(variable) {
                continue;
            }
            let width = self.system.terms.variable_width(variable);
            let origin = self.system.source.origins.get(&variable).copied();
            let Some(value) = origin.and_then(|origin| look(origin, width)) else { return false };
            self.state.set(variable, value);
        }
        self.evaluator.reset();
        self.evaluator.value(&self.system.terms, &self.state, *predicate) == 1
    }

    /// The copy of a function that a region lies in.
    pub fn context(&self, id: RegionId) -> Option<ContextId> {
        self.system.source.nodes.get(&self.regions[id].node).copied()
    }

    /// What a variable stands for, if that can be looked up in the program.
    pub fn origin(&self, variable: VarId) -> Option<Origin> {
        self.system.source.origins.get(&variable).copied()
    }

    /// The copies that calls in progress are in: of each, outermost first, the function, the
    /// instruction that made it, and whether it is followed at all.
    pub fn contexts(
        &self,
        calls: impl IntoIterator<Item = (FuncId, Option<Site>, bool)>,
    ) -> Vec<Option<ContextId>> {
        self.system.source.contexts(calls)
    }

    /// Where in the source a region is, and what it says.
    pub fn describe(&self, id: RegionId) -> (Option<Place>, String) {
        let region = &self.regions[id];
        (self.system.nodes[region.node], words::say(&self.system, region.predicate))
    }

    /// The turn of loops, counted from the target, that a region belongs to.
    pub fn turn(&self, id: RegionId) -> usize {
        self.regions[id].turn
    }

    /// The regions that the ways of one lead to.
    pub fn successors(&self, id: RegionId) -> Vec<RegionId> {
        let mut next: Vec<RegionId> =
            self.regions[id].ways.iter().filter_map(|way| way.to).collect();
        next.sort_unstable();
        next.dedup();
        next
    }
}

fn new_decider(limits: &Limits) -> Decider {
    Decider::new(limits.seed, QUERY_TIME, limits.deadline, Arc::clone(&limits.interrupt))
}

/// The place of a node that the walk does not see.
const NEVER: usize = usize::MAX;

/// By node: its place in a walk that sees a node before what it leads to, but for loops.
fn order(out: &[Vec<Node>], entry: Node) -> Vec<usize> {
    let mut order = vec![NEVER; out.len()];
    let mut seen = vec![false; out.len()];
    let mut next = out.len();
    let mut stack = vec![(entry, 0)];
    seen[entry.index()] = true;
    while let Some((node, child)) = stack.last_mut() {
        let Some(&to) = out[node.index()].get(*child) else {
            next -= 1;
            order[node.index()] = next;
            stack.pop();
            continue;
        };
        *child += 1;
        if !std::mem::replace(&mut seen[to.index()], true) {
            stack.push((to, 0));
        }
    }
    order
}

//! Which conditions of the source keep an edge from being taken.
//!
//! That an edge is never taken is one large formula without a model, which says nothing to people.
//! So each condition gets a switch: while it is off, a free variable decides instead of the
//! condition, else nothing has changed. A core of the switches that must be on is a set of
//! conditions that contradict each other, with the facts that hold where the ways to the edge
//! begin. Conditions are those of the source: a function that is copied into several calls has the
//! same ones in each.
//!
//! What is found here is only said; no verdict depends on it.

use crate::blocks::{Blocks, CutId};
use crate::certificate::{Cuts, edge_mark};
use crate::system::{Node, System};
use crate::words;
use assay_base::ProcessorTime;
use assay_expr::{Term, VarId};
use assay_program::EdgeId;
use assay_solver::{Decided, Decider};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

/// Steps beyond which a system is too large to be looked at once more.
const MANY_STEPS: usize = 20_000;
/// Queries for all edges of a certificate, the time of one, and the time of all: a verdict waits
/// for it.
const MANY_QUERIES: usize = 300;
const QUERY_TIME: Duration = Duration::from_millis(50);
const WHOLE_TIME: Duration = Duration::from_millis(250);
/// Conditions of a core that are tried to be left out.
const MANY_TRIES: usize = 24;
/// Conditions that one sentence names.
const MOST_NAMED: usize = 6;

/// A condition of the source, wherever it was copied to.
struct Condition {
    /// On: the condition decides.
    switch: Term,
    /// The nodes at which it is asked.
    nodes: Vec<Node>,
}

/// The system with a switch for each condition.
pub(crate) struct Switched<'a> {
    blocks: &'a Blocks,
    pub(crate) cuts: Cuts,
    conditions: Vec<Condition>,
    queries: usize,
    until: ProcessorTime,
}

impl<'a> Switched<'a> {
    /// None if it would be too large.
    pub(crate) fn of(
        system: &mut System,
        blocks: &'a Blocks,
        wanted: &dyn Fn(EdgeId) -> bool,
        must_stop: &dyn Fn() -> bool,
    ) -> Option<Switched<'a>> {
        if blocks.steps().map(<[usize]>::len).sum::<usize>() > MANY_STEPS {
            return None;
        }
        let until = ProcessorTime::now() + WHOLE_TIME;
        let must_stop = &|| must_stop() || ProcessorTime::now() >= until;
        let mut conditions: BTreeMap<Key, Condition> = BTreeMap::new();
        let mut guards = Vec::new();
        for steps in blocks.steps() {
            let Some(key) = key(system, steps) else { continue };
            let node = system.steps[steps[0]].from;
            let condition = conditions.entry(key).or_insert_with(|| {
                let switch = system.terms.new_variable(1).1;
                Condition { switch, nodes: Vec::new() }
            });
            condition.nodes.push(node);
            guards.extend(switched(system, steps, condition.switch));
        }
        let cuts = blocks.with_guards(system, guards, wanted, must_stop)?;
        let conditions = conditions.into_values().collect();
        Some(Switched { blocks, cuts, conditions, queries: MANY_QUERIES, until })
    }

    /// Whether there is no time for more.
    pub(crate) fn is_late(&self) -> bool {
        ProcessorTime::now() >= self.until
    }

    /// The variables of all switches.
    pub(crate) fn switches(&self, system: &System) -> FxHashSet<VarId> {
        let switches = self.conditions.iter().map(|condition| condition.switch);
        switches.flat_map(|switch| system.terms.variables(switch).to_vec()).collect()
    }

    /// Why an edge is not taken on its way from a cut point, where these facts hold.
    pub(crate) fn at_cut(
        &mut self,
        system: &mut System,
        (edge, cut): (EdgeId, CutId),
        facts: &[Term],
        decider: &mut Decider,
    ) -> Option<String> {
        let &exit = self.cuts[cut].exits.get(&edge)?;
        let core = self.core(system, exit, facts, decider)?;
        let reach = Reach::of(system, self.blocks, edge, false);
        Some(self.sentence(system, edge, &core, &reach, !facts.is_empty()))
    }

    /// Why a formula over several turns, in which an edge is taken, does not hold.
    pub(crate) fn in_turns(
        &mut self,
        system: &mut System,
        (edge, taken): (EdgeId, Term),
        decider: &mut Decider,
    ) -> Option<String> {
        let core = self.core(system, taken, &[], decider)?;
        let reach = Reach::of(system, self.blocks, edge, true);
        Some(self.sentence(system, edge, &core, &reach, false))
    }

    /// Conditions, by their number, that must be asked for the goal to be impossible.
    fn core(
        &mut self,
        system: &System,
        goal: Term,
        facts: &[Term],
        decider: &mut Decider,
    ) -> Option<Vec<usize>> {
        let used: FxHashSet<VarId> = system.terms.variables(goal).iter().copied().collect();
        let is_used = |number: &usize| {
            let switch = self.conditions[*number].switch;
            system.terms.variables(switch).iter().any(|variable| used.contains(variable))
        };
        let all: Vec<usize> = (0..self.conditions.len()).filter(is_used).collect();
        let mut core = self.contradicts(system, goal, facts, &all, decider)?;
        for number in core.clone().into_iter().take(MANY_TRIES) {
            let fewer: Vec<usize> = core.iter().copied().filter(|&other| other != number).collect();
            if let Some(smaller) = self.contradicts(system, goal, facts, &fewer, decider) {
                core = smaller;
            }
        }
        Some(core)
    }

    /// Those of the conditions that rule the goal out, if they do.
    fn contradicts(
        &mut self,
        system: &System,
        goal: Term,
        facts: &[Term],
        conditions: &[usize],
        decider: &mut Decider,
    ) -> Option<Vec<usize>> {
        self.queries = self.queries.checked_sub(1).filter(|_| !self.is_late())?;
        let mut query = system.axioms.clone();
        query.extend(facts);
        query.push(goal);
        query.extend(conditions.iter().map(|&number| self.conditions[number].switch));
        match decider.decide_within(QUERY_TIME, &system.terms, &query) {
            Decided::Unsat(core) => {
                let is_needed = |number: &usize| core.contains(&self.conditions[*number].switch);
                Some(conditions.iter().copied().filter(is_needed).collect())
            }
            Decided::Sat(_) => None,
            Decided::Unknown(_) => {
                self.queries = 0;
                None
            }
        }
    }

    /// What contradicts what, in words: the condition next to the edge first.
    fn sentence(
        &self,
        system: &System,
        edge: EdgeId,
        core: &[usize],
        reach: &Reach,
        has_facts: bool,
    ) -> String {
        let mut said: Vec<(Node, String)> = core
            .iter()
            .map(|&number| self.conditions[number].nodes.as_slice())
            .filter_map(|nodes| self.said(system, nodes, reach))
            .collect();
        said.sort_by_key(|(node, _)| *node);
        let is_last = |(node, _): &(Node, String)| takes(system, self.blocks, *node, edge);
        let last = said.iter().position(is_last).map(|index| said.remove(index));
        let mut others: Vec<String> = said.into_iter().map(|(_, text)| text).collect();
        others.dedup();
        let more = others.len().saturating_sub(MOST_NAMED);
        others.truncate(MOST_NAMED);
        if more > 0 {
            others.push(format!("{more} more"));
        }
        match (last, others.as_slice()) {
            (Some((_, last)), []) if has_facts => last,
            (Some((_, last)), []) => format!("{last}, which the values on all ways there exclude"),
            (Some((_, last)), others) => {
                format!("{last}, but on the ways there {}", others.join(", and "))
            }
            (None, []) => "the values on all ways to it exclude it".to_string(),
            (None, others) => format!("on the ways to it {}", others.join(", and ")),
        }
    }

    /// A condition in words, and one of its nodes: what must hold there to go on to the edge.
    fn said(&self, system: &System, nodes: &[Node], reach: &Reach) -> Option<(Node, String)> {
        let leads_on = |node: &&Node| !reach.onward(system, self.blocks, **node).is_empty();
        let node = *nodes.iter().find(leads_on)?;
        let onward = reach.onward(system, self.blocks, node);
        let step = &system.steps[onward[0]];
        let place = match step.takes {
            Some(edge) => edge_mark(edge),
            None => return None,
        };
        let text = match onward.as_slice() {
            [_] => format!("{place} needs {}", words::say(system, step.guard)),
            _ => format!("{place} decides otherwise"),
        };
        Some((node, text))
    }
}

/// What makes conditions the same: the first of their edges, or the node of an assumption.
type Key = (Option<EdgeId>, Option<Node>);

/// None where nothing is decided.
fn key(system: &System, steps: &[usize]) -> Option<Key> {
    let all = || steps.iter().map(|&step| &system.steps[step]);
    if all().all(|step| system.terms.as_constant(step.guard).is_some()) {
        return None;
    }
    let first = all().filter_map(|step| step.takes).min();
    Some(match first {
        Some(edge) => (Some(edge), None),
        None => (None, Some(all().next()?.from)),
    })
}

/// The guards of the steps from one node, with a switch.
fn switched(system: &mut System, steps: &[usize], switch: Term) -> Vec<(usize, Term)> {
    let off = system.terms.not(switch);
    let choice = (steps.len() > 1).then(|| system.terms.new_variable(16).1);
    let mut guards = Vec::new();
    for (number, &step) in steps.iter().enumerate() {
        let guard = system.steps[step].guard;
        let mut guard = system.terms.or(off, guard);
        if let Some(choice) = choice {
            let number = system.terms.constant(16, number as u128);
            let chosen = system.terms.eq(choice, number);
            guard = system.terms.and(chosen, guard);
        }
        guards.push((step, guard));
    }
    guards
}

fn takes(system: &System, blocks: &Blocks, node: Node, edge: EdgeId) -> bool {
    blocks.steps_from(node).iter().any(|&step| system.steps[step].takes == Some(edge))
}

/// From where an edge can be taken.
struct Reach {
    edge: EdgeId,
    before: FxHashSet<Node>,
}

impl Reach {
    /// Through cut points too, or without passing one.
    fn of(system: &System, blocks: &Blocks, edge: EdgeId, passes_cuts: bool) -> Reach {
        let mut back: FxHashMap<Node, Vec<Node>> = FxHashMap::default();
        let mut pending = Vec::new();
        for &step in blocks.steps().flatten() {
            let step = &system.steps[step];
            back.entry(step.to).or_default().push(step.from);
            if step.takes == Some(edge) {
                pending.push(step.from);
            }
        }
        let mut before = FxHashSet::default();
        while let Some(node) = pending.pop() {
            if (!passes_cuts && blocks.is_cut(node)) || !before.insert(node) {
                continue;
            }
            pending.extend(back.get(&node).into_iter().flatten());
        }
        Reach { edge, before }
    }

    /// The steps from a node that lead to the edge, or take it.
    fn onward(&self, system: &System, blocks: &Blocks, node: Node) -> Vec<usize> {
        let leads_on = |step: &&usize| {
            let step = &system.steps[**step];
            step.takes == Some(self.edge) || self.before.contains(&step.to)
        };
        blocks.steps_from(node).iter().filter(leads_on).copied().collect()
    }
}

/// The conditions that contradict each other on the ways to each of these edges, or the facts that
/// exclude it, as sentences.
pub(crate) fn reasons(
    system: &mut System,
    blocks: &Blocks,
    edges: &BTreeMap<EdgeId, Vec<(CutId, Term)>>,
    decider: &mut Decider,
    must_stop: &dyn Fn() -> bool,
) -> BTreeMap<EdgeId, Vec<String>> {
    let mut reasons: BTreeMap<EdgeId, Vec<String>> = BTreeMap::new();
    let wanted = |edge| edges.contains_key(&edge);
    let Some(mut switched) = Switched::of(system, blocks, &wanted, must_stop) else {
        return reasons;
    };
    for (&edge, facts) in edges {
        let mut said: BTreeSet<String> = BTreeSet::new();
        for cut in blocks.cuts.ids() {
            let here: Vec<Term> =
                facts.iter().filter(|(at, _)| *at == cut).map(|(_, fact)| *fact).collect();
            said.extend(switched.at_cut(system, (edge, cut), &here, decider));
        }
        let is_there = switched.cuts.values().any(|cut| cut.exits.contains_key(&edge));
        if !is_there {
            said.insert(no_way(system, edge));
        }
        reasons.insert(edge, said.into_iter().collect());
    }
    reasons
}

/// Of an edge that no formula has.
pub(crate) fn no_way(system: &System, edge: EdgeId) -> String {
    let is_asked = system.steps.iter().any(|step| step.takes == Some(edge));
    let place = edge_mark(edge);
    match is_asked {
        true => format!("what {place} compares is always the same, or nothing leads there"),
        false => format!("nothing leads to {place}"),
    }
}

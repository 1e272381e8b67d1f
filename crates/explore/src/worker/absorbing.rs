//! What a finished run adds: decisions to the tree, alternatives to the frontier, discoveries.

use super::ending::ending;
use super::{ENOUGH_FAILURES, Worker};
use crate::frontier::{Entry, PathRecord};
use crate::shared::Discovery;
use assay_base::{Id, Step};
use assay_engine::{Decision, Event, InputRecord, PathEnd, Run, Start};
use assay_expr::{Assignment, Value};
use assay_search::{Candidate, Explored, Goal, GraphNode, News, NodeId, Stretch};
use std::sync::atomic::Ordering;

impl Worker {
    /// Takes a finished run into the tree and tells what is new about it.
    pub(super) fn absorb(&mut self, run: Run, from: NodeId, candidate: Option<&Candidate>) {
        self.follow_growth();
        self.count(&run);
        if let Some(candidate) = candidate
            && run.end == PathEnd::Finding
            && run.events.is_empty()
        {
            let is_real = run.findings.iter().any(|finding| finding.precondition.is_none());
            let weight = if is_real { ENOUGH_FAILURES } else { 1 };
            *self.failing_sites.entry(candidate.site).or_default() += weight;
        }
        let gain = if self.doubt(&run) { 0 } else { self.discover(&run) };
        if gain > 0 {
            self.add_parent(&run);
            self.growth.is_gaining();
            self.note_own_gain(&run);
        }
        self.put_path_aside(&run);
        let instructions = run.instructions;
        let nearness = run.nearness.clone();
        self.runs += 1;
        let leaf = self.add_events(run, from, candidate.map_or(0, |c| c.stale + 1));
        self.look();
        let explored = Explored {
            run: self.runs,
            candidate,
            from,
            leaf,
            gain,
            instructions,
            nearness: &nearness,
        };
        self.wishes.clear();
        self.learn(&News::Ran(&explored));
        if self.wishes != self.watched {
            self.machine.watch(&self.wishes);
            self.watched.clone_from(&self.wishes);
        }
    }

    fn count(&self, run: &Run) {
        self.note_end(run);
        self.totals(|totals| {
            totals.paths += u64::from(run.end.is_behaviour() && run.end != PathEnd::Suspended);
            totals.instructions += run.instructions;
            match &run.end {
                PathEnd::Unsupported { what, place } => {
                    *totals.unsupported.entry((what.clone(), *place)).or_default() += 1;
                }
                PathEnd::OutOfFuel | PathEnd::OutOfMemory => totals.out_of_fuel += 1,
                _ => {}
            }
        });
    }

    /// Tells of what the run is the first to reach; how many objectives that are.
    pub(super) fn discover(&self, run: &Run) -> usize {
        if !run.end.is_behaviour() {
            return 0;
        }
        // Whoever sees that all is covered shall see that this is not confirmed.
        self.shared.pending.fetch_add(1, Ordering::Relaxed);
        let gain = self.shared.cover(&run.new_edges);
        let (findings, known_findings) = self.shared.new_findings(run.findings.clone());
        let reached = gain.objectives.len();
        // Where nothing is asked for, one test shows at least that it runs.
        let is_first = self.shared.objectives.is_empty()
            && !self.shared.has_told.swap(true, Ordering::Relaxed);
        if !gain.is_something() && findings.is_empty() && !is_first {
            self.shared.pending.fetch_sub(1, Ordering::Relaxed);
            return reached;
        }
        let discovery = Discovery {
            inputs: run.input_log.iter().map(|record| record.value(&run.inputs)).collect(),
            ends: ending(run),
            objectives: gain.objectives,
            edges: gain.edges,
            findings,
            known_findings,
            is_faulty: run.is_faulty,
            variables: self.variables(&run.input_log, &run.inputs),
            seed: self.seeded.number,
            iteration: self.shared.iterations.load(Ordering::Relaxed),
            elapsed: self.shared.started.elapsed(),
        };
        // The receiver goes away only when nobody wants to know any more.
        let _ = self.sender.send(discovery);
        reached
    }

    pub(super) fn variables<'a>(
        &self,
        log: impl IntoIterator<Item = &'a InputRecord>,
        inputs: &Assignment,
    ) -> Vec<(u32, Value)> {
        let variables = log.into_iter().flat_map(|record| record.variables.iter());
        variables.map(|&var| (self.machine.terms.variable_width(var), inputs.get(var))).collect()
    }

    /// Adds the decisions of a run below `from`, and their alternatives to the frontier.
    /// The path has reached nothing new for `stale` decisions.
    fn add_events(&mut self, run: Run, from: NodeId, mut stale: u32) -> NodeId {
        if !run.new_edges.is_empty() {
            stale = 0;
        }
        let is_whole = !matches!(run.end, PathEnd::Suspended | PathEnd::Interrupted);
        if self.shared.plan.check_paths && run.end.is_behaviour() && is_whole {
            self.check_path(&run, from);
        }
        let record = PathRecord::new(
            run.constraints.into(),
            run.inputs,
            run.input_log,
            run.snapshots,
            self.machine.generation(),
        );
        let is_suspended = run.end == PathEnd::Suspended;
        let is_needed = is_suspended || !run.alternatives.is_empty();
        let path = is_needed.then(|| self.frontier.add_path(record));
        let mut node = from;
        let mut alternatives = run.alternatives.iter().peekable();
        let mut passed = run.passed.iter().peekable();
        for (index, event) in run.events.iter().enumerate() {
            while let Some(&(_, edge)) = passed.next_if(|(event, _)| *event as usize == index) {
                self.tree.pass(node, edge);
            }
            let next = run.events.get(index + 1).map(|next| next.first_branch as usize);
            let branches = event.first_branch as usize..next.unwrap_or(run.branches.len());
            let before = self.tree.stretch(&run.branches[branches]);
            while let Some(alternative) =
                alternatives.next_if(|alternative| alternative.event as usize == index)
            {
                let Some(path) = path else { break };
                let flipped = step_of(event, alternative.outcome);
                if !self.seeded.is_new(node, flipped) {
                    continue;
                }
                let goal = goal(event.decision, alternative.outcome);
                let function = self.graph.start(event.function);
                let entry = Entry {
                    path,
                    candidate: Candidate {
                        before,
                        ..self.candidate(node, function, flipped, goal, stale)
                    },
                    choice: flipped.choice,
                    condition: Some(alternative.goal),
                    constraints: event.constraints,
                    snapshot: event.snapshot,
                };
                match event.decision {
                    Decision::Growth(_) => self.grow_later(entry),
                    _ => self.offer(entry),
                }
            }
            let edge = taken_edge(event);
            let is_new = edge.is_some_and(|edge| run.new_edges.contains(&edge));
            stale = if is_new { 0 } else { stale + 1 };
            let step = step_of(event, event.outcome);
            node = self.seeded.follow(&mut self.tree, node, step, edge, before);
        }
        if is_suspended && let Some(path) = path {
            let last = run.events.last();
            let site = last.map_or(0, |event| event.site);
            let function = last.map_or(self.machine.subject.entry, |event| event.function);
            let step = Step { site, outcome: 0, choice: 0 };
            let function = self.graph.start(function);
            let candidate = self.candidate(node, function, step, Goal::Rest, stale);
            self.offer(Entry::unsolved(path, candidate, 0));
        }
        node
    }

    /// A candidate whose id is still to be given.
    pub(super) fn candidate(
        &self,
        parent: NodeId,
        function: GraphNode,
        flipped: Step,
        goal: Goal,
        stale: u32,
    ) -> Candidate {
        Candidate {
            id: Id::new(0),
            parent,
            depth: self.tree.depth(parent),
            site: flipped.site,
            outcome: flipped.outcome,
            goal,
            run: self.runs,
            stale,
            function,
            before: Stretch::default(),
        }
    }

    pub(super) fn offer(&mut self, entry: Entry) {
        let candidate = self.frontier.add(entry);
        self.shared.candidates.fetch_add(1, Ordering::Relaxed);
        match candidate.goal {
            Goal::Assumption => self.urgent.push(candidate.id),
            _ => self.strategy.add(candidate),
        }
        // An address may lie in no object, which is a finding too.
        if matches!(candidate.goal, Goal::Finding | Goal::Choice) {
            self.checks.add(&candidate, entry.choice, &self.shared);
        }
    }

    /// Runs a path again from the start and compares every decision.
    fn check_path(&mut self, run: &Run, from: NodeId) {
        let mut expected = self.tree.steps(from, 0);
        expected.extend(run.events.iter().map(|e| step_of(e, e.outcome)));
        let again = self.machine.run_through(Start {
            inputs: run.inputs.clone(),
            snapshot: None,
            constraints: Vec::new(),
            expected,
        });
        self.leave_for_others(&again);
        let is_same = again.followed && again.events.is_empty() && again.end == run.end;
        if !is_same {
            self.count_divergence(&again.end);
        }
    }
}

fn step_of(event: &Event, outcome: u32) -> Step {
    Step { site: event.site, outcome, choice: event.decision.choice() }
}

/// The edge that the run took at this decision, where it was about one.
fn taken_edge(event: &Event) -> Option<u32> {
    match event.decision {
        Decision::Branch { first } => Some(first + event.outcome),
        _ => None,
    }
}

fn goal(decision: Decision, outcome: u32) -> Goal {
    match decision {
        Decision::Branch { first } => Goal::Edge(first + outcome),
        Decision::Check(_) => Goal::Finding,
        Decision::Choice(_) | Decision::Within(_) | Decision::Growth(_) => Goal::Choice,
        Decision::Assumption => Goal::Assumption,
    }
}

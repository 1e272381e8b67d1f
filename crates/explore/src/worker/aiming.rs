//! Aims of the bidirectional analysis: candidates that are solved together with a condition under
//! which what lies behind them leads to an objective.
//!
//! The condition is over the variables of the prover's system. The path is run again as far as the
//! decision; the machine's state there says what the variables stand for, with the aliases that
//! this path has. What cannot be looked up can be anything: then the input is a guess, and the run
//! shows what comes of it.
//!
//! The strategy `bidirectional` implements BiTe: forward from what runs have passed (S-states),
//! backward from what is open (R-states, here *regions*). `prove/backward/` makes regions: at a
//! decision of one call string, the condition on the state there under which the target is still
//! reached in so many turns of loops. `search/gcfg.rs` pairs them with candidates whose flipped
//! decision is where a region begins; such a pair is a frontier edge. To try one,
//! `worker/aiming.rs` runs the candidate's path again as far as its decision, reads from the
//! machine what the variables of the region stand for there, and solves candidate and condition
//! together. Aliases are those of that path; in the region itself an access that may mean several
//! objects is a choice between them, and one that may mean anything has any value, so that no
//! alias is missed when a target is excluded. The run that an aim leads to is looked at
//! (`worker/meeting.rs`): regions are evaluated on its concrete states where it takes the
//! decisions that they begin with, without a solver. Those that it meets leave the frontier, and
//! what they lead to comes first in it.
//!
//! When no frontier edge has an input, a target is looked at from one step further back. If that
//! ends in contradictions only, the target is excluded, and the regions are the certificate: they
//! are closed under going back, and the entry is in none of them. `auto` asks this strategy when
//! nothing is gained any more.

use super::picturing::Pictured;
use super::{Ready, Worker};
use crate::frontier::Entry;
use crate::shared::Shared;
use assay_base::Id;
use assay_engine::{PathEnd, Start};
use assay_expr::{Evaluator, Term, Translation, VarId};
use assay_program::{EdgeId, FuncId, Program};
use assay_prove::{Backward, ContextId, Home, Limits, Origin, Progress, RegionId};
use assay_search::{Advance, Aim, Candidate, News, Region};
use assay_solver::Answer;
use rustc_hash::FxHashMap;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// The time that making the system may take, where time counts.
const BUILD_TIME: Duration = Duration::from_secs(3);

/// The analysis, which is made when it is needed.
pub(super) struct Behind {
    program: Arc<Program>,
    /// Where it begins.
    analysed: (FuncId, assay_prove::Start),
    limits: Limits,
    is_made: bool,
    pub(super) analysis: Option<Backward>,
    pub(super) pictured: Pictured,
    /// Targets that are excluded and not told of yet.
    excluded: Vec<EdgeId>,
    /// The time that went to it and to what it asked for.
    spent: Duration,
}

impl Behind {
    pub(super) fn new(program: &Arc<Program>, shared: &Shared) -> Behind {
        let plan = &shared.plan;
        let limits = Limits {
            deadline: plan.budget.deadline,
            interrupt: Arc::clone(&shared.is_stopped),
            seed: plan.seed,
            is_repeatable: plan.budget.iterations.is_some(),
        };
        Behind {
            program: Arc::clone(program),
            analysed: plan.analysed,
            limits,
            is_made: false,
            analysis: None,
            pictured: Pictured::default(),
            excluded: Vec::new(),
            spent: Duration::ZERO,
        }
    }

    /// The part of the time so far that went to it; none where the same run must do the same again.
    pub(super) fn share(&self, shared: &Shared) -> f64 {
        match self.limits.is_repeatable {
            true => 0.0,
            false => self.spent.as_secs_f64() / shared.started.elapsed().as_secs_f64(),
        }
    }

    fn made(&mut self) -> Option<&mut Backward> {
        if !self.is_made {
            self.is_made = true;
            let until = (!self.limits.is_repeatable).then(|| Instant::now() + BUILD_TIME);
            let (entry, start) = self.analysed;
            self.analysis = Backward::of(&self.program, entry, start, &self.limits, until);
        }
        self.analysis.as_mut()
    }

    fn look(&mut self, target: u32) -> Advance {
        let Some(analysis) = self.made() else { return Advance::Stuck };
        let edge = EdgeId::new(target as usize);
        match analysis.advance(edge) {
            Progress::Region(id) => {
                let edges = analysis.region(id).edges.iter().map(|edge| edge.index() as u32);
                let leads_to = analysis.successors(id).into_iter().map(|id| id.index() as u32);
                Advance::Region(Region {
                    id: id.index() as u32,
                    edges: edges.collect(),
                    leads_to: leads_to.collect(),
                })
            }
            Progress::Excluded => {
                self.excluded.push(edge);
                Advance::Excluded
            }
            Progress::Stuck => Advance::Stuck,
        }
    }
}

impl assay_search::Backward for Behind {
    fn advance(&mut self, target: u32) -> Advance {
        let began = Instant::now();
        let advance = self.look(target);
        self.spent += began.elapsed();
        advance
    }
}

impl Worker {
    /// Hands the proofs of targets that no run takes to whoever collects them.
    pub(super) fn tell_excluded(&mut self) {
        for edge in std::mem::take(&mut self.behind.excluded) {
            let Behind { program, analysis, .. } = &mut self.behind;
            let analysis = analysis.as_mut();
            if let Some(proof) = analysis.and_then(|analysis| analysis.certificate(program, edge)) {
                self.shared.add_proof(proof);
            }
        }
    }

    /// Tries a candidate with the condition of a region.
    pub(super) fn pursue(&mut self, aim: &Aim) {
        let began = Instant::now();
        self.solve_aim(&aim.candidate, RegionId::new(aim.region as usize));
        self.behind.spent += began.elapsed();
    }

    fn solve_aim(&mut self, candidate: &Candidate, region: RegionId) {
        let Some(entry) = self.frontier.entry(candidate.id) else { return };
        if self.seeded.is_taken(candidate.parent, entry.flipped()) {
            return;
        }
        let Some(condition) = self.condition(&entry, region) else { return };
        let Some(mut ready) = self.ready(&entry) else { return };
        debug_assert!(self.is_satisfied(&ready), "invariant 1: no run is in an S-state");
        ready.condition = self.machine.terms.and(ready.condition, condition);
        if self.machine.terms.as_constant(ready.condition) == Some(0) {
            return;
        }
        let time = self.shared.plan.solver.timeout;
        let Answer::Sat(inputs) = self.solve(candidate.id, &ready, time) else {
            return;
        };
        self.learn(&News::Taken(candidate));
        self.frontier.take(candidate.id);
        self.shared.candidates.fetch_sub(1, Ordering::Relaxed);
        let first = entry.edge().unwrap_or(u32::MAX);
        self.meeting_regions(first, |worker| worker.run_solved(&entry, ready, inputs));
        self.frontier.release(entry.path);
    }

    /// Whether the input of a candidate's path takes it as far as the decision.
    fn is_satisfied(&self, ready: &Ready) -> bool {
        let mut evaluator = Evaluator::new();
        let mut value = |term: Term| evaluator.value(&self.machine.terms, &ready.inputs, term);
        ready.constraints[..ready.length].iter().all(|&constraint| value(constraint) == 1)
    }

    /// What a region says of the state in which a candidate's decision is taken; none if the
    /// decision is not at its place, or nothing can come of it.
    fn condition(&mut self, entry: &Entry, region: RegionId) -> Option<Term> {
        self.stop_before(entry)?;
        let analysis = self.behind.analysis.as_ref()?;
        let calls = self.machine.calls();
        let contexts =
            analysis.contexts(calls.iter().map(|call| (call.function, call.site, !call.is_model)));
        if contexts.last().copied().flatten() != analysis.context(region) {
            return None;
        }
        let predicate = analysis.predicate(region);
        let variables: Vec<(VarId, u32, Option<Origin>)> = analysis
            .terms()
            .variables(predicate)
            .iter()
            .map(|&variable| {
                let width = analysis.terms().variable_width(variable);
                (variable, width, analysis.origin(variable))
            })
            .collect();
        let mut unknown: FxHashMap<u32, u32> = FxHashMap::default();
        let mut meanings = Vec::with_capacity(variables.len());
        for (variable, width, origin) in variables {
            let known = origin.and_then(|origin| self.meaning(&contexts, origin, width));
            let term = known.unwrap_or_else(|| {
                let number = unknown.entry(width).or_default();
                *number += 1;
                self.machine.anything(*number - 1, width)
            });
            meanings.push((variable, term));
        }
        let from = self.behind.analysis.as_ref()?.terms();
        let term = Translation::new(meanings).apply(from, &mut self.machine.terms, predicate);
        (self.machine.terms.as_constant(term) != Some(0)).then_some(term)
    }

    /// Brings the machine into the state in which a candidate's decision is taken.
    fn stop_before(&mut self, entry: &Entry) -> Option<()> {
        let path = self.frontier.path(entry.path);
        let is_current = path.generation == self.machine.generation();
        let snapshot = entry.snapshot.filter(|_| is_current);
        let snapshot = snapshot.and_then(|index| path.snapshots.get(index as usize)).cloned();
        let inputs = path.inputs.clone();
        let kept = snapshot.as_ref().map_or(0, |snapshot| snapshot.constraints as usize);
        let constraints = path.constraints.get(..kept).unwrap_or_default().to_vec();
        let skip = snapshot.as_ref().map_or(0, |snapshot| snapshot.event);
        let expected = self.tree.steps(entry.candidate.parent, skip);
        let depth = self.tree.depth(entry.candidate.parent);
        let run = self.rehearse(Start { inputs, snapshot, constraints, expected }, depth);
        (run.followed && run.end == PathEnd::OutOfFuel).then_some(())
    }

    /// What a variable of the system is in the machine's state.
    fn meaning(
        &mut self,
        contexts: &[Option<ContextId>],
        origin: Origin,
        width: u32,
    ) -> Option<Term> {
        let call = |context| contexts.iter().rposition(|&other| other == Some(context));
        match origin {
            Origin::Value(context, value) => self.machine.value_in(call(context)?, value, width),
            Origin::Address(home) => self.address(contexts, home),
            Origin::Cell(home, offset) => {
                let address = self.address(contexts, home)?;
                self.machine.memory_at(address, offset, width)
            }
        }
    }

    fn address(&mut self, contexts: &[Option<ContextId>], home: Home) -> Option<Term> {
        match home {
            Home::Global(global) => Some(self.machine.address_of(global)),
            Home::Local(context, value) => {
                let call = contexts.iter().rposition(|&other| other == Some(context))?;
                let width = self.machine.subject.program.pointer_bits;
                self.machine.value_in(call, value, width)
            }
        }
    }
}

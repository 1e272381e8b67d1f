//! What a worker notes for the reasons of open objectives (see [`crate::obstacles`]).

use super::Worker;
use crate::frontier::Entry;
use crate::obstacles::{Lead, Met, Obstacle};
use assay_base::Id;
use assay_engine::{Decision, PathEnd, Run};
use assay_program::EdgeId;
use assay_search::{Candidate, Goal};
use assay_verdict::{FindingKind, InputSource, UnitInput};

impl Worker {
    /// Notes how far bounds were raised, and what ended the path before its time.
    pub(super) fn note_end(&self, run: &Run) {
        let level = run.input_log.iter().find_map(|record| match *record.source {
            InputSource::Unit(UnitInput::Level) => {
                let variable = *record.variables.first()?;
                Some(UnitInput::level(run.inputs.get(variable) as u64))
            }
            _ => None,
        });
        let met = self.obstacle(run);
        if level.is_none() && met.is_none() {
            return;
        }
        self.totals(|totals| {
            totals.level = totals.level.max(level);
            met.into_iter().for_each(|met| totals.noted.meet(met));
        });
    }

    fn obstacle(&self, run: &Run) -> Option<Met> {
        let mut at = None;
        let obstacle = match &run.end {
            PathEnd::Unsupported { what, place } => {
                at = *place;
                Obstacle::Unsupported(what.clone())
            }
            PathEnd::OutOfFuel => {
                let timeout = run.findings.last().filter(|of| of.kind == FindingKind::Timeout);
                at = timeout.and_then(|finding| finding.place);
                Obstacle::Limit("instructions")
            }
            PathEnd::OutOfMemory => Obstacle::Limit("memory"),
            PathEnd::OutOfInput => Obstacle::Limit("inputs"),
            PathEnd::Finding => {
                let finding = run.findings.last()?;
                at = finding.place;
                Obstacle::Finding(finding.kind, finding.precondition.clone())
            }
            _ => return None,
        };
        // Paths that end at one place are told together, whichever way they came.
        let edge = if at.is_some() { None } else { last_edge(run) };
        Some(Met { obstacle, place: at, edge })
    }

    /// The solver has given this candidate up.
    pub(super) fn note_undecided(&self, candidate: &Candidate) {
        let edge = match candidate.goal {
            Goal::Edge(edge) => Some(edge),
            _ => None,
        };
        let place = edge
            .and_then(|edge| self.machine.subject.program.edge_place(EdgeId::new(edge as usize)));
        self.totals(|totals| {
            totals.solver_unknown += 1;
            totals.noted.meet(Met { obstacle: Obstacle::Undecided, place, edge });
        });
    }

    /// Notes the candidates that are left.
    pub(super) fn note_left(&self) {
        let larger = self.bounds_to_raise().map(|entry| (lead(entry), true));
        let others = self.frontier.entries().chain(self.postponed()).chain(self.waiting());
        let all: Vec<(Lead, bool)> =
            larger.chain(others.map(|entry| (lead(entry), false))).collect();
        self.totals(|totals| {
            all.into_iter().for_each(|(lead, is_larger)| totals.noted.leave(lead, is_larger));
        });
    }
}

fn lead(entry: &Entry) -> Lead {
    match entry.candidate.goal {
        Goal::Edge(edge) => Lead::Edge(edge),
        _ => Lead::Function(entry.candidate.function),
    }
}

/// The last that a path took.
fn last_edge(run: &Run) -> Option<u32> {
    let last = run.events.last()?;
    let later = run.branches.get(last.first_branch as usize..).and_then(<[u32]>::last).copied();
    let taken = match last.decision {
        Decision::Branch { first } => Some(first + last.outcome),
        _ => None,
    };
    later.or(taken)
}

//! Pictures of the bidirectional analysis, for those who want to watch it.

use super::Worker;
use assay_base::{Id, Place};
use assay_program::{EdgeId, Program};
use assay_prove::RegionId;
use assay_verdict::{Gcfg, RState, SState};
use std::time::{Duration, Instant};

const FIRST_PAUSE: Duration = Duration::from_millis(20);

/// What has been shown.
#[derive(Copy, Clone, Default)]
pub(super) struct Pictured {
    count: u32,
    /// The size of the model then, and when.
    last: Option<((usize, usize, usize), Instant)>,
}

impl Worker {
    /// Shows the model as it is now, if it has changed since the last time.
    pub(super) fn take_picture(&mut self) {
        if !self.shared.plan.pictures {
            return;
        }
        let model = &self.gcfg;
        let size = model.size();
        let Pictured { count, last } = self.behind.pictured;
        let (regions, ..) = size;
        let has_changed = last.map_or(regions > 0, |(before, _)| before != size);
        // The longer it takes, the less each step shows.
        let pause = FIRST_PAUSE * (1 << (count / 50).min(10));
        if !has_changed || last.is_some_and(|(_, when)| when.elapsed() < pause) {
            return;
        }
        let Some(analysis) = &self.behind.analysis else { return };
        let program = &self.machine.subject.program;
        let r_states = model.regions().into_iter().map(|(id, target, _)| {
            let region = RegionId::new(id as usize);
            let (place, condition) = analysis.describe(region);
            let (target_place, outcome) = named(program, EdgeId::new(target as usize));
            RState {
                id,
                place: shown(program, place),
                condition,
                target: format!("{target_place} {outcome}"),
                turn: analysis.turn(region) as u64,
                edges: analysis.region(region).edges.iter().map(|e| e.index() as u32).collect(),
                leads_to: analysis.successors(region).iter().map(|r| r.index() as u32).collect(),
            }
        });
        let r_states: Vec<RState> = r_states.collect();
        let s_states = model.states().into_iter().map(|(edge, count)| {
            let (place, outcome) = named(program, EdgeId::new(edge as usize));
            SState { edge, place, outcome, count: count as u64 }
        });
        let is_at_frontier =
            |state: &SState| r_states.iter().any(|region| region.edges.contains(&state.edge));
        let s_states = s_states.filter(is_at_frontier).collect();
        let seconds = self.shared.started.elapsed().as_secs_f64();
        self.shared.add_picture(Gcfg { seconds, s_states, r_states });
        self.behind.pictured = Pictured { count: count + 1, last: Some((size, Instant::now())) };
    }
}

fn shown(program: &Program, place: Option<Place>) -> String {
    place.map_or_else(|| "the start".to_string(), |place| program.shown(place))
}

/// Where an edge is, and its outcome.
fn named(program: &Program, edge: EdgeId) -> (String, String) {
    (shown(program, program.edge_place(edge)), program.edge_outcome(edge))
}

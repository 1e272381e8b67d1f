//! Pictures of the bidirectional analysis, for those who want to watch it.

use super::Worker;
use assay_base::{Id, Place};
use assay_program::{EdgeId, EdgeSource, Program, Terminator};
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
        let Some(model) = self.strategy.model() else { return };
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
            let target = EdgeId::new(target as usize);
            RState {
                id,
                place: shown(program, place),
                condition,
                target: format!("{} {}", edge_place(program, target), outcome(program, target)),
                turn: analysis.turn(region) as u64,
                edges: analysis.region(region).edges.iter().map(|e| e.index() as u32).collect(),
                leads_to: analysis.successors(region).iter().map(|r| r.index() as u32).collect(),
            }
        });
        let r_states: Vec<RState> = r_states.collect();
        let s_states = model.states().into_iter().map(|(edge, count)| {
            let id = EdgeId::new(edge as usize);
            let (place, outcome) = (edge_place(program, id), outcome(program, id));
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
    match place {
        Some(place) => format!("{}:{}", program.files[place.file].name, place.line),
        None => "the start".to_string(),
    }
}

fn edge_place(program: &Program, id: EdgeId) -> String {
    let Some(edge) = program.edges.get(id) else { return "the C library".to_string() };
    let body = program.functions[edge.function].body.as_ref();
    let place = body.and_then(|body| match edge.source {
        EdgeSource::Terminator(block) => body.blocks[block].terminator_place,
        EdgeSource::Mark(block) => body.blocks[block].insts.iter().find_map(|inst| inst.place),
        EdgeSource::Select(value) => {
            let mut insts = body.blocks.values().flat_map(|block| &block.insts);
            insts.find(|inst| inst.result == Some(value)).and_then(|inst| inst.place)
        }
    });
    shown(program, place)
}

fn outcome(program: &Program, id: EdgeId) -> String {
    let Some(edge) = program.edges.get(id) else { return String::new() };
    let body = program.functions[edge.function].body.as_ref();
    let switch = body.and_then(|body| match edge.source {
        EdgeSource::Terminator(block) => match &body.blocks[block].terminator {
            Terminator::Switch { cases, .. } => Some(cases),
            _ => None,
        },
        _ => None,
    });
    match (switch, edge.outcome as usize) {
        (Some(cases), index) => match cases.get(index) {
            Some((case, _)) => format!("case {case}"),
            None => "default".to_string(),
        },
        (None, 0) => "true".to_string(),
        (None, _) => "false".to_string(),
    }
}

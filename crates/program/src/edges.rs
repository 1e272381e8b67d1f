//! Edges in the words of the source.

use crate::{Edge, EdgeId, EdgeSource, Op, Program, Terminator};
use assay_base::Place;

impl Program {
    /// Where an edge is decided.
    pub fn edge_place(&self, id: EdgeId) -> Option<Place> {
        let edge = self.edges.get(id)?;
        let body = self.functions[edge.function].body.as_ref()?;
        match edge.source {
            EdgeSource::Terminator(block) => body.blocks[block].terminator_place,
            EdgeSource::Select(value) => {
                let mut insts = body.blocks.values().flat_map(|block| &block.insts);
                insts.find(|inst| inst.result == Some(value))?.place
            }
            EdgeSource::Mark(block) => {
                let insts = body.blocks[block].insts.iter();
                let mut marks = insts.filter(|inst| matches!(inst.op, Op::Mark { .. }));
                marks.find_map(|inst| inst.place)
            }
        }
    }

    /// Which outcome of its decision an edge is; of a mark, its number.
    pub fn edge_outcome(&self, id: EdgeId) -> String {
        let Some(&Edge { function, source, outcome, .. }) = self.edges.get(id) else {
            return "unknown".to_string();
        };
        let body = self.functions[function].body.as_ref();
        let block = match source {
            EdgeSource::Mark(_) => return format!("mark {outcome}"),
            EdgeSource::Terminator(block) => body.map(|body| &body.blocks[block]),
            EdgeSource::Select(_) => None,
        };
        match (block.map(|block| &block.terminator), outcome) {
            (Some(Terminator::Switch { cases, .. }), index) => match cases.get(index as usize) {
                Some((value, _)) => format!("case {value}"),
                None => "default".to_string(),
            },
            (_, 0) => "true".to_string(),
            _ => "false".to_string(),
        }
    }

    /// File and line.
    pub fn shown(&self, place: Place) -> String {
        format!("{}:{}", self.files[place.file].name, place.line)
    }
}

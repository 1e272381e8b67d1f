//! The file in which `harness/replay.c` leaves what happened; the layout is `struct outcome`
//! there, one page, followed by the pages that hold the bytes of the edges.
//!
//! The tested program can write anywhere in it by mistake, so nothing in it is trusted.

use assay_base::Id;
use assay_language::EdgeSet;
use assay_program::EdgeId;
use std::fs::File;
use std::io::{self, Read, Seek};

const PAGE: usize = 4096;
const STARTED_AT: usize = 0;
const EDGES_OFFSET_AT: usize = 8;
const STATUS_AT: usize = 16;
const MESSAGE_AT: usize = 24;
const MESSAGE_SIZE: usize = 256;

/// Values of `assay_stop`'s status.
const ASSUMPTION_FAILED: u64 = 97;
const DIVERGED: u64 = 98;

pub(super) struct Outcome {
    pub(super) is_started: bool,
    pub(super) stopped: Stopped,
    pub(super) edges: EdgeSet,
}

/// Whether and why the harness ended the run.
pub(super) enum Stopped {
    No,
    AssumptionFailed,
    Diverged(String),
}

/// Of a file with room for the facts and for edges that start anywhere in a page.
pub(super) fn size(edge_count: usize) -> u64 {
    let pages = 1 + edge_count.div_ceil(PAGE) + 1;
    (pages * PAGE) as u64
}

impl Outcome {
    pub(super) fn read(file: &mut File, edge_count: usize) -> io::Result<Outcome> {
        let mut bytes = Vec::new();
        file.rewind()?;
        file.take(size(edge_count)).read_to_end(&mut bytes)?;
        let file = bytes;
        Ok(Outcome {
            is_started: word(&file, STARTED_AT) == 1,
            stopped: stopped(&file),
            edges: edges(&file, edge_count),
        })
    }
}

fn stopped(file: &[u8]) -> Stopped {
    match word(file, STATUS_AT) {
        ASSUMPTION_FAILED => Stopped::AssumptionFailed,
        DIVERGED => Stopped::Diverged(message(file)),
        _ => Stopped::No,
    }
}

fn edges(file: &[u8], edge_count: usize) -> EdgeSet {
    let start = word(file, EDGES_OFFSET_AT) as usize;
    let bytes = start
        .checked_add(edge_count)
        .filter(|_| start >= PAGE)
        .and_then(|end| file.get(start..end))
        .unwrap_or(&[]);
    let taken = bytes.iter().enumerate().filter(|(_, byte)| **byte != 0);
    taken.map(|(index, _)| EdgeId::new(index)).collect()
}

fn message(file: &[u8]) -> String {
    let field = file.get(MESSAGE_AT..MESSAGE_AT + MESSAGE_SIZE).unwrap_or(&[]);
    let end = field.iter().position(|&byte| byte == 0).unwrap_or(field.len());
    let text = String::from_utf8_lossy(&field[..end]);
    text.strip_prefix("diverged: ").unwrap_or(&text).to_string()
}

fn word(file: &[u8], at: usize) -> u64 {
    let bytes = file.get(at..at + 8).and_then(|bytes| bytes.try_into().ok());
    bytes.map_or(0, u64::from_le_bytes)
}

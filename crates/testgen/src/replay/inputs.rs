//! The file of inputs that `harness/replay.c` reads: where a unit's objects go, the number of
//! inputs, a record for each, and a closing record.

use super::Layout;
use crate::TestCase;
use assay_verdict::{InputSource, UnitInput};

/// Values of `enum assay_kind`.
const END: u32 = 0;
const NONDET: u32 = 1;
const OBJECT: u32 = 2;
const EXTERNAL: u32 = 3;
const STOP: u32 = 4;
const UNIT: u32 = 5;

pub(super) fn encode(test: &TestCase, layout: Layout) -> Vec<u8> {
    let is_taken =
        |source: &InputSource| !matches!(source, InputSource::Unit(UnitInput::Object { .. }));
    let inputs: Vec<_> = test.taken().filter(|input| is_taken(&input.source)).collect();
    let is_scattered = u64::from(layout == Layout::Scattered);
    let mut file = is_scattered.to_le_bytes().to_vec();
    file.extend((inputs.len() as u64).to_le_bytes());
    for input in inputs {
        let (kind, source) = match &input.source {
            InputSource::Nondet { function } => (NONDET, function),
            InputSource::Object { name } => (OBJECT, name),
            InputSource::External { function } => (EXTERNAL, function),
            InputSource::Unit(_) => (UNIT, &input.name),
            InputSource::World { .. } => continue,
        };
        push_record(&mut file, kind, source, &input.bytes);
    }
    let close = if test.is_cut() { STOP } else { END };
    push_record(&mut file, close, "", &[]);
    file
}

pub(super) fn push_record(file: &mut Vec<u8>, kind: u32, source: &str, bytes: &[u8]) {
    for word in [kind, source.len() as u32 + 1, bytes.len() as u32] {
        file.extend(word.to_le_bytes());
    }
    file.extend(source.as_bytes());
    file.push(0);
    file.extend(bytes);
}

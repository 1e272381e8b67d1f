//! The file of inputs that `harness/replay.c` reads: where a unit's objects go, the number of
//! inputs, a record for each, and a closing record.

use super::Layout;
use crate::TestCase;
use crate::subject::taken;
use assay_verdict::{InputSource, UnitInput};
use std::borrow::Cow;

/// Values of `enum assay_kind`.
const END: u32 = 0;
const NONDET: u32 = 1;
const OBJECT: u32 = 2;
const EXTERNAL: u32 = 3;
const STOP: u32 = 4;
const UNIT: u32 = 5;
const ANSWER: u32 = 6;
const ARGUMENT: u32 = 7;
const MOVED: u32 = 8;

pub(super) fn encode(test: &TestCase, layout: Layout) -> Vec<u8> {
    let (heads, making, others) = sorted(test);
    let is_scattered = u64::from(layout == Layout::Scattered);
    let mut file = is_scattered.to_le_bytes().to_vec();
    let records: Vec<Record<'_>> = heads.into_iter().chain(making).chain(others).collect();
    file.extend((records.len() as u64).to_le_bytes());
    for Record { kind, source, bytes } in &records {
        push_record(&mut file, *kind, source, bytes);
    }
    let close = if test.is_cut() { STOP } else { END };
    push_record(&mut file, close, "", &[]);
    file
}

struct Record<'a> {
    kind: u32,
    source: &'a str,
    bytes: Cow<'a, [u8]>,
}

/// What the driver of a unit must know first, what it makes then, and what the program asks for. In
/// the machine the second goes on while the program runs; natively all is made before.
fn sorted(test: &TestCase) -> (Vec<Record<'_>>, Vec<Record<'_>>, Vec<Record<'_>>) {
    let (mut heads, mut making, mut others) = (Vec::new(), Vec::new(), Vec::new());
    for input in taken(test) {
        let bytes = Cow::Borrowed(&input.bytes[..]);
        let record = |kind, source| Record { kind, source, bytes: bytes.clone() };
        let unit = |source, bytes: Vec<u8>| Record { kind: UNIT, source, bytes: bytes.into() };
        match &input.source {
            InputSource::Nondet { function } => others.push(record(NONDET, function)),
            InputSource::Object { name } => others.push(record(OBJECT, name)),
            InputSource::External { function } => others.push(record(EXTERNAL, function)),
            InputSource::Answer { function, number, .. } => {
                let (kind, bytes) = match input.place_in_argument() {
                    Some(place) => (ARGUMENT, place.to_le_bytes().to_vec()),
                    None => (ANSWER, number.to_le_bytes().to_vec()),
                };
                others.push(Record { kind, source: function, bytes: bytes.into() });
            }
            InputSource::Moved { function, .. } => {
                if let Some(bytes) = input.moved() {
                    let bytes = bytes.to_le_bytes().to_vec().into();
                    others.push(Record { kind: MOVED, source: function, bytes });
                }
            }
            InputSource::World { .. } | InputSource::Unit(UnitInput::Object { .. }) => {}
            InputSource::Unit(UnitInput::Level) => {
                let level = UnitInput::level(input.unsigned());
                heads.insert(0, unit("(bounds)", level.to_le_bytes().to_vec()));
            }
            InputSource::Unit(UnitInput::Room { number, is_front, .. }) => {
                if UnitInput::is_room(input.unsigned()) {
                    let words = [number.to_le_bytes(), u32::from(*is_front).to_le_bytes()];
                    heads.push(unit("(room)", words.concat()));
                }
            }
            InputSource::Unit(UnitInput::Touched { object, offset, size, is_write }) => {
                let mut bytes = object.to_le_bytes().to_vec();
                bytes.extend(u32::from(*is_write).to_le_bytes());
                bytes.extend(offset.to_le_bytes());
                bytes.extend(size.to_le_bytes());
                making.push(unit("(touch)", bytes));
            }
            InputSource::Unit(UnitInput::Answered { row }) => {
                making.push(unit("(answer)", row.to_le_bytes().to_vec()));
            }
            InputSource::Unit(_) => making.push(record(UNIT, &input.name)),
        }
    }
    (heads, making, others)
}

pub(super) fn push_record(file: &mut Vec<u8>, kind: u32, source: &str, bytes: &[u8]) {
    for word in [kind, source.len() as u32 + 1, bytes.len() as u32] {
        file.extend(word.to_le_bytes());
    }
    file.extend(source.as_bytes());
    file.push(0);
    file.extend(bytes);
}

//! The file of inputs that `harness/replay.c` reads: their number, a record for each, and a
//! closing record.

use assay_verdict::{InputSource, InputValue};

/// Values of `enum assay_kind`.
const END: u32 = 0;
const NONDET: u32 = 1;
const OBJECT: u32 = 2;
const EXTERNAL: u32 = 3;

pub(super) fn encode(inputs: &[InputValue]) -> Vec<u8> {
    let mut file = (inputs.len() as u64).to_le_bytes().to_vec();
    for input in inputs {
        let (kind, source) = match &input.source {
            InputSource::Nondet { function } => (NONDET, function),
            InputSource::Object { name } => (OBJECT, name),
            InputSource::External { function } => (EXTERNAL, function),
        };
        push_record(&mut file, kind, source, &input.bytes);
    }
    push_record(&mut file, END, "", &[]);
    file
}

fn push_record(file: &mut Vec<u8>, kind: u32, source: &str, bytes: &[u8]) {
    for word in [kind, source.len() as u32 + 1, bytes.len() as u32] {
        file.extend(word.to_le_bytes());
    }
    file.extend(source.as_bytes());
    file.push(0);
    file.extend(bytes);
}

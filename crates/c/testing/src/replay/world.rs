//! The file of surroundings that `harness/replay.c` reads: a count, and a record for each part.

use super::inputs::push_record;
use assay_verdict::{FailingCall, Surroundings};

/// Values of `enum part` in `harness/replay.c`.
const ARGUMENT: u32 = 1;
const VARIABLE: u32 = 2;
const STANDARD_INPUT: u32 = 3;
const FILE: u32 = 4;
const FAILING_CALL: u32 = 5;

/// What the program is called.
const PROGRAM_NAME: &[u8] = b"program";

pub(super) fn encode(surroundings: &Surroundings) -> Vec<u8> {
    let mut parts: Vec<(u32, &str, Vec<u8>)> = vec![(ARGUMENT, "", PROGRAM_NAME.to_vec())];
    parts.extend(surroundings.arguments.iter().map(|bytes| (ARGUMENT, "", bytes.clone())));
    for (name, value) in &surroundings.environment {
        parts.push((VARIABLE, "", [name.as_bytes(), b"=", value].concat()));
    }
    parts.push((STANDARD_INPUT, "stdin", surroundings.stdin.clone()));
    parts.extend(surroundings.files.iter().map(|(name, bytes)| (FILE, &name[..], bytes.clone())));
    for FailingCall { function, number, error, most } in &surroundings.failures {
        let most = most.unwrap_or(0).to_le_bytes();
        let numbers = [number.to_le_bytes(), error.to_le_bytes(), most].concat();
        parts.push((FAILING_CALL, function, numbers));
    }
    let mut file = (parts.len() as u64).to_le_bytes().to_vec();
    for (kind, name, bytes) in &parts {
        push_record(&mut file, *kind, name, bytes);
        file.push(0);
    }
    file
}

//! What a unit made of its inputs, as `harness/assay_unit.c` leaves it in a file: the size of all
//! records and the records. The tested program can write to that file too, so nothing in it is
//! trusted.

use assay_language::{Observation, Observed};
use std::fs::File;
use std::io::{self, Read, Seek};

/// Size of the file.
pub(super) const ROOM: u64 = 16 << 20;

/// Empty where the unit did not return.
pub(super) fn read(file: &mut File) -> Vec<Observation> {
    let Ok(records) = records(file) else { return Vec::new() };
    let mut rest = records.as_slice();
    let mut found = Vec::new();
    while let Some(observation) = record(&mut rest) {
        found.extend(observation);
    }
    found
}

fn records(file: &mut File) -> io::Result<Vec<u8>> {
    let (mut size, mut records) = ([0; 8], Vec::new());
    file.rewind()?;
    file.read_exact(&mut size)?;
    file.take(u64::from_le_bytes(size).min(ROOM)).read_to_end(&mut records)?;
    Ok(records)
}

/// `None` at the end, `Some(None)` for a record that says nothing.
fn record(rest: &mut &[u8]) -> Option<Option<Observation>> {
    let kind = word(rest)?;
    let name_size = word(rest)? as usize;
    let size = word(rest)? as usize;
    let name = take(rest, name_size)?;
    let bytes = take(rest, size)?.to_vec();
    let lvalue = String::from_utf8(name.strip_suffix(&[0])?.to_vec()).ok()?;
    let value = match kind {
        1 => Observed::Signed(bytes),
        2 => Observed::Unsigned(bytes),
        3 => Observed::Bool(bytes),
        4 => Observed::Char(bytes.first().copied()?),
        5 => Observed::Float(bytes),
        6 => {
            let text = String::from_utf8(bytes).ok()?;
            Observed::Pointer(Some(text).filter(|text| !text.is_empty()))
        }
        7 => Observed::Chars(bytes),
        _ => return Some(None),
    };
    Some(Some(Observation { lvalue, value }))
}

fn word(rest: &mut &[u8]) -> Option<u32> {
    take(rest, 4)?.try_into().ok().map(u32::from_le_bytes)
}

fn take<'a>(rest: &mut &'a [u8], count: usize) -> Option<&'a [u8]> {
    let (taken, left) = rest.split_at_checked(count)?;
    *rest = left;
    Some(taken)
}

//! KLEE's `.ktest` files: what `ktest-tool` prints and `libkleeRuntest` replays.
//!
//! Version 3 of the format: the letters `KTEST`, the version, the arguments of the program, two
//! numbers about symbolic arguments, and the objects with names and bytes. All numbers have 32
//! bits, the highest byte first; texts and bytes come after their length. KLEE's reader takes an
//! empty name or object for the end of the file, so neither is written.
//!
//! Each input is one object, named as the program names it (`klee_make_symbolic`, `klee_int`,
//! `klee_range`) or after its function. Replay takes them in order.

use super::Format;
use crate::{Subject, TestCase};
use std::fs;
use std::io;
use std::path::Path;

pub(super) const FORMAT: Format =
    Format { name: "ktest", prepare, write, finish: |_, _| Ok(()), is_for_functions: false };

const MAGIC: &[u8] = b"KTEST";
const VERSION: u32 = 3;
/// Replay wants a name for the program, and does not care which.
const PROGRAM: &str = "program";

fn prepare(folder: &Path, _: &Subject) -> io::Result<()> {
    fs::create_dir_all(folder)
}

fn write(folder: &Path, _: &Subject, test: &TestCase) -> io::Result<Vec<String>> {
    let name = format!("{}.ktest", test.id);
    fs::write(folder.join(&name), encode(test))?;
    Ok(vec![name])
}

fn encode(test: &TestCase) -> Vec<u8> {
    let mut file = MAGIC.to_vec();
    push_number(&mut file, VERSION);
    let arguments = &test.surroundings.arguments;
    push_number(&mut file, 1 + arguments.len() as u32);
    push_bytes(&mut file, PROGRAM.as_bytes());
    arguments.iter().for_each(|argument| push_bytes(&mut file, argument));
    // Number and length of symbolic arguments.
    push_number(&mut file, 0);
    push_number(&mut file, 0);
    let objects: Vec<_> = test.taken().filter(|input| !input.bytes.is_empty()).collect();
    push_number(&mut file, objects.len() as u32);
    for input in objects {
        let name = if input.name.is_empty() { "unnamed" } else { &input.name };
        push_bytes(&mut file, name.as_bytes());
        push_bytes(&mut file, &input.bytes);
    }
    file
}

fn push_number(file: &mut Vec<u8>, number: u32) {
    file.extend(number.to_be_bytes());
}

fn push_bytes(file: &mut Vec<u8>, bytes: &[u8]) {
    push_number(file, bytes.len() as u32);
    file.extend(bytes);
}

#[cfg(test)]
mod tests {
    use super::*;
    use assay_verdict::{Ending, InputSource, InputValue, Shown};

    #[test]
    fn the_file_is_laid_out_as_klee_reads_it() {
        let input = |name: &str, bytes: &[u8]| InputValue {
            name: name.into(),
            source: InputSource::Object { name: name.into() },
            bytes: bytes.into(),
            shown: Shown::Bytes,
        };
        let test = TestCase {
            id: "t0001".into(),
            inputs: vec![input("x", &[1, 2]), input("nothing", &[]), input("", &[3])],
            ends: Ending::Return { exit_code: 0 },
            surroundings: Default::default(),
            reaches: Vec::new(),
            observed: vec![],
            depends_on_addresses: false,
        };
        let mut expected = b"KTEST\0\0\0\x03\0\0\0\x01\0\0\0\x07program".to_vec();
        expected.extend([0; 8]);
        expected.extend(b"\0\0\0\x02\0\0\0\x01x\0\0\0\x02\x01\x02\0\0\0\x07unnamed\0\0\0\x01\x03");
        assert_eq!(encode(&test), expected);
    }
}

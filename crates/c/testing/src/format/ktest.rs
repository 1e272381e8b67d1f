//! KLEE's `.ktest` files: what `ktest-tool` prints, and `libkleeRuntest` and `klee-replay` replay.
//!
//! Version 3 of the format: the letters `KTEST`, the version, the arguments of the program, two
//! numbers about symbolic arguments, and the objects with names and bytes. All numbers have 32
//! bits, the highest byte first; texts and bytes come after their length. KLEE's reader takes an
//! empty name or object for the end of the file, so neither is written.
//!
//! Each input is one object, named as the program names it (`klee_make_symbolic`, `klee_int`,
//! `klee_range`) or after its function. Replay takes them in order. The surroundings of a whole
//! program are options and objects as KLEE's model of POSIX has them; its files are called A, B and
//! so on and are all of one size, and it has no environment: what is otherwise is left out.

use super::Format;
use crate::subject::taken;
use crate::{Subject, TestCase};
use assay_output::Folder;
use assay_verdict::Surroundings;
use std::io;

pub(super) const FORMAT: Format = Format {
    name: "ktest",
    prepare: |_, _| Ok(()),
    write,
    finish: |_, _| Ok(()),
    is_for_functions: false,
};

const MAGIC: &[u8] = b"KTEST";
const VERSION: u32 = 3;
/// Replay wants a name for the program, and does not care which.
const PROGRAM: &[u8] = b"program";
/// Arguments that KLEE takes for its own begin so, with one dash or two.
const OPTIONS: [&[u8]; 6] =
    [b"sym-", b"save-all-writes", b"fd-fail", b"max-fail", b"bout-file", b"help"];

fn write(folder: &Folder, _: &Subject, test: &TestCase) -> io::Result<Vec<String>> {
    let name = format!("{}.ktest", test.id);
    folder.write(&name, encode(test))?;
    Ok(vec![name])
}

fn encode(test: &TestCase) -> Vec<u8> {
    let (mut arguments, mut objects) = (vec![PROGRAM.to_vec()], Vec::new());
    for input in taken(test).filter(|input| !input.bytes.is_empty()) {
        let name = if input.name.is_empty() { "unnamed" } else { &input.name };
        objects.push((name.to_string(), input.bytes.clone()));
    }
    // Replay expects the objects of the program, or those of its surroundings.
    surround(&test.surroundings, objects.is_empty(), &mut arguments, &mut objects);
    let mut file = MAGIC.to_vec();
    push_number(&mut file, VERSION);
    push_number(&mut file, arguments.len() as u32);
    arguments.iter().for_each(|argument| push_bytes(&mut file, argument));
    // Number and length of symbolic arguments.
    push_number(&mut file, 0);
    push_number(&mut file, 0);
    push_number(&mut file, objects.len() as u32);
    for (name, bytes) in objects {
        push_bytes(&mut file, name.as_bytes());
        push_bytes(&mut file, &bytes);
    }
    file
}

/// Adds the surroundings in the order in which KLEE asks for them: arguments, files, standard
/// input.
fn surround(
    surroundings: &Surroundings,
    with_objects: bool,
    arguments: &mut Vec<Vec<u8>>,
    objects: &mut Vec<(String, Vec<u8>)>,
) {
    let mut number = 0;
    for argument in &surroundings.arguments {
        let text: Vec<u8> = argument.iter().copied().take_while(|&byte| byte != 0).collect();
        if !with_objects || is_plain(&text) {
            arguments.push(text);
            continue;
        }
        arguments.extend([b"--sym-arg".to_vec(), text.len().to_string().into_bytes()]);
        objects.push((format!("arg{number:02}"), [&text[..], b"\0"].concat()));
        number += 1;
    }
    if !with_objects {
        return;
    }
    let files = &surroundings.files;
    let is_named = |(index, (name, _)): (usize, &(String, Vec<u8>))| {
        name.len() == 1 && name.as_bytes()[0] == b'A' + index as u8
    };
    let size = files.first().map_or(0, |(_, bytes)| bytes.len());
    let has_size = |(_, bytes): &(String, Vec<u8>)| bytes.len() == size;
    if size > 0
        && files.len() <= 26
        && files.iter().enumerate().all(is_named)
        && files.iter().all(has_size)
    {
        let numbers = [files.len(), size].map(|number| number.to_string().into_bytes());
        arguments.push(b"--sym-files".to_vec());
        arguments.extend(numbers);
        for (name, bytes) in files {
            objects.push((format!("{name}_data"), bytes.clone()));
            objects.push((format!("{name}_data_stat"), STAT.to_vec()));
        }
    }
    let stdin = &surroundings.stdin;
    if !stdin.is_empty() {
        arguments.extend([b"--sym-stdin".to_vec(), stdin.len().to_string().into_bytes()]);
        objects.push(("stdin".to_string(), stdin.clone()));
        objects.push(("stdin_stat".to_string(), STAT.to_vec()));
    }
}

/// Whether KLEE takes an argument as it is.
fn is_plain(argument: &[u8]) -> bool {
    let name = argument.strip_prefix(b"-").unwrap_or(argument);
    let name = name.strip_prefix(b"-").unwrap_or(name);
    let is_option = name.len() < argument.len() && OPTIONS.iter().any(|of| name.starts_with(of));
    // Two letters of which the first is an A lose the second.
    let is_file = argument.len() == 2 && argument[0] == b'A';
    !argument.is_empty() && !is_option && !is_file
}

/// A `struct stat` of Linux on x86-64, of an ordinary file.
const STAT: [u8; 144] = {
    let mut stat = [0; 144];
    // The inode, the number of links, the mode (0100644) and the size of blocks (4096).
    (stat[8], stat[16], stat[57]) = (1, 1, 0x10);
    (stat[24], stat[25]) = (0xa4, 0x81);
    stat
};

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
            wording: Default::default(),
        };
        let mut expected = b"KTEST\0\0\0\x03\0\0\0\x01\0\0\0\x07program".to_vec();
        expected.extend([0; 8]);
        expected.extend(b"\0\0\0\x02\0\0\0\x01x\0\0\0\x02\x01\x02\0\0\0\x07unnamed\0\0\0\x01\x03");
        assert_eq!(encode(&test), expected);
    }
    #[test]
    fn surroundings_are_what_klee_asks_for() {
        let surroundings = Surroundings {
            arguments: vec![b"-x".to_vec(), Vec::new(), b"--sym-stdin".to_vec()],
            files: vec![("A".to_string(), b"ab".to_vec()), ("B".to_string(), b"cd".to_vec())],
            stdin: b"q".to_vec(),
            ..Surroundings::default()
        };
        let (mut arguments, mut objects) = (Vec::new(), Vec::new());
        surround(&surroundings, true, &mut arguments, &mut objects);
        let arguments: Vec<_> =
            arguments.iter().map(|text| String::from_utf8_lossy(text)).collect();
        let expected = "-x --sym-arg 0 --sym-arg 11 --sym-files 2 2 --sym-stdin 1"
            .split(' ')
            .collect::<Vec<_>>();
        assert_eq!(arguments, expected);
        let names: Vec<&str> = objects.iter().map(|(name, _)| &name[..]).collect();
        let files = ["A_data", "A_data_stat", "B_data", "B_data_stat"];
        assert_eq!(names[..2], ["arg00", "arg01"]);
        assert_eq!(names[2..6], files);
        assert_eq!(names[6..], ["stdin", "stdin_stat"]);
        assert_eq!(objects[0].1, b"\0");
        assert_eq!(objects[1].1, b"--sym-stdin\0");
    }
}

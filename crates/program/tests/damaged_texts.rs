//! Whatever the text, the parser answers with a program or the place of what is wrong; and the
//! verifier, whatever the program. The texts are the model files, damaged by a seeded generator.

use assay_base::Rng;
use assay_program::text::{parse, print};
use assay_program::verify::verify;
use std::path::Path;

/// Damaged texts made of each file.
const ROUNDS: usize = 150;

/// What damage puts in: pieces with a meaning somewhere.
const PIECES: &[&str] = &[
    "{",
    "}",
    "[",
    "]",
    "(",
    ")",
    "<",
    ">",
    "\"",
    "c\"",
    "@",
    "@main",
    "!",
    "#",
    ",",
    ":",
    "->",
    "..",
    "-",
    "-1",
    "0",
    "1",
    "99999999999999999999999999999999999999999",
    "0x",
    "1e",
    "i0",
    "i1",
    "i128",
    "i4294967296",
    "v0",
    "v4294967295",
    "b0",
    "b4294967295",
    "e0",
    "e16777215",
    "e4294967295",
    "f64",
    "ptr",
    "void",
    "zero",
    "null",
    "undef",
    "x",
    "\\u{110000}",
    "\\x",
    "ß",
    "\n",
    "; ",
    "load",
    "phi",
    "ret",
    "switch",
    "call",
    "byval",
    "layout i8, store 1, size 1, align 0",
    "[18446744073709551615 x i64]",
    "<4294967295 x i8>",
    "[[[[[[[[",
    "{{{{{{{{",
    "mark [e0..e9]",
];

fn texts() -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/programs/model");
    let mut files: Vec<_> =
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    assert!(files.len() >= 60);
    files.iter().map(|file| std::fs::read_to_string(file).unwrap()).collect()
}

/// Parts of the text that begin and end between characters.
fn damaged(text: &str, rng: &mut Rng) -> String {
    let mut characters: Vec<char> = text.chars().collect();
    for _ in 0..=rng.below(3) {
        let at = rng.below(characters.len().max(1));
        let end = (at + rng.below(12)).min(characters.len());
        match rng.below(5) {
            0 => characters.truncate(at),
            1 => drop(characters.drain(at..end)),
            2 => {
                let copied = characters[at..end].to_vec();
                let to = rng.below(characters.len().max(1));
                characters.splice(to..to, copied);
            }
            3 => {
                let piece = PIECES[rng.below(PIECES.len())];
                characters.splice(at..end, piece.chars());
            }
            _ => {
                let piece = PIECES[rng.below(PIECES.len())];
                characters.splice(at..at, piece.chars());
            }
        }
    }
    characters.into_iter().collect()
}

#[test]
fn no_text_brings_the_parser_or_the_verifier_down() {
    let mut rng = Rng::new(7);
    let (mut read, mut sound) = (0, 0);
    for text in texts() {
        for _ in 0..ROUNDS {
            let damaged = damaged(&text, &mut rng);
            let lines = damaged.split('\n').count() as u32;
            match parse(&damaged) {
                Err(error) => {
                    assert!((1..=lines).contains(&error.line) && error.column > 0, "{error}");
                }
                Ok(program) => {
                    read += 1;
                    if verify(&program).is_ok() {
                        sound += 1;
                        let printed = print(&program);
                        let again = parse(&printed);
                        let again = again.unwrap_or_else(|error| panic!("{error}\n{printed}"));
                        assert_eq!(print(&again), printed);
                    }
                }
            }
        }
    }
    // Some damage is in comments or makes another program; all else is noticed.
    assert!(read > 100 && sound > 50, "{read} {sound}");
}

#[test]
fn what_nests_without_end_is_refused() {
    for piece in ["[1 x ", "{", "<1 x "] {
        let text = format!("global @g {}", piece.repeat(1_000_000));
        let error = parse(&text).expect_err("this has no end");
        assert!(error.message.contains("nested too deeply"), "{error}");
    }
    let text = format!("global @g [1 x i8] {}", "resize(ptr ".repeat(1_000_000));
    assert!(parse(&text).expect_err("no end").message.contains("nested too deeply"));
}

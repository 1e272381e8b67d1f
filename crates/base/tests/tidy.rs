//! House rules that no compiler knows.
//!
//! The core works on the model of a program, whatever language that was written in: what names C, its compiler or a
//! tool that tests it belongs into the front end's crates. What is left of it is counted in `tidy_exceptions.txt`, and may
//! only become less.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

const CORE: [&str; 13] = [
    "base", "campaign", "criteria", "engine", "explore", "expr", "language", "program", "prove",
    "report", "search", "solver", "verdict",
];

/// In small letters.
const FORBIDDEN: &[&str] = &[
    "__assay",
    "__verifier",
    "argv",
    "atexit",
    "calloc",
    "clang",
    "crest",
    "environ\"",
    "errno",
    "fflush",
    "getenv",
    "getpid",
    "glibc",
    "jvm",
    "klee",
    "libc",
    "llvm",
    "longjmp",
    "malloc",
    "memcpy",
    "memmove",
    "memset",
    "posix_",
    "printf",
    "pthread",
    "qsort",
    "realloc",
    "scanf",
    "setjmp",
    "strcmp",
    "strcpy",
    "strlen",
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder of sources") {
        let path = entry.expect("readable").path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|kind| kind == "rs") {
            found.push(path);
        }
    }
}

/// How often each word stands in each file.
fn found() -> BTreeMap<(String, String), usize> {
    let mut counts = BTreeMap::new();
    for name in CORE {
        let mut files = Vec::new();
        sources(&root().join("crates").join(name).join("src"), &mut files);
        assert!(!files.is_empty(), "{name} has no sources");
        for file in files {
            let text = fs::read_to_string(&file).expect("text").to_lowercase();
            let shown = file.strip_prefix(root().join("crates")).expect("below");
            for word in FORBIDDEN {
                let count = text.matches(word).count();
                if count > 0 {
                    let key = (shown.display().to_string(), word.to_string());
                    counts.insert(key, count);
                }
            }
        }
    }
    counts
}

/// `file word count`, a line each.
fn exceptions() -> BTreeMap<(String, String), usize> {
    let text = include_str!("tidy_exceptions.txt");
    let lines = text.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
    let entry = |line: &str| {
        let mut words = line.split_whitespace();
        let mut next = || words.next().expect("file, word and count").to_string();
        let (file, word) = (next(), next());
        ((file, word), next().parse().expect("a count"))
    };
    lines.map(entry).collect()
}

#[test]
fn the_core_knows_no_language() {
    let (found, allowed) = (found(), exceptions());
    let mut problems = Vec::new();
    for ((file, word), count) in &found {
        let most = allowed.get(&(file.clone(), word.clone())).copied().unwrap_or(0);
        if *count > most {
            problems.push(format!("{file} names '{word}' {count} times, where {most} are allowed"));
        }
    }
    for ((file, word), most) in &allowed {
        let count = found.get(&(file.clone(), word.clone())).copied().unwrap_or(0);
        if count < *most {
            problems.push(format!(
                "{file} names '{word}' only {count} times now: write that into the exceptions"
            ));
        }
    }
    assert!(problems.is_empty(), "\n{}", problems.join("\n"));
}

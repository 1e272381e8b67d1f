//! House rules that no compiler knows.
//!
//! The core works on the model of a program, whatever language that was written in: what names C,
//! its compiler or a tool that tests it belongs into the front end's crates. What is left of it is
//! counted in `tidy_exceptions.txt`, and may only become less.
//!
//! Lines, files, functions and structs have largest sizes. What is larger stands in
//! `tidy_sizes.txt`, and may not grow.

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
fn entries(text: &str) -> BTreeMap<(String, String), usize> {
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
    let (found, allowed) = (found(), entries(include_str!("tidy_exceptions.txt")));
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

/// Columns of a line, comments too; lines of a file and of a function; fields of a struct.
const COLUMNS: usize = 100;
const FILE: usize = 600;
const FUNCTION: usize = 70;
const FIELDS: usize = 15;

/// What is too large in a file: how many lines are too long; its own lines; the lines of its
/// longest function, the fields of its largest struct.
fn sizes(text: &str) -> [(&'static str, usize); 4] {
    let lines: Vec<&str> = text.lines().collect();
    let long = lines.iter().filter(|line| line.chars().count() > COLUMNS).count();
    let (mut function, mut fields) = (0, 0);
    for (number, line) in lines.iter().enumerate() {
        let word = line.trim_start();
        let indent = &line[..line.len() - word.len()];
        let is_end = |line: &&&str| **line == format!("{indent}}}");
        let body = || lines[number..].iter().take_while(|line| !is_end(line)).count() + 1;
        let is_one_line = line.ends_with('}') || line.ends_with(';');
        let starts = |keyword: &str| {
            let mut words = word.split(' ').filter(|word| !word.starts_with("pub"));
            words.find(|word| !matches!(*word, "const" | "unsafe" | "async")) == Some(keyword)
        };
        if starts("fn") && !is_one_line {
            function = function.max(body());
        }
        if starts("struct") && line.ends_with('{') {
            let inner = &lines[number + 1..number + body()];
            let is_field = |line: &&&str| {
                let own = line.trim_start();
                line.len() - own.len() == indent.len() + 4 && !own.starts_with(['/', '#', '}', ')'])
            };
            fields = fields.max(inner.iter().filter(is_field).count());
        }
    }
    let larger = |size: usize, most: usize| if size > most { size } else { 0 };
    [
        ("columns", long),
        ("file", larger(lines.len(), FILE)),
        ("function", larger(function, FUNCTION)),
        ("fields", larger(fields, FIELDS)),
    ]
}

#[test]
fn sizes_do_not_grow() {
    let mut files = Vec::new();
    sources(&root().join("crates"), &mut files);
    let allowed: BTreeMap<(String, String), usize> = entries(include_str!("tidy_sizes.txt"));
    let mut found = BTreeMap::new();
    for file in files {
        let shown = file.strip_prefix(root().join("crates")).expect("below").display().to_string();
        for (what, size) in sizes(&fs::read_to_string(&file).expect("text")) {
            if size > 0 {
                found.insert((shown.clone(), what.to_string()), size);
            }
        }
    }
    if std::env::var_os("ASSAY_BLESS").is_some() {
        let lines = found.iter().map(|((file, what), size)| format!("{file} {what} {size}\n"));
        let head = "# What is larger than it should be: file, what, size. Only to become less.\n";
        let text = head.to_string() + &lines.collect::<String>();
        fs::write(root().join("crates/base/tests/tidy_sizes.txt"), text).expect("writable");
        return;
    }
    let mut problems = Vec::new();
    for ((file, what), size) in &found {
        match allowed.get(&(file.clone(), what.clone())) {
            Some(most) if size <= most => {}
            Some(most) => problems.push(format!("{file}: {what} has grown from {most} to {size}")),
            None => problems.push(format!("{file}: {what} is {size}")),
        }
    }
    let gone = allowed.keys().filter(|key| !found.contains_key(key));
    problems.extend(gone.map(|(file, what)| format!("{file}: {what} is right now: take it out")));
    assert!(problems.is_empty(), "\n{}", problems.join("\n"));
}

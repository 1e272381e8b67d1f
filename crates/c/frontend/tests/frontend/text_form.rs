//! The text form holds all that the model does, over all program files: what is read back is the
//! same program, and is printed the same.

use assay_c_frontend::{Project, Request, Scope};
use assay_program::{ConstId, Program, TypeId};
use rustc_hash::FxHashMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

/// A program as its `Debug` form, in which no field is missing: with constants and types written
/// out where they are named, as their numbers mean nothing.
struct Comparable<'p> {
    program: &'p Program,
    types: FxHashMap<TypeId, String>,
    constants: FxHashMap<ConstId, String>,
}

impl Comparable<'_> {
    fn of(program: &Program) -> String {
        let types = FxHashMap::default();
        let mut form = Comparable { program, types, constants: FxHashMap::default() };
        let Program {
            pointer_bits,
            types: _,
            constants: _,
            functions,
            globals,
            files,
            entry,
            startup,
            shutdown,
            platform,
            edges,
            arrivals,
            dataflow,
            notes,
        } = program;
        let mut whole = format!("{pointer_bits} {files:?} {entry:?} {startup:?} {shutdown:?}");
        let _ = writeln!(whole, "{platform:?}");
        let _ = writeln!(whole, "{edges:?} {arrivals:?} {dataflow:?} {notes:?}");
        for global in globals.values() {
            whole += &form.expanded(&format!("{global:?}\n"));
        }
        for function in functions.values() {
            whole += &form.expanded(&format!("{function:?}\n"));
        }
        whole
    }

    /// With what `t3` and `c5` stand for, outside of texts.
    fn expanded(&mut self, text: &str) -> String {
        let mut expanded = String::with_capacity(text.len());
        let mut rest = text;
        while let Some(first) = rest.chars().next() {
            let end = match first {
                '"' => text_end(rest),
                _ if first.is_ascii_alphanumeric() => rest
                    .find(|c: char| !c.is_ascii_alphanumeric() && c != '_')
                    .unwrap_or(rest.len()),
                _ => first.len_utf8(),
            };
            let (word, behind) = rest.split_at(end);
            match number(word, 't').map(assay_base::Id::new) {
                Some(ty) => expanded += &self.ty(ty),
                None => match number(word, 'c').map(assay_base::Id::new) {
                    Some(constant) => expanded += &self.constant(constant),
                    None => expanded += word,
                },
            }
            rest = behind;
        }
        expanded
    }

    fn ty(&mut self, id: TypeId) -> String {
        if let Some(known) = self.types.get(&id) {
            return known.clone();
        }
        let types = &self.program.types;
        let form = self.expanded(&format!("({:?} {:?})", types.get(id), types.layout(id)));
        self.types.insert(id, form.clone());
        form
    }

    fn constant(&mut self, id: ConstId) -> String {
        if let Some(known) = self.constants.get(&id) {
            return known.clone();
        }
        let form = self.expanded(&format!("({:?})", self.program.constants[id]));
        self.constants.insert(id, form.clone());
        form
    }
}

fn number(word: &str, prefix: char) -> Option<usize> {
    word.strip_prefix(prefix)?.parse().ok()
}

/// Behind the quote that ends a text.
fn text_end(text: &str) -> usize {
    let mut is_escaped = false;
    let end = text.char_indices().skip(1).find(|(_, character)| {
        let is_end = *character == '"' && !is_escaped;
        is_escaped = *character == '\\' && !is_escaped;
        is_end
    });
    end.map_or(text.len(), |(at, _)| at + 1)
}

#[track_caller]
fn same(expected: &str, found: &str, what: &str) {
    if expected == found {
        return;
    }
    let differ = expected.lines().zip(found.lines()).find(|(a, b)| a != b);
    let (a, b) = differ.unwrap_or(("the end of one", "the end of the other"));
    let common = a.bytes().zip(b.bytes()).take_while(|(a, b)| a == b).count();
    let around = |line: &str| {
        let from = common.saturating_sub(200);
        String::from_utf8_lossy(&line.as_bytes()[from..line.len().min(common + 200)]).into_owned()
    };
    panic!("{what}:\n{}\n{}", around(a), around(b));
}

fn is_inverse(program: &Program, what: &str) {
    let text = assay_program::text::print(program);
    let read = match assay_program::text::parse(&text) {
        Ok(read) => read,
        Err(error) => {
            let line = text.lines().nth(error.line as usize - 1).unwrap_or_default();
            panic!("{what}: {error}\n{line}");
        }
    };
    assert_eq!(assay_program::verify::verify(&read), Ok(()), "{what}");
    same(&text, &assay_program::text::print(&read), what);
    same(&Comparable::of(program), &Comparable::of(&read), what);
}

/// What stands behind `//! key:` in the head of a program file.
fn directive<'t>(text: &'t str, key: &str) -> Vec<&'t str> {
    let lines = text.lines().filter_map(|line| line.strip_prefix("//! ")?.strip_prefix(key));
    lines.flat_map(|rest| rest.trim_start_matches(':').split_whitespace()).collect()
}

fn check(file: &Path) {
    let text = std::fs::read_to_string(file).unwrap();
    let request = Request {
        inputs: vec![file.to_path_buf()],
        clang_flags: directive(&text, "flags").into_iter().map(str::to_string).collect(),
        mcdc: true,
        statements: true,
        dataflow: Some(Scope::Program),
        ..Request::default()
    };
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    let project = Project::open(&request).unwrap_or_else(|error| panic!("{name}: {error}"));
    let entry = directive(&text, "entry");
    let loaded = match entry.first() {
        Some(entry) => project.unit(entry),
        None => project.program(),
    };
    is_inverse(&loaded.unwrap_or_else(|error| panic!("{name}: {error}")).program, &name);
}

#[test]
fn every_program_is_read_back_as_it_was() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../tests/programs");
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let wanted = std::env::var("ASSAY_PROGRAMS").unwrap_or_default();
    let mut files: Vec<PathBuf> = entries
        .filter(|path| path.extension().is_some_and(|extension| extension == "c"))
        .filter(|path| path.to_string_lossy().contains(&wanted))
        .collect();
    files.sort();
    assert!(files.len() > 300 || !wanted.is_empty());
    let next = AtomicUsize::new(0);
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while let Some(file) = files.get(next.fetch_add(1, Ordering::Relaxed)) {
                    check(file);
                }
            });
        }
    });
}

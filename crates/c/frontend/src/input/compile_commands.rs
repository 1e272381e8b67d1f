//! Compilation databases: which of their translation units a unit under test needs.
//!
//! Symbols are only known after compiling, and a database may list thousands of files. So the
//! search starts from the entries: a file can define a symbol only if its text contains the
//! name, and only such files are compiled; what they leave undefined is looked for next. Without
//! entries, everything is needed.

use super::Unit;
use super::clang::{self, Job};
use super::foreign_flags::ForeignFlags;
use crate::edges::is_local;
use crate::llvm::{Context, Module};
use crate::{LoadError, Request};
use rustc_hash::FxHashSet;
use std::collections::VecDeque;
use std::path::{Path, PathBuf};

pub fn units(database: &Path, request: &Request) -> Result<Vec<Unit>, LoadError> {
    let jobs = read(database, &request.clang_flags)?;
    match request.entries.is_empty() {
        true => clang::compile_all(&jobs, request.mcdc, request.memory),
        false => Selection::new(jobs, request).run(),
    }
}

/// The walk from the entries to everything they need.
struct Selection {
    mcdc: bool,
    memory: u64,
    entries: Vec<String>,
    /// Files that are not compiled yet, with their places in the database and their texts.
    pending: Vec<(usize, Job, Vec<u8>)>,
    units: Vec<(usize, Unit, Symbols)>,
    wanted: VecDeque<String>,
    seen: FxHashSet<String>,
}

impl Selection {
    fn new(jobs: Vec<Job>, request: &Request) -> Selection {
        let with_text = |(index, job): (usize, Job)| {
            // What cannot be read here is found by clang, if it is needed.
            let text = std::fs::read(&job.source).unwrap_or_default();
            (index, job, text)
        };
        Selection {
            mcdc: request.mcdc,
            memory: request.memory,
            entries: request.entries.clone(),
            pending: jobs.into_iter().enumerate().map(with_text).collect(),
            units: Vec::new(),
            wanted: request.entries.iter().cloned().collect(),
            seen: request.entries.iter().cloned().collect(),
        }
    }

    fn run(mut self) -> Result<Vec<Unit>, LoadError> {
        let mut needed = FxHashSet::default();
        while let Some(name) = self.wanted.pop_front() {
            self.compile_mentions(&name)?;
            let is_entry = self.entries.contains(&name);
            let definer = self.units.iter().find(|(.., symbols)| {
                symbols.defined.contains(&name) || is_entry && symbols.local.contains(&name)
            });
            let Some((index, _, symbols)) = definer else {
                if is_entry {
                    return Err(LoadError::EntryMissing { entry: name, similar: Vec::new() });
                }
                continue;
            };
            if needed.insert(*index) {
                let new = symbols.undefined.iter().filter(|name| self.seen.insert((*name).clone()));
                self.wanted.extend(new.cloned());
            }
        }
        self.units.retain(|(index, ..)| needed.contains(index));
        self.units.sort_by_key(|(index, ..)| *index);
        Ok(self.units.into_iter().map(|(_, unit, _)| unit).collect())
    }

    /// Compiles the files whose text contains `name`.
    fn compile_mentions(&mut self, name: &str) -> Result<(), LoadError> {
        let (mentioning, rest) = std::mem::take(&mut self.pending)
            .into_iter()
            .partition(|(.., text)| mentions_word(text, name.as_bytes()));
        self.pending = rest;
        let mentioning: Vec<(usize, Job, Vec<u8>)> = mentioning;
        let (indices, jobs): (Vec<usize>, Vec<Job>) =
            mentioning.into_iter().map(|(index, job, _)| (index, job)).unzip();
        let units = clang::compile_all(&jobs, self.mcdc, self.memory)?;
        for (index, unit) in indices.into_iter().zip(units) {
            let symbols = Symbols::of(&unit)?;
            self.units.push((index, unit, symbols));
        }
        Ok(())
    }
}

fn mentions_word(text: &[u8], word: &[u8]) -> bool {
    let in_word =
        |byte: Option<&u8>| byte.is_some_and(|byte| byte.is_ascii_alphanumeric() || *byte == b'_');
    !word.is_empty()
        && text.windows(word.len()).enumerate().any(|(start, window)| {
            window == word
                && !in_word(start.checked_sub(1).and_then(|before| text.get(before)))
                && !in_word(text.get(start + word.len()))
        })
}

/// What one unit offers to the others and wants from them.
#[derive(Default)]
struct Symbols {
    defined: FxHashSet<String>,
    /// Static ones, which only an entry may mean.
    local: FxHashSet<String>,
    undefined: Vec<String>,
}

impl Symbols {
    fn of(unit: &Unit) -> Result<Symbols, LoadError> {
        let context = Context::new();
        let module = context
            .parse_bitcode(&unit.bitcode, &unit.path.to_string_lossy())
            .map_err(|reason| LoadError::Internal { reason })?;
        Ok(Symbols::of_module(&module))
    }

    fn of_module(module: &Module) -> Symbols {
        let mut symbols = Symbols::default();
        for value in module.functions().chain(module.globals()).chain(module.aliases()) {
            let name = value.name();
            if name.starts_with("llvm.") {
                continue;
            }
            if value.is_declaration() {
                symbols.undefined.push(name);
            } else if is_local(value.linkage()) {
                symbols.local.insert(name);
            } else {
                symbols.defined.insert(name);
            }
        }
        symbols
    }
}

/// The C files of a database; flags of the user come after those of the database.
fn read(path: &Path, flags: &[String]) -> Result<Vec<Job>, LoadError> {
    let wrong = |reason: String| LoadError::CompileCommands { path: path.to_path_buf(), reason };
    let text = std::fs::read(path).map_err(|error| wrong(format!("cannot be read: {error}")))?;
    let entries: Vec<serde_json::Value> = serde_json::from_slice(&text)
        .map_err(|error| wrong(format!("not a compilation database: {error}")))?;
    let base = path.parent().unwrap_or(Path::new("")).to_path_buf();
    let mut jobs: Vec<Job> = Vec::new();
    let mut foreign = ForeignFlags::default();
    for (index, entry) in entries.iter().enumerate() {
        let (compiler, mut job) = job_of(entry, &base)
            .ok_or_else(|| wrong(format!("entry {index} has no file, or no command")))?;
        let is_c = job.source.extension().is_some_and(|extension| extension == "c");
        if is_c && jobs.iter().all(|earlier| earlier.source != job.source) {
            job.left_out = foreign.take_out(&compiler, &mut job.flags);
            job.flags.extend_from_slice(flags);
            jobs.push(job);
        }
    }
    match jobs.is_empty() {
        true => Err(wrong("lists no C files".to_string())),
        false => Ok(jobs),
    }
}

/// The compiler and what it is told.
fn job_of(entry: &serde_json::Value, base: &Path) -> Option<(String, Job)> {
    let folder = base.join(entry.get("directory").and_then(|folder| folder.as_str()).unwrap_or(""));
    let folder = if folder.as_os_str().is_empty() { PathBuf::from(".") } else { folder };
    let file = entry.get("file")?.as_str()?;
    let words = match entry.get("arguments").and_then(|arguments| arguments.as_array()) {
        Some(arguments) => {
            arguments.iter().map(|word| word.as_str().map(str::to_string)).collect::<Option<_>>()?
        }
        None => split_words(entry.get("command")?.as_str()?),
    };
    let job = Job {
        source: std::path::absolute(folder.join(file)).ok()?,
        folder: Some(folder),
        flags: words.iter().skip(1).cloned().collect(),
        left_out: Vec::new(),
    };
    Some((words.into_iter().next().unwrap_or_default(), job))
}

/// Splits a command as a shell does: blanks, quotes, backslashes.
fn split_words(command: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote: Option<char> = None;
    let mut characters = command.chars();
    while let Some(character) = characters.next() {
        match (quote, character) {
            (Some(open), _) if open == character => quote = None,
            (Some('\''), _) => word.get_or_insert_default().push(character),
            (_, '\\') => word.get_or_insert_default().extend(characters.next()),
            (Some(_), _) => word.get_or_insert_default().push(character),
            (None, '\'' | '"') => {
                quote = Some(character);
                word.get_or_insert_default();
            }
            (None, blank) if blank.is_whitespace() => words.extend(word.take()),
            (None, _) => word.get_or_insert_default().push(character),
        }
    }
    words.extend(word);
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_split_as_in_a_shell() {
        let words = split_words(r#"cc -DA='x y' -D"B=\"q\"" a\ b.c ''"#);
        assert_eq!(words, ["cc", "-DA=x y", "-DB=\"q\"", "a b.c", ""]);
    }

    #[test]
    fn words_are_found_whole() {
        assert!(mentions_word(b"int run(void)", b"run"));
        assert!(!mentions_word(b"int rerun(void)", b"run"));
        assert!(!mentions_word(b"runs", b"run"));
        assert!(mentions_word(b"run", b"run"));
    }
}

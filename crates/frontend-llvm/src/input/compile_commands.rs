//! Compilation databases: which of their translation units a unit under test needs.
//!
//! Symbols are only known after compiling, and a database may list thousands of files. So the
//! search starts from the entries: a file can define a symbol only if its text contains the
//! name, and only such files are compiled; what they leave undefined is looked for next. Without
//! entries, everything is needed.

use super::{Unit, clang};
use crate::llvm::{Context, Module};
use crate::{LoadError, Request};
use rustc_hash::FxHashSet;
use std::collections::VecDeque;
use std::path::{Path, PathBuf};

struct Command {
    source: PathBuf,
    folder: PathBuf,
    flags: Vec<String>,
}

pub fn units(database: &Path, request: &Request) -> Result<Vec<Unit>, LoadError> {
    let commands = read(database)?;
    if request.entries.is_empty() {
        return commands.iter().map(|command| compile(command, request)).collect();
    }
    Selection::new(&commands, request).run()
}

fn compile(command: &Command, request: &Request) -> Result<Unit, LoadError> {
    let flags: Vec<String> = command.flags.iter().chain(&request.clang_flags).cloned().collect();
    let job = clang::Job {
        source: command.source.clone(),
        folder: Some(command.folder.clone()),
        flags: &flags,
    };
    clang::compile(&job, request.mcdc)
}

/// The walk from the entries to everything they need.
struct Selection<'r> {
    commands: &'r [Command],
    request: &'r Request,
    /// The text of each file that is not compiled yet.
    texts: Vec<Option<Vec<u8>>>,
    units: Vec<(usize, Unit)>,
    wanted: VecDeque<String>,
    seen: FxHashSet<String>,
}

impl<'r> Selection<'r> {
    fn new(commands: &'r [Command], request: &'r Request) -> Selection<'r> {
        let texts = commands.iter().map(|command| std::fs::read(&command.source).ok()).collect();
        let wanted: VecDeque<String> = request.entries.iter().cloned().collect();
        let seen = wanted.iter().cloned().collect();
        Selection { commands, request, texts, units: Vec::new(), wanted, seen }
    }

    fn run(mut self) -> Result<Vec<Unit>, LoadError> {
        let mut defined = FxHashSet::default();
        let mut needed = FxHashSet::default();
        let mut symbols: Vec<(usize, Symbols)> = Vec::new();
        while let Some(name) = self.wanted.pop_front() {
            for index in self.candidates(&name) {
                let unit = compile(&self.commands[index], self.request)?;
                symbols.push((index, Symbols::of(&unit)?));
                self.units.push((index, unit));
            }
            let Some((index, found)) =
                symbols.iter().find(|(_, symbols)| symbols.defined.contains(&name))
            else {
                continue;
            };
            needed.insert(*index);
            if defined.insert(*index) {
                for name in &found.undefined {
                    if self.seen.insert(name.clone()) {
                        self.wanted.push_back(name.clone());
                    }
                }
            }
        }
        self.units.sort_by_key(|(index, _)| *index);
        Ok(self
            .units
            .into_iter()
            .filter(|(index, _)| needed.contains(index))
            .map(|(_, unit)| unit)
            .collect())
    }

    /// The files not yet compiled that mention `name`, which are then taken as compiled.
    fn candidates(&mut self, name: &str) -> Vec<usize> {
        let mentions = |text: &Vec<u8>| mentions_word(text, name.as_bytes());
        let found: Vec<usize> = (0..self.texts.len())
            .filter(|&index| self.texts[index].as_ref().is_some_and(mentions))
            .collect();
        for &index in &found {
            self.texts[index] = None;
        }
        found
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
struct Symbols {
    defined: FxHashSet<String>,
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
        let mut symbols = Symbols { defined: FxHashSet::default(), undefined: Vec::new() };
        for value in module.functions().chain(module.globals()).chain(module.aliases()) {
            let name = value.name();
            if name.starts_with("llvm.") || crate::edges::is_local(value.linkage()) {
                continue;
            }
            if value.is_declaration() {
                symbols.undefined.push(name);
            } else {
                symbols.defined.insert(name);
            }
        }
        symbols
    }
}

fn read(path: &Path) -> Result<Vec<Command>, LoadError> {
    let wrong = |reason: String| LoadError::CompileCommands { path: path.to_path_buf(), reason };
    let text = std::fs::read(path).map_err(|error| wrong(format!("cannot be read: {error}")))?;
    let entries: Vec<serde_json::Value> = serde_json::from_slice(&text)
        .map_err(|error| wrong(format!("not a compilation database: {error}")))?;
    let base = path.parent().unwrap_or(Path::new("")).to_path_buf();
    let mut commands: Vec<Command> = Vec::new();
    for (index, entry) in entries.iter().enumerate() {
        let command = command_of(entry, &base)
            .ok_or_else(|| wrong(format!("entry {index} has no file, or no command")))?;
        let is_c = command.source.extension().is_some_and(|extension| extension == "c");
        let is_new = commands.iter().all(|earlier| earlier.source != command.source);
        if is_c && is_new {
            commands.push(command);
        }
    }
    match commands.is_empty() {
        true => Err(wrong("lists no C files".to_string())),
        false => Ok(commands),
    }
}

fn command_of(entry: &serde_json::Value, base: &Path) -> Option<Command> {
    let folder = base.join(entry.get("directory").and_then(|folder| folder.as_str()).unwrap_or(""));
    let folder = if folder.as_os_str().is_empty() { PathBuf::from(".") } else { folder };
    let file = entry.get("file")?.as_str()?;
    let words = match entry.get("arguments").and_then(|arguments| arguments.as_array()) {
        Some(arguments) => {
            arguments.iter().map(|word| word.as_str().map(str::to_string)).collect::<Option<_>>()?
        }
        None => split_words(entry.get("command")?.as_str()?),
    };
    Some(Command {
        source: std::path::absolute(folder.join(file)).ok()?,
        folder,
        flags: words.into_iter().skip(1).collect(),
    })
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

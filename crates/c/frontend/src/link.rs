//! Joining translation units into one module, as a linker would.

use crate::LoadError;
use crate::edges::is_local;
use crate::input::Unit;
use crate::llvm::{Context, Module, Value};
use std::path::{Path, PathBuf};

/// What hand-written assembly without a target is taken to be for.
const DEFAULT_TRIPLE: &str = "x86_64-pc-linux-gnu";
const DEFAULT_LAYOUT: &str =
    "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128";

/// How many names a message about a missing entry offers.
const OFFERED_NAMES: usize = 3;

pub fn link_units<'c>(context: &'c Context, units: &[Unit]) -> Result<Module<'c>, LoadError> {
    let mut linked: Option<Module> = None;
    let mut done: Vec<&Unit> = Vec::new();
    for unit in units {
        let module = parse(context, unit)?;
        match &mut linked {
            None => linked = Some(module),
            Some(whole) => {
                check_same_target(whole, &module, done[0], unit)?;
                let result = whole.link(module);
                result.map_err(|reason| link_error(context, &done, unit, reason))?;
            }
        }
        done.push(unit);
    }
    linked.ok_or(LoadError::NoInputs)
}

fn parse<'c>(context: &'c Context, unit: &Unit) -> Result<Module<'c>, LoadError> {
    let malformed = |reason| LoadError::Malformed { path: unit.path.clone(), place: None, reason };
    let module =
        context.parse_bitcode(&unit.bitcode, &unit.path.to_string_lossy()).map_err(malformed)?;
    module.verify().map_err(malformed)?;
    if module.triple().is_empty() && module.data_layout_text().is_empty() {
        module.set_target(DEFAULT_TRIPLE, DEFAULT_LAYOUT);
    }
    check_target(&module, &unit.path)?;
    Ok(module)
}

fn check_target(module: &Module, path: &Path) -> Result<(), LoadError> {
    let triple = module.triple();
    let expected_bits = match triple.split('-').next().unwrap_or("") {
        "x86_64" if !triple.ends_with("x32") => 64,
        "i386" | "i486" | "i586" | "i686" => 32,
        _ => 0,
    };
    let is_linux = triple.contains("linux");
    if is_linux && module.data_layout().pointer_bits() == expected_bits {
        return Ok(());
    }
    Err(LoadError::Target { path: path.to_path_buf(), triple })
}

fn check_same_target(
    whole: &Module,
    module: &Module,
    first: &Unit,
    unit: &Unit,
) -> Result<(), LoadError> {
    if whole.data_layout().pointer_bits() == module.data_layout().pointer_bits() {
        return Ok(());
    }
    Err(LoadError::MixedTargets {
        first: first.path.clone(),
        first_triple: whole.triple(),
        second: unit.path.clone(),
        second_triple: module.triple(),
    })
}

/// LLVM says `Linking globals named 'x': symbol multiply defined!`; the user wants the files.
fn link_error(context: &Context, done: &[&Unit], unit: &Unit, reason: String) -> LoadError {
    let duplicate = reason
        .split_once("named '")
        .and_then(|(_, rest)| rest.split_once('\''))
        .filter(|(_, rest)| rest.contains("multiply defined"));
    let Some((symbol, _)) = duplicate else {
        return LoadError::Link { path: unit.path.clone(), reason };
    };
    let earlier = done.iter().find(|earlier| defines(context, earlier, symbol));
    let files: Vec<PathBuf> =
        earlier.into_iter().copied().chain([unit]).map(|unit| unit.path.clone()).collect();
    LoadError::DuplicateSymbol { symbol: symbol.to_string(), files }
}

fn defines(context: &Context, unit: &Unit, symbol: &str) -> bool {
    let Ok(module) = parse(context, unit) else { return false };
    let found = |value: Value| !value.is_declaration() && !is_local(value.linkage());
    module.function_named(symbol).is_some_and(found)
        || module.global_named(symbol).is_some_and(found)
}

pub fn check_entries(module: &Module, entries: &[String]) -> Result<(), LoadError> {
    for entry in entries {
        let is_defined = |function: Value| !function.is_declaration();
        if !module.function_named(entry).is_some_and(is_defined) {
            return Err(entry_missing(module, entry));
        }
    }
    Ok(())
}

pub fn entry_missing(module: &Module, entry: &str) -> LoadError {
    LoadError::EntryMissing { entry: entry.to_string(), similar: similar_names(module, entry) }
}

/// The defined functions whose names are nearest.
fn similar_names(module: &Module, wanted: &str) -> Vec<String> {
    let defined = module.functions().filter(|function| !function.is_declaration());
    let mut names: Vec<(usize, String)> = defined
        .map(|function| function.name())
        .map(|name| (distance(&name, wanted), name))
        .filter(|(distance, name)| *distance <= 2 + name.len().max(wanted.len()) / 4)
        .collect();
    names.sort();
    names.into_iter().take(OFFERED_NAMES).map(|(_, name)| name).collect()
}

/// Levenshtein's edit distance, by rows.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (index, from) in a.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = index + 1;
        for (column, to) in b.iter().enumerate() {
            let replaced = diagonal + usize::from(from != *to);
            diagonal = row[column + 1];
            row[column + 1] = replaced.min(row[column] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::distance;

    #[test]
    fn edit_distances() {
        assert_eq!(distance("check", "check"), 0);
        assert_eq!(distance("chekc", "check"), 2);
        assert_eq!(distance("", "abc"), 3);
        assert_eq!(distance("kitten", "sitting"), 3);
    }
}

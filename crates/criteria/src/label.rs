//! Names of functions in ids of objectives.
//!
//! A `static` function's name need not be unique, and when modules are linked LLVM renames one
//! of two equal ones by a number that depends on the order of linking. So the label starts from
//! the name in the source (the profile name's tail) and, where several functions share it, says
//! the file too. A `static` function of a header exists once per file that includes it; those
//! are told apart by the profile name, which holds the including file.

use assay_base::Id;
use assay_program::{FuncId, Function, Linkage, Program};
use std::collections::{HashMap, HashSet};

pub(crate) struct Labels(Vec<String>);

impl Labels {
    pub(crate) fn of(program: &Program) -> Labels {
        let mut labels: Vec<String> =
            program.functions.values().map(|function| function.name.clone()).collect();
        for group in functions_by_source_name(program).into_values() {
            let chosen = distinct_labels(program, &group);
            for (function, label) in group.into_iter().zip(chosen) {
                labels[function.index()] = label;
            }
        }
        Labels(labels)
    }

    pub(crate) fn get(&self, function: FuncId) -> &str {
        &self.0[function.index()]
    }
}

fn functions_by_source_name(program: &Program) -> HashMap<&str, Vec<FuncId>> {
    let mut groups: HashMap<&str, Vec<FuncId>> = HashMap::new();
    for (id, function) in program.functions.iter().filter(|(_, function)| function.body.is_some()) {
        groups.entry(source_name(function)).or_default().push(id);
    }
    groups
}

/// The first way of naming under which all of the group differ.
fn distinct_labels(program: &Program, group: &[FuncId]) -> Vec<String> {
    let ways: [fn(&Program, &Function) -> String; 3] = [plain, with_file, with_profile_name];
    for way in ways {
        let labels: Vec<String> =
            group.iter().map(|&id| way(program, &program.functions[id])).collect();
        if labels.iter().collect::<HashSet<_>>().len() == labels.len() {
            return labels;
        }
    }
    group.iter().map(|&id| program.functions[id].name.clone()).collect()
}

fn plain(_: &Program, function: &Function) -> String {
    source_name(function).to_string()
}

fn with_file(program: &Program, function: &Function) -> String {
    match function.place {
        Some(place) if function.linkage == Linkage::Internal => {
            format!("{}:{}", program.files[place.file].name, source_name(function))
        }
        _ => plain(program, function),
    }
}

fn with_profile_name(program: &Program, function: &Function) -> String {
    match profile_name(function) {
        Some(name) if function.linkage == Linkage::Internal => name.replace(';', ":"),
        _ => with_file(program, function),
    }
}

/// LLVM writes `file.c;name` for a static function (`file.c:name` before version 18).
fn source_name(function: &Function) -> &str {
    let profile = profile_name(function).unwrap_or(&function.name);
    profile.rsplit([';', ':']).next().unwrap_or(profile)
}

fn profile_name(function: &Function) -> Option<&str> {
    let coverage = function.body.as_ref()?.coverage.as_ref()?;
    Some(coverage.profile_name.as_str()).filter(|name| !name.is_empty())
}

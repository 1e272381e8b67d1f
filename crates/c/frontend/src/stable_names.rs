//! Names of functions in ids of objectives.
//!
//! A `static` function's name need not be unique, and when modules are linked LLVM renames one of
//! two equal ones by a number that depends on the order of linking. So the stable name starts from
//! the name in the source (the profile name's tail) and, where several functions share it, says the
//! file too. A `static` function of a header exists once per file that includes it; those are told
//! apart by the profile name, which holds the including file.

use crate::convert::Maps;
use assay_program::{FuncId, Function, Linkage, Program};
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};

/// Gives each function its stable name, where that is another one than its own.
pub fn give(program: &mut Program, maps: &Maps) {
    let names = Names {
        program,
        profile: maps.iter().map(|(id, map)| (*id, map.profile_name.as_str())).collect(),
    };
    let groups = names.by_source_name();
    let chosen: Vec<(FuncId, String)> = groups
        .values()
        .flat_map(|group| group.iter().copied().zip(names.distinct(group)))
        .collect();
    for (id, name) in chosen {
        let function = &mut program.functions[id];
        function.stable_name = (name != function.name).then_some(name);
    }
}

struct Names<'p> {
    program: &'p Program,
    /// Names under which the profile knows functions.
    profile: FxHashMap<FuncId, &'p str>,
}

impl<'p> Names<'p> {
    fn by_source_name(&self) -> BTreeMap<&'p str, Vec<FuncId>> {
        let mut groups: BTreeMap<&str, Vec<FuncId>> = BTreeMap::new();
        let functions = self.program.functions.iter();
        for (id, _) in functions.filter(|(_, function)| function.body.is_some()) {
            groups.entry(self.source_name(id)).or_default().push(id);
        }
        groups
    }

    /// The first way of naming under which all of the group differ.
    fn distinct(&self, group: &[FuncId]) -> Vec<String> {
        let ways = [Names::plain, Names::with_file, Names::with_profile_name];
        for way in ways {
            let names: Vec<String> = group.iter().map(|&id| way(self, id)).collect();
            if names.iter().collect::<BTreeSet<_>>().len() == names.len() {
                return names;
            }
        }
        group.iter().map(|&id| self.function(id).name.clone()).collect()
    }

    fn plain(&self, id: FuncId) -> String {
        self.source_name(id).to_string()
    }

    fn with_file(&self, id: FuncId) -> String {
        match self.function(id).place {
            Some(place) if self.function(id).linkage == Linkage::Internal => {
                format!("{}:{}", self.program.files[place.file].name, self.source_name(id))
            }
            _ => self.plain(id),
        }
    }

    fn with_profile_name(&self, id: FuncId) -> String {
        match self.profile_name(id) {
            Some(name) if self.function(id).linkage == Linkage::Internal => name.replace(';', ":"),
            _ => self.with_file(id),
        }
    }

    /// LLVM writes `file.c;name` for a static function (`file.c:name` before version 18).
    fn source_name(&self, id: FuncId) -> &'p str {
        let profile = self.profile_name(id).unwrap_or(&self.program.functions[id].name);
        profile.rsplit([';', ':']).next().unwrap_or(profile)
    }

    fn profile_name(&self, id: FuncId) -> Option<&'p str> {
        self.profile.get(&id).copied().filter(|name| !name.is_empty())
    }

    fn function(&self, id: FuncId) -> &'p Function {
        &self.program.functions[id]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coverage::FunctionCoverage;
    use assay_base::{Arena, FileId, Id, Place};
    use assay_program::types::Layout;
    use assay_program::{FunctionBody, SourceFile, Type};
    use std::sync::Arc;

    #[test]
    fn static_functions_of_the_same_name_stay_apart() {
        let file = |name: &str| SourceFile { name: name.into(), is_system: false };
        let files = ["a.c", "b.c", "common.h"].map(file);
        let mut program = Program { files: files.into_iter().collect(), ..Program::default() };
        let mut maps = Maps::new();
        let mut add = |name: &str, file: usize, profile: &str| {
            let id = add_function(&mut program, name, file);
            let profile_name = profile.to_string();
            maps.push((id, FunctionCoverage { profile_name, ..FunctionCoverage::default() }));
        };
        add("step", 0, "a.c;step");
        add("step.4", 1, "b.c;step");
        add("only", 0, "a.c;only");
        add("clamp", 2, "a.c;clamp");
        add("clamp.7", 2, "b.c;clamp");
        give(&mut program, &maps);
        let names: Vec<&str> = program.functions.values().map(Function::stable_name).collect();
        assert_eq!(names, ["a.c:step", "b.c:step", "only", "a.c:clamp", "b.c:clamp"]);
    }

    fn add_function(program: &mut Program, name: &str, file: usize) -> FuncId {
        let layout = Layout { store_size: 0, alloc_size: 0, align: 1 };
        let return_type = program.types.intern(Type::Void, layout);
        program.functions.push(Function {
            name: name.into(),
            linkage: Linkage::Internal,
            params: vec![],
            return_type,
            is_variadic: false,
            is_model: false,
            never_returns: false,
            role: Default::default(),
            conduct: Default::default(),
            stable_name: None,
            label: None,
            outside: None,
            place: Some(Place { file: FileId::new(file), line: 1, column: 1 }),
            body: Some(Arc::new(FunctionBody {
                values: Arena::new(),
                blocks: Arena::new(),
                variables: vec![],
                observables: None,
            })),
            prototype: None,
        })
    }
}

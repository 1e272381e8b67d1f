//! `--allow-external`: which functions the program may call natively, and where they come from.

use assay_c_frontend::Project;
use assay_c_testing::Externals;
use assay_c_testing::native::{Process, missing_in};
use assay_language::{Input, Rejected};
use assay_program::{NativeFunctions, Program, Signature};
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

/// What the user allows.
#[derive(Clone, Debug, Default)]
pub struct Host {
    names: BTreeSet<String>,
    /// Flags for the linker.
    libraries: Vec<String>,
}

impl Host {
    pub fn of(input: &Input) -> Host {
        let names: BTreeSet<String> = input.allow_external.iter().cloned().collect();
        let libraries = if names.is_empty() { Vec::new() } else { libraries(&input.flags) };
        Host { names, libraries }
    }

    pub fn allows(&self, name: &str) -> bool {
        self.names.contains(name)
    }

    /// Nothing but what `--allow-external` asks for is linked.
    pub fn libraries(&self) -> &[String] {
        &self.libraries
    }

    /// Rejects names that mean something else already.
    pub fn check(&self, project: &Project) -> Result<(), Rejected> {
        let functions = project.functions();
        for name in &self.names {
            if functions.iter().any(|defined| defined.name == *name) {
                return Err(rejected(name, "the program defines it"));
            }
            if assay_c_library::primitive(name).is_some() {
                return Err(rejected(name, "Assay carries it out itself"));
            }
        }
        Ok(())
    }

    /// Starts the process that makes the calls of this program; `None` where nothing is allowed.
    pub fn start(
        &self,
        program: &Program,
        is_32_bit: bool,
        folder: &Path,
    ) -> Result<Option<Arc<dyn NativeFunctions>>, Rejected> {
        if self.names.is_empty() {
            return Ok(None);
        }
        let modelled = self.names.iter().find(|name| is_modelled(program, name));
        if let Some(name) = modelled {
            return Err(rejected(name, "the model of the C library has it"));
        }
        let signatures = Signature::of_calls(program, |function| self.allows(&function.name))
            .map_err(|problem| rejected(&problem.function, problem.reason))?;
        let externals = Externals { libraries: self.libraries.clone(), ..Externals::default() };
        let process = Process::start(self.names.clone(), signatures, &externals, is_32_bit, folder);
        match process {
            Ok(process) => Ok(Some(Arc::new(process))),
            Err(problem) => Err(match missing_in(&problem).first() {
                Some(name) => rejected(
                    name,
                    "no library has it; name its library with -l among the flags for clang",
                ),
                None => Rejected(problem.to_string()),
            }),
        }
    }
}

fn rejected(name: &str, why: &str) -> Rejected {
    Rejected(format!("--allow-external {name}: {why}"))
}

fn is_modelled(program: &Program, name: &str) -> bool {
    program.function_named(name).is_some_and(|id| {
        let function = &program.functions[id];
        function.is_model && function.body.is_some()
    })
}

/// `-l` and `-L`, the latter for the start of the program too.
pub fn libraries(flags: &[String]) -> Vec<String> {
    let mut kept = Vec::new();
    let mut flags = flags.iter();
    while let Some(flag) = flags.next() {
        let value = |prefix: &str, rest: &mut std::slice::Iter<'_, String>| {
            let value = flag.strip_prefix(prefix)?;
            if value.is_empty() { rest.next().cloned() } else { Some(value.to_string()) }
        };
        if let Some(library) = value("-l", &mut flags) {
            kept.push(format!("-l{library}"));
        } else if let Some(folder) = value("-L", &mut flags) {
            let folder = Path::new(&folder).canonicalize().unwrap_or_else(|_| folder.into());
            kept.push(format!("-L{}", folder.display()));
            kept.push(format!("-Wl,-rpath,{}", folder.display()));
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn libraries_are_found_among_the_flags() {
        let flags = ["-DX", "-lz", "-l", "bz2", "-L/usr", "-O2"].map(String::from);
        let expected = ["-lz", "-lbz2", "-L/usr", "-Wl,-rpath,/usr"];
        assert_eq!(libraries(&flags), expected);
    }
}

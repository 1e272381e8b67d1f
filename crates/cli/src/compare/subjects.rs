//! What is compared: the subject of the command line, or those of a file.
//!
//! ```toml
//! [[subject]]
//! name = "wc"
//! inputs = ["wc.c", "count.c"]               # one program
//! options = ["--sym-args", "0", "2", "3"]    # its surroundings, as for `cover`
//! flags = ["-Iinclude"]                      # for clang
//! entry = ["main"]                           # functions instead: each is a subject
//! ```
//!
//! Relative names count from the folder of the file. Flags for clang are taken as they are.

use super::arguments::Compare;
use crate::arguments::{Input, UnitOptions};
use crate::exit::Exit;
use crate::subject::{self, Wanted};
use crate::world::WorldOptions;
use crate::{contract, resume};
use assay_criteria::Objectives;
use assay_engine::{LowerOptions, Subject};
use assay_frontend_llvm::{Contract, Loaded};
use assay_program::FuncId;
use assay_prove::Start;
use assay_verdict::{ComparedSubject, World};
use clap::{Command, FromArgMatches};
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A unit, ready to be explored any number of times.
pub struct Loadable {
    pub facts: ComparedSubject,
    pub subject: Subject,
    pub objectives: Arc<Objectives>,
    /// Where the program starts for the analysis that goes back from objectives, and with what.
    pub analysed: (FuncId, Start),
}

/// What the user wants to be compared, before it is loaded.
struct Description {
    name: Option<String>,
    input: Input,
    entry: Vec<String>,
    world: World,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct List {
    subject: Vec<Listed>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Listed {
    name: String,
    inputs: Vec<PathBuf>,
    #[serde(default)]
    options: Vec<String>,
    #[serde(default)]
    flags: Vec<String>,
    #[serde(default)]
    entry: Vec<String>,
}

/// All of them, loaded and lowered once.
pub fn load(arguments: &Compare) -> Result<Vec<Loadable>, Exit> {
    let contracts = contract::read(arguments.unit.contract.as_ref())?;
    let mut loaded = Vec::new();
    for description in descriptions(arguments)? {
        load_units(&description, &contracts, &arguments.unit, &mut loaded)?;
    }
    let mut names = BTreeSet::new();
    match loaded.iter().find(|unit| !names.insert(unit.facts.name.as_str())) {
        Some(twice) => {
            Err(Exit::Rejected(format!("two subjects are named '{}'", twice.facts.name)))
        }
        None => Ok(loaded),
    }
}

fn descriptions(arguments: &Compare) -> Result<Vec<Description>, Exit> {
    let Some(file) = &arguments.subjects else {
        return Ok(vec![Description {
            name: None,
            input: Input {
                inputs: arguments.inputs.clone(),
                clang_flags: arguments.clang_flags.clone(),
                allow_external: Vec::new(),
            },
            entry: arguments.unit.entry.clone(),
            world: arguments.world.world()?,
        }]);
    };
    let wrong = |why: String| Exit::Rejected(format!("{}: {why}", file.display()));
    let text = std::fs::read_to_string(file).map_err(|error| wrong(error.to_string()))?;
    let list: List = contract::parse_toml(file, &text).map_err(Exit::Rejected)?;
    let folder = file.parent().unwrap_or(Path::new(""));
    list.subject.into_iter().map(|listed| listed.description(folder)).collect()
}

impl Listed {
    fn description(self, folder: &Path) -> Result<Description, Exit> {
        let wrong = |error: clap::Error| {
            let text = error.to_string();
            let line = text.lines().next().unwrap_or_default().trim_start_matches("error: ");
            Exit::Rejected(format!("the subject '{}': {line}", self.name))
        };
        let command = Command::new("subject").no_binary_name(true);
        let command = <WorldOptions as clap::Args>::augment_args(command);
        let matches = command.try_get_matches_from(&self.options).map_err(wrong)?;
        let options = WorldOptions::from_arg_matches(&matches).map_err(wrong)?;
        Ok(Description {
            world: options.in_folder(folder).world()?,
            name: Some(self.name),
            input: Input {
                inputs: self.inputs.iter().map(|input| folder.join(input)).collect(),
                clang_flags: self.flags,
                allow_external: Vec::new(),
            },
            entry: self.entry,
        })
    }
}

/// Each function that is to be tested on its own is a subject.
fn load_units(
    description: &Description,
    contracts: &BTreeMap<String, Contract>,
    options: &UnitOptions,
    loaded: &mut Vec<Loadable>,
) -> Result<(), Exit> {
    let project =
        subject::open(&description.input, &description.entry, contracts.clone(), options.needs())?;
    let digest = resume::program_digest(&project, &format!("{contracts:?}"));
    let entries = subject::entries(&project, &description.entry)?;
    for entry in &entries {
        let name = match &description.name {
            Some(name) if entries.len() == 1 => name.clone(),
            Some(name) => format!("{name}: {entry}"),
            None => entry.clone(),
        };
        let unit = match subject::load_unit(&project, entry) {
            Ok(unit) => unit,
            // One of many functions that nobody asked for by name.
            Err(error) if description.entry.is_empty() && entries.len() > 1 => {
                eprintln!("assay: left out: {name}: {error}");
                continue;
            }
            Err(error) => return Err(Exit::Rejected(format!("{name}: {error}"))),
        };
        let facts = ComparedSubject {
            name,
            program: digest.clone(),
            world: description.world.clone(),
            objectives: 0,
        };
        loaded.push(prepare(unit, facts, &options.criterion)?);
    }
    Ok(())
}

fn prepare(
    unit: Loaded,
    mut facts: ComparedSubject,
    criteria: &[String],
) -> Result<Loadable, Exit> {
    let program = Arc::new(unit.program);
    let entry = subject::entry(&program)?;
    let objectives = Arc::new(subject::objectives(&program, &Wanted { criteria, focus: None })?);
    facts.objectives = objectives.len() as u64;
    let options = LowerOptions::default();
    let analysed = match &unit.interface {
        Some(interface) => {
            let function = program.function_named(&interface.function);
            (function.unwrap_or(entry), Start::Function)
        }
        None => (entry, Start::Program),
    };
    let subject = subject::subject(program, entry, options, facts.world.clone(), None)?;
    Ok(Loadable { facts, subject, objectives, analysed })
}

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
use crate::exit::Exit;
use crate::world::WorldOptions;
use assay_campaign::{ComparedInput, Input, parse_toml};
use clap::{Command, FromArgMatches};
use serde::Deserialize;
use std::path::{Path, PathBuf};

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

pub fn subjects(arguments: &Compare) -> Result<Vec<ComparedInput>, Exit> {
    let Some(file) = &arguments.subjects else {
        return Ok(vec![ComparedInput {
            name: None,
            input: Input {
                inputs: arguments.inputs.clone(),
                entries: arguments.unit.entry.clone(),
                flags: arguments.clang_flags.clone(),
                ..Input::default()
            },
            world: arguments.world.world()?,
        }]);
    };
    let wrong = |why: String| Exit::Rejected(format!("{}: {why}", file.display()));
    let text = std::fs::read_to_string(file).map_err(|error| wrong(error.to_string()))?;
    let list: List = parse_toml(file, &text).map_err(Exit::Rejected)?;
    let folder = file.parent().unwrap_or(Path::new(""));
    list.subject.into_iter().map(|listed| listed.subject(folder)).collect()
}

impl Listed {
    fn subject(self, folder: &Path) -> Result<ComparedInput, Exit> {
        let wrong = |error: clap::Error| {
            let text = error.to_string();
            let line = text.lines().next().unwrap_or_default().trim_start_matches("error: ");
            Exit::Rejected(format!("the subject '{}': {line}", self.name))
        };
        let command = Command::new("subject").no_binary_name(true);
        let command = <WorldOptions as clap::Args>::augment_args(command);
        let matches = command.try_get_matches_from(&self.options).map_err(wrong)?;
        let options = WorldOptions::from_arg_matches(&matches).map_err(wrong)?;
        Ok(ComparedInput {
            world: options.in_folder(folder).world()?,
            name: Some(self.name),
            input: Input {
                inputs: self.inputs.iter().map(|input| folder.join(input)).collect(),
                entries: self.entry,
                flags: self.flags,
                ..Input::default()
            },
        })
    }
}

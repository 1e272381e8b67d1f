//! The options that describe what surrounds the program: arguments, environment, standard
//! input, files.
//!
//! Arguments keep the order in which `--arg`, `--sym-arg` and `--sym-args` stand on the command
//! line. That is why this part of it is not derived: it needs the positions of the values.

use crate::exit::Exit;
use assay_verdict::{Argument, Content, Region, World};
use clap::{Arg, ArgAction, ArgMatches, Args, Command, Error, FromArgMatches};
use std::path::{Path, PathBuf};

/// Bytes of one symbolic string or file, and arguments of one list.
const MOST_BYTES: usize = 4096;
const MOST_ARGUMENTS: usize = 64;

/// Addresses that a process can have memory at, and how much of it.
const LOWEST_ADDRESS: u64 = 1 << 16;
const HIGHEST_ADDRESS: u64 = 1 << 46;
const LARGEST_REGION: u64 = 1 << 24;

/// The options as given; files are not read yet.
#[derive(Clone, Debug, Default)]
pub struct WorldOptions {
    arguments: Vec<Argument>,
    variables: Vec<(String, Content)>,
    stdin: Option<Source>,
    files: Vec<(String, Source)>,
    malloc_may_fail: bool,
    calls_may_fail: bool,
    regions: Vec<Region>,
}

/// Where the content of a file comes from.
#[derive(Clone, Debug)]
enum Source {
    Host(PathBuf),
    Input(usize),
}

impl Source {
    fn content(&self) -> Result<Content, Exit> {
        match self {
            Source::Input(most) => Ok(Content::Input { most: *most }),
            Source::Host(path) => std::fs::read(path)
                .map(Content::Fixed)
                .map_err(|error| Exit::Rejected(format!("{}: {error}", path.display()))),
        }
    }
}

impl WorldOptions {
    /// The same, with the relative names of host files counted from this folder.
    pub fn in_folder(mut self, folder: &Path) -> WorldOptions {
        let contents = self.files.iter_mut().map(|(_, source)| source).chain(&mut self.stdin);
        for source in contents {
            if let Source::Host(path) = source {
                *path = folder.join(&*path);
            }
        }
        self
    }

    /// The world itself, with the files that the options name.
    pub fn world(&self) -> Result<World, Exit> {
        let files = self.files.iter().map(|(name, source)| Ok((name.clone(), source.content()?)));
        Ok(World {
            arguments: self.arguments.clone(),
            environment: self.variables.clone(),
            stdin: self.stdin.as_ref().map_or(Ok(Content::default()), Source::content)?,
            files: files.collect::<Result<_, Exit>>()?,
            allocation_may_fail: self.malloc_may_fail,
            calls_may_fail: self.calls_may_fail,
            regions: self.regions.clone(),
        })
    }
}

impl Args for WorldOptions {
    fn augment_args(command: Command) -> Command {
        let option = |id: &'static str, names: &'static [&'static str], help: &'static str| {
            Arg::new(id)
                .long(id)
                .value_names(names.iter().copied())
                .num_args(names.len())
                .action(ArgAction::Append)
                .help(help)
                .help_heading("Surroundings of the program")
        };
        command
            .arg(
                option("arg", &["TEXT"], "An argument of the program; may be repeated")
                    .allow_hyphen_values(true),
            )
            .arg(option("sym-arg", &["LEN"], "An argument of up to LEN bytes, as an input"))
            .arg(
                option(
                    "sym-args",
                    &["MIN", "MAX", "LEN"],
                    "MIN to MAX arguments of up to LEN bytes each, as inputs; without numbers a few that may be long",
                )
                .num_args(0..=3)
                .default_missing_values(["0", "4", "64"]),
            )
            .arg(option("stdin", &["FILE"], "What the program reads from its standard input"))
            .arg(
                option(
                    "sym-stdin",
                    &["N"],
                    "A standard input of up to N bytes, as an input; without a number as long as the program asks for, up to 4096",
                )
                .num_args(0..=1)
                .default_missing_value("4096")
                .conflicts_with("stdin"),
            )
            .arg(option(
                "file",
                &["NAME=PATH"],
                "A file NAME in the working folder of the program, with the content of PATH",
            ))
            .arg(option("sym-file", &["NAME", "N"], "A file NAME of up to N bytes, as an input"))
            .arg(option(
                "env",
                &["NAME=VALUE"],
                "A variable of the environment, which else is empty",
            ))
            .arg(option(
                "sym-env",
                &["NAME", "LEN"],
                "A variable of the environment of up to LEN bytes, as an input",
            ))
            .arg(option(
                "device",
                &["ADDRESS:SIZE"],
                "Registers of a device at a fixed address: each read is an input, what is written is gone",
            ))
            .arg(option(
                "region",
                &["ADDRESS:SIZE"],
                "Memory at a fixed address: its bytes are inputs, and stay as they are read or written",
            ))
            .arg(
                Arg::new("malloc-may-fail")
                    .long("malloc-may-fail")
                    .action(ArgAction::SetTrue)
                    .help("Also follow the paths on which malloc and its kin return NULL")
                    .help_heading("Surroundings of the program"),
            )
            .arg(
                Arg::new("calls-may-fail")
                    .long("calls-may-fail")
                    .action(ArgAction::SetTrue)
                    .help("Also follow the paths on which calls of the system and the library fail, or read and write less than they are asked to")
                    .help_heading("Surroundings of the program"),
            )
    }

    fn augment_args_for_update(command: Command) -> Command {
        WorldOptions::augment_args(command)
    }
}

impl FromArgMatches for WorldOptions {
    fn from_arg_matches(matches: &ArgMatches) -> Result<WorldOptions, Error> {
        let options = WorldOptions {
            arguments: arguments(matches)?,
            variables: variables(matches)?,
            stdin: stdin(matches)?,
            files: files(matches)?,
            malloc_may_fail: matches.get_flag("malloc-may-fail"),
            calls_may_fail: matches.get_flag("calls-may-fail"),
            regions: regions(matches)?,
        };
        check_names("variable", options.variables.iter().map(|(name, _)| name))?;
        check_names("file", options.files.iter().map(|(name, _)| name))?;
        Ok(options)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = WorldOptions::from_arg_matches(matches)?;
        Ok(())
    }
}

/// The values of each occurrence of an option, with its position on the command line.
fn occurrences<'a>(matches: &'a ArgMatches, id: &str) -> Vec<(usize, Vec<&'a str>)> {
    let Some(values) = matches.get_occurrences::<String>(id) else { return Vec::new() };
    let groups: Vec<Vec<&str>> = values.map(|group| group.map(String::as_str).collect()).collect();
    let mut positions = matches.indices_of(id).into_iter().flatten();
    let mut first_of = |group: &[&str]| {
        let first = positions.next().unwrap_or(0);
        positions.by_ref().take(group.len() - 1).for_each(drop);
        first
    };
    groups.into_iter().map(|group| (first_of(&group), group)).collect()
}

fn arguments(matches: &ArgMatches) -> Result<Vec<Argument>, Error> {
    let mut found: Vec<(usize, Argument)> = Vec::new();
    for (position, values) in occurrences(matches, "arg") {
        found.push((position, Argument::Fixed(values[0].as_bytes().to_vec())));
    }
    for (position, values) in occurrences(matches, "sym-arg") {
        let length = number("--sym-arg", values[0], MOST_BYTES)?;
        found.push((position, Argument::Inputs { least: 1, most: 1, length }));
    }
    for (position, values) in occurrences(matches, "sym-args") {
        if values.len() != 3 {
            return Err(wrong("--sym-args: MIN MAX LEN, or none of them".into()));
        }
        let least = number("--sym-args", values[0], MOST_ARGUMENTS)?;
        let most = number("--sym-args", values[1], MOST_ARGUMENTS)?;
        let length = number("--sym-args", values[2], MOST_BYTES)?;
        if least > most {
            return Err(wrong(format!("--sym-args: {least} is more than {most}")));
        }
        found.push((position, Argument::Inputs { least, most, length }));
    }
    found.sort_by_key(|(position, _)| *position);
    Ok(found.into_iter().map(|(_, argument)| argument).collect())
}

fn variables(matches: &ArgMatches) -> Result<Vec<(String, Content)>, Error> {
    let mut found = Vec::new();
    for (position, values) in occurrences(matches, "env") {
        let (name, value) = pair("--env", values[0])?;
        found.push((position, (name, Content::Fixed(value.into_bytes()))));
    }
    for (position, values) in occurrences(matches, "sym-env") {
        let most = number("--sym-env", values[1], MOST_BYTES)?;
        found.push((position, (values[0].to_string(), Content::Input { most })));
    }
    found.sort_by_key(|(position, _)| *position);
    Ok(found.into_iter().map(|(_, variable)| variable).collect())
}

fn stdin(matches: &ArgMatches) -> Result<Option<Source>, Error> {
    if let Some((_, values)) = occurrences(matches, "stdin").last() {
        return Ok(Some(Source::Host(values[0].into())));
    }
    let Some((_, values)) = occurrences(matches, "sym-stdin").pop() else { return Ok(None) };
    Ok(Some(Source::Input(number("--sym-stdin", values[0], MOST_BYTES)?)))
}

fn files(matches: &ArgMatches) -> Result<Vec<(String, Source)>, Error> {
    let mut found = Vec::new();
    for (_, values) in occurrences(matches, "file") {
        let (name, path) = pair("--file", values[0])?;
        found.push((name, Source::Host(path.into())));
    }
    for (_, values) in occurrences(matches, "sym-file") {
        let most = number("--sym-file", values[1], MOST_BYTES)?;
        found.push((values[0].to_string(), Source::Input(most)));
    }
    for (name, _) in &found {
        if !is_plain_path(name) {
            return Err(wrong(format!("'{name}' is no path inside the program's working folder")));
        }
    }
    Ok(found)
}

fn regions(matches: &ArgMatches) -> Result<Vec<Region>, Error> {
    let mut found: Vec<Region> = Vec::new();
    for (id, keeps) in [("device", false), ("region", true)] {
        for (_, values) in occurrences(matches, id) {
            let region = region(values[0], keeps).ok_or_else(|| {
                wrong(format!(
                    "--{id}: '{}' is not ADDRESS:SIZE, as in 0x40001000:0x400, with an address from \
                     0x10000 and a size up to 0x1000000",
                    values[0]
                ))
            })?;
            if found.iter().any(|other| other.overlaps(&region)) {
                return Err(wrong(format!("--{id}: '{}' overlaps with another one", values[0])));
            }
            found.push(region);
        }
    }
    Ok(found)
}

fn region(text: &str, keeps: bool) -> Option<Region> {
    let number = |text: &str| match text.strip_prefix("0x").or(text.strip_prefix("0X")) {
        Some(digits) => u64::from_str_radix(digits, 16).ok(),
        None => text.parse().ok(),
    };
    let (address, size) = text.split_once(':')?;
    let (address, size) = (number(address)?, number(size)?);
    let is_possible = (LOWEST_ADDRESS..HIGHEST_ADDRESS).contains(&address)
        && (1..=LARGEST_REGION).contains(&size);
    is_possible.then_some(Region { address, size, keeps })
}

/// Names without `.`, `..` and empty parts, relative to the working folder.
fn is_plain_path(name: &str) -> bool {
    name.split('/').all(|part| !part.is_empty() && part != "." && part != "..")
}

fn pair(option: &str, text: &str) -> Result<(String, String), Error> {
    match text.split_once('=') {
        Some((name, value)) if !name.is_empty() => Ok((name.to_string(), value.to_string())),
        _ => Err(wrong(format!("{option}: '{text}' has no '=' after a name"))),
    }
}

fn number(option: &str, text: &str, most: usize) -> Result<usize, Error> {
    text.parse()
        .ok()
        .filter(|number| *number <= most)
        .ok_or_else(|| wrong(format!("{option}: '{text}' is no number from 0 to {most}")))
}

fn check_names<'a>(what: &str, names: impl Iterator<Item = &'a String>) -> Result<(), Error> {
    let mut seen = std::collections::BTreeSet::new();
    for name in names {
        if name.is_empty() || name.contains(['=', '\0']) && what == "variable" {
            return Err(wrong(format!("'{name}' cannot be the name of a {what}")));
        }
        if !seen.insert(name) {
            return Err(wrong(format!("two {what}s named '{name}'")));
        }
    }
    Ok(())
}

fn wrong(message: String) -> Error {
    Error::raw(clap::error::ErrorKind::ValueValidation, message + "\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(line: &[&str]) -> Result<WorldOptions, Error> {
        let command = WorldOptions::augment_args(Command::new("test").no_binary_name(true));
        WorldOptions::from_arg_matches(&command.try_get_matches_from(line)?)
    }

    #[test]
    fn arguments_keep_their_order() {
        let line = ["--sym-args", "0", "2", "3", "--arg", "-x", "--sym-arg", "4", "--arg", "last"];
        let expected = [
            Argument::Inputs { least: 0, most: 2, length: 3 },
            Argument::Fixed(b"-x".to_vec()),
            Argument::Inputs { least: 1, most: 1, length: 4 },
            Argument::Fixed(b"last".to_vec()),
        ];
        assert_eq!(parse(&line).expect("a good line").arguments, expected);
    }

    #[test]
    fn regions_have_an_address_and_a_size() {
        let line = ["--region", "131072:16", "--device", "0x40001000:0x400"];
        let regions = parse(&line).expect("a good line").regions;
        assert_eq!(
            regions,
            [
                Region { address: 0x4000_1000, size: 0x400, keeps: false },
                Region { address: 0x2_0000, size: 16, keeps: true },
            ]
        );
    }

    #[test]
    fn what_makes_no_sense_is_refused() {
        let refused = |line: &[&str]| parse(line).is_err();
        assert!(!refused(&["--sym-file", "a/b", "3", "--env", "A=", "--sym-env", "B", "2"]));
        assert!(refused(&["--sym-args", "2", "1", "3"]));
        assert!(refused(&["--sym-arg", "many"]));
        assert!(refused(&["--sym-file", "../a", "3"]));
        assert!(refused(&["--sym-file", "/a", "3"]));
        assert!(refused(&["--env", "NAME"]));
        assert!(refused(&["--env", "A=1", "--sym-env", "A", "2"]));
        assert!(refused(&["--device", "0x40001000"]));
        assert!(refused(&["--device", "0x100:4"]));
        assert!(refused(&["--device", "0x20000:0"]));
        assert!(refused(&["--device", "0x20000:8", "--region", "0x20004:8"]));
        assert!(refused(&["--stdin", "x", "--sym-stdin", "3"]));
    }
}

//! The command line. Wrong usage ends with status 2.

use crate::commands::compare::Compare;
use crate::world::WorldOptions;
use clap::builder::NonEmptyStringValueParser;
use clap::{Args, Parser, Subcommand, ValueEnum};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

/// Resident memory of Assay, with a small program.
const LEAST_MEMORY: u64 = 128 << 20;

/// A test generator that gives every coverage objective a verdict.
#[derive(Parser, Debug)]
#[command(name = "assay", version, about)]
pub struct Arguments {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Subcommand, Debug)]
pub enum Command {
    /// Explore a program, write tests and the coverage verdicts
    Cover(Box<Cover>),
    /// Run the tests of a folder of results natively again, and compare with its report
    Replay(Replay),
    /// Rebuild report.html from the results, or export them for other tools
    Report(Report),
    /// Say why an objective has its verdict: the test and its path, the proof, or what is missing
    Explain(Explain),
    /// Check the proofs of a folder of results again, with all solvers that are installed
    CheckProof(CheckProof),
    /// Run several strategies with several seeds, and compare what they cover
    Compare(Box<Compare>),
    /// Measure the coverage of a test command of your own, which runs the program $ASSAY_PROGRAM
    Measure(Measure),
    /// Execute `main` in the machine with all inputs zero, print its output, exit with its status
    Run(Run),
    /// Print the program as Assay sees it, in the text form of its model
    Show(Show),
}

/// What to load.
#[derive(Args, Debug, Clone)]
pub struct Input {
    /// `.c` files, `.bc`/`.ll` files, or a compile_commands.json; for Java `.java` and `.class`
    /// files, jars, folders of classes
    #[arg(required = true, value_name = "INPUT")]
    pub inputs: Vec<PathBuf>,

    /// A function that is defined nowhere and may be called natively, with concrete arguments; may
    /// be repeated. Its library is named with -l among the flags for clang
    #[arg(long, value_name = "NAME", value_parser = identifier)]
    pub allow_external: Vec<String>,

    /// Folders and jars of libraries that Java classes use, separated by colons
    #[arg(long, value_name = "PATH", value_delimiter = ':')]
    pub classpath: Vec<PathBuf>,

    /// The folder of the JDK for Java; by default `JAVA_HOME`, or that of the `java` on the path
    #[arg(long, value_name = "DIR")]
    pub jdk: Option<PathBuf>,

    /// Flags for clang
    #[arg(last = true, value_name = "CLANG-FLAGS")]
    pub clang_flags: Vec<String>,
}

/// What is tested, and what for.
#[derive(Args, Debug, Clone)]
pub struct UnitOptions {
    /// The function to start from; may be repeated
    #[arg(long, value_name = "F", value_parser = NonEmptyStringValueParser::new())]
    pub entry: Vec<String>,

    /// What is promised about the inputs of functions under test; `assay.toml` if there is one
    #[arg(long, value_name = "FILE")]
    pub contract: Option<PathBuf>,

    /// Coverage criteria, separated by commas
    #[arg(long, value_name = "LIST", default_value = "branch", value_delimiter = ',',
          value_parser = known_criterion)]
    pub criterion: Vec<String>,

    #[command(flatten)]
    pub flow: FlowOptions,
}

/// Which def-use pairs there are.
#[derive(Args, Copy, Clone, Debug)]
pub struct FlowOptions {
    /// For the criterion dataflow: also pairs between functions and through pointers, and those of
    /// struct fields and arrays
    #[arg(long)]
    pub dataflow_extended: bool,
}

/// How paths are followed.
#[derive(Args, Debug, Clone)]
pub struct ExploringOptions {
    /// Begin with random inputs, from the seed, instead of zeros
    #[arg(long)]
    pub random_start: bool,

    /// Also follow paths that can reach nothing that is still to be covered
    #[arg(long)]
    pub no_filter: bool,

    /// Instructions that one path may take
    #[arg(long, value_name = "N", default_value_t = 20_000_000,
          value_parser = clap::value_parser!(u64).range(1..))]
    pub path_instructions: u64,

    /// Time for one query
    #[arg(long, value_name = "D", default_value = "2s", value_parser = some_time)]
    pub query_time: Duration,
}

#[derive(Args, Debug, Clone)]
pub struct Run {
    #[command(flatten)]
    pub input: Input,

    /// The Java class whose `main` is run; that of the only input file by default
    #[arg(long, value_name = "CLASS", value_parser = NonEmptyStringValueParser::new())]
    pub entry: Option<String>,

    #[command(flatten)]
    pub world: WorldOptions,
}

#[derive(Args, Debug, Clone)]
pub struct Show {
    #[command(flatten)]
    pub input: Input,

    /// The function under test: with the driver that makes its inputs; the whole program without it
    #[arg(long, value_name = "F", value_parser = NonEmptyStringValueParser::new())]
    pub entry: Option<String>,

    /// What is promised about the inputs of functions under test; `assay.toml` if there is one
    #[arg(long, value_name = "FILE")]
    pub contract: Option<PathBuf>,

    /// Only this function; may be repeated
    #[arg(long, value_name = "F", value_parser = NonEmptyStringValueParser::new())]
    pub function: Vec<String>,

    /// With what these coverage criteria observe, separated by commas
    #[arg(long, value_name = "LIST", default_value = "branch", value_delimiter = ',',
          value_parser = known_criterion)]
    pub criterion: Vec<String>,

    #[command(flatten)]
    pub flow: FlowOptions,
}

#[derive(Args, Debug, Clone)]
pub struct Replay {
    /// A folder that `assay cover` wrote
    #[arg(value_name = "OUT-DIR")]
    pub out: PathBuf,

    /// Coverage criteria to measure, separated by commas; those of the report by default
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_parser = known_criterion)]
    pub criterion: Vec<String>,

    #[command(flatten)]
    pub flow: FlowOptions,
}

#[derive(Args, Debug, Clone)]
pub struct Measure {
    /// `.c` files, `.bc`/`.ll` files, or a compile_commands.json: a whole program with its `main`
    #[arg(required = true, value_name = "INPUT")]
    pub inputs: Vec<PathBuf>,

    /// Coverage criteria to measure, separated by commas
    #[arg(long, value_name = "LIST", default_value = "branch", value_delimiter = ',',
          value_parser = known_criterion)]
    pub criterion: Vec<String>,

    #[command(flatten)]
    pub flow: FlowOptions,

    /// Flags for clang, and libraries to link, separated by blanks
    #[arg(long, value_name = "FLAGS", default_value = "", allow_hyphen_values = true)]
    pub flags: String,

    /// Where results go
    #[arg(long, short, value_name = "DIR", default_value = "assay-out")]
    pub out: PathBuf,

    /// Exit with 1 if the coverage by a criterion is below this percentage
    #[arg(long, value_name = "P", value_parser = percentage)]
    pub fail_under: Option<f64>,

    /// The test command
    #[arg(last = true, required = true, value_name = "COMMAND")]
    pub command: Vec<String>,
}

#[derive(Args, Debug, Clone)]
pub struct Report {
    /// The folder that `cover --out` wrote to
    #[arg(value_name = "OUT-DIR")]
    pub out: PathBuf,

    /// The format to export instead
    #[arg(long, long_help = export_help(), value_name = "FORMAT", value_parser = known_export)]
    pub export: Option<String>,

    /// Where to write; - for standard output. Into OUT-DIR by default
    #[arg(long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

#[derive(Args, Debug, Clone)]
pub struct CheckProof {
    /// The folder that `cover --out` wrote to
    #[arg(value_name = "OUT-DIR")]
    pub out: PathBuf,

    /// Time for one check
    #[arg(long, value_name = "D", default_value = "60s", value_parser = some_time)]
    pub query_time: Duration,
}

#[derive(Args, Debug, Clone)]
pub struct Explain {
    /// The folder that `cover --out` wrote to
    #[arg(value_name = "OUT-DIR")]
    pub out: PathBuf,

    /// An id from the report (branch:main#3:true), its end (main#3:true, main#3), or a place
    /// (FILE:LINE, FILE:LINE:COLUMN)
    #[arg(value_name = "OBJECTIVE")]
    pub objective: String,
}

#[derive(Args, Debug, Clone)]
pub struct Cover {
    #[command(flatten)]
    pub input: Input,

    #[command(flatten)]
    pub unit: UnitOptions,

    /// Cover only what concerns this file or these lines of it; may be repeated
    #[arg(long, value_name = "FILE[:LINE[-LINE]]", value_parser = NonEmptyStringValueParser::new())]
    pub focus: Vec<String>,

    /// Cover only what concerns the lines that have changed in git since this revision
    #[arg(long, value_name = "REV", value_parser = NonEmptyStringValueParser::new())]
    pub diff: Option<String>,

    /// The search strategy
    #[arg(long, long_help = search_help(), value_name = "NAME", default_value = "auto", value_parser = known_strategy)]
    pub search: String,

    /// Time for each unit: 500ms, 30s, 5m, 1h
    #[arg(long, value_name = "D", default_value = "60s", value_parser = duration)]
    pub time: Duration,

    /// Runs of the machine for each unit
    #[arg(long, value_name = "N")]
    pub iterations: Option<u64>,

    /// Look for proofs that no input reaches what is not covered; this is the default
    #[arg(long, overrides_with_all = ["no_prove", "prove"])]
    pub prove: bool,

    /// Do not look for proofs
    #[arg(long, overrides_with_all = ["prove", "no_prove"], conflicts_with = "prove_only")]
    pub no_prove: bool,

    /// Look for proofs only, without any search
    #[arg(long)]
    pub prove_only: bool,

    /// What no run reaches that passes the heads of loops at most N times in all is infeasible
    /// within bounds
    #[arg(long, value_name = "N", conflicts_with = "no_prove")]
    pub unwind: Option<NonZeroUsize>,

    /// With `--jobs 1` and `--iterations`, the same seed gives the same tests
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub seed: u64,

    /// Threads; all cores by default
    #[arg(long, value_name = "N")]
    pub jobs: Option<NonZeroUsize>,

    /// Memory that Assay may use: 512M, 4G
    #[arg(long, value_name = "SIZE", default_value = "4G", value_parser = memory)]
    pub memory: u64,

    /// Where results go
    #[arg(long, value_name = "DIR", default_value = "assay-out")]
    pub out: PathBuf,

    /// Exit with 1 if `cov_f` of a criterion is below this percentage
    #[arg(long, value_name = "P", value_parser = percentage)]
    pub fail_under: Option<f64>,

    /// With --fail-under: of the functions under test alone, not of what they call
    #[arg(long, requires = "fail_under")]
    pub own: bool,

    /// Test formats, separated by commas [default: c, or junit5 for Java]
    #[arg(long, value_name = "LIST", value_delimiter = ',',
          value_parser = known_format)]
    pub format: Vec<String>,

    /// Go on from the tests that an earlier run left in the output folder
    #[arg(long)]
    pub resume: bool,

    /// Keep tests that cover nothing that others do not cover
    #[arg(long)]
    pub keep_all_tests: bool,

    /// Which solver decides
    #[arg(long, value_enum, default_value_t = SolverChoice::Auto)]
    pub solver: SolverChoice,

    /// Ask both solvers and compare their answers
    #[arg(long)]
    pub check_solver: bool,

    /// Write every query that reaches a solver into this folder, as SMT-LIB
    #[arg(long, value_name = "DIR")]
    pub dump_queries: Option<PathBuf>,

    /// Write the model of the bidirectional analysis into this folder whenever it changes, for
    /// Graphviz
    #[arg(long, value_name = "DIR")]
    pub dump_gcfg: Option<PathBuf>,

    /// Report signed overflow as a finding
    #[arg(long)]
    pub check_overflow: bool,

    /// Run every path again from the start and compare its decisions
    #[arg(long)]
    pub check_paths: bool,

    /// Go on looking for findings when every objective is covered, on all paths
    #[arg(long)]
    pub exhaust: bool,

    #[command(flatten)]
    pub exploring: ExploringOptions,

    /// Print nothing but errors
    #[arg(long, conflicts_with = "json")]
    pub quiet: bool,

    /// Print the report as JSON, and nothing else
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub world: WorldOptions,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq, ValueEnum)]
pub enum SolverChoice {
    Auto,
    Z3,
    Bitblast,
}

/// The strategies, a line each.
fn search_help() -> String {
    let mut text = "The search strategy:".to_string();
    for strategy in assay_search::STRATEGIES {
        text += &format!("\n  {:12} {}", strategy.name, strategy.summary);
    }
    text
}

fn export_help() -> String {
    let mut text = "The format to export instead:".to_string();
    for export in &assay_report::export::EXPORTS {
        text += &format!("\n  {:12} {}", export.name, export.summary);
    }
    text
}

fn known_export(name: &str) -> Result<String, String> {
    known(name, assay_report::export::EXPORTS.iter().map(|export| export.name))
}

pub fn known_criterion(name: &str) -> Result<String, String> {
    known(name, assay_criteria::CRITERIA.iter().map(|criterion| criterion.name))
}

pub fn known_strategy(name: &str) -> Result<String, String> {
    assay_search::strategy_named(name).map(|_| name.to_string())
}

fn known_format(name: &str) -> Result<String, String> {
    known(name, assay_campaign::formats())
}

fn known(name: &str, names: impl Iterator<Item = &'static str> + Clone) -> Result<String, String> {
    if names.clone().any(|known| known == name) {
        return Ok(name.to_string());
    }
    Err(format!("one of: {}", names.collect::<Vec<_>>().join(", ")))
}

fn identifier(name: &str) -> Result<String, String> {
    let is_letter = |c: char| c.is_ascii_alphabetic() || c == '_';
    let is_plain = name.chars().all(|c| is_letter(c) || c.is_ascii_digit());
    match name.starts_with(is_letter) && is_plain {
        true => Ok(name.to_string()),
        false => Err("the name of a C function".into()),
    }
}

/// `500ms`, `30s`, `5m`, `1h`; a bare number is seconds.
pub fn duration(text: &str) -> Result<Duration, String> {
    let (number, unit) = split_unit(text);
    let factor = match unit {
        "ms" => 0.001,
        "" | "s" => 1.0,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        _ => return Err("a number with ms, s, m or h".into()),
    };
    let seconds = number.parse::<f64>().ok().map(|number| number * factor);
    seconds
        .and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
        .ok_or_else(|| "a number with ms, s, m or h".into())
}

/// `512M`, `4G`, `4GiB`; a bare number is bytes.
pub fn size(text: &str) -> Result<u64, String> {
    let (number, unit) = split_unit(text);
    let shift = match unit.trim_end_matches("iB").trim_end_matches('B') {
        "" => 0,
        "k" | "K" => 10,
        "m" | "M" => 20,
        "g" | "G" => 30,
        "t" | "T" => 40,
        _ => return Err("a number with K, M or G".into()),
    };
    let bytes = number.parse::<f64>().ok().filter(|number| *number > 0.0);
    bytes
        .map(|number| (number * (1u64 << shift) as f64) as u64)
        .ok_or_else(|| "a positive number with K, M or G".into())
}

/// What Assay may use: at least what it takes to be there at all.
pub fn memory(text: &str) -> Result<u64, String> {
    let bytes = size(text)?;
    if bytes < LEAST_MEMORY {
        return Err(format!("at least {}M: Assay itself takes that", LEAST_MEMORY >> 20));
    }
    Ok(bytes)
}

/// A time that is not zero.
pub fn some_time(text: &str) -> Result<Duration, String> {
    let time = duration(text)?;
    if time.is_zero() { Err("more than no time".into()) } else { Ok(time) }
}

pub fn percentage(text: &str) -> Result<f64, String> {
    let number = text.trim_end_matches('%').parse::<f64>().ok();
    number
        .filter(|number| (0.0..=100.0).contains(number))
        .ok_or_else(|| "a number from 0 to 100".into())
}

fn split_unit(text: &str) -> (&str, &str) {
    let end = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    text.split_at(end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_and_sizes_have_units() {
        assert_eq!(duration("500ms"), Ok(Duration::from_millis(500)));
        assert_eq!(duration("5m"), Ok(Duration::from_secs(300)));
        assert_eq!(duration("1.5"), Ok(Duration::from_millis(1500)));
        assert!(duration("5 years").is_err());
        assert!(duration("-1s").is_err());
        assert_eq!(size("4GiB"), Ok(4 << 30));
        assert_eq!(size("512M"), Ok(512 << 20));
        assert!(size("0").is_err());
        assert!(size("many").is_err());
        assert!(memory("1").is_err() && memory("127M").is_err());
        assert_eq!(memory("128M"), Ok(128 << 20));
        assert!(some_time("0s").is_err() && some_time("1ms").is_ok());
        assert_eq!(percentage("87.5%"), Ok(87.5));
        assert!(percentage("101").is_err());
        assert!(percentage("nan").is_err());
    }

    #[test]
    fn the_command_line_is_consistent() {
        use clap::CommandFactory;
        Arguments::command().debug_assert();
    }
}

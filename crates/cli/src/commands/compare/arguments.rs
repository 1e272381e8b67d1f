//! The options of `assay compare`.

use crate::arguments::{
    ExploringOptions, UnitOptions, duration, known_strategy, memory, percentage,
};
use crate::world::WorldOptions;
use assay_report::comparison::{Axis, Marks, Target};
use clap::Args;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

/// Iterations of a run, where no budget is given.
const ITERATIONS: u64 = 1000;
/// How many marks there are, where none are given.
const MARKS: u32 = 10;

#[derive(Args, Debug, Clone)]
pub struct Compare {
    /// One subject: `.c` files, `.bc`/`.ll` files, or a compile_commands.json
    #[arg(value_name = "INPUT", required_unless_present = "subjects")]
    pub inputs: Vec<PathBuf>,

    /// Flags for clang
    #[arg(last = true, value_name = "CLANG-FLAGS")]
    pub clang_flags: Vec<String>,

    /// Several subjects, from a file
    #[arg(long, value_name = "FILE.toml",
          conflicts_with_all = ["inputs", "clang_flags", "entry"])]
    pub subjects: Option<PathBuf>,

    /// The strategies, separated by commas; `assay cover --help` lists them
    #[arg(long, value_name = "LIST", required = true, value_parser = strategies)]
    pub search: Strategies,

    /// How often each strategy is run on each subject: with the seeds 0, 1, … of `cover --seed`
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..))]
    pub seeds: u64,

    /// Runs of the machine in each run of a strategy; 1000, unless there is a time
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub iterations: Option<u64>,

    /// Time for each run of a strategy: 500ms, 30s, 5m, 1h
    #[arg(long, value_name = "D", value_parser = duration)]
    pub time: Option<Duration>,

    /// Where coverage is compared: 1000,2000,3000, or 10s,20s; ten equal steps by default
    #[arg(long, value_name = "LIST", value_parser = marks)]
    pub marks: Option<Marks>,

    /// The coverage to reach: objectives, or a percentage; what the weakest strategy ends with by
    /// default
    #[arg(long, value_name = "N|P%", value_parser = target)]
    pub target: Option<Target>,

    #[command(flatten)]
    pub unit: UnitOptions,

    /// Runs at the same time, each with one thread; all cores by default
    #[arg(long, value_name = "N")]
    pub jobs: Option<NonZeroUsize>,

    /// Memory that one run may use: 512M, 4G
    #[arg(long, value_name = "SIZE", default_value = "2G", value_parser = memory)]
    pub memory: u64,

    /// Where results go
    #[arg(long, value_name = "DIR", default_value = "assay-compare")]
    pub out: PathBuf,

    /// Keep the finished runs in the output folder, and do only what is missing
    #[arg(long)]
    pub resume: bool,

    #[command(flatten)]
    pub exploring: ExploringOptions,

    /// Print nothing but errors
    #[arg(long)]
    pub quiet: bool,

    #[command(flatten)]
    pub world: WorldOptions,
}

impl Compare {
    /// The budget of a run in iterations, if it has one.
    pub fn budget(&self) -> Option<u64> {
        self.iterations.or(self.time.is_none().then_some(ITERATIONS))
    }

    /// Those of the user, or equal steps through the budget.
    pub fn marks(&self) -> Marks {
        if let Some(marks) = &self.marks {
            return marks.clone();
        }
        let steps = |end: f64| (1..=MARKS).map(move |n| end * f64::from(n) / f64::from(MARKS));
        match (self.budget(), self.time) {
            (None, Some(time)) => {
                Marks { axis: Axis::Seconds, at: steps(time.as_secs_f64()).collect() }
            }
            (iterations, _) => {
                let end = iterations.unwrap_or(ITERATIONS) as f64;
                let mut at: Vec<f64> = steps(end).map(f64::ceil).collect();
                at.dedup();
                Marks { axis: Axis::Iterations, at }
            }
        }
    }
}

/// The names of strategies, each once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Strategies(pub Vec<String>);

/// Separated by the commas that are not inside parentheses.
fn strategies(text: &str) -> Result<Strategies, String> {
    let mut names: Vec<String> = Vec::new();
    for name in split(text) {
        let name = known_strategy(name.trim())?;
        if names.contains(&name) {
            return Err(format!("{name} stands there twice"));
        }
        names.push(name);
    }
    Ok(Strategies(names))
}

fn split(text: &str) -> Vec<&str> {
    let mut depth = 0;
    text.split(|c| {
        match c {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        c == ',' && depth == 0
    })
    .collect()
}

/// `1000,2000` are iterations, `10s,1m` are times.
fn marks(text: &str) -> Result<Marks, String> {
    let is_time = text.contains(|c: char| c.is_ascii_alphabetic());
    let number = |part: &str| match is_time {
        true => duration(part).map(|time| time.as_secs_f64()),
        false => part.parse::<u64>().map(|n| n as f64).map_err(|_| "numbers, or times".to_string()),
    };
    let mut at = text.split(',').map(|part| number(part.trim())).collect::<Result<Vec<_>, _>>()?;
    at.sort_by(f64::total_cmp);
    at.dedup();
    Ok(Marks { axis: if is_time { Axis::Seconds } else { Axis::Iterations }, at })
}

fn target(text: &str) -> Result<Target, String> {
    if text.ends_with('%') {
        return percentage(text).map(Target::Percent);
    }
    text.parse().map(Target::Objectives).map_err(|_| "a number, or a percentage".to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commas_in_parentheses_are_part_of_a_name() {
        assert_eq!(split("a,b:k=5,i(a,b(c,d)),e"), ["a", "b:k=5", "i(a,b(c,d))", "e"]);
        assert_eq!(strategies("dfs, bfs"), Ok(Strategies(vec!["dfs".into(), "bfs".into()])));
        assert!(strategies("dfs,dfs").is_err());
        assert!(strategies("dfs,").is_err());
    }

    #[test]
    fn marks_are_iterations_or_times() {
        let at = |axis, at: &[f64]| Ok(Marks { axis, at: at.to_vec() });
        assert_eq!(marks("2000,1000,2000"), at(Axis::Iterations, &[1000.0, 2000.0]));
        assert_eq!(marks("500ms,1m"), at(Axis::Seconds, &[0.5, 60.0]));
        assert!(marks("1000,soon").is_err());
        assert!(marks("").is_err());
    }

    #[test]
    fn targets_are_counts_or_percentages() {
        assert_eq!(target("120"), Ok(Target::Objectives(120)));
        assert_eq!(target("87.5%"), Ok(Target::Percent(87.5)));
        assert!(target("101%").is_err());
        assert!(target("most").is_err());
    }
}

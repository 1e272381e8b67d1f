//! What a model file promises: the comments at its head, one promise a line.

use assay_engine::Limits;
use assay_program::EdgeId;
use assay_verdict::FindingKind;
use std::collections::BTreeSet;

/// The promises of one file.
#[derive(Default)]
pub struct Expectation {
    /// It says in one line what it is about.
    pub has_purpose: bool,
    pub runs: Vec<Execution>,
    pub exploration: Exploration,
    /// The edges that the prover alone excludes; all others stay open.
    pub infeasible: Option<BTreeSet<EdgeId>>,
    /// The edges that looking at all paths excludes.
    pub excluded_by_paths: Option<BTreeSet<EdgeId>>,
    /// A part of what the verifier says.
    pub rejected: Vec<String>,
    /// The whole of what the parser says.
    pub malformed: Option<String>,
    pub limits: Limits,
    pub checks_overflow: bool,
}

/// One run of the machine.
pub struct Execution {
    /// Bits and value of each input in order; further ones are zero.
    pub inputs: Vec<(u32, u128)>,
    /// How it ends, as [`check`](crate::check) words it.
    pub end: String,
    /// How many decisions depend on the input.
    pub decisions: Option<usize>,
}

/// What exploration comes to, as far as the file says.
pub struct Exploration {
    /// The outcomes that it does not cover.
    pub missed: Option<BTreeSet<EdgeId>>,
    pub paths: Option<u64>,
    pub findings: Option<BTreeSet<FindingKind>>,
    pub end: Option<String>,
    pub strategy: String,
    pub iterations: Option<u64>,
}

impl Default for Exploration {
    fn default() -> Exploration {
        Exploration {
            missed: None,
            paths: None,
            findings: None,
            end: None,
            strategy: "dfs".to_string(),
            iterations: None,
        }
    }
}

impl Exploration {
    pub fn is_wanted(&self) -> bool {
        self.missed.is_some()
            || self.paths.is_some()
            || self.findings.is_some()
            || self.end.is_some()
    }
}

impl Expectation {
    /// Of the comments before the first line of the program.
    pub fn read(text: &str) -> Result<Expectation, String> {
        let mut expectation = Expectation::default();
        let head = text.lines().take_while(|line| line.starts_with(';') || line.is_empty());
        for line in head.filter_map(|line| line.strip_prefix("; ")) {
            // A line without a key goes on with what the one before says in words.
            let Some((key, value)) = line.split_once(':') else { continue };
            expectation.directive(key.trim(), value.trim())?;
        }
        match expectation.has_purpose {
            true => Ok(expectation),
            false => Err("no `; what:` says what it is about".to_string()),
        }
    }

    fn directive(&mut self, key: &str, value: &str) -> Result<(), String> {
        match key {
            "what" => self.has_purpose = true,
            "limits" => return self.set_limits(value),
            "overflow" => self.checks_overflow = value == "checked",
            "covers" => self.exploration.missed = Some(missed(value)?),
            "paths" => self.exploration.paths = Some(number(value)?),
            "finds" => self.exploration.findings = Some(findings(value)?),
            "ends" => self.exploration.end = Some(value.to_string()),
            "strategy" => self.exploration.strategy = value.to_string(),
            "iterations" => self.exploration.iterations = Some(number(value)?),
            "infeasible" => self.infeasible = Some(edges(value)?),
            "excluded by paths" => self.excluded_by_paths = Some(edges(value)?),
            "rejected" => self.rejected.push(value.to_string()),
            "malformed" => self.malformed = Some(value.to_string()),
            _ => match key.strip_prefix("run") {
                Some(inputs) => self.runs.push(Execution::read(inputs, value)?),
                None => return Err(format!("`; {key}:` promises nothing")),
            },
        }
        Ok(())
    }

    fn set_limits(&mut self, value: &str) -> Result<(), String> {
        for limit in value.split(',') {
            let (name, value) =
                limit.trim().split_once(' ').ok_or("a limit is a name and a number")?;
            match name {
                "instructions" => self.limits.instructions = number(value)?,
                "inputs" => self.limits.inputs = number(value)?,
                "heap" => self.limits.heap = number(value)?,
                "stack" => self.limits.stack = number(value)?,
                "events" => self.limits.events = number(value)?,
                "patience" => self.limits.patience = number(value)?,
                _ => return Err(format!("no limit is called {name}")),
            }
        }
        Ok(())
    }
}

impl Execution {
    /// ` i32 5, i8 1` and `returns 3, 2 decisions`.
    fn read(inputs: &str, value: &str) -> Result<Execution, String> {
        let given = inputs.split(',').map(str::trim).filter(|input| !input.is_empty());
        let inputs: Result<Vec<(u32, u128)>, String> = given.map(input).collect();
        let (end, decisions) = match value.rsplit_once(", ") {
            Some((end, count)) if count.contains("decision") => {
                let count = count.split(' ').next().unwrap_or_default();
                (end, Some(number(count)?))
            }
            _ => (value, None),
        };
        Ok(Execution { inputs: inputs?, end: end.to_string(), decisions })
    }
}

/// `i32 -5`.
fn input(text: &str) -> Result<(u32, u128), String> {
    let unread = || format!("{text} is no input");
    let (ty, value) = text.split_once(' ').ok_or_else(unread)?;
    let bits: u32 = ty.strip_prefix('i').and_then(|bits| bits.parse().ok()).ok_or_else(unread)?;
    let value: i128 = value.trim().parse().map_err(|_| unread())?;
    Ok((bits, value as u128 & u128::MAX >> (128 - bits)))
}

/// `all`, or `all but e1, e2`.
fn missed(value: &str) -> Result<BTreeSet<EdgeId>, String> {
    match value.strip_prefix("all but ") {
        Some(missed) => edges(missed),
        None if value == "all" => Ok(BTreeSet::new()),
        None => Err(format!("`covers: {value}` is neither `all` nor `all but …`")),
    }
}

fn findings(value: &str) -> Result<BTreeSet<FindingKind>, String> {
    let kind = |name: &str| {
        let found = FindingKind::ALL.into_iter().find(|kind| kind.name() == name);
        found.ok_or_else(|| format!("no finding is called {name}"))
    };
    list(value).map(kind).collect()
}

fn edges(value: &str) -> Result<BTreeSet<EdgeId>, String> {
    let edge = |name: &str| {
        let number = name.strip_prefix('e').and_then(|number| number.parse().ok());
        number.map(assay_base::Id::new).ok_or_else(|| format!("{name} is no edge"))
    };
    list(value).map(edge).collect()
}

/// Parts between commas; `none` has none.
fn list(value: &str) -> impl Iterator<Item = &str> {
    value.split(',').map(str::trim).filter(|part| !part.is_empty() && *part != "none")
}

fn number<T: std::str::FromStr>(text: &str) -> Result<T, String> {
    text.trim().parse().map_err(|_| format!("{text} is no number"))
}

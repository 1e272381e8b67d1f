//! Why an open objective has no verdict: what a person needs to know to do something about it.

use crate::session::place_of;
use assay_base::Place;
use assay_explore::{Completion, Met, Missing, Obstacle, Totals};
use assay_program::Program;
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

/// Obstacles that are named in one reason, the nearest ones.
const NAMED: usize = 2;

/// Characters of a line of the source that are quoted.
const QUOTED: usize = 60;

/// What the reasons of a unit are made of.
pub struct Reasons<'a> {
    pub program: &'a Program,
    pub totals: &'a Totals,
    /// Those of the inputs, in words.
    pub bounds: &'a [String],
    /// The program asks for memory, and always finds it.
    pub always_finds_memory: bool,
    /// Whether proofs were looked for.
    pub is_proved: bool,
    /// Whether the run ended by itself, before its time.
    pub is_early: bool,
    /// What one query may take.
    pub query_time: Duration,
    /// The texts of source files.
    pub texts: BTreeMap<String, String>,
}

impl Reasons<'_> {
    /// Of an objective for which this is missing, if that is known of it.
    pub fn reason(&self, missing: Option<&Missing>) -> String {
        let Some(missing) = missing else { return self.in_general() };
        let gave_up = |met: &Met| !matches!(met.obstacle, Obstacle::Finding(..));
        let given_up = self.named(missing.obstacles.iter().filter(|(met, _)| gave_up(met)));
        let findings = self.named(missing.obstacles.iter().filter(|(met, _)| !gave_up(met)));
        if missing.is_undecided {
            return self.named(missing.obstacles.iter().filter(|(met, _)| gave_up(met)).take(1));
        }
        let mut parts = Vec::new();
        match (missing.left.all, given_up.is_empty()) {
            (0, true) => parts.push(self.without_a_path(missing.is_met)),
            (0, false) => {
                parts.push(format!("only paths that were given up may lead to it: {given_up}"))
            }
            (left, is_clear) => {
                parts.push(format!("{}: {}", self.end(), self.left(left, missing.left.larger)));
                parts.extend((!is_clear).then(|| format!("given up before it: {given_up}")));
            }
        }
        let is_clear = given_up.is_empty() && missing.left.all == 0 && !missing.is_met;
        if is_clear && !findings.is_empty() {
            parts.push(format!("paths end before it: {findings}"));
        }
        parts.join("; ")
    }

    /// Where it was not looked at what is missing.
    fn in_general(&self) -> String {
        let left = self.totals.candidates_left;
        format!("{}: {}", self.end(), self.left(left, 0))
    }

    fn end(&self) -> &'static str {
        match self.totals.completion {
            Completion::OutOfTime => "not reached in the time",
            Completion::OutOfIterations => "not reached within the iterations",
            Completion::OutOfMemory => "not reached within the memory",
            Completion::Interrupted => "interrupted",
            Completion::AllCovered => "not reached",
            Completion::Exhausted | Completion::Incomplete => "not followed by the strategy",
        }
    }

    fn left(&self, left: u64, larger: u64) -> String {
        let paths = count(left, "path");
        let larger = match larger == left && left > 0 {
            true => {
                let memory = if self.always_finds_memory { MEMORY_IS_FOUND } else { "" };
                let bounds = self.in_brackets("so far ");
                format!(", with larger inputs or further values{bounds}{memory}")
            }
            false => String::new(),
        };
        format!("{paths} left that may lead to it{larger}")
    }

    /// Nothing is left to be tried and nothing was given up that may lead there.
    fn without_a_path(&self, is_met: bool) -> String {
        if self.totals.completion == Completion::Interrupted {
            return "interrupted".to_string();
        }
        let which = match is_met {
            true => "all paths that come to it go another way",
            false => "no path leads to it",
        };
        let none = match self.bounds {
            [] => which.to_string(),
            _ => format!("{which} with inputs within the bounds{}", self.in_brackets("")),
        };
        let none = match is_met && self.always_finds_memory {
            true => format!("{none}{MEMORY_IS_FOUND}"),
            false => none,
        };
        if !self.is_proved {
            return format!("{none}; --no-prove: proofs were not looked for");
        }
        let names = |names: &BTreeSet<String>| {
            names.iter().map(String::as_str).collect::<Vec<_>>().join(", ")
        };
        let (notes, made_up) = (&self.totals.notes, &self.totals.external_functions);
        if !notes.is_empty() {
            return format!("{none} of those that were tried; not all were: {}", names(notes));
        }
        if !made_up.is_empty() {
            let functions = names(made_up);
            return format!(
                "{none}; there is no proof, for what these functions do is not known: {functions}"
            );
        }
        match self.is_early {
            true => format!("{none}; no proof of it was found"),
            false => format!("{none}; the time was not enough for a proof"),
        }
    }

    /// The bounds, where there are any.
    fn in_brackets(&self, when: &str) -> String {
        match self.bounds {
            [] => String::new(),
            bounds => format!(" ({when}{})", bounds.join(", ")),
        }
    }

    fn named<'m>(&self, obstacles: impl Iterator<Item = &'m (Met, u64)>) -> String {
        let mut texts: Vec<String> = Vec::new();
        let mut more = 0;
        for (met, times) in obstacles {
            match texts.len() < NAMED {
                true => texts.push(self.obstacle(met, *times)),
                false => more += 1,
            }
        }
        if more > 0 {
            texts.push(format!("and {more} more"));
        }
        texts.join(", ")
    }

    fn obstacle(&self, met: &Met, times: u64) -> String {
        let at = self.at(met.shown_place(self.program));
        let ended = format!("ended {}", count(times, "path"));
        match &met.obstacle {
            Obstacle::Undecided if at.is_empty() => format!(
                "the solver has no answer in {} s for the choice of a value or an object",
                self.query_time.as_secs_f64()
            ),
            Obstacle::Undecided => format!(
                "the solver has no answer in {} s for the condition{at}",
                self.query_time.as_secs_f64()
            ),
            Obstacle::Unsupported(what) => format!("{what}{at} {ended}"),
            Obstacle::Limit(what) => {
                let which = if met.place.is_some() { "" } else { " behind the decision" };
                let which = if at.is_empty() { "" } else { which };
                format!("the limit of {what} for one path{which}{at} {ended}")
            }
            Obstacle::Finding(kind, condition) => {
                let excluded = condition.as_ref().map(|of| format!(" (cannot happen if {of})"));
                format!("{kind}{at}{} {ended}", excluded.unwrap_or_default())
            }
        }
    }

    /// With the line of the source, if there is one.
    fn at(&self, place: Option<Place>) -> String {
        let (file, line, _) = place_of(self.program, place);
        if file.is_empty() {
            return String::new();
        }
        let text = self.texts.get(&file);
        let text = text.and_then(|text| text.lines().nth((line as usize).checked_sub(1)?));
        match text.map(str::trim).filter(|text| !text.is_empty()) {
            Some(text) => format!(" at {file}:{line} (`{}`)", cut(text)),
            None => format!(" at {file}:{line}"),
        }
    }
}

/// What may hold a path back where the program looks whether memory was found.
const MEMORY_IS_FOUND: &str = " (where memory is always found: --malloc-may-fail)";

fn count(count: u64, word: &str) -> String {
    format!("{count} {word}{}", if count == 1 { "" } else { "s" })
}

/// As much of a line as a reason quotes.
fn cut(line: &str) -> String {
    match line.char_indices().nth(QUOTED) {
        Some((end, _)) => format!("{} …", &line[..end]),
        None => line.to_string(),
    }
}

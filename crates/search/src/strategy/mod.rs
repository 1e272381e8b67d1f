//! The strategies, one file each.

mod auto;
mod bidirectional;
mod carfast;
mod cfg;
mod cgs;
mod coverage;
mod cut_points;
mod directed;
mod fitness;
mod generational;
mod interleave;
mod order;
mod pps;
mod random_branch;
mod random_path;
mod random_state;
mod subpath;
mod weighted;

use crate::gcfg::Aim;
use crate::name::{self, Name};
use crate::{Candidate, CandidateId, Explored, View};

/// Chooses what is tried next.
pub trait Strategy {
    fn add(&mut self, candidate: Candidate);

    /// What to try; `None` when there is nothing.
    fn pick(&mut self, view: &mut View<'_>) -> Option<Pick>;

    /// Hears what has come of it, and of what others have picked.
    fn learn(&mut self, _news: &News<'_>, _view: &mut View<'_>) {}

    /// Candidates that are left.
    fn len(&self) -> usize;

    fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// What a strategy wants to be tried.
#[derive(Copy, Clone, Debug)]
pub enum Pick {
    /// This candidate, which is taken out.
    Candidate(CandidateId),
    /// A candidate with a further condition. It stays where it is unless it has an input.
    Aim(Aim),
    /// Inputs that chance makes from known ones: nothing is gained otherwise.
    Chance,
}

#[derive(Copy, Clone, Debug)]
pub enum News<'a> {
    /// A run was made and its candidates were added. A candidate that was picked and led to no run
    /// had no input, or none that was found.
    Ran(&'a Explored<'a>),
    /// The solver could not tell in its time whether this candidate has an input.
    GaveUp(CandidateId),
    /// The candidate of an aim has an input and is taken out.
    Taken(&'a Candidate),
}

/// A strategy that can be chosen by name.
pub struct Entry {
    pub name: &'static str,
    /// One line for `--help`.
    pub summary: &'static str,
    make: fn(&mut Parameters) -> Result<Box<dyn Strategy>, String>,
}

/// What stands behind the name, taken out one by one.
pub struct Parameters(Vec<(String, Option<String>)>);

impl Parameters {
    fn number(&mut self, key: &str) -> Result<Option<u32>, String> {
        let Some(index) = self.0.iter().position(|(given, _)| given == key) else {
            return Ok(None);
        };
        let (_, value) = self.0.remove(index);
        let number = value.as_deref().and_then(|value| value.parse().ok());
        number.map(Some).ok_or_else(|| format!("'{key}' needs a number, such as {key}=5"))
    }

    fn flag(&mut self, key: &str) -> bool {
        let before = self.0.len();
        self.0.retain(|(given, value)| given != key || value.is_some());
        self.0.len() < before
    }
}

macro_rules! plain {
    ($strategy:expr) => {
        |_| Ok(Box::new($strategy))
    };
}

pub const STRATEGIES: &[Entry] = &[
    Entry {
        name: "auto",
        summary: "several of these on the same candidates; the budget goes where it pays",
        make: |_| Ok(auto()),
    },
    Entry {
        name: "coverage",
        summary: "uncovered edges first, then what is near to them and was tried least",
        make: plain!(coverage::CoverageGuided::default()),
    },
    Entry {
        name: "cgs",
        summary: "context-guided: decisions reached in a new way; cgs:k=5 fixes the size of the \
                  context, cgs:step=3 is how fast it grows, cgs:nodom keeps dominators in it",
        make: cgs::ContextGuided::make,
    },
    Entry {
        name: "pps",
        summary: "predictive: where most uncovered edges are near; pps:s=3 is how near",
        make: pps::Predictive::make,
    },
    Entry {
        name: "fitness",
        summary: "takes runs further that came near to an uncovered edge",
        make: plain!(fitness::FitnessGuided::default()),
    },
    Entry {
        name: "directed",
        summary: "one uncovered edge after the other, by the shortest ways to it",
        make: plain!(directed::Directed::default()),
    },
    Entry {
        name: "bidirectional",
        summary: "from what is covered and from what is not towards each other (BiTe)",
        make: plain!(bidirectional::Bidirectional::default()),
    },
    Entry {
        name: "cpgs",
        summary: "one uncovered edge or def-use pair after the other, along what every way to it \
                  goes through (cut points)",
        make: plain!(cut_points::CutPointGuided::new()),
    },
    Entry {
        name: "sdgs",
        summary: "the same by the shortest distance alone",
        make: plain!(cut_points::CutPointGuided::by_distance()),
    },
    Entry {
        name: "dfs",
        summary: "the last decision of the latest path first; dfs:depth=50 only the first 50",
        make: order::DepthFirst::make,
    },
    Entry {
        name: "bfs",
        summary: "the decision nearest to the start first",
        make: plain!(order::BreadthFirst::default()),
    },
    Entry {
        name: "random-path",
        summary: "a random walk from the root of the execution tree (KLEE)",
        make: plain!(random_path::RandomPath::default()),
    },
    Entry {
        name: "md2u",
        summary: "random, weighted by the distance to uncovered edges (KLEE's nurs:md2u)",
        make: |_| Ok(weighted::Weighted::distance()),
    },
    Entry {
        name: "covnew",
        summary: "random, weighted by how lately the path reached something new (KLEE's nurs:covnew)",
        make: |_| Ok(weighted::Weighted::news()),
    },
    Entry {
        name: "rp-md2u",
        summary: "random-path and md2u in turn",
        make: |_| {
            Ok(in_turn(vec![
                Box::new(random_path::RandomPath::default()),
                weighted::Weighted::distance(),
            ]))
        },
    },
    Entry {
        name: "rss",
        summary: "any candidate, each as likely (KLEE's random-state)",
        make: plain!(random_state::RandomState::default()),
    },
    Entry {
        name: "rss-md2u",
        summary: "rss and md2u in turn",
        make: |_| {
            Ok(in_turn(vec![
                Box::new(random_state::RandomState::default()),
                weighted::Weighted::distance(),
            ]))
        },
    },
    Entry {
        name: "cfg",
        summary: "the nearest to an uncovered edge on the latest path, with restarts (CREST)",
        make: plain!(cfg::CfgDirected::default()),
    },
    Entry {
        name: "random-branch",
        summary: "a random decision of the latest path (CREST)",
        make: plain!(random_branch::RandomBranch::default()),
    },
    Entry {
        name: "uniform-random",
        summary: "flips each decision along the path by the toss of a coin (CREST)",
        make: plain!(random_branch::UniformRandom::default()),
    },
    Entry {
        name: "carfast",
        summary: "the uncovered edge that decides about most code",
        make: plain!(carfast::CarFast::default()),
    },
    Entry {
        name: "generational",
        summary: "all new decisions of the path that gained most (SAGE)",
        make: plain!(generational::Generational::default()),
    },
    Entry {
        name: "subpath",
        summary: "the least travelled sequence of decisions; subpath:n=2 is its length",
        make: subpath::Subpath::make,
    },
    Entry {
        name: name::INTERLEAVE,
        summary: "interleave(A,B,...), or A+B: several in turn",
        make: |_| Err("what is to be interleaved? interleave(dfs,cgs), for instance".to_string()),
    },
];

fn auto() -> Box<dyn Strategy> {
    const CGS: usize = 2;
    let early: Vec<Box<dyn Strategy>> = vec![
        Box::new(coverage::CoverageGuided::default()),
        Box::new(pps::Predictive::default()),
        // What is new in the smallest contexts the others have mostly taken before.
        Box::new(cgs::ContextGuided::by_steps_of(3)),
        Box::new(carfast::CarFast::default()),
        Box::new(cfg::CfgDirected::default()),
    ];
    let late: Vec<Box<dyn Strategy>> = vec![
        Box::new(random_path::RandomPath::default()),
        Box::new(directed::Directed::default()),
        Box::new(fitness::FitnessGuided::default()),
        Box::new(coverage::CoverageGuided::default()),
    ];
    let for_waypoints = Box::new(cut_points::CutPointGuided::new());
    Box::new(auto::Auto::new(early, CGS, late, for_waypoints))
}

fn in_turn(parts: Vec<Box<dyn Strategy>>) -> Box<dyn Strategy> {
    Box::new(interleave::Interleave::new(parts))
}

/// The strategy of this name, as on the command line. The error says what is wrong with it.
pub fn strategy_named(text: &str) -> Result<Box<dyn Strategy>, String> {
    make(Name::parse(text)?)
}

/// The names in a list, as on the command line.
pub fn strategy_names(list: &str) -> Result<Vec<String>, String> {
    let is_strategy = |name: &str| STRATEGIES.iter().any(|entry| entry.name == name);
    let names = name::list(list, is_strategy)?;
    for name in &names {
        strategy_named(name)?;
    }
    Ok(names)
}

fn make(name: Name) -> Result<Box<dyn Strategy>, String> {
    if !name.parts.is_empty() {
        let parts = name.parts.into_iter().map(make);
        return Ok(in_turn(parts.collect::<Result<_, _>>()?));
    }
    let Some(entry) = STRATEGIES.iter().find(|entry| entry.name == name.name) else {
        let known: Vec<&str> = STRATEGIES.iter().map(|entry| entry.name).collect();
        return Err(format!("no strategy '{}'; known: {}", name.name, known.join(", ")));
    };
    let mut parameters = Parameters(name.parameters);
    let strategy = (entry.make)(&mut parameters)?;
    match parameters.0.first() {
        Some((unknown, _)) => Err(format!("'{}' has no parameter '{unknown}'", entry.name)),
        None => Ok(strategy),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All candidates that a strategy has, in the order in which it picks them.
    pub fn taken(strategy: &mut dyn Strategy, view: &mut View<'_>) -> Vec<CandidateId> {
        let picks = std::iter::from_fn(|| strategy.pick(view));
        let candidate = |pick| match pick {
            Pick::Candidate(id) => id,
            other => panic!("{other:?} is no candidate"),
        };
        picks.map(candidate).collect()
    }
}

//! What a user asks for, as plain data. Nothing here knows of a command line.

use assay_criteria::Needs;
use assay_language::Input;
use assay_report::comparison::{Marks, Target};
use assay_solver::Backend;
use assay_verdict::World;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

/// What is to be covered, and what is promised.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Goals {
    /// The file with what is promised about the inputs of functions; `assay.toml` if there is one.
    pub contract: Option<PathBuf>,
    /// Names of criteria.
    pub criteria: Vec<String>,
    /// Also def-use pairs between functions and through pointers, and those of struct fields and
    /// arrays.
    pub dataflow_extended: bool,
}

impl Default for Goals {
    fn default() -> Goals {
        Goals { contract: None, criteria: vec!["branch".to_string()], dataflow_extended: false }
    }
}

impl Goals {
    /// What the criteria need to be observed.
    pub fn needs(&self) -> Needs {
        Needs { is_wide: self.dataflow_extended, ..Needs::of(&self.criteria) }
    }
}

/// The code of interest; all of it, unless something is said.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Interest {
    /// Each `FILE`, `FILE:LINE` or `FILE:LINE-LINE`.
    pub places: Vec<String>,
    /// What has changed in git since this revision.
    pub since: Option<String>,
}

/// What kinds of verdict are looked for.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub enum Aim {
    Tests,
    Proofs,
    #[default]
    Both,
}

/// How verdicts are looked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Search {
    pub strategy: String,
    pub aim: Aim,
    /// What no run reaches that passes no more heads of loops is infeasible within bounds.
    pub unwind: Option<NonZeroUsize>,
    /// With one job and a number of iterations, the same seed gives the same tests.
    pub seed: u64,
    pub solver: Backend,
    /// Goes on when every objective is covered, on all paths.
    pub exhaust: bool,
}

impl Default for Search {
    fn default() -> Search {
        Search {
            strategy: "auto".to_string(),
            aim: Aim::default(),
            unwind: None,
            seed: 0,
            solver: Backend::default(),
            exhaust: false,
        }
    }
}

/// How paths are followed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exploring {
    /// Begins with random inputs, from the seed, instead of zeros.
    pub random_start: bool,
    /// Follows only paths that can reach what is still to be covered.
    pub filter: bool,
    /// Instructions that one path may take.
    pub path_instructions: u64,
    /// Time for one query.
    pub query_time: Duration,
}

impl Default for Exploring {
    fn default() -> Exploring {
        Exploring {
            random_start: false,
            filter: true,
            path_instructions: 20_000_000,
            query_time: Duration::from_secs(2),
        }
    }
}

/// What a campaign may take.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Allowance {
    /// For each unit.
    pub time: Duration,
    /// Runs of the machine for each unit.
    pub iterations: Option<u64>,
    /// Threads; all cores, if none are named.
    pub jobs: Option<NonZeroUsize>,
    /// Bytes of resident memory of the whole process.
    pub memory: u64,
}

impl Default for Allowance {
    fn default() -> Allowance {
        Allowance {
            time: Duration::from_secs(60),
            iterations: None,
            jobs: None,
            memory: USUAL_MEMORY,
        }
    }
}

/// What may be taken where nothing is said.
pub const USUAL_MEMORY: u64 = 4 << 30;

/// What is looked at besides.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Checks {
    /// Signed overflow is a finding.
    pub overflow: bool,
    /// Every path is run again from the start, and its decisions compared.
    pub paths: bool,
    /// Both solvers are asked, and their answers compared.
    pub solver: bool,
}

/// Where results go, and in which form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Out {
    pub folder: PathBuf,
    /// Names of test formats; the usual one of the language, if there are none.
    pub formats: Vec<String>,
    /// Goes on from the tests that an earlier campaign left in the folder.
    pub resume: bool,
    /// Also those that cover nothing that others do not cover.
    pub keep_all_tests: bool,
    /// Where every query goes that reaches a solver, as SMT-LIB.
    pub queries: Option<PathBuf>,
    /// Where the model of the bidirectional analysis goes whenever it changes, for Graphviz.
    pub pictures: Option<PathBuf>,
}

impl Default for Out {
    fn default() -> Out {
        Out {
            folder: "assay-out".into(),
            formats: Vec::new(),
            resume: false,
            keep_all_tests: false,
            queries: None,
            pictures: None,
        }
    }
}

/// All that a campaign is asked for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Orders {
    /// How the user put it: stands in the report.
    pub command: Vec<String>,
    pub input: Input,
    pub goals: Goals,
    pub interest: Interest,
    /// What surrounds a whole program.
    pub world: World,
    pub search: Search,
    pub exploring: Exploring,
    pub allowance: Allowance,
    pub checks: Checks,
    pub out: Out,
}

/// What is measured again of an output folder.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReplayOrders {
    pub out: PathBuf,
    /// Names of criteria; those of the report, if there are none.
    pub criteria: Vec<String>,
    pub dataflow_extended: bool,
}

/// What a test command of the user's is to be measured by.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MeasureOrders {
    /// How the user put it: stands in the report.
    pub command: Vec<String>,
    pub input: Input,
    pub goals: Goals,
    pub out: PathBuf,
    /// The test command: it finds the program in `$ASSAY_PROGRAM`.
    pub tests: Vec<String>,
}

/// What several strategies are compared on.
#[derive(Clone, Debug, PartialEq)]
pub struct ComparisonOrders {
    pub subjects: Vec<ComparedInput>,
    pub strategies: Vec<String>,
    /// How often each strategy is run on each subject: with the seeds 0, 1, ….
    pub seeds: u64,
    pub goals: Goals,
    pub exploring: Exploring,
    /// Of each run.
    pub iterations: Option<u64>,
    pub time: Option<Duration>,
    pub memory: u64,
    /// Runs at the same time, each with one thread; all cores, if none are named.
    pub jobs: Option<NonZeroUsize>,
    /// Where coverage is compared.
    pub marks: Marks,
    /// The coverage to reach.
    pub target: Target,
    pub out: PathBuf,
    /// Keeps the finished runs in the folder, and does only what is missing.
    pub resume: bool,
}

/// A program, or some of its functions, as one subject or several of a comparison.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ComparedInput {
    /// That of the function, if there is none.
    pub name: Option<String>,
    pub input: Input,
    pub world: World,
}

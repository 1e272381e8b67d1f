//! What a front end opens, and what it loads.

use crate::{Native, Rejected, TestWriter};
use assay_base::id;
use assay_criteria::Needs;
use assay_program::{FuncId, Grow, Program};
use assay_verdict::{NextStep, Region, Report, World};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// What to load.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Input {
    /// Files and folders. Each front end says which of them are of its language.
    pub inputs: Vec<PathBuf>,
    /// The functions to start from, each `NAME` or `FILE:NAME`. Where none is named it is `main`,
    /// or every function that other files can call, and those that are reached from none of them.
    pub entries: Vec<String>,
    /// Functions that are defined nowhere and may be called natively, with concrete arguments.
    /// Their libraries are named with `-l` among the flags.
    pub allow_external: Vec<String>,
    /// For the compiler.
    pub flags: Vec<String>,
    /// Folders and jars of libraries that Java classes use.
    pub classpath: Vec<PathBuf>,
    /// The folder of the JDK for Java, if it is not the one that the environment names.
    pub jdk: Option<PathBuf>,
}

/// What a front end is asked for.
#[derive(Clone, Debug, Default)]
pub struct Order {
    pub input: Input,
    /// The file with what is promised about the inputs of functions, if one is named.
    pub contract: Option<PathBuf>,
    /// What is to be observed.
    pub needs: Needs,
    /// Bytes that all of Assay may take.
    pub memory: u64,
    /// What surrounds a whole program. What the user describes of it, or lets fail, is so for
    /// functions under test too.
    pub world: World,
}

/// A language that Assay takes.
pub trait FrontEnd: Sync {
    /// `c`; the report's `language`.
    fn name(&self) -> &'static str;

    /// The names of its test formats, the usual one first.
    fn formats(&self) -> &'static [&'static str];

    /// Whether a file or folder is of this language.
    fn takes(&self, input: &Path) -> bool;

    fn open(&self, order: &Order) -> Result<Box<dyn Project>, Rejected>;
}

id!(
    /// A unit that a project has loaded, in the order of loading.
    UnitId,
    "u"
);

/// Says whether lines of a file, from the first to the last, are of interest.
pub type IsOfInterest<'a> = dyn Fn(&str, (u32, u32)) -> bool + 'a;

/// Inputs that are opened: units are made of them one by one.
pub trait Project: Send {
    /// The [name](FrontEnd::name) of its language.
    fn language(&self) -> &'static str;

    /// What is to be said about the inputs as a whole.
    fn notes(&self) -> Vec<String>;

    /// Of the code with what is promised about its inputs: equal digests, equal programs.
    fn digest(&self) -> String;

    /// The source files that have code, by the names that models have for them.
    fn files(&self) -> Result<Vec<String>, Rejected>;

    /// The names of the units: of those that the user names, or, where none is named, of those that
    /// are meant then. What is of interest is among these even where others reach it.
    fn units(
        &self,
        named: &[String],
        is_of_interest: &IsOfInterest<'_>,
    ) -> Result<Vec<String>, Rejected>;

    /// A unit by its name.
    fn load(&mut self, unit: &str) -> Result<Loaded, Rejected>;

    /// The program as it is started: what runs when nobody tests it.
    fn program(&mut self) -> Result<Loaded, Rejected>;

    /// Writes tests in these formats for units of these names.
    fn writer(&self, formats: &[String], units: &[String])
    -> Result<Box<dyn TestWriter>, Rejected>;

    /// What the language's own tool counts when it runs the emitted tests below this output folder;
    /// `None` where there is nothing for it to run.
    fn counted(&self, out: &Path, report: &Report) -> Option<Result<Counted, String>>;

    /// What a person would do next with the tests.
    fn next_steps(&self) -> Vec<NextStep>;
}

/// A unit, ready for everything.
pub struct Loaded {
    pub unit: UnitId,
    pub program: Program,
    /// The functions that the unit is about, even where no call of them is known; none of a whole
    /// program. What is reached from the entry belongs to it too.
    pub own: Vec<FuncId>,
    /// Memory at fixed addresses that it has besides what the world has.
    pub regions: Vec<Region>,
    /// What is to be said about it.
    pub notes: Vec<String>,
    /// What adds to it what a path comes to.
    pub growth: Option<Box<dyn Grow>>,
    /// The function that the unit is about, called with whatever its caller likes; `None` for the
    /// program as it is started.
    pub function: Option<FuncId>,
    /// What bounds the inputs of the function, in words, by how often bounds were raised.
    pub bounds: Vec<Vec<String>>,
    pub native: Arc<dyn Native>,
}

/// What another tool counts of the emitted tests, beside what the report claims.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counted {
    /// The name of the tool.
    pub by: &'static str,
    /// Outcomes that both know.
    pub compared: usize,
    /// Covered in the report only.
    pub missing: Vec<String>,
    /// Covered for the tool only, and why that is no contradiction.
    pub inferred: usize,
    pub why_inferred: &'static str,
}

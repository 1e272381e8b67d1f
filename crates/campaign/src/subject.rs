//! From the command line to a subject that can be run.

use crate::native::Native;
use crate::orders::Input;
use crate::regions;
use crate::rejected::Rejected;
use assay_criteria::{Focus, Needs, Objectives, criterion_named};
use assay_engine::{Image, LowerOptions, Subject, lower};
use assay_frontend_llvm::{
    Contract, Defined, LoadError, Loaded, Project, ReplayModule, Request, Scope,
};
use assay_program::callgraph::CallGraph;
use assay_program::{FuncId, Interface, NativeFunctions, Program};
use assay_testgen::{Externals, SourceUnit, Subject as TestSubject};
use assay_verdict::World;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

/// What the user describes of the world, or lets fail, is the model's in functions under test too.
///
/// `memory` is what all of Assay may take.
pub fn open(
    input: &Input,
    contracts: BTreeMap<String, Contract>,
    needs: Needs,
    memory: u64,
    world: &World,
) -> Result<Project, Rejected> {
    let request = Request {
        inputs: input.inputs.clone(),
        clang_flags: input.clang_flags.clone(),
        // With a file in front they are names of the source.
        entries: input.entries.iter().filter(|name| !name.contains(':')).cloned().collect(),
        native: input.allow_external.clone(),
        contracts,
        mcdc: needs.decisions,
        statements: needs.code,
        dataflow: needs.flow.then_some(match needs.is_wide {
            true => Scope::Program,
            false => Scope::Function,
        }),
        memory,
        given_descriptors: World { regions: Vec::new(), ..world.clone() } == World::default(),
        ..Request::default()
    };
    regions::check(world)?;
    Project::open(&request).map_err(|error| Rejected(error.to_string()))
}

/// The units: those that the user named, or `main`, or every function that other files can call, those that are reached
/// from none of them, and those in the focus.
pub fn entries(
    project: &Project,
    named: &[String],
    focus: Option<&Focus>,
) -> Result<Vec<String>, Rejected> {
    let functions = project.functions();
    if !named.is_empty() {
        return named.iter().map(|name| named_entry(functions, name)).collect();
    }
    if functions.iter().any(|function| function.name == MAIN) {
        return Ok(vec![MAIN.to_string()]);
    }
    let is_changed =
        |of: &Defined| focus.is_some_and(|f| f.contains(&of.file, of.lines.0, of.lines.1));
    let is_unit =
        |of: &&Defined| of.is_external || !of.is_system && (!of.is_reached || is_changed(of));
    let entries: Vec<String> = functions.iter().filter(is_unit).map(|of| of.name.clone()).collect();
    if entries.is_empty() {
        return Err(Rejected("the input defines no function: name one with --entry".into()));
    }
    Ok(entries)
}

/// The function that a user means: by its name, or with its file in front where static functions share one.
fn named_entry(functions: &[Defined], named: &str) -> Result<String, Rejected> {
    let (file, name) = match named.rsplit_once(':') {
        Some((file, name)) => (Some(Path::new(file)), name),
        None => (None, named),
    };
    let is_meant = |of: &&Defined| {
        of.source_name == name && file.is_none_or(|file| Path::new(&of.file).ends_with(file))
    };
    let meant: Vec<&Defined> = functions.iter().filter(is_meant).collect();
    match meant.as_slice() {
        [one] => Ok(one.name.clone()),
        // Other files see no more than one of a name.
        several if file.is_none() && several.iter().any(|of| of.is_external) => {
            Ok(name.to_string())
        }
        // What is no name of the source may be one of the linked program.
        [] if functions.iter().any(|of| of.name == named) => Ok(named.to_string()),
        [] => Err(Rejected(format!("there is no function {named}"))),
        several => {
            let names = several.iter().map(|of| format!("{}:{name}", of.file));
            let names = names.collect::<Vec<_>>().join(", ");
            Err(Rejected(format!("several functions are called {named}: say which of {names}")))
        }
    }
}

pub fn load_unit(project: &Project, entry: &str) -> Result<Loaded, LoadError> {
    if is_program(entry) { project.program() } else { project.unit(entry) }
}

/// Whether this entry is that of the whole program.
pub fn is_program(entry: &str) -> bool {
    entry == MAIN
}

/// Where the program starts.
pub fn entry(program: &Program) -> Result<FuncId, Rejected> {
    program.entry.ok_or_else(|| Rejected("no `main` in the input".into()))
}

const MAIN: &str = "main";

pub fn subject(
    program: Arc<Program>,
    entry: FuncId,
    options: LowerOptions,
    world: World,
    native: Option<Arc<dyn NativeFunctions>>,
) -> Result<Subject, Rejected> {
    let image = Image::new(&program);
    image.check_room().map_err(|(taken, room)| {
        let (taken, room) = (taken >> 20, room >> 20);
        Rejected(format!(
            "the global variables take {taken} MiB, and the machine has room for {room} MiB of them"
        ))
    })?;
    let code = lower(&program, &image, options);
    let (code, image, world) = (Arc::new(code), Arc::new(image), Arc::new(world));
    Ok(Subject { program, code, image, entry, world, native, growing: None })
}

/// What is to be covered.
pub struct Wanted<'a> {
    /// Names of criteria.
    pub criteria: &'a [String],
    /// All code, if `None`.
    pub focus: Option<Focus>,
}

/// What is wanted of the functions that can be reached.
pub fn objectives(program: &Program, wanted: &Wanted<'_>) -> Result<Objectives, Rejected> {
    let at_ends = program.startup.iter().chain(&program.shutdown).copied();
    let entries: Vec<FuncId> = at_ends.chain([entry(program)?]).collect();
    let calls = CallGraph::new(program);
    let mut reachable = calls.reachable(&entries);
    let sets_handlers = program.platform.sets_handlers;
    if sets_handlers.is_some_and(|function| reachable.contains(&function)) {
        let entries: Vec<FuncId> = entries.into_iter().chain(program.platform.on_fault).collect();
        reachable = calls.reachable(&entries);
    }
    let criteria = wanted.criteria.iter().filter_map(|name| criterion_named(name));
    let criteria: Vec<_> = criteria.collect();
    Ok(Objectives::of(program, &reachable, &criteria, wanted.focus.clone()))
}

/// What is tested, in its three forms.
#[derive(Clone)]
pub struct Tested {
    pub program: Arc<Program>,
    pub objectives: Arc<Objectives>,
    pub subject: Arc<TestSubject>,
}

/// `externals` are the stand-ins that the tests of all units so far need.
pub fn tested(
    program: Arc<Program>,
    module: &ReplayModule,
    interface: Option<Interface>,
    wanted: &Wanted<'_>,
    native: &Native,
    externals: &mut Externals,
) -> Result<Tested, Rejected> {
    let objectives = Arc::new(objectives(&program, wanted)?);
    externals.add(Externals::declared_in(&program, |name| native.allows(name)));
    let more = regions::of_unit(module, interface.is_some(), &externals.regions);
    externals.add_regions(&more);
    externals.libraries = native.libraries().to_vec();
    let subject = Arc::new(TestSubject {
        sources: source_units(module)?,
        is_32_bit: module.is_32_bit,
        externals: externals.clone(),
        interface,
        has_decisions: Needs::of(wanted.criteria).decisions,
    });
    Ok(Tested { program, objectives, subject })
}

/// The subject's files as the emitted tests compile them.
fn source_units(module: &ReplayModule) -> Result<Vec<SourceUnit>, Rejected> {
    let folder = std::env::current_dir()
        .map_err(|error| Rejected(format!("the working folder: {error}")))?;
    let unit = |source: &assay_frontend_llvm::Source| SourceUnit {
        folder: source.folder.clone().unwrap_or_else(|| folder.clone()),
        file: source.file.clone(),
        flags: source.flags.clone(),
    };
    Ok(module.sources.iter().map(unit).collect())
}

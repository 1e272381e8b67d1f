//! From the command line to a subject that can be run.

use crate::arguments::Input;
use crate::exit::Exit;
use crate::native::Native;
use assay_criteria::{Focus, Needs, Objectives, criterion_named};
use assay_engine::{Image, LowerOptions, Subject, lower};
use assay_frontend_llvm::{Contract, LoadError, Loaded, Project, ReplayModule, Request, Scope};
use assay_program::callgraph::CallGraph;
use assay_program::{FuncId, Interface, NativeFunctions, Program};
use assay_testgen::{Externals, SourceUnit, Subject as TestSubject};
use assay_verdict::World;
use std::collections::BTreeMap;
use std::sync::Arc;

/// `entries` are those that the user named.
pub fn open(
    input: &Input,
    entries: &[String],
    contracts: BTreeMap<String, Contract>,
    needs: Needs,
) -> Result<Project, Exit> {
    let request = Request {
        inputs: input.inputs.clone(),
        clang_flags: input.clang_flags.clone(),
        entries: entries.to_vec(),
        native: input.allow_external.clone(),
        contracts,
        mcdc: needs.decisions,
        statements: needs.code,
        dataflow: needs.flow.then_some(match needs.is_wide {
            true => Scope::Program,
            false => Scope::Function,
        }),
        known: |name| {
            assay_engine::find_builtin(name).is_some() || assay_engine::is_library_function(name)
        },
        ..Request::default()
    };
    Project::open(&request).map_err(|error| Exit::Rejected(error.to_string()))
}

/// The units: those that the user named, or `main`, or every function that other files can call.
pub fn entries(project: &Project, named: &[String]) -> Result<Vec<String>, Exit> {
    if !named.is_empty() {
        return Ok(named.to_vec());
    }
    let functions = project.functions();
    if functions.iter().any(|(name, _)| name == MAIN) {
        return Ok(vec![MAIN.to_string()]);
    }
    let callable = functions.iter().filter(|(_, is_external)| *is_external);
    let entries: Vec<String> = callable.map(|(name, _)| name.clone()).collect();
    if entries.is_empty() {
        return Err(Exit::Rejected(
            "the input defines no function that other files can call: name one with --entry".into(),
        ));
    }
    Ok(entries)
}

pub fn load_unit(project: &Project, entry: &str) -> Result<Loaded, LoadError> {
    if is_program(entry) { project.program() } else { project.unit(entry) }
}

/// Whether this entry is that of the whole program.
pub fn is_program(entry: &str) -> bool {
    entry == MAIN
}

/// Where the program starts.
pub fn entry(program: &Program) -> Result<FuncId, Exit> {
    let function = program.function_named(MAIN).filter(|&id| program.functions[id].body.is_some());
    function.ok_or_else(|| Exit::Rejected("no `main` in the input".into()))
}

const MAIN: &str = "main";

pub fn subject(
    program: Arc<Program>,
    entry: FuncId,
    options: LowerOptions,
    world: World,
    native: Option<Arc<dyn NativeFunctions>>,
) -> Result<Subject, Exit> {
    let image = Image::new(&program);
    image.check_room().map_err(|(taken, room)| {
        let (taken, room) = (taken >> 20, room >> 20);
        Exit::Rejected(format!(
            "the global variables take {taken} MiB, and the machine has room for {room} MiB of them"
        ))
    })?;
    let code = lower(&program, &image, options);
    let (code, image, world) = (Arc::new(code), Arc::new(image), Arc::new(world));
    Ok(Subject { program, code, image, entry, world, native })
}

/// What is to be covered.
pub struct Wanted<'a> {
    /// Names of criteria.
    pub criteria: &'a [String],
    /// All code, if `None`.
    pub focus: Option<Focus>,
}

/// What is wanted of the functions that can be reached.
pub fn objectives(program: &Program, wanted: &Wanted<'_>) -> Result<Objectives, Exit> {
    let at_ends = program.constructors.iter().chain(&program.destructors).copied();
    let at_exit = program.function_named("__assay_run_atexit");
    let entries: Vec<FuncId> = at_ends.chain(at_exit).chain([entry(program)?]).collect();
    let calls = CallGraph::new(program);
    let mut reachable = calls.reachable(&entries);
    let sets_handlers = program.function_named("__assay_handles_faults");
    if sets_handlers.is_some_and(|function| reachable.contains(&function)) {
        let on_fault = program.function_named("__assay_fault");
        let entries: Vec<FuncId> = entries.into_iter().chain(on_fault).collect();
        reachable = calls.reachable(&entries);
    }
    let criteria = wanted.criteria.iter().filter_map(|name| criterion_named(name));
    let criteria: Vec<_> = criteria.collect();
    Ok(Objectives::of(program, &reachable, &criteria, wanted.focus.clone()))
}

/// What is tested, in its three forms.
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
) -> Result<Tested, Exit> {
    let objectives = Arc::new(objectives(&program, wanted)?);
    let is_external = |name: &str| {
        assay_engine::find_builtin(name).is_none()
            && !assay_engine::is_library_function(name)
            && !is_defined(&program, name)
            && !native.allows(name)
    };
    externals.add(Externals::declared_in(&program, is_external));
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

fn is_defined(program: &Program, name: &str) -> bool {
    program.function_named(name).is_some_and(|id| program.functions[id].body.is_some())
}

/// The subject's files as the emitted tests compile them.
fn source_units(module: &ReplayModule) -> Result<Vec<SourceUnit>, Exit> {
    let folder = std::env::current_dir()
        .map_err(|error| Exit::Rejected(format!("the working folder: {error}")))?;
    let unit = |source: &assay_frontend_llvm::Source| SourceUnit {
        folder: source.folder.clone().unwrap_or_else(|| folder.clone()),
        file: source.file.clone(),
        flags: source.flags.clone(),
    };
    Ok(module.sources.iter().map(unit).collect())
}

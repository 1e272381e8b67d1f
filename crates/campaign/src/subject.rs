//! From the command line to a subject that can be run.

use crate::languages;
use crate::orders::Goals;
use assay_criteria::{Focus, Objectives, criterion_named};
use assay_engine::{Growing, Image, LowerOptions, Subject, lower};
use assay_language::{Input, Loaded, Order, Project, Rejected};
use assay_program::callgraph::CallGraph;
use assay_program::{FuncId, Grow, NativeFunctions, Program};
use assay_prove::Start;
use assay_verdict::World;
use std::sync::Arc;

/// Opens inputs.
pub fn open(
    input: &Input,
    goals: &Goals,
    memory: u64,
    world: &World,
) -> Result<Box<dyn Project>, Rejected> {
    languages::open(&Order {
        input: input.clone(),
        contract: goals.contract.clone(),
        needs: goals.needs(),
        memory,
        world: world.clone(),
    })
}

/// Where the analysis of a unit starts, and with what.
pub fn analysed(loaded: &Loaded) -> Result<(FuncId, Start), Rejected> {
    match loaded.function {
        Some(function) => Ok((function, Start::Function)),
        None => Ok((entry(&loaded.program)?, Start::Program)),
    }
}

/// Where the program starts.
pub fn entry(program: &Program) -> Result<FuncId, Rejected> {
    program.entry.ok_or_else(|| Rejected("no `main` in the input".into()))
}

/// What the machine runs: the program, and what adds to it.
pub fn subject(
    program: Program,
    growth: Option<Box<dyn Grow>>,
    options: LowerOptions,
    world: World,
    native: Option<Arc<dyn NativeFunctions>>,
) -> Result<Subject, Rejected> {
    let entry = entry(&program)?;
    if let Some(growth) = growth {
        let growing = Growing::new(program, growth, options).map_err(Rejected)?;
        return Ok(Subject { world: Arc::new(world), ..Subject::of_growing(growing, entry) });
    }
    let program = Arc::new(program);
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

/// What is wanted of the functions that can be reached, and of those that are the unit's `own`.
pub fn objectives(
    program: &Program,
    own: &[FuncId],
    wanted: &Wanted<'_>,
) -> Result<Objectives, Rejected> {
    let at_ends = program.startup.iter().chain(&program.shutdown).copied();
    let at_ends = at_ends.chain(own.iter().copied());
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

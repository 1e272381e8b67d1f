//! Programs whose functions come when they are called, against the same programs whole: the same
//! paths in the same order, the same coverage, the same findings.
//!
//! A part of the programs in `tests/programs` is tried each time; `ASSAY_GROWING=all` asks for all.

use assay_c_frontend::{Project, Request};
use assay_criteria::{ObjectiveId, Objectives, criterion_named};
use assay_engine::{Growing, Image, LowerOptions, Subject, lower};
use assay_explore::{Budget, Completion, Plan, explore};
use assay_program::callgraph::CallGraph;
use assay_program::{FuncId, Program, Withheld};
use assay_prove::Start;
use assay_solver::Config;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Nothing here takes so long; only that limits must be some.
const FOREVER: Duration = Duration::from_secs(3600);
const ITERATIONS: u64 = 60;

/// Every so many programs are tried each time.
const STRIDE: usize = 12;

struct Example {
    name: String,
    file: PathBuf,
    entry: Option<String>,
}

/// Programs that need no flags.
fn examples() -> Vec<Example> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/programs");
    let files = std::fs::read_dir(folder).expect("it is there").flatten().map(|file| file.path());
    let mut examples: Vec<Example> = files.filter_map(example).collect();
    examples.sort_by(|a, b| a.name.cmp(&b.name));
    match std::env::var("ASSAY_GROWING") {
        Ok(_) => examples,
        Err(_) => examples.into_iter().step_by(STRIDE).collect(),
    }
}

fn example(file: PathBuf) -> Option<Example> {
    let name = file.file_name()?.to_str()?.strip_suffix(".c")?.to_string();
    let text = std::fs::read_to_string(&file).ok()?;
    let said = |what: &str| {
        text.lines()
            .find_map(|line| line.strip_prefix("//! ")?.strip_prefix(what)?.strip_prefix(": "))
    };
    let is_plain = ["flags", "options", "again"].iter().all(|what| said(what).is_none());
    let entry = said("entry").map(str::to_string);
    is_plain.then_some(Example { name, file, entry })
}

fn load(example: &Example) -> Option<Program> {
    let entries = example.entry.iter().cloned().collect();
    let request = Request { inputs: vec![example.file.clone()], entries, ..Request::default() };
    let project = Project::open(&request).ok()?;
    let loaded = match &example.entry {
        Some(entry) => project.unit(entry),
        None => project.program(),
    };
    Some(loaded.ok()?.program).filter(|program| program.entry.is_some())
}

fn whole(program: &Program, entry: FuncId) -> Subject {
    let image = Image::new(program);
    let code = lower(program, &image, LowerOptions::default());
    Subject {
        program: Arc::new(program.clone()),
        code: Arc::new(code),
        image: Arc::new(image),
        entry,
        world: Arc::default(),
        native: None,
        growing: None,
    }
}

fn growing(program: &Program, entry: FuncId) -> Subject {
    let (first, rest) = Withheld::of(program);
    let growing = Growing::new(first, Box::new(rest), LowerOptions::default());
    Subject::of_growing(growing.expect("the entry has a body"), entry)
}

fn plan(entry: FuncId, search: &str) -> Plan {
    let budget = Budget {
        deadline: Some(Instant::now() + FOREVER),
        iterations: Some(ITERATIONS),
        memory: 4 << 30,
    };
    Plan {
        search: search.to_string(),
        filter: search == "auto",
        budget,
        seed: 0,
        jobs: 1,
        solver: Config::default(),
        limits: Default::default(),
        check_paths: false,
        stop_when_covered: false,
        seeds: Vec::new(),
        random_start: false,
        analysed: (entry, Start::Program),
        pictures: false,
        interrupt: Arc::default(),
    }
}

/// What an exploration has found, in order.
#[derive(Debug, PartialEq)]
struct Found {
    discoveries: Vec<String>,
    covered: BTreeSet<ObjectiveId>,
    paths: u64,
    completion: Completion,
}

fn found(subject: Subject, objectives: &Arc<Objectives>, search: &str) -> Found {
    let plan = plan(subject.entry, search);
    let exploration = explore(subject, Arc::clone(objectives), plan).expect("there are threads");
    let (mut discoveries, mut covered) = (Vec::new(), BTreeSet::new());
    while let Ok(discovery) = exploration.discoveries.recv() {
        let kinds: Vec<_> = discovery.findings.iter().map(|finding| finding.kind).collect();
        discoveries.push(format!(
            "{:?} {:?} {kinds:?} {:?}",
            discovery.objectives, discovery.ends, discovery.variables
        ));
        exploration.settle(&discovery, None);
        covered.extend(discovery.objectives);
    }
    let totals = exploration.finish(Instant::now() + FOREVER);
    assert_eq!((totals.panics, totals.divergence_example), (0, None));
    Found { discoveries, covered, paths: totals.paths, completion: totals.completion }
}

fn objectives(program: &Program, entry: FuncId) -> Arc<Objectives> {
    let ends = program.startup.iter().chain(&program.shutdown).copied();
    let starts: Vec<FuncId> = ends.chain([entry]).collect();
    let functions = CallGraph::new(program).reachable(&starts);
    let criterion = criterion_named("branch").expect("there is branch coverage");
    Arc::new(Objectives::of(program, &functions, &[criterion], None))
}

#[test]
fn a_program_that_grows_is_explored_as_if_it_were_whole() {
    let mut compared = 0;
    for example in examples() {
        let Some(program) = load(&example) else { continue };
        let Some(entry) = program.entry else { continue };
        let objectives = objectives(&program, entry);
        let expected = found(whole(&program, entry), &objectives, "dfs");
        let subject = growing(&program, entry);
        let stubs =
            |program: &Program| program.functions.ids().filter(|id| program.is_stub(*id)).count();
        let before = stubs(&subject.program);
        if before == 0 {
            continue;
        }
        assert_eq!(found(subject.clone(), &objectives, "dfs"), expected, "{}", example.name);
        let after = stubs(&subject.latest().program);
        assert!(after < before, "{}: nothing came", example.name);
        // What is not there yet may lead anywhere, so that a guided search goes other ways.
        let guided = found(whole(&program, entry), &objectives, "auto");
        let grown = found(growing(&program, entry), &objectives, "auto");
        let ends = [Completion::Exhausted, Completion::AllCovered];
        if ends.contains(&guided.completion) && ends.contains(&grown.completion) {
            assert_eq!(grown.covered, guided.covered, "{}", example.name);
        }
        compared += 1;
    }
    assert!(compared > 10, "only {compared} programs were compared");
}

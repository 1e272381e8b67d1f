//! Explores every program in `tests/programs/java/symbolic`, and sees which outcomes of its
//! branches stay open: `// open: N`, in its head, says how many. Methods of the JDK come when a
//! path comes to them, and `growing.rs` sees that this changes nothing.

mod growing;
#[allow(dead_code)]
#[path = "../programs/jvm.rs"]
mod jvm;

use assay_criteria::{Objectives, criterion_named};
use assay_engine::{Growing, Limits, LowerOptions, Subject};
use assay_explore::{Budget, Plan, explore};
use assay_java::{Input, open};
use assay_program::{FuncId, Program};
use assay_solver::Config;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// For `jvm.rs`, which another harness shares.
#[allow(dead_code)]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    pub output: String,
    pub status: Result<i64, String>,
}

/// Nothing here takes so long.
const LONG: Duration = Duration::from_secs(600);

fn main() -> ExitCode {
    let filters: Vec<String> =
        std::env::args().skip(1).filter(|argument| !argument.starts_with('-')).collect();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/programs/java/symbolic");
    let entries = std::fs::read_dir(&folder).expect("the folder of programs");
    let mut programs: Vec<PathBuf> = entries
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|it| it == "java"))
        .collect();
    programs.sort();
    let classes = std::env::temp_dir().join(format!("assay-symbolic-java-{}", std::process::id()));
    std::fs::create_dir_all(&classes).expect("a scratch folder");
    if let Err(problem) = jvm::compile(&programs, &classes) {
        println!("{problem}");
        return ExitCode::FAILURE;
    }
    let is_meant =
        |path: &&PathBuf| filters.is_empty() || filters.iter().any(|it| name(path).contains(it));
    let tests = programs.iter().filter(|path| name(path) != "Input").filter(is_meant);
    let failed = tests.filter(|path| !holds(path, &classes)).count();
    let _ = std::fs::remove_dir_all(&classes);
    if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn name(program: &Path) -> &str {
    program.file_stem().and_then(|stem| stem.to_str()).expect("a name")
}

fn holds(program: &Path, classes: &Path) -> bool {
    let text = std::fs::read_to_string(program).expect("readable");
    let mut lines = text.lines();
    let open = lines.find_map(|line| line.strip_prefix("// open: ")).expect("what stays open");
    let start = Instant::now();
    let found = explored(name(program), classes);
    let grows = growing::check(name(program), classes);
    if let Err(problem) = &grows {
        println!("  {problem}");
    }
    let is_right = found == Ok(open.trim().parse().expect("a number")) && grows.is_ok();
    let word = if is_right { "ok  " } else { "FAIL" };
    let seconds = start.elapsed().as_secs_f64();
    println!("{word} {} ({seconds:.2} s): {found:?}, expected {open}", name(program));
    is_right
}

/// The program as far as it is there at first.
fn opened(
    main: &str,
    classes: &Path,
    ahead: usize,
    all_of_user: bool,
) -> Result<assay_java::Program, String> {
    let input = Input {
        places: vec![classes.to_path_buf()],
        main: main.to_string(),
        scratch: classes.to_path_buf(),
        ahead,
        all_of_user,
        ..Input::default()
    };
    open(&input).map_err(|error| error.0)
}

/// The outcomes of the branches of the program itself.
fn objectives(program: &Program) -> Result<Arc<Objectives>, String> {
    let criterion = criterion_named("branch").ok_or("there is no branch coverage")?;
    let is_asked = |name: &str| !name.starts_with("assay.Input.");
    let functions = program.functions.iter().filter(|(_, function)| is_asked(&function.name));
    let all: Vec<_> = functions.map(|(id, _)| id).collect();
    Ok(Arc::new(Objectives::of(program, &all, &[criterion], None)))
}

/// How many outcomes stay open when the exploration is over.
fn explored(main: &str, classes: &Path) -> Result<usize, String> {
    let opened = opened(main, classes, 0, true)?;
    let objectives = objectives(&opened.model)?;
    let entry = opened.model.entry.ok_or("it has no entry")?;
    let growing = Growing::new(opened.model, opened.rest, LowerOptions::default())?;
    let subject = Subject::of_growing(growing, entry);
    let model = Arc::clone(&subject.program);
    let plan = plan(entry);
    let exploration = explore(subject, Arc::clone(&objectives), plan);
    let exploration = exploration.map_err(|error| error.to_string())?;
    let mut covered = std::collections::BTreeSet::new();
    while let Ok(discovery) = exploration.discoveries.recv() {
        covered.extend(discovery.objectives.iter().copied());
        exploration.settle(&discovery, None);
    }
    let totals = exploration.finish(Instant::now() + LONG);
    println!("  {} objectives, {} paths, {:?}", objectives.len(), totals.paths, totals.completion);
    if std::env::var_os("ASSAY_JAVA_OPEN").is_some() {
        let open = objectives.iter().map(|(id, _)| id).filter(|id| !covered.contains(id));
        for edge in objectives.edges_of_all(open).iter() {
            let place = model.edge_place(edge).map(|place| model.shown(place));
            println!("  open: {} at {place:?}", model.edge_outcome(edge));
        }
    }
    match totals.divergence_example {
        Some(divergence) => Err(format!("a run has diverged: {divergence:?}")),
        None => Ok(objectives.iter().filter(|(id, _)| !covered.contains(id)).count()),
    }
}

fn plan(entry: FuncId) -> Plan {
    Plan {
        search: "auto".to_string(),
        filter: true,
        budget: Budget {
            deadline: Some(Instant::now() + LONG),
            iterations: Some(3000),
            memory: 4 << 30,
        },
        seed: 0,
        jobs: 1,
        solver: Config::default(),
        limits: Limits::default(),
        check_paths: true,
        stop_when_covered: true,
        seeds: Vec::new(),
        random_start: false,
        analysed: (entry, assay_prove::Start::Program),
        pictures: false,
        interrupt: Arc::default(),
    }
}

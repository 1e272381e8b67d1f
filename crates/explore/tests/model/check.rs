//! Holds one file against its promises.

use crate::expectation::{Execution, Expectation};
use assay_criteria::{Objectives, criterion_named};
use assay_engine::{Growing, Image, LowerOptions, Machine, PathEnd, Run, Start, Subject, lower};
use assay_explore::{Budget, Completion, Plan, exhaust, explore};
use assay_program::callgraph::CallGraph;
use assay_program::text::{parse, print};
use assay_program::verify::verify;
use assay_program::{EdgeId, FuncId, Program, Withheld};
use assay_prove::{Limits, News, Question, prove};
use assay_solver::Config;
use assay_verdict::{FindingKind, World};
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Nothing here takes so long; only that limits must be some.
const FOREVER: Duration = Duration::from_secs(3600);
const MEMORY: u64 = 4 << 30;

/// What is wrong, in words.
type Checked = Result<(), String>;

pub fn check(file: &Path) -> Checked {
    let text = std::fs::read_to_string(file).map_err(|error| error.to_string())?;
    let expected = Expectation::read(&text)?;
    let program = match (parse(&text), &expected.malformed) {
        (Ok(program), None) => program,
        (Ok(_), Some(problem)) => return Err(format!("it was read; expected: {problem}")),
        (Err(error), expected) => {
            return same("the parser", expected.as_ref(), Some(&error.to_string()));
        }
    };
    has_one_text(&program)?;
    if let Err(problems) = verify(&program) {
        return is_rejected(&expected, &problems);
    }
    if !expected.rejected.is_empty() {
        return Err(format!("the verifier accepts it; expected: {:?}", expected.rejected));
    }
    let growing = growing(&program, &expected)?;
    let subject = subject(program, &expected)?;
    for run in &expected.runs {
        runs(&subject, &expected, run)?;
    }
    let covered = explores(&subject, &subject.program, &expected)?;
    grows(&growing, &subject.program, &expected)
        .map_err(|problem| format!("with stubs at first: {problem}"))?;
    if let Some(edges) = &expected.infeasible {
        proves(&subject, edges, &covered)?;
    }
    if let Some(edges) = &expected.excluded_by_paths {
        all_paths_prove(&subject, &expected, edges, &covered)?;
    }
    Ok(())
}

fn same<T: std::fmt::Debug + PartialEq>(what: &str, expected: T, found: T) -> Checked {
    match expected == found {
        true => Ok(()),
        false => Err(format!("{what}: expected {expected:?}, found {found:?}")),
    }
}

/// What is printed is read back as what is printed the same.
fn has_one_text(program: &Program) -> Checked {
    let printed = print(program);
    match parse(&printed) {
        Ok(again) if print(&again) == printed => Ok(()),
        Ok(again) => Err(format!("printed differently:\n{printed}\n{}", print(&again))),
        Err(error) => Err(format!("its own text is not read: {error}\n{printed}")),
    }
}

fn is_rejected(expected: &Expectation, problems: &[String]) -> Checked {
    if expected.rejected.is_empty() {
        return Err(problems.join("\n"));
    }
    let is_said = |part: &String| problems.iter().any(|problem| problem.contains(part));
    match expected.rejected.iter().find(|part| !is_said(part)) {
        Some(part) => Err(format!("nothing says {part:?} in\n{}", problems.join("\n"))),
        None => Ok(()),
    }
}

fn options(expected: &Expectation) -> LowerOptions {
    LowerOptions { check_overflow: expected.checks_overflow, ..LowerOptions::default() }
}

/// The same program, of which nothing is there but where it starts.
fn growing(program: &Program, expected: &Expectation) -> Result<Subject, String> {
    let entry = program.entry.ok_or("it has no entry")?;
    let (first, rest) = Withheld::of(program);
    let growing = Growing::new(first, Box::new(rest), options(expected))?;
    Ok(Subject::of_growing(growing, entry))
}

/// All that the file says of runs and exploration holds too if each function comes when it is
/// called.
fn grows(subject: &Subject, whole: &Program, expected: &Expectation) -> Checked {
    for run in &expected.runs {
        runs(subject, expected, run)?;
    }
    explores(subject, whole, expected)?;
    match verify(&subject.latest().program) {
        Ok(()) => Ok(()),
        Err(problems) => Err(problems.join("\n")),
    }
}

fn subject(program: Program, expected: &Expectation) -> Result<Subject, String> {
    let entry = program.entry.ok_or("it has no entry")?;
    let image = Image::new(&program);
    let code = lower(&program, &image, options(expected));
    Ok(Subject {
        program: Arc::new(program),
        code: Arc::new(code),
        image: Arc::new(image),
        entry,
        world: Arc::new(World::default()),
        native: None,
        growing: None,
    })
}

fn runs(subject: &Subject, expected: &Expectation, execution: &Execution) -> Checked {
    let mut machine = Machine::new(subject.clone());
    machine.limits = expected.limits.clone();
    let inputs = machine.assign(&execution.inputs);
    let run = machine.run(Start::fresh(inputs));
    let what = format!("the run with {:?}", execution.inputs);
    same(&what, execution.end.clone(), end(&run))?;
    match execution.decisions {
        Some(decisions) => same(&format!("decisions of {what}"), decisions, run.events.len()),
        None => Ok(()),
    }
}

/// How a run has ended, in the words of model files.
fn end(run: &Run) -> String {
    match &run.end {
        PathEnd::Returned(Some(value)) => format!("returns {value}"),
        PathEnd::Returned(None) => "returns something".to_string(),
        PathEnd::Exited(status) => format!("exits {status}"),
        PathEnd::Finding => {
            let kind = run.findings.last().map_or("nothing", |finding| finding.kind.name());
            format!("finds {kind}")
        }
        PathEnd::AssumptionFailed => "fails an assumption".to_string(),
        PathEnd::Silent => "ends silently".to_string(),
        PathEnd::Unsupported { what, .. } => format!("does not know {what}"),
        PathEnd::Suspended => "is suspended".to_string(),
        PathEnd::OutOfInput => "runs out of input".to_string(),
        PathEnd::OutOfFuel => "runs out of fuel".to_string(),
        PathEnd::OutOfMemory => "runs out of memory".to_string(),
        other => format!("{other:?}"),
    }
}

/// All functions that can be called.
fn reachable(program: &Program) -> Vec<FuncId> {
    let at_ends = program.startup.iter().chain(&program.shutdown);
    let entries: Vec<FuncId> = at_ends.chain(&program.entry).copied().collect();
    CallGraph::new(program).reachable(&entries)
}

fn plan(subject: &Subject, expected: &Expectation) -> Plan {
    let exploration = &expected.exploration;
    Plan {
        search: exploration.strategy.clone(),
        // Paths that lead nowhere new are paths too, and findings lie on them.
        filter: exploration.paths.is_none() && exploration.findings.is_none(),
        budget: Budget {
            deadline: Some(Instant::now() + FOREVER),
            iterations: exploration.iterations,
            memory: MEMORY,
        },
        seed: 0,
        jobs: 1,
        solver: Config::default(),
        limits: expected.limits.clone(),
        check_paths: true,
        stop_when_covered: false,
        seeds: Vec::new(),
        random_start: false,
        analysed: (subject.entry, assay_prove::Start::Program),
        pictures: false,
        interrupt: Arc::default(),
    }
}

/// Explores, if the file says anything about it; what was covered.
fn explores(
    subject: &Subject,
    whole: &Program,
    expected: &Expectation,
) -> Result<BTreeSet<EdgeId>, String> {
    let wanted = &expected.exploration;
    if !wanted.is_wanted() {
        return Ok(BTreeSet::new());
    }
    let criterion = criterion_named("branch").ok_or("there is no branch coverage")?;
    let objectives = Objectives::of(whole, &reachable(whole), &[criterion], None);
    let objectives = Arc::new(objectives);
    let plan = plan(subject, expected);
    let exploration = explore(subject.clone(), Arc::clone(&objectives), plan);
    let exploration = exploration.map_err(|error| error.to_string())?;
    let mut covered = BTreeSet::new();
    let mut findings: BTreeSet<FindingKind> = BTreeSet::new();
    while let Ok(discovery) = exploration.discoveries.recv() {
        covered.extend(discovery.objectives.iter().copied());
        findings.extend(discovery.findings.iter().map(|finding| finding.kind));
        exploration.settle(&discovery, None);
    }
    let totals = exploration.finish(Instant::now() + FOREVER);
    same("divergences", None, totals.divergence_example)?;
    same("workers that died", 0, totals.panics)?;
    let open = objectives.iter().map(|(id, _)| id).filter(|id| !covered.contains(id));
    let missed: BTreeSet<EdgeId> = objectives.edges_of_all(open).iter().collect();
    if let Some(expected) = &wanted.missed {
        same("what is not covered", expected, &missed)?;
    }
    if let Some(paths) = wanted.paths {
        same("paths", paths, totals.paths)?;
    }
    if let Some(expected) = &wanted.findings {
        same("findings", expected, &findings)?;
    }
    if let Some(end) = &wanted.end {
        same("the end of the exploration", end.as_str(), completion(totals.completion))?;
    }
    Ok(objectives.edges_of_all(covered).iter().collect())
}

fn completion(completion: Completion) -> &'static str {
    match completion {
        Completion::Exhausted => "exhausted",
        Completion::Incomplete => "incomplete",
        Completion::AllCovered => "all covered",
        Completion::OutOfTime => "out of time",
        Completion::OutOfIterations => "out of iterations",
        Completion::OutOfMemory => "out of memory",
        Completion::Interrupted => "interrupted",
    }
}

/// The prover alone, asked about everything, excludes just these edges.
fn proves(subject: &Subject, expected: &BTreeSet<EdgeId>, covered: &BTreeSet<EdgeId>) -> Checked {
    let program = &subject.program;
    let question = Question {
        program,
        entry: subject.entry,
        start: assay_prove::Start::Program,
        edges: program.edges.ids().collect(),
        is_open: &|_| true,
        is_search_fruitful: &|| false,
        turns: None,
    };
    let limits = Limits {
        deadline: Some(Instant::now() + FOREVER),
        interrupt: Arc::default(),
        seed: 0,
        is_repeatable: true,
    };
    let mut proved = BTreeSet::new();
    let answer = prove(&question, &limits, &mut |news| {
        if let News::Proved(certificate) = news {
            proved.extend(certificate.edges.keys().copied());
        }
    });
    same("the prover", Ok(()), answer)?;
    same("what the prover excludes", expected, &proved)?;
    contradicts_nothing(&proved, covered)
}

fn all_paths_prove(
    subject: &Subject,
    expected: &Expectation,
    excluded: &BTreeSet<EdgeId>,
    covered: &BTreeSet<EdgeId>,
) -> Checked {
    let edges = subject.program.edges.ids().collect();
    let plan = plan(subject, expected);
    let found = exhaust(subject.clone(), &edges, &plan, Instant::now() + FOREVER);
    let proved = found.map(|found| found.edges).unwrap_or_default();
    same("what all paths exclude", excluded, &proved)?;
    contradicts_nothing(&proved, covered)
}

fn contradicts_nothing(proved: &BTreeSet<EdgeId>, covered: &BTreeSet<EdgeId>) -> Checked {
    match proved.intersection(covered).next() {
        Some(edge) => Err(format!("{edge} is taken and was proved never to be")),
        None => Ok(()),
    }
}

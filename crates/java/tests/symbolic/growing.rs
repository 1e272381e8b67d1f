//! What comes late changes nothing: a program whose methods come when a path comes to them is
//! explored as the same program whole, and what is proved of a part of it holds of all of it.

use crate::{LONG, objectives, opened, plan};
use assay_criteria::{ObjectiveId, Objectives};
use assay_engine::{Growing, Image, LowerOptions, Subject, lower};
use assay_explore::{Completion, Plan, exhaust, explore};
use assay_program::{EdgeId, FuncId, Program};
use assay_prove::{Limits, News, Question, prove};
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

const ITERATIONS: u64 = 30;
/// How much is there at first, in methods.
const PARTS: [usize; 3] = [0, 60, 1000];
/// What is not proved by then is not claimed.
const PATIENCE: Duration = Duration::from_secs(3);

pub fn check(main: &str, classes: &Path) -> Result<(), String> {
    is_explored_as_if_whole(main, classes)?;
    let mut claims = 0;
    for ahead in PARTS {
        claims += claims_nothing_wrong(main, classes, ahead)?;
    }
    println!("  explored as if it were whole; {claims} outcomes were excluded in parts of it");
    Ok(())
}

/// What an exploration has found, in order.
#[derive(Debug, PartialEq)]
struct Found {
    discoveries: Vec<String>,
    covered: BTreeSet<ObjectiveId>,
    paths: u64,
    completion: Completion,
}

fn is_explored_as_if_whole(main: &str, classes: &Path) -> Result<(), String> {
    let (subject, objectives) = growing(main, classes, 0, true)?;
    let entry = subject.entry;
    let grown = found(subject.clone(), &objectives, in_depth(entry))?;
    let last = subject.latest().program;
    if last.arrivals.len() <= subject.program.arrivals.len() {
        return Err("nothing has come".to_string());
    }
    let whole = found(whole(&last, entry), &objectives, in_depth(entry))?;
    match grown == whole {
        true => Ok(()),
        false => Err(format!("whole: {whole:?}\n  grown: {grown:?}")),
    }
}

fn growing(
    main: &str,
    classes: &Path,
    ahead: usize,
    all_of_user: bool,
) -> Result<(Subject, Arc<Objectives>), String> {
    let program = opened(main, classes, ahead, all_of_user)?;
    let objectives = objectives(&program.model)?;
    let entry = program.model.entry.ok_or("it has no entry")?;
    let growing = Growing::new(program.model, program.rest, LowerOptions::default())?;
    Ok((Subject::of_growing(growing, entry), objectives))
}

/// A program that has grown, as if all had been there at once.
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

/// Independent of the graph, which is another one for each part of a program.
fn in_depth(entry: FuncId) -> Plan {
    let mut plan = plan(entry);
    (plan.search, plan.filter, plan.stop_when_covered) = ("dfs".to_string(), false, false);
    plan.budget.iterations = Some(ITERATIONS);
    plan
}

fn found(subject: Subject, objectives: &Arc<Objectives>, plan: Plan) -> Result<Found, String> {
    let exploration = explore(subject, Arc::clone(objectives), plan);
    let exploration = exploration.map_err(|error| error.to_string())?;
    let (mut discoveries, mut covered) = (Vec::new(), BTreeSet::new());
    while let Ok(discovery) = exploration.discoveries.recv() {
        let of = (&discovery.objectives, &discovery.ends, &discovery.variables);
        discoveries.push(format!("{of:?}"));
        exploration.settle(&discovery, None);
        covered.extend(discovery.objectives);
    }
    let totals = exploration.finish(Instant::now() + LONG);
    match totals.divergence_example {
        Some(divergence) => Err(format!("a run has diverged: {divergence:?}")),
        None => {
            Ok(Found { discoveries, covered, paths: totals.paths, completion: totals.completion })
        }
    }
}

/// Nothing that is excluded while so much is there is taken when the rest has come; how much it
/// was.
fn claims_nothing_wrong(main: &str, classes: &Path, ahead: usize) -> Result<usize, String> {
    let (subject, of) = growing(main, classes, ahead, false)?;
    let mut claimed = proved(&subject)?;
    let edges: BTreeSet<EdgeId> = subject.program.edges.ids().collect();
    let deadline = Instant::now() + PATIENCE;
    let by_paths = exhaust(subject.clone(), &edges, &in_depth(subject.entry), deadline);
    claimed.extend(by_paths.into_iter().flat_map(|found| found.edges));
    for plan in [in_depth(subject.entry), plan(subject.entry)] {
        let found = found(subject.clone(), &of, plan)?;
        let taken = of.edges_of_all(found.covered.iter().copied());
        if let Some(edge) = taken.iter().find(|edge| claimed.contains(edge)) {
            let edge = subject.program.edge_outcome(edge);
            return Err(format!("with {ahead} methods at first, {edge} was excluded and is taken"));
        }
    }
    Ok(claimed.len())
}

fn proved(subject: &Subject) -> Result<BTreeSet<EdgeId>, String> {
    let question = Question {
        program: &subject.program,
        entry: subject.entry,
        start: assay_prove::Start::Program,
        edges: subject.program.edges.ids().collect(),
        is_open: &|_| true,
        is_search_fruitful: &|| false,
        turns: None,
    };
    let limits = Limits {
        deadline: Some(Instant::now() + PATIENCE),
        interrupt: Arc::default(),
        seed: 0,
        is_repeatable: false,
    };
    let mut proved = BTreeSet::new();
    let answer = prove(&question, &limits, &mut |news| {
        if let News::Proved(certificate) = news {
            proved.extend(certificate.edges.keys().copied());
        }
    });
    match answer {
        // It may refuse.
        Ok(()) | Err(_) => Ok(proved),
    }
}

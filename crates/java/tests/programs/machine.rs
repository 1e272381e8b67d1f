//! The machine, with all inputs zero.

use crate::Outcome;
use assay_engine::{Image, LowerOptions, Machine, PathEnd, Start, Subject, lower};
use assay_java::{Input, open};
use assay_verdict::World;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

/// Methods that are translated before anybody has come to them, each time.
const AHEAD: usize = 300;

/// How it ended, and how many seconds it took.
pub fn run(classes: &Path, main: &str, stdin: &[u8]) -> (Outcome, f64) {
    let start = Instant::now();
    let input = Input {
        places: vec![classes.to_path_buf()],
        main: main.to_string(),
        stdin: stdin.to_vec(),
        scratch: classes.to_path_buf(),
        limit: AHEAD,
        ..Input::default()
    };
    let mut program = match open(&input) {
        Ok(program) => program,
        Err(error) => return (ended(error.0), 0.0),
    };
    let mut rounds = 1;
    loop {
        let outcome = attempt(&program.model);
        let missing = outcome.status.as_ref().err().and_then(|why| program.missing(why));
        let Some(missing) = missing else {
            if std::env::var_os("ASSAY_JAVA_FIGURES").is_some() {
                println!("  {rounds} rounds");
            }
            return (outcome, start.elapsed().as_secs_f64());
        };
        program.fill(&[missing], AHEAD);
        rounds += 1;
    }
}

fn attempt(program: &assay_program::Program) -> Outcome {
    if std::env::var_os("ASSAY_JAVA_SHOW").is_some() {
        println!("{}", assay_program::text::print(program));
    }
    if let Err(problems) = assay_program::verify::verify(program) {
        return ended(problems.join("\n"));
    }
    execute(program.clone())
}

fn ended(why: String) -> Outcome {
    Outcome { output: String::new(), status: Err(why) }
}

fn execute(program: assay_program::Program) -> Outcome {
    let bodies = program.functions.values().filter(|it| it.body.is_some()).count();
    let image = Image::new(&program);
    let code = lower(&program, &image, LowerOptions::default());
    let entry = program.entry.expect("it has an entry");
    let program = Arc::new(program);
    let subject = Subject {
        program: Arc::clone(&program),
        code: Arc::new(code),
        image: Arc::new(image),
        entry,
        world: Arc::new(World::default()),
        native: None,
        growing: None,
    };
    let mut machine = Machine::new(subject);
    machine.keep_output = true;
    machine.limits.instructions = 2_000_000_000;
    machine.limits.heap = 1 << 30;
    machine.snapshot_interval = u64::MAX;
    let run = machine.run(Start::fresh(Default::default()));
    if std::env::var_os("ASSAY_JAVA_FIGURES").is_some() {
        println!("  {bodies} functions, {} instructions", run.instructions);
    }
    let at = |place: Option<assay_base::Place>| {
        place.map(|place| program.shown(place)).unwrap_or_default()
    };
    let status = match run.end {
        PathEnd::Returned(Some(status)) | PathEnd::Exited(status) => Ok(status),
        PathEnd::Unsupported { what, place } => Err(format!("{}: {what}", at(place))),
        PathEnd::Finding => Err(format!(
            "{:?}",
            run.findings
                .iter()
                .map(|it| (it.kind.name(), &it.message, at(it.place)))
                .collect::<Vec<_>>()
        )),
        other => Err(format!("{other:?}")),
    };
    Outcome { output: String::from_utf8_lossy(&run.output).into_owned(), status }
}

//! The machine, with all inputs zero.

use crate::Outcome;
use assay_engine::{Growing, LowerOptions, Machine, PathEnd, Run, Start, Subject};
use assay_java::{Input, open};
use assay_program::verify::verify;
use assay_program::{Callee, Const, FunctionBody, Op, Program};
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

/// How it ended, and how many seconds it took. Each method comes alone, when a path comes to it.
pub fn run(classes: &Path, main: &str, stdin: &[u8]) -> (Outcome, f64) {
    let start = Instant::now();
    let outcome = match outcome(classes, main, stdin) {
        Ok(outcome) => outcome,
        Err(why) => Outcome { output: String::new(), status: Err(why) },
    };
    (outcome, start.elapsed().as_secs_f64())
}

fn outcome(classes: &Path, main: &str, stdin: &[u8]) -> Result<Outcome, String> {
    let input = Input {
        places: vec![classes.to_path_buf()],
        main: main.to_string(),
        stdin: stdin.to_vec(),
        scratch: classes.to_path_buf(),
        ..Input::default()
    };
    let program = open(&input).map_err(|error| error.0)?;
    let first = program.model.clone();
    let entry = first.entry.ok_or("it has no entry")?;
    let growing = Growing::new(program.model, program.rest, LowerOptions::default())?;
    let subject = Subject::of_growing(growing, entry);
    let growing = subject.growing.clone();
    let run = execute(subject);
    let (growing, _) = growing.expect("it was made of one");
    let last = growing.latest().program;
    if std::env::var_os("ASSAY_JAVA_SHOW").is_some() {
        println!("{}", assay_program::text::print(&last));
    }
    if std::env::var_os("ASSAY_JAVA_FIGURES").is_some() {
        println!("  {} functions, {} instructions", last.arrivals.len(), run.instructions);
    }
    verify(&last).map_err(|problems| problems.join("\n"))?;
    has_only_grown(&first, &last)?;
    Ok(Outcome {
        output: String::from_utf8_lossy(&run.output).into_owned(),
        status: end(&last, run),
    })
}

fn execute(subject: Subject) -> Run {
    let mut machine = Machine::new(subject);
    machine.keep_output = true;
    machine.limits.instructions = 2_000_000_000;
    machine.limits.heap = 1 << 30;
    machine.snapshot_interval = u64::MAX;
    let run = machine.run(Start::fresh(Default::default()));
    if std::env::var_os("ASSAY_JAVA_CALLS").is_some() {
        let program = &machine.subject.program;
        machine.calls().iter().for_each(|it| println!("  {}", program.functions[it.function].name));
    }
    run
}

fn end(program: &Program, run: Run) -> Result<i64, String> {
    let at = |place: Option<assay_base::Place>| {
        place.map(|place| program.shown(place)).unwrap_or_default()
    };
    match run.end {
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
    }
}

/// What was there first is there as it was, but that lists of targets are longer.
fn has_only_grown(first: &Program, last: &Program) -> Result<(), String> {
    let same = |what: &str, is_same: bool| match is_same {
        true => Ok(()),
        false => Err(format!("the program has not only grown: its {what} differ")),
    };
    let initial = |program: &Program, id| -> Option<Const> {
        let global: &assay_program::Global = &program.globals[id];
        global.initialiser.map(|initial| program.constants[initial].clone())
    };
    let ids = first.globals.ids();
    same("variables", { ids }.all(|id| initial(first, id) == initial(last, id)))?;
    same("constants", first.constants.iter().all(|(id, it)| last.constants[id] == *it))?;
    let mut edges = first.edges.iter();
    same("edges", edges.all(|(id, edge)| format!("{edge:?}") == format!("{:?}", last.edges[id])))?;
    same("order", last.arrivals.starts_with(&first.arrivals))?;
    for (id, function) in first.functions.iter() {
        let grown = &last.functions[id];
        same("functions", function.name == grown.name)?;
        if let Some(body) = &function.body {
            let now = grown.body.as_ref().ok_or("a body has gone")?;
            same(&function.name, Arc::ptr_eq(body, now) || has_longer_lists(body, now))?;
        }
    }
    Ok(())
}

fn has_longer_lists(first: &FunctionBody, last: &FunctionBody) -> bool {
    let mut last = last.clone();
    for (id, block) in first.blocks.iter() {
        for (inst, now) in block.insts.iter().zip(&mut last.blocks[id].insts) {
            let (Op::Call { callee: of, .. }, Op::Call { callee: now, .. }) =
                (&inst.op, &mut now.op)
            else {
                continue;
            };
            let (Callee::Indirect { targets: of, .. }, Callee::Indirect { targets: now, .. }) =
                (of, now)
            else {
                continue;
            };
            if let (Some(of), Some(list)) = (of, now) {
                list.retain(|target| of.contains(target));
            }
        }
    }
    format!("{first:?}") == format!("{last:?}")
}

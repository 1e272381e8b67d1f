//! One concrete execution of a Java program.
//!
//! Methods are translated when the path comes to them.

use crate::orders::Input;
use crate::rejected::Rejected;
use crate::run::{Execution, at, execute};
use crate::subject;
use assay_engine::{Growing, LowerOptions, PathEnd, Run, Subject};
use assay_program::Program;
use assay_verdict::{Argument, World};
use std::path::{Path, PathBuf};

/// Methods that are translated before anybody has come to them, each time.
const AHEAD: usize = 0;

/// Files of a folder that are looked at to see whether it is one of classes.
const MANY_FILES: usize = 20_000;

/// Whether what is named is Java.
pub fn is_meant(input: &Input) -> bool {
    let is_java = |place: &PathBuf| {
        let extension = place.extension().and_then(|it| it.to_str());
        matches!(extension, Some("java" | "class" | "jar")) || holds_classes(place)
    };
    input.inputs.iter().any(is_java)
}

/// Whether there is a class file in this folder, or somewhere below it.
fn holds_classes(folder: &Path) -> bool {
    let mut folders = vec![folder.to_path_buf()];
    let mut looks = 0;
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).into_iter().flatten().flatten() {
            looks += 1;
            let place = entry.path();
            match entry.file_type() {
                _ if looks > MANY_FILES => return false,
                Ok(kind) if kind.is_dir() => folders.push(place),
                _ if place.extension().is_some_and(|it| it == "class") => return true,
                _ => {}
            }
        }
    }
    false
}

/// Executes `main(String[])` of the class that is named, or of the only file.
pub fn run(input: &Input, world: &World) -> Result<Execution, Rejected> {
    let scratch = std::env::temp_dir().join(format!("assay-java-{}", std::process::id()));
    let execution = run_in(input, world, &scratch);
    // Only sources are compiled into it.
    let _ = std::fs::remove_dir_all(&scratch);
    execution
}

fn run_in(input: &Input, world: &World, scratch: &Path) -> Result<Execution, Rejected> {
    let named = input.entries.first().cloned().or_else(|| only_class(&input.inputs));
    let main = named.ok_or_else(|| {
        Rejected("several classes may be meant: name the one whose main is run with --entry".into())
    })?;
    let program = assay_java::open(&assay_java::Input {
        places: input.inputs.clone(),
        jdk: input.jdk.clone(),
        main,
        arguments: arguments(world)?,
        scratch: scratch.to_path_buf(),
        ahead: AHEAD,
        all_of_user: false,
    })
    .map_err(|error| Rejected(error.to_string()))?;
    let entry = subject::entry(&program.model)?;
    let growing = Growing::new(program.model, program.rest, LowerOptions::default());
    let subject = Subject::of_growing(growing.map_err(Rejected)?, entry);
    let growing = subject.growing.clone();
    let run = execute(subject);
    let (growing, _) = growing.expect("it was made of one");
    ended(&growing.latest().program, run)
}

fn only_class(inputs: &[PathBuf]) -> Option<String> {
    let [file] = inputs else { return None };
    let extension = file.extension()?.to_str()?;
    let stem = file.file_stem()?.to_str()?;
    matches!(extension, "java" | "class").then(|| stem.to_string())
}

fn arguments(world: &World) -> Result<Vec<String>, Rejected> {
    let texts = world.arguments.iter().map(|argument| match argument {
        Argument::Fixed(bytes) => Ok(String::from_utf8_lossy(bytes).into_owned()),
        _ => Err(Rejected("only --arg is known for Java yet, no symbolic arguments".into())),
    });
    texts.collect()
}

fn ended(program: &Program, run: Run) -> Result<Execution, Rejected> {
    let status = match run.end {
        PathEnd::Returned(status) => Ok(status.unwrap_or(0) as u8),
        PathEnd::Exited(status) => Ok(status as u8),
        PathEnd::Unsupported { what, place } => {
            let place = at(program, place);
            Err(Rejected(format!("{place}the machine cannot execute {what}")))
        }
        PathEnd::Finding => {
            let found = run.findings.last().map(|it| format!("{}: {}", it.kind, it.message));
            let place = at(program, run.findings.last().and_then(|it| it.place));
            Err(Rejected(format!("{place}the machine ends with {}", found.unwrap_or_default())))
        }
        other => Err(Rejected(format!("the run ended early: {other:?}"))),
    };
    Ok(Execution { output: run.output, errors: run.errors, findings: Vec::new(), status })
}

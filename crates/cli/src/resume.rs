//! `--resume`: goes on from the tests that an earlier run left, however it ended.

use crate::arguments::Cover;
use crate::exit::Exit;
use assay_criteria::Needs;
use assay_frontend_llvm::Project;
use assay_output::digest;
use assay_testgen::{Origin, StoredTest, suite};
use assay_verdict::World;
use std::path::Path;

/// What the tests of this run are made for.
pub fn origin(
    arguments: &Cover,
    project: &Project,
    contracts: &str,
    world: &World,
) -> Result<Origin, Exit> {
    let folder = std::env::current_dir()
        .map_err(|error| Exit::Rejected(format!("the working folder: {error}")))?;
    Ok(Origin {
        assay: env!("CARGO_PKG_VERSION").to_string(),
        folder,
        inputs: arguments.input.inputs.clone(),
        clang_flags: arguments.input.clang_flags.clone(),
        entries: arguments.unit.entry.clone(),
        criteria: arguments.unit.criterion.clone(),
        dataflow_extended: arguments.unit.flow.dataflow_extended,
        formats: arguments.format.clone(),
        check_overflow: arguments.check_overflow,
        contract: arguments.unit.contract.clone(),
        allow_external: arguments.input.allow_external.clone(),
        program: program_digest(project, contracts),
        world: world.clone(),
    })
}

/// Of the program with what is promised about its inputs.
pub fn program_digest(project: &Project, contracts: &str) -> String {
    digest(&[project.bitcode(), contracts.as_bytes()].concat())
}

/// The tests of an earlier run of the same program; none if there was no run.
pub fn earlier_tests(out: &Path, origin: &Origin) -> Result<Vec<StoredTest>, Exit> {
    let stored = suite::read(out).map_err(|error| {
        Exit::Rejected(format!("cannot resume: {error}; start afresh without --resume"))
    })?;
    let Some((earlier, tests)) = stored else { return Ok(Vec::new()) };
    if earlier.world != origin.world {
        return Err(Exit::Rejected(format!(
            "cannot resume: the tests in {} have other arguments, input, files or environment; use \
             another --out, or start afresh without --resume",
            out.display()
        )));
    }
    if earlier.allow_external != origin.allow_external {
        return Err(Exit::Rejected(format!(
            "cannot resume: the tests in {} were made with other functions allowed by \
             --allow-external; use another --out, or start afresh without --resume",
            out.display()
        )));
    }
    if Needs::of(&earlier.criteria).decisions != Needs::of(&origin.criteria).decisions {
        return Err(Exit::Rejected(format!(
            "cannot resume: the tests in {} are for --criterion {}, for which the program is compiled \
             otherwise; use another --out, or start afresh without --resume",
            out.display(),
            earlier.criteria.join(",")
        )));
    }
    if earlier.program != origin.program {
        return Err(Exit::Rejected(format!(
            "cannot resume: the tests in {} are for another program, or it has changed since; use \
             another --out, or start afresh without --resume",
            out.display()
        )));
    }
    Ok(tests)
}

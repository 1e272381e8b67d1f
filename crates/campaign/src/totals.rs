//! What the totals of an exploration mean to the reader of a report.

use crate::session::place_of;
use assay_explore::{Completion, Totals};
use assay_program::Program;
use assay_verdict::{Effort, Unsupported};

/// Whether the exploration has followed all paths that there are for it.
pub fn is_complete(completion: Completion) -> bool {
    matches!(completion, Completion::Exhausted | Completion::Incomplete)
}

/// Why an objective of a program has no verdict that was run in the only way there is.
pub const NO_INPUTS: &str = "the program has no inputs, and its one run does not reach it";

/// What to do about it, told loudly.
pub fn without_inputs(unit: &str) -> String {
    format!(
        "NO INPUTS: {unit} was run without arguments and input, and asks for nothing else, so that it has one run \
         only: give it inputs with --sym-args, --sym-stdin, --sym-file or --sym-env, or test its functions with --entry"
    )
}

/// What must not happen, told loudly.
pub fn bugs(totals: &Totals) -> Vec<String> {
    let mut bugs = Vec::new();
    if totals.divergences > 0 {
        let example = totals.divergence_example.as_deref().unwrap_or("");
        bugs.push(format!(
            "BUG in Assay: {} runs left the path they were solved for ({example})",
            totals.divergences
        ));
    }
    if totals.panics > 0 {
        bugs.push(format!("BUG in Assay: {} workers died; their work is lost", totals.panics));
    }
    if totals.solver_disagreements > 0 {
        let count = totals.solver_disagreements;
        bugs.push(format!("BUG in Assay: the solvers contradict each other on {count} queries"));
    }
    bugs
}

/// What has no native run that agrees: objectives, and, for want of time, tests and findings. The
/// first is told loudly.
pub fn unconfirmed(
    objectives: usize,
    tests: usize,
    findings: usize,
) -> impl Iterator<Item = String> {
    let of_objectives = format!(
        "NOT CONFIRMED: {objectives} objectives were reached in the machine but not natively"
    );
    let of_tests =
        format!("not confirmed: no time was left to run {tests} tests natively; --resume goes on");
    let of_findings =
        format!("not confirmed: no time was left to look at {findings} findings with sanitizers");
    let all = [(objectives, of_objectives), (tests, of_tests), (findings, of_findings)];
    all.into_iter().filter(|(count, _)| *count > 0).map(|(_, note)| note)
}

pub fn effort(program: &Program, totals: &Totals) -> Effort {
    let unsupported = totals.unsupported.iter().map(|((what, place), count)| {
        let (file, line, _) = place_of(program, *place);
        Unsupported { what: what.clone(), file, line, count: *count }
    });
    Effort {
        iterations: totals.iterations,
        explore_seconds: totals.seconds,
        solver_queries: totals.solver_queries,
        solver_unsat: totals.solver_unsat,
        solver_unknown: totals.solver_unanswered,
        solver_seconds: totals.solver_seconds,
        instructions: totals.instructions,
        paths: totals.paths,
        candidates_left: totals.candidates_left,
        filtered: totals.filtered,
        divergences: totals.divergences,
        solver_layers: totals.solver_layers.clone(),
        unsupported: unsupported.collect(),
        external_inputs: totals.external_functions.iter().cloned().collect(),
        bounds: Vec::new(),
    }
}

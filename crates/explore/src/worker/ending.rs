//! How a run ends, as its test says it.

use assay_engine::{PathEnd, Run};
use assay_verdict::Ending;

/// How a run's test ends, for the report and the emitted test.
pub fn ending(run: &Run) -> Ending {
    let code = |code: i64| code as i32;
    match &run.end {
        PathEnd::Returned(value) => Ending::Return { exit_code: code(value.unwrap_or(0)) },
        PathEnd::Exited(value) => Ending::Exit { exit_code: code(*value) },
        PathEnd::Finding => match run.findings.last() {
            Some(finding) => Ending::Finding { finding: finding.kind },
            None => Ending::Cut { reason: "a finding".into() },
        },
        PathEnd::AssumptionFailed | PathEnd::Silent => Ending::AssumptionFailed,
        PathEnd::Unsupported { what, .. } => Ending::Cut { reason: what.clone() },
        PathEnd::OutOfInput => Ending::Cut { reason: "more input than it was to have".into() },
        PathEnd::OutOfFuel => {
            Ending::Cut { reason: "more instructions than a path may take".into() }
        }
        PathEnd::OutOfMemory => {
            Ending::Cut { reason: "more memory than the program may take".into() }
        }
        PathEnd::Suspended => Ending::Cut { reason: "nothing new for a while".into() },
        PathEnd::Interrupted => Ending::Cut { reason: "the budget was used up".into() },
        PathEnd::Missing(_) => Ending::Cut { reason: "a function that is not there yet".into() },
        PathEnd::Unmade(_) | PathEnd::Unanswered(_) => {
            Ending::Cut { reason: "an input that nobody makes".into() }
        }
        PathEnd::Diverged { .. } => Ending::Cut { reason: "left its path".into() },
    }
}

//! `assay check-proof`: every certificate of a folder of results, checked again.

use crate::arguments::CheckProof;
use crate::exit::Exit;
use crate::print;
use assay_campaign::{CheckedProofs, check_proofs};
use assay_verdict::Invariants;
use std::fmt::Write;

pub fn check_proof(arguments: &CheckProof) -> Result<Exit, Exit> {
    let checked = check_proofs(&arguments.out, arguments.query_time)?;
    print::text(&text(&checked))?;
    Ok(if checked.problems.is_empty() { Exit::Done } else { Exit::NotConfirmed })
}

fn text(checked: &CheckedProofs) -> String {
    let CheckedProofs { objectives, files, unsat, observed, problems } = checked;
    if *objectives == 0 {
        return "no objective is called infeasible: there is nothing to check\n".to_string();
    }
    let mut text = String::new();
    for (solver, count) in unsat {
        let _ = writeln!(text, "{solver}: {count} checks of {files} files are unsat");
    }
    observed.iter().for_each(|(unit, facts)| text += &held(unit, facts));
    let _ = match problems.as_slice() {
        [] => writeln!(text, "all {objectives} infeasible objectives are proved"),
        _ => writeln!(text, "NOT PROVED:\n  {}", problems.join("\n  ")),
    };
    text
}

/// How the facts of a unit's proofs did in the runs of its tests.
fn held(unit: &str, facts: &Invariants) -> String {
    let Invariants { facts, evaluated, evaluations, tests, unfinished, violated } = facts;
    let found = match violated {
        0 => "all held".to_string(),
        _ => format!("{violated} DID NOT HOLD"),
    };
    let missing = match unfinished {
        0 => String::new(),
        _ => format!(" ({unfinished} more were not run to their end, for want of time or memory)"),
    };
    format!(
        "{unit}: {evaluated} of {facts} facts were evaluated in the runs of {tests} tests{missing}, {evaluations} times in all: {found}\n"
    )
}

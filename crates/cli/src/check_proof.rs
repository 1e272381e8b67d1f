//! `assay check-proof`: every certificate of a folder of results, checked again.
//!
//! Z3 answers all of them; other solvers of the SMT-LIB, where they are installed, do so too. A certificate
//! holds if every check in it is answered with unsat.

use crate::arguments::CheckProof;
use crate::certificates::CLAIMS;
use crate::exit::Exit;
use crate::{report, results};
use assay_solver::answer_script;
use assay_verdict::{Invariants, Report, Unit, Verdict};
use std::collections::BTreeSet;
use std::fmt::Write;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// Other solvers, and what makes them read a file with several checks.
const OTHERS: &[(&str, &[&str])] = &[
    ("cvc5", &["--incremental"]),
    ("cvc4", &["--incremental", "--lang=smt2"]),
    ("bitwuzla", &[]),
    ("boolector", &["--smt2", "-i"]),
    ("yices-smt2", &["--incremental"]),
    ("mathsat", &[]),
];

pub fn check_proof(arguments: &CheckProof) -> Result<Exit, Exit> {
    let report = report::read(&arguments.out)?;
    let certificates = certificates(&report);
    if certificates.is_empty() {
        return results::print("no objective is called infeasible: there is nothing to check\n");
    }
    let mut files: BTreeSet<PathBuf> = BTreeSet::new();
    let mut problems: Vec<String> = Vec::new();
    for (certificate, objective) in &certificates {
        let path = arguments.out.join(certificate);
        match std::fs::read_to_string(&path) {
            Ok(text) if is_about(&text, objective) => {
                files.insert(path);
            }
            Ok(_) => problems.push(format!("{objective}: {} is not about it", path.display())),
            Err(error) => problems.push(format!("{objective}: {}: {error}", path.display())),
        }
    }
    let mut solvers = vec![Solver::Z3];
    let others = OTHERS.iter().filter(|(name, _)| is_installed(name));
    solvers.extend(others.map(|(name, options)| Solver::Other(name, options)));
    let mut text = String::new();
    for solver in &solvers {
        let count = check_all(solver, &files, arguments.query_time, &mut problems);
        let name = solver.name();
        let _ = writeln!(text, "{name}: {count} checks of {} files are unsat", files.len());
    }
    report.units.iter().for_each(|unit| text += &observed(unit));
    let objectives = certificates.len();
    let _ = match problems.as_slice() {
        [] => writeln!(text, "all {objectives} infeasible objectives are proved"),
        _ => writeln!(text, "NOT PROVED:\n  {}", problems.join("\n  ")),
    };
    results::print(&text)?;
    Ok(if problems.is_empty() { Exit::Done } else { Exit::NotConfirmed })
}

/// How the facts of a unit's proofs did in the runs of its tests.
fn observed(unit: &Unit) -> String {
    let Some(invariants) = &unit.invariants else { return String::new() };
    let Invariants { facts, evaluated, evaluations, tests, unfinished, violated } = invariants;
    let found = match violated {
        0 => "all held".to_string(),
        _ => format!("{violated} DID NOT HOLD"),
    };
    let missing = match unfinished {
        0 => String::new(),
        _ => format!(" ({unfinished} more were not run to their end, for want of time or memory)"),
    };
    format!(
        "{}: {evaluated} of {facts} facts were evaluated in the runs of {tests} tests{missing}, {evaluations} times in all: {found}\n",
        unit.name
    )
}

/// Objectives, and the certificate of each.
fn certificates(report: &Report) -> BTreeSet<(String, String)> {
    let objectives = report.units.iter().flat_map(|unit| &unit.objectives);
    let certificate = |verdict: &Verdict| match verdict {
        Verdict::Infeasible { certificate, .. } => Some(certificate.clone()),
        Verdict::Covered { .. } | Verdict::Unknown { .. } => None,
    };
    objectives.filter_map(|of| Some((certificate(&of.verdict)?, of.id.clone()))).collect()
}

/// Whether a certificate names the edges of an objective, and has a check for each of them.
fn is_about(text: &str, objective: &str) -> bool {
    let claims = CLAIMS.map(|claim| format!("; {claim} reaches {objective} ("));
    let is_claim = |line: &&str| claims.iter().any(|claim| line.starts_with(claim));
    let line = text.lines().find(is_claim);
    let Some((_, edges)) = line.and_then(|line| line.rsplit_once(" takes ")) else { return false };
    let excluded = || text.lines().filter(|line| line.starts_with("; exclusion: "));
    let names = |line: &str, edge: &str| line.split([' ', ',']).any(|word| word == edge);
    edges.split(", ").all(|edge| excluded().any(|line| names(line, edge)))
}

enum Solver {
    Z3,
    Other(&'static str, &'static [&'static str]),
}

impl Solver {
    fn name(&self) -> &'static str {
        match self {
            Solver::Z3 => "z3",
            Solver::Other(name, _) => name,
        }
    }

    fn answers(&self, file: &Path, text: &str, time: Duration) -> Option<Vec<String>> {
        match self {
            Solver::Z3 => answer_script(text, time),
            Solver::Other(name, options) => {
                let command = Command::new(name)
                    .args(*options)
                    .arg(file)
                    .stdin(Stdio::null())
                    .stdout(Stdio::piped())
                    .stderr(Stdio::null())
                    .spawn();
                let checks = checks(text) as u32;
                Some(
                    output(command.ok()?, time * checks.max(1))?
                        .lines()
                        .map(str::to_string)
                        .collect(),
                )
            }
        }
    }
}

/// What a process prints until it ends, or is ended because the time is over.
fn output(mut child: Child, time: Duration) -> Option<String> {
    let deadline = Instant::now() + time;
    let mut pipe = child.stdout.take()?;
    let reader = std::thread::spawn(move || {
        let mut text = String::new();
        pipe.read_to_string(&mut text).map(|_| text)
    });
    while Instant::now() < deadline && child.try_wait().ok()?.is_none() {
        std::thread::sleep(Duration::from_millis(5));
    }
    // It may have ended by itself.
    let _ = child.kill();
    let _ = child.wait();
    reader.join().ok()?.ok()
}

fn is_installed(name: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|folder| folder.join(name).is_file())
}

fn checks(text: &str) -> usize {
    text.lines().filter(|line| *line == "(check-sat)").count()
}

/// How many checks are unsat; what is wrong with the others is added to the problems.
fn check_all(
    solver: &Solver,
    files: &BTreeSet<PathBuf>,
    time: Duration,
    problems: &mut Vec<String>,
) -> usize {
    let mut count = 0;
    for file in files {
        let shown = file.display();
        let text = match std::fs::read_to_string(file) {
            Ok(text) => text,
            Err(error) => {
                problems.push(format!("{shown}: {error}"));
                continue;
            }
        };
        let expected = checks(&text);
        let answers = solver.answers(file, &text, time).unwrap_or_default();
        let unsat = answers.iter().filter(|answer| answer.trim() == "unsat").count();
        count += unsat;
        if expected == 0 {
            problems.push(format!("{shown}: there is no check in it"));
        } else if unsat != expected || answers.len() != expected {
            let other = answers.iter().find(|answer| answer.trim() != "unsat");
            let other = other.map_or("no answer", String::as_str);
            problems.push(format!("{shown}: {} says {other}", solver.name()));
        }
    }
    count
}

//! Every certificate of a folder of results, checked again.
//!
//! Z3 answers all of them; other solvers of the SMT-LIB, where they are installed, do so too. A
//! certificate holds if every check in it is answered with unsat.

use crate::alone;
use crate::certificates::CLAIMS;
use assay_language::Rejected;
use assay_report::json;
use assay_solver::answer_script;
use assay_verdict::{Invariants, Report, Verdict};
use std::collections::BTreeSet;
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

/// What the solvers say of all certificates.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CheckedProofs {
    /// Objectives that are called infeasible. Without any there is nothing to check.
    pub objectives: usize,
    /// Files that they rest on.
    pub files: usize,
    /// By solver, how many checks it calls unsat.
    pub unsat: Vec<(&'static str, usize)>,
    /// By unit, how the facts of its proofs did in the runs of its tests.
    pub observed: Vec<(String, Invariants)>,
    /// What is not proved, and why.
    pub problems: Vec<String>,
}

/// Checks all certificates of an output folder; one check may take so long.
pub fn check_proofs(out: &Path, query_time: Duration) -> Result<CheckedProofs, Rejected> {
    let _alone = alone::alone();
    let report =
        json::read(out).map_err(|error| Rejected(format!("{}: {error}", out.display())))?;
    let certificates = certificates(&report);
    if certificates.is_empty() {
        return Ok(CheckedProofs::default());
    }
    let mut files: BTreeSet<PathBuf> = BTreeSet::new();
    let mut problems: Vec<String> = Vec::new();
    for (certificate, objective) in &certificates {
        let path = out.join(certificate);
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
    let mut unsat = Vec::new();
    for solver in &solvers {
        unsat.push((solver.name(), check_all(solver, &files, query_time, &mut problems)));
    }
    let observed = report.units.into_iter();
    let observed = observed.filter_map(|unit| Some((unit.name, unit.invariants?)));
    Ok(CheckedProofs {
        objectives: certificates.len(),
        files: files.len(),
        unsat,
        observed: observed.collect(),
        problems,
    })
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

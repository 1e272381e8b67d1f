//! One program against its expectation.

use crate::directives::{Expectation, RunExpectation};
use crate::workplace::{Finished, LIMIT, Workplace};
use assay_verdict::{CriterionSummary, Report, Unit};
use std::ffi::OsString;
use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};

/// Every check there is.
const OPTIONS: [&str; 4] = ["--check-overflow", "--check-paths", "--jobs", "1"];

/// Takes all paths, however long that takes.
const EXHAUSTIVE: [&str; 3] = ["--exhaust", "--time", "1h"];

/// Ends when every objective is decided, or when it is told to.
const DECIDING: [&str; 2] = ["--time", "1h"];

/// The exit code after Ctrl-C.
const INTERRUPTED: i32 = 130;

/// Between two looks at how far it is.
const PAUSE: Duration = Duration::from_millis(100);

/// Proofs have no more to say after a while, but do not end. What is asked is only that none is
/// wrong.
const PROOFS_ONLY: [&str; 6] = ["--prove-only", "--check-overflow", "--jobs", "1", "--time", "3s"];

/// What is wrong, one line each.
pub fn program(program: &Path, expectation: &Expectation) -> Vec<String> {
    let mut problems = Vec::new();
    if let Some(run) = &expectation.run {
        problems.extend(native_run(program, expectation, run));
        problems.extend(machine_run(program, expectation, run));
    }
    if expectation.is_explored() {
        match explored(program, expectation) {
            Ok(report) => problems.extend(exploration(&report, expectation)),
            Err(problem) => problems.push(problem),
        }
    }
    if expectation.truth.is_told() {
        match proved(program, expectation) {
            Ok(report) => problems
                .extend(report.units.iter().flat_map(|unit| expectation.truth.wrong_proofs(unit))),
            Err(problem) => problems.push(problem),
        }
    }
    problems
}

/// The expectation itself is held against the processor.
fn native_run(program: &Path, expectation: &Expectation, run: &RunExpectation) -> Vec<String> {
    let place = Workplace::new();
    let mut arguments = vec![program.as_os_str().to_owned(), "-w".into(), "-lm".into()];
    arguments.extend(["-o".into(), "native".into()]);
    arguments.extend(expectation.flags.iter().map(OsString::from));
    let compiled = place.finish(place.tool("clang-19", &arguments), LIMIT);
    if compiled.is_none_or(|compiled| compiled.code() != 0) {
        return vec!["clang does not compile it".into()];
    }
    let native = place.path("native").display().to_string();
    output_of("native run", place.finish(place.tool::<&str>(&native, &[]), LIMIT), run)
}

fn machine_run(program: &Path, expectation: &Expectation, run: &RunExpectation) -> Vec<String> {
    let place = Workplace::new();
    let arguments = with_flags(vec!["run".into(), program.into()], expectation);
    output_of("assay run", place.finish(place.assay(&arguments), LIMIT), run)
}

fn output_of(what: &str, finished: Option<Finished>, run: &RunExpectation) -> Vec<String> {
    let Some(finished) = finished else { return vec![format!("{what} does not end")] };
    let mut problems = Vec::new();
    if finished.code() != run.exit {
        let reason = finished.stderr.lines().last().unwrap_or_default();
        problems.push(format!("{what} exits with {}, not {}: {reason}", finished.code(), run.exit));
    }
    let lines: Vec<&str> = finished.stdout.lines().collect();
    for index in 0..lines.len().max(run.output.len()) {
        let (seen, promised) = (lines.get(index), run.output.get(index));
        if seen.copied() != promised.map(String::as_str) {
            problems.push(format!("{what} prints {seen:?}, not {promised:?}"));
        }
    }
    problems
}

fn with_flags(mut arguments: Vec<OsString>, expectation: &Expectation) -> Vec<OsString> {
    arguments.push("--".into());
    arguments.extend(expectation.flags.iter().map(OsString::from));
    arguments
}

/// A program with known truth is done when every objective is decided, though it may have endless
/// paths.
fn explored(program: &Path, expectation: &Expectation) -> Result<Report, String> {
    let place = Workplace::new();
    match expectation.truth.is_told() {
        true => decide(&place, program, expectation)?,
        false => run_cover(&place, program, expectation, &[&OPTIONS[..], &EXHAUSTIVE].concat())?,
    }
    if expectation.entry.is_some() {
        emitted_tests_pass(&place)?;
    }
    report(&place)
}

fn proved(program: &Path, expectation: &Expectation) -> Result<Report, String> {
    let place = Workplace::new();
    run_cover(&place, program, expectation, &PROOFS_ONLY)?;
    report(&place)
}

/// Runs until all is decided that must be. Some of the rest is infeasible and nobody can prove it:
/// then the run is ended as by Ctrl-C.
fn decide(place: &Workplace, program: &Path, expectation: &Expectation) -> Result<(), String> {
    let options = [&OPTIONS[..], &DECIDING].concat();
    let mut command = place.assay(&cover(program, expectation, &options));
    command.stdout(Stdio::null()).stderr(Stdio::null());
    let mut child = command.spawn().map_err(|error| error.to_string())?;
    let deadline = Instant::now() + LIMIT;
    let mut is_told = false;
    while Instant::now() < deadline {
        match child.try_wait().map_err(|error| error.to_string())?.map(|status| status.code()) {
            Some(Some(0)) => return Ok(()),
            Some(Some(INTERRUPTED)) if is_told => return Ok(()),
            Some(code) => return Err(format!("cover exits with {code:?}")),
            None => {}
        }
        let is_decided = || report(place).is_ok_and(|r| exploration(&r, expectation).is_empty());
        if !is_told && is_decided() {
            is_told = true;
            // SAFETY: the child is ours and not waited for yet.
            unsafe { libc::kill(child.id() as libc::pid_t, libc::SIGINT) };
        }
        std::thread::sleep(PAUSE);
    }
    let _ = child.kill();
    let _ = child.wait();
    // What is missing is found in its report.
    Ok(())
}

fn run_cover(
    place: &Workplace,
    program: &Path,
    expectation: &Expectation,
    options: &[&str],
) -> Result<(), String> {
    let command = place.assay(&cover(program, expectation, options));
    let finished = place.finish(command, LIMIT).ok_or("cover does not end")?;
    if finished.code() != 0 {
        return Err(format!("cover exits with {}: {}", finished.code(), finished.stderr));
    }
    Ok(())
}

/// The arguments that the expectation asks for.
fn cover(program: &Path, expectation: &Expectation, options: &[&str]) -> Vec<OsString> {
    let mut arguments = vec!["cover".into(), program.into()];
    arguments.extend(options.iter().map(OsString::from));
    arguments.extend(expectation.options.iter().map(OsString::from));
    let others = expectation.others.keys().map(|name| format!(",{name}"));
    arguments
        .extend(["--criterion".into(), format!("branch{}", others.collect::<String>()).into()]);
    arguments.extend(expectation.entry.iter().flat_map(|entry| ["--entry".into(), entry.into()]));
    with_flags(arguments, expectation)
}

fn report(place: &Workplace) -> Result<Report, String> {
    let text = std::fs::read_to_string(place.path("assay-out/report.json"))
        .map_err(|error| format!("report.json: {error}"))?;
    serde_json::from_str(&text).map_err(|error| format!("report.json: {error}"))
}

/// The tests of a function are another program than the one that was run natively.
fn emitted_tests_pass(place: &Workplace) -> Result<(), String> {
    let command = place.tool("make", &["-C", "assay-out/tests", "check"]);
    let made = place.finish(command, LIMIT).ok_or("make check does not end")?;
    let failed = || format!("make check: {}{}", made.stdout, made.stderr);
    (made.code() == 0).then_some(()).ok_or_else(failed)
}

fn exploration(report: &Report, expectation: &Expectation) -> Vec<String> {
    let [unit] = report.units.as_slice() else {
        return vec![format!("{} units in the report, not one", report.units.len())];
    };
    let mut problems = promises(unit, expectation);
    problems.extend(coverage(unit, expectation));
    if expectation.truth.is_told() {
        problems.extend(expectation.truth.verdicts(unit));
    }
    problems.extend(contradictions(report, unit));
    problems.extend(uncompiled(report));
    problems
}

/// What is told of tests that do not compile as they should.
fn uncompiled(report: &Report) -> impl Iterator<Item = String> {
    let words = ["LEFT OUT", "NOT CHECKED", "NOT COMPILED"];
    let is_told = move |note: &&String| words.iter().any(|word| note.starts_with(word));
    report.notes.iter().filter(is_told).cloned()
}

/// What the program's head says of coverage, exactly.
fn coverage(unit: &Unit, expectation: &Expectation) -> Vec<String> {
    let mut problems = Vec::new();
    let branches = expectation.branches.map(|counts| ("branch", counts));
    let others = expectation.others.iter().map(|(name, counts)| (name.as_str(), *counts));
    for (criterion, promised) in branches.into_iter().chain(others) {
        let found = unit.criteria.get(criterion).cloned().unwrap_or_default();
        if (found.covered, found.total) != (promised.covered, promised.total) {
            problems.push(format!(
                "covers {}/{} of {criterion}, not {}/{}",
                found.covered, found.total, promised.covered, promised.total
            ));
        }
    }
    let own = unit.own.get("branch").cloned().unwrap_or_default();
    if let Some(promised) = expectation.own
        && (own.covered, own.total) != (promised.covered, promised.total)
    {
        problems.push(format!("covers {}/{} of its own branches", own.covered, own.total));
    }
    problems
}

/// Kind, line and condition of a finding that needs a contract.
type Contract = (String, u32, String);

/// What the program's head says of paths and findings, exactly.
fn promises(unit: &Unit, expectation: &Expectation) -> Vec<String> {
    let mut problems = Vec::new();
    let paths = unit.effort.paths;
    if let Some(promised) = expectation.paths.filter(|&promised| promised != paths) {
        problems.push(format!("takes {paths} paths, not {promised}"));
    }
    let real = unit.findings.iter().filter(|finding| finding.needs_contract.is_none());
    let mut found: Vec<(String, u32)> =
        real.map(|finding| (finding.kind.to_string(), finding.line)).collect();
    found.sort();
    found.dedup();
    let mut promised = expectation.findings.clone();
    promised.sort();
    if found != promised {
        problems.push(format!("finds {found:?}, not {promised:?}"));
    }
    let mut found: Vec<Contract> = unit
        .findings
        .iter()
        .filter_map(|f| Some((f.kind.to_string(), f.line, f.needs_contract.clone()?)))
        .collect();
    found.sort();
    found.dedup();
    let mut promised = expectation.contracts.clone();
    promised.sort();
    // The condition may end with a number that depends on the order of the search.
    let agrees = |(found, promised): (&Contract, &Contract)| {
        (&found.0, found.1) == (&promised.0, promised.1) && found.2.starts_with(&promised.2)
    };
    if found.len() != promised.len() || !found.iter().zip(&promised).all(agrees) {
        problems.push(format!("needs contracts for {found:?}, not {promised:?}"));
    }
    problems
}

/// What must not be in any report.
fn contradictions(report: &Report, unit: &Unit) -> Vec<String> {
    let mut problems = Vec::new();
    for (criterion, summary) in &unit.criteria {
        let CriterionSummary { confirmed, covered, .. } = summary;
        if confirmed != covered {
            problems.push(format!("{confirmed} of {covered} of {criterion} confirmed"));
        }
    }
    if unit.effort.divergences != 0 {
        problems.push(format!("{} runs diverged", unit.effort.divergences));
    }
    for test in &unit.tests {
        if let Some(reason) = &test.diverged {
            problems.push(format!("{} diverged natively: {reason}", test.id));
        }
        if test.native.is_none() {
            problems.push(format!("{} was not run natively", test.id));
        }
    }
    let unsupported = unit.effort.unsupported.iter();
    problems.extend(unsupported.map(|it| format!("cannot execute {} at {}", it.what, it.line)));
    let bugs = report.notes.iter().filter(|note| note.contains("BUG") || note.contains("not conf"));
    problems.extend(bugs.cloned());
    problems
}

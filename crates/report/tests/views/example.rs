//! Runs made up by hand, and a folder for each test.

use assay_verdict::*;
use std::fs;
use std::path::{Path, PathBuf};

pub fn covered() -> Verdict {
    Verdict::by("t0001")
}

pub fn unknown(reason: &str) -> Verdict {
    Verdict::Unknown { reason: reason.into() }
}

pub fn infeasible(certificate: &str) -> Verdict {
    Verdict::infeasible(Scope::AllInputs, certificate)
}

pub fn objective(line: u32, verdict: Verdict) -> Objective {
    outcome_of(line, "true", verdict)
}

pub fn outcome_of(line: u32, outcome: &str, verdict: Verdict) -> Objective {
    Objective {
        id: format!("branch:check#{line}:{outcome}"),
        criterion: "branch".into(),
        function: "check".into(),
        file: "valves.c".into(),
        line,
        column: 9,
        outcome: outcome.into(),
        verdict,
        judged_by: Judge::Peer,
        is_own: true,
        dataflow: None,
    }
}

/// A unit with these objectives and one test that reaches what they say is covered.
pub fn unit(name: &str, objectives: Vec<Objective>) -> Unit {
    let is_covered = |objective: &&Objective| matches!(objective.verdict, Verdict::Covered { .. });
    let covers: Vec<String> = objectives.iter().filter(is_covered).map(|o| o.id.clone()).collect();
    let summary =
        CriterionSummary::count(objectives.iter().map(|o| &o.verdict), covers.len() as u64);
    Unit {
        name: name.into(),
        file: "valves.c".into(),
        language: "c".into(),
        next_steps: vec![NextStep {
            command: "make -C {out}/tests check".into(),
            what: "run the tests".into(),
        }],
        criteria: [("branch".to_string(), summary)].into(),
        objectives,
        tests: vec![Test {
            id: "t0001".into(),
            files: vec!["tests/t0001.c".into()],
            inputs: ShownInputs(vec![
                ("level".into(), ShownValue::Signed(-3)),
                ("name".into(), ShownValue::Text("a\\n".into())),
            ]),
            covers,
            ends: Ending::Finding { finding: FindingKind::DivisionByZero },
            native: Some("SIGFPE".into()),
            diverged: None,
        }],
        effort: Effort { iterations: 31, explore_seconds: 0.5, ..Effort::default() },
        ..Unit::default()
    }
}

pub fn report_of(units: Vec<Unit>) -> Report {
    Report {
        assay: "0.1.0".into(),
        command: vec!["assay".into(), "cover".into(), "valves.c".into()],
        seconds: 1.25,
        started: 1_700_000_000,
        folder: "/project".into(),
        units,
        ..Report::default()
    }
}

/// Two covered outcomes, two unknown ones and a finding.
pub fn report() -> Report {
    let mut unit = unit(
        "check",
        vec![
            objective(4, covered()),
            objective(5, covered()),
            objective(7, unknown("out of time")),
            objective(9, unknown("out of time")),
        ],
    );
    let frame = |function: &str, line| Frame {
        function: function.into(),
        file: "valves.c".into(),
        line,
        column: 3,
    };
    unit.findings = vec![Finding {
        kind: FindingKind::DivisionByZero,
        file: "valves.c".into(),
        line: 21,
        column: 14,
        test: "t0001".into(),
        confirmed: true,
        needs_contract: None,
        message: "the divisor `flow` is 0".into(),
        stack: vec![frame("share", 21), frame("main", 40)],
    }];
    report_of(vec![unit])
}

/// Removed with all its files when the test is done.
pub struct Folder(PathBuf);

impl Folder {
    pub fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("assay-report-{name}-{}", std::process::id()));
        fs::create_dir_all(&path).expect("the temporary folder can be written to");
        Folder(path)
    }

    pub fn path(&self) -> &Path {
        &self.0
    }

    pub fn write(&self, name: &str, content: &str) {
        let path = self.0.join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("it can be made");
        fs::write(path, content).expect("the temporary folder can be written to");
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

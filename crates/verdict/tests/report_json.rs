//! The keys of `report.json` are a contract; this pins them.

use assay_verdict::*;
use serde_json::{Value, json};

fn report() -> Report {
    let objective = |id: &str, verdict| Objective {
        id: id.into(),
        criterion: "branch".into(),
        function: "check".into(),
        file: "valves.c".into(),
        line: 12,
        column: 9,
        outcome: "true".into(),
        verdict,
        judged_by: Judge::Peer,
        is_own: true,
        dataflow: None,
    };
    let objectives = vec![
        objective("branch:check#3:true", Verdict::by("t0001")),
        objective("branch:check#4:true", Verdict::infeasible(Scope::AllInputs, "proofs/a.smt2")),
        objective("branch:check#5:true", Verdict::Unknown { reason: "out of time".into() }),
        Objective {
            judged_by: Judge::Assay,
            is_own: false,
            dataflow: None,
            ..objective(
                "mcdc:check#6:c1",
                Verdict::Covered {
                    test: "t0002".into(),
                    partner: Some("t0001".into()),
                    is_faulty: true,
                },
            )
        },
    ];
    let inputs = [InputValue {
        name: "level".into(),
        source: InputSource::Nondet { function: "__VERIFIER_nondet_int".into() },
        bytes: (-3i32).to_le_bytes().to_vec(),
        shown: Shown::Signed,
    }];
    let summary = CriterionSummary::count(objectives.iter().map(|o| &o.verdict), 1);
    Report {
        assay: "0.1.0".into(),
        command: vec!["assay".into(), "cover".into(), "valves.c".into()],
        seconds: 1.2,
        load_seconds: 0.1,
        seed: 0,
        units: vec![Unit {
            language: "c".into(),
            next_steps: Vec::new(),
            name: "check".into(),
            file: "valves.c".into(),
            criteria: [("branch".to_string(), summary.clone())].into(),
            own: [("branch".to_string(), summary)].into(),
            objectives,
            decisions: vec![Decision {
                id: "check#6".into(),
                vectors: vec![SeenVector {
                    values: "TF".into(),
                    outcome: false,
                    test: "t0001".into(),
                }],
                ..Decision::default()
            }],
            tests: vec![Test {
                id: "t0001".into(),
                files: vec!["tests/t0001.c".into()],
                inputs: ShownInputs::of(&inputs),
                covers: vec!["branch:check#3:true".into()],
                ends: Ending::Return { exit_code: 0 },
                native: None,
                diverged: None,
            }],
            findings: vec![Finding {
                kind: FindingKind::OutOfBounds,
                file: "valves.c".into(),
                line: 7,
                column: 5,
                test: "t0001".into(),
                confirmed: true,
                needs_contract: None,
                message: String::new(),
                stack: vec![],
            }],
            effort: Effort { iterations: 31, ..Effort::default() },
            progress: Progress::default(),
            gcfg: Vec::new(),
            invariants: Some(Invariants {
                facts: 4,
                evaluated: 3,
                evaluations: 90,
                tests: 2,
                unfinished: 0,
                violated: 0,
            }),
            finished: true,
        }],
        ..Report::default()
    }
}

#[track_caller]
fn assert_has(value: &Value, keys: &[&str]) {
    for key in keys {
        assert!(value.get(key).is_some(), "key {key} is missing in {value}");
    }
}

#[test]
fn every_key_of_the_contract_is_there() {
    let json = serde_json::to_value(report()).unwrap();
    assert_has(&json, &["assay", "command", "seconds", "seed", "units"]);
    let unit = &json["units"][0];
    assert_has(unit, &["name", "file", "criteria", "objectives", "tests", "findings", "effort"]);
    for figures in ["criteria", "own"] {
        assert_has(
            &unit[figures]["branch"],
            &["total", "covered", "infeasible", "unknown", "cov", "cov_f", "confirmed"],
        );
    }
    for objective in unit["objectives"].as_array().unwrap() {
        assert_has(
            objective,
            &["id", "criterion", "file", "line", "column", "outcome", "verdict", "scope"],
        );
        assert_has(objective, &["certificate", "reason", "test"]);
    }
    assert_has(&unit["tests"][0], &["id", "files", "inputs", "covers", "ends"]);
    assert_has(&unit["findings"][0], &["kind", "file", "line", "test", "confirmed"]);
    assert_has(
        &unit["effort"],
        &["iterations", "solver_queries", "solver_seconds", "instructions"],
    );
}

#[test]
fn verdicts_and_endings_have_the_names_of_the_contract() {
    let json = serde_json::to_value(report()).unwrap();
    let unit = &json["units"][0];
    assert_eq!(unit["objectives"][0]["verdict"], "covered");
    assert_eq!(unit["objectives"][0]["test"], "t0001");
    assert_eq!(unit["objectives"][0]["reason"], Value::Null);
    assert_eq!(unit["objectives"][1]["verdict"], "infeasible");
    assert_eq!(unit["objectives"][1]["scope"], "all-inputs");
    assert_eq!(unit["objectives"][2]["verdict"], "unknown");
    assert_eq!(unit["objectives"][0].get("tests"), None);
    assert_eq!(unit["objectives"][0].get("judged_by"), None);
    assert_eq!(unit["objectives"][3]["judged_by"], "assay");
    assert_eq!(unit["objectives"][0].get("own"), None);
    assert_eq!(unit["objectives"][3]["own"], false);
    assert_eq!(unit["objectives"][3]["test"], "t0002");
    assert_eq!(unit["objectives"][3]["tests"], json!(["t0001", "t0002"]));
    assert_eq!(unit["decisions"][0]["vectors"][0]["values"], "TF");
    assert_eq!(unit["tests"][0]["ends"], "return");
    assert_eq!(unit["tests"][0]["inputs"], json!({ "level": -3 }));
    assert_eq!(unit["findings"][0]["kind"], "out-of-bounds");
    assert_eq!((&unit["finished"], json.get("finished")), (&json!(true), None));
}

#[test]
fn names_of_findings_are_those_of_the_contract() {
    for kind in FindingKind::ALL {
        assert_eq!(serde_json::to_value(kind).unwrap(), kind.name());
    }
}

#[test]
fn what_was_written_can_be_read_back() {
    let text = serde_json::to_string(&report()).unwrap();
    let back: Report = serde_json::from_str(&text).unwrap();
    assert_eq!(back, report());
}

#[test]
fn a_report_without_the_keys_added_later_is_still_readable() {
    let mut json = serde_json::to_value(report()).unwrap();
    let unit = &mut json["units"][0];
    for key in ["paths", "divergences", "solver_layers", "unsupported", "external_inputs"] {
        unit["effort"].as_object_mut().unwrap().remove(key);
    }
    unit["findings"][0].as_object_mut().unwrap().remove("stack");
    unit.as_object_mut().unwrap().remove("progress");
    for key in ["notes", "started", "folder", "sources"] {
        json.as_object_mut().unwrap().remove(key);
    }
    let back: Report = serde_json::from_value(json).unwrap();
    assert_eq!(back, report());
}

#[test]
fn a_verdict_without_its_evidence_is_rejected() {
    let mut json = serde_json::to_value(report()).unwrap();
    json["units"][0]["objectives"][0]["test"] = Value::Null;
    let error = serde_json::from_value::<Report>(json).unwrap_err().to_string();
    assert!(error.contains("branch:check#3:true lacks `test`"), "{error}");
}

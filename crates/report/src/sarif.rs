//! Findings as SARIF 2.1.0, which code hosts and editors show beside the source.
//!
//! One rule for each kind of finding. A finding that was seen natively is an `error`, another a
//! `warning`; one that a careful caller excludes is a `warning` too, and says how. The calls that
//! led there are a `stack`, innermost first, and a `codeFlow` in the order of execution. The
//! fingerprint holds neither lines nor values, so that a finding keeps its identity when code above
//! it is edited. Verdicts of objectives are no findings and not here.

use crate::export::Export;
use crate::merge::{Merged, MergedFinding};
use assay_verdict::{FindingKind, Frame, Report, fingerprint};
use serde_json::{Value, json};
use std::collections::HashMap;

pub const EXPORT: Export = Export {
    name: "sarif",
    summary: "findings for code hosts and editors",
    file_name: "findings.sarif",
    render,
};

const SCHEMA: &str =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";
/// What names of files are relative to.
const ROOT: &str = "SRCROOT";

pub fn render(report: &Report) -> String {
    let merged = Merged::of(report);
    let mut fingerprints = Fingerprints::default();
    let results: Vec<Value> = merged
        .findings
        .iter()
        .map(|finding| result(report, &merged, finding, &mut fingerprints))
        .collect();
    let log = json!({
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "Assay",
                "version": report.assay,
                "rules": FindingKind::ALL.map(rule),
            } },
            "originalUriBaseIds": { ROOT: base(&report.folder) },
            "results": results,
        }],
    });
    format!("{log:#}\n")
}

fn rule(kind: FindingKind) -> Value {
    json!({ "id": kind.name(), "shortDescription": { "text": description(kind) } })
}

fn description(kind: FindingKind) -> &'static str {
    match kind {
        FindingKind::OutOfBounds => "An access outside of every object",
        FindingKind::UseAfterFree => "An access to freed memory",
        FindingKind::DoubleFree => "Memory is freed twice",
        FindingKind::InvalidFree => "What was never allocated is freed",
        FindingKind::NullDereference => "An access through a null pointer",
        FindingKind::UninitialisedRead => "A decision on memory that nobody wrote",
        FindingKind::DivisionByZero => "A division by zero",
        FindingKind::SignedOverflow => "A signed integer overflows",
        FindingKind::BadShift => "A shift by as many bits as there are, or more",
        FindingKind::Assertion => "An assertion fails",
        FindingKind::ReachError => "An error marked as such is reached",
        FindingKind::Abort => "The program aborts",
        FindingKind::Unreachable => "Code that was promised never to run is reached",
        FindingKind::StackOverflow => "The stack overflows",
        FindingKind::Timeout => "The program does not end",
        FindingKind::UncaughtException => "An exception that nobody catches",
    }
}

/// A folder's address must end in a slash. Empty where the folder is not known.
fn base(folder: &str) -> Value {
    match folder.trim_end_matches('/') {
        "" => json!({}),
        folder => json!({ "uri": format!("file://{}/", percent_encoded(folder)) }),
    }
}

fn result(
    report: &Report,
    merged: &Merged<'_>,
    of: &MergedFinding<'_>,
    fingerprints: &mut Fingerprints,
) -> Value {
    let finding = of.finding;
    let rule = FindingKind::ALL.iter().position(|&kind| kind == finding.kind);
    let mut message = match finding.message.as_str() {
        "" => description(finding.kind).to_string(),
        message => message.to_string(),
    };
    if let Some(condition) = &finding.needs_contract {
        message += &format!(" (cannot happen if {condition})");
    }
    let is_error = finding.confirmed && finding.needs_contract.is_none();
    let level = if is_error { "error" } else { "warning" };
    let tests: Vec<Value> = of
        .tests
        .iter()
        .map(|&at| &merged.tests[at])
        .map(|test| json!({ "unit": report.units[test.unit].name, "id": test.test.id }))
        .collect();
    let mut result = json!({
        "ruleId": finding.kind.name(),
        "ruleIndex": rule,
        "level": level,
        "message": { "text": message },
        "locations": [location(&finding.file, finding.line, finding.column, None)],
        "partialFingerprints": { "assayFinding/v1": fingerprints.of(of) },
        "properties": { "seenNatively": finding.confirmed, "needsContract": finding.needs_contract, "tests": tests },
    });
    if !finding.stack.is_empty() {
        result["stacks"] = json!([stack(&finding.stack)]);
        result["codeFlows"] = json!([code_flow(&finding.stack)]);
    }
    result
}

fn stack(frames: &[Frame]) -> Value {
    let frames: Vec<Value> = frames.iter().map(|at| json!({ "location": frame(at) })).collect();
    json!({ "message": { "text": "calls, innermost first" }, "frames": frames })
}

fn code_flow(frames: &[Frame]) -> Value {
    let steps: Vec<Value> =
        frames.iter().rev().map(|at| json!({ "location": frame(at) })).collect();
    json!({ "threadFlows": [{ "locations": steps }] })
}

fn frame(at: &Frame) -> Value {
    location(&at.file, at.line, at.column, Some(&at.function))
}

fn location(file: &str, line: u32, column: u32, function: Option<&str>) -> Value {
    let mut location = json!({});
    if !file.is_empty() {
        let artifact = if file.starts_with('/') {
            json!({ "uri": format!("file://{}", percent_encoded(file)) })
        } else {
            json!({ "uri": percent_encoded(file), "uriBaseId": ROOT })
        };
        location["physicalLocation"] = json!({ "artifactLocation": artifact });
        if line > 0 {
            let mut region = json!({ "startLine": line });
            if column > 0 {
                region["startColumn"] = json!(column);
            }
            location["physicalLocation"]["region"] = region;
        }
    }
    if let Some(function) = function {
        location["logicalLocations"] = json!([{ "name": function, "kind": "function" }]);
        location["message"] = json!({ "text": function });
    }
    location
}

/// Gives findings that would have the same fingerprint a number each.
#[derive(Default)]
struct Fingerprints {
    seen: HashMap<String, u32>,
}

impl Fingerprints {
    fn of(&mut self, merged: &MergedFinding<'_>) -> String {
        let finding = merged.finding;
        let mut facts = format!("{}\n{}", finding.kind.name(), finding.file);
        for frame in &finding.stack {
            facts += &format!("\n{}", frame.function);
        }
        let hash = fingerprint(facts.as_bytes());
        let number = self.seen.entry(hash.clone()).or_default();
        *number += 1;
        format!("{hash}:{number}")
    }
}

/// A path as the path of an address.
fn percent_encoded(path: &str) -> String {
    let mut encoded = String::with_capacity(path.len());
    for &byte in path.as_bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'/' | b'-' | b'_' | b'.' | b'~' => {
                encoded.push(byte.into());
            }
            byte => encoded += &format!("%{byte:02X}"),
        }
    }
    encoded
}

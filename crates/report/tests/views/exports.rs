//! The forms for other tools.

use crate::example::{covered, infeasible, outcome_of, report, report_of, unit, unknown};
use assay_report::export::EXPORTS;
use assay_report::{cobertura, lcov, sarif};
use assay_verdict::Report;
use serde_json::Value;

/// A condition with both outcomes reached, one with one, one that is never evaluated.
fn three_conditions() -> Report {
    report_of(vec![unit(
        "check",
        vec![
            outcome_of(4, "true", covered()),
            outcome_of(4, "false", covered()),
            outcome_of(7, "true", covered()),
            outcome_of(7, "false", infeasible("a.smt2")),
            outcome_of(9, "true", unknown("out of time")),
            outcome_of(9, "false", unknown("out of time")),
        ],
    )])
}

#[test]
fn lcov_counts_tests_and_marks_what_was_never_evaluated() {
    let expected = "\
TN:
SF:valves.c
BRDA:4,0,0,1
BRDA:4,0,1,1
BRDA:7,0,0,1
BRDA:7,0,1,0
BRDA:9,0,0,-
BRDA:9,0,1,-
BRF:6
BRH:3
DA:4,1
DA:7,1
DA:9,0
LF:3
LH:2
end_of_record
";
    assert_eq!(lcov::render(&three_conditions()), expected);
}

#[test]
fn conditions_of_one_line_are_blocks_of_their_own() {
    let mut report = three_conditions();
    for objective in &mut report.units[0].objectives {
        objective.line = 4;
    }
    let text = lcov::render(&report);
    for record in ["BRDA:4,0,1,1", "BRDA:4,1,0,1", "BRDA:4,2,0,-", "LF:1"] {
        assert!(text.lines().any(|line| line == record), "{record} is not in {text}");
    }
}

#[test]
fn an_objective_without_a_line_is_left_out() {
    let mut report = three_conditions();
    report.units[0].objectives[0].line = 0;
    let text = lcov::render(&report);
    assert!(text.contains("BRF:5") && !text.contains("BRDA:0"), "{text}");
    assert!(!cobertura::render(&report).contains("number=\"0\" hits"));
}

#[test]
fn tests_that_reach_an_outcome_are_counted_over_all_units() {
    let mut report = three_conditions();
    report.units.push(report.units[0].clone());
    assert!(lcov::render(&report).contains("BRDA:4,0,0,2\n"));
}

#[test]
fn cobertura_has_the_lines_of_each_function_and_file() {
    let expected = "\
<?xml version=\"1.0\" encoding=\"UTF-8\"?>
<!DOCTYPE coverage SYSTEM \"http://cobertura.sourceforge.net/xml/coverage-04.dtd\">
<coverage line-rate=\"0.6666\" branch-rate=\"0.5000\" lines-covered=\"2\" lines-valid=\"3\" \
branches-covered=\"3\" branches-valid=\"6\" complexity=\"0\" version=\"0.1.0\" \
timestamp=\"1700000000\">
<sources><source>/project</source></sources>
<packages>
<package name=\".\" line-rate=\"0.6666\" branch-rate=\"0.5000\" complexity=\"0\"><classes>
<class name=\"valves.c\" filename=\"valves.c\" line-rate=\"0.6666\" branch-rate=\"0.5000\" \
complexity=\"0\">
<methods>
<method name=\"check\" signature=\"\" line-rate=\"0.6666\" branch-rate=\"0.5000\"><lines>
LINES</lines></method>
</methods>
<lines>
LINES</lines>
</class>
</classes></package>
</packages>
</coverage>
";
    let line = |number: u32, hits: u32, share: &str, percent: u32| {
        format!(
            "<line number=\"{number}\" hits=\"{hits}\" branch=\"true\" \
             condition-coverage=\"{percent}% ({share})\"><conditions>\
             <condition number=\"0\" type=\"jump\" coverage=\"{percent}%\"/></conditions></line>\n"
        )
    };
    let lines = line(4, 1, "2/2", 100) + &line(7, 1, "1/2", 50) + &line(9, 0, "0/2", 0);
    assert_eq!(cobertura::render(&three_conditions()), expected.replace("LINES", &lines));
}

/// Names from the tested program that would break a format if they were not escaped.
fn hostile() -> Report {
    let mut report = report();
    for objective in &mut report.units[0].objectives {
        objective.file = "a\"<&>'\u{1}\nend_of_record .c".into();
        objective.function = "</method>&amp;".into();
    }
    let finding = &mut report.units[0].findings[0];
    finding.file = "b c%\".c".into();
    finding.message = "\"quoted\" \u{7} </text>".into();
    report
}

#[test]
fn xml_stays_well_formed_whatever_the_names_are() {
    let text = cobertura::render(&hostile());
    assert!(text.contains("&lt;/method&gt;&amp;amp;"), "{text}");
    let mut open: Vec<&str> = Vec::new();
    for part in text.split('<').skip(1) {
        let (tag, rest) = part.split_once('>').expect("every tag ends");
        assert!(!rest.contains('>') && tag.matches('"').count() % 2 == 0, "{part}");
        let name = tag.split([' ', '/']).find(|word| !word.is_empty()).unwrap_or_default();
        match tag {
            tag if tag.starts_with(['?', '!']) || tag.ends_with('/') => {}
            tag if tag.starts_with('/') => assert_eq!(open.pop(), Some(name)),
            _ => open.push(name),
        }
    }
    assert!(open.is_empty(), "{open:?} are not closed");
    let allowed = |c: char| c == '\n' || !c.is_control();
    assert!(text.chars().all(allowed), "a character that XML does not have");
    for entity in text.split('&').skip(1) {
        assert!(["amp;", "lt;", "gt;", "quot;", "apos;"].iter().any(|e| entity.starts_with(e)));
    }
}

#[test]
fn a_name_cannot_end_a_record_of_lcov() {
    let text = lcov::render(&hostile());
    assert_eq!(text.lines().filter(|line| *line == "end_of_record").count(), 1, "{text}");
}

fn sarif_of(report: &Report) -> Value {
    serde_json::from_str(&sarif::render(report)).expect("SARIF is JSON")
}

#[test]
fn sarif_has_the_finding_with_its_place_calls_and_test() {
    let log = sarif_of(&report());
    assert_eq!(log["version"], "2.1.0");
    let run = &log["runs"][0];
    let result = &run["results"][0];
    assert_eq!(result["ruleId"], "division-by-zero");
    let index = result["ruleIndex"].as_u64().expect("an index") as usize;
    assert_eq!(run["tool"]["driver"]["rules"][index]["id"], result["ruleId"]);
    assert_eq!(result["level"], "error");
    assert_eq!(result["message"]["text"], "the divisor `flow` is 0");
    let place = &result["locations"][0]["physicalLocation"];
    assert_eq!(place["artifactLocation"]["uri"], "valves.c");
    assert_eq!(
        (&place["region"]["startLine"], &place["region"]["startColumn"]),
        (&21.into(), &14.into())
    );
    let frames = result["stacks"][0]["frames"].as_array().expect("frames");
    assert_eq!(frames[0]["location"]["message"]["text"], "share");
    let steps = &result["codeFlows"][0]["threadFlows"][0]["locations"];
    assert_eq!(steps[0]["location"]["message"]["text"], "main");
    assert_eq!(result["properties"]["tests"][0]["id"], "t0001");
    assert_eq!(run["originalUriBaseIds"]["SRCROOT"]["uri"], "file:///project/");
}

#[test]
fn a_finding_that_was_not_seen_natively_is_a_warning_and_lines_are_no_identity() {
    let mut other = report();
    other.units[0].findings[0].confirmed = false;
    other.units[0].findings[0].line += 10;
    let (before, after) = (sarif_of(&report()), sarif_of(&other));
    let result = |log: &Value| log["runs"][0]["results"][0].clone();
    assert_eq!(result(&after)["level"], "warning");
    assert_eq!(result(&before)["partialFingerprints"], result(&after)["partialFingerprints"]);
}

#[test]
fn a_finding_that_a_careful_caller_excludes_says_so() {
    let mut report = report();
    report.units[0].findings[0].needs_contract = Some("`flow` is not 0".into());
    let log = sarif_of(&report);
    let result = &log["runs"][0]["results"][0];
    assert_eq!(result["level"], "warning");
    let message = result["message"]["text"].as_str().expect("a text");
    assert!(message.ends_with("(cannot happen if `flow` is not 0)"), "{message}");
}

#[test]
fn two_findings_in_one_function_are_told_apart() {
    let mut report = report();
    let mut second = report.units[0].findings[0].clone();
    second.line = 22;
    report.units[0].findings.push(second);
    let log = sarif_of(&report);
    let results = log["runs"][0]["results"].as_array().expect("results");
    assert_eq!(results.len(), 2);
    assert_ne!(results[0]["partialFingerprints"], results[1]["partialFingerprints"]);
}

#[test]
fn sarif_has_addresses_and_no_objectives() {
    let log = sarif_of(&hostile());
    let results = log["runs"][0]["results"].as_array().expect("results");
    assert_eq!(results.len(), 1);
    let address = &results[0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"];
    assert_eq!(address, "b%20c%25%22.c");
}

#[test]
fn an_empty_report_can_be_exported() {
    for export in &EXPORTS {
        (export.render)(&Report::default());
    }
    assert_eq!(lcov::render(&Report::default()), "");
    assert_eq!(sarif_of(&Report::default())["runs"][0]["results"], Value::Array(vec![]));
}

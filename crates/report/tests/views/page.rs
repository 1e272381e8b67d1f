//! `report.html`: whole, harmless and on its own.

use crate::example::{Folder, covered, objective, report, report_of, unit, unknown};
use assay_report::html;
use assay_verdict::{Report, SourceFile};
use serde_json::Value;
use std::path::Path;

const HOSTILE: &str = "</script><script>alert(1)</script><!--<script> {{scripts}} {{style}}";

fn page(report: &Report, out: &Path) -> String {
    html::render(report, out).expect("a page")
}

/// The facts in the page, as the browser reads them.
fn facts(page: &str) -> Value {
    let start = page.find("id=\"facts\">").expect("the facts") + "id=\"facts\">".len();
    let end = start + page[start..].find("</script>").expect("their end");
    serde_json::from_str(&page[start..end]).expect("the facts are JSON")
}

#[test]
fn nothing_of_the_tested_program_becomes_markup() {
    let folder = Folder::new("hostile");
    folder.write("valves.c", HOSTILE);
    folder.write("tests/t0001.c", HOSTILE);
    let mut report = report();
    report.folder = folder.path().display().to_string();
    report.notes = vec![HOSTILE.into()];
    report.command = vec![HOSTILE.into()];
    report.units[0].name = HOSTILE.into();
    report.units[0].findings[0].message = HOSTILE.into();
    report.units[0].objectives[0].function = HOSTILE.into();
    let text = page(&report, folder.path());
    let harmless = page(&crate::example::report(), folder.path());
    for mark in ["<script", "</script", "<!--", "<"] {
        let count = |text: &str| text.matches(mark).count();
        assert_eq!(count(&text), count(&harmless), "{mark}");
    }
    let facts = facts(&text);
    assert_eq!(facts["files"][0]["text"], HOSTILE);
    assert_eq!(facts["tests"][0]["text"], HOSTILE);
    assert_eq!(facts["findings"][0]["message"], HOSTILE);
}

#[test]
fn the_page_loads_nothing_and_makes_no_markup_from_text() {
    let text = page(&report(), Path::new("out"));
    for forbidden in
        ["src=", "url(", "@import", "innerHTML", "insertAdjacentHTML", "document.write", "eval("]
    {
        assert!(!text.contains(forbidden), "{forbidden}");
    }
    let addresses: Vec<&str> = text.split("http").skip(1).collect();
    assert!(
        addresses
            .iter()
            .all(|rest| rest.starts_with("://www.w3.org/2000/svg") || rest.starts_with("-equiv=")),
        "{addresses:?}"
    );
    assert!(text.contains("default-src 'none'"));
}

#[test]
fn objectives_know_their_tests_reasons_and_place() {
    let facts = facts(&page(&report(), Path::new("out")));
    let objectives = facts["files"][0]["objectives"].as_array().expect("a list");
    assert_eq!(objectives.len(), 4);
    assert_eq!(objectives[0]["verdict"], "covered");
    assert_eq!(objectives[0]["tests"], serde_json::json!([0]));
    assert_eq!(objectives[2]["reasons"][0], "out of time");
    assert_eq!(facts["criteria"]["branch"]["cov"], 50.0);
    assert_eq!(facts["tests"][0]["inputs"][0], serde_json::json!(["level", -3]));
    assert_eq!(facts["findings"][0]["stack"][1]["function"], "main");
}

#[test]
fn a_source_that_is_missing_or_has_changed_is_said_to_be() {
    let folder = Folder::new("changed");
    let mut report = report();
    report.folder = folder.path().display().to_string();
    report.sources = vec![SourceFile::of("valves.c", b"int level;\n")];
    let problem = |report: &Report| {
        let file = facts(&page(report, folder.path()))["files"][0].clone();
        (file["problem"].as_str().unwrap_or_default().to_string(), file["text"].clone())
    };
    let (why, text) = problem(&report);
    assert!(why.contains("cannot be read") && text.is_null(), "{why}");
    folder.write("valves.c", "int depth;\n");
    let (why, text) = problem(&report);
    assert!(why.contains("has changed") && text.is_null(), "{why}");
    folder.write("valves.c", "int level;\n");
    assert_eq!(problem(&report), (String::new(), "int level;\n".into()));
}

#[test]
fn a_report_cannot_make_the_page_quote_files_from_elsewhere() {
    let folder = Folder::new("elsewhere");
    folder.write("secret", "the secret");
    folder.write("out/tests/t0001.c", "a test");
    let mut report = report();
    let quoted = |report: &Report| {
        facts(&page(report, &folder.path().join("out")))["tests"][0]["text"].clone()
    };
    assert_eq!(quoted(&report), "a test");
    let secret = folder.path().join("secret").display().to_string();
    for name in ["../secret".to_string(), secret] {
        report.units[0].tests[0].files = vec![name];
        assert_eq!(quoted(&report), Value::Null);
    }
}

#[test]
fn the_page_names_a_few_tests_and_counts_the_rest() {
    let mut one = unit("check", vec![objective(4, covered()), objective(5, unknown("time"))]);
    for number in 2..=500 {
        let mut test = one.tests[0].clone();
        test.id = format!("t{number:04}");
        one.tests.push(test);
    }
    let facts = facts(&page(&report_of(vec![one]), Path::new("out")));
    let objective = &facts["files"][0]["objectives"][0];
    assert_eq!(objective["count"], 500);
    assert!(objective["tests"].as_array().expect("a list").len() < 20);
}

#[test]
fn an_empty_report_has_a_page() {
    let text = page(&Report::default(), Path::new("out"));
    assert_eq!(facts(&text)["files"], Value::Array(vec![]));
}

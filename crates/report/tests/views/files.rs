//! `report.json` as a file: written whole, and read with clear errors.

use crate::example::{Folder, report};
use assay_report::json::{self, ReadError};
use std::fs;

#[test]
fn the_json_file_is_replaced_whole_and_leaves_no_draft() {
    let out = Folder::new("replaced");
    let mut report = report();
    json::write(out.path(), &report).unwrap();
    report.seconds = 2.5;
    json::write(out.path(), &report).unwrap();
    assert_eq!(json::read(out.path()).unwrap(), report);
    assert_eq!(fs::read_dir(out.path()).unwrap().count(), 1);
    let text = fs::read_to_string(out.path().join("report.json")).unwrap();
    assert_eq!(json::text(&report).unwrap(), text);
}

#[test]
fn a_folder_that_does_not_exist_is_an_error() {
    let out = std::env::temp_dir().join("assay-report-that-does-not-exist");
    assert!(json::write(&out, &report()).is_err());
    assert!(matches!(json::read(&out), Err(ReadError::NoFolder)));
}

#[test]
fn what_cannot_be_read_says_why() {
    let out = Folder::new("damaged");
    let error = || json::read(out.path()).unwrap_err();
    assert!(matches!(error(), ReadError::NoReport));
    out.write("report.json", "{ \"assay\": \"0.1.0\", \"units\": [");
    assert!(matches!(error(), ReadError::Damaged(_)) && error().to_string().contains("line 1"));
    out.write("report.json", "{ \"assay\": \"0.1.0\", \"units\": 3 }");
    assert!(matches!(error(), ReadError::Damaged(_)));
    out.write("report.json", "{ \"assay\": \"0.0.1\", \"results\": [] }");
    let text = error().to_string();
    assert!(text.contains("written by Assay 0.0.1") && text.contains("again"), "{text}");
    out.write("report.json", &"[".repeat(100_000));
    assert!(matches!(error(), ReadError::Damaged(_)));
}

//! `report.json` as a file: written, and read with clear errors.

use crate::example::{Folder, report};
use assay_report::json::{self, ReadError};

#[test]
fn what_was_written_is_read_back() {
    let (out, report) = (Folder::new("written"), report());
    let mut text = Vec::new();
    json::write(&report, &mut text).unwrap();
    let text = String::from_utf8(text).unwrap();
    assert_eq!(json::text(&report).unwrap(), text);
    out.write("report.json", &text);
    assert_eq!(json::read(out.path()).unwrap(), report);
    assert!(matches!(json::read(&out.path().join("missing")), Err(ReadError::NoFolder)));
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

//! The tracefile of `lcov`, which `genhtml` and many services read.
//!
//! `BRDA:line,block,branch,taken` has one block for each condition of a line and one branch for
//! each outcome. `taken` counts the tests that reach the outcome; `-` says that no test evaluates
//! the condition at all. `DA:line,hits` is there for lines that have objectives, and only for
//! those: branches do not tell which other lines ran, and lcov wants at least one. An infeasible
//! outcome is one that is not taken: the format has no word for it.

use crate::conditions::{Condition, FileCoverage, by_file, hits};
use crate::export::Export;
use crate::merge::Merged;
use assay_verdict::Report;
use std::fmt::Write;

pub const EXPORT: Export = Export {
    name: "lcov",
    summary: "branch coverage for lcov and genhtml",
    file_name: "lcov.info",
    render,
};

pub fn render(report: &Report) -> String {
    let merged = Merged::of(report);
    let mut text = String::new();
    for (file, coverage) in by_file(&merged) {
        // A record is a line, so a name must be one.
        let name: String = file.chars().filter(|c| !c.is_control()).collect();
        text += &format!("TN:\nSF:{name}\n{}end_of_record\n", record(&coverage));
    }
    text
}

fn record(file: &FileCoverage<'_>) -> String {
    let mut text = String::new();
    let (mut taken, mut branches) = (0, 0);
    for (line, coverage) in &file.lines {
        for (block, condition) in coverage.conditions.iter().enumerate() {
            text += &branch_records(*line, block, condition);
        }
        let (covered, all) = coverage.outcomes();
        taken += covered;
        branches += all;
    }
    text += &format!("BRF:{branches}\nBRH:{taken}\n");
    text + &line_records(file)
}

fn branch_records(line: u32, block: usize, condition: &Condition<'_>) -> String {
    let mut text = String::new();
    for (branch, outcome) in condition.outcomes.iter().enumerate() {
        let taken = if condition.is_reached() { hits(outcome).to_string() } else { "-".into() };
        let _ = writeln!(text, "BRDA:{line},{block},{branch},{taken}");
    }
    text
}

fn line_records(file: &FileCoverage<'_>) -> String {
    let mut text = String::new();
    for (line, coverage) in &file.lines {
        let _ = writeln!(text, "DA:{line},{}", coverage.hits());
    }
    let hit = file.lines.values().filter(|line| line.hits() > 0).count();
    text + &format!("LF:{}\nLH:{hit}\n", file.lines.len())
}

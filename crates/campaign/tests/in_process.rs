//! Campaigns without the binary: orders in, events and a report out.

use assay_campaign::{Event, Input, Orders, Out, Rejected, ReplayOrders};
use assay_report::json;
use assay_verdict::{FindingKind, Report, Verdict};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

fn program(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/programs").join(name)
}

/// One thread and a few iterations, in a folder of its own, so that a run can be repeated.
fn orders(name: &str, folder: &str) -> Orders {
    let out = Path::new(env!("CARGO_TARGET_TMPDIR")).join(folder);
    let _ = std::fs::remove_dir_all(&out);
    let mut orders = Orders {
        input: Input { inputs: vec![program(name)], ..Input::default() },
        out: Out { folder: out, ..Out::default() },
        ..Orders::default()
    };
    orders.allowance.time = Duration::from_secs(3600);
    orders.allowance.iterations = Some(200);
    orders.allowance.jobs = std::num::NonZeroUsize::new(1);
    orders
}

/// What was told, as far as these tests ask.
#[derive(Default)]
struct Heard {
    /// The kinds of events, each time another one comes.
    order: Vec<&'static str>,
    /// The latest verdict on each objective.
    verdicts: BTreeMap<String, Verdict>,
    tests: usize,
    /// Findings that were told to be confirmed.
    confirmed: BTreeSet<FindingKind>,
    written: BTreeSet<String>,
    notes: Vec<String>,
}

impl Heard {
    fn hear(&mut self, event: Event<'_>) {
        let kind = match event {
            Event::UnitBegun { unit, .. } => {
                assert_eq!(unit, "main");
                "begun"
            }
            Event::Progress { .. } => "progress",
            Event::Test { test, .. } => {
                assert!(test.native.is_some(), "{} has not run", test.id);
                self.tests += 1;
                return;
            }
            Event::Verdict { objective, verdict, .. } => {
                self.verdicts.insert(objective.to_string(), verdict.clone());
                return;
            }
            Event::Finding { finding, .. } => {
                if finding.confirmed {
                    self.confirmed.insert(finding.kind);
                }
                return;
            }
            Event::Written(file) => {
                self.written.insert(file.to_string());
                return;
            }
            Event::Note(note) | Event::Warning(note) => {
                self.notes.push(note.to_string());
                return;
            }
            Event::Runs { .. } => panic!("nothing is compared"),
            Event::SearchEnded => "searched",
            Event::UnitEnded(_) => "ended",
        };
        if self.order.last() != Some(&kind) {
            self.order.push(kind);
        }
    }
}

fn cover(orders: &Orders) -> (Report, Heard) {
    let mut heard = Heard::default();
    let report = assay_campaign::cover(orders, &Arc::default(), &mut |event| heard.hear(event));
    (report.unwrap_or_else(|rejected| panic!("{rejected}")), heard)
}

/// Lines of a program that end with this comment.
fn lines(name: &str, comment: &str) -> BTreeSet<u32> {
    let text = std::fs::read_to_string(program(name)).expect("the program is there");
    let lines = (1..).zip(text.lines());
    lines.filter(|(_, line)| line.ends_with(comment)).map(|(number, _)| number).collect()
}

#[test]
fn every_verdict_is_told_and_is_that_of_the_report() {
    let orders = orders("prove_table.c", "verdicts");
    let (report, heard) = cover(&orders);
    let excluded = lines("prove_table.c", "// infeasible: true");
    assert_eq!(excluded.len(), 5);
    let [unit] = report.units.as_slice() else { panic!("one unit: {report:?}") };
    assert!(report.finished && unit.finished);
    assert!(unit.objectives.len() > 2 * excluded.len());
    for objective in &unit.objectives {
        let is_excluded = excluded.contains(&objective.line) && objective.outcome == "true";
        let told = heard.verdicts.get(&objective.id);
        match (&objective.verdict, told) {
            (Verdict::Covered { .. }, Some(Verdict::Covered { .. })) => assert!(!is_excluded),
            (verdict @ Verdict::Infeasible { certificate, .. }, Some(told)) => {
                assert!(is_excluded, "{objective:?}");
                assert_eq!(verdict, told);
                assert!(heard.written.contains(certificate), "{certificate}");
            }
            (verdict, told) => panic!("{}: {verdict:?}, and was told {told:?}", objective.id),
        }
    }
    assert_eq!(heard.verdicts.len(), unit.objectives.len());
    assert_eq!(heard.order, ["begun", "progress", "searched", "ended"]);
    assert!(heard.tests >= unit.tests.len() && !unit.tests.is_empty());
    assert_eq!(heard.notes, report.notes);
}

#[test]
fn what_was_written_can_be_read_replayed_and_checked() {
    let orders = orders("prove_table.c", "again");
    let (report, heard) = cover(&orders);
    let out = &orders.out.folder;
    for file in [json::FILE_NAME, "report.html"] {
        assert!(heard.written.contains(file) && out.join(file).is_file(), "{file}");
    }
    let read = json::read(out).expect("a report");
    assert_eq!(read.units[0].objectives, report.units[0].objectives);

    let mut written = BTreeSet::new();
    let again = ReplayOrders { out: out.clone(), ..ReplayOrders::default() };
    let replayed = assay_campaign::replay(&again, &mut |event| {
        if let Event::Written(file) = event {
            written.insert(file.to_string());
        }
    });
    let replayed = replayed.expect("the folder is as it was left");
    assert_eq!(replayed.differences, [""; 0]);
    assert_eq!(replayed.tests, report.units[0].tests.len());
    assert!(written.contains(json::FILE_NAME));

    let checked = assay_campaign::check_proofs(out, Duration::from_secs(60)).expect("certificates");
    assert_eq!(checked.objectives, 5);
    assert_eq!(checked.problems, [""; 0]);
}

#[test]
fn a_finding_is_told_when_it_is_confirmed() {
    let mut orders = orders("finding_division_by_zero.c", "finding");
    orders.checks.overflow = true;
    let (report, heard) = cover(&orders);
    let found = report.units[0].findings.iter().filter(|finding| finding.confirmed);
    let found: BTreeSet<FindingKind> = found.map(|finding| finding.kind).collect();
    assert!(found.contains(&FindingKind::DivisionByZero));
    assert_eq!(heard.confirmed, found);
}

#[test]
fn whoever_listens_can_end_it() {
    let mut orders = orders("prove_two_counters.c", "interrupted");
    orders.allowance.iterations = None;
    orders.search.exhaust = true;
    let interrupt = Arc::new(AtomicBool::new(false));
    let mut tests = 0;
    let report = assay_campaign::cover(&orders, &interrupt, &mut |event| {
        if let Event::Test { .. } = event {
            tests += 1;
            interrupt.store(true, Ordering::Relaxed);
        }
    });
    let report = report.expect("what was found by then");
    assert!(!report.finished && !report.units[0].finished);
    assert!(tests > 0 && !report.units[0].tests.is_empty());
}

#[test]
fn what_cannot_be_used_is_rejected_before_anything_is_written() {
    let orders = orders("none_such.c", "rejected");
    let result = assay_campaign::cover(&orders, &Arc::default(), &mut |event| panic!("{event:?}"));
    let Err(Rejected(why)) = result else { panic!("accepted") };
    assert!(why.contains("none_such.c"), "{why}");
    assert!(!orders.out.folder.exists());
}

#[test]
fn an_execution_has_its_output_and_its_status() {
    let input = Input { inputs: vec![program("prove_table.c")], ..Input::default() };
    let execution = assay_campaign::run(&input, &Default::default()).expect("it runs");
    assert_eq!(execution.status, Ok(0));
    assert!(execution.output.is_empty() && execution.findings.is_empty());
}

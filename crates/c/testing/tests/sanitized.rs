//! Findings are confirmed by clang's sanitizers.

use assay_c_testing::replay::{Limits, SanitizedReplayer};
use assay_c_testing::{SourceUnit, Subject};
use assay_language::TestCase;
use assay_language::{NativeEnd, NativeRun};
use assay_verdict::FindingKind::{self, *};
use assay_verdict::{Ending, InputSource, InputValue, Shown};
use std::path::Path;
use std::sync::LazyLock;
use std::sync::atomic::AtomicBool;

static PROGRAM: LazyLock<SanitizedReplayer> = LazyLock::new(|| {
    let subject = Subject {
        sources: vec![SourceUnit {
            folder: concat!(env!("CARGO_MANIFEST_DIR"), "/tests/programs").into(),
            file: "faults.c".into(),
            flags: vec!["-O0".into()],
        }],
        ..Subject::default()
    };
    let scratch = Path::new(env!("CARGO_TARGET_TMPDIR")).join("sanitized");
    SanitizedReplayer::build(&subject, &scratch, Limits::default(), &AtomicBool::new(false))
        .unwrap_or_else(|error| panic!("{error}"))
});

fn run(which: i32) -> NativeRun {
    let test = TestCase {
        id: format!("t{which:04}"),
        inputs: vec![InputValue {
            name: "which".into(),
            source: InputSource::Nondet { function: "__VERIFIER_nondet_int".into() },
            bytes: which.to_le_bytes().to_vec(),
            shown: Shown::Signed,
        }],
        ends: Ending::Return { exit_code: 0 },
        surroundings: Default::default(),
        reaches: vec![],
        observed: vec![],
        depends_on_addresses: false,
        wording: Default::default(),
    };
    PROGRAM.run_within(&test, Limits::default().time).unwrap()
}

#[track_caller]
fn assert_reports(which: i32, kind: FindingKind) {
    let report = run(which);
    let output = String::from_utf8_lossy(&report.output).into_owned();
    assert!(report.reported.contains(&kind), "{kind} is not in {:?}:\n{output}", report.reported);
}

#[test]
fn each_kind_of_fault_is_recognised() {
    assert_reports(1, OutOfBounds);
    assert_reports(2, OutOfBounds);
    assert_reports(3, UseAfterFree);
    assert_reports(4, DoubleFree);
    assert_reports(5, InvalidFree);
    assert_reports(6, NullDereference);
    assert_reports(7, DivisionByZero);
    assert_reports(8, SignedOverflow);
    assert_reports(9, BadShift);
    assert_reports(10, OutOfBounds);
}

#[test]
fn a_program_without_fault_is_left_alone_and_keeps_its_heap_pattern() {
    let report = run(11);
    assert_eq!(report.reported, []);
    assert_eq!(report.ended, NativeEnd::Exit(1));
    assert_eq!(run(0).ended, NativeEnd::Exit(0));
}

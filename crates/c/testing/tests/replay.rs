//! Native replay of a program whose edges are marked by hand.

use assay_base::Id;
use assay_c_testing::replay::{Limits, ReplayError, ReplayFacts, Replayer, confirm};
use assay_c_testing::{ExternalFunction, ExternalObject, Externals};
use assay_language::{NativeEnd, NativeRun, TestCase};
use assay_program::{EdgeId, Scalar};
use assay_verdict::{Ending, InputSource, InputValue, Shown};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

const EDGE_COUNT: usize = 5000;

struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Scratch {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        std::fs::create_dir_all(&folder).unwrap();
        Scratch(folder)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn bitcode(folder: &Path, flags: &[&str]) -> Vec<u8> {
    let source = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/programs/edges.c");
    let output = folder.join("edges.bc");
    let status = Command::new("clang-19")
        .args(["-O0", "-w", "-emit-llvm", "-c", source, "-o"])
        .arg(&output)
        .args(flags)
        .status()
        .unwrap();
    assert!(status.success());
    std::fs::read(output).unwrap()
}

fn externals() -> Externals {
    let function = |name: &str, returns: &[Scalar]| ExternalFunction {
        name: name.into(),
        returns: returns.to_vec(),
        params: vec![],
        prototype: Default::default(),
        never_returns: false,
    };
    Externals {
        functions: vec![
            function("sensor", &[Scalar::Integer(32)]),
            function("position", &[Scalar::Double, Scalar::Integer(64)]),
            function("__VERIFIER_nondet_odd_name", &[Scalar::Integer(8)]),
        ],
        objects: vec![ExternalObject { name: "undefined_variable".into(), size: 4, align: 4 }],
        ..Externals::default()
    }
}

fn limits() -> Limits {
    Limits { time: Duration::from_secs(2), ..Limits::default() }
}

fn build(scratch: &Scratch, flags: &[&str]) -> Replayer {
    let facts = ReplayFacts {
        bitcode: &bitcode(&scratch.0, flags),
        edge_count: EDGE_COUNT,
        is_32_bit: flags.contains(&"-m32"),
        externals: &externals(),
        is_unit: false,
    };
    Replayer::build(&facts, &scratch.0, limits(), &AtomicBool::new(false))
        .unwrap_or_else(|error| panic!("{error}"))
}

/// One executable for all tests, as in real use.
static PROGRAM: LazyLock<(Scratch, Replayer)> = LazyLock::new(|| {
    let scratch = Scratch::new("replay");
    let replayer = build(&scratch, &[]);
    (scratch, replayer)
});

fn value(source: InputSource, bytes: &[u8]) -> InputValue {
    InputValue { name: "x".into(), source, bytes: bytes.to_vec(), shown: Shown::Signed }
}

fn nondet(function: &str, bytes: &[u8]) -> InputValue {
    value(InputSource::Nondet { function: function.into() }, bytes)
}

fn test(how: i32, more: Vec<InputValue>) -> TestCase {
    let mut inputs = vec![nondet("__VERIFIER_nondet_int", &how.to_le_bytes())];
    inputs.extend(more);
    TestCase {
        id: format!("t{how:04}"),
        inputs,
        ends: Ending::Return { exit_code: 0 },
        surroundings: Default::default(),
        reaches: vec![],
        observed: vec![],
        depends_on_addresses: false,
        wording: Default::default(),
    }
}

fn run(how: i32, more: Vec<InputValue>) -> NativeRun {
    PROGRAM.1.run(&test(how, more)).unwrap()
}

#[track_caller]
fn assert_ends(how: i32, ended: NativeEnd) {
    let run = run(how, vec![]);
    assert_eq!(run.ended, ended);
    assert_eq!(run.diverged, None);
    assert_eq!(run.edges.iter().collect::<Vec<_>>(), [EdgeId::new(how as usize)]);
}

#[test]
fn edges_survive_every_way_in_which_a_program_can_end() {
    assert_ends(0, NativeEnd::Exit(3));
    assert_ends(1, NativeEnd::Exit(4));
    assert_ends(2, NativeEnd::Exit(5));
    assert_ends(3, NativeEnd::Signal(libc::SIGABRT));
    assert_ends(4, NativeEnd::Signal(libc::SIGSEGV));
    assert_ends(5, NativeEnd::Signal(libc::SIGSEGV));
    assert_ends(6, NativeEnd::Timeout);
    assert_ends(7, NativeEnd::AssumptionFailed);
    assert_ends(14, NativeEnd::Signal(libc::SIGFPE));
}

/// Whether it had begun is a matter of luck, but another path it has not taken.
#[test]
fn a_test_without_time_has_not_diverged() {
    for _ in 0..20 {
        match PROGRAM.1.run_within(&test(6, vec![]), Duration::ZERO) {
            Err(ReplayError::NotBegun) => {}
            Ok(run) => assert_eq!((run.ended, run.diverged), (NativeEnd::Timeout, None)),
            Err(other) => panic!("{other}"),
        }
    }
}

#[test]
fn asking_for_more_inputs_than_recorded_gives_zeros() {
    let run = run(8, vec![]);
    assert_eq!(run.ended, NativeEnd::Exit(0));
    assert!(run.edges.contains(EdgeId::new(8)) && run.edges.contains(EdgeId::new(4999)));
    assert_eq!(run.edges.len(), 2);
}

#[test]
fn asking_for_another_input_than_recorded_is_a_divergence() {
    let run = run(8, vec![nondet("__VERIFIER_nondet_char", &[1])]);
    let why = run.diverged.unwrap();
    assert!(why.contains("__VERIFIER_nondet_int of 4 bytes"), "{why}");
    assert!(why.contains("__VERIFIER_nondet_char of 1 bytes"), "{why}");
    assert!(!run.edges.contains(EdgeId::new(4999)));
}

#[test]
fn external_functions_objects_and_odd_input_functions_take_recorded_values() {
    let sensor = |number: i32| {
        value(InputSource::External { function: "sensor".into() }, &number.to_le_bytes())
    };
    assert_eq!(run(9, vec![sensor(50), sensor(8)]).ended, NativeEnd::Exit(42));
    let position =
        |bytes: [u8; 8]| value(InputSource::External { function: "position".into() }, &bytes);
    let parts = vec![position(1.5f64.to_le_bytes()), position(7u64.to_le_bytes())];
    assert_eq!(run(15, parts).ended, NativeEnd::Exit(22));
    let text = value(InputSource::Object { name: "text".into() }, &[1, 2, 3, 4]);
    assert_eq!(run(10, vec![text]).ended, NativeEnd::Exit(2));
    let odd = nondet("__VERIFIER_nondet_odd_name", &[9]);
    assert_eq!(run(13, vec![odd]).ended, NativeEnd::Exit(9));
}

#[test]
fn fresh_heap_memory_holds_the_pattern_of_the_machine() {
    assert_eq!(run(11, vec![]).ended, NativeEnd::Exit(1));
}

#[test]
fn a_flood_of_output_is_cut_and_does_not_change_how_the_program_ends() {
    let run = run(12, vec![]);
    assert_eq!(run.ended, NativeEnd::Exit(6));
    assert!(run.output.starts_with(b"a line that is written"));
    assert!(run.output.len() <= 64 << 10);
}

#[test]
fn what_nobody_defines_may_stay_open_until_it_is_called() {
    assert_ends(16, NativeEnd::Signal(libc::SIGSEGV));
}

#[test]
fn many_tests_run_at_once_and_come_back_in_order() {
    let scratch = Scratch::new("replay-many");
    let bitcode = bitcode(&scratch.0, &[]);
    let externals = externals();
    let facts = ReplayFacts {
        bitcode: &bitcode,
        edge_count: EDGE_COUNT,
        is_32_bit: false,
        externals: &externals,
        is_unit: false,
    };
    let tests: Vec<TestCase> = [0, 6, 1, 3, 2].into_iter().map(|how| test(how, vec![])).collect();
    let runs = confirm(&facts, &tests, &scratch.0, Limits { jobs: 3, ..limits() }).unwrap();
    let ends: Vec<NativeEnd> = runs.iter().map(|run| run.ended).collect();
    assert_eq!(
        ends,
        [
            NativeEnd::Exit(3),
            NativeEnd::Timeout,
            NativeEnd::Exit(4),
            NativeEnd::Signal(libc::SIGABRT),
            NativeEnd::Exit(5)
        ]
    );
}

#[test]
fn thirty_two_bit_programs_are_replayed_too() {
    let scratch = Scratch::new("replay-32");
    let replayer = build(&scratch, &["-m32"]);
    for (how, ended) in [(0, NativeEnd::Exit(3)), (4, NativeEnd::Signal(libc::SIGSEGV))] {
        let run = replayer.run(&test(how, vec![])).unwrap();
        assert_eq!((run.ended, run.edges.len()), (ended, 1));
    }
    assert_eq!(replayer.run(&test(11, vec![])).unwrap().ended, NativeEnd::Exit(1));
}

#[test]
fn what_cannot_be_built_is_reported_in_the_compilers_words() {
    let scratch = Scratch::new("replay-broken");
    let externals = Externals::default();
    let facts = ReplayFacts {
        bitcode: b"not bitcode",
        edge_count: 1,
        is_32_bit: false,
        externals: &externals,
        is_unit: false,
    };
    let error = Replayer::build(&facts, &scratch.0, limits(), &AtomicBool::new(false))
        .err()
        .unwrap()
        .to_string();
    assert!(error.contains("cannot be built") && error.contains("error:"), "{error}");
}

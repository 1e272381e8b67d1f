//! The example of the project, from source to confirmed objectives: the front end's module is
//! replayed with inputs chosen by hand, and the edges it takes reach what they should.

use assay_c_frontend::{Request, load};
use assay_c_testing::Externals;
use assay_c_testing::replay::{Limits, ReplayFacts, confirm};
use assay_criteria::{Objectives, criterion_named};
use assay_language::{NativeEnd, TestCase};
use assay_program::FuncId;
use assay_verdict::{Ending, InputSource, InputValue, Shown};
use std::collections::BTreeSet;
use std::path::Path;

fn test(id: &str, readings: [i32; 3]) -> TestCase {
    let input = |reading: i32| InputValue {
        name: "reading".into(),
        source: InputSource::Nondet { function: "__VERIFIER_nondet_int".into() },
        bytes: reading.to_le_bytes().to_vec(),
        shown: Shown::Signed,
    };
    TestCase {
        id: id.into(),
        inputs: readings.map(input).to_vec(),
        ends: Ending::Return { exit_code: 0 },
        surroundings: Default::default(),
        reaches: vec![],
        observed: vec![],
        depends_on_addresses: false,
        wording: Default::default(),
    }
}

#[test]
fn twelve_of_fourteen_outcomes_of_the_example_are_reached_natively() {
    let example = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../examples/valves.c");
    let request = Request { inputs: vec![example.into()], ..Request::default() };
    let loaded = load(&request).unwrap_or_else(|error| panic!("{error}"));
    let program = &loaded.program;
    let all: Vec<FuncId> = program.functions.ids().collect();
    let objectives = Objectives::of(program, &all, &[criterion_named("branch").unwrap()], None);
    assert_eq!(objectives.len(), 14);

    let externals = Externals::declared_in(program, |_| false);
    let facts = ReplayFacts {
        bitcode: &loaded.replay.bitcode,
        edge_count: loaded.replay.edge_count,
        is_32_bit: loaded.replay.is_32_bit,
        externals: &externals,
        is_unit: false,
    };
    let tests = [
        test("t0001", [-5, 10, 50]),
        test("t0002", [150, 10, 10]),
        test("t0003", [60, 10, 101]),
        test("t0004", [60, 100, 100]),
        test("t0005", [60, 101, 0]),
    ];
    let scratch = Path::new(env!("CARGO_TARGET_TMPDIR")).join("front-end");
    let runs = confirm(&facts, &tests, &scratch, Limits::default())
        .unwrap_or_else(|error| panic!("{error}"));
    let ends: Vec<NativeEnd> = runs.iter().map(|run| run.ended).collect();
    assert_eq!(
        ends,
        [
            NativeEnd::Exit(0),
            NativeEnd::Exit(1),
            NativeEnd::Exit(1),
            NativeEnd::Signal(libc::SIGFPE),
            NativeEnd::AssumptionFailed,
        ]
    );
    assert!(runs.iter().all(|run| run.diverged.is_none()));

    let reached: BTreeSet<_> =
        runs.iter().flat_map(|run| run.edges.iter()).flat_map(|e| objectives.on_edge(e)).collect();
    let missed: BTreeSet<(u32, &str)> = objectives
        .iter()
        .filter(|(id, _)| !reached.contains(id))
        .map(|(_, objective)| (objective.line, objective.outcome.as_str()))
        .collect();
    assert_eq!(missed, BTreeSet::from([(23, "true"), (42, "true")]));
}

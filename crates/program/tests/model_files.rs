//! The model files have every kind of instruction and every operation in them, so that whoever adds
//! one adds a file that says what it does.

use assay_program::text::parse;
use assay_program::{
    AtomicOp, BinaryOp, CastOp, FloatBinaryOp, FloatPredicate, IntPredicate, Intrinsic, Op, Program,
};
use std::collections::BTreeSet;
use std::fmt::Debug;
use std::path::Path;

fn programs() -> Vec<Program> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/programs/model");
    let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    files.filter_map(|file| parse(&std::fs::read_to_string(file).unwrap()).ok()).collect()
}

fn ops(programs: &[Program]) -> impl Iterator<Item = &Op> {
    let bodies = programs.iter().flat_map(|program| program.functions.values());
    let blocks = bodies.flat_map(|of| &of.body).flat_map(|body| body.blocks.values());
    blocks.flat_map(|block| &block.insts).map(|inst| &inst.op)
}

/// The name of a variant.
fn name(of: &impl Debug) -> String {
    let text = format!("{of:?}");
    text.chars().take_while(|character| character.is_alphanumeric()).collect()
}

#[track_caller]
fn all_are_used<T: Debug>(all: &[T], used: impl Iterator<Item = String>) {
    let used: BTreeSet<String> = used.collect();
    let unused: Vec<&T> = all.iter().filter(|one| !used.contains(&format!("{one:?}"))).collect();
    assert!(unused.is_empty(), "no model file has {unused:?}");
}

#[test]
fn every_operation_is_in_a_model_file() {
    let programs = programs();
    let of = |pick: fn(&Op) -> Option<String>| ops(&programs).filter_map(pick);
    all_are_used(
        BinaryOp::ALL,
        of(|op| match op {
            Op::Binary { op, .. } => Some(name(op)),
            _ => None,
        }),
    );
    all_are_used(
        FloatBinaryOp::ALL,
        of(|op| match op {
            Op::FloatBinary { op, .. } => Some(name(op)),
            _ => None,
        }),
    );
    all_are_used(
        CastOp::ALL,
        of(|op| match op {
            Op::Cast { op, .. } => Some(name(op)),
            _ => None,
        }),
    );
    all_are_used(
        IntPredicate::ALL,
        of(|op| match op {
            Op::IntCompare { predicate, .. } => Some(name(predicate)),
            _ => None,
        }),
    );
    all_are_used(
        FloatPredicate::ALL,
        of(|op| match op {
            Op::FloatCompare { predicate, .. } => Some(name(predicate)),
            _ => None,
        }),
    );
    all_are_used(
        AtomicOp::ALL,
        of(|op| match op {
            Op::AtomicUpdate { op, .. } => Some(name(op)),
            _ => None,
        }),
    );
    all_are_used(
        Intrinsic::ALL,
        of(|op| match op {
            Op::Intrinsic { intrinsic, .. } => Some(name(intrinsic)),
            _ => None,
        }),
    );
}

#[test]
fn every_kind_of_instruction_is_in_a_model_file() {
    let programs = programs();
    let used: BTreeSet<String> = ops(&programs).map(|op| name(&op)).collect();
    let kinds = "Binary FloatBinary FloatNegate Cast IntCompare FloatCompare Select Freeze \
                 Uninitialised Alloca Load Store Address MemoryCopy MemorySet ExtractValue \
                 InsertValue ExtractElement InsertElement Shuffle Phi Call Intrinsic AtomicUpdate \
                 CompareExchange Fence Mark Caught Unsupported";
    let all: BTreeSet<String> = kinds.split_whitespace().map(str::to_string).collect();
    assert_eq!(used, all);
    let bodies = programs.iter().flat_map(|program| program.functions.values());
    let blocks = bodies.flat_map(|of| &of.body).flat_map(|body| body.blocks.values());
    let used: BTreeSet<String> = blocks.map(|block| name(&block.terminator)).collect();
    let kinds = "Return Jump Branch Switch IndirectJump Invoke Throw Unreachable Unsupported";
    let all: BTreeSet<String> = kinds.split_whitespace().map(str::to_string).collect();
    assert_eq!(used, all);
}

#[test]
fn the_example_of_the_document_is_a_program() {
    let document = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/model.md");
    let document = std::fs::read_to_string(document).unwrap();
    let example = document.split("```text\n").nth(1).and_then(|rest| rest.split("```").next());
    let program = parse(example.expect("there is one")).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(assay_program::verify::verify(&program), Ok(()));
}

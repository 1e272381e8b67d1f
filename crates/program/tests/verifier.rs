//! The verifier notices what is wrong: a good program, broken in one way at a time.

use assay_base::Id;
use assay_program::observable::Observed;
use assay_program::text::parse;
use assay_program::verify::verify;
use assay_program::{
    BlockId, Const, ConstId, EdgeId, FuncId, FunctionBody, Op, Operand, Program, Terminator, Type,
    ValueId,
};
use std::sync::Arc;

const SOURCE: &str = r#"
file0 = "f.c"
global @g i32 4
define i32 @f(i32 v0, i32 v1) {
b0:
  jump b1
b1:
  v2 = phi i32 [0, b0], [v8, b2]
  v3 = phi i32 [0, b0], [v9, b2]
  v4 = icmp slt i32 v3, v0
  br v4, b2, b3
b2:
  v5 = load i32 @g, align 4
  v6 = icmp sgt i32 v1, 2
  v7 = select i1 v6, i32 5, 6 [e2..e3]
  v8 = add nsw i32 v2, v5
  v9 = add nsw i32 v3, v7
  jump b1
b3:
  switch i32 v2, 3 -> b4, default -> b5
b4:
  ret 1
b5:
  ret v2
observables
  #0 file0 1:1 to 1:2 branch true [e0] false [e1]
}
"#;

fn body(program: &mut Program) -> &mut FunctionBody {
    Arc::make_mut(program.functions[FuncId::new(0)].body.as_mut().unwrap())
}

/// The first operation that `pick` accepts, to be changed.
fn op<'p, T>(program: &'p mut Program, pick: impl Fn(&'p mut Op) -> Option<T>) -> T {
    let blocks = body(program).blocks.values_mut();
    blocks.flat_map(|block| &mut block.insts).find_map(|inst| pick(&mut inst.op)).unwrap()
}

#[track_caller]
fn breaks(change: impl FnOnce(&mut Program), expected: &str) {
    let mut program = parse(SOURCE).expect("it is well formed");
    assert_eq!(verify(&program), Ok(()));
    change(&mut program);
    let problems = verify(&program).expect_err("the change is wrong");
    assert!(problems.iter().any(|problem| problem.contains(expected)), "{problems:#?}");
}

#[test]
fn definitions_dominate_uses() {
    let last = |program: &mut Program| {
        let values = body(program).values.len();
        Operand::Value(ValueId::new(values - 1))
    };
    breaks(
        |program| {
            let late = last(program);
            *op(program, |op| match op {
                Op::IntCompare { a, .. } => Some(a),
                _ => None,
            }) = late;
        },
        "does not dominate",
    );
}

#[test]
fn types_agree() {
    breaks(
        |program| {
            let pointer = program.types.find(&Type::Pointer).unwrap();
            *op(program, |op| match op {
                Op::IntCompare { operand_type, .. } => Some(operand_type),
                _ => None,
            }) = pointer;
        },
        "types do not agree",
    );
    breaks(
        |program| {
            let pointer = program.types.find(&Type::Pointer).unwrap();
            program.functions[FuncId::new(0)].return_type = pointer;
        },
        "terminator's types do not agree",
    );
}

#[test]
fn phis_name_their_predecessors() {
    breaks(
        |program| {
            op(program, |op| match op {
                Op::Phi { incoming } => Some(incoming),
                _ => None,
            })
            .pop();
        },
        "misses predecessors",
    );
}

#[test]
fn the_entry_is_entered_once() {
    breaks(
        |program| {
            let jump =
                body(program).blocks.values_mut().find_map(|block| match &mut block.terminator {
                    Terminator::Jump(to) => Some(to),
                    _ => None,
                });
            *jump.unwrap() = BlockId::new(0);
        },
        "the entry has predecessors",
    );
}

#[test]
fn an_edge_has_one_owner() {
    breaks(
        |program| {
            *op(program, |op| match op {
                Op::Select { edges, .. } => edges.as_mut(),
                _ => None,
            }) = EdgeId::new(0);
        },
        "has 2 owners",
    );
}

#[test]
fn observables_name_edges_of_its_own_function() {
    breaks(
        |program| {
            let beyond = program.edges.next_id();
            let observables = body(program).observables.as_mut().unwrap();
            let Observed::Branch(branch) = &mut observables.places[0].kind else {
                panic!("it is a branch");
            };
            branch.outcomes[0].1 = [beyond].into_iter().collect();
        },
        "observable #",
    );
}

#[test]
fn constants_fit_their_types() {
    breaks(
        |program| {
            let ints: Vec<ConstId> = program
                .constants
                .iter()
                .filter(|(_, constant)| matches!(constant, Const::Int { .. }))
                .map(|(id, _)| id)
                .collect();
            let ty = program.constants[ints[0]].ty();
            program.constants[ints[0]] = Const::Int { ty, words: vec![u64::MAX, 1] };
        },
        "does not fit",
    );
}

#[test]
fn ids_are_in_range() {
    breaks(
        |program| {
            *op(program, |op| match op {
                Op::Load { address, .. } => Some(address),
                _ => None,
            }) = Operand::Const(ConstId::new(9_999));
        },
        "unknown operand",
    );
}

//! Branch objectives of programs built by hand.

use assay_base::{Arena, FileId, Id, Place};
use assay_criteria::{Coverage, Objectives, criterion_named};
use assay_program::coverage::{BranchRegion, Counter, FunctionCoverage, Region, RegionKind};
use assay_program::role::{Conduct, Role};
use assay_program::types::Layout;
use assay_program::{
    Block, BlockId, Const, EdgeId, FuncId, Function, FunctionBody, Linkage, Operand, Program,
    SourceFile, Terminator, Type, TypeId,
};
use std::sync::Arc;

fn program(files: &[(&str, bool)]) -> Program {
    let file = |&(name, is_system): &(&str, bool)| SourceFile { name: name.into(), is_system };
    Program { files: files.iter().map(file).collect(), ..Program::default() }
}

fn void(program: &mut Program) -> TypeId {
    program.types.intern(Type::Void, Layout { store_size: 0, alloc_size: 0, align: 1 })
}

fn add_function(
    program: &mut Program,
    name: &str,
    linkage: Linkage,
    file: usize,
    blocks: Arena<BlockId, Block>,
    coverage: Option<FunctionCoverage>,
) -> FuncId {
    let return_type = void(program);
    program.functions.push(Function {
        name: name.into(),
        linkage,
        params: vec![],
        return_type,
        is_variadic: false,
        is_model: false,
        role: Role::Plain,
        conduct: Conduct::default(),
        label: None,
        outside: None,
        prototype: None,
        never_returns: false,
        place: Some(Place { file: FileId::new(file), line: 1, column: 1 }),
        body: Some(Arc::new(FunctionBody {
            values: Arena::new(),
            blocks,
            variables: vec![],
            coverage,
        })),
    })
}

fn branch(file: usize, start: (u32, u32), true_edges: &[usize], false_edges: &[usize]) -> Region {
    let edges = |indices: &[usize]| indices.iter().map(|&index| EdgeId::new(index)).collect();
    Region {
        kind: RegionKind::Branch(BranchRegion {
            on_true: Counter::Counter(1),
            on_false: Counter::Counter(2),
            condition: None,
            is_folded: false,
            true_edges: edges(true_edges),
            false_edges: edges(false_edges),
        }),
        file: FileId::new(file),
        start,
        end: start,
        in_expansion: false,
    }
}

fn folded(file: usize) -> Region {
    let mut region = branch(file, (1, 1), &[0], &[1]);
    if let RegionKind::Branch(branch) = &mut region.kind {
        branch.is_folded = true;
    }
    region
}

fn mapped(profile_name: &str, regions: Vec<Region>) -> Option<FunctionCoverage> {
    let profile_name = profile_name.into();
    Some(FunctionCoverage { profile_name, regions, ..FunctionCoverage::default() })
}

fn branch_objectives(program: &Program) -> Objectives {
    let all: Vec<FuncId> = program.functions.ids().collect();
    Objectives::of(program, &all, &[criterion_named("branch").unwrap()], None)
}

fn ids(objectives: &Objectives) -> Vec<&str> {
    objectives.iter().map(|(_, objective)| objective.id.as_str()).collect()
}

#[test]
fn a_region_gives_one_objective_for_each_outcome_that_has_code() {
    let mut program = program(&[("valves.c", false)]);
    let code =
        Region { kind: RegionKind::Code { counter: Counter::Zero, edges: vec![] }, ..folded(0) };
    let regions = vec![
        code,
        branch(0, (4, 9), &[0, 2], &[1]),
        folded(0),
        branch(0, (6, 5), &[3], &[]),
        branch(0, (7, 5), &[], &[]),
    ];
    add_function(
        &mut program,
        "check",
        Linkage::External,
        0,
        Arena::new(),
        mapped("check", regions),
    );
    let objectives = branch_objectives(&program);
    assert_eq!(
        ids(&objectives),
        ["branch:check#1:true", "branch:check#1:false", "branch:check#3:true"]
    );
    let (first, objective) = objectives.iter().next().unwrap();
    assert_eq!((objective.file.as_str(), objective.line, objective.column), ("valves.c", 4, 9));
    let reached = |edge: usize| objectives.on_edge(EdgeId::new(edge)).collect::<Vec<_>>();
    assert_eq!(reached(0), [first]);
    assert_eq!(reached(2), [first]);
    assert_eq!(reached(99), []);
}

#[test]
fn code_of_system_headers_and_models_has_no_objectives() {
    let mut program = program(&[("a.c", false), ("ctype.h", true)]);
    let one = || vec![branch(0, (1, 1), &[0], &[1])];
    let of_header = vec![branch(1, (1, 1), &[0], &[1])];
    add_function(&mut program, "h", Linkage::Internal, 1, Arena::new(), mapped("h", one()));
    add_function(&mut program, "u", Linkage::External, 0, Arena::new(), mapped("u", of_header));
    let model =
        add_function(&mut program, "m", Linkage::External, 0, Arena::new(), mapped("m", one()));
    program.functions[model].is_model = true;
    assert!(branch_objectives(&program).is_empty());
}

#[test]
fn static_functions_of_the_same_name_stay_apart() {
    let mut program = program(&[("a.c", false), ("b.c", false), ("common.h", false)]);
    let one = || vec![branch(0, (1, 1), &[0], &[])];
    let mut add = |name, linkage, file, profile| {
        add_function(&mut program, name, linkage, file, Arena::new(), mapped(profile, one()));
    };
    add("step", Linkage::Internal, 0, "a.c;step");
    add("step.4", Linkage::Internal, 1, "b.c;step");
    add("only", Linkage::Internal, 0, "a.c;only");
    add("clamp", Linkage::Internal, 2, "a.c;clamp");
    add("clamp.7", Linkage::Internal, 2, "b.c;clamp");
    assert_eq!(
        ids(&branch_objectives(&program)),
        [
            "branch:a.c:step#0:true",
            "branch:b.c:step#0:true",
            "branch:only#0:true",
            "branch:a.c:clamp#0:true",
            "branch:b.c:clamp#0:true",
        ]
    );
}

#[test]
fn without_a_map_each_edge_of_a_branch_or_switch_is_an_objective() {
    let mut program = program(&[("a.ll", false)]);
    let ty = void(&mut program);
    let condition = Operand::Const(program.constants.push(Const::Zero { ty }));
    let place = Some(Place { file: FileId::new(0), line: 8, column: 3 });
    let block = |terminator| Block { insts: vec![], terminator, terminator_place: place };
    let target = BlockId::new(2);
    let blocks = Arena::from_iter([
        block(Terminator::Branch {
            condition,
            on_true: target,
            on_false: target,
            edges: EdgeId::new(0),
        }),
        block(Terminator::Switch {
            value: condition,
            value_type: ty,
            cases: vec![(3, target), (7, target)],
            default: target,
            edges: EdgeId::new(2),
        }),
        block(Terminator::Return(None)),
    ]);
    add_function(&mut program, "f", Linkage::External, 0, blocks, None);
    let objectives = branch_objectives(&program);
    assert_eq!(
        ids(&objectives),
        [
            "branch:f#b0:true",
            "branch:f#b0:false",
            "branch:f#b1:case 3",
            "branch:f#b1:case 7",
            "branch:f#b1:default",
        ]
    );
    let reached = objectives.on_edge(EdgeId::new(4)).next().unwrap();
    assert_eq!(objectives.get(reached).outcome, "default");
    assert_eq!(objectives.get(reached).line, 8);
}

#[test]
fn one_case_of_thousands_covers_the_opposites_of_all_others() {
    const CASES: usize = 5000;
    let mut program = program(&[("a.c", false)]);
    let all: Vec<usize> = (0..=CASES).collect();
    let case = |edge: usize| {
        let others = [&all[..edge], &all[edge + 1..]].concat();
        branch(0, (1, edge as u32 + 1), &[edge], &others)
    };
    let regions = (0..CASES).map(case).collect();
    let coverage = mapped("f", regions);
    add_function(&mut program, "f", Linkage::External, 0, Arena::new(), coverage);
    let objectives = Arc::new(branch_objectives(&program));
    let mut coverage = Coverage::new(Arc::clone(&objectives));
    let reached = objectives.on_edge(EdgeId::new(7));
    let mut expected: Vec<String> =
        (0..CASES).map(|case| format!("branch:f#{case}:false")).collect();
    expected[7] = "branch:f#7:true".to_string();
    let mut found: Vec<_> = reached.collect();
    found.sort_unstable();
    assert_eq!(
        found.iter().map(|&id| &objectives.get(id).id).collect::<Vec<_>>(),
        expected.iter().collect::<Vec<_>>()
    );

    let gain = coverage.take([EdgeId::new(7)]);
    assert_eq!((gain.objectives.len(), gain.edges.len()), (CASES, 1));
    // What is missing of the case can be had by any other edge.
    assert_eq!(gain.settled, [EdgeId::new(7)]);
    let gain = coverage.take([EdgeId::new(CASES)]);
    assert_eq!((gain.objectives.len(), gain.settled), (1, vec![EdgeId::new(CASES)]));
    assert!((0..CASES).all(|edge| coverage.is_wanted(EdgeId::new(edge)) == (edge != 7)));
}

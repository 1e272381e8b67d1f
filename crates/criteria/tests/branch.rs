//! Branch objectives of programs built by hand.

use assay_base::{Arena, FileId, Id, Place};
use assay_criteria::{Coverage, Objectives, criterion_named};
use assay_program::observable::{Branch, Extent, Observable, Observables, Observed, Outcome};
use assay_program::role::{Conduct, Role};
use assay_program::types::Layout;
use assay_program::{
    Block, BlockId, Const, EdgeId, EdgeRuns, FuncId, Function, FunctionBody, Linkage, Operand,
    Program, SourceFile, Terminator, Type, TypeId,
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
    observables: Option<Observables>,
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
        stable_name: None,
        label: None,
        outside: None,
        prototype: None,
        never_returns: false,
        place: Some(Place { file: FileId::new(file), line: 1, column: 1 }),
        body: Some(Arc::new(FunctionBody {
            values: Arena::new(),
            blocks,
            variables: vec![],
            observables,
        })),
    })
}

/// A place without a number yet.
type Unnumbered = (Extent, Observed);

fn extent(file: usize, start: (u32, u32)) -> Extent {
    Extent { file: FileId::new(file), start, end: start }
}

fn branch(
    file: usize,
    start: (u32, u32),
    true_edges: &[usize],
    false_edges: &[usize],
) -> Unnumbered {
    let edges = |indices: &[usize]| indices.iter().map(|&index| EdgeId::new(index)).collect();
    let outcomes = vec![(Outcome::True, edges(true_edges)), (Outcome::False, edges(false_edges))];
    let branch = Branch { outcomes, condition: None, is_folded: false };
    (extent(file, start), Observed::Branch(branch))
}

fn folded(file: usize) -> Unnumbered {
    let (extent, mut kind) = branch(file, (1, 1), &[0], &[1]);
    if let Observed::Branch(branch) = &mut kind {
        branch.is_folded = true;
    }
    (extent, kind)
}

fn mapped(places: Vec<Unnumbered>) -> Option<Observables> {
    let numbered = (0..).zip(places);
    let places = numbered.map(|(number, (extent, kind))| Observable { number, extent, kind });
    Some(Observables { places: places.collect(), decisions: vec![] })
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
    let code = (extent(0, (1, 1)), Observed::Code(EdgeRuns::default()));
    let regions = vec![
        code,
        branch(0, (4, 9), &[0, 2], &[1]),
        folded(0),
        branch(0, (6, 5), &[3], &[]),
        branch(0, (7, 5), &[], &[]),
    ];
    add_function(&mut program, "check", Linkage::External, 0, Arena::new(), mapped(regions));
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
    add_function(&mut program, "h", Linkage::Internal, 1, Arena::new(), mapped(one()));
    add_function(&mut program, "u", Linkage::External, 0, Arena::new(), mapped(of_header));
    let model = add_function(&mut program, "m", Linkage::External, 0, Arena::new(), mapped(one()));
    program.functions[model].is_model = true;
    assert!(branch_objectives(&program).is_empty());
}

#[test]
fn ids_have_the_stable_name() {
    let mut program = program(&[("a.c", false)]);
    let one = mapped(vec![branch(0, (1, 1), &[0], &[])]);
    let step = add_function(&mut program, "step.4", Linkage::Internal, 0, Arena::new(), one);
    program.functions[step].stable_name = Some("a.c:step".to_string());
    assert_eq!(ids(&branch_objectives(&program)), ["branch:a.c:step#0:true"]);
}

#[test]
fn a_branch_may_have_many_outcomes() {
    let mut program = program(&[("A.java", false)]);
    let edges = |index: usize| [EdgeId::new(index)].into_iter().collect();
    let outcomes = [Outcome::Case(-3), Outcome::Case(8), Outcome::Default];
    let outcomes = outcomes.into_iter().enumerate().map(|(at, of)| (of, edges(at)));
    let branch = Branch { outcomes: outcomes.collect(), condition: None, is_folded: false };
    let of = mapped(vec![(extent(0, (3, 0)), Observed::Branch(branch))]);
    add_function(&mut program, "f", Linkage::External, 0, Arena::new(), of);
    assert_eq!(
        ids(&branch_objectives(&program)),
        ["branch:f#0:case -3", "branch:f#0:case 8", "branch:f#0:default"]
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
    let coverage = mapped(regions);
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

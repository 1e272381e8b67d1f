//! The coverage structure on a program of one decision, made by hand.

use assay_base::{Arena, FileId, Id, Place};
use assay_criteria::{Coverage, Focus, Objectives, criterion_named};
use assay_program::decision::Condition;
use assay_program::observable::{
    Branch, DecisionPlace, Extent, Observable, Observables, Observed, Outcome,
};
use assay_program::role::{Conduct, Role};
use assay_program::types::Layout;
use assay_program::{
    EdgeId, EdgeRuns, FuncId, Function, FunctionBody, Linkage, Program, SourceFile, Type,
};
use std::sync::Arc;

fn extent(line: u32) -> Extent {
    Extent { file: FileId::new(0), start: (line, 9), end: (line, 20) }
}

fn edge(index: usize) -> EdgeRuns {
    [EdgeId::new(index)].into_iter().collect()
}

fn condition(id: u32, next: (u32, u32), edges: (usize, usize)) -> Observed {
    let next_id = |id: u32| (id != 0).then_some(id);
    let (true_next, false_next) = (next_id(next.0), next_id(next.1));
    Observed::Branch(Branch {
        outcomes: vec![(Outcome::True, edge(edges.0)), (Outcome::False, edge(edges.1))],
        condition: Some(Condition { id, true_next, false_next, is_negated: false }),
        is_folded: false,
    })
}

/// `a && (b || c)`: conditions on lines 3, 4 and 5 with edges 0 to 5, vectors from edge 10 on in
/// this order: `F--`, `TT-`, `TFF`, `TFT`, and once more from edge 20 on. Some code on line 7 is
/// reached by edge 6.
fn program() -> Program {
    let decision = DecisionPlace {
        extent: extent(3),
        vectors: 4,
        conditions: vec![0, 1, 2],
        firsts: vec![EdgeId::new(10), EdgeId::new(20)],
        is_counted: true,
    };
    let places = [
        (condition(1, (2, 0), (0, 1)), 3),
        (condition(2, (0, 3), (2, 3)), 4),
        (condition(3, (0, 0), (4, 5)), 5),
        (Observed::Code(edge(6)), 7),
        (Observed::Code(EdgeRuns::default()), 8),
    ];
    let places = (0..).zip(places).map(|(number, (kind, line))| Observable {
        number,
        extent: extent(line),
        kind,
    });
    let observables = Observables { places: places.collect(), decisions: vec![decision] };
    let file = SourceFile { name: "f.c".into(), is_system: false };
    let mut program = Program { files: [file].into_iter().collect(), ..Program::default() };
    let layout = Layout { store_size: 0, alloc_size: 0, align: 1 };
    let return_type = program.types.intern(Type::Void, layout);
    program.functions.push(Function {
        name: "f".into(),
        linkage: Linkage::External,
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
        place: Some(Place { file: FileId::new(0), line: 1, column: 1 }),
        body: Some(Arc::new(FunctionBody {
            values: Arena::new(),
            blocks: Arena::new(),
            variables: vec![],
            observables: Some(observables),
        })),
    });
    program
}

fn objectives(criteria: &[&str], focus: Option<Focus>) -> Arc<Objectives> {
    let program = program();
    let all: Vec<FuncId> = program.functions.ids().collect();
    let criteria: Vec<_> = criteria.iter().map(|name| criterion_named(name).unwrap()).collect();
    Arc::new(Objectives::of(&program, &all, &criteria, focus))
}

fn ids(objectives: &Objectives) -> Vec<&str> {
    objectives.iter().map(|(_, objective)| objective.id.as_str()).collect()
}

/// What taking these edges covers.
fn take<'o>(coverage: &mut Coverage, of: &'o Objectives, edges: &[usize]) -> Vec<&'o str> {
    let gain = coverage.take(edges.iter().map(|&edge| EdgeId::new(edge)));
    gain.objectives.iter().map(|&id| of.get(id).id.as_str()).collect()
}

fn wanted(coverage: &Coverage) -> Vec<usize> {
    (0..24).filter(|&edge| coverage.is_wanted(EdgeId::new(edge))).collect()
}

#[test]
fn each_criterion_has_its_objectives() {
    assert_eq!(ids(&objectives(&["statement"], None)), ["statement:f#3:executed"]);
    assert_eq!(ids(&objectives(&["mcdc"], None)), ["mcdc:f#0:c1", "mcdc:f#1:c2", "mcdc:f#2:c3"]);
    let condition = objectives(&["condition"], None);
    assert_eq!(condition.len(), 8);
    let last = ["condition:f#0:decision-true", "condition:f#0:decision-false"];
    assert_eq!(ids(&condition)[6..], last);
}

#[test]
fn a_decision_ends_with_the_outcomes_that_nothing_follows() {
    let all = objectives(&["condition"], None);
    let mut coverage = Coverage::new(Arc::clone(&all));
    assert_eq!(take(&mut coverage, &all, &[0]), ["condition:f#0:true"]);
    let b_is_true = take(&mut coverage, &all, &[2]);
    assert_eq!(b_is_true, ["condition:f#1:true", "condition:f#0:decision-true"]);
    let a_is_false = take(&mut coverage, &all, &[1]);
    assert_eq!(a_is_false, ["condition:f#0:false", "condition:f#0:decision-false"]);
}

#[test]
fn a_pair_is_covered_by_its_second_half() {
    let all = objectives(&["mcdc"], None);
    let mut coverage = Coverage::new(Arc::clone(&all));
    let gain = coverage.take([EdgeId::new(11)]);
    assert!(gain.is_partial && gain.objectives.is_empty());
    assert_eq!(take(&mut coverage, &all, &[12]), ["mcdc:f#1:c2"]);
    assert_eq!(take(&mut coverage, &all, &[11, 12]), Vec::<&str>::new());
    assert_eq!(take(&mut coverage, &all, &[13, 10]), ["mcdc:f#2:c3", "mcdc:f#0:c1"]);
    let (last, _) = all.iter().last().unwrap();
    let numbers = coverage.pair(last).map(|pair| pair.map(|vector| vector.number));
    assert_eq!(numbers, Some([2, 3]));
}

#[test]
fn what_cannot_help_any_more_is_not_wanted() {
    let all = objectives(&["mcdc"], None);
    let mut coverage = Coverage::new(Arc::clone(&all));
    assert_eq!(wanted(&coverage), [0, 1, 2, 3, 4, 5, 10, 11, 12, 13, 20, 21, 22, 23]);
    coverage.take([EdgeId::new(12), EdgeId::new(13)]);
    // The last condition is done. `TT-` may pair with `TFF`, and `F--` with either.
    assert_eq!(wanted(&coverage), [0, 1, 2, 10, 11, 20, 21]);
    let gain = coverage.take([EdgeId::new(21)]);
    assert_eq!(wanted(&coverage), [1, 10, 20]);
    assert!(gain.settled.contains(&EdgeId::new(11)) && gain.settled.contains(&EdgeId::new(0)));
    coverage.take([EdgeId::new(10)]);
    assert!(wanted(&coverage).is_empty());
}

#[test]
fn the_witnesses_of_all_pairs_are_kept() {
    let all = objectives(&["mcdc"], None);
    let mut coverage = Coverage::new(Arc::clone(&all));
    take(&mut coverage, &all, &[12, 13, 11]);
    let mut kept = coverage.witnesses();
    kept.sort_unstable();
    let numbers: Vec<u32> = kept.iter().map(|vector| vector.number).collect();
    assert_eq!(numbers, [1, 2, 3]);
}

#[test]
fn what_is_taken_back_is_wanted_again() {
    let all = objectives(&["mcdc", "statement"], None);
    let (mut coverage, native) = (Coverage::new(Arc::clone(&all)), Coverage::new(all.clone()));
    let before = wanted(&coverage);
    let gain = coverage.take([11, 12, 6].map(EdgeId::new));
    assert_eq!(gain.edges, [11, 12, 6].map(EdgeId::new));
    let loss = coverage.take_back(&gain.edges, &native);
    let lost: Vec<&str> = loss.objectives.iter().map(|&id| all.get(id).id.as_str()).collect();
    assert_eq!(lost, ["mcdc:f#1:c2", "statement:f#3:executed"]);
    assert_eq!(wanted(&coverage), before);
    assert!([11, 12, 6].iter().all(|&edge| loss.reopened.contains(&EdgeId::new(edge))));
    assert_eq!(take(&mut coverage, &all, &[11, 12]), ["mcdc:f#1:c2"]);
}

#[test]
fn what_was_seen_natively_is_not_taken_back() {
    let all = objectives(&["mcdc", "statement"], None);
    let (mut coverage, mut native) = (Coverage::new(Arc::clone(&all)), Coverage::new(all.clone()));
    let gain = coverage.take([11, 12, 13, 6].map(EdgeId::new));
    native.take([12, 13, 6].map(EdgeId::new));
    let loss = coverage.take_back(&gain.edges, &native);
    let lost: Vec<&str> = loss.objectives.iter().map(|&id| all.get(id).id.as_str()).collect();
    // `TFT` and `TFF` still show the last condition.
    assert_eq!(lost, ["mcdc:f#1:c2"]);
    assert_eq!(take(&mut coverage, &all, &[10]), ["mcdc:f#0:c1"]);
    assert_eq!(coverage.take_back(&[EdgeId::new(11)], &native), Default::default());
}

#[test]
fn what_is_out_of_focus_is_no_objective() {
    let mut focus = Focus::default();
    focus.add("f.c", 5, 7);
    let all = objectives(&["statement", "branch", "mcdc"], Some(focus));
    assert_eq!(ids(&all), ["statement:f#3:executed", "branch:f#2:true", "branch:f#2:false"]);
    let coverage = Coverage::new(all);
    assert_eq!(wanted(&coverage), [4, 5, 6]);
}

//! Small systems with known answers.

use crate::backward::{Backward, Progress};
use crate::blocks::Blocks;
use crate::bounded::{Extent, unroll};
use crate::certificate::{Certificate, Invariant, certificate};
use crate::counterexample::{Counterexample, Input};
use crate::induction::exclude;
use crate::integers::{clauses, proposals};
use crate::reachability::Reachability;
use crate::system::{Node, Step, System};
use crate::values::FewValues;
use crate::{Limits, News};
use assay_base::{Arena, Id};
use assay_expr::{Term, Terms, VarId};
use assay_program::EdgeId;
use assay_solver::{Decider, answer_script};
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

const GO_ON: &dyn Fn() -> bool = &|| false;
const ALL: Extent = Extent { turns: None, terms: 100_000 };
const SOME: Extent = Extent { turns: None, terms: 2_000 };

/// `x = first; while (guard(x)) { x += step; } `, and in each turn edge n is taken if
/// `targets[n](x)`.
struct Loop {
    first: u128,
    step: u128,
    limit: Option<u128>,
    targets: Vec<u128>,
}

impl Loop {
    fn system(&self) -> System {
        let mut terms = Terms::new();
        let (x, value) = terms.new_variable(32);
        let mut nodes = Arena::new();
        let [entry, head, end] = [(); 3].map(|()| nodes.push(None));
        let truth = terms.truth(true);
        let (first, step) = (terms.constant(32, self.first), terms.constant(32, self.step));
        let mut steps = vec![plain(entry, head, truth, vec![(x, first)])];
        let guard = match self.limit {
            Some(limit) => {
                let limit = terms.constant(32, limit);
                terms.ult(value, limit)
            }
            None => truth,
        };
        // The turn comes first, so that each target looks at the state in the head.
        let mut node = head;
        for (number, &target) in self.targets.iter().enumerate() {
            let target = terms.constant(32, target);
            let hit = terms.eq(value, target);
            let missed = terms.not(hit);
            let next = nodes.push(None);
            for (outcome, guard) in [hit, missed].into_iter().enumerate() {
                let takes = Some(EdgeId::new(2 * number + outcome));
                steps.push(Step { from: node, to: next, guard, assigns: Vec::new(), takes });
            }
            node = next;
        }
        let sum = terms.add(value, step);
        let otherwise = terms.not(guard);
        steps.push(plain(node, head, guard, vec![(x, sum)]));
        steps.push(plain(node, end, otherwise, Vec::new()));
        let mut system = System { steps, ..System::new(terms, nodes, entry) };
        system.names.insert(x, "x".to_string());
        system
    }

    /// The edges that are taken if a target is hit.
    fn edges(&self) -> BTreeSet<EdgeId> {
        (0..self.targets.len()).map(|number| EdgeId::new(2 * number)).collect()
    }
}

fn plain(from: Node, to: Node, guard: Term, assigns: Vec<(VarId, Term)>) -> Step {
    Step { from, to, guard, assigns, takes: None }
}

fn decider() -> Decider {
    Decider::new(0, Duration::from_secs(20), None, Arc::default())
}

fn blocks(system: &mut System, edges: &BTreeSet<EdgeId>) -> Blocks {
    Blocks::of(system, &|edge| edges.contains(&edge), GO_ON).expect("nothing stops it")
}

fn is_confirmed(certificate: &Certificate) {
    let script = format!("(set-logic QF_BV)\n{}", certificate.script);
    let answers = answer_script(&script, Duration::from_secs(600)).expect("Z3 answers");
    assert!(!answers.is_empty());
    assert!(answers.iter().all(|answer| answer == "unsat"), "{answers:?}\n{script}");
}

#[test]
fn all_runs_of_a_bounded_loop_are_looked_at() {
    let counter = Loop { first: 0, step: 3, limit: Some(10), targets: vec![9, 12, 10, 15] };
    let mut system = counter.system();
    let edges = counter.edges();
    let blocks = blocks(&mut system, &edges);
    let mut told = Vec::new();
    let tell = &mut |found: Counterexample| told.push(found.edge.index());
    let unrolled = unroll(&mut system, &blocks, &edges, ALL, &mut decider(), GO_ON, tell);
    assert_eq!(told, [0, 2]);
    let taken: Vec<usize> = unrolled.reached.iter().map(|edge| edge.index()).collect();
    assert_eq!(taken, [0, 2]);
    let certificate = unrolled.certificate.expect("the loop ends");
    assert_eq!(certificate.edges.keys().map(|edge| edge.index()).collect::<Vec<_>>(), [4, 6]);
    assert!(certificate.script.contains("unwinding"));
    is_confirmed(&certificate);
}

#[test]
fn the_first_turns_of_an_endless_loop_are_looked_at() {
    // 4 comes in the second turn, 10 in the fourth, 11 never.
    let counter = Loop { first: 1, step: 3, limit: None, targets: vec![4, 10, 11] };
    let mut system = counter.system();
    let edges = counter.edges();
    let blocks = blocks(&mut system, &edges);
    let mut excluded = |turns| {
        let extent = Extent { turns: Some(turns), ..ALL };
        let decider = &mut decider();
        let unrolled = unroll(&mut system, &blocks, &edges, extent, decider, GO_ON, &mut |_| {});
        let certificate = unrolled.certificate.expect("so many turns are possible");
        is_confirmed(&certificate);
        assert!(certificate.edges.values().all(|why| why[0].contains(&format!("{turns} heads"))));
        certificate.edges.keys().map(|edge| edge.index()).collect::<Vec<_>>()
    };
    assert_eq!(excluded(1), [0, 2, 4]);
    assert_eq!(excluded(2), [2, 4]);
    assert_eq!(excluded(3), [2, 4]);
    assert_eq!(excluded(4), [4]);
}

#[test]
fn an_endless_loop_is_decided_by_facts() {
    // Odd numbers for ever, around the end of 32 bits.
    let counter = Loop { first: 1, step: 2, limit: None, targets: vec![4, 7] };
    let mut system = counter.system();
    let edges = counter.edges();
    let blocks = blocks(&mut system, &edges);
    let mut told = Vec::new();
    let mut analysis = Reachability::new(&mut system, &blocks, &decider, GO_ON);
    let found = analysis.run(&edges, 100, &|_| true, &|| {}, &mut |news| match news {
        News::Proved(certificate) => told.push(certificate),
        News::Reached(way) => assert_eq!(way.edge, EdgeId::new(2)),
        News::ProvedWithin(_) => panic!("nobody asked for it"),
    });
    assert_eq!(found.excluded, BTreeSet::from([EdgeId::new(0)]));
    assert_eq!(found.reached, BTreeSet::from([EdgeId::new(2)]));
    assert_eq!(told.len(), 1);
    assert!(told[0].script.contains("consecution") && told[0].script.contains("initiation"));
    is_confirmed(&told[0]);
}

#[test]
fn many_edges_follow_from_what_excludes_one() {
    // Odd numbers for ever; now and then a target is among them.
    let targets: Vec<u128> = (0..90).map(|n| if n % 30 == 7 { 3 } else { 4 * n }).collect();
    let counter = Loop { first: 1, step: 2, limit: None, targets };
    let mut system = counter.system();
    let edges = counter.edges();
    let blocks = blocks(&mut system, &edges);
    let mut told = Vec::new();
    let mut analysis = Reachability::new(&mut system, &blocks, &decider, GO_ON);
    let found = analysis.run(&edges, 100, &|_| true, &|| {}, &mut |news| {
        if let News::Proved(certificate) = news {
            told.push(certificate);
        }
    });
    let possible = BTreeSet::from([7, 37, 67].map(|number| EdgeId::new(2 * number)));
    assert_eq!(found.reached, possible);
    assert_eq!(found.excluded, edges.difference(&possible).copied().collect());
    assert_eq!(told.len(), 1);
    assert_eq!(told[0].edges.len(), 87);
    is_confirmed(&told[0]);
}

/// An endless loop that counts the inputs in a row that are 77; edge 0 is taken at the fifth.
fn row_of_inputs() -> System {
    let mut terms = Terms::new();
    let (count, counted) = terms.new_variable(32);
    let (read, value) = terms.new_variable(32);
    let (input, any) = terms.new_variable(32);
    let mut nodes = Arena::new();
    let [entry, head, asked, end] = [(); 4].map(|()| nodes.push(None));
    let [zero, one, five, wanted] = [0, 1, 5, 77].map(|value| terms.constant(32, value));
    let (truth, is_wanted) = (terms.truth(true), terms.eq(value, wanted));
    let more = terms.add(counted, one);
    let next = terms.ite(is_wanted, more, zero);
    let is_done = terms.eq(next, five);
    let goes_on = terms.not(is_done);
    let branch = |to, guard, edge| Step {
        from: asked,
        to,
        guard,
        assigns: vec![(count, next)],
        takes: Some(EdgeId::new(edge)),
    };
    let steps = vec![
        plain(entry, head, truth, vec![(count, zero)]),
        plain(head, asked, truth, vec![(read, any)]),
        branch(end, is_done, 0),
        branch(head, goes_on, 1),
    ];
    let mut system = System { steps, ..System::new(terms, nodes, entry) };
    system.names.extend([(count, "count".to_string()), (read, "read".to_string())]);
    system.inputs.insert(input, "sensor".to_string());
    system
}

#[test]
fn a_way_to_an_edge_is_told_as_inputs() {
    let edges = BTreeSet::from([EdgeId::new(0)]);
    let fives = |way: &Counterexample| {
        let input = Input { name: "sensor".to_string(), bits: 32, value: 77 };
        assert_eq!(way.inputs, vec![input; 5]);
    };
    let mut system = row_of_inputs();
    let around = blocks(&mut system, &edges);
    let mut told = Vec::new();
    unroll(&mut system, &around, &edges, SOME, &mut decider(), GO_ON, &mut |way| told.push(way));
    assert_eq!(told.len(), 1);
    fives(&told[0]);

    let mut system = row_of_inputs();
    let around = blocks(&mut system, &edges);
    let mut told = Vec::new();
    let mut analysis = Reachability::new(&mut system, &around, &decider, GO_ON);
    analysis.run(&edges, 1_000, &|_| true, &|| {}, &mut |news| match news {
        News::Proved(_) | News::ProvedWithin(_) => panic!("the edge can be taken"),
        News::Reached(way) => told.push(way),
    });
    assert_eq!(told.len(), 1);
    fives(&told[0]);
}

#[test]
fn what_is_not_inductive_is_no_certificate() {
    let counter = Loop { first: 1, step: 2, limit: None, targets: vec![7] };
    let mut system = counter.system();
    let edges = counter.edges();
    let blocks = blocks(&mut system, &edges);
    let x = system.terms.variable(VarId::new(0));
    let five = system.terms.constant(32, 5);
    let small = system.terms.ult(x, five);
    let cuts = blocks.cuts.ids();
    let claimed = cuts.map(|cut| match cut == blocks.entry() {
        true => (cut, Vec::new()),
        false => (cut, vec![small]),
    });
    let claimed: Invariant = claimed.collect();
    let needed: Vec<_> =
        claimed.iter().flat_map(|(cut, facts)| facts.iter().map(|&fact| (*cut, fact))).collect();
    let excluded = edges.iter().map(|&edge| (edge, needed.clone())).collect();
    let made = certificate(&mut system, &blocks, &claimed, &excluded, &mut decider(), GO_ON);
    assert!(made.is_none());
    // What excludes an edge must be among what was checked.
    let nothing = claimed.iter().map(|(cut, _)| (*cut, Vec::new())).collect();
    let made = certificate(&mut system, &blocks, &nothing, &excluded, &mut decider(), GO_ON);
    assert!(made.is_none());
}

#[test]
fn nothing_is_assumed_of_the_entry() {
    // The loop begins with whatever x is, and takes the edge if that is 7.
    let mut terms = Terms::new();
    let (x, value) = terms.new_variable(32);
    let mut nodes = Arena::new();
    let [entry, head] = [(); 2].map(|()| nodes.push(None));
    let [five, seven] = [5, 7].map(|value| terms.constant(32, value));
    let (truth, small, hit) = (terms.truth(true), terms.ult(value, five), terms.eq(value, seven));
    let missed = terms.not(hit);
    let takes = |edge| Some(EdgeId::new(edge));
    let steps = vec![
        plain(entry, head, truth, Vec::new()),
        Step { from: head, to: head, guard: hit, assigns: Vec::new(), takes: takes(0) },
        Step { from: head, to: head, guard: missed, assigns: Vec::new(), takes: takes(1) },
    ];
    let mut system = System { steps, ..System::new(terms, nodes, entry) };
    system.names.insert(x, "x".to_string());
    let edges = BTreeSet::from([EdgeId::new(0)]);
    let blocks = blocks(&mut system, &edges);
    let everywhere: Vec<_> = blocks.cuts.ids().map(|cut| (cut, small)).collect();
    let claimed = everywhere.iter().map(|&(cut, fact)| (cut, vec![fact])).collect();
    let excluded = edges.iter().map(|&edge| (edge, everywhere.clone())).collect();
    let made = certificate(&mut system, &blocks, &claimed, &excluded, &mut decider(), GO_ON);
    assert!(made.is_none());
    let mut analysis = Reachability::new(&mut system, &blocks, &decider, GO_ON);
    let settled = analysis.consider(everywhere, &edges, &mut |_| panic!("it can be taken"));
    assert!(settled.is_empty());
}

fn limits() -> Limits {
    Limits { deadline: None, interrupt: Arc::default(), seed: 0, is_repeatable: false }
}

/// Goes back from an edge until there is nothing new, or for so many regions.
fn go_back(backward: &mut Backward, edge: EdgeId, most: usize) -> (usize, Progress) {
    for regions in 0..most {
        match backward.advance(edge) {
            Progress::Region(_) => {}
            end => return (regions, end),
        }
    }
    (most, Progress::Stuck)
}

#[test]
fn going_back_ends_where_nothing_is_new() {
    // x is 0, 3, 6, 9 or 12: what leads to 10 or 13 is 7, 4 and 1, and before that nothing.
    let counter = Loop { first: 0, step: 3, limit: Some(10), targets: vec![9, 10, 13] };
    let mut backward = Backward::new(counter.system(), &limits());
    let (_, reached) = go_back(&mut backward, EdgeId::new(0), 100);
    assert_eq!(reached, Progress::Stuck, "9 is reached");
    for edge in [2, 4].map(EdgeId::new) {
        let (_, end) = go_back(&mut backward, edge, 100);
        assert_eq!(end, Progress::Excluded);
        let certificate = backward.certify_alone(edge).expect("all is closed");
        assert!(certificate.script.contains("closure"));
        is_confirmed(&certificate);
    }
}

#[test]
fn a_region_says_from_which_states_the_target_is_reached() {
    let counter = Loop { first: 0, step: 1, limit: None, targets: vec![2] };
    let mut backward = Backward::new(counter.system(), &limits());
    let edge = EdgeId::new(0);
    let Progress::Region(first) = backward.advance(edge) else { panic!("there is a region") };
    assert_eq!(backward.region(first).edges, BTreeSet::from([edge]));
    assert_eq!(backward.describe(first).1, "(x == 2)");
    let Progress::Region(second) = backward.advance(edge) else { panic!("there is another") };
    assert_eq!(backward.describe(second).1, "(x == 1)");
    assert_eq!(backward.successors(second), vec![first]);
    assert_eq!(backward.turn(second), 1);
}

#[test]
fn an_endless_way_back_is_no_proof() {
    // Every value leads to 4 in the end, by 2^31 turns.
    let counter = Loop { first: 1, step: 2, limit: None, targets: vec![4] };
    let mut backward = Backward::new(counter.system(), &limits());
    let (regions, end) = go_back(&mut backward, EdgeId::new(0), 20);
    assert_eq!((regions, end), (20, Progress::Stuck));
    assert!(backward.certify_alone(EdgeId::new(0)).is_none());
}

#[test]
fn the_last_turn_may_exclude_an_edge() {
    // Behind the guard x is at most 100, wherever it was before. 3 would take 2, 1 and 0, and
    // nothing before that; 20 takes more turns than are looked back, and 60 is reached.
    let counter = Loop { first: 50, step: 1, limit: Some(100), targets: vec![101, 60, 20, 3] };
    let mut system = counter.system();
    let edges = counter.edges();
    let blocks = blocks(&mut system, &edges);
    let found = exclude(&mut system, &blocks, &edges, 100_000, &mut decider(), GO_ON);
    let excluded: BTreeSet<usize> =
        found.iter().flat_map(|of| of.edges.keys()).map(|edge| edge.index()).collect();
    assert_eq!(excluded, BTreeSet::from([0, 6]));
    assert!(found[0].script.contains("consecution: 1 turns"));
    found.iter().for_each(is_confirmed);
}

#[test]
fn two_turns_exclude_what_one_does_not() {
    // x takes the values 0, 1, 0, 1 by x = y, y = 1 - x: that x is 2 takes y = 2 before, and that x
    // = -1.
    let mut terms = Terms::new();
    let ((x, a), (y, b)) = (terms.new_variable(8), terms.new_variable(8));
    let mut nodes = Arena::new();
    let [entry, head, end] = [(); 3].map(|()| nodes.push(None));
    let truth = terms.truth(true);
    let [zero, one, two] = [0, 1, 2].map(|value| terms.constant(8, value));
    let other = terms.sub(one, a);
    let hit = terms.eq(a, two);
    let missed = terms.not(hit);
    // Nothing but 0 and 1 goes on.
    let is_small = terms.ult(a, two);
    let taken =
        Step { from: head, to: end, guard: hit, assigns: Vec::new(), takes: Some(EdgeId::new(0)) };
    let goes_on = terms.and(missed, is_small);
    let steps = vec![
        plain(entry, head, truth, vec![(x, zero), (y, one)]),
        taken,
        plain(head, head, goes_on, vec![(x, b), (y, other)]),
    ];
    let names = [(x, "x".to_string()), (y, "y".to_string())].into_iter().collect();
    let mut system = System { steps, names, ..System::new(terms, nodes, entry) };
    let edges = BTreeSet::from([EdgeId::new(0)]);
    let blocks = blocks(&mut system, &edges);
    let found = exclude(&mut system, &blocks, &edges, 100_000, &mut decider(), GO_ON);
    assert_eq!(found.len(), 1);
    assert!(found[0].script.contains("consecution: 2 turns"), "{}", found[0].script);
    is_confirmed(&found[0]);
}

/// `x = y = 0; while (x < 1000000) { x += 1; y += 2; }`, and in each turn the edge is taken if `x >
/// 10 && y < 15`.
fn twice() -> (System, EdgeId) {
    let mut terms = Terms::new();
    let ((x, once), (y, double)) = (terms.new_variable(32), terms.new_variable(32));
    let mut nodes = Arena::new();
    let [entry, head, next, end] = [(); 4].map(|()| nodes.push(None));
    let [zero, one, two, ten, fifteen, limit] =
        [0, 1, 2, 10, 15, 1_000_000].map(|value| terms.constant(32, value));
    let truth = terms.truth(true);
    let (is_many, is_little) = (terms.slt(ten, once), terms.slt(double, fifteen));
    let hit = terms.and(is_many, is_little);
    let missed = terms.not(hit);
    let goes_on = terms.slt(once, limit);
    let is_over = terms.not(goes_on);
    let more = vec![(x, terms.add(once, one)), (y, terms.add(double, two))];
    let takes = |edge| Some(EdgeId::new(edge));
    let steps = vec![
        plain(entry, head, truth, vec![(x, zero), (y, zero)]),
        Step { from: head, to: next, guard: hit, assigns: Vec::new(), takes: takes(0) },
        Step { from: head, to: next, guard: missed, assigns: Vec::new(), takes: takes(1) },
        plain(next, head, goes_on, more),
        plain(next, end, is_over, Vec::new()),
    ];
    let mut system = System { steps, ..System::new(terms, nodes, entry) };
    system.names.extend([(x, "x".to_string()), (y, "y".to_string())]);
    (system, EdgeId::new(0))
}

#[test]
fn what_holds_of_integers_is_proved_of_bits() {
    let (mut system, edge) = twice();
    let blocks = blocks(&mut system, &[edge].into());
    let horn = clauses(&system, &blocks).expect("it is small");
    let limits =
        Limits { deadline: None, interrupt: Arc::default(), seed: 0, is_repeatable: false };
    let time = Duration::from_secs(20);
    let facts = proposals(&mut system, &blocks, &horn, edge, time, &limits);
    let mut proved = BTreeSet::new();
    let mut analysis = Reachability::new(&mut system, &blocks, &decider, GO_ON);
    let settled = analysis.consider(facts, &[edge].into(), &mut |news| match news {
        News::Proved(certificate) => {
            is_confirmed(&certificate);
            proved.extend(certificate.edges.into_keys());
        }
        News::Reached(_) | News::ProvedWithin(_) => panic!("nothing leads there"),
    });
    assert_eq!(settled, [edge].into());
    assert_eq!(proved, settled);
}

/// An endless loop through the modes 0, 1 and 2; `seen` becomes 10 in the first, 20 in the second.
/// The edge is taken if it is 20 in the second.
fn modes() -> (System, [VarId; 2], EdgeId) {
    let mut terms = Terms::new();
    let ((mode, of), (seen, value)) = (terms.new_variable(32), terms.new_variable(32));
    let mut nodes = Arena::new();
    let [entry, head, asked] = [(); 3].map(|()| nodes.push(None));
    let constants = [0, 1, 2, 10, 20].map(|value| terms.constant(32, value));
    let [zero, one, two, ten, twenty] = constants;
    let truth = terms.truth(true);
    let (is_second, is_twenty) = (terms.eq(of, one), terms.eq(value, twenty));
    let hit = terms.and(is_second, is_twenty);
    let missed = terms.not(hit);
    let edge = EdgeId::new(0);
    let mut steps = vec![
        plain(entry, head, truth, vec![(mode, zero), (seen, zero)]),
        Step { from: head, to: asked, guard: hit, assigns: Vec::new(), takes: Some(edge) },
        Step {
            from: head,
            to: asked,
            guard: missed,
            assigns: Vec::new(),
            takes: Some(EdgeId::new(1)),
        },
    ];
    let turns = [(zero, one, Some(ten)), (one, two, Some(twenty)), (two, zero, None)];
    let mut node = asked;
    for (now, then, sees) in turns {
        let is_now = terms.eq(of, now);
        let is_other = terms.not(is_now);
        let other = nodes.push(None);
        let assigns = [Some((mode, then)), sees.map(|sees| (seen, sees))];
        steps.push(plain(node, head, is_now, assigns.into_iter().flatten().collect()));
        steps.push(plain(node, other, is_other, Vec::new()));
        node = other;
    }
    let mut system = System { steps, ..System::new(terms, nodes, entry) };
    system.names.extend([(mode, "mode".to_string()), (seen, "seen".to_string())]);
    (system, [mode, seen], edge)
}

#[test]
fn values_are_kept_apart_by_the_mode() {
    let (mut system, [mode, seen], edge) = modes();
    let blocks = blocks(&mut system, &[edge].into());
    let plain = FewValues::of(&system, &blocks, &[], GO_ON).expect("nothing stops it");
    assert_eq!(plain.deciding(&system, &blocks), [mode]);
    let of = |few: &FewValues, when: &[(VarId, u128)]| {
        let list = few.list();
        let one = list.iter().find(|one| one.variable == seen && one.mode == when);
        one.map(|one| one.values.iter().copied().collect::<Vec<_>>())
    };
    assert_eq!(of(&plain, &[]), Some(vec![0, 10, 20]));
    let apart = FewValues::of(&system, &blocks, &[mode], GO_ON).expect("nothing stops it");
    assert_eq!(of(&apart, &[]), Some(vec![0, 10, 20]));
    assert_eq!(of(&apart, &[(mode, 0)]), Some(vec![0, 20]));
    assert_eq!(of(&apart, &[(mode, 1)]), Some(vec![10]));
    assert_eq!(of(&apart, &[(mode, 2)]), Some(vec![20]));
    let mut told = Vec::new();
    let mut analysis = Reachability::new(&mut system, &blocks, &decider, GO_ON);
    let settled = analysis.consider(Vec::new(), &[edge].into(), &mut |news| match news {
        News::Proved(certificate) => told.push(certificate),
        News::Reached(_) | News::ProvedWithin(_) => panic!("nothing leads there"),
    });
    assert_eq!(settled, [edge].into());
    is_confirmed(&told[0]);
}

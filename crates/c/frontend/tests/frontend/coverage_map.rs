//! The decoded coverage map against `llvm-cov`: same regions, same order, same counts.

use crate::workplace::{Workplace, load_checked, load_text, load_with, map, request};
use assay_c_frontend::{
    BranchRegion, Counter, Expression, FunctionCoverage, Loaded, Region, RegionKind,
};
use serde_json::Value;

const PROGRAMS: &[&str] = &[
    // Conditions of every statement, with all operators.
    "int f(int a, int b) {
       int r = 0;
       if (a > 1 && (b < 2 || a == 7)) r = 1; else r = 2;
       while (a < 5) { a++; if (a == 4) continue; r += a; }
       do { r--; } while (r > 3);
       for (int i = 0; i < b && r < 100; i++) r += i;
       int v = a && !b; int w = a || b;
       return a ? r + v : (b ?: w);
     }
     int main(void) { return f(1, 2) + f(2, 1) + f(7, 9) == 12345; }",
    // Switches: ranges, fall through, with and without default, one case, in a loop.
    "int g(int x) {
       int r = 0;
       switch (x) { case 1: r = 1; case 2: r += 2; break; case 5 ... 9: r = 3; break; default: r = 9; }
       switch (r) { case 3: r++; break; case 4: r--; }
       switch (x & 1) { case 1: r += 7; }
       for (int i = 0; i < 4; i++) switch (i) { case 2: r += i; continue; case 3: goto out; default: break; }
       out: return r;
     }
     int main(void) { int s = 0; for (int i = 0; i < 12; i++) s += g(i); return s == 1; }",
    // Macros, folded conditions, duplicate places, static and inline functions.
    "#include <assert.h>
     #define MAX(a, b) ((a) > (b) ? (a) : (b))
     #define BOTH(x) ((x) > 2 && (x) < 9)
     static int h(int a, int b) { assert(a < 50 && b < 50); return MAX(a, MAX(b, 3)); }
     static inline int k(int a) { if (0) return 1; while (1) { if (a++ > 3) break; } return BOTH(a) ? 1 : 0; }
     static int unused(int a) { return a ? 1 : 2; }
     int main(void) { int s = 0; for (int i = 0; i < 6; i++) s += h(i, 4) + k(i); return s == 1; }",
];

fn value(coverage: &FunctionCoverage, counts: &[u64], counter: Counter) -> u64 {
    match counter {
        Counter::Zero => 0,
        Counter::Counter(id) => counts[id as usize],
        Counter::Expression(id) => match coverage.expressions[id as usize] {
            Expression::Add(a, b) => value(coverage, counts, a) + value(coverage, counts, b),
            Expression::Subtract(a, b) => {
                value(coverage, counts, a).saturating_sub(value(coverage, counts, b))
            }
        },
    }
}

/// Compiles natively with clang's own options, runs it, and exports what `llvm-cov` says.
fn measured(place: &Workplace, flags: &[&str]) -> (Value, String) {
    let compile = ["-g", "-fprofile-instr-generate", "-fcoverage-mapping", "unit.c", "-o", "unit"];
    place.run("clang-19", &[&compile[..], flags].concat());
    place.run("sh", &["-c", "LLVM_PROFILE_FILE=unit.profraw ./unit"]);
    place.run("llvm-profdata-19", &["merge", "unit.profraw", "-o", "unit.profdata"]);
    let export = place.run("llvm-cov-19", &["export", "./unit", "-instr-profile=unit.profdata"]);
    let counters = ["show", "--all-functions", "--counts", "--text", "unit.profdata"];
    let text = place.run("llvm-profdata-19", &counters);
    (serde_json::from_str(&export).unwrap(), text)
}

/// The raw counters of a function in `llvm-profdata`'s text form.
fn raw_counts(text: &str, profile_name: &str) -> Vec<u64> {
    let mut lines = text.lines().skip_while(|line| *line != profile_name);
    let counts = lines.by_ref().skip_while(|line| !line.starts_with("# Counter Values")).skip(1);
    counts.map_while(|line| line.parse().ok()).collect()
}

fn branches(coverage: &FunctionCoverage) -> Vec<(&Region, &BranchRegion)> {
    coverage
        .regions
        .iter()
        .filter_map(|region| match &region.kind {
            RegionKind::Branch(branch) => Some((region, branch)),
            _ => None,
        })
        .collect()
}

fn compare(loaded: &Loaded, export: &Value, counts: &str) -> usize {
    let mut compared = 0;
    for (id, coverage) in &loaded.maps {
        let function = &loaded.program.functions[*id];
        let exported = export["data"][0]["functions"].as_array().unwrap();
        let theirs =
            exported.iter().find(|theirs| theirs["name"] == coverage.profile_name).unwrap();
        let counts = raw_counts(counts, &coverage.profile_name);
        assert_eq!(counts.len(), coverage.counters as usize);
        let ours: Vec<Vec<u64>> = branches(coverage)
            .into_iter()
            .filter(|(_, branch)| !branch.is_folded)
            .map(|(region, branch)| {
                let (start, end) = (region.start, region.end);
                let place = [start.0, start.1, end.0, end.1].map(u64::from);
                let on_true = value(coverage, &counts, branch.on_true);
                let on_false = value(coverage, &counts, branch.on_false);
                place.into_iter().chain([on_true, on_false]).collect()
            })
            .collect();
        let theirs: Vec<Vec<u64>> = theirs["branches"]
            .as_array()
            .unwrap()
            .iter()
            .map(|branch| (0..6).map(|index| branch[index].as_u64().unwrap()).collect())
            .collect();
        assert_eq!(ours, theirs, "{}", function.name);
        compared += ours.len();
    }
    compared
}

#[test]
fn branches_agree_with_llvm_cov_in_order_place_and_count() {
    let mut compared = 0;
    for program in PROGRAMS {
        for flags in [&[][..], &["-fcoverage-mcdc"]] {
            let place = Workplace::new();
            let mut request = request(&[place.write("unit.c", program)]);
            request.mcdc = !flags.is_empty();
            let loaded = load_checked(&request);
            let (export, counts) = measured(&place, flags);
            compared += compare(&loaded, &export, &counts);
        }
    }
    assert!(compared > 70, "{compared}");
}

#[test]
fn every_outcome_that_has_code_has_edges() {
    for program in PROGRAMS {
        let loaded = load_text(program);
        for (id, coverage) in &loaded.maps {
            let function = &loaded.program.functions[*id];
            for (region, branch) in branches(coverage) {
                let is_mapped = !branch.true_edges.is_empty() && !branch.false_edges.is_empty();
                // Only the zero-width regions of `assert` have no code.
                let start = region.start;
                let is_assert = function.name == "h" && start.0 == 4;
                assert!(is_mapped || branch.is_folded || is_assert, "{} {start:?}", function.name);
                let shared = branch.true_edges.iter().any(|e| branch.false_edges.contains(e));
                assert!(!shared, "{} {start:?}", function.name);
            }
        }
    }
}

/// Listed one by one they would be the square of the number of cases.
#[test]
fn the_opposites_of_thousands_of_cases_are_short() {
    const CASES: usize = 3000;
    let case = |number: usize| format!("case {}: return {number};\n", 3 * number);
    let cases: String = (0..CASES).map(case).collect();
    let text = format!("int f(int x) {{ switch (x) {{ {cases} default: return -1; }} }}");
    let loaded = load_text(&text);
    let coverage = map(&loaded, "f");
    let branches = branches(coverage);
    assert_eq!(branches.len(), CASES + 1);
    for (_, branch) in branches {
        assert_eq!((branch.true_edges.len(), branch.false_edges.len()), (1, CASES));
        let written = format!("{:?}", branch.false_edges);
        assert!(written.len() < 40, "{written}");
    }
}

#[test]
fn folded_conditions_are_known() {
    let loaded = load_text(PROGRAMS[2]);
    let coverage = map(&loaded, "k");
    assert_eq!(branches(coverage).iter().filter(|(_, branch)| branch.is_folded).count(), 2);
    assert!(coverage.regions.iter().any(|region| region.in_expansion));
}

#[test]
fn decisions_and_their_conditions() {
    let source = "int f(int a, int b, int c) { int r = 0; if (a && (b || c)) r = 1;
                    return r + (b && c); }";
    let loaded = load_with(source, |request| request.mcdc = true);
    let coverage = map(&loaded, "f");
    let decisions: Vec<(u32, u32)> = coverage
        .regions
        .iter()
        .filter_map(|region| match &region.kind {
            RegionKind::Decision(decision) => Some((decision.bitmap, decision.vectors)),
            _ => None,
        })
        .collect();
    // Three conditions here have four paths, so the second decision starts at bit 4.
    assert_eq!(decisions, [(0, 4), (4, 3)]);
    let conditions: Vec<(u32, Option<u32>, Option<u32>)> = branches(coverage)
        .iter()
        .filter_map(|(_, branch)| branch.condition)
        .map(|condition| (condition.id, condition.true_next, condition.false_next))
        .collect();
    let first = [(1, Some(2), None), (2, None, Some(3)), (3, None, None)];
    let second = [(1, Some(2), None), (2, None, None)];
    assert_eq!(conditions, [&first[..], &second[..]].concat());
}

#[test]
fn decisions_that_clang_leaves_out_are_found_in_the_code() {
    let source = "int g(int); int f(int a, int b) { return a && g(!(a || b)); }";
    let loaded = load_with(source, |request| request.mcdc = true);
    let coverage = map(&loaded, "f");
    let decisions: Vec<(bool, u32, usize)> = coverage
        .regions
        .iter()
        .filter_map(|region| match &region.kind {
            RegionKind::Decision(of) => Some((of.is_left_out, of.vectors, of.firsts.len())),
            _ => None,
        })
        .collect();
    assert_eq!(decisions, [(true, 3, 1), (true, 3, 1)]);
    let judged = "MC/DC: 2 decisions that clang leaves out are judged by Assay, not by llvm-cov";
    assert_eq!(loaded.program.notes, [judged]);
}

#[test]
fn a_decision_that_is_lost_is_noted() {
    let source =
        "int g(int); int f(int a, int b) { return (a ? b : 1) && g(a) && (b == (a || b)); }";
    let program = load_with(source, |request| request.mcdc = true).program;
    let is_lost = |note: &String| note.contains(":1:42: no MC/DC of this decision: contains");
    assert!(program.notes.iter().any(is_lost), "{:?}", program.notes);
}

#[test]
fn all_live_code_has_a_place_and_marks_do_not_change_other_edges() {
    for source in PROGRAMS {
        let plain = load_text(source).program;
        let loaded = load_with(source, |request| request.statements = true);
        let (marked, maps) = (loaded.program, loaded.maps);
        let lost: Vec<&String> =
            marked.notes.iter().filter(|note| note.contains("told apart")).collect();
        assert!(lost.is_empty(), "{lost:?}");
        for (edge, other) in plain.edges.values().zip(marked.edges.values()) {
            assert_eq!(edge.function, other.function);
        }
        assert!(marked.edges.len() > plain.edges.len());
        let regions = maps.iter().flat_map(|(_, map)| &map.regions);
        let code = regions.filter_map(|region| match &region.kind {
            RegionKind::Code { counter, edges } => Some((*counter, edges.len())),
            _ => None,
        });
        let (dead, live): (Vec<_>, Vec<_>) = code.partition(|(_, edges)| *edges == 0);
        // What is left by a folded condition and has no instructions of its own counts as dead.
        assert!(live.len() > 10 && dead.len() <= 6, "{} and {}", live.len(), dead.len());
        assert!(live.iter().all(|(counter, _)| *counter != Counter::Zero));
    }
}

/// The numbers of edges of true and false, of each branch of `f` that is not folded.
fn edges_of_branches(source: &str) -> Vec<(usize, usize)> {
    let loaded = load_text(source);
    let coverage = map(&loaded, "f");
    let is_there = |branch: &BranchRegion| !branch.is_folded;
    let count = |branch: &BranchRegion| (branch.true_edges.len(), branch.false_edges.len());
    branches(coverage)
        .into_iter()
        .filter(|(_, branch)| is_there(branch))
        .map(|(_, branch)| count(branch))
        .collect()
}

#[test]
fn a_label_without_a_branch_has_no_edges_of_the_branch_around_it() {
    let in_arm =
        "int f(int x) { if (x > 4) switch (8 & 7) { case 2: x--; break; case 0: x++; } return x; }";
    assert_eq!(edges_of_branches(in_arm), [(1, 1), (0, 0), (1, 0)]);
    let behind_return = "int f(int x) { if (x) return 1; switch (0) { case 0: x++; } return x; }";
    assert_eq!(edges_of_branches(behind_return), [(1, 1), (1, 0)]);
    let behind_loop = "int f(int x) { while (x > 3) x--; switch (1) { default: x++; } return x; }";
    assert_eq!(edges_of_branches(behind_loop), [(1, 1), (1, 0)]);
    let in_label = "int f(int x) { switch (x) { case 1: switch (2) { case 2: x++; } } return x; }";
    assert_eq!(edges_of_branches(in_label), [(1, 1), (1, 1), (1, 0)]);
}

#[test]
fn a_condition_that_is_not_in_the_code_has_no_edges() {
    let behind_endless = "int f(int x, int y) { if (x) { while (1) {} while (y) y--; } return x; }";
    assert_eq!(edges_of_branches(behind_endless), [(1, 1), (0, 0)]);
    let in_dead_label =
        "int f(int x, int y) { if (x) switch (1) { case 2: if (y) x++; case 1: y++; } return y; }";
    assert_eq!(edges_of_branches(in_dead_label), [(1, 1), (0, 0), (0, 0), (1, 0)]);
}

#[test]
fn a_label_is_false_where_any_other_label_of_its_switch_is_taken() {
    let ranges = "int f(int x) { switch (x) { case 1: return 2; case 100 ... 900: return 3;
                    case 1000 ... 2000: return 4; } return 5; }";
    // The switch has an edge for 1, each range one to go there, and the last one to go elsewhere.
    assert_eq!(edges_of_branches(ranges), [(1, 3), (1, 3), (1, 3), (1, 3)]);
    let behind =
        "int f(int x) { switch (x) { case 1: return 2; } if (x - 3u < 5) return 3; return 4; }";
    assert_eq!(edges_of_branches(behind), [(1, 1), (1, 1), (1, 1)]);
}

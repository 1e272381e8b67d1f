//! Definitions, uses and which reach which, and the marks that observe them.

use crate::workplace::{Workplace, load_checked, request};
use assay_base::Id;
use assay_frontend_llvm::{Loaded, Request, Scope};
use assay_program::dataflow::{DefinitionKind, VariableUse};

fn load(text: &str, scope: Option<Scope>) -> Loaded {
    let place = Workplace::new();
    let inputs = [place.write("subject.c", text)];
    load_checked(&Request { dataflow: scope, ..request(&inputs) })
}

/// Every pair as `variable line->line outcome`, in the order of the code.
fn pairs(loaded: &Loaded) -> Vec<String> {
    let dataflow = &loaded.program.dataflow;
    let mut found = Vec::new();
    for of_use in &dataflow.uses {
        let variable = &dataflow.variables[of_use.variable];
        for &number in &of_use.reaching {
            let from = variable.definitions[number as usize - 1].place.line;
            let outcome = of_use.outcome.as_deref().unwrap_or("-");
            found.push(format!("{} {from}->{} {outcome}", variable.name, of_use.place.line));
        }
    }
    found
}

const LOOP: &str = "int f(int n) {
  int sum = 0;
  while (n > 0) {
    sum = sum + n;
    n = n - 1;
  }
  return sum;
}
int main(void) { return f(3); }
";

#[test]
fn definitions_reach_uses_along_the_code() {
    let loaded = load(LOOP, Some(Scope::Function));
    let mut found = pairs(&loaded);
    found.sort();
    let expected = [
        "n 1->3 false",
        "n 1->3 true",
        "n 1->4 -",
        "n 1->5 -",
        "n 5->3 false",
        "n 5->3 true",
        "n 5->4 -",
        "n 5->5 -",
        "sum 2->4 -",
        "sum 2->7 -",
        "sum 4->4 -",
        "sum 4->7 -",
    ];
    assert_eq!(found, expected);
    let kinds: Vec<DefinitionKind> =
        loaded.program.dataflow.variables[0].definitions.iter().map(|of| of.kind).collect();
    assert_eq!(kinds, [DefinitionKind::Parameter, DefinitionKind::Assignment]);
}

#[test]
fn every_use_has_edges_of_its_own() {
    let loaded = load(LOOP, Some(Scope::Function));
    let dataflow = &loaded.program.dataflow;
    let count = |of: &VariableUse| dataflow.variables[of.variable].definitions.len() + 1;
    let mut ranges: Vec<(usize, usize)> =
        dataflow.uses.iter().map(|of| (of.first.index(), of.first.index() + count(of))).collect();
    ranges.sort_unstable();
    assert!(ranges.windows(2).all(|pair| pair[0].1 <= pair[1].0), "{ranges:?}");
    assert_eq!(ranges.last().unwrap().1, loaded.replay.edge_count);
}

#[test]
fn a_run_that_does_not_ask_for_it_is_as_before() {
    let plain = load(LOOP, None);
    assert!(plain.program.dataflow.uses.is_empty());
    let names: Vec<&str> = plain.program.globals.values().map(|of| of.name.as_str()).collect();
    assert!(names.iter().all(|name| !name.starts_with("assay.")), "{names:?}");
    // The branch of the loop, and nothing else.
    assert_eq!(plain.replay.edge_count, 2);
}

const GLOBALS: &str = "static int level = 1;
static struct { int low; char name[4]; } state;
static void set(int to) { level = to; state.low = to; state.name[to & 3] = 'x'; }
int main(int count, char **words) {
  if (count > 1)
    set(count);
  return level + state.low + state.name[1];
}
";

#[test]
fn pairs_between_functions_are_in_the_wider_scope_only() {
    let within = pairs(&load(GLOBALS, Some(Scope::Function)));
    assert!(within.contains(&"level 1->7 -".to_string()), "{within:?}");
    assert!(!within.contains(&"level 3->7 -".to_string()), "{within:?}");
    let between = pairs(&load(GLOBALS, Some(Scope::Program)));
    let wanted = ["level 3->7 -", "state.low 2->7 -", "state.low 3->7 -", "state.name[] 3->7 -"];
    for pair in wanted {
        assert!(between.contains(&pair.to_string()), "{pair}: {between:?}");
        assert!(!within.contains(&pair.to_string()), "{pair}: {within:?}");
    }
}

const TWICE: &str = "int main(int a, char **words) {
  int b = a;
  if (words[a] && b)
    b = 2;
  return b;
}
";

#[test]
fn what_stands_in_a_condition_is_used_in_a_predicate_once() {
    let found = pairs(&load(TWICE, Some(Scope::Function)));
    let of_line = |start: &str| found.iter().filter(|pair| pair.starts_with(start)).count();
    // An index, and the right side of `&&`, which clang branches on twice.
    assert_eq!(of_line("a 1->3"), 2, "{found:?}");
    assert_eq!(of_line("b 2->3"), 2, "{found:?}");
    assert_eq!(of_line("words 1->3"), 2, "{found:?}");
}

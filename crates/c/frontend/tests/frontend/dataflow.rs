//! Definitions, uses and which reach which, and the marks that observe them.

use crate::workplace::{Workplace, load_checked, request};
use assay_base::Id;
use assay_c_frontend::{Loaded, Request, Scope};
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

/// The pairs of one variable, without outcomes.
fn pairs_of(text: &str, variable: &str) -> Vec<String> {
    let found = pairs(&load(text, Some(Scope::Program)));
    let start = format!("{variable} ");
    let own = found.iter().filter_map(|pair| pair.strip_prefix(&start));
    let mut own: Vec<String> =
        own.map(|pair| pair.split(' ').next().unwrap_or_default().to_string()).collect();
    own.sort();
    own.dedup();
    own
}

const ALIASES: &str = "static void set(int *p) { *p = 1; }
int main(int a, char **words) {
  int x = 0, y = 2;
  if (a)
    set(&x);
  int *q = a > 1 ? &x : &y;
  *q = 3;
  return x + y;
}
";

#[test]
fn a_pointer_leads_to_what_it_may_point_to() {
    assert_eq!(pairs_of(ALIASES, "x"), ["1->8", "3->8", "7->8"]);
    assert_eq!(pairs_of(ALIASES, "y"), ["3->8", "7->8"]);
    let within = pairs(&load(ALIASES, Some(Scope::Function)));
    let of_x = within.iter().filter(|pair| pair.starts_with("x ")).collect::<Vec<_>>();
    assert_eq!(of_x, ["x 3->8 -"]);
}

#[test]
fn what_can_point_to_one_variable_only_redefines_it() {
    let always = ALIASES.replace("if (a)", "if (1)").replace("*q = 3", "(void)*q");
    assert_eq!(pairs_of(&always, "x"), ["1->7", "1->8"]);
    assert_eq!(pairs_of(&always, "y"), ["3->7", "3->8"]);
}

const FIELDS: &str = "struct pair { int low; int list[3]; int high; };
struct link { struct link *next; int *value; };
static int sum(struct link *from) { int sum = *from->value; return from->next ? sum + 1 : sum; }
int main(int a, char **words) {
  struct pair pair = { 1, { 2, 3, 4 }, 5 };
  int other = 6;
  struct link link = { 0, &other };
  int *at = pair.list;
  at[a] = 7;
  *++at = 8;
  int *high = &pair.high;
  *high = 9;
  return pair.low + pair.list[1] + pair.high + sum(&link);
}
";

#[test]
fn fields_are_told_apart_and_elements_are_not() {
    assert_eq!(pairs_of(FIELDS, "pair.low"), ["5->13"]);
    // All elements are one variable, so that one of them redefines it.
    assert_eq!(pairs_of(FIELDS, "pair.list[]"), ["10->13"]);
    assert_eq!(pairs_of(FIELDS, "pair.high"), ["12->13"]);
    assert_eq!(pairs_of(FIELDS, "other"), ["6->3"]);
    assert_eq!(pairs_of(FIELDS, "link.value"), ["7->3"]);
}

#[test]
fn where_a_frame_cannot_be_told_only_its_own_function_counts() {
    let recursive = "static void down(int *to, int n) {
  int own = n;
  if (n > 0)
    down(&own, n - 1);
  *to = own;
}
int main(int a, char **words) {
  int last = 0;
  down(&last, a);
  return last;
}
";
    assert_eq!(pairs_of(recursive, "own"), ["2->5"]);
    assert_eq!(pairs_of(recursive, "last"), ["5->10", "8->10"]);
    let jumping = format!(
        "#include <setjmp.h>\njmp_buf back;\n{}",
        ALIASES.replace("if (a)", "if (setjmp(back))")
    );
    assert_eq!(pairs_of(&jumping, "x"), ["5->10", "9->10"]);
}

#[test]
fn functions_of_the_library_pass_on_what_they_are_given() {
    let text = "#include <stdlib.h>
#include <string.h>
static int total;
static int order(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
static void add(int count, ...) {
  __builtin_va_list list;
  __builtin_va_start(list, count);
  total += *__builtin_va_arg(list, int *);
}
int main(int a, char **words) {
  int table[4] = {4, 3, 2, 1};
  char text[8] = \"a.b\";
  int one = 1;
  qsort(table, 4, sizeof *table, order);
  *strchr(text, '.') = ' ';
  add(1, &one);
  return text[0];
}
";
    assert_eq!(pairs_of(text, "table[]"), ["11->4"]);
    assert_eq!(pairs_of(text, "text[]"), ["12->17", "15->17"]);
    assert_eq!(pairs_of(text, "one"), ["13->8"]);
}

#[test]
fn a_run_can_tell_whether_a_pointer_has_hit_a_variable() {
    let loaded = load(ALIASES, Some(Scope::Program));
    let variables = &loaded.program.dataflow.variables;
    let hits = |name: &str| -> Vec<(u32, bool)> {
        let variable = variables.iter().find(|variable| variable.name == name).unwrap();
        let definitions = variable.definitions.iter();
        let mut found: Vec<(u32, bool)> =
            definitions.map(|of| (of.place.line, of.hit.is_some())).collect();
        found.sort_unstable();
        found
    };
    // What may point elsewhere has an edge for it.
    assert_eq!(hits("x"), [(1, false), (3, false), (7, true)]);
    assert_eq!(hits("y"), [(3, false), (7, true)]);
}

const SCANNED: &str = "int scanf(const char *format, ...);
int main(void) {
  int a = 1, b = 2;
  scanf(\"%d%*d%d\", &a, &b);
  return a + b;
}
";

#[test]
fn a_call_of_the_library_defines_what_it_is_given() {
    let loaded = load(SCANNED, Some(Scope::Function));
    // It may have converted nothing, so that what was there before is seen behind it too.
    assert_eq!(pairs(&loaded), ["a 3->5 -", "a 4->5 -", "b 3->5 -", "b 4->5 -"]);
    let variables = &loaded.program.dataflow.variables;
    for definition in variables.iter().flat_map(|variable| &variable.definitions) {
        let is_library = definition.kind == DefinitionKind::Library;
        assert_eq!(is_library, definition.place.line == 4);
        assert_eq!(is_library, definition.hit.is_some());
    }
}

const READ: &str = "long read(int file, void *to, unsigned long size);
char *fgets(char *to, int size, void *from);
int main(void) {
  char a = 1, b = 2;
  read(0, &a, 1);
  fgets(&b, 1, 0);
  return a + b;
}
";

#[test]
fn what_may_read_nothing_leaves_what_was_there() {
    let loaded = load(READ, Some(Scope::Function));
    assert_eq!(pairs(&loaded), ["a 4->7 -", "a 5->7 -", "b 4->7 -", "b 6->7 -"]);
}

const FRAMES: &str = "int down(int *from, int n) {
  int own = n;
  *from = own;
  return n > 0 ? down(&own, n - 1) : own;
}
int main(void) {
  int first = 0;
  return down(&first, 3) + first;
}
";

#[test]
fn what_is_not_looked_at_is_told() {
    let notes = load(FRAMES, Some(Scope::Program)).program.notes;
    assert_eq!(notes, ["dataflow: 1 access through a pointer is not looked at"]);
    assert_eq!(load(FRAMES, Some(Scope::Function)).program.notes, [""; 0]);
    assert_eq!(load(LOOP, Some(Scope::Program)).program.notes, [""; 0]);
}

//! Facts of proofs against the runs of a program: true ones pass, a false one is caught.

use assay_engine::{Image, LowerOptions, Subject, lower};
use assay_explore::{Observation, observe};
use assay_program::text::parse;
use assay_program::verify::verify;
use assay_program::{Edge, EdgeId, FuncId, Program};
use assay_prove::{Facts, Limits, News, Question, Start, prove};
use assay_verdict::World;
use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// The sum stays even, in a callee and through a pointer too.
const PROGRAM: &str = "
global @total i32 0
declare primitive input signed effect reads i32 @input()
define internal void @add(ptr v0, i32 v1) {
b0:
  jump b1
b1:
  v2 = phi i32 [0, b0], [v6, b2]
  v3 = icmp ne i32 v2, v1
  br v3, b2, b3
b2:
  v4 = load i32 v0, align 4
  v5 = add nsw i32 v4, 2
  store i32 v5, v0, align 4
  v6 = add nsw i32 v2, 1
  jump b1
b3:
  ret void
}
entry @main
define i32 @main() {
b0:
  v0 = alloca i32, i32 1, align 4
  store i32 0, v0, align 4
  v1 = call i32 @input()
  call void @add(ptr v0, i32 v1)
  v2 = call i32 @input()
  call void @add(ptr @total, i32 v2)
  v3 = load i32 v0, align 4
  v4 = icmp eq i32 v3, 7
  br v4, b1, b2
b1:
  ret 1
b2:
  v5 = load i32 @total, align 4
  v6 = icmp eq i32 v5, 9
  br v6, b3, b4
b3:
  ret 2
b4:
  ret 0
}
";

/// Asks for input for ever.
const ENDLESS: &str = "
declare primitive input signed effect reads i32 @input()
entry @main
define i32 @main() {
b0:
  jump b1
b1:
  v0 = phi i32 [0, b0], [0, b2], [v6, b3]
  v1 = icmp eq i32 v0, 5
  br v1, b4, b2
b2:
  v2 = call i32 @input()
  v3 = icmp ne i32 v2, 0
  br v3, b1, b3
b3:
  v4 = icmp eq i32 v0, 2
  v5 = add nsw i32 v0, 1
  v6 = select i1 v4, i32 2, v5
  jump b1
b4:
  ret 1
}
";

fn subject(text: &str) -> Subject {
    let program = parse(text).expect("the text is a program");
    assert_eq!(verify(&program), Ok(()));
    let program = &Arc::new(program);
    let image = Image::new(program);
    let code = lower(program, &image, LowerOptions::default());
    Subject {
        entry: program.entry.expect("it starts somewhere"),
        program: Arc::clone(program),
        code: Arc::new(code),
        image: Arc::new(image),
        world: Arc::new(World::default()),
        native: None,
        growing: None,
    }
}

/// What `main` itself decides.
fn own_edges(program: &Program, main: FuncId) -> BTreeSet<EdgeId> {
    let is_own = |(_, edge): &(EdgeId, &Edge)| edge.function == main;
    program.edges.iter().filter(is_own).map(|(id, _)| id).collect()
}

fn facts(subject: &Subject) -> Vec<Facts> {
    let program = &subject.program;
    let question = Question {
        program,
        entry: subject.entry,
        start: Start::Program,
        edges: own_edges(program, subject.entry),
        is_open: &|_| true,
        is_search_fruitful: &|| false,
        turns: None,
    };
    let interrupt: Arc<AtomicBool> = Arc::default();
    let deadline = Some(Instant::now() + Duration::from_secs(3600));
    let limits =
        Limits { deadline, interrupt: Arc::clone(&interrupt), seed: 0, is_repeatable: false };
    let mut facts = Vec::new();
    let answer = prove(&question, &limits, &mut |news| {
        if let News::Proved(certificate) = news {
            facts.extend(certificate.facts);
            interrupt.store(!facts.is_empty(), Ordering::Relaxed);
        }
    });
    assert_eq!(answer, Ok(()));
    facts
}

fn observed(subject: &Subject, facts: &[Facts]) -> Observation {
    let tests = [vec![(32, 3), (32, 5)], vec![(32, 0), (32, 0)], Vec::new()];
    observe(subject, facts, &tests, 4 << 30, Instant::now() + Duration::from_secs(3600))
}

#[test]
fn a_fact_that_does_not_hold_is_caught() {
    let subject = subject(PROGRAM);
    let mut facts = facts(&subject);
    assert!(!facts.is_empty(), "nothing was proved");
    let honest = observed(&subject, &facts);
    assert_eq!(honest.violated, []);
    assert_eq!((honest.tests, honest.unfinished), (3, 0));
    assert_eq!((honest.evaluated, honest.facts), (honest.facts, facts[0].list.len()));
    assert!(honest.evaluations > honest.facts as u64);

    facts[0].negate(0);
    let broken = observed(&subject, &facts);
    assert_eq!(broken.violated.len(), 1);
    assert_eq!(broken.violated[0].0, 0);
}

#[test]
fn a_run_ends_with_the_inputs_of_its_test() {
    let subject = subject(ENDLESS);
    let facts = facts(&subject);
    assert!(!facts.is_empty(), "nothing was proved");
    let seen = observed(&subject, &facts);
    assert_eq!((seen.tests, seen.unfinished, seen.violated), (3, 0, Vec::new()));
    let states = seen.evaluations / seen.facts as u64;
    assert!((2..10_000).contains(&states), "{states}");
}

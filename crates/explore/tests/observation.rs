//! Facts of proofs against the runs of a program: true ones pass, a false one is caught.

use assay_engine::{Image, LowerOptions, Subject, find_builtin, is_library_function, lower};
use assay_explore::{Observation, observe};
use assay_frontend_llvm::{Project, Request};
use assay_program::{Edge, EdgeId, FuncId, Program};
use assay_prove::{Facts, Limits, News, Question, Start, prove};
use assay_verdict::World;
use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// The sum stays even, in a callee and through a pointer too.
const PROGRAM: &str = "
int __VERIFIER_nondet_int(void);
static int total;
static void add(int *to, int turns) {
    for (int i = 0; i != turns; i++)
        *to += 2;
}
int main(void) {
    int own = 0;
    add(&own, __VERIFIER_nondet_int());
    add(&total, __VERIFIER_nondet_int());
    if (own == 7)
        return 1;
    if (total == 9)
        return 2;
    return 0;
}
";

/// Asks for input for ever.
const ENDLESS: &str = "
int __VERIFIER_nondet_int(void);
int main(void) {
    int turns = 0;
    for (;;) {
        if (turns == 5)
            return 1;
        turns = __VERIFIER_nondet_int() ? 0 : turns == 2 ? 2 : turns + 1;
    }
}
";

fn program(name: &str, text: &str) -> Arc<Program> {
    let folder = std::env::temp_dir().join(format!("assay-{name}-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder can be made");
    let file = folder.join("program.c");
    std::fs::write(&file, text).expect("the program can be written");
    let request = Request {
        inputs: vec![file],
        known: |name| find_builtin(name).is_some() || is_library_function(name),
        ..Request::default()
    };
    let project = Project::open(&request).expect("the program is C");
    let loaded = project.program().expect("the program has a main");
    std::fs::remove_dir_all(&folder).expect("the folder can be removed");
    Arc::new(loaded.program)
}

fn subject(program: &Arc<Program>) -> Subject {
    let image = Image::new(program);
    let code = lower(program, &image, LowerOptions::default());
    Subject {
        entry: program.function_named("main").expect("there is a main"),
        program: Arc::clone(program),
        code: Arc::new(code),
        image: Arc::new(image),
        world: Arc::new(World::default()),
        native: None,
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
    let program = program("even", PROGRAM);
    let subject = subject(&program);
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
    let program = program("endless", ENDLESS);
    let subject = subject(&program);
    let facts = facts(&subject);
    assert!(!facts.is_empty(), "nothing was proved");
    let seen = observed(&subject, &facts);
    assert_eq!((seen.tests, seen.unfinished, seen.violated), (3, 0, Vec::new()));
    let states = seen.evaluations / seen.facts as u64;
    assert!((2..10_000).contains(&states), "{states}");
}

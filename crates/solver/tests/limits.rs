//! Timeouts, deadlines and interrupts hold.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use assay_base::ProcessorTime;
use assay_expr::{Assignment, Term, Terms};
use assay_solver::{Answer, Backend, Config, Layer, Solver, Unknown};

/// Longer than any test takes.
const HOURS: Duration = Duration::from_secs(10 * 3600);

/// Two factors of a product of two primes of 32 bits: hours of work for any solver. Whoever gives
/// an answer has stopped before its time.
fn factoring(terms: &mut Terms) -> Vec<Term> {
    let [a, b] = [0; 2].map(|_| terms.new_variable(32).1);
    let [wide_a, wide_b] = [a, b].map(|factor| terms.zero_extend(factor, 64));
    let product = terms.mul(wide_a, wide_b);
    let semiprime = terms.constant(64, 3_267_000_013 * 2_860_486_313);
    let one = terms.constant(32, 1);
    vec![terms.eq(product, semiprime), terms.ult(one, a), terms.ult(a, b)]
}

fn solver(backend: Backend, timeout: Duration) -> Solver {
    Solver::new(Config { backend, timeout, ..Config::default() })
}

/// Warms the solver up, so that only the search is measured.
fn warm(solver: &mut Solver, terms: &mut Terms) {
    let [a, b] = [0; 2].map(|_| terms.new_variable(16).1);
    let product = terms.mul(a, b);
    let constant = terms.constant(16, 12345);
    let goal = terms.eq(product, constant);
    assert!(solver.check(terms, &[goal]).is_sat());
}

#[test]
fn a_hard_query_times_out() {
    for backend in [Backend::Bitblast, Backend::Z3, Backend::Auto] {
        let mut terms = Terms::new();
        let mut solver = solver(backend, Duration::from_millis(50));
        warm(&mut solver, &mut terms);
        let query = factoring(&mut terms);
        let answer = solver.check(&terms, &query);
        assert!(matches!(answer, Answer::Unknown(Unknown::Timeout)), "{backend:?}: {answer:?}");
    }
}

#[test]
fn a_query_that_timed_out_is_not_tried_again_with_the_same_time() {
    let mut terms = Terms::new();
    let mut solver = solver(Backend::Bitblast, Duration::from_millis(30));
    let query = factoring(&mut terms);
    assert!(matches!(solver.check(&terms, &query), Answer::Unknown(Unknown::Timeout)));
    let known = solver.stats().answered(Layer::ExactCache);
    assert!(matches!(solver.check(&terms, &query), Answer::Unknown(Unknown::Timeout)));
    assert_eq!(solver.stats().answered(Layer::ExactCache), known + 1);
    // With more time it is.
    solver.set_timeout(Duration::from_millis(60));
    assert!(matches!(solver.check(&terms, &query), Answer::Unknown(Unknown::Timeout)));
    assert_eq!(solver.stats().answered(Layer::ExactCache), known + 1);
}

#[test]
fn no_query_runs_past_the_deadline() {
    let mut terms = Terms::new();
    let mut solver = solver(Backend::Auto, HOURS);
    let query = factoring(&mut terms);
    solver.set_deadline(Some(Instant::now() + Duration::from_millis(50)));
    assert!(matches!(solver.check(&terms, &query), Answer::Unknown(Unknown::Timeout)));
}

/// What a loop of thousands of turns makes of one byte, with a condition in each turn; and what no
/// byte fulfils, for x² + x is even.
fn long_loop(terms: &mut Terms) -> Vec<Term> {
    let byte = terms.new_variable(8).1;
    let seventeen = terms.constant(8, 17);
    let mut state = byte;
    let turns = (0..4000).map(|_| {
        let square = terms.mul(state, state);
        state = terms.add(square, byte);
        let is_it = terms.eq(state, seventeen);
        terms.not(is_it)
    });
    let mut query: Vec<Term> = turns.collect();
    let square = terms.mul(byte, byte);
    let even = terms.add(square, byte);
    query.push(terms.extract(even, 0, 1));
    query
}

#[test]
fn very_large_constraints_on_one_byte_are_not_evaluated_for_all_of_its_values() {
    let mut terms = Terms::new();
    let mut solver = solver(Backend::Auto, HOURS);
    let query = long_loop(&mut terms);
    let start = ProcessorTime::now();
    assert!(matches!(solver.check(&terms, &query), Answer::Unsat));
    // It takes some milliseconds of the processor's time, whatever else that does; all values take
    // minutes.
    assert!(start.elapsed() < Duration::from_secs(20), "it took {:?}", start.elapsed());
}

#[test]
fn the_interrupt_stops_a_running_query() {
    for backend in [Backend::Bitblast, Backend::Z3] {
        let mut terms = Terms::new();
        let mut solver = solver(backend, HOURS);
        let flag = Arc::new(AtomicBool::new(false));
        solver.set_interrupt(flag.clone());
        warm(&mut solver, &mut terms);
        let query = factoring(&mut terms);
        let raise = flag.clone();
        let raiser = std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(50));
            raise.store(true, Ordering::Relaxed);
        });
        let answer = solver.check(&terms, &query);
        assert!(matches!(answer, Answer::Unknown(Unknown::Interrupted)), "{backend:?}: {answer:?}");
        assert!(raiser.join().is_ok());
        // The solver works again once the flag is down.
        flag.store(false, Ordering::Relaxed);
        let x = terms.new_variable(16).1;
        let square = terms.mul(x, x);
        let goal = terms.constant(16, 2116);
        let goal = terms.eq(square, goal);
        assert!(solver.solve(&terms, &[], goal, &Assignment::new()).is_sat());
    }
}

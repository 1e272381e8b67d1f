//! Measures the time of a query on path conditions as concolic execution makes them:
//! `cargo run --release -p assay-solver --example latency [NAME]`.
//!
//! Each workload walks paths: at every step the negation of the next branch is asked, then the
//! branch itself joins the path, and the walk goes on from a model now and then.

use std::time::Instant;

use assay_base::Rng;
use assay_expr::{Assignment, Evaluator, Term, Terms};
use assay_solver::{Answer, Config, Layer, Solver};

/// The branch conditions of one run of a program, for the input at hand.
type Program = fn(&mut Terms, &[Term], &mut Rng) -> Vec<Term>;

struct Workload {
    name: &'static str,
    inputs: usize,
    width: u32,
    program: Program,
}

const WORKLOADS: [Workload; 6] = [
    Workload { name: "bytes against constants", inputs: 48, width: 8, program: byte_comparisons },
    Workload { name: "tcas-like comparisons", inputs: 12, width: 32, program: comparisons },
    Workload { name: "character classes", inputs: 32, width: 8, program: character_classes },
    Workload { name: "integers of four bytes", inputs: 32, width: 8, program: joined_bytes },
    Workload { name: "sums and differences", inputs: 8, width: 32, program: sums },
    Workload { name: "hashes and remainders", inputs: 8, width: 16, program: hashes },
];

fn byte_comparisons(terms: &mut Terms, inputs: &[Term], rng: &mut Rng) -> Vec<Term> {
    let mut branches = Vec::new();
    for input in inputs {
        for _ in 0..1 + rng.below(4) {
            let constant = terms.constant(8, rng.word().into());
            let branch = match rng.below(3) {
                0 => terms.eq(*input, constant),
                1 => terms.ult(*input, constant),
                _ => terms.sle(constant, *input),
            };
            branches.push(branch);
        }
    }
    branches
}

fn comparisons(terms: &mut Terms, inputs: &[Term], rng: &mut Rng) -> Vec<Term> {
    let offset = terms.constant(32, 300);
    let mut branches = Vec::new();
    for _ in 0..40 {
        let (a, b) = (inputs[rng.below(inputs.len())], inputs[rng.below(inputs.len())]);
        let constant = terms.constant(32, (rng.below(2000) as u128).wrapping_sub(200));
        let raised = terms.add(b, offset);
        let branch = match rng.below(5) {
            0 => terms.eq(a, constant),
            1 => terms.slt(a, constant),
            2 => terms.slt(constant, a),
            3 => terms.slt(a, b),
            _ => {
                let condition = terms.slt(a, constant);
                let chosen = terms.ite(condition, raised, b);
                terms.slt(chosen, a)
            }
        };
        branches.push(branch);
    }
    branches
}

fn character_classes(terms: &mut Terms, inputs: &[Term], rng: &mut Rng) -> Vec<Term> {
    let class = |character: u8| match character {
        b'0'..=b'9' => 8,
        b'a'..=b'z' | b'A'..=b'Z' => 4,
        b' ' | b'\t' | b'\n' => 2,
        _ => 0u128,
    };
    let entries: Vec<Term> = (0..=255).map(|c| terms.constant(16, class(c))).collect();
    let zero = terms.constant(16, 0);
    let mut branches = Vec::new();
    for input in inputs {
        for _ in 0..3 {
            let bit = terms.constant(16, 1 << (1 + rng.below(3)));
            let looked_up = terms.lookup(&entries, *input);
            let masked = terms.and(looked_up, bit);
            branches.push(terms.ne(masked, zero));
        }
    }
    branches
}

fn joined_bytes(terms: &mut Terms, inputs: &[Term], rng: &mut Rng) -> Vec<Term> {
    let mut branches = Vec::new();
    for bytes in inputs.chunks_exact(4) {
        let high = terms.concat(bytes[3], bytes[2]);
        let low = terms.concat(bytes[1], bytes[0]);
        let word = terms.concat(high, low);
        for _ in 0..6 {
            let constant = terms.constant(32, (rng.word() as u32).into());
            let branch = match rng.below(3) {
                0 => terms.eq(word, constant),
                1 => terms.slt(word, constant),
                _ => {
                    let masked = terms.and(word, constant);
                    terms.ult(masked, constant)
                }
            };
            branches.push(branch);
        }
    }
    branches
}

fn sums(terms: &mut Terms, inputs: &[Term], rng: &mut Rng) -> Vec<Term> {
    let mut branches = Vec::new();
    for _ in 0..24 {
        let [a, b, c] = [0; 3].map(|_| inputs[rng.below(inputs.len())]);
        let constant = terms.constant(32, rng.below(100_000) as u128);
        let sum = terms.add(a, b);
        let difference = terms.sub(sum, c);
        branches.push(match rng.below(3) {
            0 => terms.slt(difference, constant),
            1 => terms.slt(sum, c),
            _ => terms.eq(difference, constant),
        });
    }
    branches
}

fn hashes(terms: &mut Terms, inputs: &[Term], rng: &mut Rng) -> Vec<Term> {
    let mut branches = Vec::new();
    let mut hash = terms.constant(16, 5381);
    let (factor, modulus) = (terms.constant(16, 33), terms.constant(16, 64));
    for input in inputs.iter().take(4) {
        let scaled = terms.mul(hash, factor);
        hash = terms.xor(scaled, *input);
        let bucket = terms.urem(hash, modulus);
        let wanted = terms.constant(16, rng.below(64) as u128);
        branches.push(terms.eq(bucket, wanted));
        branches.push(terms.ult(wanted, bucket));
    }
    branches
}

/// Walks one path, asking for each branch's other side; the times go to `times`.
fn walk(
    terms: &mut Terms,
    solver: &mut Solver,
    branches: &[Term],
    base: &mut Assignment,
    rng: &mut Rng,
    times: &mut Vec<f64>,
) {
    let mut evaluator = Evaluator::new();
    let mut path = Vec::new();
    for branch in branches {
        evaluator.reset();
        let taken = evaluator.value(terms, base, *branch) == 1;
        let other = terms.not(*branch);
        let (constraint, goal) = if taken { (*branch, other) } else { (other, *branch) };
        let start = Instant::now();
        let answer = solver.solve(terms, &path, goal, base);
        times.push(start.elapsed().as_secs_f64() * 1e6);
        match answer {
            Answer::Sat(model) if rng.below(3) == 0 => {
                path.push(goal);
                *base = model;
            }
            _ => path.push(constraint),
        }
    }
}

fn main() {
    let wanted = std::env::args().nth(1).unwrap_or_default();
    for workload in WORKLOADS.iter().filter(|workload| workload.name.contains(&wanted)) {
        let mut terms = Terms::new();
        let inputs: Vec<Term> =
            (0..workload.inputs).map(|_| terms.new_variable(workload.width).1).collect();
        let mut solver = Solver::new(Config::default());
        let mut times = Vec::new();
        for program in 0..20 {
            let branches = (workload.program)(&mut terms, &inputs, &mut Rng::new(program));
            for run in 0..10 {
                let mut rng = Rng::new(100 * program + run);
                let mut base = Assignment::new();
                walk(&mut terms, &mut solver, &branches, &mut base, &mut rng, &mut times);
            }
        }
        report(workload.name, &solver, times);
    }
}

fn report(name: &str, solver: &Solver, mut times: Vec<f64>) {
    times.sort_by(f64::total_cmp);
    let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize];
    let mean = times.iter().sum::<f64>() / times.len() as f64;
    println!(
        "{name}: {} queries, mean {mean:.1} µs, median {:.1}, 90 % {:.1}, 99 % {:.1}, worst {:.0}",
        times.len(),
        at(0.5),
        at(0.9),
        at(0.99),
        at(1.0)
    );
    let stats = solver.stats();
    println!("    {stats}");
    let backend = stats.answered(Layer::Bitblast).max(1) as f64;
    println!(
        "    {:.1} µs for each query to CaDiCaL",
        stats.bitblast_time.as_secs_f64() * 1e6 / backend
    );
}

//! Every rule is proved by a solver: an instance of it is built twice, once with and once without
//! simplification, and Z3 must find no input on which the two differ.

mod cases;
mod notation;
mod random;

use std::io::Write;
use std::process::{Command, Stdio};

use crate::{BinaryOp, Node, Term, Terms, smtlib};
use notation::Reader;

/// The sources whose comments name the rules.
const SOURCES: [&str; 11] = [
    include_str!("../mod.rs"),
    include_str!("../arithmetic.rs"),
    include_str!("../bitwise.rs"),
    include_str!("../choice.rs"),
    include_str!("../compare.rs"),
    include_str!("../division.rs"),
    include_str!("../equality.rs"),
    include_str!("../extension.rs"),
    include_str!("../float.rs"),
    include_str!("../monotone.rs"),
    include_str!("../structure.rs"),
];

#[test]
fn every_rule_has_a_case_and_every_case_a_rule() {
    let rules: Vec<&str> = SOURCES
        .iter()
        .flat_map(|source| source.lines())
        .filter_map(|line| line.trim().strip_prefix("// "))
        .filter(|comment| comment.contains('→'))
        .collect();
    assert!(rules.len() > 150, "the comments are not where they were");
    for rule in &rules {
        assert!(cases::CASES.iter().any(|case| case.0 == *rule), "no case proves `{rule}`");
    }
    for case in cases::CASES {
        assert!(rules.contains(&case.0), "`{}` is not a rule", case.0);
    }
}

#[test]
fn a_solver_proves_every_rule() {
    let mut names = Vec::new();
    let mut script = String::new();
    for &(rule, widths, text) in cases::CASES {
        for &width in widths {
            script.push_str(&disagreement(rule, width, text));
            script.push_str("(reset)\n");
            names.push(format!("`{rule}` as {text} at {width} bits"));
        }
    }
    let answers = ask_z3(script);
    assert_eq!(answers.lines().count(), names.len(), "{answers}");
    for (answer, name) in answers.lines().zip(names) {
        assert_eq!(answer, "unsat", "{name}");
    }
}

/// A script that is satisfiable where the simplified and the plain term may differ.
fn disagreement(rule: &str, width: u32, text: &str) -> String {
    let mut terms = Terms::new();
    // The simplified one first: a node that is already there is not simplified again.
    let simplified = Reader::simplifying(&mut terms, width).read(text);
    let plain = Reader::plain(&mut terms, width).read(text);
    assert_ne!(simplified, plain, "`{rule}` does not apply to {text} at {width} bits");
    let equal = terms.raw(Node::Binary(BinaryOp::Eq, simplified, plain), 1);
    let differ = terms.raw(Node::Not(equal), 1);
    smtlib(&terms, &[differ])
}

/// What Z3 prints for a script.
pub(crate) fn ask_z3(script: String) -> String {
    let mut solver = Command::new("z3")
        .arg("-in")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("z3 is installed");
    let mut input = solver.stdin.take().expect("standard input is a pipe");
    // Written beside reading, since both pipes may fill up.
    let writer = std::thread::spawn(move || input.write_all(script.as_bytes()));
    let output = solver.wait_with_output().expect("z3 runs");
    writer.join().expect("the writer does not panic").expect("z3 reads its input");
    String::from_utf8(output.stdout).expect("z3 prints text")
}

fn variables<const N: usize>(terms: &mut Terms, width: u32) -> [Term; N] {
    std::array::from_fn(|_| terms.new_variable(width).1)
}

#[test]
fn bytes_put_together_are_the_value_again() {
    let mut terms = Terms::new();
    let [x, y] = variables(&mut terms, 32);
    let [small] = variables(&mut terms, 8);
    let wide = terms.sign_extend(small, 32);
    let sum = terms.add(x, y);
    let narrowed = terms.add(wide, y);
    let mixed = terms.xor(x, y);
    let values = [x, sum, narrowed, mixed, wide];
    for value in values {
        let bytes = [0, 8, 16, 24].map(|low| terms.extract(value, low, 8));
        let from_low = bytes[1..].iter().fold(bytes[0], |low, &high| terms.concat(high, low));
        let from_high =
            bytes[..3].iter().rev().fold(bytes[3], |high, &low| terms.concat(high, low));
        assert_eq!(from_low, value);
        assert_eq!(from_high, value);
    }
}

#[test]
fn shifted_and_joined_bytes_become_one_concat() {
    let mut terms = Terms::new();
    let bytes: [Term; 4] = variables(&mut terms, 8);
    let mut joined = terms.constant(32, 0);
    let mut expected = bytes[0];
    for (place, &byte) in bytes.iter().enumerate() {
        let wide = terms.zero_extend(byte, 32);
        let shift = terms.constant(32, 8 * place as u128);
        let shifted = terms.shl(wide, shift);
        joined = terms.or(joined, shifted);
        if place > 0 {
            expected = terms.concat(byte, expected);
        }
    }
    assert_eq!(joined, expected);
}

#[test]
fn uninitialised_memory_is_not_folded() {
    let mut terms = Terms::new();
    let unknown = terms.uninitialised(8, 7, 0);
    let one = terms.constant(8, 1);
    let sum = terms.add(unknown, one);
    assert_eq!(terms.as_constant(sum), None);
    assert!(terms.reads_uninitialised(sum));
    let zero = terms.constant(8, 0);
    assert_eq!(terms.and(sum, zero), zero);
}

#[test]
fn deep_terms_neither_overflow_the_stack_nor_take_long() {
    let mut terms = Terms::new();
    let [x] = variables(&mut terms, 8);
    let bits: [Term; 2] = variables(&mut terms, 1);
    let five = terms.constant(8, 5);
    let mut deep = x;
    for step in 0..100_000 {
        let wrapped = terms.constant(8, step as u128 % 4);
        deep = terms.ite(bits[step % 2], wrapped, deep);
        deep = terms.xor(deep, x);
    }
    let equal = terms.eq(deep, five);
    assert_eq!(terms.variables(equal).len(), 3);

    // A comparison goes down a chain of choices, but not without end.
    let mut chain = x;
    for step in 0..100_000 {
        let entry = terms.constant(8, step as u128 % 4);
        chain = terms.ite(bits[step % 2], entry, chain);
    }
    let before = terms.len();
    let equal = terms.eq(chain, five);
    assert_eq!(terms.variables(equal).len(), 3);
    assert!(terms.len() - before < 1000);
}

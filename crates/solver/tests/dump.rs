//! Dumped queries are complete SMT-LIB scripts: the `z3` program gives the same answer.

use std::path::PathBuf;
use std::process::Command;

use assay_expr::{FloatBinaryOp, Format, Terms};
use assay_solver::{Config, Solver};

/// A folder of this test, removed at the end.
struct Folder(PathBuf);

impl Drop for Folder {
    fn drop(&mut self) {
        // What cannot be removed from the temporary folder does no harm there.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

#[test]
fn dumped_queries_are_accepted_by_z3() {
    let name = format!("assay-solver-dump-{}", std::process::id());
    let folder = Folder(std::env::temp_dir().join(name));
    let mut solver =
        Solver::new(Config { dump: Some(folder.0.clone()), check: true, ..Config::default() });
    let mut terms = Terms::new();
    let [a, b] = [0; 2].map(|_| terms.new_variable(16).1);
    let product = terms.mul(a, b);
    let one = terms.constant(16, 1);
    let limit = terms.constant(16, 200);
    let mut query =
        vec![terms.ult(one, a), terms.ult(one, b), terms.ult(a, limit), terms.ult(b, limit)];
    for wanted in [143, 149] {
        let wanted = terms.constant(16, wanted);
        query.push(terms.eq(product, wanted));
        solver.check(&terms, &query);
        query.pop();
    }
    let x = terms.new_variable(32).1;
    let less = terms.float_binary(FloatBinaryOp::Lt, Format::Single, x, x);
    let sum = terms.float_binary(FloatBinaryOp::Add, Format::Single, x, x);
    let above = terms.float_binary(FloatBinaryOp::Lt, Format::Single, sum, x);
    let also_above = terms.float_binary(FloatBinaryOp::Lt, Format::Single, x, sum);
    solver.check(&terms, &[above, also_above]);
    solver.check(&terms, &[less]);
    let mut count = 0;
    for entry in std::fs::read_dir(&folder.0).expect("queries were dumped") {
        let path = entry.expect("a folder entry").path();
        let text = std::fs::read_to_string(&path).expect("a dumped query");
        let expected = text.lines().next().and_then(|line| line.strip_prefix("; answer: "));
        let output = Command::new("z3").arg(&path).output().expect("z3 is installed");
        let answer = String::from_utf8_lossy(&output.stdout);
        assert_eq!(answer.lines().next(), expected, "{}", path.display());
        count += 1;
    }
    assert!(count >= 3, "{count} queries were dumped");
}

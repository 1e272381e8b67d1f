//! Random Java programs, run on the machine and on the JVM.
//!
//! `ASSAY_JAVA_SEEDS=0..2000 cargo test -p assay-java --test random` compares more of them, and
//! `ASSAY_JAVA_KEEP=DIR` keeps the sources.

#[path = "../programs/machine.rs"]
mod machine;

mod expressions;
mod program;

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

/// As the other harness has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    pub output: String,
    pub status: Result<i64, String>,
}

/// Programs that one javac and one JVM deal with.
const BATCH: usize = 100;

fn main() -> ExitCode {
    let seeds: Vec<u64> = seeds().collect();
    let wrong: usize = seeds.chunks(BATCH).map(compare).sum();
    println!("random programs: {} right, {wrong} wrong", seeds.len() - wrong);
    if wrong == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn seeds() -> std::ops::Range<u64> {
    let text = std::env::var("ASSAY_JAVA_SEEDS").unwrap_or_else(|_| "0..40".to_string());
    let (from, to) = text.split_once("..").expect("a range: 0..40");
    from.parse().expect("a number")..to.parse().expect("a number")
}

/// How many of these programs do something else on the machine than on the JVM.
fn compare(seeds: &[u64]) -> usize {
    let kept = std::env::var_os("ASSAY_JAVA_KEEP").map(PathBuf::from);
    let scratch = std::env::temp_dir().join(format!("assay-random-java-{}", std::process::id()));
    let folder = kept.clone().unwrap_or_else(|| scratch.clone());
    std::fs::create_dir_all(&folder).expect("a scratch folder");
    let mut sources = vec![folder.join("All.java")];
    for &seed in seeds {
        let source = folder.join(format!("R{seed}.java"));
        std::fs::write(&source, program::program(seed)).expect("written");
        sources.push(source);
    }
    std::fs::write(&sources[0], all(seeds)).expect("written");
    let classes = folder.join("classes");
    compile(&sources, &classes);
    let expected = expected(&classes, seeds.len());
    let outcomes = seeds.iter().zip(&expected);
    let wrong = outcomes.filter(|(seed, expected)| !holds(**seed, expected, &classes)).count();
    if kept.is_none() {
        let _ = std::fs::remove_dir_all(&scratch);
    }
    wrong
}

/// Runs them all, with a line of its own before each.
fn all(seeds: &[u64]) -> String {
    let calls: String = seeds
        .iter()
        .map(|seed| format!("        System.out.println(\"\\f\");\n        R{seed}.main(args);\n"))
        .collect();
    format!("class All {{\n    public static void main(String[] args) {{\n{calls}    }}\n}}\n")
}

fn compile(sources: &[PathBuf], into: &Path) {
    let mut command = Command::new("javac");
    command.args(["-g", "-nowarn", "-d"]).arg(into).args(sources);
    let output = command.output().expect("javac runs");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "a random program is no Java: {said}");
}

fn expected(classes: &Path, count: usize) -> Vec<String> {
    let mut command = Command::new("java");
    command.args(["-XX:TieredStopAtLevel=1", "-cp"]).arg(classes).arg("All");
    let output = command.output().expect("java runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let parts: Vec<String> = text.split("\u{c}\n").skip(1).map(str::to_string).collect();
    assert_eq!(parts.len(), count, "one part of output for each program");
    parts
}

fn holds(seed: u64, expected: &str, classes: &Path) -> bool {
    let (found, _) = machine::run(classes, &format!("R{seed}"), &[]);
    let is_right = found.status == Ok(0) && found.output == expected;
    if !is_right {
        println!("seed {seed}: {:?}", found.status);
        let mut lines = expected.lines().zip(found.output.lines());
        if let Some((a, b)) = lines.find(|(a, b)| a != b) {
            println!("  expected {a:?}\n  found    {b:?}");
        }
    }
    is_right
}

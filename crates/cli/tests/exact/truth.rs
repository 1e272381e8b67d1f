//! What any input reaches: all of them are tried in one native program, and `llvm-cov` says what
//! was executed. Every function returns, so its counts are exact.

use crate::generator::{Function, Generated, Kind};
use crate::workplace::{LIMIT, Workplace};
use rustc_hash::FxHashMap;
use serde_json::Value;
use std::fmt::Write;
use std::fs;

pub const SOURCE: &str = "random.c";

/// A function and a place in it.
type Place = (String, u64, u64);

/// What all inputs together reach. Where two things begin at one place, nothing is said.
#[derive(Default)]
pub struct Truth {
    /// Whether a condition was ever true, and ever false.
    branches: FxHashMap<Place, Option<(bool, bool)>>,
    code: FxHashMap<Place, Option<bool>>,
    decisions: Vec<Decision>,
}

struct Decision {
    function: String,
    begin: (u64, u64),
    end: (u64, u64),
    /// Which conditions have an independence pair.
    pairs: Vec<bool>,
}

impl Truth {
    /// Runs all inputs of all functions.
    pub fn of(place: &Workplace, generated: &Generated) -> Truth {
        fs::write(place.path(SOURCE), &generated.source).expect("the folder can be written to");
        fs::write(place.path("all.c"), driver(&generated.functions)).expect("the same");
        let flags = ["-O1", "-w", "-fprofile-instr-generate", "-fcoverage-mapping"];
        let mut arguments = flags.to_vec();
        arguments.extend(["-fcoverage-mcdc", "-Dmain=unused", SOURCE, "-c", "-o", "random.o"]);
        run(place, "clang-19", &arguments);
        let linked = ["-O1", "-fprofile-instr-generate", "all.c", "random.o", "-o", "all"];
        run(place, "clang-19", &linked);
        run(place, "sh", &["-c", "LLVM_PROFILE_FILE=all.profraw exec ./all"]);
        run(place, "llvm-profdata-19", &["merge", "all.profraw", "-o", "all.profdata"]);
        let export = ["export", "./all", "-instr-profile=all.profdata"];
        let export = run(place, "llvm-cov-19", &export);
        Truth::read(&serde_json::from_str(&export).expect("llvm-cov writes JSON"))
    }

    /// From what `llvm-cov` exports.
    pub fn read(export: &Value) -> Truth {
        let mut truth = Truth::default();
        for function in items(&export["data"][0]["functions"]) {
            let name = function["name"].as_str().unwrap_or_default();
            // Those of static functions begin with the file.
            let name = name.rsplit(':').next().unwrap_or(name).to_string();
            for branch in items(&function["branches"]) {
                let outcome = (number(branch, 4) != 0, number(branch, 5) != 0);
                let at = (name.clone(), number(branch, 0), number(branch, 1));
                truth.branches.entry(at).and_modify(|known| *known = None).or_insert(Some(outcome));
            }
            for region in items(&function["regions"]).filter(|region| number(region, 7) == 0) {
                let at = (name.clone(), number(region, 0), number(region, 1));
                let count = Some(number(region, 4) != 0);
                truth.code.entry(at).and_modify(|known| *known = None).or_insert(count);
            }
            for decision in items(&function["mcdc_records"]) {
                let begin = (number(decision, 0), number(decision, 1));
                let end = (number(decision, 2), number(decision, 3));
                let list =
                    decision.as_array().and_then(|of| of.iter().rev().find(|of| of.is_array()));
                let pairs = list.into_iter().flat_map(items).map(|of| of == true).collect();
                let function = name.clone();
                truth.decisions.push(Decision { function, begin, end, pairs });
            }
        }
        truth
    }

    pub fn branch(&self, function: &str, place: (u64, u64), outcome: bool) -> Option<bool> {
        let key = (function.to_string(), place.0, place.1);
        let (on_true, on_false) = (*self.branches.get(&key)?)?;
        Some(if outcome { on_true } else { on_false })
    }

    pub fn code(&self, function: &str, place: (u64, u64)) -> Option<bool> {
        *self.code.get(&(function.to_string(), place.0, place.1))?
    }

    /// Whether a condition, the `at`-th of `all`, has an independence pair. A place inside is
    /// enough to know the decision by, for none that `llvm-cov` knows is inside of another.
    pub fn pair(&self, function: &str, place: (u64, u64), at: usize, all: usize) -> Option<bool> {
        let mut found = self.decisions.iter().filter(|of| {
            of.function == function && of.begin <= place && place < of.end && of.pairs.len() == all
        });
        let decision = found.next().filter(|_| found.next().is_none())?;
        decision.pairs.get(at).copied()
    }
}

fn items(list: &Value) -> impl Iterator<Item = &Value> {
    list.as_array().into_iter().flatten()
}

fn number(list: &Value, at: usize) -> u64 {
    list[at].as_u64().unwrap_or(0)
}

fn run(place: &Workplace, tool: &str, arguments: &[&str]) -> String {
    let finished = place.finish(place.tool(tool, arguments), LIMIT);
    let finished = finished.unwrap_or_else(|| panic!("{tool} {arguments:?} does not end"));
    assert_eq!(finished.code(), 0, "{tool} {arguments:?}: {}", finished.stderr);
    finished.stdout
}

/// A program that calls every function with every input.
fn driver(functions: &[Function]) -> String {
    let mut text = String::new();
    for kind in ["_Bool", "signed char", "unsigned char", "short", "unsigned short"] {
        let name = kind.replace(' ', "_");
        let _ = writeln!(text, "{kind} __VERIFIER_nondet_{name}(void) {{ return 0; }}");
    }
    let list = |kinds: &[Kind]| kinds.iter().map(|kind| kind.name()).collect::<Vec<_>>().join(", ");
    for function in functions {
        let _ = writeln!(text, "int {}({});", function.name, list(&function.parameters));
    }
    text.push_str("unsigned sum;\nint main(void) {\n");
    for function in functions {
        let names = &["a", "b", "c"][..function.parameters.len()];
        for (name, kind) in names.iter().zip(&function.parameters) {
            let (low, high) = kind.range();
            let _ = writeln!(text, "    for (int {name} = {low}; {name} <= {high}; {name}++)");
        }
        let _ = writeln!(text, "        sum += {}({});", function.name, names.join(", "));
    }
    text.push_str("    return 0;\n}\n");
    text
}

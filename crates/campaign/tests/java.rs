//! Covers every program in `tests/programs/java/cover`: its head says the unit, and how many
//! outcomes of branches tests were seen to take on the JVM. Every test compiles.

use assay_campaign::{Aim, Allowance, Goals, Input, Orders, Out, Search, cover};
use assay_verdict::Report;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Nothing here takes so long.
const LONG: Duration = Duration::from_secs(600);

fn programs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/programs/java/cover")
}

fn directive(text: &str, key: &str) -> String {
    let start = format!("// {key}: ");
    let mut lines = text.lines();
    let line = lines.find_map(|line| line.strip_prefix(&start));
    line.unwrap_or_else(|| panic!("the head says the {key}")).trim().to_string()
}

fn covered(program: &Path, unit: &str, out: &Path) -> Report {
    let orders = Orders {
        input: Input {
            inputs: vec![program.to_path_buf()],
            entries: vec![unit.to_string()],
            ..Input::default()
        },
        goals: Goals::default(),
        search: Search { aim: Aim::Tests, ..Search::default() },
        allowance: Allowance {
            time: LONG,
            iterations: Some(1000),
            // One is taken, for programs that grow.
            jobs: NonZeroUsize::new(2),
            ..Allowance::default()
        },
        out: Out { folder: out.to_path_buf(), ..Out::default() },
        ..Orders::default()
    };
    cover(&orders, &Default::default(), &mut |_| {})
        .unwrap_or_else(|rejected| panic!("{}: {rejected}", program.display()))
}

#[test]
fn programs_are_covered_on_the_jvm() {
    let mut files: Vec<PathBuf> = std::fs::read_dir(programs())
        .expect("there are programs")
        .map(|entry| entry.expect("readable").path())
        .collect();
    files.sort();
    assert!(!files.is_empty());
    let mut wrong = Vec::new();
    for file in files {
        let text = std::fs::read_to_string(&file).expect("text");
        let (unit, expected) = (directive(&text, "unit"), directive(&text, "covers"));
        let out = std::env::temp_dir().join(format!("assay-java-cover-{}", std::process::id()));
        let report = covered(&file, &unit, &out);
        let summary = report.overall("branch");
        let found = format!("{} of {}", summary.covered, summary.total);
        println!("{unit}: {found}");
        if found != expected || summary.covered != summary.confirmed {
            wrong.push(format!("{unit}: {found}, expected {expected}; {:?}", report.notes));
        }
        let emitted = report.notes.iter().filter(|note| note.contains("compile"));
        wrong.extend(emitted.map(|note| format!("{unit}: {note}")));
        assert!(out.join("tests/src/test/java").is_dir(), "{unit} has tests");
        assert_eq!(report.units[0].language, "java");
        std::fs::remove_dir_all(&out).expect("it can be removed");
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

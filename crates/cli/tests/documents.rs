//! What the documents say is true: the files, crates, options and names they mention exist, the
//! dependencies are those of the code, and the example's output is what a run prints.

use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const DOCUMENTS: [&str; 6] = [
    "README.md",
    "ARCHITECTURE.md",
    "CONTRIBUTING.md",
    "docs/guide.md",
    "docs/adding.md",
    "docs/model.md",
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read(path: impl AsRef<Path>) -> String {
    let path = root().join(path);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn assay(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_assay"));
    command.args(arguments).current_dir(root()).output().expect("the binary can be started")
}

fn stdout(output: Output) -> String {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("the output is text")
}

/// The text of the first code block of this kind that contains `mark`.
fn block<'a>(document: &'a str, kind: &str, mark: &str) -> &'a str {
    let fence = format!("```{kind}\n");
    let blocks = document.split(&fence).skip(1).filter_map(|rest| rest.split("```").next());
    let mut found = blocks.filter(|text| text.contains(mark));
    found.next().unwrap_or_else(|| panic!("a block of {kind} with {mark:?}"))
}

// The tree of ARCHITECTURE.md.

/// A line of the tree: the path from the root, and for crates what they may use.
struct Branch {
    path: String,
    uses: Option<BTreeSet<String>>,
}

fn tree() -> Vec<Branch> {
    let document = read("ARCHITECTURE.md");
    let mut folder = String::new();
    let mut branches = Vec::new();
    for line in block(&document, "text", "crates/").lines() {
        let name = line.split_whitespace().next().expect("a line of the tree has a name");
        let is_below = line.starts_with(' ');
        if !is_below {
            folder = name.to_string();
        }
        let path = if is_below { format!("{folder}{name}") } else { name.to_string() };
        let uses = line.split("-> ").nth(1).map(|list| {
            let names = list.split(", ").map(|name| name.trim().to_string());
            names.filter(|name| name != "nothing").collect()
        });
        branches.push(Branch { path, uses });
    }
    branches
}

/// `base`, `c/frontend`: the folders that have a manifest.
fn crates() -> BTreeSet<String> {
    let folder = root().join("crates");
    let mut found = BTreeSet::new();
    for name in folders(&folder) {
        let below = folders(&folder.join(&name)).into_iter().map(|of| format!("{name}/{of}"));
        found.extend(below.chain([name.clone()]));
    }
    found.retain(|name| folder.join(name).join("Cargo.toml").exists());
    found
}

fn folders(of: &Path) -> Vec<String> {
    let entries = fs::read_dir(of).expect("a folder").map(|entry| entry.expect("readable"));
    let names = entries.filter(|entry| entry.path().is_dir()).map(|entry| entry.file_name());
    names.map(|name| name.into_string().expect("a plain name")).collect()
}

#[test]
fn the_tree_is_the_tree() {
    let tree = tree();
    for branch in &tree {
        assert!(root().join(&branch.path).exists(), "{} does not exist", branch.path);
    }
    let listed: BTreeSet<String> = tree
        .iter()
        .filter_map(|branch| branch.path.strip_prefix("crates/"))
        .filter(|name| !name.is_empty())
        .map(|name| name.trim_end_matches('/').to_string())
        .collect();
    assert_eq!(listed, crates(), "crates in ARCHITECTURE.md and in crates/");
}

/// The other crates of the project that the sources of this one name.
fn used_by(name: &str) -> BTreeSet<String> {
    let mut text = String::new();
    collect_sources(&root().join("crates").join(name).join("src"), &mut text);
    let mentions = |other: &String| {
        let prefix = format!("assay_{}", other.replace(['-', '/'], "_"));
        text.match_indices(&prefix).any(|(at, _)| {
            let next = text[at + prefix.len()..].chars().next();
            !next.is_some_and(|next| next.is_alphanumeric() || next == '_')
        })
    };
    crates().into_iter().filter(|other| other != name).filter(mentions).collect()
}

fn collect_sources(folder: &Path, text: &mut String) {
    for entry in fs::read_dir(folder).expect("a crate has sources") {
        let path = entry.expect("readable").path();
        if path.is_dir() {
            collect_sources(&path, text);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            *text += &read(&path);
        }
    }
}

#[test]
fn crates_use_what_the_tree_says() {
    for branch in tree() {
        let Some(name) = branch.path.strip_prefix("crates/").map(|n| n.trim_end_matches('/'))
        else {
            continue;
        };
        let Some(uses) = branch.uses else { continue };
        if !uses.contains("all") {
            assert_eq!(uses, used_by(name), "what {name} uses, in the document and in its code");
        }
    }
}

#[test]
fn every_dependency_has_its_reason() {
    let document = read("ARCHITECTURE.md");
    let manifest = read("Cargo.toml");
    let section = manifest.split("[workspace.dependencies]").nth(1).expect("dependencies");
    let section = section.split("\n[").next().expect("its end");
    let names = section.lines().filter_map(|line| line.split_once(" = ")).map(|(name, _)| name);
    for name in names.filter(|name| !name.starts_with("assay-")) {
        assert!(document.contains(&format!("`{name}`")), "why is {name} there?");
    }
}

// Options, links, files and names.

/// Words that start with two dashes and a letter.
fn options(document: &str) -> BTreeSet<String> {
    let is_name = |c: char| c.is_ascii_lowercase() || c == '-';
    let words = document.split(|c: char| !is_name(c));
    let options = words.filter_map(|word| word.strip_prefix("--"));
    let named = options.filter(|name| name.starts_with(|c: char| c.is_ascii_lowercase()));
    named.map(|name| format!("--{name}")).collect()
}

#[test]
fn every_option_that_is_mentioned_exists() {
    let commands = ["cover", "compare", "report", "explain", "measure", "run", "show"];
    let help: BTreeSet<String> =
        commands.iter().flat_map(|command| options(&stdout(assay(&[command, "--help"])))).collect();
    for document in ["README.md", "docs/guide.md"] {
        let unknown: Vec<String> = options(&read(document)).difference(&help).cloned().collect();
        assert!(unknown.is_empty(), "{document}: {unknown:?}");
    }
}

#[test]
fn every_strategy_is_in_the_guide() {
    let output = assay(&["cover", "none.c", "--search", "none-such"]);
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    let names = message.split("known: ").nth(1).and_then(|rest| rest.lines().next());
    let guide = read("docs/guide.md");
    for name in names.expect("the error lists the strategies").split(", ") {
        assert!(guide.contains(&format!("| `{name}` |")), "{name} is not in the guide");
    }
}

#[test]
fn every_link_leads_somewhere() {
    for document in DOCUMENTS {
        let folder = root().join(document).parent().expect("a folder").to_path_buf();
        for rest in read(document).split("](").skip(1) {
            let target = rest.split(')').next().expect("the end of a link");
            let is_local = !target.starts_with("http");
            assert!(!is_local || folder.join(target).exists(), "{document}: {target}");
        }
    }
}

/// What stands between single backquotes, and what follows each.
fn quoted(document: &str) -> Vec<(&str, &str)> {
    let parts: Vec<&str> = document.split('`').collect();
    let quotes = parts.iter().enumerate().skip(1).step_by(2);
    quotes.map(|(at, quote)| (*quote, parts.get(at + 1).copied().unwrap_or(""))).collect()
}

#[test]
fn files_and_names_for_additions_exist() {
    assert!(names_in_files("docs/adding.md") > 10, "the document names what to change");
}

#[test]
fn the_walk_of_one_run_is_true() {
    assert!(names_in_files("ARCHITECTURE.md") > 30, "the document names functions");
}

/// Looks for all files of the tree that a document names, and for the names that it says are in
/// them; how many these are.
fn names_in_files(document: &str) -> usize {
    let document = read(document);
    let quotes = quoted(&document);
    let mut names = 0;
    for (at, (path, after)) in quotes.iter().enumerate() {
        let is_path =
            ["crates/", "runtime/", "tests/", "bench/"].iter().any(|f| path.starts_with(f));
        if !is_path || path.contains("NAME") {
            continue;
        }
        let file = path.split(' ').next().expect("a path");
        assert!(root().join(file).exists(), "{file} does not exist");
        // `file`: `name` promises that the name is in the file.
        if after.trim() == ":" {
            let name = quotes[at + 1].0;
            assert!(read(file).contains(name), "{name} is not in {file}");
            names += 1;
        }
    }
    names
}

// The example of README.md.

fn example() -> (String, Value) {
    let out = Path::new(env!("CARGO_TARGET_TMPDIR")).join("documents");
    let folder = out.to_str().expect("a plain path");
    let printed = stdout(assay(&["cover", "examples/valves.c", "--out", folder]));
    let report = fs::read_to_string(out.join("report.json")).expect("a report");
    (printed, serde_json::from_str(&report).expect("the report is JSON"))
}

/// The facts of a summary: figures of coverage, places of findings and of what is
/// unknown. Neither times nor the order of discovery.
fn facts(summary: &str) -> BTreeSet<String> {
    let mut facts = BTreeSet::new();
    for line in summary.lines() {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words.as_slice() {
            ["main", "branch", figures @ .., _tests, _findings, _time, "s"] => {
                facts.insert(figures.join(" "));
            }
            ["every", "objective", ..] => {
                facts.insert(words.join(" "));
            }
            [place, fact, ..] if place.starts_with("examples/") => {
                facts.insert(format!("{place} {fact}"));
            }
            _ => {}
        }
    }
    facts
}

#[test]
fn the_example_of_the_readme_is_true() {
    let readme = read("README.md");
    let shown = block(&readme, "console", "assay cover examples/valves.c");
    let (printed, report) = example();
    assert!(facts(shown).len() > 2, "the block shows a summary");
    assert_eq!(facts(shown), facts(&printed), "{printed}");

    let excerpt: Value =
        serde_json::from_str(block(&readme, "json", "units")).expect("the excerpt is JSON");
    assert!(has_keys(&report, &excerpt), "the excerpt has keys that the report has not");
    // Which tests are found first decides what only faulty ones reach.
    let figures = |report: &Value| {
        let mut figures = report["units"][0]["criteria"].clone();
        figures["branch"]["covered_by_faulty_runs_only"].take();
        figures
    };
    assert_eq!(figures(&excerpt), figures(&report));
    let source = read("examples/valves.c");
    let program = block(&readme, "c", "int main(void)");
    assert!(source.contains(program), "the program in the README is part of the example");
}

/// Every key of the excerpt is in the report too, at the same place; of a list, in one element.
fn has_keys(report: &Value, excerpt: &Value) -> bool {
    match (excerpt, report) {
        (Value::Object(excerpt), Value::Object(report)) => excerpt.iter().all(|(key, value)| {
            // The names of inputs are those of one test.
            key == "inputs" || report.get(key).is_some_and(|found| has_keys(found, value))
        }),
        (Value::Array(excerpt), Value::Array(report)) => {
            excerpt.iter().all(|value| report.iter().any(|found| has_keys(found, value)))
        }
        (excerpt, report) => !excerpt.is_object() && !report.is_object(),
    }
}

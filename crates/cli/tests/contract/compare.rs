//! `assay compare`: its figures are those of single runs, and no run is lost.

use crate::interrupted::interrupt;
use crate::programs::{ENDLESS_PATHS, MAZE};
use crate::workplace::Workplace;
use crate::{LIMIT, assay, report, wait, write};
use assay_verdict::{ComparedRun, ComparisonSettings, Measured, RunOutcome};
use std::fs;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

/// The settings and the runs of a comparison with `--out cmp`.
fn stored(place: &Workplace) -> (ComparisonSettings, Vec<ComparedRun>) {
    let text = fs::read_to_string(place.path("cmp/runs.jsonl")).expect("there are runs");
    let mut lines = text[..text.rfind('\n').map_or(0, |end| end + 1)].lines();
    let settings = lines.next().and_then(|line| serde_json::from_str(line).ok());
    let runs = lines.map(|line| serde_json::from_str(line).expect("a run")).collect();
    (settings.expect("settings"), runs)
}

fn measured(run: &ComparedRun) -> &Measured {
    match &run.outcome {
        RunOutcome::Finished(measured) => measured,
        RunOutcome::Failed { failed } => panic!("{failed}"),
    }
}

fn compare(place: &Workplace, arguments: &[&str]) -> String {
    let finished = assay(place, &[&["compare", "--out", "cmp"], arguments].concat());
    assert_eq!(finished.code(), 0, "{}", finished.stderr);
    finished.stdout
}

/// What a single run covers, how many iterations it took, and how many queries.
fn single(place: &Workplace, run: &ComparedRun, iterations: &str) -> (u64, u64, u64) {
    let (seed, search) = (run.seed.to_string(), run.strategy.as_str());
    let fixed = ["cover", "maze.c", "--out", "out", "--jobs", "1", "--iterations", iterations];
    let finished = assay(place, &[&fixed[..], &["--seed", &seed, "--search", search]].concat());
    assert_eq!(finished.code(), 0, "{}", finished.stderr);
    let unit = report(place).units.remove(0);
    (unit.criteria["branch"].covered, unit.effort.iterations, unit.effort.solver_queries)
}

#[test]
fn the_figures_are_those_of_single_runs() {
    let place = Workplace::new();
    write(&place, "maze.c", MAZE);
    let strategies = ["dfs", "random-path"];
    let search = strategies.join(",");
    let budget = ["--seeds", "3", "--iterations", "60", "--marks", "15,60"];
    let printed = compare(&place, &[&["maze.c", "--search", &search], &budget[..]].concat());
    let (settings, runs) = stored(&place);
    assert_eq!((settings.subjects[0].objectives, runs.len()), (18, 6));

    let mut sums = [[0; 2]; 2];
    for run in &runs {
        let at = |most| measured(run).curve.iter().filter(move |point| point.iteration <= most);
        let early = at(15).map(|point| point.covered).max().unwrap_or(0);
        let (covered, queries) = (measured(run).covered(), measured(run).solver_queries);
        assert_eq!(single(&place, run, "15").0, early, "{run:?}");
        assert_eq!(single(&place, run, "60"), (covered, 60, queries), "{run:?}");
        let strategy = strategies.iter().position(|name| *name == run.strategy).expect("known");
        sums[strategy][0] += early;
        sums[strategy][1] += covered;
    }
    for (name, sums) in strategies.iter().zip(sums) {
        let row = printed.lines().find(|line| line.starts_with(name)).expect("a row");
        let cells = row.split_whitespace().skip(1).take(2).map(|cell| cell.trim_end_matches('*'));
        let means = sums.map(|sum| format!("{:.1}", sum as f64 / 3.0));
        assert_eq!(cells.collect::<Vec<_>>(), means, "{printed}");
    }
    let curves = fs::read_to_string(place.path("cmp/curves.csv")).expect("curves");
    let points: usize = runs.iter().map(|run| measured(run).curve.len() + 1).sum();
    assert_eq!(curves.lines().count(), 1 + points);
    let page = fs::read_to_string(place.path("cmp/comparison.html")).expect("a page");
    assert_eq!(page.matches("<svg class=\"chart\"").count(), 2);
}

#[test]
fn a_random_start_is_the_same_for_all_strategies_and_another_for_each_seed() {
    let place = Workplace::new();
    write(
        &place,
        "maze.c",
        MAZE.replace("c == 'a'", "c < -1000000000").replace("> 1000", "> 1000000000"),
    );
    let arguments = ["--search", "dfs,bfs", "--seeds", "6", "--iterations", "1", "--random-start"];
    compare(&place, &[&["maze.c"], &arguments[..]].concat());
    let (_, mut runs) = stored(&place);
    runs.sort_by_key(|run| run.seed); // they are stored as they end
    let first = |strategy: &str| -> Vec<u64> {
        let runs = runs.iter().filter(|run| run.strategy == strategy);
        runs.map(|run| measured(run).covered()).collect()
    };
    assert_eq!(first("dfs"), first("bfs"));
    assert!(first("dfs").iter().any(|covered| *covered != first("dfs")[0]), "{:?}", first("dfs"));
}

#[test]
fn several_subjects_come_from_a_file_and_are_added_up() {
    let place = Workplace::new();
    fs::create_dir(place.path("sources")).expect("a folder");
    write(&place, "sources/maze.c", MAZE);
    write(&place, "sources/text", "abc");
    let echo = "#include <stdio.h>\nint main(int n, char **a) { return getchar() == 'a' && n > 1 \
                && a[1][0] == WANTED; }\n";
    write(&place, "sources/echo.c", echo);
    let list = "[[subject]]\nname = \"maze\"\ninputs = [\"maze.c\"]\n\
                [[subject]]\nname = \"echo\"\ninputs = [\"echo.c\"]\n\
                options = [\"--sym-arg\", \"2\", \"--stdin\", \"text\"]\nflags = [\"-DWANTED='x'\"]\n";
    write(&place, "sources/list.toml", list);
    let arguments = ["--search", "dfs,auto", "--seeds", "2", "--iterations", "20"];
    let list = ["--subjects", "sources/list.toml"];
    let printed = compare(&place, &[&list, &arguments[..]].concat());
    let (settings, runs) = stored(&place);
    let names: Vec<&str> = settings.subjects.iter().map(|subject| subject.name.as_str()).collect();
    assert_eq!((names, runs.len()), (vec!["maze", "echo"], 8));
    let echo = runs.iter().filter(|run| run.subject == "echo");
    assert!(echo.clone().all(|run| measured(run).covered() == 4), "{:?}", echo.collect::<Vec<_>>());
    assert!(printed.contains("all subjects together: 24 branch objectives"), "{printed}");

    write(&place, "sources/list.toml", "[[subject]]\nname = \"maze\"\ninput = [\"maze.c\"]\n");
    let finished = assay(&place, &[&["compare"], &list[..], &arguments[..]].concat());
    assert_eq!(finished.code(), 3);
    assert!(
        finished.stderr.contains("sources/list.toml:3:1: unknown field"),
        "{}",
        finished.stderr
    );
}

/// It takes minutes; nobody waits for that.
const LONG: [&str; 7] =
    ["endless.c", "--search", "dfs,bfs", "--seeds", "1000", "--iterations", "300"];

/// A comparison of many runs, with more than one of them done.
fn begun(place: &Workplace) -> Child {
    write(place, "endless.c", ENDLESS_PATHS);
    let mut command = place.assay(&[&["compare", "--out", "cmp"], &LONG[..]].concat());
    let child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("started");
    let deadline = Instant::now() + LIMIT;
    let lines = || fs::read_to_string(place.path("cmp/runs.jsonl")).unwrap_or_default();
    // The settings and two runs.
    while lines().matches('\n').count() < 3 {
        assert!(Instant::now() < deadline, "no run ends");
        std::thread::sleep(Duration::from_millis(5));
    }
    child
}

#[test]
fn what_was_killed_can_be_resumed() {
    let place = Workplace::new();
    let mut child = begun(&place);
    child.kill().expect("it still runs");
    child.wait().expect("the child is ours");
    let (_, before) = stored(&place);
    assert!(before.len() < 2000, "it was killed in time");

    let fewer = [&LONG[..3], &["--seeds", "4", "--iterations", "300", "--resume"]].concat();
    let printed = compare(&place, &fewer);
    let (_, after) = stored(&place);
    assert_eq!(after[..before.len()], before[..], "nothing is done again");
    let asked = after.iter().filter(|run| run.seed < 4).count();
    assert_eq!(asked, 8, "{printed}");
    assert!(!printed.contains("runs are done"), "{printed}");

    let other = [&LONG[..3], &["--iterations", "299", "--resume"]].concat();
    let finished = assay(&place, &[&["compare", "--out", "cmp"], &other[..]].concat());
    assert_eq!(finished.code(), 3);
    assert!(finished.stderr.contains("other settings (iterations)"), "{}", finished.stderr);
    assert_eq!(stored(&place).1, after);
}

#[test]
fn an_interrupted_comparison_shows_what_it_has() {
    let place = Workplace::new();
    let child = begun(&place);
    interrupt(&child);
    assert_eq!(wait(child).code(), Some(130));
    let page = fs::read_to_string(place.path("cmp/comparison.html")).expect("a page");
    let done = stored(&place).1.len();
    assert!(page.contains(&format!("{done} of 2000 runs are done")));
}

#[test]
fn a_run_that_dies_is_told_and_the_others_go_on() {
    let place = Workplace::new();
    let child = begun(&place);
    let children = format!("/proc/{0}/task/{0}/children", child.id());
    let deadline = Instant::now() + LIMIT;
    let is_failed = |run: &ComparedRun| matches!(run.outcome, RunOutcome::Failed { .. });
    while !stored(&place).1.iter().any(is_failed) {
        assert!(Instant::now() < deadline, "no failed run is noted");
        let running = fs::read_to_string(&children).unwrap_or_default();
        if let Some(run) = running.split_whitespace().next().and_then(|pid| pid.parse().ok()) {
            // SAFETY: a plain system call on a process of this test.
            unsafe { libc::kill(run, libc::SIGSEGV) };
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    interrupt(&child);
    assert_eq!(wait(child).code(), Some(130));
    let (_, runs) = stored(&place);
    let failed = runs.iter().find(|run| is_failed(run)).expect("a failed run");
    let reason = "BUG in Assay: the run was ended by signal 11".to_string();
    assert_eq!(failed.outcome, RunOutcome::Failed { failed: reason });
    assert!(runs.iter().any(|run| !is_failed(run)));
}

//! Wrong usage ends with 2, before anything is looked at or written.

use crate::programs::{SMALL, THREE_OF_FOUR};
use crate::workplace::Workplace;
use crate::{assay, write};

#[test]
fn wrong_usage_exits_with_2_and_says_what_is_wrong() {
    let cases: [(&[&str], &str); 27] = [
        (&[], "Usage"),
        (&["discover", "small.c"], "discover"),
        (&["cover"], "INPUT"),
        (&["run"], "INPUT"),
        (&["cover", "small.c", "--strategy", "x"], "--strategy"),
        (&["cover", "small.c", "--search", "clairvoyance"], "auto"),
        (&["cover", "small.c", "--criterion", "branch,luck"], "branch"),
        (&["cover", "small.c", "--format", "punch-cards"], "one of: c"),
        (&["cover", "small.c", "--time", "soon"], "--time"),
        (&["cover", "small.c", "--memory", "0"], "--memory"),
        (&["cover", "small.c", "--memory", "1"], "at least"),
        (&["compare", "small.c", "--search", "dfs", "--memory", "1"], "at least"),
        (&["cover", "small.c", "--jobs", "0"], "--jobs"),
        (&["cover", "small.c", "--focus", ""], "--focus"),
        (&["cover", "small.c", "--entry", ""], "--entry"),
        (&["cover", "small.c", "--diff", ""], "--diff"),
        (&["cover", "small.c", "--query-time", "0"], "--query-time"),
        (&["cover", "small.c", "--path-instructions", "0"], "--path-instructions"),
        (&["cover", "small.c", "--iterations", "few"], "--iterations"),
        (&["cover", "small.c", "--seed", "one"], "--seed"),
        (&["cover", "small.c", "--fail-under", "101"], "--fail-under"),
        (&["compare", "small.c"], "--search"),
        (&["compare", "--search", "dfs"], "INPUT"),
        (&["compare", "small.c", "--search", "dfs,clairvoyance"], "auto"),
        (&["compare", "small.c", "--search", "dfs", "--marks", "soon"], "--marks"),
        (&["compare", "small.c", "--search", "dfs", "--target", "101%"], "--target"),
        (&["compare", "small.c", "--search", "dfs", "--subjects", "list.toml"], "--subjects"),
    ];
    let place = Workplace::new();
    write(&place, "small.c", SMALL);
    for (arguments, hint) in cases {
        let finished = assay(&place, arguments);
        assert_eq!(finished.code(), 2, "{arguments:?}: {}", finished.stderr);
        assert!(finished.stderr.contains(hint), "{arguments:?}: {}", finished.stderr);
        assert!(finished.stdout.is_empty(), "{arguments:?}: {}", finished.stdout);
    }
    assert!(!place.path("assay-out").exists() && !place.path("assay-compare").exists());
}

#[test]
fn help_and_version_are_no_mistakes() {
    let place = Workplace::new();
    let version = assay(&place, &["--version"]);
    assert_eq!((version.code(), version.stdout.trim()), (0, "assay 0.1.0"));
    let help = assay(&place, &["cover", "--help"]);
    assert_eq!(help.code(), 0);
    let promised = [
        "--entry",
        "--criterion",
        "--search",
        "--time",
        "--iterations",
        "--seed",
        "--jobs",
        "--memory",
        "--out",
        "--fail-under",
        "--format",
    ];
    for option in promised {
        assert!(help.stdout.contains(option), "{option} is not in the help");
    }
}

#[test]
fn coverage_below_the_target_exits_with_1() {
    let place = Workplace::new();
    write(&place, "three.c", THREE_OF_FOUR);
    let code = |target| {
        // With a proof that one of the four cannot be reached, cov_f would be 100 %.
        let arguments = ["cover", "three.c", "--no-prove", "--time", "1h", "--out", "out"];
        assay(&place, &[&arguments[..], target].concat()).code()
    };
    assert_eq!(code(&[]), 0);
    assert_eq!(code(&["--fail-under", "75"]), 0);
    assert_eq!(code(&["--fail-under", "75.1"]), 1);
    assert!(place.path("out/report.json").exists());
}

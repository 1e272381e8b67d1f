//! Ways to look at a result: `--quiet`, `--json`, `assay report`, `assay explain`.

use crate::programs::THREE_OF_FOUR;
use crate::workplace::Workplace;
use crate::{assay, report, write};
use assay_verdict::{Report, Verdict};

/// A finished run with its results in `out`.
fn covered() -> Workplace {
    let place = Workplace::new();
    write(&place, "three.c", THREE_OF_FOUR);
    let finished = cover(&place, &[]);
    assert_eq!(finished.code(), 0, "{}", finished.stderr);
    place
}

fn cover(place: &Workplace, options: &[&str]) -> crate::workplace::Finished {
    let arguments = ["cover", "three.c", "--time", "1h", "--out", "out"];
    assay(place, &[&arguments[..], options].concat())
}

fn read(place: &Workplace, name: &str) -> String {
    std::fs::read_to_string(place.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

#[test]
fn a_quiet_run_prints_nothing_and_writes_everything() {
    let place = Workplace::new();
    write(&place, "three.c", THREE_OF_FOUR);
    let finished = cover(&place, &["--quiet"]);
    assert_eq!((finished.code(), finished.stdout.as_str()), (0, ""));
    assert_eq!(finished.stderr, "");
    assert_eq!(report(&place).units[0].criteria["branch"].covered, 3);
    assert!(place.path("out/report.html").exists());
    let finished = assay(&place, &["cover", "none.c", "--quiet"]);
    assert!(finished.code() == 3 && finished.stderr.contains("none.c"), "{}", finished.stderr);
}

#[test]
fn json_on_standard_output_is_the_report_and_nothing_else() {
    let place = Workplace::new();
    write(&place, "three.c", THREE_OF_FOUR);
    let finished = cover(&place, &["--json"]);
    assert_eq!(finished.code(), 0, "{}", finished.stderr);
    let printed: Report = serde_json::from_str(&finished.stdout).expect("JSON");
    assert_eq!(printed, report(&place));
    assert_eq!(cover(&place, &["--json", "--quiet"]).code(), 2);
}

#[test]
fn the_report_has_coverage_over_time_and_what_finds_the_sources_again() {
    let place = covered();
    let report = report(&place);
    let samples = &report.units[0].progress.samples;
    let last = samples.last().expect("the end is a sample");
    assert_eq!(last.covered["branch"], 3);
    assert_eq!(last.iterations, report.units[0].effort.iterations);
    assert!(last.seconds <= report.seconds && samples.is_sorted_by_key(|s| s.seconds));
    assert!(report.sources[0].file == "three.c" && report.sources[0].is(THREE_OF_FOUR.as_bytes()));
    assert!(report.started > 1_700_000_000 && !report.folder.is_empty());
}

#[test]
fn the_page_can_be_rebuilt() {
    let place = covered();
    let page = read(&place, "out/report.html");
    assert!(page.contains("t0001") && page.contains("branch:main#"), "the facts are in it");
    std::fs::remove_file(place.path("out/report.html")).expect("it is there");
    let finished = assay(&place, &["report", "out"]);
    assert_eq!((finished.code(), finished.stdout.trim()), (0, "out/report.html"));
    assert!(read(&place, "out/report.html") == page, "the same results make the same page");
    write(&place, "three.c", "int main(void) { return 0; }\n");
    assert_eq!(assay(&place, &["report", "out", "--output", "other.html"]).code(), 0);
    assert!(read(&place, "other.html").contains("the source has changed since the run"));
}

#[test]
fn exports_go_to_a_file_or_to_standard_output() {
    let place = covered();
    let cases = [
        ("lcov", "lcov.info", "SF:three.c\n"),
        ("cobertura", "cobertura.xml", "branches-covered=\"3\" branches-valid=\"4\""),
        ("sarif", "findings.sarif", "\"version\": \"2.1.0\""),
    ];
    for (format, file, mark) in cases {
        let finished = assay(&place, &["report", "out", "--export", format]);
        assert_eq!((finished.code(), finished.stdout), (0, format!("out/{file}\n")));
        let written = read(&place, &format!("out/{file}"));
        assert!(written.contains(mark), "{format}: {written}");
        let printed = assay(&place, &["report", "out", "--export", format, "--output", "-"]);
        assert_eq!((printed.code(), printed.stdout), (0, written));
    }
    let finished = assay(&place, &["report", "out", "--export", "punch-cards"]);
    assert!(finished.code() == 2 && finished.stderr.contains("lcov, cobertura, sarif"));
    let finished = assay(&place, &["report", "out", "--output", "none/such/file"]);
    assert!(finished.code() == 3 && finished.stderr.contains("none/such/file"));
}

#[test]
fn an_objective_is_explained() {
    let place = covered();
    let unit = report(&place).units.remove(0);
    for objective in &unit.objectives {
        let finished = assay(&place, &["explain", "out", &objective.id]);
        assert_eq!(finished.code(), 0, "{}", finished.stderr);
        assert!(finished.stdout.starts_with(&objective.id), "{}", finished.stdout);
        assert!(finished.stdout.contains('^'), "the line is shown: {}", finished.stdout);
        let mark = match &objective.verdict {
            Verdict::Covered { test, .. } => format!("covered by {test}"),
            Verdict::Infeasible { .. } => "infeasible: ".to_string(),
            Verdict::Unknown { reason } => format!("unknown: {reason}"),
        };
        assert!(finished.stdout.contains(&mark), "{mark}: {}", finished.stdout);
    }
    let finished = assay(&place, &["explain", "out", "branch:none#1:true"]);
    assert!(finished.code() == 3 && finished.stderr.contains("for example"));
}

#[test]
fn a_folder_without_a_readable_report_is_rejected_with_the_reason() {
    let place = Workplace::new();
    std::fs::create_dir(place.path("empty")).expect("a new folder");
    std::fs::create_dir(place.path("damaged")).expect("a new folder");
    std::fs::create_dir(place.path("older")).expect("a new folder");
    write(&place, "damaged/report.json", "{ \"assay\": \"0.1.0\", \"units\": [ {");
    write(&place, "older/report.json", "{ \"assay\": \"0.0.1\", \"results\": {} }");
    let cases = [
        ("none", "none: there is no such folder"),
        ("empty", "there is no report.json in it"),
        ("damaged", "report.json is damaged: EOF"),
        ("older", "written by Assay 0.0.1, which this version cannot read"),
    ];
    for (folder, reason) in cases {
        for command in [&["report", folder][..], &["explain", folder, "main#1"]] {
            let finished = assay(&place, command);
            assert_eq!((finished.code(), finished.stdout.as_str()), (3, ""), "{folder}");
            assert!(finished.stderr.contains(reason), "{folder}: {}", finished.stderr);
        }
    }
}

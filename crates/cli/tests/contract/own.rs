//! What a unit is about, and what it only calls.

use crate::workplace::{Finished, Workplace};
use crate::{assay, report, write};
use assay_verdict::Unit;

/// The function has two branches of its own; of those of its callee, one cannot be reached from it.
const CALLER: &str = "static int half(int x) {
    if (x > 100)
        return 50;
    return x / 2;
}

int f(int x) {
    if (x > 7)
        return half(7);
    return half(x);
}
";

fn cover(place: &Workplace, options: &[&str]) -> Finished {
    assay(place, &[&["cover", "--out", "out", "--jobs", "1"], options].concat())
}

/// Covered and all, of the code itself and of all that it reaches.
fn figures(unit: &Unit) -> [(u64, u64); 2] {
    let of = |summary: &assay_verdict::CriterionSummary| (summary.covered, summary.total);
    [of(&unit.own["branch"]), of(&unit.criteria["branch"])]
}

#[test]
fn the_function_itself_comes_first() {
    let place = Workplace::new();
    write(&place, "a.c", CALLER);
    let finished = cover(&place, &["a.c", "--entry", "f", "--no-prove"]);
    assert_eq!(finished.code(), 0, "{}", finished.stderr);
    let report = report(&place);
    assert_eq!(figures(&report.units[0]), [(2, 2), (3, 4)]);
    let is_own = |function: &str| {
        let all = report.units[0].objectives.iter();
        all.filter(|of| of.function == function).all(|of| of.is_own)
    };
    assert!(is_own("f") && !is_own("half"));
    let table: Vec<Vec<&str>> = finished
        .stdout
        .lines()
        .map(|line| line.split_whitespace().collect())
        .filter(|words: &Vec<&str>| words.contains(&"branch"))
        .collect();
    assert_eq!(table[0][..3], ["f", "branch", "2/2"], "{}", finished.stdout);
    assert_eq!(table[1][..4], ["with", "callees", "branch", "3/4"], "{}", finished.stdout);
}

#[test]
fn a_target_may_be_of_the_function_itself() {
    let place = Workplace::new();
    write(&place, "a.c", CALLER);
    let options = ["a.c", "--entry", "f", "--no-prove", "--fail-under", "100"];
    assert_eq!(cover(&place, &options).code(), 1);
    assert_eq!(cover(&place, &[&options[..], &["--own"]].concat()).code(), 0);
    assert_eq!(cover(&place, &["a.c", "--own"]).code(), 2, "there is no target");
}

#[test]
fn of_a_whole_program_all_is_its_own() {
    let place = Workplace::new();
    write(&place, "a.c", format!("{CALLER}int main(int argc, char **argv) {{ return f(argc); }}"));
    assert_eq!(cover(&place, &["a.c", "--no-prove"]).code(), 0);
    let [own, all] = figures(&report(&place).units[0]);
    assert_eq!(own, all);
}

#[test]
fn what_a_unit_calls_counts_where_it_is_the_own_of_another() {
    let place = Workplace::new();
    write(&place, "a.c", CALLER.replace("static ", ""));
    assert_eq!(cover(&place, &["a.c", "--no-prove"]).code(), 0);
    let report = report(&place);
    let units: Vec<[(u64, u64); 2]> = report.units.iter().map(figures).collect();
    assert_eq!(units, [[(2, 2), (2, 2)], [(2, 2), (3, 4)]]);
    let together = report.overall_own("branch");
    assert_eq!((together.covered, together.total), (4, 4));
    assert_eq!(report.overall("branch"), together);
}

#[test]
fn a_static_function_is_named_with_its_file_where_two_have_the_name() {
    let place = Workplace::new();
    let text =
        |more: &str| format!("static int same(int x) {{ if (x > 3) return 1; {more}return 0; }}\n");
    let one = text("");
    let other = text("if (x == -7) return 2; ");
    write(&place, "one.c", format!("{one}int first(int x) {{ return same(x); }}\n"));
    write(&place, "other.c", format!("{other}int second(int x) {{ return same(x); }}\n"));
    let finished = cover(&place, &["one.c", "other.c", "--entry", "same"]);
    assert_eq!(finished.code(), 3);
    assert!(finished.stderr.contains("one.c:same, other.c:same"), "{}", finished.stderr);
    for (entry, branches) in [("one.c:same", 2), ("other.c:same", 4)] {
        let finished = cover(&place, &["one.c", "other.c", "--entry", entry]);
        assert_eq!(finished.code(), 0, "{}", finished.stderr);
        assert_eq!(figures(&report(&place).units[0])[0], (branches, branches), "{entry}");
        let notes = report(&place).notes;
        assert!(notes.iter().all(|note| !note.contains("COMPILED")), "{notes:?}");
    }
}

#[test]
fn a_static_function_that_only_a_table_names_is_a_unit() {
    let place = Workplace::new();
    let text = "static int probe(int x) { if (x > 3) return 1; return 0; }
static int used(int x) { if (x > 4) return 1; return 0; }
struct driver { int (*probe)(int); } driver = { probe };
int f(int x) { return used(x); }
";
    write(&place, "a.c", text);
    assert_eq!(cover(&place, &["a.c"]).code(), 0);
    let names: Vec<String> = report(&place).units.into_iter().map(|unit| unit.name).collect();
    assert_eq!(names, ["probe", "f"]);
}
